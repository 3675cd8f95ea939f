"""How people talk besides commanding, and how a deed is told of: what the validation of a model's output knows of words."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from .text import norms
from .vocabulary import Phrase, vocabulary

_DATA = Path(__file__).parent / "data" / "talk"
_WIDEST_GAP = 5


class _Data(Struct, forbid_unknown_fields=True):
    small_talk: list[str]
    passing: list[str]
    claims: list[str]
    unneeded: list[str]
    denials: list[str]
    reports: list[str]
    wishes: dict[str, list[str]]


class Talk(Struct, frozen=True):
    """One language's, in normal form. ``small_talk`` says nothing about a house; ``passing`` are words that the vocabulary has
    among those that deny, ask or postpone, and that do so only for our own reader.

    The other phrases may have words between theirs (``told``). ``claims`` tell of a deed; what is ``unneeded`` is to be off;
    ``denials`` deny; ``reports`` tell of others and of what always happens. ``wishes`` say which way something is to go:
    brighter, darker, louder, quieter, higher, lower, faster, slower."""

    small_talk: frozenset[Phrase] = frozenset()
    passing: frozenset[Phrase] = frozenset()
    claims: tuple[Phrase, ...] = ()
    unneeded: tuple[Phrase, ...] = ()
    denials: tuple[Phrase, ...] = ()
    reports: tuple[Phrase, ...] = ()
    wishes: Mapping[str, tuple[Phrase, ...]] = {}


@lru_cache(maxsize=64)
def talk(language: str) -> Talk:
    """The words of ``language``; a region falls back to its language, an unknown language has none."""
    words = vocabulary(language)
    elisions = words.elisions if words is not None else frozenset[str]()
    for code in (language, language.split("-", maxsplit=1)[0]):
        source = _DATA / f"{code}.yaml"
        if source.is_file():
            data = msgspec.yaml.decode(source.read_bytes(), type=_Data, strict=False)

            def phrases(texts: Iterable[str]) -> tuple[Phrase, ...]:
                return tuple(norms(text, elisions) for text in texts)

            return Talk(
                small_talk=frozenset(phrases(data.small_talk)),
                passing=frozenset(phrases(data.passing)),
                claims=phrases(data.claims),
                unneeded=phrases(data.unneeded),
                denials=phrases(data.denials),
                reports=phrases(data.reports),
                wishes={wish: phrases(texts) for wish, texts in data.wishes.items()},
            )
    return Talk()


def told(phrases: Iterable[Phrase], words: Sequence[str], *, gap: int = _WIDEST_GAP) -> bool:
    """Whether the words of one of ``phrases`` stand among ``words`` in their order, with at most ``gap`` words between two."""
    return any(
        words[start] == phrase[0] and _follows(phrase[1:], words, start + 1, gap)
        for phrase in phrases
        for start in range(len(words))
    )


def _follows(phrase: Phrase, words: Sequence[str], start: int, gap: int) -> bool:
    if not phrase:
        return True
    places = (place for place in range(start, min(len(words), start + gap + 1)) if words[place] == phrase[0])
    return any(_follows(phrase[1:], words, place + 1, gap) for place in places)
