"""What HA-Assist says in its own words: sentences from data files, one file a language."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FALLBACK = "en"

_DIRECTORY = Path(__file__).parent / "data" / "replies"


def reply(key: str, languages: Sequence[str], **values: Any) -> str:
    """The sentence ``key`` in the first of ``languages`` that has it, else in English, with ``values`` in its places.

    ``de-CH`` is also looked up as ``de``. Raises KeyError for a key that not even English has.
    """
    for language in _candidates(languages):
        sentence = sentences(language).get(key)
        if sentence is not None:
            return sentence.format(**values)
    raise KeyError(key)


@cache
def sentences(language: str) -> dict[str, str]:
    """All sentences of a language by their keys; empty for a language without a file."""
    if language not in known_replies():
        return {}
    return yaml.safe_load((_DIRECTORY / f"{language}.yaml").read_text(encoding="utf-8"))


@cache
def known_replies() -> frozenset[str]:
    """The languages that have a file."""
    return frozenset(path.stem for path in _DIRECTORY.glob("*.yaml"))


def _candidates(languages: Sequence[str]) -> Iterator[str]:
    for language in languages:
        yield language
        yield language.split("-")[0]
    yield FALLBACK
