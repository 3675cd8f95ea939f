"""The tests' language: houses in a few lines, the tools that HA really offers, and calls as they are expected.

A house is told as ``{"Living Room, Parlour": ["light: Arc Lamp, Reading Lamp", "cover/blind: Blind"], "": ["vacuum: Dobby"]}``:
areas and names as HA joins them, domains with their device class where HA lists one, "" for what is in no area.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from ha_assist.adapters.home_assistant.names import named
from ha_assist.adapters.home_assistant.tools import offered_tools
from ha_assist.adapters.home_assistant.types import Area, Entity, House, OfferedTool
from ha_assist.adapters.intents.grammars import Grammars
from ha_assist.adapters.intents.vocabulary import Vocabulary, vocabulary
from ha_assist.adapters.openai.wire import FunctionCall, Message, Tool, ToolCall
from ha_assist.machine.turn import Call
from ha_assist.states.deterministic.earlier import Earlier, EarlierCall
from ha_assist.states.deterministic.grammar import recognise
from ha_assist.states.deterministic.mentions import house_index
from ha_assist.states.deterministic.reader import Reading, read
from ha_assist.states.deterministic.repair import RepairSettings
from ha_assist.states.deterministic.targets import Problem

REQUESTS = Path(__file__).parents[2] / "requests"
REPAIR = RepairSettings()
GRAMMARS = Grammars()

# A call as the tests write it: HA's own name of the tool, and the arguments.
Expected = tuple[str, dict[str, Any]]


def house(rooms: Mapping[str, Sequence[str]], satellite: str | None = None) -> House:
    """The house that ``rooms`` tells of; the speaker is in ``satellite``."""
    entities: list[Entity] = []
    for area, things in rooms.items():
        for thing in things:
            domain, _, names = thing.partition(": ")
            domain, _, device_class = domain.partition("/")
            attributes = {"device_class": device_class} if device_class else {}
            entities.append(Entity(named(names), domain, area=named(area) if area else None, attributes=attributes))
    areas = tuple(Area(named(area)) for area in rooms if area)
    return House(tuple(entities), areas, satellite_area=satellite, listed=True)


def within(home: House, satellite: str | None) -> House:
    """The same house, spoken to from another room."""
    return msgspec.structs.replace(home, satellite_area=satellite)


def without(*intents: str, tools: tuple[OfferedTool, ...]) -> tuple[OfferedTool, ...]:
    """The tools, some of them not offered."""
    return tuple(tool for tool in tools if tool.intent not in intents)


@cache
def captured_tools(capture: str) -> tuple[OfferedTool, ...]:
    """What Home Assistant offered in a captured request."""
    with (REQUESTS / f"{capture}.jsonl").open(encoding="utf-8") as lines:
        return offered_tools(msgspec.convert(json.loads(next(lines))["body"]["tools"], list[Tool]))


def function(name: str, properties: Mapping[str, Any], required: Iterable[str] = (), description: str = "") -> Tool:
    """A tool as it stands in a request."""
    parameters = {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }
    return msgspec.convert(
        {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}, Tool
    )


_TEXT, _TEXTS, _WHOLE = {"type": "string"}, {"type": "array", "items": {"type": "string"}}, {"type": "integer"}
_TARGET = {"name": _TEXT, "area": _TEXT, "floor": _TEXT, "domain": _TEXTS}
_LENGTH = {"hours": _WHOLE, "minutes": _WHOLE, "seconds": _WHOLE}

NOW = captured_tools("ha-2026.10-llama_cpp")
THEN = captured_tools("ha-2025.4-chat")
# What HA offers besides where a house has it: mowers, lists, a satellite with timers, a script.
MORE = (
    *NOW,
    *offered_tools(
        [
            function("lawn_mower__HassLawnMowerStartMowing", _TARGET),
            function("lawn_mower__HassLawnMowerDock", _TARGET),
            function("todo__HassListAddItem", {"item": _TEXT, "name": _TEXT}, ("item", "name")),
            function("todo__HassListCompleteItem", {"item": _TEXT, "name": _TEXT}, ("item", "name")),
            function("intent__HassStartTimer", {**_LENGTH, "name": _TEXT, "conversation_command": _TEXT}),
            function("intent__HassBroadcast", {"message": _TEXT}, ("message",)),
            function("script__good_night", {}, description="Good Night"),
            function("script__announce_dinner", {"guests": _WHOLE}, ("guests",), description="Dinner"),
        ]
    ),
)


@cache
def words(language: str) -> Vocabulary:
    found = vocabulary(language)
    assert found is not None
    return found


def reading(
    sentence: str,
    home: House,
    *,
    tools: tuple[OfferedTool, ...] = NOW,
    language: str = "en",
    earlier: Earlier | None = None,
    repair: RepairSettings | None = REPAIR,
) -> Reading:
    """What the reader makes of a sentence."""
    return read(sentence, home, tools, words(language), earlier=earlier, repair=repair)


def calls(sentence: str, home: House, *, tools: tuple[OfferedTool, ...] = NOW, **options: Any) -> list[Expected]:
    """The calls that the reader makes of a sentence, by HA's own names; none if it does not act."""
    return named_calls(reading(sentence, home, tools=tools, **options).calls, tools)


