"""What follows when Home Assistant has answered our calls: the rest of the command, or the words for it."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from ha_assist.adapters.openai.wire import ChatRequest
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Call, Calls, Reply, Turn
from ha_assist.states.classify import classify
from ha_assist.states.services import Services
from ha_assist.states.verify import verify

REQUESTS = Path(__file__).parents[1] / "requests"
CAPTURES = ("ha-2026.10-llama_cpp", "ha-2025.4-chat")
# Without reads of the new state: what the results alone say. How the state is read back is a subject of its own.
SERVICES = Services(Settings(settings=Assist(ha_assist_verify_attempts=0, ha_assist_verify_delay=0)))


@cache
def bodies(capture: str) -> list[dict[str, Any]]:
    with (REQUESTS / f"{capture}.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line)["body"] for line in lines]


async def verified(body: dict[str, Any]) -> Turn:
    turn = Turn(body=b"", request=msgspec.convert(body, ChatRequest))
    await classify(turn, SERVICES)
    await verify(turn, SERVICES)
    return turn


def second_round(capture: str, sentence: str) -> dict[str, Any]:
    """The captured request in which the results of the first calls for a sentence come back."""
    for body in bodies(capture):
        messages = body["messages"]
        last_user = max(place for place, message in enumerate(messages) if message["role"] == "user")
        following = messages[last_user + 1 :]
        if messages[last_user]["content"] == sentence and [m["role"] for m in following if m["role"] != "tool"] == ["assistant"]:
            return body
    raise LookupError(sentence)


@pytest.mark.parametrize("capture", CAPTURES)
@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Turn off the kitchen lights", "Turned off the lights"),
        ("Turn on the lights", "Turned on the lights"),
        ("Turn on the desk lamp", "Turned on the light"),
        ("Turn it off again", "Turned off the light"),
        ("Unlock the front door", "Unlocking"),
        ("Close the patio blind and open the garage door", "Closing. Opening."),
    ],
)
async def test_what_was_done_is_said_in_the_official_words(capture: str, sentence: str, words: str) -> None:
    assert (await verified(second_round(capture, sentence))).plan == Reply(words, kind="done")


@pytest.mark.parametrize("capture", CAPTURES)
async def test_a_failed_action_is_no_success_and_names_what_failed(capture: str) -> None:
    plan = (await verified(second_round(capture, "Turn on the blue lamp"))).plan
    assert isinstance(plan, Reply)
    assert plan.kind == "failed"
    assert "Blue Lamp" in plan.text


# Calls that go one by one.

TWO = "Close the patio blind and open the garage door"


def one_by_one(capture: str, *results: Any) -> dict[str, Any]:
    """The captured command for two things, from a client that takes one call a round: so many of its calls are back."""
    body = json.loads(json.dumps(second_round(capture, TWO)))
    messages = body["messages"]
    asked = next(place for place, message in enumerate(messages) if message.get("tool_calls"))
    made = messages[asked]["tool_calls"]
    rounds: list[dict[str, Any]] = []
    for call, result in zip(made, results, strict=False):
        rounds += [
            {"role": "assistant", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": call["id"], "content": json.dumps(result)},
        ]
    return body | {"messages": [*messages[:asked], *rounds], "parallel_tool_calls": False}


CLOSED = {
    "response_type": "action_done",
    "data": {"success": [{"name": "Patio Blind", "type": "entity", "id": "cover.p"}], "failed": []},
}
OPENED = {
    "response_type": "action_done",
    "data": {"success": [{"name": "Garage Door", "type": "entity", "id": "cover.g"}], "failed": []},
}
REFUSED = {"error": "MatchFailedError", "error_text": "no such thing"}


@pytest.mark.parametrize("capture", CAPTURES)
async def test_the_next_call_follows_when_the_first_is_back(capture: str) -> None:
    turn = await verified(one_by_one(capture, CLOSED))
    turn_on = next(tool.name for tool in turn.tools if tool.intent == "HassTurnOn")
    assert turn.plan == Calls((Call(turn_on, {"name": "Garage Door", "domain": ["cover"]}),))


@pytest.mark.parametrize("capture", CAPTURES)
async def test_when_all_are_back_all_are_told(capture: str) -> None:
    assert (await verified(one_by_one(capture, CLOSED, OPENED))).plan == Reply("Closing. Opening.", kind="done")


@pytest.mark.parametrize("capture", CAPTURES)
async def test_nothing_follows_on_a_failure(capture: str) -> None:
    plan = (await verified(one_by_one(capture, REFUSED))).plan
    assert isinstance(plan, Reply)
    assert plan.kind == "failed"


@pytest.mark.parametrize("capture", CAPTURES)
async def test_partial_failure_tells_of_both(capture: str) -> None:
    plan = (await verified(one_by_one(capture, CLOSED, REFUSED))).plan
    assert isinstance(plan, Reply)
    assert "Closing" in plan.text
    assert "Garage Door" in plan.text


@pytest.mark.parametrize("capture", CAPTURES)
async def test_a_client_that_takes_all_calls_at_once_got_all_of_them(capture: str) -> None:
    body = one_by_one(capture, CLOSED) | {"parallel_tool_calls": None}
    plan = (await verified(body)).plan
    assert isinstance(plan, Reply)


@pytest.mark.parametrize("capture", CAPTURES)
async def test_the_calls_of_another_are_not_continued(capture: str) -> None:
    body = one_by_one(capture, CLOSED)
    call = next(message for message in body["messages"] if message.get("tool_calls"))["tool_calls"][0]
    call["function"]["arguments"] = json.dumps({"name": "Street Blind", "domain": ["cover"]})
    assert not isinstance((await verified(body)).plan, Calls)


@pytest.mark.parametrize("capture", CAPTURES)
async def test_at_its_limit_of_rounds_a_client_gets_words(capture: str) -> None:
    body = one_by_one(capture, CLOSED) | {"tool_choice": "none"}
    assert isinstance((await verified(body)).plan, Reply)
