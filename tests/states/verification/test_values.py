"""Results that are no actions: what can be said as it is, and what wants a model."""

from typing import Any

import pytest
from ha_assist.adapters.home_assistant.types import ActionResult, ErrorResult, OtherResult, Result
from ha_assist.adapters.openai.wire import FunctionCall, ToolCall
from ha_assist.machine.turn import Exchange
from ha_assist.states.verification.values import LONGEST, in_words, sayable, speaks_for_itself
from hypothesis import given
from hypothesis import strategies as st


def speaks(result: Result | None) -> bool:
    return speaks_for_itself(Exchange(ToolCall(FunctionCall("x")), {}, None, result))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, ""),
        ({}, ""),
        ({"success": True}, ""),
        ([{"success": True}, {"success": True, "result": None}], ""),
        ("Success", ""),
        ({"result": "ok."}, ""),
        ("The door is shut.", "The door is shut."),
        ({"message": "Dinner at seven"}, "Dinner at seven"),
        ([{"summary": "milk", "status": "needs_action"}, {"summary": "eggs"}], "milk, eggs"),
    ],
)
def test_what_speaks_for_itself(data: Any, words: str) -> None:
    assert speaks(OtherResult(data))
    assert in_words(data) == words


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"temperature": 21.5, "unit": "°C", "nested": {"a": 1}}, "temperature: 21.5, unit: °C"),
        (["a", 1, None, [2]], "a, 1"),
        ("| a | table |", "a, table"),
        ("x" * 400, "x" * LONGEST),
        ("many words " * 40, ("many words " * 27).strip()),
        ("# Plan\n- **one**\n- two", "Plan. one. two"),
        ({"energy_today": 3.5}, "energy today: 3.5"),
        ({"is_raining": True}, ""),
        (21, "21"),
        ({"done": True}, ""),
    ],
)
def test_what_only_language_can_sum_up_still_has_words_where_there_is_no_model(data: Any, words: str) -> None:
    assert not speaks(OtherResult(data))
    assert in_words(data) == words


def test_appointments_are_more_than_their_names() -> None:
    dates = [{"summary": "Dentist", "start": "2026-11-30T17:00:00+00:00", "end": "2026-11-30T18:00:00+00:00"}]
    assert not speaks(OtherResult(dates))
    assert in_words(dates) == "Dentist"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("**Done** and _dusted_", "Done and dusted"),
        ("# Title\n\n- one\n- two!\n- three", "Title. one. two! three"),
        ("See [the manual](http://example.org)", "See the manual"),
        ("  ", ""),
    ],
)
def test_layout_is_not_spoken(text: str, words: str) -> None:
    assert sayable(text) == words


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (ActionResult("action_done"), True),
        (ErrorResult("MatchFailedError", ""), True),
        (ActionResult("query_answer", speech="It is 21 degrees"), True),
        (ActionResult("query_answer", data={"speech_slots": {"timers": []}}), True),
        (ActionResult("query_answer"), False),
        (None, True),
    ],
)
def test_of_other_results(result: Result | None, expected: bool) -> None:
    assert speaks(result) is expected


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=4)),
    max_leaves=10,
)


@given(JSON)
def test_any_value_is_worded_shortly(data: Any) -> None:
    assert len(in_words(data)) <= LONGEST
    assert speaks(OtherResult(data)) in (True, False)
