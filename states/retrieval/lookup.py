"""A sentence, looked up in a house: what it says, which things and areas it mentions, and what it is about besides the place."""

from collections.abc import Iterable, Sequence
from itertools import chain

from msgspec import Struct

from ..deterministic.mentions import EXACT, INFLECTED, HouseIndex, Match
from .hearing import Heard, hear


class Found(Struct, frozen=True):
    """``heard`` is the whole sentence, ``about`` what is left of it without the words that name areas: "chilly in the garage" is
    about something chilly, not about a garage door. ``text`` is that rest, for an encoder. ``names`` are mentions of things
    (and scripts), ``areas`` the areas that are mentioned, by their places in the index."""

    heard: Heard
    about: Heard
    text: str
    names: tuple[Match, ...] = ()
    areas: frozenset[int] = frozenset()


def look_up(heard: Heard, index: HouseIndex) -> Found:
    """The sentence in the house of ``index``. What is only a part of a longer mention is not meant."""
    matches = list(index.matches(heard.words))
    names = longest(match for match in matches if match.role == "name")
    areas = longest(match for match in matches if match.role == "area" and match.cost in (EXACT, INFLECTED))
    areas = areas or longest(match for match in matches if match.role == "area")
    places = {place for match in areas for place in range(match.start, match.end)}
    text = " ".join(word for place, word in enumerate(heard.words) if place not in places)
    found = {candidate.index for match in areas for candidate in match.candidates}
    if not found:
        compounds = chain.from_iterable(map(index.compounds, heard.words))
        found = {candidate.index for match, _ in compounds for candidate in match.candidates}
    return Found(heard, hear(text, (heard.language,)), text, tuple(names), frozenset(found))


def longest(matches: Iterable[Match]) -> Sequence[Match]:
    """The matches that do not lie within a better one: a longer one, or one that costs less."""
    kept: list[Match] = []
    for match in sorted(matches, key=lambda match: (match.start - match.end, match.cost)):
        if not any(other.start <= match.start and match.end <= other.end and other.cost <= match.cost for other in kept):
            kept.append(match)
    return kept
