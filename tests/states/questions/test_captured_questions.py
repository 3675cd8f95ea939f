"""Questions through the whole machine, with the requests and the live data that Home Assistant really sent."""

import asyncio
import json
from functools import cache
from typing import Any

import pytest
from asked import SERVICES, Home
from ha_assist.adapters.home_assistant.results import parse_result
from ha_assist.adapters.home_assistant.types import House, LiveContextResult
from ha_assist.adapters.intents.replies import reply
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import State
from ha_assist.machine.turn import Turn
from ha_assist.states.registry import handlers
from told import REQUESTS

Json = dict[str, Any]
OLD, NEW = "ha-2025.4-chat", "ha-2026.10-llama_cpp"
MOST_ROUNDS = 4
WHEN = {"date": "2026-11-30", "time": "17:43:42", "timezone": "CET", "weekday": "Monday"}


@cache
def captured(capture: str) -> tuple[Json, str]:
    """A first request, and the fullest live context that was read."""
    lines = (REQUESTS / f"{capture}.jsonl").read_text(encoding="utf-8").splitlines()
    bodies = [json.loads(line)["body"] for line in lines]
    read = [message["content"] for body in bodies for message in body["messages"] if message["role"] == "tool"]
    return bodies[0], max(read, key=len)


def executed(capture: str, name: str, arguments: Json) -> str:
    """What Home Assistant answers: all that was captured, or the part of it that a filter keeps."""
    if name.endswith("GetDateTime"):
        return json.dumps({"data": WHEN, "error": False})
    assert name.endswith("GetLiveContext")
    content = captured(capture)[1]
    if not arguments:
        return content
    everything = parse_result(content)
    assert isinstance(everything, LiveContextResult)
    return Home(House(everything.entities)).read(arguments)


def talk(capture: str, sentence: str, *, limit: int = MOST_ROUNDS, **request: Any) -> tuple[list[Json], str]:
    """The arguments of every read, and the answer. At its ``limit`` of rounds, the client forbids tools."""
    body, _ = captured(capture)
    messages = [body["messages"][0], {"role": "user", "content": sentence}]
    reads: list[Json] = []
    for round_ in range(MOST_ROUNDS):
        last = {"tool_choice": "none"} if round_ >= limit else {}
        sent = body | {"messages": messages} | last | request
        turn = asyncio.run(Runner(handlers(SERVICES_WITHOUT_MODEL, {})).run(Turn(json.dumps(sent).encode())))
        assert turn.state is State.ANSWERED, turn.failure or turn.refusal
        assert not turn.permit.spent
        assert turn.answer is not None
        if not turn.answer.calls:
            return reads, turn.answer.text or ""
        (call,) = turn.answer.calls
        arguments = json.loads(str(call.function.arguments))
        reads.append(arguments)
        function = {"name": call.function.name, "arguments": json.dumps(arguments)}
        messages += [
            {"role": "assistant", "content": None, "tool_calls": [{"id": call.id, "type": "function", "function": function}]},
            {"role": "tool", "tool_call_id": call.id, "content": executed(capture, call.function.name, arguments)},
        ]
    raise AssertionError("no answer")


SERVICES_WITHOUT_MODEL = type(SERVICES)(type(SERVICES.settings)(), SERVICES.grammars)

