"""What calendars hold, through Home Assistant's own tool: on which day is Home Assistant's to say."""

from typing import Any

import pytest
from asked import EMPTY
from msgspec.structs import replace
from rounds import CLOCK, Told, calendars, clock, timers, told


def event(summary: str, start: str, end: str) -> dict[str, Any]:
    return {"summary": summary, "start": start, "end": end} | ({} if "T" in start else {"all_day": True})


FAMILY = [
    event("Dentist", "2026-11-30T18:30:00+01:00", "2026-11-30T19:00:00+01:00"),
    event("Late film", "2026-11-30T22:00:00+01:00", "2026-12-01T00:00:00+01:00"),
    event("Birthday", "2026-12-01", "2026-12-02"),
    event("Concert", "2026-12-04T20:00:00+01:00", "2026-12-04T22:00:00+01:00"),
]
WORK = [event("Review", "2026-12-01T09:00:00+01:00", "2026-12-01T10:00:00+01:00")]
RESULTS = {"Family": FAMILY, "Work": WORK, "GetDateTime": CLOCK}
READ_FAMILY = ("calendar_get_events", {"calendar": "Family", "range": "week"})
READ_WORK = ("calendar_get_events", {"calendar": "Work", "range": "week"})
READ_CLOCK: tuple[str, dict[str, Any]] = ("GetDateTime", {})


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("What's on my calendar tomorrow?", "Birthday, Review 09:00"),
        ("Do I have anything on Friday?", "Yes, Concert 20:00"),
        ("Do I have any appointments on Wednesday?", "No"),
        ("What is planned for the weekend?", "Nothing is planned."),
        ("How many events do I have tomorrow?", "2"),
        ("When is my next appointment?", "Dentist Monday 18:30"),
    ],
)
def test_the_day_is_asked_for_first_and_then_every_calendar(sentence: str, answer: str) -> None:
    heard = told(sentence, (calendars("Family", "Work"), clock()), RESULTS, EMPTY)
    assert heard == Told(answer, (READ_CLOCK, READ_FAMILY, READ_WORK))


def test_a_day_that_the_system_message_tells_is_not_asked_for() -> None:
    house = replace(EMPTY, time="Current time is 17:41:58. Today's date is 2026-11-30.")
    heard = told("What's on my calendar tomorrow?", (calendars("Family"), clock()), RESULTS, house)
    assert heard == Told("Birthday", (READ_FAMILY,))


def test_for_today_home_assistant_knows_the_day() -> None:
    results = {"Family": FAMILY[:2]}
    heard = told("What's on my calendar today?", (calendars("Family"), clock()), results, EMPTY)
    assert heard == Told("Dentist 18:30, Late film 22:00", (("calendar_get_events", {"calendar": "Family", "range": "today"}),))


def test_several_days_are_told_apart() -> None:
    heard = told("What's on the family calendar this week?", (calendars("Family", "Work"),), RESULTS, EMPTY)
    assert heard == Told("Dentist Monday 18:30, Late film Monday 22:00, Birthday Tuesday, Concert Friday 20:00", (READ_FAMILY,))


def test_names_of_one_calendar_give_its_events_once() -> None:
    results = {"Family": WORK, "Home": WORK}
    assert told("What are my plans this week?", (calendars("Family", "Home"),), results, EMPTY).text == "Review Tuesday 09:00"


@pytest.mark.parametrize(
    "sentence",
    [
        "What's on my calendar next week?",
        "Do I have anything next Friday?",
        "When is the dentist?",
        "What did I have on my calendar yesterday?",
        "Are any windows open today?",
        "What is the weather tomorrow?",
        "Move my appointment to tomorrow",
    ],
)
def test_what_is_not_known_to_be_asked_is_left(sentence: str) -> None:
    assert told(sentence, (calendars("Family"), clock()), RESULTS, EMPTY) == Told(None, ())


def test_without_what_tells_the_day_nothing_is_guessed() -> None:
    assert told("What's on my calendar tomorrow?", (calendars("Family"),), RESULTS, EMPTY) == Told(None, ())
    assert told("What's on my calendar today?", (clock(),), RESULTS, EMPTY) == Told(None, ())


@pytest.mark.parametrize(
    ("sentence", "language", "answer"),
    [
        ("Was steht morgen im Kalender?", "de", "Birthday"),
        ("Habe ich am Freitag etwas vor?", "de", "Ja, Concert 20:00"),
        ("Wann ist mein nächster Termin?", "de", "Dentist Montag 18:30"),
        ("Quels sont mes rendez-vous de demain ?", "fr", "Birthday"),
        ("¿Tengo algo el viernes?", "es", "Sí, Concert 20:00"),
        ("Che appuntamenti ho domani?", "it", "Birthday"),
        ("Heb ik vrijdag iets?", "nl", "Ja, Concert 20:00"),
        ("Czy mam coś w piątek?", "pl", "Tak, Concert 20:00"),
        ("Что у меня запланировано на завтра?", "ru", "Birthday"),
        ("O que há na minha agenda amanhã?", "pt", "Birthday"),
    ],
)
def test_in_every_language(sentence: str, language: str, answer: str) -> None:
    assert told(sentence, (calendars("Family"), clock()), RESULTS, EMPTY, language).text == answer


@pytest.mark.parametrize(
    ("sentence", "language", "arguments"),
    [
        ("How much time is left on the timer?", "en", {}),
        ("How much time is left on the pizza timer?", "en", {"name": "pizza"}),
        ("How long is left on my 5 minute timer?", "en", {"start_minutes": 5}),
        ("Is my timer still running?", "en", {}),
        ("What timers are running?", "en", {}),
        ("Wie lange läuft der Timer noch?", "de", {}),
        ("Quel minuteur est en cours ?", "fr", {}),
        ("¿Cuánto tiempo falta para el temporizador?", "es", {}),
        ("Quanto tempo manca al timer?", "it", {}),
        ("Loopt er een timer?", "nl", {}),
        ("Ile czasu zostało na minutnik?", "pl", {}),
        ("Сколько осталось у таймера?", "ru", {}),
        ("Quanto tempo falta no temporizador?", "pt", {}),
    ],
)
def test_timers_are_asked_for_where_the_device_has_them(sentence: str, language: str, arguments: dict[str, Any]) -> None:
    heard = told(sentence, (timers(),), {"HassTimerStatus": "One minute"}, EMPTY, language)
    assert heard == Told("One minute", (("HassTimerStatus", arguments),))
    assert told(sentence, (), {}, EMPTY, language) == Told(None, ())
