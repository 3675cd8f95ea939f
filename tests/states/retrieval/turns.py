"""Turns for tests: a home in a few lines, what was said in it before and now, and what a model gets of it."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import yaml
from ha_assist.adapters.backends.protocol import Capabilities, Prompt
from ha_assist.adapters.embeddings.store import Embeddings
from ha_assist.adapters.openai.wire import ChatRequest
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Turn
from ha_assist.states.classify import classify
from ha_assist.states.prompt.build import build
from ha_assist.states.retrieval.select import select
from ha_assist.states.services import Services

CAPTURE = Path(__file__).parents[2] / "requests" / "ha-2026.10-llama_cpp.jsonl"
TOOLS: list[dict[str, Any]] = max(
    (json.loads(line)["body"].get("tools") or [] for line in CAPTURE.read_text(encoding="utf-8").splitlines()), key=len
)
"""The tools that Home Assistant 2026.10 offers."""

HOME = {
    "Kitchen": ["light: Ceiling Light", "light: Counter Light", "switch: Kettle", "sensor: Kitchen Temperature"],
    "Living Room": ["light: Floor Lamp, Reading Light", "media_player: Television", "climate: Radiator", "cover: Street Blind"],
    "Bedroom": ["light: Bedside Lamp", "fan: Bedroom Fan", "cover: Bedroom Blind", "light: Wardrobe"],
    "Guest Room": ["light: Bedside Lamp", "sensor: Guest Humidity"],
    "Hallway": ["lock: Front Door", "light: Hallway Spots", "binary_sensor: Front Door Contact"],
    "": ["vacuum: Rover"],
}
Rooms = Mapping[str, Sequence[str]]


def system(rooms: Rooms = HOME, *, area: str | None = None, before: str = "Be kind.", time: str = "") -> dict[str, Any]:
    """The system message of a home, with the custom instructions ``before``; ``area`` is the satellite's."""
    listed = [
        {"names": names, "domain": domain, **({"areas": room} if room else {})}
        for room, things in rooms.items()
        for domain, names in (thing.split(": ") for thing in things)
    ]
    text = (
        f"{time}{before}\nStatic Context: An overview of the areas and the devices in this smart home:\n{yaml.safe_dump(listed)}"
    )
    if area is not None:
        text += f"\nYou are in area {area} and all generic commands like 'turn on the lights' should target this area.\n"
    return {"role": "system", "content": text}


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def said(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def called(tool: str, id: str = "c1", **arguments: Any) -> dict[str, Any]:
    function = {"name": tool, "arguments": json.dumps(arguments)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": id, "type": "function", "function": function}]}


def result(
    text: str = '{"response_type": "action_done", "data": {"success": [], "failed": []}}', id: str = "c1"
) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id, "content": text}


async def turn_of(*messages: dict[str, Any], languages: Sequence[str] = ("en",), **fields: Any) -> Turn:
    """The Turn of a request, up to ``classify``. A system message with HOME is put in front if there is none."""
    if messages[0]["role"] != "system":
        messages = (system(), *messages)
    body = msgspec.json.encode({"model": "HA-Assist", "messages": messages, "tools": TOOLS, **fields})
    turn = Turn(body, request=msgspec.json.decode(body, type=ChatRequest))
    await classify(turn, Services(Settings(settings=Assist(ha_assist_languages=tuple(languages)))))
    return turn


async def chosen(*messages: dict[str, Any], embeddings: Embeddings | None = None, **fields: Any) -> Turn:
    """The Turn with its selection."""
    turn = await turn_of(*messages, **fields)
    turn.selection = select(turn, embeddings or Embeddings())
    return turn


async def prompt_of(*messages: dict[str, Any], able: Capabilities | None = None, **fields: Any) -> Prompt:
    """The prompt that a model gets."""
    turn = await chosen(*messages, **fields)
    assert turn.request is not None
    assert turn.selection is not None
    return build(turn, turn.request, turn.selection, able or Capabilities())


def entities(turn: Turn) -> set[str]:
    """The names of the entities that are kept, with their areas where several have the name."""
    assert turn.selection is not None
    found = (turn.house.entities[kept.item] for kept in turn.selection.entities)
    return {f"{entity.names.display}, {entity.area.display}" if entity.area else entity.names.display for entity in found}


def tools(turn: Turn) -> set[str]:
    """HA's names of the tools that are kept."""
    assert turn.selection is not None
    return {turn.tools[kept.item].intent or turn.tools[kept.item].name for kept in turn.selection.tools}
