"""A model that is to sum up what was done must not do it again, and one that has read must not read for ever."""

import json
from typing import Any

import msgspec
import pytest
from ha_assist.adapters.backends.protocol import CallPiece, Finish
from ha_assist.adapters.intents.replies import reply
from ha_assist.adapters.openai.wire import ChatRequest, FunctionCall, ToolCall
from ha_assist.adapters.settings import Settings
from ha_assist.machine.turn import Answer, Turn
from ha_assist.states.classify import classify
from ha_assist.states.services import Services
from ha_assist.states.validate import validate

SERVICES = Services(Settings())
READ, ON, SCRIPT = "GetLiveContext", "HassTurnOn", "check_heating"
SLOTS = {READ: {}, ON: {"name": {"type": "string"}, "domain": {"type": "array"}}, SCRIPT: {"room": {"type": "string"}}}
HOUSE = "Static Context: An overview of the areas and the devices in this smart home:\n- names: Lamp\n  domain: light\n"
LIVE = {"success": True, "result": HOUSE.replace("Static", "Live") + "  state: 'on'\n"}
VALUES = {"success": True, "result": {"flow": 41, "back": 35}}
LAMP = {"name": "Lamp", "domain": ["light"]}
DONE = {
    "response_type": "action_done",
    "data": {"success": [{"name": "Lamp", "type": "entity", "id": "light.lamp"}], "failed": []},
}
Made = tuple[str, dict[str, Any], Any]


async def answered(sentence: str, made: list[Made], *said: tuple[str, dict[str, Any]]) -> Answer:
    """What the client gets of a model's calls after the calls that were ``made`` in this turn."""
    messages: list[Any] = [{"role": "system", "content": HOUSE}, {"role": "user", "content": sentence}]
    for number, (name, arguments, result) in enumerate(made):
        function = {"name": name, "arguments": json.dumps(arguments)}
        messages.append({"role": "assistant", "tool_calls": [{"id": f"c{number}", "type": "function", "function": function}]})
        messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": json.dumps(result)})
    tools = [
        {"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": slots}}}
        for name, slots in SLOTS.items()
    ]
    turn = Turn(b"", request=msgspec.convert({"model": "HA-Assist", "messages": messages, "tools": tools}, ChatRequest))
    await classify(turn, SERVICES)
    turn.permit.spend()
    turn.pieces = [CallPiece(ToolCall(FunctionCall(name, json.dumps(arguments)))) for name, arguments in said] + [Finish()]
    await validate(turn, SERVICES)
    assert turn.answer is not None
    return turn.answer


@pytest.mark.parametrize(
    ("made", "words"),
    [
        ((SCRIPT, {}, VALUES), "flow: 41, back: 35"),
        ((SCRIPT, {"room": "Den"}, VALUES), "flow: 41, back: 35"),
        ((SCRIPT, {}, {"error": "HomeAssistantError", "error_text": "timeout"}), reply("failed_altogether", ["en"])),
        ((READ, {}, LIVE), reply("empty_answer", ["en"])),
    ],
)
async def test_what_was_called_is_told_instead_of_being_called_again(made: Made, words: str) -> None:
    answer = await answered("Run check heating", [made], made[:2])
    assert (answer.calls, answer.text, answer.finish_reason) == ((), words, "stop")


async def test_what_is_new_is_called() -> None:
    answer = await answered("Turn on the lamp", [(READ, {}, LIVE)], (READ, {}), (ON, LAMP))
    assert [call.function.name for call in answer.calls] == [ON]


async def test_what_was_read_before_a_deed_may_be_read_after_it() -> None:
    answer = await answered("Is the lamp on?", [(READ, {}, LIVE), (ON, LAMP, DONE)], (READ, {}))
    assert [call.function.name for call in answer.calls] == [READ]
