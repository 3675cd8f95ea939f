"""Homes of any size, in the words in which Home Assistant 2026 sends them, and sentences about what is in them."""

import copy
import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

SIDES = ("", "Upper", "Lower", "North", "South", "East", "West", "Old", "New", "Front", "Rear", "Inner", "Outer", "Corner")
ROOMS = (
    *("Kitchen", "Living Room", "Bedroom", "Bathroom", "Office", "Hallway", "Dining Room", "Guest Room", "Garage", "Pantry"),
    *("Laundry Room", "Library", "Nursery"),
)
THINGS = (
    *((light, "light") for light in ("Ceiling Light", "Floor Lamp", "Wall Light", "Spots")),
    *((switch, "switch") for switch in ("Plug", "Heater")),
    *((sensor, "sensor") for sensor in ("Temperature", "Humidity")),
    *((sensor, "binary_sensor") for sensor in ("Motion", "Window")),
    *(("Blind", "cover"), ("Speaker", "media_player"), ("Fan", "fan"), ("Thermostat", "climate"), ("Door", "lock")),
)
# What people say, by the domain of what they name; and some that name an area, or nothing.
ABOUT_THINGS = (
    ("turn on the {}", "light"),
    ("turn off the {}", "switch"),
    ("set the {} to 40 percent", "light"),
    ("open the {}", "cover"),
    ("lock the {}", "lock"),
    ("pause the {}", "media_player"),
    ("set the {} speed to 60 percent", "fan"),
)
ABOUT_AREAS = ("turn off the {} lights", "turn on all the lights in the {}", "set the {} lights to 20 percent")
ABOUT_NOTHING = ("tell me a story about a dragon",)


@dataclass(frozen=True)
class Thing:
    """An entity of a generated home."""

    name: str
    domain: str
    area: str


def things(size: int) -> list[Thing]:
    """``size`` entities with names of their own, 15 to an area."""
    areas = (f"{side} {room}".strip() for side, room in itertools.product(SIDES, ROOMS))
    every = (Thing(f"{area} {what}", domain, area) for area in areas for what, domain in THINGS)
    found = list(itertools.islice(every, size))
    if len(found) < size:
        raise ValueError(f"no home of more than {len(found)} entities can be generated")
    return found


def static_context(home: list[Thing]) -> str:
    """The home as Home Assistant lists it: YAML, ``names`` first, sorted by name."""
    listed = [
        {"names": thing.name, "domain": thing.domain, "areas": thing.area} for thing in sorted(home, key=lambda thing: thing.name)
    ]
    return yaml.safe_dump(listed, sort_keys=False, allow_unicode=True, width=1000)


def request(captured: dict[str, Any], home: list[Thing], sentence: str) -> dict[str, Any]:
    """The captured request, with another home in its system message and ``sentence`` as the user's first."""
    body = copy.deepcopy(captured)
    system = body["messages"][0]["content"]
    before, marker, rest = system.partition("in this smart home:\n")
    _, gap, after = rest.partition("\n\n")
    if not marker or not gap:
        raise ValueError("the captured request lists no home")
    content = f"{before}{marker}{static_context(home).rstrip()}{gap}{after}"
    body["messages"] = [{"role": "system", "content": content}, {"role": "user", "content": sentence}]
    body["stream"] = False
    return body


def follow_up(body: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """The next request of the same conversation: the answer's calls, and Home Assistant's report that all went well."""
    calls = message["tool_calls"]
    done = {"speech": {}, "response_type": "action_done", "data": {"success": [], "failed": []}}
    results = [
        {"role": "tool", "tool_call_id": call["id"], "content": json.dumps({"data": _reached(done, call), "error": False})}
        for call in calls
    ]
    return {**body, "messages": [*body["messages"], {"role": "assistant", "content": None, "tool_calls": calls}, *results]}


def _reached(done: dict[str, Any], call: dict[str, Any]) -> dict[str, Any]:
    arguments = json.loads(call["function"]["arguments"])
    success = [
        {"name": arguments[kind], "type": kind_of_target, "id": arguments[kind].lower().replace(" ", "_")}
        for kind, kind_of_target in (("area", "area"), ("name", "entity"))
        if kind in arguments
    ]
    return {**done, "data": {"success": success, "failed": []}}


def sentences(home: list[Thing]) -> Iterator[str]:
    """One sentence of every kind, about things and areas from all over the home."""
    areas = sorted({thing.area for thing in home})
    for number, (template, domain) in enumerate(ABOUT_THINGS):
        candidates = [thing for thing in home if thing.domain == domain]
        yield template.format(candidates[number * len(candidates) // len(ABOUT_THINGS)].name.lower())
    for number, template in enumerate(ABOUT_AREAS):
        yield template.format(areas[number * len(areas) // len(ABOUT_AREAS)].lower())
    yield from ABOUT_NOTHING
