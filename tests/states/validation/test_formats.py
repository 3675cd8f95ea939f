"""AI tasks: an answer in the format that was asked for, or a clear error; never something else, whatever the model says."""

import json
from typing import Any

import pytest
from ha_assist.adapters.backends.protocol import Finish, TextPiece
from ha_assist.states.validate import validate
from ha_assist.states.validation.formats import in_format
from ha_assist.states.validation.listening import speech_of
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from validated import SERVICES, said

SCHEMA = {
    "type": "object",
    "properties": {"greeting": {"type": "string"}, "count": {"type": "integer"}},
    "required": ["greeting"],
    "additionalProperties": False,
}
ASKED = {"type": "json_schema", "json_schema": {"name": "greet", "strict": True, "schema": SCHEMA}}
OBJECT = {"type": "json_object"}


@pytest.mark.parametrize(
    "text",
    [
        '{"greeting": "Hi"}',
        ' \n{"greeting":"Hi"}\n',
        '```json\n{"greeting": "Hi"}\n```',
        '<think>hm {"greeting": "no"}</think>Sure! ```json\n{"greeting": "Hi"}\n```',
        'Here you are: {"greeting": "Hi"} - have fun.',
    ],
)
def test_the_json_is_found_and_nothing_else_is_sent(text: str) -> None:
    assert in_format(text, ASKED) == ('{"greeting": "Hi"}', None)


@pytest.mark.parametrize(
    ("text", "asked", "why"),
    [
        ("Hi!", ASKED, "not JSON"),
        ("", ASKED, "not JSON"),
        ('{"greeting": "Hi"', ASKED, "not JSON"),
        ('{"greeting": NaN}', ASKED, "not JSON"),
        ('{"greeting": 3}', ASKED, "greeting: 3 is not of type 'string'"),
        ('{"count": 3}', ASKED, "'greeting' is a required property"),
        ('```{"greeting": "a"}``` or ```{"greeting": "b"}```', ASKED, "more than one"),
        ("[1]", OBJECT, "not a JSON object"),
        ("{}", {"type": "json_schema", "json_schema": {"schema": {"type": "nonsense"}}}, "schema of response_format is invalid"),
        ("{}", {"type": "json_schema", "json_schema": {"schema": {"$ref": "http://x/y"}}}, "cannot be used"),
    ],
)
def test_what_does_not_fit_is_an_error_that_says_why(text: str, asked: dict[str, Any], why: str) -> None:
    assert why in str(in_format(text, asked)[1])


values = st.recursive(
    st.none() | st.integers() | st.text(max_size=5), lambda inner: st.dictionaries(st.sampled_from(["greeting", "count"]), inner)
)


@given(st.text(max_size=20), values, st.sampled_from(["{}", "```json\n{}\n```", "Well: {} ."]))
def test_only_what_fits_the_schema_is_ever_sent(noise: str, value: Any, frame: str) -> None:
    text, why = in_format(noise + frame.replace("{}", json.dumps(value)), ASKED)
    assert (text == "") == (why is not None)
    if why is None:
        assert Draft202012Validator(SCHEMA).is_valid(json.loads(text))


async def test_a_turn_answers_with_json_alone_and_streams_nothing_before_it_is_known() -> None:
    turn = await said("greet me", text='Sure: {"greeting": "Hi"}', response_format=ASKED, stream=True)
    assert turn.answer is not None
    assert turn.answer.text == '{"greeting": "Hi"}'
    assert speech_of(turn) is None


async def test_a_turn_fails_where_the_answer_does_not_fit() -> None:
    turn = await said("greet me", text="Hi!", response_format=ASKED)
    assert turn.answer is None
    assert turn.failure is not None
    assert (turn.failure.status, turn.failure.code) == (502, "invalid_model_output")
    assert turn.metrics["ha_validation"] == {"accepted": False, "reason": "the model's answer is not JSON"}


async def test_a_turn_fails_where_there_is_no_model() -> None:
    turn = await said("greet me", text="{}", response_format=OBJECT)
    turn.answer, turn.permit, turn.pieces = None, type(turn.permit)(), [TextPiece(""), Finish()]
    await validate(turn, SERVICES)
    assert turn.failure is not None
    assert turn.failure.status == 503
