"""What the user said, taken apart so that a call can be held against it: clause by clause."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ...adapters.intents.talk import talk
from ...adapters.intents.text import Token, norms, tokenise
from ...adapters.intents.vocabulary import Vocabulary
from ..deterministic.mentions import EXACT, HouseIndex, Match
from ..deterministic.targets import TELLING
from ..retrieval.lookup import longest
from .clause import FULL, Clause, clause_of

_SENTENCE = re.compile(r"(?:[^.!?;\n\u2026]|(?<=\d)[.](?=\d))+[.!?;\n\u2026]*")


def clauses(text: str, index: HouseIndex) -> tuple[Clause, ...]:
    """The clauses of ``text`` as the vocabulary of ``index`` explains them. Pure.

    A clause without a verb of its own denies, asks and wants what the one does that it belongs to.
    """
    found: list[Clause] = []
    for match in _SENTENCE.finditer(text):
        found += _shared(_sentence(match[0], index))
    return tuple(found)


def _sentence(text: str, index: HouseIndex) -> list[Clause]:
    vocabulary = index.vocabulary
    tokens = [token for token in tokenise(text, vocabulary.elisions) if token.norm != '"']
    # Commas are no words: a name's match is found across them.
    words = [token for token in tokens if token.norm != ","]
    everything = list(index.matches(tuple(token.norm for token in words)))
    names = longest(match for match in everything if match.role == "name" and not _only_tells(match, index))
    areas = longest(match for match in everything if match.role == "area" and match.cost in FULL)
    names = [name for name in names if name.cost in FULL or not any(_inside(name, area) for area in areas)]
    matches = [*names, *(area for area in areas if not any(_inside(area, name) for name in names if name.cost == EXACT))]
    parts = [clause_of(text, part, place, matches, index) for part, place in _parts(tokens, matches, vocabulary)]
    later = frozenset({"postpones"}) if any("postpones" in part.closed for part in parts) else frozenset[str]()
    asked = text.rstrip().endswith("?") and bool(parts) and not parts[0].begins
    later |= frozenset({"asks"}) if asked else frozenset()
    return [replace(part, closed=part.closed | later) for part in parts]


def _only_tells(match: Match, index: HouseIndex) -> bool:
    """Whether a name is only that of things that nothing can be done to: "the kitchen temperature" is also what is set."""
    return all(index.entities[candidate.index].domain in TELLING for candidate in match.candidates)


def _inside(match: Match, other: Match) -> bool:
    """Whether a match is a part of a longer one, or not so good a reading of the same words."""
    longer = match.end - match.start < other.end - other.start or match.cost > other.cost
    return other.start <= match.start and match.end <= other.end and longer


def _parts(tokens: Sequence[Token], matches: Sequence[Match], vocabulary: Vocabulary) -> Iterator[tuple[list[Token], int]]:
    """The words between conjunctions and commas, and the place of the first; small talk is left out, names stay whole."""
    called = [match for match in matches if match.cost in FULL]
    inside = {place for match in called for place in range(match.start + 1, match.end)}
    words = tuple(token.norm for token in tokens if token.norm != ",")
    for start in range(len(words)):
        for length, meanings in vocabulary.meanings(words, start):
            if any(meaning.detail == "number" for meaning in meanings):
                inside |= set(range(start + 1, start + length))  # "vingt et un"
    silent = {
        place
        for phrase in talk(vocabulary.language).small_talk
        for start in range(len(words) - len(phrase) + 1)
        if words[start : start + len(phrase)] == phrase
        for place in range(start, start + len(phrase))
        # A scene may be called "good night".
        if not any(match.start <= place < match.end for match in called)
    }
    part: list[Token] = []
    place = begin = 0
    for token in tokens:
        comma = token.norm == ","
        joins = comma or any(
            length == 1 and any(meaning.role == "and" for meaning in meanings)
            for length, meanings in vocabulary.meanings((token.norm,), 0)
        )
        if (joins or place in silent) and place not in inside:
            if part:
                yield part, begin
            part = []
        elif not comma:
            if not part:
                begin = place
            part.append(token)
        place += not comma
    if part:
        yield part, begin


def _shared(parts: Sequence[Clause]) -> list[Clause]:
    """Parts without a verb of their own share what their neighbours deny, ask and want."""
    shared = list(parts)
    for place, part in enumerate(shared):
        before = shared[place - 1] if place else None
        if before is None or part.begins:
            continue
        if not part.has_thing and (part.areas or part.floors):
            part = replace(part, kinds=before.kinds)  # noqa: PLW2901
        closed = part.closed | (before.closed & {"asks"}) | (frozenset() if part.polar else before.closed & {"denies"})
        shared[place] = replace(part, closed=closed)
    for place in range(len(shared) - 2, -1, -1):
        part, after = shared[place], shared[place + 1]
        if not part.polar and not after.begins:
            closed = part.closed | (after.closed & {"denies"})
            shared[place] = replace(part, closed=closed)
    return shared


def words_in(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The stems of the words of ``text``."""
    return frozenset(map(vocabulary.stem, norms(text, vocabulary.elisions)))
