"""Time and date: from HA's line in the system message, or through HA's own tool; never from our own clock, which is not HA's."""

import re
from datetime import date, time
from typing import Any

from ...adapters.home_assistant.types import OtherResult
from ...adapters.intents.grammars import respond
from ...machine.turn import Call, Plan, Read, Reply, Turn

_TIME = re.compile(r"\b(\d{1,2}):(\d{2})(?::\d{2})?\b")
_DATE = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_TOOL = "GetDateTime"
_INTENTS = {"time": "HassGetCurrentTime", "date": "HassGetCurrentDate"}


def clock_plan(turn: Turn, asked: str) -> Plan | None:
    """The answer to a question for the ``time`` or the ``date``, or the call that will tell, or None if nothing does."""
    told = [e.result for e in turn.exchanges if e.tool is not None and e.tool.intent == _TOOL and e.result is not None]
    source = str(told[-1].data) if told and isinstance(told[-1], OtherResult) else turn.house.time
    if source is not None:
        text = _spoken(source, asked, turn.languages)
        return Reply(text) if text else None
    tool = next((tool for tool in turn.tools if tool.intent == _TOOL), None)
    return Read(Call(tool.name, {})) if tool is not None and not told else None


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
