"""Time and date: Home Assistant's, never our own clock's."""

import json
from typing import Any

import pytest
from asked import EMPTY, exchanged, turn_of
from ha_assist.machine.turn import Call, Plan, Read, Reply
from ha_assist.states.questions.handler import question_plan
from msgspec.structs import replace
from told import NOW, THEN, without

CLOCK = next(tool.name for tool in NOW if tool.intent == "GetDateTime")
RESULT = {"date": "2026-11-30", "time": "17:43:42", "timezone": "CET", "weekday": "Monday"}


def listed(line: str, sentence: str, language: str = "en") -> Plan | None:
    """The plan where the system message has a line with the time, as until 2025."""
    return question_plan(turn_of(sentence, replace(EMPTY, time=line), THEN, (language,)))


def told(content: Any, sentence: str, language: str = "en") -> Plan | None:
    """The plan after the tool has answered with ``content``."""
    made = exchanged(Call(CLOCK, {}), json.dumps(content))
    return question_plan(turn_of(sentence, EMPTY, NOW, (language,), (made,)))


QUESTIONS = pytest.mark.parametrize(
    ("sentence", "language", "answer"),
    [
        ("What time is it?", "en", "5:43 PM"),
        ("What's the time?", "en", "5:43 PM"),
        ("Tell me the time", "en", "5:43 PM"),
        ("What is the date?", "en", "November 30th, 2026"),
        ("What day is it today?", "en", "November 30th, 2026"),
        ("Wie spät ist es?", "de", "Es ist 17:43"),
        ("Welches Datum ist heute?", "de", "Es ist Montag der 30. November 2026"),
        ("Welcher Tag ist heute?", "de", "Es ist Montag der 30. November 2026"),
    ],
)


@QUESTIONS
def test_from_the_line_of_the_system_message(sentence: str, language: str, answer: str) -> None:
    assert listed("Current time is 17:43:42. Today's date is 2026-11-30.", sentence, language) == Reply(answer)


@QUESTIONS
def test_through_the_tool(sentence: str, language: str, answer: str) -> None:
    assert question_plan(turn_of(sentence, EMPTY, NOW, (language,))) == Read(Call(CLOCK, {}))
    assert told({"success": True, "result": RESULT}, sentence, language) == Reply(answer)
    assert told({"data": RESULT, "error": False}, sentence, language) == Reply(answer)


@pytest.mark.parametrize(
    ("time", "answer"),
    [("00:05:00", "12:05 AM"), ("09:00:59", "9:00 AM"), ("12:00:00", "12:00 PM"), ("23:59:59", "11:59 PM")],
)
def test_the_hours_of_a_day(time: str, answer: str) -> None:
    assert listed(f"Current time is {time}. Today's date is 2026-11-30.", "What time is it?") == Reply(answer)
    assert told({"data": {**RESULT, "time": time}, "error": False}, "What time is it?") == Reply(answer)


@pytest.mark.parametrize("broken", ["", "soon", "Current time is 25:71:00.", "Today's date is 2026-02-31."])
def test_what_is_no_time_is_not_told(broken: str) -> None:
    assert listed(broken, "What time is it?") is None
    assert listed(broken, "What is the date?") is None
    assert told({"data": broken, "error": False}, "What time is it?") is None


def test_an_error_of_the_tool_is_not_asked_again() -> None:
    assert told({"data": {"error": "HomeAssistantError", "error_text": "no clock"}, "error": True}, "What time is it?") is None


def test_without_line_and_tool_it_is_not_known() -> None:
    blind = without("GetDateTime", tools=NOW)
    assert question_plan(turn_of("What time is it?", EMPTY, blind, ("en",))) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "What time is it in Paris?",
        "What time is sunset?",
        "What time does the desk lamp turn on?",
        "What time is it and who is home?",
        "What day is Christmas?",
        "What was the date yesterday?",
        "What is the date tomorrow?",
        "When is it time for dinner?",
        pytest.param("Is it time?", marks=pytest.mark.xfail(strict=True, reason="how it is asked is not looked at")),
    ],
)
def test_other_times_are_left(sentence: str) -> None:
    assert listed("Current time is 17:43:42. Today's date is 2026-11-30.", sentence) is None
    assert question_plan(turn_of(sentence, EMPTY, NOW, ("en",))) is None
