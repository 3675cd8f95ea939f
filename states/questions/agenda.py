"""What calendars hold, through Home Assistant's own tool for that. The day is Home Assistant's, never that of our own clock."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any

from msgspec import Struct

from ...adapters.intents.replies import reply
from ...adapters.intents.vocabulary import QuestionVocabulary
from ...machine.turn import Plan, Reply, Turn
from .answers import Speaker
from .clock import clock_read, local_zone, today
from .lists import choices, read_once, results
from .records import Wanted, wanted_of_calendars

TOOL = "calendar_get_events"
_CALENDAR, _RANGE = "calendar", "range"
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
# More calendars than this are not asked one after the other.
_MOST_CALENDARS = 5
_MOST_EVENTS = 12


class Event(Struct, frozen=True, order=True):
    """An event: when it begins and ends (excluded), as dates and, where it is not for whole days, ``time`` of the day."""

    first: date
    time: str
    last: date
    summary: str


def agenda_plan(turn: Turn, questions: QuestionVocabulary, languages: tuple[str, ...]) -> Plan | None:
    """The answer to a question about calendars, or the next call that will tell; None if it is no such question, or nothing
    tells."""
    tool = next((tool for tool in turn.tools if tool.intent == TOOL), None)
    names = choices(tool, _CALENDAR) if tool is not None else ()
    wanted = wanted_of_calendars(turn.sentence, names, questions) if names else None
    if tool is None or wanted is None:
        return None
    span = "today" if wanted.day == "today" else "week"
    if span not in (choices(tool, _RANGE) or (span,)) or len(names) > _MOST_CALENDARS:
        return None
    day = today(turn)
    if day is None and (wanted.day not in {"today", "week", ""} or wanted.form == "next"):
        return clock_read(turn)
    zone = local_zone(turn, datetime.now(UTC))
    events: set[Event] = set()
    for name in wanted.names or names:
        arguments = {_CALENDAR: name, _RANGE: span}
        told = results(turn, TOOL, arguments)
        if told is None:
            return read_once(turn, tool, arguments)
        read = [_event(item, zone) for item in told]
        if None in read:
            return None
        events |= {event for event in read if event is not None}
    text = _answer(wanted, sorted(_on(events, wanted.day, day)), languages, questions)
    return Reply(text) if text else None


def _event(item: Any, zone: tzinfo | None) -> Event | None:
    """An event as Home Assistant gives it; None if it is none that we know, or in UTC and ``zone`` is not known."""
    match item:
        case {"start": str(start), "end": str(end), "summary": str(summary)}:
            pass
        case _:
            return None
    try:
        begins, ends = datetime.fromisoformat(start), datetime.fromisoformat(end)
    except ValueError:
        return None
    if begins.tzinfo is not None and not begins.utcoffset():
        # Some calendars give UTC, whatever the house's own time is.
        if zone is None:
            return None
        begins, ends = begins.astimezone(zone), ends.astimezone(zone)
    whole = "T" not in start and ":" not in start
    # The end is not part of it: an event until midnight is not one of the next day.
    last = max((ends - timedelta(seconds=1)).date(), begins.date())
    return Event(begins.date(), "" if whole else f"{begins:%H:%M}", last, summary.strip())


def _on(events: Iterable[Event], asked: str, day: date | None) -> list[Event]:
    """The events of the days that are asked for."""
    days = _days(asked, day)
    return [event for event in events if days is None or any(event.first <= one <= event.last for one in days)]


def _days(asked: str, day: date | None) -> list[date] | None:
    """The days, None for all that were read."""
    if asked in {"today", "week", ""} or day is None:
        return None
    if asked == "tomorrow":
        return [day + timedelta(days=1)]
    wanted = {5, 6} if asked == "weekend" else {_WEEKDAYS.index(asked)}
    coming = (day + timedelta(days=ahead) for ahead in range(7))
    return [one for one in coming if one.weekday() in wanted]


def _answer(wanted: Wanted, events: Sequence[Event], languages: tuple[str, ...], questions: QuestionVocabulary) -> str | None:
    speaker = Speaker(languages, questions.spoken)
    several = wanted.day in {"week", "weekend", ""}
    match wanted.form:
        case "count":
            return speaker.count([event.summary for event in events])
        case "any" if not events:
            return speaker.whether(())
        case "next":
            events = events[:1]
        case _:
            pass
    if not events:
        return reply("nothing_planned", languages)
    if len(events) > _MOST_EVENTS:
        return None
    said = ", ".join(_said(event, questions.days if several else {}) for event in events)
    yes = speaker.whether(None) if wanted.form == "any" else None
    return f"{yes}, {said}" if yes else said


def _said(event: Event, days: Mapping[str, str]) -> str:
    words = (event.summary, days.get(_WEEKDAYS[event.first.weekday()], ""), event.time)
    return " ".join(word for word in words if word)
