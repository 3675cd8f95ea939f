"""Questions from request to request: what is read, what is answered, and what is neither read nor said."""

import json
from typing import Any

import pytest
from asked import MANOR, Home, ask, decided, exchanged, heard_in, home, live_context, turn_of
from ha_assist.adapters.intents.replies import reply
from ha_assist.machine.turn import LIVE_CONTEXT, Call, Calls, Read, Reply, Turn
from ha_assist.states.questions.handler import question_plan
from msgspec.structs import replace
from told import NOW, THEN, official_calls, without
from told import calls as commanded

READER = next(tool.name for tool in NOW if tool.intent == LIVE_CONTEXT)


def after(sentence: str, *contents: str, known: Home = MANOR, language: str = "en", **read: Any) -> Turn:
    """The Turn after reads that were answered with ``contents``."""
    made = tuple(exchanged(Call(READER, read), content) for content in contents)
    return turn_of(sentence, known.listed, NOW, (language,), made)


def test_a_question_is_a_read_and_then_a_reply() -> None:
    first = decided(turn_of("Is the front door locked?", MANOR.listed, NOW, ("en",)))
    assert first == Read(Call(READER, {"name": "Front Door", "domain": ["lock"]}))
    content = MANOR.read({"name": "Front Door", "domain": ["lock"]})
    assert question_plan(after("Is the front door locked?", content)) == Reply("Yes")


def test_what_was_understood_is_kept() -> None:
    turn = turn_of("Is the front door locked?", MANOR.listed, NOW, ("en",))
    decided(turn)
    assert turn.recognition.recogniser == "questions"


NO_MATCH = {"error": "No exposed entities matched name 'Front Door'"}


@pytest.mark.parametrize("content", [json.dumps(NO_MATCH), json.dumps({"data": NO_MATCH, "error": True})])
@pytest.mark.parametrize("language", ["en", "de"])
def test_an_error_of_the_read_is_answered_and_not_repeated(content: str, language: str) -> None:
    sentence = {"en": "Is the front door locked?", "de": "Ist die front door abgeschlossen?"}[language]
    plan = question_plan(after(sentence, content, language=language))
    assert plan == Reply(reply("nothing_read", [language]), kind="failed")


COUNTS = pytest.mark.parametrize(
    "sentence",
    [
        "How many lights are on?",
        "How many lights are on in the kitchen?",
        "Which lights are on in the kitchen?",
        "Are there any lights on?",
        "Which lights are on?",
        "Are any lights on?",
        "How many windows are open?",
        "How many people are home?",
        "Is the front door locked?",
        "How warm is it in the kitchen?",
        "Who is home?",
        "What is the weather?",
    ],
)


@COUNTS
def test_a_question_for_states_is_not_answered_without_them(sentence: str) -> None:
    blind = without(LIVE_CONTEXT, tools=NOW)
    assert ask(sentence, MANOR, tools=blind).text is None
    assert question_plan(after(sentence, json.dumps(NO_MATCH))) == Reply(reply("nothing_read", ["en"]), kind="failed")
    assert question_plan(after(sentence, '"nonsense"')) is None


@pytest.mark.parametrize("content", ['{"Front Door": "locked"}', "", "null", "Live Context: nonsense", '{"result": 5}'])
def test_what_is_no_live_context_is_left_to_a_model_and_not_read_again(content: str) -> None:
    assert question_plan(after("Is the front door locked?", content)) is None


def test_a_failure_of_home_assistant_is_not_told_as_an_empty_house_but_as_what_it_is() -> None:
    content = json.dumps({"data": {"error": "HomeAssistantError", "error_text": "Timed out"}, "error": True})
    assert question_plan(after("Is the front door locked?", content)) == Reply(reply("unreadable", ["en"]), kind="failed")


def test_a_read_of_less_than_is_needed_is_not_counted_as_all() -> None:
    content = MANOR.read({"area": "Kitchen"})
    assert question_plan(after("How many lights are on?", content, area="Kitchen")) != Reply("1")


def test_the_latest_of_two_reads_counts() -> None:
    old, new = (home({"Den": [f"light: Lamp = {state}"]}) for state in ("off", "on"))
    assert question_plan(after("Is the lamp on?", old.read({}), new.read({}), known=new)) == Reply("Yes")


def test_states_in_the_request_answer_at_once() -> None:
    assert ask("Is the front door locked?", MANOR, listed=MANOR.shown).read is None
    assert ask("Is the front door locked?", MANOR, listed=MANOR.shown, tools=()).text == "Yes"


def test_what_was_read_is_newer_than_what_was_listed() -> None:
    old, new = (home({"Den": [f"light: Lamp = {state}"]}) for state in ("off", "on"))
    made = exchanged(Call(READER, {}), new.read({}))
    assert question_plan(turn_of("Is the lamp on?", old.shown, NOW, ("en",), (made,))) == Reply("Yes")


