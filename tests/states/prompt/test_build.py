"""The prompt: what never changes first, what changes most last."""

import json

import msgspec
import pytest
from ha_assist.adapters.backends.protocol import Capabilities
from ha_assist.adapters.intents.prompts import prompt_texts
from ha_assist.states.prompt.build import own_instructions
from turns import HOME, TOOLS, called, chosen, prompt_of, result, said, system, user

DARK = user("it is pitch dark in the bedroom")
CLOCK = "Current time is 10:00:{:02}. Today's date is 2026-05-04.\n"
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}


def names(prompt):
    return [tool["function"]["name"] for tool in prompt.tools]


def prefix(prompt):
    """All that comes before the last message."""
    return msgspec.json.encode([prompt.tools, prompt.messages[:-1]])


async def test_it_has_instructions_things_and_tools():
    prompt = await prompt_of(DARK)
    first, last = prompt.messages
    assert first == {"role": "system", "content": f"{prompt_texts('en').house}\n\nBe kind."}
    assert last["content"].startswith("Devices:\nBedroom: ")
    assert last["content"].endswith("\n\nit is pitch dark in the bedroom")
    assert "light__HassLightSet" in names(prompt)


async def test_instructions_are_in_the_language_of_the_sentence():
    prompt = await prompt_of(user("mir ist kalt im bedroom"), languages=("en", "de"))
    assert prompt.messages[0]["content"].startswith(prompt_texts("de").house)


@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "it", "nl", "pl", "pt", "ru"])
def test_every_language_has_its_texts(language):
    texts = prompt_texts(language)
    assert texts.here.format(area="Den").count("Den") == 1
    assert language == "en" or texts.house != prompt_texts("en").house
    assert prompt_texts(f"{language}-XX") == texts


def test_a_language_without_texts_is_spoken_to_in_english():
    assert prompt_texts("tlh") == prompt_texts("en")


async def test_a_users_own_instructions_survive_and_those_that_home_assistant_proposes_go():
    proposed = "You are a voice assistant for Home Assistant.\nAnswer questions about the world truthfully."
    prompt = await prompt_of(
        system(before=f"{proposed}\nSpeak like a pirate.\nAnswer in plain text. Keep it simple and to the point."), DARK
    )
    assert prompt.messages[0]["content"] == f"{prompt_texts('en').house}\n\nSpeak like a pirate."
    assert own_instructions(["Answer in plain text, like a pirate."]) == ["Answer in plain text, like a pirate."]


async def test_home_assistants_own_rules_and_its_list_are_not_repeated():
    prompt = await prompt_of(system(area="Bedroom"), user("it is pitch dark"))
    text = str(prompt.messages)
    assert "Static Context" not in text
    assert "generic commands" not in text
    assert "The user is in: Bedroom" in text
    assert "Kettle" not in text


async def test_equal_requests_make_equal_bytes():
    assert msgspec.json.encode(await prompt_of(DARK)) == msgspec.json.encode(await prompt_of(DARK))


async def test_the_order_in_which_tools_are_offered_does_not_show():
    assert msgspec.json.encode(await prompt_of(DARK)) == msgspec.json.encode(await prompt_of(DARK, tools=TOOLS[::-1]))
    assert names(await prompt_of(DARK)) == sorted(names(await prompt_of(DARK)))


async def test_the_clock_is_not_in_the_prefix_and_all_but_the_clock_is_the_same():
    early, late = [await prompt_of(system(time=CLOCK.format(second)), DARK) for second in (1, 9)]
    assert prefix(early) == prefix(late)
    before = [prompt.messages[-1]["content"].partition("Current time is ")[0] for prompt in (early, late)]
    assert before[0] == before[1] != ""
    assert "10:00:01" in early.messages[-1]["content"]


async def test_another_request_to_the_same_home_shares_its_beginning():
    one, other = await prompt_of(DARK), await prompt_of(user("a bit chilly in the living room"))
    assert one.messages[0] == other.messages[0]


async def test_the_rounds_of_a_turn_share_all_that_came_before():
    first = await prompt_of(DARK)
    call, answer = called("intent__HassTurnOn", name="Wardrobe"), result('{"error": "MatchFailedError"}')
    second = await prompt_of(DARK, call, answer)
    third = await prompt_of(DARK, call, answer, called("light__HassLightSet", "c2", name="Wardrobe"), result("{}", "c2"))
    assert first.tools == second.tools == third.tools
    assert second.messages[: len(first.messages)] == first.messages
    assert third.messages[: len(second.messages)] == second.messages


async def test_the_current_turn_stays_whole():
    live = result(json.dumps({"result": "Live Context: " + "x" * 20_000}))
    prompt = await prompt_of(DARK, called("homeassistant__GetLiveContext"), live)
    assert [message["role"] for message in prompt.messages] == ["system", "user", "assistant", "tool"]
    assert prompt.messages[-1]["content"] == live["content"]


