"""Questions that Home Assistant's own tools answer: a whole turn, round by round, as the machine goes through it."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from asked import decided, turn_of
from ha_assist.adapters.home_assistant.results import parse_result
from ha_assist.adapters.home_assistant.tools import offered_tools
from ha_assist.adapters.home_assistant.types import House, OfferedTool
from ha_assist.adapters.openai.wire import FunctionCall, ToolCall
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.guards import results_of_an_action_at_the_end
from ha_assist.machine.turn import Exchange, Read, Reply
from ha_assist.states.services import Services
from ha_assist.states.verify import verify
from told import GRAMMARS, function

SERVICES = Services(Settings(settings=Assist(ha_assist_text_model="some-model", ha_assist_verify_delay=0)), GRAMMARS)
MOST_ROUNDS = 10
CLOCK = {"date": "2026-11-30", "time": "17:43:42", "timezone": "CET", "weekday": "Monday"}
"""A Monday."""


def lists(*names: str) -> OfferedTool:
    """The tool for to-do lists, as Home Assistant offers it since 2025."""
    status = {"type": "string", "enum": ["needs_action", "completed", "all"], "default": "needs_action"}
    properties = {"todo_list": {"type": "string", "enum": list(names)}, "status": status}
    return offered_tools([function("todo__get_items", properties, ["todo_list"])])[0]


def calendars(*names: str) -> OfferedTool:
    """The tool for calendars."""
    properties = {
        "calendar": {"type": "string", "enum": list(names)},
        "range": {"type": "string", "enum": ["today", "week"]},
    }
    return offered_tools([function("calendar_get_events", properties, ["calendar", "range"])])[0]


def clock() -> OfferedTool:
    """The tool for date and time."""
    return offered_tools([function("llm__GetDateTime", {})])[0]


def timers() -> OfferedTool:
    """The tool for timers, on a device that has them."""
    number = {"type": "integer", "minimum": 0}
    properties = {"start_hours": number, "start_minutes": number, "start_seconds": number}
    properties |= {"name": {"type": "string"}, "area": {"type": "string"}}
    return offered_tools([function("intent__HassTimerStatus", properties)])[0]


@dataclass(frozen=True)
class Told:
    """What a turn came to: the answer (None if it is left to a model), and the calls that were made for it."""

    text: str | None
    calls: tuple[tuple[str, dict[str, Any]], ...]


def told(sentence: str, tools: tuple[OfferedTool, ...], results: Mapping[str, Any], house: House, language: str = "en") -> Told:
    """Ask ``sentence`` and go on as long as something is called. ``results`` are those of the tools: by their last argument's
    value where there is one of that name, else by HA's own name for the tool."""
    made: list[Exchange] = []
    for _ in range(MOST_ROUNDS):
        turn = turn_of(sentence, house, tools, (language,), tuple(made))
        if made:
            assert results_of_an_action_at_the_end(turn)
            asyncio.run(verify(turn, SERVICES))
        else:
            decided(turn)
        if not isinstance(turn.plan, Read):
            assert turn.plan is None or isinstance(turn.plan, Reply), turn.plan
            return Told(
                turn.plan.text if turn.plan is not None else None,
                tuple((exchange.tool.intent or "", exchange.arguments) for exchange in made if exchange.tool is not None),
            )
        call = turn.plan.call
        tool = next(tool for tool in tools if tool.name == call.tool)
        key = next((str(value) for value in call.arguments.values() if value in results), tool.intent or "")
        content = json.dumps({"data": {"success": True, "result": results[key]}, "error": False})
        made.append(
            Exchange(
                ToolCall(FunctionCall(call.tool, json.dumps(call.arguments)), id="0"), call.arguments, tool, parse_result(content)
            )
        )
    raise AssertionError(f"no end: {made}")
