"""The boundary: what is a request, what is refused and with which words, and what is let through."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from ha_assist.adapters.openai.wire import ChatRequest, NamedToolChoice
from ha_assist.adapters.settings import Settings
from ha_assist.machine.turn import Refusal, Turn
from ha_assist.states.boundary import DEEPEST, boundary, nested_deeper
from ha_assist.states.services import Services
from ha_assist.states.wellformed import MOST_TOKENS
from hypothesis import given
from hypothesis import strategies as st
from pictures import data_url

CAPTURES = sorted((Path(__file__).parents[1] / "requests").glob("ha-*.jsonl"))
SERVICES = Services(Settings())
USER = {"role": "user", "content": "turn on the lamp"}
TOOL = {"type": "function", "function": {"name": "HassTurnOn", "parameters": {"type": "object", "properties": {}}}}
MODELS = frozenset({"some-model"})


def look_at(body: bytes) -> Turn:
    """The Turn after the boundary."""
    turn = Turn(body, stream=asyncio.Queue())
    asyncio.run(boundary(turn, SERVICES, MODELS))
    return turn


def accepted(**fields: Any) -> ChatRequest:
    turn = look_at(body_with(**fields))
    assert turn.refusal is None
    assert turn.request is not None
    return turn.request


def refused(**fields: Any) -> Refusal:
    turn = look_at(body_with(**fields))
    assert turn.refusal is not None
    assert turn.request is None
    return turn.refusal


def body_with(**fields: Any) -> bytes:
    body = {"model": "HA-Assist", "messages": [USER], **fields}
    return json.dumps({name: value for name, value in body.items() if value is not ...}).encode()


def nested(levels: int) -> Any:
    value: Any = {}
    for _ in range(levels - 1):
        value = {"items": value}
    return value


# What Home Assistant and its clients send


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda path: path.stem)
def test_every_captured_request_is_accepted(capture: Path) -> None:
    for line in capture.read_bytes().splitlines():
        turn = look_at(msgspec.json.encode(msgspec.json.decode(line)["body"]))
        assert turn.refusal is None
        assert turn.request is not None
        assert turn.physical_model is None


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("hello", "hello"),
        ([{"type": "text", "text": "hello"}, {"type": "text", "text": "there"}], "hello\nthere"),
        ([{"type": "image_url", "image_url": {"url": data_url()}}, {"type": "text", "text": "look"}], "look"),
        (["hello"], "hello"),
        ({"data": 1}, '{"data":1}'),
        ([], ""),
        (None, ""),
        (..., ""),
    ],
)
def test_content_may_be_text_parts_an_object_null_or_missing(content: Any, text: str) -> None:
    message = {"role": "assistant"} if content is ... else {"role": "assistant", "content": content}
    assert accepted(messages=[message, USER]).messages[0].text == text


@pytest.mark.parametrize("text", ["null", "true", "1", "NaN", '{"a": 1}', "-"])
def test_what_somebody_said_is_never_read_as_anything_but_text(text: str) -> None:
    request = accepted(messages=[{"role": "user", "content": text, "name": text}], user=text)
    assert request.messages[0].content == text
    assert request.messages[0].name == text
    assert request.user == text


def test_developer_messages_and_orphan_tool_messages_are_tolerated() -> None:
    orphan = {"role": "tool", "tool_call_id": "nobody", "content": "..."}
    request = accepted(messages=[{"role": "developer", "content": "be brief"}, orphan, USER])
    assert [message.role for message in request.messages] == ["developer", "tool", "user"]


def test_a_call_may_come_without_arguments_or_with_an_object() -> None:
    calls = [{"function": {"name": "a"}}, {"function": {"name": "b", "arguments": {"x": 1}}}]
    request = accepted(messages=[USER, {"role": "assistant", "tool_calls": calls}])
    assert [call.function.arguments for call in request.messages[1].tool_calls or ()] == [None, {"x": 1}]


@pytest.mark.parametrize("value", [None, 1, "text", [1, {"x": []}], {"deep": {"er": [None]}}])
def test_unknown_fields_may_hold_anything(value: Any) -> None:
    accepted(chat_template_kwargs=value, keep_alive=value)


@pytest.mark.parametrize(
    ("name", "sent", "read"),
    [
        ("max_tokens", "4096", 4096),
        ("max_completion_tokens", "12", 12),
        ("max_tokens", 4096.0, 4096),
        ("temperature", "0.6", 0.6),
        ("top_p", "1", 1.0),
        ("n", "1", 1),
        ("stream", "true", True),
        ("parallel_tool_calls", "False", False),
    ],
)
def test_numbers_and_flags_may_arrive_as_strings(name: str, sent: Any, read: Any) -> None:
    assert getattr(accepted(**{name: sent}), name) == read


@pytest.mark.parametrize("value", [["a"], {"a": 1}])
@pytest.mark.parametrize("name", ["user", "language"])
def test_a_shade_of_the_wrong_type_is_dropped(name: str, value: Any) -> None:
    request = accepted(**{name: value}, max_tokens="7")
    assert getattr(request, name) is None
    assert request.max_tokens == 7


def test_all_shades_may_be_wrong_at_once() -> None:
    request = accepted(user=[], language=3)
    assert (request.user, request.language) == (None, None)


@pytest.mark.parametrize("choice", ["none", "auto", None])
def test_an_open_tool_choice_needs_no_tools(choice: str | None) -> None:
    assert accepted(tool_choice=choice).tool_choice == choice


def test_required_and_named_tool_choices_are_accepted_with_their_tools() -> None:
    assert accepted(tool_choice="required", tools=[TOOL]).tool_choice == "required"
    named = accepted(tool_choice={"type": "function", "function": {"name": "HassTurnOn"}}, tools=[TOOL]).tool_choice
    assert isinstance(named, NamedToolChoice)


# What is refused


@pytest.mark.parametrize(
    ("fields", "param"),
    [
        ({"model": ...}, "model"),
        ({"model": 5}, "model"),
        ({"messages": ...}, "messages"),
        ({"messages": "hi"}, "messages"),
        ({"messages": None}, "messages"),
        ({"messages": []}, "messages"),
        ({"messages": [{"role": "system", "content": "x"}]}, "messages"),
        ({"messages": [{"content": "x"}]}, "messages[0].role"),
        ({"messages": [USER, {"role": "boss"}]}, "messages[1].role"),
        ({"messages": [{"role": "user", "content": 5}]}, "messages[0].content"),
        ({"messages": [{"role": "user"}]}, "messages[0].content"),
        ({"messages": [USER, {"role": "user", "content": None}]}, "messages[1].content"),
        ({"temperature": "hot"}, "temperature"),
        ({"temperature": True}, "temperature"),
        ({"temperature": "nan"}, "temperature"),
        ({"temperature": "inf"}, "temperature"),
        ({"temperature": -0.1}, "temperature"),
        ({"temperature": 11}, "temperature"),
        ({"top_p": {}}, "top_p"),
        ({"top_p": 1.1}, "top_p"),
        ({"messages": [{"role": "user", "content": [{"type": "text", "text": 5}]}]}, "messages[0].content[0].text"),
        ({"tools": {}}, "tools"),
        ({"tools": [{"type": "function"}]}, "tools[0].function"),
        ({"tools": [{"function": {"name": "x", "parameters": []}}]}, "tools[0].function.parameters"),
        ({"tool_choice": "maybe"}, "tool_choice"),
        ({"tool_choice": "required"}, "tool_choice"),
        ({"tool_choice": "required", "tools": []}, "tool_choice"),
        ({"tool_choice": {"function": {"name": "other"}}, "tools": [TOOL]}, "tool_choice"),
        ({"tool_choice": {"function": {"name": "HassTurnOn"}}}, "tool_choice"),
        ({"tool_choice": {"type": "function"}, "tools": [TOOL]}, "tool_choice.function"),
        ({"n": 2}, "n"),
        ({"n": "3"}, "n"),
        ({"n": 0}, "n"),
        ({"n": True}, "n"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"max_tokens": -1}, "max_tokens"),
        ({"max_tokens": "many"}, "max_tokens"),
        ({"max_tokens": True}, "max_tokens"),
        ({"max_tokens": 1.5}, "max_tokens"),
        ({"max_completion_tokens": MOST_TOKENS + 1}, "max_completion_tokens"),
        ({"max_completion_tokens": 10**30}, "max_completion_tokens"),
        ({"max_input_tokens": "-4"}, "max_input_tokens"),
        ({"stream": "perhaps"}, "stream"),
        ({"stream_options": []}, "stream_options"),
        ({"parallel_tool_calls": 7}, "parallel_tool_calls"),
        ({"response_format": "json"}, "response_format"),
    ],
)
def test_what_matters_and_is_wrong_is_refused_by_name(fields: dict[str, Any], param: str) -> None:
    refusal = refused(**fields)
    assert refusal.status == 400
    assert refusal.type == "invalid_request_error"
    assert refusal.param == param
    assert refusal.message


def test_an_unknown_model_is_not_found() -> None:
    refusal = refused(model="gpt-x")
    assert (refusal.status, refusal.code, refusal.param) == (404, "model_not_found", "model")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"not json",
        b"\xff\xfe\x00",
        b"\xef\xbb\xbf" + body_with(),
        body_with() + b" trailing",
        b'{"model": "HA-Assist", "messages": [{"role": "user", "content": "\xff"}]}',
        b'{"model": "HA-Assist", "messages": [{"role": "user", "content": "\\ud800 alone"}]}',
        b'{"model": "HA-Assist", "messages": [{"role": "user", "content": "\xed\xa0\x80"}]}',
        b'{"model": NaN}',
    ],
)
def test_what_is_no_json_object_in_utf8_is_refused(body: bytes) -> None:
    turn = look_at(body)
    assert turn.request is None
    assert turn.refusal is not None
    assert turn.refusal.status == 400


@pytest.mark.parametrize(
    "where",
    [
        lambda deep: {"tools": [{"function": {"name": "x", "parameters": deep}}]},
        lambda deep: {"messages": [{"role": "user", "content": deep}]},
        lambda deep: {"messages": [USER, {"role": "assistant", "tool_calls": [{"function": {"name": "x", "arguments": deep}}]}]},
        lambda deep: {"response_format": {**deep, "type": "text"}},
        lambda deep: {"ha_context": deep},
    ],
)
def test_nesting_is_allowed_up_to_a_limit(where: Any) -> None:
    accepted(**where(nested(DEEPEST)))
    refusal = refused(**where(nested(DEEPEST + 1)))
    assert (refusal.status, refusal.code) == (400, "too_deep")


@pytest.mark.parametrize("name", ["messages", "tools", "ha_context", "unknown", "user"])
@pytest.mark.parametrize("ends", [b"]" * 100_000, b""])
def test_absurd_nesting_is_refused_wherever_it_is(name: str, ends: bytes) -> None:
    body = b'{"model": "HA-Assist", "messages": [], "%s": %s%s}' % (name.encode(), b"[" * 100_000, ends)
    turn = look_at(body)
    assert turn.refusal is not None
    assert turn.refusal.status == 400


# Streams


@pytest.mark.parametrize(("stream", "kept"), [(True, True), ("true", True), (False, False), (None, False), (..., False)])
def test_only_a_client_that_streams_keeps_the_stream(stream: Any, kept: bool) -> None:
    assert (look_at(body_with(stream=stream)).stream is not None) is kept


# Physical models


def test_a_physical_model_is_recognised_and_its_request_left_to_the_backend() -> None:
    body = body_with(model="some-model", n=3, max_tokens=-1, temperature="hot", messages=[])
    turn = look_at(body)
    assert turn.refusal is None
    assert turn.physical_model == turn.model == "some-model"
    assert turn.body == body


def test_a_physical_model_streams_only_when_its_backend_will_read_it_so() -> None:
    assert look_at(body_with(model="some-model", stream=True)).stream is not None
    assert look_at(body_with(model="some-model", stream="true")).stream is None


@pytest.mark.parametrize("field", [b'"x": "\xff"', b'"x": ' + b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1)])
def test_a_body_for_a_physical_model_must_be_readable_as_a_whole(field: bytes) -> None:
    turn = look_at(body_with(model="some-model")[:-1] + b", " + field + b"}")
    assert turn.refusal is not None
    assert turn.refusal.status == 400


# Properties

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


def depth(value: Any) -> int:
    """How deep ``value`` nests, by definition."""
    match value:
        case dict():
            return 1 + max(map(depth, value.values()), default=0)
        case list():
            return 1 + max(map(depth, value), default=0)
        case _:
            return 0


@given(JSON, st.integers(0, 6))
def test_nesting_is_measured_as_defined(value: Any, levels: int) -> None:
    assert nested_deeper([value], levels) is (depth(value) > levels)


@given(st.binary(max_size=200))
def test_any_bytes_end_in_a_request_or_a_refusal(body: bytes) -> None:
    turn = look_at(body)
    assert (turn.request is None) is (turn.refusal is not None)


@given(st.dictionaries(st.sampled_from(ChatRequest.__struct_fields__), JSON))
def test_any_values_end_in_a_request_or_a_refusal_that_names_a_field(fields: dict[str, Any]) -> None:
    turn = look_at(msgspec.json.encode({"model": "HA-Assist", "messages": [USER], **fields}))
    assert (turn.request is None) is (turn.refusal is not None)
    if turn.refusal is not None:
        assert turn.refusal.status in (400, 404)
        assert turn.refusal.param