async def test_candidates_are_listed_with_what_tells_them_apart():
    turn = await chosen(user("make the bedside lamp cosier"))
    assert turn.selection is not None
    content = (await prompt_of(user("make the bedside lamp cosier"))).messages[-1]["content"]
    assert "Bedroom: Bedside Lamp (light)" in content
    assert "Guest Room: Bedside Lamp (light)" in content


async def test_a_question_is_told_to_change_nothing():
    prompt = await prompt_of(user("why is it so cold in the bedroom"))
    assert prompt.messages[0]["content"].startswith(prompt_texts("en").question)
    assert names(prompt) == ["homeassistant__GetLiveContext"]


async def test_options_are_passed_on():
    options = {"temperature": 0.7, "top_p": 0.9, "tool_choice": "auto", "parallel_tool_calls": False}
    prompt = await prompt_of(DARK, max_tokens=100, max_completion_tokens=50, response_format={"type": "text"}, **options)
    assert prompt.options == {**options, "max_tokens": 50, "response_format": {"type": "text"}}


@pytest.mark.parametrize(("able", "fields"), [(Capabilities(tools=False), {}), (Capabilities(), {"tool_choice": "none"})])
async def test_who_must_not_or_cannot_call_gets_no_tools(able, fields):
    prompt = await prompt_of(DARK, able=able, parallel_tool_calls=True, **fields)
    assert (prompt.tools, prompt.options) == ([], {})
    assert "Wardrobe" in prompt.messages[-1]["content"]


async def test_a_demanded_tool_is_offered_alone():
    prompt = await prompt_of(DARK, tool_choice={"type": "function", "function": {"name": "vacuum__HassVacuumStart"}})
    assert names(prompt) == ["vacuum__HassVacuumStart"]
    assert prompt.options == {"tool_choice": "required"}


async def test_a_client_that_wants_json_is_told_nothing_against_it():
    wanted = {"type": "json_schema", "json_schema": {"name": "x", "schema": {"type": "object"}}}
    prompt = await prompt_of(user("give me a greeting"), response_format=wanted, tools=[])
    assert prompt.messages[0]["content"].startswith(prompt_texts("en").structured)
    assert prompt.options["response_format"] == wanted


METER = {
    "type": "json_schema",
    "json_schema": {
        "name": "meter",
        "schema": {"type": "object", "properties": {"value": {"type": "number"}}, "required": ["value"]},
    },
}
READ = called("homeassistant__GetLiveContext", name="Ceiling Light")


async def test_a_client_that_wants_json_of_the_house_can_have_it_read_first():
    """A grammar for the answer would leave no way to call a tool: it is set once nothing is left but to answer."""
    ask = user("return the state of the ceiling light")
    first = await prompt_of(ask, response_format=METER)
    assert "homeassistant__GetLiveContext" in names(first)
    assert not [name for name in names(first) if "HassTurn" in name]
    assert "response_format" not in first.options
    assert json.dumps(METER["json_schema"]["schema"]) in first.messages[0]["content"]
    then = await prompt_of(ask, READ, result("on"), response_format=METER)
    assert then.tools == []
    assert then.options["response_format"] == METER
    assert json.dumps(METER["json_schema"]["schema"]) not in then.messages[0]["content"]


async def test_a_backend_without_grammars_is_told_the_format():
    prompt = await prompt_of(user("give me a greeting"), response_format=METER, tools=[], able=Capabilities(json_schema=False))
    assert json.dumps(METER["json_schema"]["schema"]) in prompt.messages[0]["content"]
    assert "response_format" not in prompt.options
    either = {"type": "json_object"}
    prompt = await prompt_of(user("give me a greeting"), response_format=either, tools=[], able=Capabilities(json_schema=False))
    assert '{"type": "object"}' in prompt.messages[0]["content"]


async def test_the_picture_of_this_turn_is_shown_and_an_older_one_is_not():
    seen = {"role": "user", "content": [{"type": "text", "text": "What is this?"}, PICTURE]}
    prompt = await prompt_of(seen, able=Capabilities(images=True), tools=[])
    assert prompt.messages[0]["content"].startswith(prompt_texts("en").image)
    assert prompt.messages[-1]["content"][-1] == PICTURE
    later = await prompt_of(seen, said("A cat."), user("tell me more about it"), able=Capabilities(images=True))
    assert PICTURE not in [
        part for message in later.messages if isinstance(message["content"], list) for part in message["content"]
    ]
    assert "[image]" in str(later.messages)


async def test_a_home_without_entities_has_no_list():
    prompt = await prompt_of(system({}), user("it is pitch dark"))
    assert prompt.messages[-1] == user("it is pitch dark")
    assert HOME