def test_without_a_tool_to_read_with_nothing_is_guessed() -> None:
    blind = without(LIVE_CONTEXT, tools=NOW)
    assert ask("Is the front door locked?", MANOR, tools=blind).text is None
    assert ask("Do I have lights in the kitchen?", MANOR, tools=blind).text == "Yes, Hob Light and Sink Light"


def test_a_filter_that_the_tool_lacks_is_not_sent() -> None:
    def narrowed(*slots: str) -> dict[str, Any] | None:
        tool = next(tool for tool in NOW if tool.intent == LIVE_CONTEXT)
        properties = {slot: schema for slot, schema in tool.slots.items() if slot in slots}
        some = (replace(tool, parameters={**tool.parameters, "properties": properties}),)
        return ask("Are the lights on in the kitchen?", MANOR, tools=some).read

    assert narrowed() == {}
    assert narrowed("area") == {"area": "Kitchen"}
    assert narrowed("domain") == {"domain": ["light"]}
    assert narrowed("name") == {}


def test_the_joined_names_are_never_sent() -> None:
    den = home({"Den": ["light: Acme L900 Shelf Strip, Shelf Strip = on", "light: Den Ceiling = off"]})
    assert ask("Is the shelf strip on?", den).read == {"name": "Shelf Strip", "domain": ["light"]}
    assert ask("Is the Acme L900 Shelf Strip on?", den).read == {"name": "Acme L900 Shelf Strip", "domain": ["light"]}
    alone = home({"Den": ["light: Acme L900 Shelf Strip, Shelf Strip = on"]})
    assert ask("Is the light on in the den?", alone).read == {"area": "Den", "domain": ["light"]}


def test_the_answer_is_in_the_language_of_the_question() -> None:
    turn = turn_of("Ist das Front Door abgeschlossen?", MANOR.shown, NOW, ("en", "de"))
    assert question_plan(turn) == Reply("Ja")
    assert question_plan(turn_of("Is the front door locked?", MANOR.shown, NOW, ("de", "en"))) == Reply("Yes")


def test_that_there_is_none_is_said_where_no_language_knows_better() -> None:
    turn = turn_of("Is the window open in the squash court?", MANOR.shown, NOW, ("de", "en"))
    assert question_plan(turn) == Reply("I don't know a room called squash court.", kind="question")


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("Сколько ламп включены?", "1"),
        ("Какие лампы выключены?", "Reading Light"),
        ("Свет включен?", "Да, Hanging Lamp"),
        ("Свет в дальней комнате включен?", None),
    ],
)
def test_russian_questions_about_things_with_english_names(sentence: str, answer: str | None) -> None:
    bedroom = home({"Bedroom": ["light: Hanging Lamp = on", "light: Reading Light = off", "cover: Shade = open"]})
    assert ask(sentence, bedroom, language="ru").text == answer


def test_a_language_without_words_for_questions_says_nothing() -> None:
    assert question_plan(turn_of("Is the front door locked?", MANOR.shown, NOW, ("is",))) is None


# Questions are never actions


@pytest.mark.parametrize(
    "sentence",
    [
        "Is the desk lamp on?",
        "Are the lights off?",
        "Is the front door unlocked?",
        "Are all blinds closed?",
        "Which lights are off?",
        "Do I have lights in the kitchen?",
        "What is the thermostat set to?",
        "Is the light in the kitchen off?",
        "How far open is the kitchen blind?",
        "Can you tell me if the front door is locked?",
    ],
)
@pytest.mark.parametrize("tools", [NOW, THEN])
def test_a_question_is_no_command_for_anybody(sentence: str, tools: Any) -> None:
    for known in (MANOR, heard_in(MANOR, "Kitchen")):
        assert commanded(sentence, known.listed, tools=tools) == []
        assert official_calls(sentence, known.listed, tools=tools) == []
        assert not isinstance(decided(turn_of(sentence, known.listed, tools, ("en", "de"))), Calls)


def test_names_that_are_questions_states_and_numbers_stay_what_they_are() -> None:
    odd = home({"Den": ["light: Is = on", "switch: 5 = on", "light: Who's There = on", "lock: Off = locked"]})
    assert ask("Which lights are on?", odd).text == "Is and Who's There"
    assert ask("Is who's there on?", odd).text == "Yes"


def test_an_empty_house_and_an_empty_sentence() -> None:
    nothing = home({})
    for sentence in ("", "?", " ", ",", "and", "is", "is is", "Is the desk lamp on?", "Are the lights on?", "Who is home?"):
        assert ask(sentence, nothing).read is None
        assert ask(sentence, nothing).text is None


def test_yaml_of_home_assistant_is_read_as_text() -> None:
    shown = MANOR.shown.entities
    assert "state: 'on'" in live_context(shown)
    assert ask("Is the hob light on?", MANOR).text == "Yes"
