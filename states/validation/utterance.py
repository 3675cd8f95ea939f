"""What the user said, taken apart so that a call can be held against it: clause by clause, with what each denies, asks,
names and wants."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace
from rapidfuzz.distance import DamerauLevenshtein

from ...adapters.intents.talk import Talk, talk
from ...adapters.intents.text import Token, norms, tokenise
from ...adapters.intents.vocabulary import Meaning, Vocabulary
from ..deterministic.mentions import EXACT, INFLECTED, HouseIndex, Match
from ..retrieval.hearing import hear, words_of
from ..retrieval.lookup import longest

_SENTENCE = re.compile(r"(?:[^.!?;\n\u2026]|(?<=\d)[.](?=\d))+[.!?;\n\u2026]*")
_FULL = (EXACT, INFLECTED)
_POLAR = frozenset({"on", "off", "open", "close", "lock", "unlock", "up", "down", "play", "pause", "mute", "unmute", "stop"})
_FLAGS = frozenset({"all", "both", "everything", "everywhere", "here", "pronoun", "relative"})
_STOPS = {"negation": "denies", "condition": "postpones"}
# A word that is one letter off may be a misspelt denial from this length on.
_SHORTEST_MISSPELT = 5


class Said(Struct, frozen=True):
    """A value that was said. ``type`` is percent, number, degree, kelvin or color; ``word``: it was no number ("half")."""

    value: float | str
    type: str
    word: bool = False


class Clause(Struct, frozen=True):
    """A part of what was said, between conjunctions, commas and full stops.

    ``names`` are entities (by index) that are called by a whole name, ``parts`` by a part of one, ``areas`` the areas (by
    index); ``kinds`` are alternatives. ``closed`` says why it wants nothing done: it ``denies``, ``asks`` or ``postpones``.
    """

    words: tuple[str, ...]
    names: frozenset[int] = frozenset()
    parts: frozenset[int] = frozenset()
    areas: frozenset[int] = frozenset()
    kinds: frozenset[str] = frozenset()
    floors: frozenset[str] = frozenset()
    properties: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    values: tuple[Said, ...] = ()
    topics: frozenset[str] = frozenset()
    content: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()
    begins: bool = False

    @property
    def polar(self) -> frozenset[str]:
        """The actions that have an opposite."""
        return self.actions & _POLAR

    @property
    def has_thing(self) -> bool:
        return bool(self.names or self.parts or self.kinds)


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
    spoken = talk(vocabulary.language)
    tokens = [token for token in tokenise(text, vocabulary.elisions) if token.norm != '"']
    # Commas are no words: a name's match is found across them.
    words = [token for token in tokens if token.norm != ","]
    matches = longest(index.matches(tuple(token.norm for token in words)))
    named = {place for match in matches if match.cost in _FULL for place in range(match.start, match.end)}
    parts = [
        _clause(tokens_of, place, matches, named, text, index, spoken)
        for tokens_of, place in _parts(tokens, matches, vocabulary, spoken)
    ]
    later = frozenset({"postpones"}) if any("postpones" in part.closed for part in parts) else frozenset[str]()
    asked = text.rstrip().endswith("?") and bool(parts) and not parts[0].begins
    later |= frozenset({"asks"}) if asked else frozenset()
    return [replace(part, closed=part.closed | later) for part in parts]


def _parts(
    tokens: Sequence[Token], matches: Sequence[Match], vocabulary: Vocabulary, spoken: Talk
) -> Iterator[tuple[list[Token], int]]:
    """The words between conjunctions and commas, and the place of the first; small talk is left out, names stay whole."""
    inside = {place for match in matches if match.cost in _FULL for place in range(match.start + 1, match.end)}
    words = tuple(token.norm for token in tokens if token.norm != ",")
    silent = {
        place
        for phrase in spoken.small_talk
        for start in range(len(words) - len(phrase) + 1)
        if words[start : start + len(phrase)] == phrase
        for place in range(start, start + len(phrase))
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


def _clause(
    tokens: Sequence[Token], first: int, matches: Sequence[Match], named: set[int], text: str, index: HouseIndex, spoken: Talk
) -> Clause:
    vocabulary = index.vocabulary
    words = tuple(token.norm for token in tokens)
    here = [match for match in matches if first <= match.start < first + len(words)]
    areas = {c.index for match in here if match.role == "area" for c in match.candidates}
    meanings: list[tuple[int, Meaning]] = []
    place = 0
    while place < len(words):
        if first + place in named:
            place += 1
            continue
        length = 1
        known = False
        for size, found in vocabulary.meanings(words, place):
            written = [m for m in found if vocabulary.written_so(tokens[place : place + size], m)]
            if written:
                meanings += [(place, meaning) for meaning in written if not _passes(words[place : place + size], meaning, spoken)]
                length, known = size, True
                break
        if not known:
            for area, rest in index.compounds(words[place]):
                kinds = [m for size, ms in vocabulary.meanings((rest,), 0) for m in ms if size == 1 and m.role == "kind"]
                if kinds:
                    areas |= {candidate.index for candidate in area.candidates}
                    meanings += [(place, kind) for kind in kinds]
            if _misspelt_denial(words[place], vocabulary.language):
                meanings.append((place, Meaning("negation")))
        place += length
    heard = hear(text[tokens[0].start : tokens[-1].end], (vocabulary.language,))
    roles = {meaning.role for _, meaning in meanings}
    verbs = {meaning.value for _, meaning in meanings if meaning.role == "verb"}
    closed = {_STOPS[role] for role in roles & _STOPS.keys()} | ({"asks"} if heard.question else set())
    return Clause(
        words=words,
        names=frozenset(c.index for m in here if m.role == "name" and m.cost in _FULL for c in m.candidates),
        parts=frozenset(c.index for m in here if m.role == "name" and m.cost not in _FULL for c in m.candidates),
        areas=frozenset(areas),
        kinds=frozenset(m.value for _, m in meanings if m.role == "kind"),
        floors=frozenset(m.value for _, m in meanings if m.role == "floor"),
        properties=frozenset(m.value for _, m in meanings if m.role == "property"),
        flags=frozenset(roles & _FLAGS),
        actions=_actions(verbs, vocabulary),
        values=tuple(_values(tokens, meanings, vocabulary, {place - first for place in named})),
        topics=heard.topics,
        content=frozenset(heard.content),
        closed=frozenset(closed),
        begins=_begins(meanings, words),
    )


def _passes(words: tuple[str, ...], meaning: Meaning, spoken: Talk) -> bool:
    return meaning.role in _STOPS and words in spoken.passing


def _begins(meanings: Sequence[tuple[int, Meaning]], words: Sequence[str]) -> bool:
    """Whether a clause begins a request of its own: with a verb, or politely; a denial in front does not count."""
    by_place: dict[int, set[str]] = {}
    for place, meaning in meanings:
        by_place.setdefault(place, set()).add("courtesy" if (meaning.role, meaning.value) == ("filler", "courtesy") else meaning.role)
    for place in range(len(words)):
        roles = by_place.get(place, set())
        if roles & {"verb", "courtesy"}:
            return True
        if not roles or not roles <= {"negation", "filler"}:
            return False
    return False


def _actions(verbs: set[str], vocabulary: Vocabulary) -> frozenset[str]:
    """What the verbs mean; words that belong together mean only what they mean together."""
    phrases = [phrase for phrase in vocabulary.actions if phrase and verbs.issuperset(phrase)]
    whole = [phrase for phrase in phrases if not any(set(phrase) < set(other) for other in phrases)]
    return frozenset[str]().union(*(vocabulary.actions[phrase] for phrase in whole))


def _values(
    tokens: Sequence[Token], meanings: Sequence[tuple[int, Meaning]], vocabulary: Vocabulary, named: set[int]
) -> Iterator[Said]:
    """The values: numbers with a unit, at the end, or led by a preposition (others count things); colours and words."""
    by_place: dict[int, list[Meaning]] = {}
    for place, meaning in meanings:
        by_place.setdefault(place, []).append(meaning)
    places = sorted(by_place)
    for place, token in enumerate(tokens):
        if place in named:
            continue
        found = [meaning for meaning in by_place.get(place, ()) if meaning.role == "value"]
        number = token.number
        if number is None:
            number = next((meaning.value for meaning in found if meaning.detail == "number"), None)
        for meaning in found:
            if meaning.detail != "number":
                yield Said(meaning.value, meaning.detail, word=True)
        if number is None:
            continue
        following = next((other for other in places if other > place), None)
        # The words of a number that is written in several are its own.
        size = (following if following is not None else len(tokens)) - place if token.number is None else 1
        after = by_place.get(place + size, [])
        unit = next((meaning.value for meaning in after if meaning.role == "unit"), None)
        article = token.number is None and token.norm in vocabulary.articles
        led = place > 0 and tokens[place - 1].norm in vocabulary.prepositions
        if unit is not None or ((place + size >= len(tokens) or led) and not article):
            yield Said(float(number), unit or "number")


def _shared(parts: Sequence[Clause]) -> list[Clause]:
    """Parts without a verb of their own share what their neighbours deny, ask and want."""
    shared = list(parts)
    for place, part in enumerate(shared):
        before = shared[place - 1] if place else None
        if before is None or part.begins:
            continue
        closed = part.closed | (before.closed & {"asks"}) | (frozenset() if part.polar else before.closed & {"denies"})
        shared[place] = replace(part, closed=closed)
    for place in range(len(shared) - 2, -1, -1):
        part, after = shared[place], shared[place + 1]
        if not part.polar and not after.begins:
            closed = part.closed | (after.closed & {"denies"})
            shared[place] = replace(part, closed=closed)
    return shared


@lru_cache(maxsize=64)
def _denials(language: str) -> tuple[str, ...]:
    """The words that deny, as far as they are long enough to be known when they are misspelt."""
    spoken = talk(language)
    return tuple(
        first
        for first, group in words_of(language).phrases.items()
        for phrase, meanings in group
        if len(phrase) == 1 and len(first) >= _SHORTEST_MISSPELT and phrase not in spoken.passing
        if any(meaning.role == "negation" for meaning in meanings)
    )


@lru_cache(maxsize=4096)
def _misspelt_denial(word: str, language: str) -> bool:
    return len(word) >= _SHORTEST_MISSPELT and any(
        DamerauLevenshtein.distance(word, denial, score_cutoff=1) == 1 for denial in _denials(language)
    )


def words_in(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The stems of the words of ``text``."""
    return frozenset(map(vocabulary.stem, norms(text, vocabulary.elisions)))
