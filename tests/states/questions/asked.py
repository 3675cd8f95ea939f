"""The language of the tests of questions: a house that shows its states, questions about it, and what is read and said.

A house is told as in ``told.py``, with what it shows behind an equals sign: ``"light: Desk Lamp = on; brightness=128"``. Home
Assistant lists it without states and device classes, and shows both when it is asked; attributes are text, as it gives them.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
import yaml
from ha_assist.adapters.home_assistant.results import parse_result
from ha_assist.adapters.home_assistant.types import Entity, House, Named, OfferedTool
from ha_assist.adapters.openai.wire import ChatRequest, FunctionCall, Message, ToolCall
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Call, Exchange, Plan, Read, Reply, Turn
from ha_assist.states.deterministic.handler import deterministic
from ha_assist.states.questions.handler import question_plan
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


def decided(turn: Turn) -> Plan | None:
    """The plan of the whole state ``deterministic``: the question reader's, if nothing else takes the sentence."""
    asyncio.run(deterministic(turn, SERVICES))
    return turn.plan


def exchanged(call: Call, content: str, tools: Sequence[OfferedTool] = NOW) -> Exchange:
    """A call that Home Assistant has answered with ``content``."""
    made = ToolCall(FunctionCall(call.tool, json.dumps(call.arguments)), id="0")
    tool = next(tool for tool in tools if tool.name == call.tool)
    return Exchange(made, call.arguments, tool, parse_result(content))


Planner = Callable[[Turn], Plan | None]


def ask(
    sentence: str,
    known: Home,
    *,
    tools: tuple[OfferedTool, ...] = NOW,
    language: str = "en",
    listed: House | None = None,
    planner: Planner = question_plan,
) -> Heard:
    """Ask ``sentence``, let Home Assistant answer what is read, and hear the answer. ``listed`` is what the request lists, if
    not the house without its states."""
    listed, languages = listed or known.listed, (language,)
    first = planner(turn_of(sentence, listed, tools, languages))
    if not isinstance(first, Read):
        return _heard(first, None)
    exchange = exchanged(first.call, known.read(first.call.arguments), tools)
    return _heard(question_plan(turn_of(sentence, listed, tools, languages, (exchange,))), first.call.arguments)


def _heard(made: Plan | None, read: dict[str, Any] | None) -> Heard:
    """Whatever is asked, nothing is done; and nothing is read twice."""
    assert made is None or isinstance(made, Reply), f"after {read}: {made}"
    return Heard(made.text if made is not None else None, read)


# Rows of tables.


@dataclass(frozen=True)
class Case:
    """A question and what must be heard; ``at`` is the speaker's room."""

    sentence: str
    heard: Heard
    at: str | None = None


def says(sentence: str, answer: str, *, at: str | None = None, domain: str | list[str] | None = None, **read: str) -> Case:
    """The answer after a read with this filter."""
    domains = {} if domain is None else {"domain": [domain] if isinstance(domain, str) else domain}
    return Case(sentence, Heard(answer, {**read, **domains}), at)


def knows(sentence: str, answer: str, *, at: str | None = None) -> Case:
    """The answer from what the request lists."""
    return Case(sentence, Heard(answer), at)


def leaves(sentence: str, *, at: str | None = None) -> Case:
    """No answer of ours, with or without a read: this is left to a model."""
    return Case(sentence, Heard(), at)


def not_yet(reason: str, case: Case) -> Any:
    """A row that does not hold yet, and why."""
    return pytest.param(case, id=case.sentence, marks=pytest.mark.xfail(strict=True, reason=reason))


def cases(*rows: Any) -> Any:
    """A test for each row, with the argument ``case``."""
    named = (
        row if not isinstance(row, Case) else pytest.param(row, id=f"{row.sentence} @{row.at}" if row.at else row.sentence)
        for row in rows
    )
    return pytest.mark.parametrize("case", list(named))


def holds(known: Home, case: Case, language: str = "en") -> None:
    """The answer is the same however the house is listed and read: filtered; whole, where the tool has no filters; and at
    once, where the request lists the states."""
    known = known if case.at is None else heard_in(known, case.at)
    heard = ask(case.sentence, known, language=language, planner=decided)
    assert heard.text == case.heard.text, heard
    assert heard.text is None or heard.read == case.heard.read, heard
    whole = ask(case.sentence, known, tools=THEN, language=language)
    assert whole == Heard(heard.text, None if heard.read is None else {}), whole
    stated = ask(case.sentence, known, language=language, listed=known.shown)
    assert stated == Heard(heard.text), stated


MANOR = home(
    {
        "Kitchen": [
            "light: Hob Light = on; brightness=128",
            "light: Sink Light = off; brightness=",
            "switch: Kettle = off",
            "cover/blind: Kitchen Blind = open; current_position=40",
            "sensor/temperature: Kitchen Temperature = 21.5; unit_of_measurement=°C",
            "sensor/humidity: Kitchen Humidity = 0; unit_of_measurement=%",
            "binary_sensor/window: Kitchen Window = on",
            "sensor/carbon_dioxide: Kitchen CO2 = 640; unit_of_measurement=ppm",
            "binary_sensor/moisture: Sink Leak = off",
            "sensor/power: Dishwasher Power = 0; unit_of_measurement=W",
        ],
        "Living Room, Parlour": [
            "light: Arc Lamp, Reading Lamp = on; brightness=255",
            "light: Piano Light = unavailable",
            "climate: Parlour Radiator = heat; current_temperature=20.5; temperature=22",
            "media_player/tv: Television = playing; volume_level=0.3; media_title=Alien",
            "media_player/speaker: Parlour Speaker = paused; volume_level=0",
            "binary_sensor/motion: Parlour Motion = on",
        ],
        "Study": [
            "light: Desk Lamp = off",
            "fan: Study Fan = on; percentage=33",
            "climate: Study Thermostat = off; current_temperature=18; temperature=21; humidity=50",
            "humidifier: Study Humidifier = on; humidity=55",
            "sensor/humidity: Study Humidity = 41; unit_of_measurement=%",
        ],
        "Bedroom": [
            "light: Bedside Lamp = on",
            "binary_sensor/window: Bedroom Window = off",
            "cover/curtain: Bedroom Curtains = closed; current_position=0",
        ],
        "Nursery": [
            "light: Bedside Lamp = off",
            "binary_sensor/window: Nursery Window = unknown",
            "sensor/temperature: Nursery Temperature = unavailable; unit_of_measurement=°C",
        ],
        "Hallway": [
            "lock: Front Door = locked",
            "binary_sensor/door: Front Door Contact = off",
            "sensor/battery: Front Door Battery = 81; unit_of_measurement=%",
        ],
        "Garage": [
            "cover/garage: Garage Door = closed",
            "lock: Side Door = unlocked",
            "light: Workbench Light = off",
            "sensor/battery: Side Door Battery = 9; unit_of_measurement=%",
        ],
        "Garden": ["sensor/temperature: Outside Temperature = 7.5; unit_of_measurement=°C", "valve: Irrigation = closed"],
        "": [
            "vacuum: Dobby = docked",
            "weather: Forecast = cloudy; temperature=8; temperature_unit=°C; humidity=80",
            "person: Anna = home",
            "person: Ben = not_home",
            "person: Cleo = Work",
            "binary_sensor/smoke: Attic Smoke = off",
        ],
    }
)
"""A house with one of most things, some that do not say how they are, and one name twice."""
