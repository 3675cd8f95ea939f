"""How people talk besides commanding, and how a deed is told of: what the validation of a model's output knows of words."""

from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from .text import norms
from .vocabulary import Phrase, vocabulary

_DATA = Path(__file__).parent / "data" / "talk"


class _Data(Struct, forbid_unknown_fields=True):
    small_talk: list[str]
    passing: list[str]
    claims: list[str]


class Talk(Struct, frozen=True):
    """One language's, in normal form. ``small_talk`` says nothing about a house; ``passing`` are words that the vocabulary has
    among those that deny, ask or postpone, and that do so only for our own reader; ``claims`` tell of a deed."""

    small_talk: frozenset[Phrase] = frozenset()
    passing: frozenset[Phrase] = frozenset()
    claims: tuple[Phrase, ...] = ()


@lru_cache(maxsize=64)
def talk(language: str) -> Talk:
    """The words of ``language``; a region falls back to its language, an unknown language has none."""
    words = vocabulary(language)
    elisions = words.elisions if words is not None else frozenset[str]()
    for code in (language, language.split("-", maxsplit=1)[0]):
        source = _DATA / f"{code}.yaml"
        if source.is_file():
            data = msgspec.yaml.decode(source.read_bytes(), type=_Data, strict=False)
            return Talk(
                frozenset(norms(phrase, elisions) for phrase in data.small_talk),
                frozenset(norms(phrase, elisions) for phrase in data.passing),
                tuple(norms(phrase, elisions) for phrase in data.claims),
            )
    return Talk()
