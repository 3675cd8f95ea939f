"""What tools other than actions brought: values that can be said as they are."""

import re
from collections.abc import Mapping
from typing import Any

from ...adapters.home_assistant.types import ActionResult, OtherResult
from ...machine.turn import Exchange

LONGEST = 300
"""Characters of a text that is said as it is; a longer one wants summing up."""

_SPEAKABLE = re.compile(r"[^\n{}\[\]<>*_#`|]+")
# What a service returns that has nothing to return.
_NOTHING: tuple[Any, ...] = (None, {}, [], "", {"success": True}, {"success": True, "result": None})


def speaks_for_itself(exchange: Exchange) -> bool:
    """Whether what a call came to can be put into words without understanding it (``acknowledge`` does so)."""
    match exchange.result:
        case ActionResult(response_type="query_answer") as answer:
            return bool(answer.speech.strip()) or "speech_slots" in answer.data
        case OtherResult(data=data):
            return data in _NOTHING or _text(data) is not None or _items(data) is not None
        case _:
            return True


def in_words(data: Any) -> str:
    """Plain values in a row, at most ``LONGEST`` characters; empty where there are none."""
    if data in _NOTHING:
        return ""
    items = _items(data)
    words = _text(data) or (", ".join(items) if items is not None else _listed(data))
    return words[:LONGEST].strip()


def _text(data: Any) -> str | None:
    """The one text that a script returned, alone or under a key, if it can be spoken."""
    if isinstance(data, Mapping) and len(data) == 1:
        data = next(iter(data.values()))
    return data.strip() if isinstance(data, str) and len(data) <= LONGEST and _SPEAKABLE.fullmatch(data) else None


def _items(data: Any) -> list[str] | None:
    """The entries of a to-do list, as HA's own tool gives them."""
    match data:
        case [{"summary": str()}, *_] if all(isinstance(item, Mapping) and "summary" in item for item in data):
            return [str(item["summary"]) for item in data]
        case _:
            return None


def _listed(data: Any) -> str:
    """Whatever it is, as words: keys with their values, one level deep."""
    match data:
        case Mapping():
            return ", ".join(f"{key}: {_plain(value)}" for key, value in data.items() if _plain(value))
        case list():
            return ", ".join(filter(None, map(_plain, data)))
        case _:
            return _plain(data)


def _plain(value: Any) -> str:
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""
