"""One clause of what the user said: what it names, wants, denies and asks, as the vocabulary explains its words."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from rapidfuzz.distance import DamerauLevenshtein

from ...adapters.intents.talk import Talk, talk, told
from ...adapters.intents.text import Token
from ...adapters.intents.topics import topic_words
from ...adapters.intents.vocabulary import Meaning, Phrase, Vocabulary, words_of
from ..deterministic.little import POLAR
from ..deterministic.mentions import EXACT, INFLECTED, HouseIndex, Match
from ..retrieval.hearing import hear

FULL = (EXACT, INFLECTED)
"""The costs of whole names."""

_POLAR = POLAR | {"up", "down", "play", "pause", "mute", "unmute", "stop", "dock", "next", "previous"}
_FLAGS = frozenset({"all", "both", "everything", "everywhere", "here", "pronoun", "relative"})
_POLITE = frozenset({"courtesy", "oneself"})
_STOPS = {"negation": "denies", "condition": "postpones"}
# A word that is one letter off may be a misspelt denial from this length on.
_SHORTEST_MISSPELT = 5


class Said(Struct, frozen=True):
    """A value that was said. ``type`` is percent, number, degree, kelvin or color; ``word``: it was no number ("half"); ``by``:
    it is a difference ("by 10 percent")."""

    value: float | str
    type: str
    word: bool = False
    by: bool = False


class Clause(Struct, frozen=True):
    """A part of what was said, between conjunctions, commas and full stops.

    ``names`` are entities (by index) that are called by a whole name, ``parts`` by a part of one, ``areas`` the areas (by
    index), ``namesakes`` areas that are called like one of the names; ``kinds`` are alternatives. ``numbers`` are all that were
    said outside names, ``values`` those that something can be set to. ``closed`` says why it wants nothing done: it
    ``denies``, ``asks``, ``postpones`` or ``reports``; ``wishes`` which way something is to go (brighter, ...). ``begins``: it is
    a request of its own, not the rest of the one before; ``tells``: to be told something is all that it wants ("tell me about
    lamps").
    """

    words: tuple[str, ...]
    names: frozenset[int] = frozenset()
    parts: frozenset[int] = frozenset()
    areas: frozenset[int] = frozenset()
    namesakes: frozenset[int] = frozenset()
    kinds: frozenset[str] = frozenset()
    floors: frozenset[str] = frozenset()
    properties: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    values: tuple[Said, ...] = ()
    numbers: tuple[float, ...] = ()
    topics: frozenset[str] = frozenset()
    content: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()
    wishes: frozenset[str] = frozenset()
    begins: bool = False
    tells: bool = False

    @property
    def polar(self) -> frozenset[str]:
        """The actions that have an opposite."""
        return self.actions & _POLAR

    @property
    def has_thing(self) -> bool:
        return bool(self.names or self.parts or self.kinds)


def clause_of(text: str, tokens: Sequence[Token], first: int, matches: Sequence[Match], index: HouseIndex) -> Clause:
    """The clause of ``tokens``, of which ``first`` is the place of the first among the words of ``text``; ``matches`` are the
    names and areas in all of it."""
    vocabulary = index.vocabulary
    words = tuple(token.norm for token in tokens)
    here = [match for match in matches if first <= match.start < first + len(words)]
    # An inflected name may be a room and a kind of thing as well ("kitchen lights").
    # So may a name that is nothing but the word for a kind.
    sure = [match for match in here if match.cost == EXACT or (match.role == "area" and match.cost in FULL)]
    named = {
        place - first
        for match in sure
        for place in range(match.start, match.end)
        if match.role == "area" or "".join(words[match.start - first : match.end - first]) not in vocabulary.kind_words
    }
    called = [match for match in here if match.role == "name" and match.cost in FULL]
    areas, namesakes = set[int](), set[int]()
    for match in here:
        if match.role == "area":
            shared = any(name.start <= match.start and match.end <= name.end for name in called)
            (namesakes if shared else areas).update(c.index for c in match.candidates)
    meanings = list(_told_apart(_meanings(tokens, named, vocabulary), tokens, vocabulary))
    for place, word in enumerate(words):
        for area, kind in _compound(word, index) if not any(at == place for at, _ in meanings) else ():
            areas |= area
            meanings.append((place, kind))
    heard = hear(text[tokens[0].start : tokens[-1].end], (vocabulary.language,))
    roles = {meaning.role for _, meaning in meanings}
    phrases = _verbs({meaning.value for _, meaning in meanings if meaning.role == "verb"}, vocabulary)
    actions = frozenset[str]().union(*(vocabulary.actions[phrase] for phrase in phrases))
    kinds = {m.value for _, m in meanings if m.role == "kind"} or {vocabulary.implied.get(phrase) for phrase in phrases} - {None}
    spoken = talk(vocabulary.language)
    closed = {_STOPS[role] for role in roles & _STOPS.keys()}
    closed.update(_told_off(spoken, words))
    if not actions and told(spoken.unneeded, words):
        actions, closed = frozenset({"off"}), closed - {"denies", "reports"}
    elif not actions and told(_denying_wishes(vocabulary.language), words):
        closed.discard("denies")
    asks = heard.question or ("question" in roles and text.rstrip().endswith("?"))
    if asks and not _asked_to_do(tokens, text, vocabulary):
        closed.add("asks")
    return Clause(
        words=words,
        names=frozenset(c.index for m in here if m.role == "name" and m.cost in FULL for c in m.candidates),
        parts=frozenset(c.index for m in here if m.role == "name" and m.cost not in FULL for c in m.candidates),
        areas=frozenset(areas),
        namesakes=frozenset(namesakes),
        kinds=frozenset(kind for kind in kinds if kind is not None),
        floors=frozenset(m.value for _, m in (*meanings, *index.floors_in(words)) if m.role == "floor"),
        properties=frozenset(m.value for _, m in meanings if m.role == "property"),
        flags=frozenset(roles & _FLAGS),
        actions=actions,
        values=tuple(_values(tokens, meanings, vocabulary, named, moved=bool(actions & {"up", "down"}))),
        numbers=tuple(_numbers(tokens, meanings, named)),
        topics=topic_words(vocabulary.language).found(
            tuple(vocabulary.stem(word) for place, word in enumerate(words) if place not in named)
        ),
        content=frozenset(heard.content),
        closed=frozenset(closed),
        wishes=frozenset(wish for wish, phrases in spoken.wishes.items() if told(phrases, words)),
        begins=_begins(meanings, words),
        tells=heard.asks and not heard.question,
    )


def _told_off(spoken: Talk, words: Sequence[str]) -> Iterator[str]:
    """The stops that are no single words."""
    if told(spoken.denials, words):
        yield "denies"
    if told(spoken.reports, words, gap=1):
        yield "reports"


def _meanings(tokens: Sequence[Token], named: set[int], vocabulary: Vocabulary) -> Iterator[tuple[int, Meaning]]:
    """What the words mean, and where; the longest phrase counts, and names do not. An unknown word that is nearly one that
    denies is taken for it."""
    spoken = talk(vocabulary.language)
    words = tuple(token.norm for token in tokens)
    place = 0
    while place < len(words):
        length, known = 1, place in named
        for size, found in vocabulary.meanings(words, place) if not known else ():
            written = [meaning for meaning in found if vocabulary.written_so(tokens[place : place + size], meaning)]
            if written:
                passes = words[place : place + size] in spoken.passing
                yield from ((place, meaning) for meaning in written if not (passes and meaning.role in _STOPS))
                length, known = size, True
                break
        if not known and _misspelt_denial(words[place], vocabulary.language):
            yield place, Meaning("negation")
        place += length


def _told_apart(
    meanings: Iterator[tuple[int, Meaning]], tokens: Sequence[Token], vocabulary: Vocabulary
) -> Iterator[tuple[int, Meaning]]:
    """Without meanings that a word cannot have where it stands: a verb's at the beginning is no noun, a preposition before a
    number no verb."""
    found = list(meanings)
    verb_first = any(place == 0 and meaning.role == "verb" for place, meaning in found)
    values = {place for place, meaning in found if meaning.role == "value"}
    values |= {place for place, token in enumerate(tokens) if token.number is not None}
    for place, meaning in found:
        leads = tokens[place].norm in vocabulary.prepositions and place + 1 in values
        if not (place == 0 and meaning.role == "kind" and verb_first) and not (meaning.role == "verb" and leads):
            yield place, meaning


def _compound(word: str, index: HouseIndex) -> Iterator[tuple[set[int], Meaning]]:
    """A word that is a room and a kind of thing in one."""
    for area, rest in index.compounds(word):
        for size, meanings in index.vocabulary.meanings((rest,), 0):
            for meaning in meanings:
                if size == 1 and meaning.role == "kind":
                    yield {candidate.index for candidate in area.candidates}, meaning


def _asked_to_do(tokens: Sequence[Token], text: str, vocabulary: Vocabulary) -> bool:
    """Whether what looks like a question word only follows the words that ask for a deed: "can you do something"."""
    words = tuple(token.norm for token in tokens)
    if any(words[: len(phrase)] == phrase for phrase in talk(vocabulary.language).passing):
        return True
    for length, meanings in vocabulary.meanings(words, 0):
        if length > 1 and any(meaning.role == "filler" and meaning.value in _POLITE for meaning in meanings):
            rest = text[tokens[length + 1].start : tokens[-1].end] if len(tokens) > length + 1 else ""
            return not rest or not hear(rest, (vocabulary.language,)).question
    return False


def _numbers(tokens: Sequence[Token], meanings: Sequence[tuple[int, Meaning]], named: set[int]) -> Iterator[float]:
    spoken = {place: float(m.value) for place, m in meanings if m.role == "value" and m.detail == "number"}
    for place, token in enumerate(tokens):
        number = token.number if token.number is not None else spoken.get(place)
        if number is not None and place not in named:
            yield number


def _begins(meanings: Sequence[tuple[int, Meaning]], words: Sequence[str]) -> bool:
    """Whether a clause begins a request of its own: with a verb, or politely; a denial in front does not count."""
    by_place: dict[int, set[str]] = {}
    for place, meaning in meanings:
        by_place.setdefault(place, set()).add(
            "courtesy" if meaning.role == "filler" and meaning.value in _POLITE else meaning.role
        )
    for place in range(len(words)):
        roles = by_place.get(place, set())
        if roles & {"verb", "courtesy"}:
            return True
        if not roles or not roles <= {"negation", "filler"}:
            return False
    return False


def _verbs(verbs: set[str], vocabulary: Vocabulary) -> list[tuple[str, ...]]:
    """The verbs' phrases; words that belong together mean only what they mean together."""
    phrases = [phrase for phrase in vocabulary.actions if phrase and verbs.issuperset(phrase)]
    return [phrase for phrase in phrases if not any(set(phrase) < set(other) for other in phrases)]


def _values(
    tokens: Sequence[Token], meanings: Sequence[tuple[int, Meaning]], vocabulary: Vocabulary, named: set[int], *, moved: bool
) -> Iterator[Said]:
    """The values: numbers with a unit, at the end, or led by a preposition (others count things); colours and words. ``moved``:
    something is raised or lowered."""
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
        before = tokens[place - 1].norm if place else ""
        led = before in vocabulary.prepositions or before in vocabulary.differences
        by = before in vocabulary.differences - vocabulary.binding and (moved or before not in vocabulary.prepositions)
        if unit is not None or ((place + size >= len(tokens) or led) and not article):
            yield Said(float(number), unit or "number", by=by)


@lru_cache(maxsize=64)
def _denying_wishes(language: str) -> tuple[Phrase, ...]:
    """The wishes that deny something, but not what is to be done: "I can't see a thing"."""
    vocabulary = words_of(language)
    return tuple(
        phrase
        for phrases in talk(language).wishes.values()
        for phrase in phrases
        if any(m.role == "negation" for i in range(len(phrase)) for _, found in vocabulary.meanings(phrase, i) for m in found)
    )


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
