"""What tools other than actions brought: values that can be said as they are."""

import re
from collections.abc import Mapping
from typing import Any

from ...adapters.home_assistant.dialect import NO_VALUE
from ...adapters.home_assistant.types import ActionResult, OtherResult
from ...machine.turn import Exchange
from ..validation.spoken import spoken

LONGEST = 300
"""Characters of a text that is said as it is; a longer one wants summing up."""

_ENDS = ".!?:;,\u2026\u3002"
_SPEAKABLE = re.compile(r"[^\n{}\[\]<>*_#`|]+")


def speaks_for_itself(exchange: Exchange) -> bool:
    """Whether what a call came to can be put into words without understanding it (``acknowledge`` does so)."""
    match exchange.result:
        case ActionResult(response_type="query_answer") as answer:
            return bool(answer.speech.strip()) or "speech_slots" in answer.data
        case OtherResult(data=data):
            return says_nothing(data) or _text(data) is not None or (_items(data) is not None and not _with_times(data))
        case _:
            return True


def says_nothing(data: Any) -> bool:
    """Whether a service returned no more than that it was called."""
    match data:
        case Mapping():
            return all(says_nothing(value) or (key == "success" and value is True) for key, value in data.items())
        case list():
            return all(map(says_nothing, data))
        case str():
            return not data.strip() or NO_VALUE.fullmatch(data.strip()) is not None
        case _:
            return data is None


def in_words(data: Any) -> str:
    """Plain values in a row, at most ``LONGEST`` characters; empty where there are none."""
    if says_nothing(data):
        return ""
    items = _items(data)
    words = sayable(_text(data) or (", ".join(items) if items is not None else _listed(data)))
    return words if len(words) <= LONGEST else words[:LONGEST].rpartition(" ")[0] or words[:LONGEST]


def sayable(text: str) -> str:
    """A text in one line, without marks of layout."""
    lines = [line.strip() for line in spoken(text).splitlines() if line.strip()]
    return " ".join(line if line[-1] in _ENDS or place == len(lines) else f"{line}." for place, line in enumerate(lines, 1))


def _text(data: Any) -> str | None:
    """The one text that a script returned, alone or under a key, if it can be spoken."""
    if isinstance(data, Mapping) and len(data) == 1:
        data = next(iter(data.values()))
    return data.strip() if isinstance(data, str) and len(data) <= LONGEST and _SPEAKABLE.fullmatch(data) else None


def _items(data: Any) -> list[str] | None:
    """The entries of a to-do list or a calendar, as HA's own tools give them."""
    match data:
        case [{"summary": str()}, *_] if all(isinstance(item, Mapping) and "summary" in item for item in data):
            return [str(item["summary"]) for item in data]
        case _:
            return None


def _with_times(items: Any) -> bool:
    """Whether entries are appointments: when they are is what matters, and is not said by their names."""
    return any("start" in item for item in items)


def _listed(data: Any) -> str:
    """Whatever it is, as words: keys with their values, one level deep."""
    match data:
        case Mapping():
            found = ((str(key).replace("_", " ").strip(), _plain(value)) for key, value in data.items())
            return ", ".join(f"{key}: {value}" for key, value in found if value)
        case list():
            return ", ".join(filter(None, map(_plain, data)))
        case _:
            return _plain(data)


def _plain(value: Any) -> str:
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""
