"""What HA-Assist says in its own words: sentences from data files, one file a language; in other languages in HA's words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from .grammars import respond_error

FALLBACK = "en"
# Which of HA's official errors says in any language what a sentence of ours says.
_OFFICIAL = {
    "ambiguous": "duplicate_targets",
    "which_area": "duplicate_targets",
    "none_there": "no_entity_in_area",
    "nothing_there": "feature_not_supported",
    "none_here": "no_entity",
    "unknown_area": "no_area",
    "unknown_floor": "no_floor",
    "unknown_thing": "no_entity",
    "unclear_thing": "no_entity",
    "no_timers": "no_timer_support",
    "no_model": "no_intent",
    "call_rejected": "handle_error",
    "failed_altogether": "handle_error",
}

_DIRECTORY = Path(__file__).parent / "data" / "replies"
_DONE = Path(__file__).parent / "data" / "done" / "words.yaml"


def reply(key: str, languages: Sequence[str], **values: Any) -> str:
    """The sentence ``key`` in the first of ``languages`` that has it, else in English, with ``values`` in its places.

    ``de-CH`` is also looked up as ``de``; a language without sentences of ours has HA's official ones. Raises KeyError for a key
    that not even English has.
    """
    for language in _candidates(languages):
        sentence = sentences(language).get(key)
        if sentence is not None:
            return sentence.format(**values)
        if language.split("-")[0] not in known_replies() and (text := _official(key, language, values)):
            return text
    raise KeyError(key)


def _official(key: str, language: str, values: Mapping[str, Any]) -> str | None:
    """HA's words for ``key``, with the names to choose from after them."""
    if key == "done":
        return _done().get(language)
    if key not in _OFFICIAL:
        return None
    said, place = values.get("said", ""), values.get("place", "")
    text = respond_error([language], _OFFICIAL[key], entity=said, area=place, floor=place)
    candidates = values.get("candidates")
    return f"{text}: {candidates}" if text and candidates else text


@cache
def sentences(language: str) -> dict[str, str]:
    """All sentences of a language by their keys; empty for a language without a file."""
    if language not in known_replies():
        return {}
    return yaml.safe_load((_DIRECTORY / f"{language}.yaml").read_text(encoding="utf-8"))


@cache
def _done() -> dict[str, str]:
    return yaml.load(_DONE.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


@cache
def known_replies() -> frozenset[str]:
    """The languages that have a file."""
    return frozenset(path.stem for path in _DIRECTORY.glob("*.yaml"))


def _candidates(languages: Sequence[str]) -> Iterator[str]:
    for language in languages:
        yield language
        yield language.split("-")[0]
    yield FALLBACK
