"""The language of the tests of questions: a house that shows its states, questions about it, and what is read and said.

A house is told as in ``told.py``, with what it shows behind an equals sign: ``"light: Desk Lamp = on; brightness=128"``. Home
Assistant lists it without states and device classes, and shows both when it is asked; attributes are text, as it gives them.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
import yaml
from ha_assist.adapters.home_assistant.results import parse_result
from ha_assist.adapters.home_assistant.types import Entity, House, Named, OfferedTool
from ha_assist.adapters.openai.wire import ChatRequest, FunctionCall, Message, ToolCall
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Call, Calls, Exchange, Read, Reply, Turn
from ha_assist.states.deterministic.handler import deterministic
from ha_assist.states.services import Services
from told import GRAMMARS, NOW, THEN, house

_HEADER = "Live Context: An overview of the areas and the devices in this smart home:\n"
SERVICES = Services(Settings(settings=Assist(ha_assist_text_model="some-model")), GRAMMARS)
EMPTY = House(listed=True)


@dataclass(frozen=True)
class Home:
    """A house as it is: ``shown`` has states and attributes, as Home Assistant listed everything until 2025."""

    shown: House

    @property
    def listed(self) -> House:
        """What Home Assistant lists in a request."""
        bare = tuple(msgspec.structs.replace(thing, state=None, attributes={}) for thing in self.shown.entities)
        return msgspec.structs.replace(self.shown, entities=bare)

    def read(self, arguments: Mapping[str, Any]) -> str:
        """What GetLiveContext answers."""
        found = [thing for thing in self.shown.entities if _kept(thing, arguments)]
        if not found:
            return json.dumps({"error": f"No exposed entities matched {arguments}"})
        return json.dumps({"data": {"result": live_context(found)}, "error": False})


def live_context(things: Sequence[Entity]) -> str:
    """The text in which Home Assistant shows ``things``."""
    listed = [
        {"names": thing.names.joined, "domain": thing.domain, "state": thing.state}
        | ({"areas": thing.area.joined} if thing.area is not None else {})
        | ({"attributes": thing.attributes} if thing.attributes else {})
        for thing in things
    ]
    return _HEADER + yaml.dump(listed, allow_unicode=True, sort_keys=False, Dumper=yaml.CSafeDumper)


def _kept(thing: Entity, arguments: Mapping[str, Any]) -> bool:
    """Whether a filter keeps a thing: a name or an alias of it, of its area, its domain."""
    domains = arguments.get("domain", thing.domain)
    return (
        _called(thing.names, arguments.get("name"))
        and ("area" not in arguments or (thing.area is not None and _called(thing.area, arguments["area"])))
        and thing.domain in ([domains] if isinstance(domains, str) else domains)
    )


def _called(names: Named, wanted: str | None) -> bool:
    return wanted is None or wanted.casefold() in {name.casefold() for name in names.joined.split(", ")}


def home(rooms: Mapping[str, Sequence[str]], satellite: str | None = None) -> Home:
    """The house that ``rooms`` tells of; the speaker is in ``satellite``."""
    told = house({area: [thing.partition(" = ")[0] for thing in things] for area, things in rooms.items()}, satellite)
    now = [_now(thing) for things in rooms.values() for thing in things]
    shown = tuple(
        msgspec.structs.replace(thing, state=state, attributes=thing.attributes | attributes)
        for thing, (state, attributes) in zip(told.entities, now, strict=True)
    )
    return Home(msgspec.structs.replace(told, entities=shown))


def _now(thing: str) -> tuple[str, dict[str, str]]:
    state, *attributes = thing.partition(" = ")[2].split("; ")
    return state, {name: value for name, _, value in (attribute.partition("=") for attribute in attributes)}


def heard_in(known: Home, satellite: str | None) -> Home:
    """The same house, asked from another room."""
    return Home(msgspec.structs.replace(known.shown, satellite_area=satellite))


@dataclass(frozen=True)
class Heard:
    """What became of a question: the filter of the read, if there was one, and the answer; neither if it is left to a model."""

    text: str | None = None
    read: dict[str, Any] | None = None


def plan(turn: Turn) -> Read | Reply | Calls | None:
    asyncio.run(deterministic(turn, SERVICES))
    return turn.plan


def turn_of(
    sentence: str, listed: House, tools: tuple[OfferedTool, ...], languages: tuple[str, ...], exchanges: tuple[Exchange, ...] = ()
) -> Turn:
    return Turn(
        body=b"",
        request=ChatRequest("HA-Assist", [Message("user", sentence)]),
        house=listed,
        tools=tools,
        sentence=sentence,
        languages=languages,
        exchanges=exchanges,
        has_results=bool(exchanges),
    )


def exchanged(call: Call, content: str, tools: Sequence[OfferedTool]) -> Exchange:
    """A call that Home Assistant has answered with ``content``."""
    made = ToolCall(FunctionCall(call.tool, json.dumps(call.arguments)), id="0")
    tool = next(tool for tool in tools if tool.name == call.tool)
    return Exchange(made, call.arguments, tool, parse_result(content))


def ask(
    sentence: str, known: Home, *, tools: tuple[OfferedTool, ...] = NOW, language: str = "en", listed: House | None = None
) -> Heard:
    """Ask ``sentence``, let Home Assistant answer what is read, and hear the answer."""
    listed, languages = listed or known.listed, (language,)
    first = plan(turn_of(sentence, listed, tools, languages))
    if not isinstance(first, Read):
        return _heard(first, None)
    exchange = exchanged(first.call, known.read(first.call.arguments), tools)
    return _heard(plan(turn_of(sentence, listed, tools, languages, (exchange,))), first.call.arguments)


def _heard(made: Read | Reply | Calls | None, read: dict[str, Any] | None) -> Heard:
    assert made is None or isinstance(made, Reply), f"after {read}: {made}"
    return Heard(made.text if made is not None else None, read)
