"""The state ``deterministic``: from a Turn to a plan, with what was understood."""

from typing import Any

import msgspec
import pytest
from ha_assist.adapters.home_assistant.types import House
from ha_assist.adapters.intents.replies import reply
from ha_assist.adapters.openai.wire import ChatRequest, FunctionCall, Message, ToolCall
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Calls, Reply, Turn
from ha_assist.states.deterministic.handler import deterministic
from ha_assist.states.services import Services
from told import MILL, MORE, Expected, asking, call, heats, house, named_calls, off, on, shines, within

DONE = '{"response_type": "action_done", "data": {"success": [], "failed": []}}'


async def planned(sentence: str, home: House = MILL, *, parallel: bool | None = None, history: tuple[Message, ...] = (),
                  languages: tuple[str, ...] = ("en",), **chosen: Any) -> Turn:  # fmt: skip
    turn = Turn(
        body=b"",
        request=ChatRequest("HA-Assist", [Message("user", sentence)], parallel_tool_calls=parallel),
        house=home,
        tools=MORE,
        sentence=sentence,
        history=history,
        languages=languages,
    )
    await deterministic(turn, Services(Settings(settings=Assist(**chosen))))
    return turn


def made(turn: Turn) -> list[Expected]:
    assert isinstance(turn.plan, Calls)
    return named_calls(turn.plan.calls, MORE)


def later(turn: Turn) -> list[Expected]:
    assert isinstance(turn.plan, Calls)
    return named_calls(turn.plan.later, MORE)


TWO = "turn on the desk lamp and close the garage door"


@pytest.mark.parametrize("parallel", [None, True])
async def test_all_calls_at_once(parallel: bool | None) -> None:
    turn = await planned(TWO, parallel=parallel)
    assert made(turn) == [on("light", "Desk Lamp"), off("cover", "Garage Door")]
    assert later(turn) == []


async def test_one_call_a_round_for_a_client_without_parallel_calls() -> None:
    turn = await planned(TWO, parallel=False)
    assert made(turn) == [on("light", "Desk Lamp")]
    assert later(turn) == [off("cover", "Garage Door")]


async def test_what_the_reader_does_not_know_the_official_grammar_may() -> None:
    turn = await planned("set a timer for 5 minutes")
    assert made(turn) == [call("HassStartTimer", minutes=5)]
    assert turn.recognition.recogniser == "hassil"
    assert turn.recognition.language == "en"


async def test_what_was_understood_is_kept_with_its_evidence() -> None:
    turn = await planned("set the piamo light to 30 percent")
    known = turn.recognition
    assert made(turn) == [shines("Piano Light", brightness=30)]
    assert (known.request, known.recogniser, known.language) == ("set the piamo light to 30 percent", "reader", "en")
    assert known.intent == "light__HassLightSet"
    assert known.slots == {"name": "Piano Light", "domain": ["light"], "brightness": 30}
    assert [(evidence.kind, evidence.found) for evidence in known.evidence if evidence.kind == "repaired"] == [
        ("repaired", "Piano Light")
    ]
    assert known.reason is None


async def test_languages_are_tried_in_their_order() -> None:
    assert made(await planned("Desk Lamp aus", languages=("en", "de"))) == [off("light", "Desk Lamp")]
    assert (await planned("Desk Lamp aus", languages=("en", "de"))).recognition.language == "de"
    assert (await planned("Desk Lamp aus", languages=("en",))).plan is None


async def test_a_question_back_is_in_the_language_of_the_turn() -> None:
    asked = (await planned("turn on the bedside lamp")).plan
    names = "Bedside Lamp (Bedroom), Bedside Lamp (Nursery)"
    assert asked == Reply(reply("ambiguous", ["en"], candidates=names), kind="question")
    asked = (await planned("schalte die Bedside Lamp ein", languages=("de",))).plan
    assert asked == Reply(reply("ambiguous", ["de"], candidates=names), kind="question")


@pytest.mark.parametrize(
    ("sentence", "key", "values"),
    [
        ("close the blinds", "which_area", {"candidates": "Kitchen, Living Room"}),
        ("turn off the tv in the bedroom", "none_there", {"said": "tv", "place": "Bedroom"}),
        ("turn on the lights in the ballroom", "unknown_area", {"place": "ballroom"}),
        ("turn on the ballroom lights", "unknown_thing", {"said": "ballroom lights"}),
    ],
)
async def test_every_question_has_its_words(sentence: str, key: str, values: dict[str, str]) -> None:
    turn = await planned(sentence)
    assert turn.plan == Reply(reply(key, ["en"], **values), kind="question")
    assert turn.recognition.reason == key


