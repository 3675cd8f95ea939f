"""What the words of a clause mean by themselves, and the amounts in them: numbers, values, lengths of time, how many things."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from rapidfuzz.distance import DamerauLevenshtein

from ...adapters.intents.talk import spans, talk
from ...adapters.intents.text import Token
from ...adapters.intents.vocabulary import Meaning, Phrase, Vocabulary, words_of

_STOPS = frozenset({"negation", "condition"})
# A word that is one letter off may be a misspelt denial from this length on.
_SHORTEST_MISSPELT = 5
_COUNT_APART = 3
_SIXTY = 60


class Said(Struct, frozen=True):
    """A value that was said. ``type`` is percent, number, degree, kelvin or color; ``word``: it was no number ("half"); ``by``:
    it is a difference ("by 10 percent")."""

    value: float | str
    type: str
    word: bool = False
    by: bool = False


def meanings_of(tokens: Sequence[Token], named: set[int], vocabulary: Vocabulary) -> Iterator[tuple[int, Meaning]]:
    """What the words mean, and where; the longest phrase counts, and names do not. An unknown word that is nearly one that
    denies is taken for it."""
    spoken = talk(vocabulary.language)
    words = tuple(token.norm for token in tokens)
    place = 0
    passing, idioms = spans(spoken.passing, words), spans(spoken.idioms, words)
    while place < len(words):
        length, known = 1, place in named or place in idioms
        for size, found in vocabulary.meanings(words, place) if not known else ():
            written = [meaning for meaning in found if vocabulary.written_so(tokens[place : place + size], meaning)]
            if written:
                passes = passing.issuperset(range(place, place + size))
                yield from ((place, meaning) for meaning in written if not (passes and meaning.role in _STOPS))
                length, known = size, True
                break
        if not known and _misspelt_denial(words[place], vocabulary.language):
            yield place, Meaning("negation")
        place += length


def told_apart(
    meanings: Iterator[tuple[int, Meaning]], tokens: Sequence[Token], vocabulary: Vocabulary
) -> Iterator[tuple[int, Meaning]]:
    """Without meanings that a word cannot have where it stands: a verb's at the beginning is no noun, a preposition before a
    number no verb."""
    found = list(meanings)
    verb_first = any(place == 0 and meaning.role == "verb" for place, meaning in found)
    values = {place for place, meaning in found if meaning.role == "value"}
    values |= {place for place, token in enumerate(tokens) if token.number is not None}
    fillers = {place for place, meaning in found if meaning.role == "filler"}
    for place, meaning in found:
        leads = tokens[place].norm in vocabulary.prepositions and place + 1 in values
        # "A bit up": an article that is a part of verbs too, before a word of its own.
        article = tokens[place].norm in vocabulary.articles and place + 1 < len(tokens) and place + 1 not in fillers
        leads = leads or (article and meaning.role == "verb" and place > 0)
        if not (place == 0 and meaning.role == "kind" and verb_first) and not (meaning.role == "verb" and leads):
            yield place, meaning


def numbers_of(
    tokens: Sequence[Token], meanings: Sequence[tuple[int, Meaning]], named: set[int], vocabulary: Vocabulary
) -> Iterator[tuple[int, float]]:
    """The numbers that were said outside names, by their places."""
    spoken = {
        place: half for place, token in enumerate(tokens) if (half := _and_a_half(token.norm, vocabulary.language)) is not None
    }
    spoken |= {place: float(m.value) for place, m in meanings if m.role == "value" and m.detail == "number"}
    for place, token in enumerate(tokens):
        number = token.number if token.number is not None else spoken.get(place)
        if number is not None and place not in named:
            yield place, number


@lru_cache(maxsize=4096)
def _and_a_half(word: str, language: str) -> float | None:
    """The number in a word that ends with a half, in languages that write it so ("sechseinhalb")."""
    vocabulary = words_of(language)
    halves = [phrase[0] for phrase in _halves(language) if len(phrase) == 1 and word.endswith(phrase[0]) and word != phrase[0]]
    for half in halves:
        for meaning in vocabulary.alone(word.removesuffix(half)):
            if meaning.detail == "number":
                return float(meaning.value) + 0.5
    return None


@lru_cache(maxsize=64)
def _halves(language: str) -> tuple[Phrase, ...]:
    groups = words_of(language).phrases.values()
    return tuple(phrase for group in groups for phrase, meanings in group if any(meaning.role == "half" for meaning in meanings))


def values_of(
    tokens: Sequence[Token], meanings: Sequence[tuple[int, Meaning]], vocabulary: Vocabulary, named: set[int], *, moved: bool
) -> Iterator[Said]:
    """The values: numbers with a unit, at the end, or led by a preposition (others count things); colours and words. ``moved``:
    something is raised or lowered."""
    by_place: dict[int, list[Meaning]] = {}
    for place, meaning in meanings:
        by_place.setdefault(place, []).append(meaning)
    places = sorted(by_place)
    more = 0.5 if any(meaning.role == "half" for _, meaning in meanings) else 0.0
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
        if number == 1 and token.number is None and unit is None and not (led and vocabulary.binds(before)):
            continue  # "for one day"
        if unit is not None or ((place + size >= len(tokens) or led) and not article):
            yield Said(float(number) + more, unit or "number", by=by)


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


def lengths_of(words: Phrase, numbers: Mapping[int, float], halves: frozenset[int], language: str) -> Iterator[float | None]:
    """The lengths of time that a clause tells of, in seconds; None for a number that belongs to no unit of time. ``numbers`` are
    those of the clause by their places, ``halves`` the places of words for a half more."""
    spoken = talk(language)
    place, spent = 0, frozenset[int]()
    while place < len(words):
        phrase = max((p for p in spoken.lengths if words[place : place + len(p)] == p), key=len, default=())
        unit = max((p for p in spoken.clock if words[place : place + len(p)] == p), key=len, default=())
        if phrase:
            yield float(spoken.lengths[phrase])
            spent |= set(range(place - 1, place + len(phrase)))
        elif unit:
            # The number stands before its unit, perhaps with a half between; without one it is one hour.
            apart = range(place - 1, place - _COUNT_APART - 1, -1)
            before = next((at for at in apart if at in numbers and at not in spent), None)
            half = halves & set(range(place - _COUNT_APART, place + _COUNT_APART))
            amount = (numbers[before] if before is not None else 1.0) + (0.5 if half else 0.0)
            yield amount * spoken.clock[unit]
            spent |= {before} - {None} | half  # pyright: ignore[reportOperatorIssue]
            after = place + len(unit)
            if after in numbers and spoken.clock[unit] > 1 and not half:
                # "An hour twenty", unless that is a number of another unit.
                following = spoken.clock.keys() & {words[after + 1 : after + 1 + size] for size in (1, 2)}
                if not following:
                    yield numbers[after] * spoken.clock[unit] / _SIXTY
                    spent |= {after}
        place += max(len(phrase), len(unit), 1)
    yield from (None for at in numbers if at not in spent)


def counts_of(tokens: Sequence[Token], meanings: Sequence[tuple[int, Meaning]], vocabulary: Vocabulary) -> Iterator[int]:
    """How many things of a kind are spoken of: "two of the lamps", "one lamp", "a lamp"."""
    words = [token.norm for token in tokens]
    values = {place: int(m.value) for place, m in meanings if m.role == "value" and m.detail == "number"}
    values |= {place: int(token.number) for place, token in enumerate(tokens) if token.number is not None}
    for place, meaning in meanings:
        if meaning.role != "kind":
            continue
        before = place - 1
        while before > 0 and words[before] in vocabulary.articles - vocabulary.indefinite | vocabulary.prepositions:
            before -= 1
        if before > 0 and words[before] not in vocabulary.indefinite and not any(at == before for at, _ in meanings):
            before -= 1  # "a single lamp"
        if before < 0:
            continue
        if words[before] in vocabulary.indefinite:
            if meaning.detail == "one":
                yield 1
        elif before in values:
            yield values[before]
