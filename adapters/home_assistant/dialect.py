"""Home Assistant's own words in prompts and results, compiled from ``dialect.yaml``."""

import re
from pathlib import Path
from typing import Any

import yaml

_DATA: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("dialect.yaml").read_text(encoding="utf-8"))


def _spaced(pattern: str) -> str:
    """A space of the data file stands for any white space."""
    return pattern.replace(" ", r"\s+")


def _sentence() -> str:
    """One pattern for all sentences."""
    groups = _DATA["sentences"].values()
    sentences = [sentence for group in groups for sentence in ([group] if isinstance(group, str) else group)]
    return rf"(?:{'|'.join(map(_spaced, sentences))})(?!\S)"


SENTENCE = re.compile(rf"\s*{_sentence()}")
"""One sentence of HA's; the named groups ``time``, ``area``, ``floor``, ``no_timers`` and ``no_entities`` hold what it tells."""

FIRST_SENTENCE = re.compile(rf"^[^\S\n]*{_sentence()}", re.MULTILINE)
"""The same at the start of a line."""

STATIC_CONTEXT = re.compile(rf"^[^\S\n]*{_spaced(_DATA['static_context'])}[^\S\n]*\n\s*(?=-|\[)", re.MULTILINE)
"""The line above the list of entities, up to where the list starts."""

LIVE_CONTEXT = re.compile(rf"\s*{_spaced(_DATA['live_context'])}[^\S\n]*\n\s*")
"""The start of a live context, up to where the list starts."""

_DEFAULT = f"(?:{'|'.join(map(_spaced, _DATA['default_prompt']))})"

DEFAULT_PROMPT_LINE = re.compile(rf"^[^\S\n]*{_DEFAULT}(?:[^\S\n]+{_DEFAULT})*[^\S\n]*(?:\n|\Z)", re.MULTILINE)
"""A line of the prompt that HA proposes for a new assistant."""

MERGED_API_AT_END = re.compile(rf"(?:\A|\n)[^\S\n]*{_spaced(_DATA['merged_api'])}\s*\Z")
"""The header of one of several APIs, with nothing of a user's below it."""

OWN_CONTEXT: tuple[str, str] = tuple(_DATA["own_context"])
"""How a block begins and ends that is meant for HA-Assist alone."""

MATCH_FAILURES: tuple[re.Pattern[str], ...] = tuple(re.compile(pattern) for pattern in _DATA["match_failure"])
"""Where the text of a ``MatchFailedError`` tells its reason, each with the named group ``reason``."""

NO_VALUE: re.Pattern[str] = re.compile(_DATA["no_value"])
"""A result that says no more than that something was done; matches the whole of it."""
