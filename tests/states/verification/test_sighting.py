"""Which read is asked for, and what is made of what it brings."""

import json
from typing import Any

import pytest
from ha_assist.adapters.home_assistant.names import named
from ha_assist.adapters.home_assistant.types import (
    ActionResult,
    Entity,
    ErrorResult,
    House,
    LiveContextResult,
    OfferedTool,
    ResultTarget,
)
from ha_assist.adapters.openai.wire import FunctionCall, ToolCall
from ha_assist.machine.turn import Call, Exchange
from ha_assist.states.verification.aims import Sight
from ha_assist.states.verification.sighting import read_call, sighting, targets_of

TEXT, TEXTS = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
DEFAULT = ("light", "switch")
LISTED = (
    ("Desk Lamp", "light", "Office"),
    ("Ceiling Light, Big Light", "light", "Kitchen"),
    ("Counter Light", "light", "Kitchen"),
    ("Kettle", "switch", "Kitchen"),
    ("Bedside Lamp", "light", "Bedroom"),
    ("Bedside Lamp", "light", "Guest Room"),
)
HOUSE = House(tuple(Entity(named(names), domain, area=named(area)) for names, domain, area in LISTED))


def reader(**slots: Any) -> list[OfferedTool]:
    schema = {"type": "object", "properties": slots, "additionalProperties": False}
    return [OfferedTool("homeassistant__GetLiveContext", "GetLiveContext", "", schema)]


NEW = reader(name=TEXT, area=TEXT, domain={"anyOf": [TEXT, TEXTS]})


def acted(arguments: dict[str, Any], *names: str, intent: str = "HassTurnOn", domain: str = "light") -> Exchange:
    success = (ResultTarget("Kitchen", "area", "kitchen"), *(ResultTarget(name, "entity", f"{domain}.x") for name in names))
    tool = OfferedTool(f"intent__{intent}", intent, "", {})
    return Exchange(
        ToolCall(FunctionCall(tool.name, json.dumps(arguments))), arguments, tool, ActionResult("action_done", success)
    )


LAMP = acted({"name": "Desk Lamp"}, "Desk Lamp")
KITCHEN = acted({"area": "Kitchen", "domain": ["light"]}, "Ceiling Light", "Counter Light")
KETTLE = acted({"name": "Kettle"}, "Kettle", domain="switch")


def live(*states: str | None) -> LiveContextResult:
    """The house with these states, in the order in which it is listed; None: not in the answer."""
    return LiveContextResult(
        tuple(
            Entity(named(names), domain, area=named(area), state=state)
            for (names, domain, area), state in zip(LISTED, states, strict=True)
            if state is not None
        )
    )


@pytest.mark.parametrize(
    ("acts", "tools", "expected"),
    [
        ([LAMP], NEW, {"name": "Desk Lamp", "domain": ["light"]}),
        ([KITCHEN], NEW, {"area": "Kitchen", "domain": ["light"]}),
        ([KITCHEN, KETTLE], NEW, {"area": "Kitchen", "domain": ["light", "switch"]}),
        ([LAMP, KETTLE], NEW, {"domain": ["light", "switch"]}),
        ([LAMP], reader(name=TEXT, area=TEXT, domain=TEXT), {"name": "Desk Lamp", "domain": "light"}),
        ([LAMP, KETTLE], reader(name=TEXT, area=TEXT, domain=TEXT), {}),
        ([LAMP], reader(name=TEXT), {"name": "Desk Lamp"}),
        ([KITCHEN], reader(area=TEXT, domain=TEXTS), {"area": "Kitchen", "domain": ["light"]}),
        ([LAMP], reader(), {}),
        ([acted({"area": "Shed"}, "Not Listed")], NEW, {"area": "Shed", "domain": ["light"]}),
        ([acted({"name": "Not Listed"}, "Not Listed")], NEW, {"domain": ["light"]}),
    ],
)
def test_the_narrowest_filter_that_the_tool_takes(acts: list[Exchange], tools: list[OfferedTool], expected: Any) -> None:
    assert read_call(targets_of(acts, DEFAULT, HOUSE), HOUSE, tools) == Call("homeassistant__GetLiveContext", expected)


