"""HA's tools are known by the last part of their name and by their schema, and calls are checked against it."""

from typing import Any

import msgspec
import pytest
from ha_assist.adapters.home_assistant.tools import intent_of, offered_tools, problems, validator
from ha_assist.adapters.home_assistant.types import OfferedTool
from ha_assist.adapters.openai.wire import FunctionDefinition, Tool
from hypothesis import given
from hypothesis import strategies as st

TARGET: dict[str, Any] = {
    "name": {"type": "string"},
    "area": {"type": "string"},
    "floor": {"type": "string"},
    "domain": {"type": "array", "items": {"type": "string"}},
}
TURN_ON = {"type": "object", "properties": TARGET, "additionalProperties": False}
LIGHT_SET = {
    "type": "object",
    "properties": {**TARGET, "brightness": {"type": "integer", "minimum": 0, "maximum": 100}, "color": {"type": "string"}},
    "additionalProperties": False,
}
NOTHING: dict[str, Any] = {"type": "object", "properties": {}}


def schema(*required: str, **properties: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {name: {"type": kind} for name, kind in properties.items()},
        "required": list(required),
    }


@pytest.mark.parametrize(
    ("name", "parameters", "intent"),
    [
        ("HassTurnOn", TURN_ON, "HassTurnOn"),
        ("intent__HassTurnOn", TURN_ON, "HassTurnOn"),
        ("assist__intent__HassTurnOn", TURN_ON, "HassTurnOn"),
        ("assist.HassTurnOn", TURN_ON, "HassTurnOn"),
        ("light__HassLightSet", LIGHT_SET, "HassLightSet"),
        ("GetLiveContext", NOTHING, "GetLiveContext"),
        ("homeassistant__GetLiveContext", schema(name="string", area="string"), "GetLiveContext"),
        ("llm__GetDateTime", {}, "GetDateTime"),
        ("HassStartTimer", schema(hours="integer", minutes="integer", seconds="integer", name="string"), "HassStartTimer"),
        ("todo__get_items", schema("todo_list", todo_list="string", status="string"), "todo_get_items"),
        ("todo_get_items", schema("todo_list", todo_list="string"), "todo_get_items"),
        ("HassListAddItem", schema("item", "name", item="string", name="string"), "HassListAddItem"),
        ("HassBroadcast", schema("message", message="string"), "HassBroadcast"),
        # same name, another tool
        ("mine__HassTurnOn", schema("entity_id", entity_id="string"), None),
        ("HassTurnOn", schema("pin", name="string", area="string", domain="array", pin="string"), None),
        ("HassLightSet", TURN_ON, None),
        ("GetDateTime", schema(city="string"), None),
        ("HassTurnOn", NOTHING, None),
        # another name
        ("goodnight", NOTHING, None),
        ("HassTurnOn2", TURN_ON, None),
        ("MyHassTurnOn", TURN_ON, None),
        ("", NOTHING, None),
    ],
)
def test_a_tool_is_has_if_name_and_schema_are(name: str, parameters: dict[str, Any], intent: str | None) -> None:
    assert intent_of(name, parameters) == intent


def offer(*tools: tuple[str, dict[str, Any] | None]) -> tuple[OfferedTool, ...]:
    return offered_tools([Tool(FunctionDefinition(name, "what it does", parameters)) for name, parameters in tools])


def test_tools_keep_their_names_order_and_schemas() -> None:
    one, two, three = offer(("intent__HassTurnOn", TURN_ON), ("goodnight", None), ("assist__HassTurnOn", TURN_ON))
    assert (one.name, one.intent, one.parameters) == ("intent__HassTurnOn", "HassTurnOn", TURN_ON)
    assert (two.name, two.intent, two.slots, two.description) == ("goodnight", None, {}, "what it does")
    assert (three.name, three.intent) == ("assist__HassTurnOn", "HassTurnOn")


def test_no_tools_are_none() -> None:
    assert offered_tools(None) == offered_tools([]) == ()


def test_the_same_tools_are_the_same_objects() -> None:
    assert offer(("HassTurnOn", TURN_ON)) is offer(("HassTurnOn", dict(TURN_ON)))


def tool(parameters: dict[str, Any]) -> OfferedTool:
    return OfferedTool("tool", None, "", parameters)


def test_arguments_that_fit_have_no_problems() -> None:
    assert problems(tool(LIGHT_SET), {"name": "Lamp", "domain": ["light"], "brightness": 30}) == []


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"brightness": 101}, "brightness: 101 is greater than the maximum of 100"),
        ({"domain": "light"}, "domain: 'light' is not of type 'array'"),
        ({"domain": ["light", 1]}, "domain.1: 1 is not of type 'string'"),
        ({"entity_id": "light.x"}, "Additional properties are not allowed ('entity_id' was unexpected)"),
    ],
)
def test_a_problem_names_the_argument(arguments: dict[str, Any], problem: str) -> None:
    assert problems(tool(LIGHT_SET), arguments) == [problem]


def test_a_schema_is_compiled_once() -> None:
    assert validator(tool(LIGHT_SET)) is validator(tool(dict(LIGHT_SET)))


@pytest.mark.parametrize(
    "parameters",
    [
        {"type": "nonsense"},
        {"properties": []},
        {"required": "name"},
        {"properties": {"name": {"pattern": "("}}},
        {"$ref": "https://example.invalid/schema.json"},
        {"$ref": "#/nowhere"},
        {"$ref": "#"},
        {"properties": {"name": {"$ref": "file:///etc/passwd"}}},
    ],
)
def test_a_broken_schema_makes_every_call_a_problem_and_fetches_nothing(parameters: dict[str, Any]) -> None:
    assert len(problems(tool(parameters), {"name": "x"})) == 1


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "required", "$ref", "x"]), inner),
    max_leaves=8,
)
schemas = st.dictionaries(
    st.sampled_from(["type", "properties", "required", "additionalProperties", "items", "enum", "anyOf", "$ref", "pattern"]),
    json_values,
)


@given(
    st.sampled_from(["HassTurnOn", "GetDateTime", "a__HassLightSet"]), schemas, st.dictionaries(st.text(max_size=5), json_values)
)
def test_any_schema_is_survived(name: str, parameters: dict[str, Any], arguments: dict[str, Any]) -> None:
    (offered,) = offer((name, parameters))
    assert msgspec.to_builtins(offered.parameters) == (parameters or NOTHING)
    problems(offered, arguments)