def official_calls(sentence: str, home: House, *, tools: tuple[OfferedTool, ...] = NOW, language: str = "en") -> list[Expected]:
    """The calls that the official grammar makes of a sentence."""
    found = vocabulary(language) or Vocabulary.bare(language)
    index = house_index(home, tools, found)
    return named_calls(recognise(sentence, language, home, index, tools, GRAMMARS).calls, tools)


def named_calls(made: Iterable[Call], tools: Sequence[OfferedTool]) -> list[Expected]:
    intents = {tool.name: tool.intent or tool.name for tool in tools}
    return [(intents[call.tool], call.arguments) for call in made]


def problem(sentence: str, home: House, **options: Any) -> Problem:
    """Why the reader does not act on a sentence."""
    found = reading(sentence, home, **options)
    assert found.calls == ()
    assert found.problem is not None
    return found.problem


def done(*made: Expected, said: str = "", tools: Sequence[OfferedTool] = NOW) -> Earlier:
    """The turn before, in which HA carried out these calls."""
    offered = {tool.intent or tool.name: tool for tool in tools}
    return Earlier(said, tuple(EarlierCall(offered[intent], arguments) for intent, arguments in made))


def asking(*made: Expected, tools: Sequence[OfferedTool] = NOW) -> Message:
    """An assistant's message with calls; their ids count up from 0."""
    offered = {tool.intent: tool.name for tool in tools}
    return Message(
        "assistant",
        tool_calls=[
            ToolCall(FunctionCall(offered[intent], json.dumps(arguments)), id=str(place))
            for place, (intent, arguments) in enumerate(made)
        ],
    )


# Rows of tables.


def row(sentence: str, *made: Expected) -> Any:
    """A sentence and the calls that it must become; without calls, a sentence that must not act."""
    return pytest.param(sentence, list(made), id=sentence)


def not_yet(reason: str, sentence: str, *made: Expected) -> Any:
    """A row that does not hold yet, and why."""
    return pytest.param(sentence, list(made), id=sentence, marks=pytest.mark.xfail(strict=True, reason=reason))


def table(*rows: Any) -> Any:
    """A test for each row, with the arguments ``sentence`` and ``expected``."""
    return pytest.mark.parametrize(("sentence", "expected"), rows)


# Calls.


def call(intent: str, domain: str | list[str] | None = None, name: str | None = None, **slots: Any) -> Expected:
    """A call of ``intent``. ``domain`` (one or more) and ``name`` are the target's; ``slots`` are other arguments."""
    target: dict[str, Any] = {} if name is None else {"name": name}
    if domain is not None:
        target["domain"] = [domain] if isinstance(domain, str) else domain
    return intent, {**target, **slots}


def on(domain: str, name: str | None = None, **slots: Any) -> Expected:
    return call("HassTurnOn", domain, name, **slots)


def off(domain: str, name: str | None = None, **slots: Any) -> Expected:
    return call("HassTurnOff", domain, name, **slots)


def shines(name: str | None = None, **slots: Any) -> Expected:
    return call("HassLightSet", "light", name, **slots)


def moves(name: str | None = None, *, to: int, **slots: Any) -> Expected:
    return call("HassSetPosition", "cover", name, position=to, **slots)


def heats(to: float, name: str | None = None, **slots: Any) -> Expected:
    """The tool that takes no domain."""
    return call("HassClimateSetTemperature", None, name, temperature=to, **slots)


MILL = house(
    {
        "Kitchen": [
            "light: Hob Light",
            "light: Sink Light",
            "switch: Kettle",
            "cover: Kitchen Blind",
            "media_player: Kitchen Radio",
        ],
        "Living Room, Parlour": [
            "light: Arc Lamp, Reading Lamp",
            "light: Piano Light",
            "cover: River Blind",
            "cover: Street Blind",
            "climate: Living Room Radiator",
            "media_player: Television",
        ],
        "Study": ["light: Desk Lamp", "fan: Study Fan", "switch: Printer", "sensor: Study Temperature"],
        "Bedroom": [
            "light: Bedside Lamp",
            "climate: Bedroom Thermostat",
            "media_player: Bedroom Speaker",
            "cover: Bedroom Curtains",
        ],
        "Nursery": ["light: Bedside Lamp", "light: Star Projector Nursery Stars"],
        "Hallway": ["lock: Front Door", "light: Coat Rack Spots", "binary_sensor: Front Door Contact"],
        "Garage": ["cover: Garage Door", "light: Workbench Light"],
        "Garden": ["valve: Irrigation", "switch: String Lights", "light: Grandma's Lantern", "lawn_mower: Shaun"],
        "Room 2": ["light: Lamp 2", "switch: Bubble-Lamp"],
        "": [
            "vacuum: Dobby Attic",
            "scene: Movie Night",
            "todo: Groceries",
            "button: Doorbell Chime",
            "input_boolean: Guest Mode",
        ],
    }
)
"""A house with one of most things, and some of its names twice."""
