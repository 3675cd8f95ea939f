"""A thing whose names are not certain may be tried under its whole name, once."""

from typing import Any

import pytest
from ha_assist.adapters.home_assistant.names import named
from ha_assist.adapters.home_assistant.types import ActionResult, Entity, ErrorResult, House, Result
from ha_assist.adapters.openai.wire import FunctionCall, ToolCall
from ha_assist.machine.turn import Call, Exchange
from ha_assist.states.verification.naming import another_reading, called
from hypothesis import given
from hypothesis import strategies as st

UNKNOWN = ErrorResult("MatchFailedError", "No entities matched the name (given name 'Kettle', domains switch)")
LISTED = ["Kettle, the red one", "Lamp", "A, B, C"]


def house(*listed: str, domain: str = "switch") -> House:
    return House(tuple(Entity(named(names), domain) for names in listed))


def refused(arguments: dict[str, Any], result: Result = UNKNOWN) -> Exchange:
    return Exchange(ToolCall(FunctionCall("HassTurnOn")), arguments, None, result)


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("Kettle", "Kettle, the red one"),
        ("the red one", "Kettle, the red one"),
        ("kettle", "Kettle, the red one"),
        ("B", "A, B, C"),
        ("A, B", "A, B, C"),
    ],
)
def test_the_longest_reading_that_holds_the_name(name: str, whole: str) -> None:
    found = another_reading(refused({"name": name, "domain": ["switch"], "area": "Kitchen"}), house(*LISTED))
    assert found == Call("HassTurnOn", {"name": whole, "domain": ["switch"], "area": "Kitchen"})


@pytest.mark.parametrize(
    ("exchange", "listed"),
    [
        (refused({"name": "Kettle, the red one"}), LISTED),
        (refused({"name": "Lamp"}), LISTED),
        (refused({"name": "Toaster"}), LISTED),
        (refused({"area": "Kettle"}), LISTED),
        (refused({"name": "Kettle", "domain": ["light"]}), LISTED),
        (refused({"name": "Kettle"}, ErrorResult("MatchFailedError", "No entities matched the duplicate name")), LISTED),
        (refused({"name": "Kettle"}, ErrorResult("HomeAssistantError", "broken")), LISTED),
        (refused({"name": "Kettle"}, ActionResult("action_done")), LISTED),
        (refused({"name": "Kettle"}), ["Kettle, the red one", "Kettle, the blue one"]),
        (refused({"name": "Kettle"}), ["Kettle, the red one", "Kettle, the red one"]),
        (refused({"name": 7}), LISTED),
    ],
    ids=[
        "it was the whole name",
        "the names are certain",
        "it is not in the house",
        "no name was sent",
        "of another domain",
        "the name was known, twice",
        "something was done perhaps",
        "it worked",
        "either is meant",
        "both are called so",
        "no text",
    ],
)
def test_nothing_else_is_tried(exchange: Exchange, listed: list[str]) -> None:
    assert another_reading(exchange, house(*listed)) is None


@given(st.lists(st.text("AB, ", min_size=1, max_size=6), min_size=1, max_size=4), st.text("AB, ", min_size=1, max_size=6))
def test_it_is_never_tried_twice_and_always_means_one_thing(listed: list[str], name: str) -> None:
    home = house(*listed)
    found = another_reading(refused({"name": name}), home)
    if found is not None:
        longer = found.arguments["name"]
        assert len(longer) > len(name)
        assert len(called(longer, None, home)) == 1
        assert another_reading(refused(found.arguments), home) is None
