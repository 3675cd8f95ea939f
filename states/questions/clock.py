"""Time and date: from HA's line in the system message, or through HA's own tool; never from our own clock, which is not HA's."""

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from typing import Any

from ...adapters.home_assistant.types import OtherResult
from ...adapters.intents.grammars import respond
from ...machine.turn import Call, Plan, Read, Reply, Turn

_TIME = re.compile(r"\b(\d{1,2}):(\d{2})(?::\d{2})?\b")
_DATE = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
TOOL = "GetDateTime"
_QUARTER, _SLACK, _FARTHEST = timedelta(minutes=15), timedelta(minutes=3), timedelta(hours=14)
_INTENTS = {"time": "HassGetCurrentTime", "date": "HassGetCurrentDate"}


def clock_plan(turn: Turn, asked: str, languages: tuple[str, ...]) -> Plan | None:
    """The answer to a question for the ``time`` or the ``date``, or the call that will tell, or None if nothing does."""
    source = _source(turn)
    if source is not None:
        text = _spoken(source, asked, languages)
        return Reply(text) if text else None
    return clock_read(turn)


def clock_read(turn: Turn) -> Plan | None:
    """The call that will tell date and time, once; None without such a tool."""
    tool = next((tool for tool in turn.tools if tool.intent == TOOL), None)
    made = any(exchange.tool is tool for exchange in turn.exchanges)
    return Read(Call(tool.name, {})) if tool is not None and not made else None


def today(turn: Turn) -> date | None:
    """The day that it is for Home Assistant, as far as it has told."""
    found = _DATE.search(_source(turn) or "")
    try:
        return date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def local_zone(turn: Turn, now: datetime) -> tzinfo | None:
    """The house's time zone: as far as what Home Assistant tells differs from ``now``, else this machine's, which is likely in
    the house, unless it has none of its own (UTC); None if nothing tells."""
    source = _source(turn) or ""
    own = now.astimezone().tzinfo
    if (day := _DATE.search(source)) and (clock := _TIME.search(source)):
        try:
            told = datetime(*map(int, (*day.groups(), *clock.groups())), tzinfo=UTC)
        except ValueError:
            return None
        ahead = _QUARTER * round((told - now) / _QUARTER)
        if abs(ahead) <= _FARTHEST and abs(told - now - ahead) <= _SLACK:
            return own if now.astimezone().utcoffset() == ahead else timezone(ahead)
    return own if now.astimezone().utcoffset() else None


def _source(turn: Turn) -> str | None:
    """Home Assistant's words for time and date: the tool's, else the line in the system message."""
    told = [e.result for e in turn.exchanges if e.tool is not None and e.tool.intent == TOOL and e.result is not None]
    return str(told[-1].data) if told and isinstance(told[-1], OtherResult) else turn.house.time


def _spoken(source: str, asked: str, languages: tuple[str, ...]) -> str | None:
    """The official words for the time or date that ``source`` (HA's text or result) holds."""
    value: Any = None
    try:
        if asked == "time" and (found := _TIME.search(source)):
            value = time(int(found[1]), int(found[2]))
        elif asked == "date" and (found := _DATE.search(source)):
            value = date(*map(int, found.groups()))
    except ValueError:
        return None
    return respond(languages, _INTENTS[asked], ("default",), slots={asked: value}) if value is not None else None