@pytest.mark.parametrize("sentence", ["turn on the flux capacitor", "tell me a joke", "don't turn on the desk lamp"])
async def test_the_rest_is_left_to_a_model(sentence: str) -> None:
    turn = await planned(sentence)
    assert turn.plan is None
    assert turn.recognition.recogniser is None
    assert turn.recognition.reason is not None


async def test_without_a_model_an_unknown_thing_is_told() -> None:
    sentence = "turn on the crystal lamp"
    told = (await planned(sentence)).plan
    assert told == Reply(reply("unclear_thing", ["en"], said="crystal lamp"), kind="question")
    assert (await planned(sentence, ha_assist_text_model="some-model")).plan is None


async def test_the_settings_of_repair_are_obeyed() -> None:
    sentence = "turn on the piamo light"
    assert isinstance((await planned(sentence)).plan, Calls)
    assert not isinstance((await planned(sentence, ha_assist_fuzzy_enabled=False)).plan, Calls)
    assert not isinstance((await planned(sentence, ha_assist_fuzzy_threshold=99)).plan, Calls)
    opening = "open the garge door"
    assert not isinstance((await planned(opening)).plan, Calls)
    assert isinstance((await planned(opening, ha_assist_exact_for_risky=False)).plan, Calls)


async def test_a_follow_up_comes_from_the_history() -> None:
    history = (
        Message("user", "turn on the desk lamp"),
        asking(on("light", "Desk Lamp"), tools=MORE),
        Message("tool", DONE, tool_call_id="0"),
        Message("assistant", "Done."),
    )
    assert made(await planned("turn it off again", history=history)) == [off("light", "Desk Lamp")]
    assert not isinstance((await planned("turn it off again")).plan, Calls)


async def test_the_room_of_the_speaker_is_part_of_the_request() -> None:
    assert made(await planned("set the temperature to 19", within(MILL, "Bedroom"))) == [heats(19, "Bedroom Thermostat")]


async def test_a_name_that_answers_our_question_does_not_turn_the_thing_on() -> None:
    history = (
        Message("user", "turn off the lamp in the study"),
        Message("assistant", "Which one do you mean: Desk Lamp, Standard Lamp?"),
    )
    turn = await planned("the desk lamp", history=history)
    assert not isinstance(turn.plan, Calls) or made(turn) == [off("light", "Desk Lamp")]


@pytest.mark.parametrize(
    "following",
    [
        [Message("tool", DONE, tool_call_id="0")],
        [
            Message("assistant", tool_calls=[ToolCall(FunctionCall("GetLiveContext"), id="0")]),
            Message("tool", "...", tool_call_id="0"),
        ],
    ],
    ids=["a result without its call", "something was read"],
)
async def test_a_command_is_not_begun_again_where_its_calls_may_have_been_cut_out(following: list[Message]) -> None:
    turn = Turn(
        body=b"",
        request=ChatRequest("HA-Assist", [Message("user", TWO), *following]),
        house=MILL,
        tools=MORE,
        sentence=TWO,
        languages=("en",),
    )
    await deterministic(turn, Services(Settings()))
    assert turn.plan is None


async def test_more_calls_than_rounds_are_not_begun_one_by_one() -> None:
    rooms = {"Den": [f"light: Spot {number}" for number in range(1, 11)]}
    sentence = "turn on " + " and ".join(f"spot {number}" for number in range(1, 11))
    assert len(made(await planned(sentence, house(rooms)))) == 10
    assert (await planned(sentence, house(rooms), parallel=False)).plan is None


@pytest.mark.parametrize("sentence", ["turn off the desk lamp in 10 minutes", "please turn off the desk lamp in 10 minutes"])
async def test_what_is_to_be_done_later_is_left_to_a_timer_where_there_is_one(sentence: str) -> None:
    assert made(await planned("turn off the desk lamp in 10 minutes")) == [
        call("HassStartTimer", minutes=10, conversation_command="turn off the desk lamp")
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "turn off the flurble in 10 minutes",
        "cook the pasta in 10 minutes",
        "don't turn off the desk lamp in 10 minutes",
        "turn off the desk lamp in 10 minutes if it is dark",
        "I turned off the desk lamp 10 minutes ago",
    ],
)
async def test_only_what_can_be_understood_now_is_done_later(sentence: str) -> None:
    assert (await planned(sentence)).plan is None


async def test_without_timers_nothing_is_done_later() -> None:
    home = msgspec.structs.replace(MILL, timers=False)
    assert (await planned("turn off the desk lamp in 10 minutes", home)).plan is None


async def test_what_nobody_says_in_one_breath_is_not_read() -> None:
    long = await planned("turn off the desk lamp and " * 800)
    assert long.plan is None
    assert long.recognition is not None
    assert (long.recognition.reason, long.recognition.recogniser) == ("long", None)
