"""How people talk besides commanding, and how a deed is told of: what the validation of a model's output knows of words."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from .text import norms, tokenise
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
    idioms: list[str]
    contrasts: list[str]
    exceptions: list[str]
    keeping: list[str]
    postponing: list[str]
    moments: list[str]
    stating: list[str]
    lacking: list[str]
    adding: list[str]
    removing: list[str]
    clock: dict[int, list[str]]
    lengths: dict[int, list[str]]
    courtesies: dict[str, list[str]]


class Talk(Struct, frozen=True):
    """One language's, in normal form. ``small_talk`` says nothing about a house; ``passing`` are words that the vocabulary has
    among those that deny, ask or postpone, and that do so only for our own reader.

    The other phrases may have words between theirs (``told``). ``claims`` tell of a deed; what is ``unneeded`` is to be off;
    ``denials`` deny; ``reports`` tell of others and of what always happens. ``wishes`` say which way something is to go:
    brighter, darker, louder, quieter, higher, lower, faster, slower, warmer, cooler, mellower (a light of warm white), starker.
    ``keeping`` has something stay as it is, ``leaving`` too where it ends a clause, ``postponing`` and ``moments`` (before a
    number) tell of another time, ``stating`` tells how it is now, ``lacking`` what is no longer there; ``adding`` and
    ``removing`` are what is done to a list. ``idioms`` mean none of what their words do. After ``contrasts`` a sentence goes
    another way; what ``exceptions`` lead is left out. ``clock`` has the seconds of each unit of time, ``lengths`` those of
    whole phrases ("half an hour"). ``courtesies`` are sentences that are only polite, by the key of the reply to them."""

    small_talk: frozenset[Phrase] = frozenset()
    passing: frozenset[Phrase] = frozenset()
    claims: tuple[Phrase, ...] = ()
    unneeded: tuple[Phrase, ...] = ()
    denials: tuple[Phrase, ...] = ()
    reports: tuple[Phrase, ...] = ()
    wishes: Mapping[str, tuple[Phrase, ...]] = {}
    idioms: frozenset[Phrase] = frozenset()
    contrasts: frozenset[Phrase] = frozenset()
    exceptions: frozenset[Phrase] = frozenset()
    keeping: tuple[Phrase, ...] = ()
    leaving: tuple[Phrase, ...] = ()
    postponing: tuple[Phrase, ...] = ()
    moments: frozenset[Phrase] = frozenset()
    stating: tuple[Phrase, ...] = ()
    lacking: tuple[Phrase, ...] = ()
    adding: tuple[Phrase, ...] = ()
    removing: tuple[Phrase, ...] = ()
    clock: Mapping[Phrase, int] = {}
    lengths: Mapping[Phrase, int] = {}
    courtesies: Mapping[str, frozenset[Phrase]] = {}


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
                idioms=frozenset(phrases(data.idioms)),
                contrasts=frozenset(tuple(token.norm for token in tokenise(text, elisions)) for text in data.contrasts),
                exceptions=frozenset(phrases(data.exceptions)),
                keeping=phrases(text for text in data.keeping if not text.endswith(".")),
                leaving=phrases(text for text in data.keeping if text.endswith(".")),
                postponing=phrases(data.postponing),
                moments=frozenset(phrases(data.moments)),
                stating=phrases(data.stating),
                lacking=phrases(data.lacking),
                adding=phrases(data.adding),
                removing=phrases(data.removing),
                clock={phrase: seconds for seconds, texts in data.clock.items() for phrase in phrases(texts)},
                courtesies={reply: frozenset(phrases(texts)) for reply, texts in data.courtesies.items()},
                lengths={phrase: seconds for seconds, texts in data.lengths.items() for phrase in phrases(texts)},
            )
    return Talk()


def told(phrases: Iterable[Phrase], words: Sequence[str], *, gap: int = _WIDEST_GAP) -> bool:
    """Whether the words of one of ``phrases`` stand among ``words`` in their order, with at most ``gap`` words between two."""
    return any(_places(phrase, words, start, gap) for phrase in phrases for start in range(len(words)))


def where_told(phrases: Iterable[Phrase], words: Sequence[str], *, gap: int = _WIDEST_GAP) -> frozenset[int]:
    """The places of the words of all ``phrases`` that are ``told``."""
    found = (_places(phrase, words, start, gap) for phrase in phrases for start in range(len(words)))
    return frozenset(place for places in found for place in places)


def spans(phrases: Iterable[Phrase], words: Sequence[str]) -> frozenset[int]:
    """The places in ``words`` of the words of ``phrases``, as far as they stand together."""
    return frozenset(
        place
        for phrase in phrases
        for start in range(len(words) - len(phrase) + 1)
        if tuple(words[start : start + len(phrase)]) == phrase
        for place in range(start, start + len(phrase))
    )


def _places(phrase: Phrase, words: Sequence[str], start: int, gap: int) -> tuple[int, ...]:
    """The places of a phrase that begins at ``start``; none if it does not."""
    if words[start] != phrase[0]:
        return ()
    if len(phrase) == 1:
        return (start,)
    for place in range(start + 1, min(len(words), start + gap + 2)):
        if rest := _places(phrase[1:], words, place, gap):
            return (start, *rest)
    return ()
