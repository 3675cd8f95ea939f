"""Tools as a model gets them: smaller, and never allowing what the offered tool does not."""

import json
from pathlib import Path

import msgspec
import pytest
from ha_assist.adapters.home_assistant.names import named
from ha_assist.adapters.home_assistant.tools import offered_tools, problems
from ha_assist.adapters.home_assistant.types import Entity
from ha_assist.adapters.openai.wire import Tool
from ha_assist.states.prompt.schemas import FEW, ONE_BY_ONE, offered
from hypothesis import given
from hypothesis import strategies as st
from turns import TOOLS

ALL = offered_tools(msgspec.convert(TOOLS, list[Tool]))
OLD = offered_tools(
    msgspec.convert(
        json.loads((Path(__file__).parents[2] / "requests" / "ha-2025.4-chat.jsonl").read_text(encoding="utf-8").splitlines()[2])[
            "body"
        ]["tools"],
        list[Tool],
    )
)
TOOL = {tool.intent: tool for tool in ALL}


def entity(name, domain, area="Den", **attributes):
    return Entity(named(name), domain, named(area) if area else None, attributes=attributes)


def slots(intent, *entities, floors=False):
    return offered(TOOL[intent], entities, floors=floors)["function"]["parameters"]["properties"]


LAMP, SPOT, LOCK = entity("Lamp", "light"), entity("Spot", "light"), entity("Door", "lock")
MANY = [entity(f"Lamp {number}", "light") for number in range(ONE_BY_ONE + 1)]


def test_few_names_are_enumerated():
    assert slots("HassTurnOn", LAMP, SPOT) == {"name": {"type": "string", "enum": ["Lamp", "Spot"]}}
    assert slots("HassTurnOn", *MANY[: FEW + 1])["name"] == {"type": "string"}


def test_many_things_can_be_chosen_by_area_and_domain():
    found = slots("HassTurnOn", *MANY)
    assert found["area"] == {"type": "string", "enum": ["Den"]}
    assert found["domain"] == {"type": "array", "items": {"type": "string", "enum": ["light"]}}


def test_a_tool_knows_only_the_things_that_it_is_for():
    assert slots("HassLightSet", LAMP, LOCK)["name"] == {"type": "string", "enum": ["Lamp"]}
    assert "domain" not in slots("HassLightSet", *MANY)


def test_values_keep_their_bounds_and_lose_their_words():
    assert slots("HassLightSet", LAMP)["brightness"] == {"type": "integer", "minimum": 0, "maximum": 100}


def test_floors_are_offered_to_who_speaks_of_one():
    assert "floor" not in slots("HassTurnOn", LAMP)
    assert slots("HassTurnOn", LAMP, floors=True)["floor"] == {"type": "string"}


def test_device_classes_are_offered_where_they_are_known():
    assert "device_class" not in slots("HassTurnOn", LAMP)
    blind = entity("Blind", "cover", device_class="blind")
    assert slots("HassTurnOn", blind)["device_class"] == {"type": "array", "items": {"type": "string", "enum": ["blind"]}}


def test_of_a_description_what_concerns_nothing_here_is_left_out():
    assert offered(TOOL["HassTurnOn"], [LAMP], floors=False)["function"]["description"] == (
        "Turns on/opens/presses a device or entity."
    )
    assert "lock" in offered(TOOL["HassTurnOn"], [LOCK], floors=False)["function"]["description"]


def test_what_is_not_home_assistants_own_stays_as_it_is():
    function = {
        "name": "movie_night",
        "description": "One. Two.",
        "parameters": {"type": "object", "properties": {"name": {"description": "who"}}},
    }
    (tool,) = offered_tools(msgspec.convert([{"type": "function", "function": function}], list[Tool]))
    assert offered(tool, [LAMP], floors=False) == {"type": "function", "function": function}


@pytest.mark.parametrize("tool", [*ALL, *OLD], ids=lambda tool: tool.name)
def test_every_tool_gets_smaller_or_stays(tool):
    original = {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
    }
    reduced = offered(tool, [LAMP], floors=False)
    assert len(msgspec.json.encode(reduced)) <= len(msgspec.json.encode(original))
    assert set(tool.required) <= reduced["function"]["parameters"]["properties"].keys()


def values(schema):
    """Values that a schema allows."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of(*map(values, schema["anyOf"]))
    match schema.get("type"):
        case "integer":
            return st.integers(schema.get("minimum", 0), schema.get("maximum", 9999))
        case "number":
            return st.integers(0, 40)
        case "array":
            return st.lists(values(schema["items"]), min_size=1, max_size=3, unique=True)
        case "string":
            return st.text(min_size=1, max_size=9)
        case _:
            return st.booleans()


THINGS = st.lists(st.sampled_from([LAMP, SPOT, LOCK, *MANY, entity("Blind", "cover", device_class="blind")]), max_size=8)


@given(st.data(), st.sampled_from([*ALL, *OLD]), THINGS, st.booleans())
def test_what_fits_the_reduced_schema_fits_the_offered_one(data, tool, things, floors):
    parameters = offered(tool, things, floors=floors)["function"]["parameters"]
    arguments = {name: data.draw(values(schema), label=name) for name, schema in parameters["properties"].items()}
    assert problems(tool, arguments) == []