# The question, the filter of today's tool, and the answers in 2025 and today: the names are other ones.
TALKS: list[tuple[str, Json, str, str]] = [
    ("Is the front door locked?", {"name": "Front Door", "domain": ["lock"]}, "Yes", "Yes"),
    ("Is the front door open?", {"name": "Front Door Contact", "domain": ["binary_sensor"]}, "No, closed", "No, closed"),
    ("Is the garage door open?", {"name": "Garage Door", "domain": ["cover"]}, "No, closed", "No, closed"),
    ("Is Rover docked?", {"name": "Rover", "domain": ["vacuum"]}, "Yes", "Yes"),
    ("Is the desk lamp on?", {"name": "Desk Lamp", "domain": ["light"]}, "Yes", "Yes"),
    (
        "Which lights are on?",
        {"domain": ["light", "switch"]},
        "Counter Light, Desk Lamp, Floor Lamp and Mirror Light",
        "Bathroom Mirror Mirror Light, Desk Lamp and Reading Light",
    ),
    ("How many lights are on?", {"domain": ["light", "switch"]}, "4", "3"),
    ("Are any lights on in the kitchen?", {"area": "Kitchen", "domain": ["light"]}, "Yes, Counter Light", "No"),
    (
        "Are the blinds in the living room open?",
        {"area": "Living Room", "domain": ["cover"]},
        "Yes, Patio Blind",
        "Yes, Patio Blind",
    ),
    (
        "How bright is the reading light?",
        {"name": "Reading Light", "domain": ["light"]},
        "Floor Lamp is 78 %",
        "Reading Light is 78 %",
    ),
    (
        "What is the temperature in the office?",
        {"area": "Office", "domain": ["sensor"]},
        "Office Temperature is 23.1 °C",
        "Office Climate Sensor Office Temperature is 23.1 °C",
    ),
    (
        "How humid is it in the office?",
        {"area": "Office", "domain": ["sensor"]},
        "Office Humidity is 46 %",
        "Office Climate Sensor Office Humidity is 46 %",
    ),
    (
        "What is the front door battery?",
        {"name": "Front Door Battery", "domain": ["sensor"]},
        "Front Door Battery is 81 %",
        "Front Door Battery is 81 %",
    ),
    (
        "How loud is the television?",
        {"name": "Television", "domain": ["media_player"]},
        "Television is 30 %",
        "Television is 30 %",
    ),
    (
        "How warm is it in the lounge?",
        {"name": "Radiator Living Room Radiator", "domain": ["climate"]},
        "Radiator is 20.5",
        "Radiator Living Room Radiator is 20.5",
    ),
    (
        "What is the radiator set to?",
        {"name": "Radiator Living Room Radiator", "domain": ["climate"]},
        "Radiator is 22",
        "Radiator Living Room Radiator is 22",
    ),
]


@pytest.mark.parametrize(("sentence", "read", "old", "new"), TALKS, ids=[sentence for sentence, *_ in TALKS])
def test_two_exchanges_and_no_model(sentence: str, read: Json, old: str, new: str) -> None:
    assert talk(OLD, sentence) == ([{}], old)
    assert talk(NEW, sentence) == ([read], new)


@pytest.mark.parametrize("capture", [OLD, NEW])
def test_what_there_is_needs_one_exchange(capture: str) -> None:
    assert talk(capture, "Do I have lights in the garage?") == ([], "Yes, Workbench Light")


def test_the_time_is_home_assistants() -> None:
    assert talk(OLD, "What time is it?") == ([], "5:43 PM")
    assert talk(NEW, "What time is it?") == ([{}], "5:43 PM")
    assert talk(NEW, "What is the date?") == ([{}], "November 30th, 2026")


@pytest.mark.parametrize("capture", [OLD, NEW])
def test_at_its_limit_of_rounds_the_client_still_gets_the_answer(capture: str) -> None:
    assert talk(capture, "Is the front door locked?", limit=1)[1] == "Yes"


@pytest.mark.parametrize("capture", [OLD, NEW])
def test_where_tools_are_forbidden_nothing_is_read(capture: str) -> None:
    assert talk(capture, "Is the front door locked?", tool_choice="none") == ([], reply("no_model", ["en"]))


@pytest.mark.parametrize("capture", [OLD, NEW])
def test_where_only_actions_are_offered_a_question_does_nothing(capture: str) -> None:
    tools = [tool for tool in captured(capture)[0]["tools"] if tool["function"]["name"].endswith(("HassTurnOn", "HassTurnOff"))]
    assert talk(capture, "Is the desk lamp off?", tools=tools) == ([], reply("no_model", ["en"]))