def test_without_the_tool_nothing_is_read() -> None:
    assert read_call(targets_of([LAMP], DEFAULT, HOUSE), HOUSE, []) is None


def test_only_things_that_were_reached_and_can_be_seen_are_targets() -> None:
    assert [target.name for target in targets_of([KITCHEN], DEFAULT, HOUSE)] == ["Ceiling Light", "Counter Light"]
    assert targets_of([acted({"name": "Desk Lamp"}, "Desk Lamp", intent="HassLightSet")], DEFAULT, HOUSE) == ()
    refused = Exchange(LAMP.call, LAMP.arguments, LAMP.tool, ErrorResult("MatchFailedError", ""))
    assert targets_of([refused], DEFAULT, HOUSE) == ()


def test_of_several_actions_on_one_thing_the_last_counts() -> None:
    off = acted({"name": "Desk Lamp"}, "Desk Lamp", intent="HassTurnOff")
    found = sighting(targets_of([LAMP, off], DEFAULT, HOUSE), live("off", *[None] * 5))
    assert [sight for _, sight in found.seen] == [Sight.REACHED]


def test_everything_that_was_reached_is_looked_at() -> None:
    found = sighting(targets_of([KITCHEN, KETTLE], DEFAULT, HOUSE), live("off", "on", "off", "unavailable", "off", "off"))
    assert [(target.name, sight) for target, sight in found.seen] == [
        ("Ceiling Light", Sight.REACHED),
        ("Counter Light", Sight.DIFFERS),
        ("Kettle", Sight.UNAVAILABLE),
    ]
    assert found.verdict == "not_confirmed"
    assert found.names(Sight.DIFFERS) == ("Counter Light",)


def test_what_is_not_in_the_answer_is_not_accused() -> None:
    for seen in (live(None, "on", "on", "on", "on", "on"), ErrorResult("", "No exposed entities matched"), None):
        found = sighting(targets_of([LAMP], DEFAULT, HOUSE), seen)
        assert (found.verdict, found.names(Sight.DIFFERS)) == ("not_verified", ())


def test_a_named_area_tells_equal_names_apart() -> None:
    guest = acted({"name": "Bedside Lamp", "area": "guest room"}, "Bedside Lamp")
    house = live(None, None, None, None, "on", "off")
    assert sighting(targets_of([guest], DEFAULT, HOUSE), house).verdict == "not_confirmed"


def test_equal_names_that_nothing_tells_apart_are_only_accused_together() -> None:
    one = targets_of([acted({"name": "Bedside Lamp"}, "Bedside Lamp")], DEFAULT, HOUSE)
    both = targets_of([acted({"domain": ["light"]}, "Bedside Lamp", "Bedside Lamp")], DEFAULT, HOUSE)
    half = live(None, None, None, None, "on", "off")
    assert sighting(one, half).verdict == "confirmed"
    assert sighting(both, half).verdict == "not_confirmed"
    assert sighting(both, live(None, None, None, None, "on", "on")).verdict == "confirmed"


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ({"area": "Kitchen", "domain": ["light"]}, ["Ceiling Light", "Counter Light"]),
        ({"area": "kitchen"}, ["Ceiling Light", "Counter Light", "Kettle"]),
        ({"name": "Big Light"}, ["Ceiling Light"]),
        ({"name": "Bedside Lamp", "area": "Bedroom"}, ["Bedside Lamp"]),
        ({"floor": "Attic", "domain": ["light"]}, []),
        ({"area": "Kitchen", "device_class": ["outlet"]}, []),
        ({"domain": ["light"]}, []),
    ],
)
def test_where_the_result_names_no_things_those_of_the_call_are_looked_up(arguments: dict[str, Any], names: list[str]) -> None:
    done = acted(arguments)
    assert [target.name for target in targets_of([done], DEFAULT, HOUSE)] == names
