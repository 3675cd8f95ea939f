"""What HA and its clients send back for a tool call."""

import json
from typing import Any

import pytest
from dumps import LIVE_HEADER, as_written, dump, live_entities
from ha_assist.adapters.home_assistant.results import match_failure, parse_result
from ha_assist.adapters.home_assistant.types import (
    ActionResult,
    ErrorResult,
    LiveContextResult,
    OtherResult,
    ResultTarget,
)
from hypothesis import given
from hypothesis import strategies as st

DONE = {
    "speech": {},
    "response_type": "action_done",
    "data": {
        "success": [{"name": "Kitchen", "type": "area", "id": "kitchen"}, {"name": "Lamp", "type": "entity", "id": "light.lamp"}],
        "failed": [{"name": "Spot", "type": "entity", "id": "light.spot"}],
    },
}
ACTION = ActionResult(
    "action_done",
    success=(ResultTarget("Kitchen", "area", "kitchen"), ResultTarget("Lamp", "entity", "light.lamp")),
    failed=(ResultTarget("Spot", "entity", "light.spot"),),
)


def wrapped(data: Any, *, error: bool = False) -> str:
    return json.dumps({"data": data, "error": error})


def test_an_action_plain_and_wrapped() -> None:
    assert parse_result(json.dumps(DONE)) == ACTION
    assert parse_result(wrapped(DONE)) == ACTION


def test_has_own_words_and_further_data_are_kept() -> None:
    timers = [{"id": "01", "name": "pizza", "total_seconds_left": 90}]
    result = parse_result(
        json.dumps(
            {
                "speech": {"plain": {"speech": "One timer.", "extra_data": None}},
                "response_type": "query_answer",
                "speech_slots": {"timers": timers},
                "data": {"targets": [], "success": [], "failed": []},
            }
        )
    )
    assert result == ActionResult("query_answer", speech="One timer.", data={"speech_slots": {"timers": timers}, "targets": []})


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ({"error": "MatchFailedError", "error_text": "no match"}, ErrorResult("MatchFailedError", "no match")),
        ({"error": "InvalidSlotInfo"}, ErrorResult("InvalidSlotInfo", "")),
        ({"error": "No exposed entities matched name 'X'"}, ErrorResult("", "No exposed entities matched name 'X'")),
        ({"success": False, "error": "Calendar not found"}, ErrorResult("", "Calendar not found")),
        ({"success": False}, ErrorResult("", '{"success":false}')),
        ([{"success": True}, {"success": False, "error": "Lamp is gone"}], ErrorResult("", "Lamp is gone")),
        (
            {
                "response_type": "error",
                "speech": {"plain": {"speech": "No area"}},
                "data": {"code": "no_valid_targets"},
            },
            ErrorResult("no_valid_targets", "No area"),
        ),
    ],
)
def test_an_error_has_a_code_a_text_or_both(content: Any, error: ErrorResult) -> None:
    assert parse_result(json.dumps(content)) == error
    assert parse_result(wrapped(content, error=True)) == error
    assert parse_result(wrapped(content)) == error


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ("timed out", ErrorResult("", "timed out")),
        ({"reason": 7}, ErrorResult("", '{"reason":7}')),
        (None, ErrorResult("", "null")),
        (DONE, ErrorResult("", json.dumps(DONE, separators=(",", ":")))),
    ],
)
def test_what_a_client_calls_an_error_is_one(data: Any, error: ErrorResult) -> None:
    assert parse_result(wrapped(data, error=True)) == error


@given(st.lists(live_entities, max_size=5))
def test_a_live_context_old_and_new_reads_back(entities: list[dict[str, Any]]) -> None:
    text = f"{LIVE_HEADER}\n{dump(entities)}"
    for content in (json.dumps({"success": True, "result": text}), wrapped({"result": text}), text):
        result = parse_result(content)
        assert isinstance(result, LiveContextResult)
        assert [as_written(entity) for entity in result.entities] == entities


def test_half_a_live_context_is_none() -> None:
    text = f"{LIVE_HEADER}\n- names: Lamp\n  domain: light\n  state: 'on'\n- something: else\n"
    assert parse_result(json.dumps({"result": text})) == OtherResult(text)


@pytest.mark.parametrize(
    ("content", "data"),
    [
        ({"success": True, "result": {"date": "2026-11-30", "time": "17:41:58"}}, {"date": "2026-11-30", "time": "17:41:58"}),
        (
            {"success": True, "result": [{"summary": "Milk", "status": "needs_action"}]},
            [{"summary": "Milk", "status": "needs_action"}],
        ),
        ({"success": True, "result": None}, None),
        ({"Hanging Lamp": "on"}, {"Hanging Lamp": "on"}),
        ({"error": "", "value": 1}, {"error": "", "value": 1}),
        ([{"success": True}], [{"success": True}]),
        ("Done", "Done"),
        (None, None),
        (42, 42),
    ],
)
def test_anything_else_is_the_unwrapped_value(content: Any, data: Any) -> None:
    assert parse_result(json.dumps(content)) == OtherResult(data)
    assert parse_result(wrapped(content)) == OtherResult(data)


@pytest.mark.parametrize("content", ["", "result", "{", "Contextual information: the time is 20:10.", "[" * 100_000])
def test_text_that_is_no_json_is_itself(content: str) -> None:
    assert parse_result(content) == OtherResult(content)


@given(st.text())
def test_any_text_is_survived(content: str) -> None:
    parse_result(content)


keys = st.sampled_from(
    ["data", "error", "error_text", "success", "failed", "result", "response_type", "speech", "plain", "name", "id"]
)
odd = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["error", "action_done", LIVE_HEADER + "\n- x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=15,
)


@given(odd)
def test_any_json_is_survived(value: Any) -> None:
    parse_result(json.dumps(value))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "<MatchFailedError result=MatchTargetsResult(is_match=False, no_match_reason=<MatchFailedReason.NAME: 1>, states=[]",
            "NAME",
        ),
        ("... no_match_reason=<MatchFailedReason.INVALID_FLOOR: 10>, ...", "INVALID_FLOOR"),
        ("No entities matched the name (given name 'Blue Lamp', domains light)", "NAME"),
        ("No entities matched the device class", "DEVICE_CLASS"),
        ("No exposed entities matched name 'Blue Lamp'", "NAME"),
        ("timeout", None),
        ("", None),
    ],
)
def test_why_nothing_matched(text: str, reason: str | None) -> None:
    assert match_failure(ErrorResult("MatchFailedError", text)) == reason
