"""Requests that need a model, in homes of any size, and whether what they need is in what the model gets."""

import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import yaml
from ha_assist.adapters.home_assistant.types import Entity
from ha_assist.adapters.openai.wire import ChatRequest
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Selection, Turn
from ha_assist.states.classify import classify
from ha_assist.states.deterministic.handler import deterministic
from ha_assist.states.services import Services

HERE = Path(__file__).parent
CAPTURE = HERE.parent / "requests" / "ha-2026.10-llama_cpp.jsonl"
LANGUAGES = ("en", "de", "fr", "es", "it", "nl")
MORE_TOOLS = HERE / "more_tools.json"
AREAS = 5
"""In so many areas of a home each sentence is said."""

_HEADER = "Static Context: An overview of the areas and the devices in this smart home:\n"
_AREA_RULE = "You are in area {} and all generic commands like 'turn on the lights' should target this area.\n"
_NO_AREA = "When a user asks to turn on all devices of a specific type, ask the user to specify an area, unless there is only one"


@dataclass(frozen=True)
class Thing:
    """An entity of a generated home."""

    name: str
    domain: str
    area: str


@dataclass(frozen=True)
class Request:
    """A sentence and what a model needs for it: all of the things, and one of each set of tools. ``body`` is Home Assistant's
    request."""

    sentence: str
    language: str
    things: frozenset[Thing]
    tools: tuple[frozenset[str], ...]
    question: bool
    body: dict[str, Any]


def captured() -> dict[str, Any]:
    """A request as Home Assistant 2026 sends it, with the tools for the kinds of things that the captured home lacks."""
    with CAPTURE.open(encoding="utf-8") as lines:
        body = next(body for body in (json.loads(line)["body"] for line in lines) if body["messages"][0]["role"] == "system")
    return {**body, "tools": [*body["tools"], *json.loads(MORE_TOOLS.read_text(encoding="utf-8"))]}


def home(size: int, data: dict[str, Any]) -> list[Thing]:
    """``size`` things with names of their own: those that are the only ones of their kind, then the same ones in every area."""
    alone = [Thing(name, domain, "") for domain, name in data["alone"]]
    areas = [data["area"].format(side=side, room=room).strip() for side, room in itertools.product(data["sides"], data["rooms"])]
    things = [Thing(f"{area} {name}", domain, area) for area in areas for domain, names in data["things"] for name in names]
    return [*alone, *things][:size]


def requests(size: int, language: str, part: str = "requests", areas: int = AREAS) -> Iterator[Request]:
    """Every sentence of a language, each in so many ``areas`` of a home. ``part`` is ``requests`` or ``held_out``."""
    data = yaml.safe_load((HERE / f"{language}.yaml").read_text(encoding="utf-8"))
    things = home(size, data)
    whole = [area for area, group in itertools.groupby(things, key=lambda thing: thing.area) if len(list(group)) == 15]
    step = max(1, len(whole) // areas)
    template = captured()
    for number, wanted in enumerate(data[part]):
        for area in whole[number % step :: step][:areas]:
            yield _request(wanted, area, things, template, language)


def _request(wanted: dict[str, Any], area: str, things: list[Thing], template: dict[str, Any], language: str) -> Request:
    there = [thing for thing in things if thing.area == area]
    named = next((thing for thing in there if thing.domain == wanted.get("of")), None)
    alone = [thing for thing in things if not thing.area]
    needed = [named] if named is not None else _needs(wanted, there) or _needs(wanted, alone)
    sentence = wanted["say"].format(area=area.lower(), thing=named.name.lower() if named is not None else "")
    return Request(
        sentence=sentence,
        language=language,
        things=frozenset() if wanted.get("only") == "tool" else frozenset(needed),
        tools=tuple(frozenset(name.split("|")) for name in _several(wanted["tool"])),
        question=wanted.get("question", False),
        body=body(template, things, sentence, language, area if wanted.get("here") else None),
    )


def _needs(wanted: dict[str, Any], things: list[Thing]) -> list[Thing]:
    domains = _several(wanted.get("domain", ()))
    return [thing for thing in things if thing.domain in domains and thing.name.endswith(wanted.get("called", ""))]


def _several(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def body(template: dict[str, Any], things: list[Thing], sentence: str, language: str, area: str | None) -> dict[str, Any]:
    """The captured request with another home, another sentence, and a satellite in ``area``."""
    system = template["messages"][0]["content"]
    before, header, rest = system.partition(_HEADER)
    _, gap, after = rest.partition("\n\n")
    text = listed(tuple(things))
    if area is not None:
        kept = [line for line in after.splitlines(keepends=True) if not line.startswith(_NO_AREA)]
        after = "".join([_AREA_RULE.format(area), *kept])
    system = f"{before}{header}{text.rstrip()}{gap}{after}"
    messages = [{"role": "system", "content": system}, {"role": "user", "content": sentence}]
    return {**template, "messages": messages, "language": language, "stream": False}


@lru_cache(4)
def listed(things: tuple[Thing, ...]) -> str:
    """A home as Home Assistant lists it."""
    entries = [{"names": thing.name, "domain": thing.domain} | ({"areas": thing.area} if thing.area else {}) for thing in things]
    return yaml.safe_dump(sorted(entries, key=lambda entry: entry["names"]), sort_keys=False, allow_unicode=True, width=1000)


async def turn_of(body: dict[str, Any], *, derive: bool = False) -> Turn:
    """The Turn of a request, classified; with ``derive``, the deterministic state has tried its hand at it too."""
    services = Services(Settings(settings=Assist(ha_assist_text_model="some", ha_assist_languages=(body["language"],))))
    raw = msgspec.json.encode(body)
    turn = Turn(raw, request=msgspec.json.decode(raw, type=ChatRequest, strict=False))
    await classify(turn, services)
    if derive:
        await deterministic(turn, services)
    return turn


def missing(request: Request, turn: Turn, selection: Selection) -> list[str]:
    """What the request needs and the selection lacks; empty if all is there."""
    kept = {_thing(turn.house.entities[item.item]) for item in selection.entities}
    tools = {turn.tools[item.item].intent for item in selection.tools}
    lacking = sorted(thing.name for thing in request.things - kept)
    return lacking + ["|".join(sorted(wanted)) for wanted in request.tools if wanted.isdisjoint(tools)]


def _thing(entity: Entity) -> Thing:
    return Thing(entity.names.display, entity.domain, entity.area.display if entity.area is not None else "")
