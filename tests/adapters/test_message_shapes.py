"""Whatever a client may write, a native runtime's adapter reads, or refuses as the client's fault."""

from typing import Any

import pytest
from ha_assist.adapters.backends.constraints import constraint
from ha_assist.adapters.backends.content import as_json, parts
from ha_assist.adapters.backends.litert import messages
from ha_assist.adapters.backends.protocol import BackendError, Capabilities
from ha_assist.adapters.backends.verbatim import asked
from ha_assist.adapters.settings import ImageLimits
from hypothesis import given
from hypothesis import strategies as st
from pictures import data_url

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, []),
        ("", [""]),
        ("hi", ["hi"]),
        (["a", "b"], ["a", "b"]),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": None}, {"type": "input_audio"}], ["a"]),
        ({"done": True}, ['{"done":true}']),
        ([{"type": "image_url", "image_url": {"url": data_url()}}], []),
    ],
)
def test_content_has_many_shapes(content: Any, text: list[str]) -> None:
    assert list(parts(content, None)) == text


def test_pictures_come_where_there_are_limits_for_them() -> None:
    (shown,) = parts([{"type": "image_url", "image_url": data_url()}], ImageLimits())
    assert not isinstance(shown, str)
    assert (shown.media_type, shown.width) == ("image/png", 8)
    with pytest.raises(BackendError) as caught:
        list(parts([{"image_url": {"url": "http://x/y.png"}}], ImageLimits()))
    assert (caught.value.status, caught.value.code) == (400, "invalid_image")


@pytest.mark.parametrize(
    ("value", "read"), [(None, {}), ("", {}), ("{}", {}), ('{"a": 1}', {"a": 1}), ("done", "done"), ({"a": 1}, {"a": 1})]
)
def test_json_is_read_where_it_is_json(value: Any, read: Any) -> None:
    assert as_json(value) == read


call = st.fixed_dictionaries({"function": st.fixed_dictionaries({"name": st.text(), "arguments": plain})})
body = st.fixed_dictionaries(
    {"model": st.just("m")},
    optional={
        "messages": st.lists(
            st.fixed_dictionaries(
                {"role": st.sampled_from(["system", "developer", "user", "assistant", "tool", "function", "boss"])},
                optional={
                    "content": plain | st.lists(st.fixed_dictionaries({"type": st.just("text")}, optional={"text": plain})),
                    "tool_call_id": plain,
                    "tool_calls": plain | st.lists(call),
                },
            ),
            max_size=4,
        ),
        "tools": plain | st.lists(st.fixed_dictionaries({"function": st.fixed_dictionaries({"name": st.text(max_size=3)})})),
        "tool_choice": plain | st.sampled_from(["none", "auto", "required", {"function": {"name": "a"}}]),
        "temperature": plain,
        "n": plain,
        "max_tokens": plain,
        "response_format": plain,
        "stream_options": plain,
    },
)


@given(body)
def test_any_request_is_a_prompt_or_the_clients_fault(sent: dict[str, Any]) -> None:
    try:
        prompt = asked(sent, Capabilities())
    except BackendError as error:
        assert error.status == 400  # noqa: PT017  either is fine, nothing else is
    else:
        history, last = messages(prompt.messages)
        assert len(history) + 1 == len(prompt.messages)
        assert last["role"] in ("system", "user", "assistant", "tool")


@given(plain)
def test_any_schema_is_generated_by_or_left_alone(schema: Any) -> None:
    held = constraint({"type": "json_schema", "json_schema": {"schema": schema}})
    assert held is None or held["x-guidance"] == {"whitespace_flexible": False}
