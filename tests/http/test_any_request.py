"""Whatever a client sends, as long as its types are right, the real machine ends in an answer or a refusal, never in an error."""

import asyncio
from typing import Any

import msgspec
from ha_assist.adapters.openai.wire import ChatRequest
from ha_assist.adapters.settings import Settings
from ha_assist.http import answers
from ha_assist.http.stream import Events
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import State
from ha_assist.machine.turn import Turn
from ha_assist.states.registry import handlers
from ha_assist.states.services import Services
from ha_assist.states.wellformed import wrong
from hypothesis import given, settings
from hypothesis import strategies as st

RUNNER = Runner(handlers(Services(Settings()), {}))

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(max_size=5), JSON, max_size=3)
AS_TEXT = JSON.map(lambda value: msgspec.json.encode(value).decode())
WORDS = st.lists(
    st.sampled_from(
        [
            "Static Context: An overview of the areas and the devices in this smart home:",
            "\n- names: Lamp, Kitchen Lamp\n  domain: light\n  areas: Kitchen\n",
            "You are in area Kitchen (floor Ground Floor) and",
            *[
                "turn",
                "set",
                "on",
                "off",
                "the",
                "all",
                "lights",
                "lamp",
                "kitchen",
                "to",
                "50",
                "percent",
                "brightness",
                "temperature",
                "in",
                "and",
                ";",
                ":",
                "-",
            ],
        ]
    ),
    max_size=14,
).map(" ".join)
TEXT = st.text() | WORDS
CONTENT = (
    TEXT | AS_TEXT | st.none() | OBJECTS | st.lists(st.fixed_dictionaries({"type": st.just("text"), "text": TEXT}), max_size=3)
)
NAMES = st.text(max_size=10) | st.sampled_from(
    ["HassTurnOn", "intent__HassTurnOff", "light__HassLightSet", "homeassistant__GetLiveContext", "my_script"]
)
SCHEMAS = (
    st.none()
    | OBJECTS
    | st.dictionaries(st.sampled_from(["type", "properties", "required", "$ref", "anyOf", "enum", "pattern"]), JSON, max_size=4)
    | st.just({"type": "object", "properties": {name: {"type": "string"} for name in ("name", "area", "domain")}})
)
TOOLS = st.lists(st.fixed_dictionaries({"function": st.fixed_dictionaries({"name": NAMES, "parameters": SCHEMAS})}), max_size=4)
CALLS = st.lists(
    st.fixed_dictionaries(
        {
            "id": st.none() | st.text(max_size=10),
            "function": st.fixed_dictionaries({"name": NAMES, "arguments": st.none() | st.text() | AS_TEXT | OBJECTS}),
        }
    ),
    max_size=2,
)


def said_by_its_role(message: dict[str, Any]) -> dict[str, Any]:
    """What a user says is never nothing; that is refused."""
    return {**message, "content": ""} if message["role"] == "user" and message["content"] is None else message


MESSAGES = st.lists(
    st.fixed_dictionaries(
        {"role": st.sampled_from(["system", "developer", "user", "assistant", "tool", "function"]), "content": CONTENT},
        optional={"tool_calls": st.none() | CALLS, "tool_call_id": st.text(max_size=10), "name": st.text(max_size=4)},
    ).map(said_by_its_role),
    max_size=3,
)


@settings(deadline=None, max_examples=200)
@given(before=MESSAGES, said=TEXT, after=MESSAGES, tools=st.none() | TOOLS, choice=st.sampled_from([None, "auto", "none"]))
def test_any_request_of_the_right_types_is_answered(
    before: list[Any], said: str, after: list[Any], tools: list[Any] | None, choice: str | None
) -> None:
    messages = [*before, {"role": "user", "content": said}, *after]
    body = {"model": "HA-Assist", "messages": messages, "tools": tools, "tool_choice": choice}
    turn = asyncio.run(RUNNER.run(Turn(msgspec.json.encode(body))))
    assert turn.failure is None
    if (mistake := wrong(msgspec.convert(body, ChatRequest, strict=False))) is not None:
        # What nobody can mean, such as two tools of one name, is refused with its place, and nothing else is.
        assert turn.state is State.REFUSED
        assert turn.refusal is not None
        assert turn.refusal.param == mistake.param
        return
    assert turn.state is State.ANSWERED
    assert msgspec.json.decode(answers.whole(turn))["choices"]
    assert Events(turn).ending().endswith(b"data: [DONE]\n\n")
