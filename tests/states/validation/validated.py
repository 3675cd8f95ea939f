"""The tests' language for a model's output: a house, a sentence, what the model said, and what Home Assistant gets."""

import json
from asyncio import Queue
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from ha_assist.adapters.backends.protocol import CallPiece, Finish, TextPiece
from ha_assist.adapters.home_assistant.names import named
from ha_assist.adapters.home_assistant.tools import offered_tools
from ha_assist.adapters.home_assistant.types import Area, Entity, House, OfferedTool
from ha_assist.adapters.openai.wire import ChatRequest, FunctionCall, Message, Tool, ToolCall
from ha_assist.adapters.settings import Settings
from ha_assist.machine.promises import EXIT, broken
from ha_assist.machine.states import State
from ha_assist.machine.turn import Turn
from ha_assist.states.services import Services
from ha_assist.states.validate import validate

REQUESTS = Path(__file__).parents[2] / "requests"
SERVICES = Services(Settings())
Call = tuple[str, dict[str, Any]]
ON, OFF, LIGHT, POSITION = "HassTurnOn", "HassTurnOff", "HassLightSet", "HassSetPosition"
TEMPERATURE, LIVE = "HassClimateSetTemperature", "GetLiveContext"

_TEXT, _WHOLE = {"type": "string"}, {"type": "integer"}


def home(rooms: Mapping[str, Sequence[str]]) -> House:
    """The house that ``rooms`` tells of: ``{"Kitchen": ["light: Lamp, Alias", "cover/blind: Blind"], "": [...]}``."""
    entities = []
    for area, things in rooms.items():
        for thing in things:
            domain, _, names = thing.partition(": ")
            domain, _, device_class = domain.partition("/")
            attributes = {"device_class": device_class} if device_class else {}
            entities.append(Entity(named(names), domain, area=named(area) if area else None, attributes=attributes))
    return House(tuple(entities), tuple(Area(named(area)) for area in rooms if area), listed=True)


def tool(name: str, properties: dict[str, Any], *required: str, description: str = "") -> dict[str, Any]:
    """A tool as it stands in a request."""
    parameters = {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


@cache
def tools() -> tuple[OfferedTool, ...]:
    """What Home Assistant offers to a house that has everything, and two scripts."""
    with (REQUESTS / "ha-2026.10-llama_cpp.jsonl").open(encoding="utf-8") as lines:
        captured = json.loads(next(lines))["body"]["tools"]
    length = {"hours": _WHOLE, "minutes": _WHOLE, "seconds": _WHOLE, "name": _TEXT, "conversation_command": _TEXT}
    more = [
        tool("todo__HassListAddItem", {"item": _TEXT, "name": _TEXT}, "item", "name"),
        tool("intent__HassStartTimer", length),
        tool("intent__HassBroadcast", {"message": _TEXT}, "message"),
        tool("script__speak_text", {"text": _TEXT}, "text", description="Reads a text to you"),
        tool("script__unlock_gate", {}, description="Garden Gate"),
    ]
    return offered_tools(msgspec.convert([*captured, *more], list[Tool]))


HOUSE = home(
    {
        "Kitchen": ["light: Ceiling Light", "light: Counter Lamp", "switch: Kettle", "cover/blind: Blind", "climate: Radiator"],
        "Living Room": ["light: Desk Lamp", "light: Floor Lamp, Big Lamp", "media_player/tv: TV", "fan: Fan"],
        "Garage": ["cover/garage: Garage Door", "lock: Front Door"],
        "": ["switch: Aquarium Pump", "scene: Movie Night"],
    }
)


async def said(
    sentence: str,
    *calls: Call | str,
    text: str = "",
    at: str | None = None,
    house: House = HOUSE,
    languages: tuple[str, ...] = ("en",),
    history: Sequence[Message] = (),
    stream: bool = False,
    **fields: Any,
) -> Turn:
    """The user says ``sentence``, and a model answers with ``text`` and ``calls`` (by HA's own names for the tools)."""
    request = msgspec.convert({"model": "HA-Assist", "messages": [{"role": "user", "content": sentence}], **fields}, ChatRequest)
    turn = Turn(b"", stream=Queue() if stream else None, request=request, languages=languages, model="m")
    turn.house = msgspec.structs.replace(house, satellite_area=at)
    turn.tools, turn.sentence, turn.history = tools(), sentence, tuple(history)
    turn.permit.spend()
    offered = {tool.intent or tool.name: tool.name for tool in turn.tools}
    turn.pieces = [TextPiece(text)] if text else []
    for call in calls:
        name, arguments = call if isinstance(call, tuple) else (call, "{}")
        turn.pieces.append(CallPiece(ToolCall(FunctionCall(offered.get(name, name), arguments))))
    turn.pieces.append(Finish())
    await validate(turn, SERVICES)
    assert broken(EXIT[State.VALIDATE], turn) is None
    return turn


def sent(turn: Turn) -> list[Call]:
    """The calls that Home Assistant gets, by its own names for the tools."""
    assert turn.answer is not None
    intents = {tool.name: tool.intent or tool.name for tool in turn.tools}
    return [(intents[call.function.name], json.loads(str(call.function.arguments))) for call in turn.answer.calls]


def told(turn: Turn) -> str:
    assert turn.answer is not None
    return turn.answer.text or ""


def reason(turn: Turn) -> str | None:
    return turn.metrics["ha_validation"]["reason"]
