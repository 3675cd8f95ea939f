"""Languages that we have no words of: the official grammar alone knows their sentences. It takes names letter for letter, and a
question for a command; here is what it needs besides."""

from collections.abc import Iterator, Sequence
from itertools import product, takewhile

from ...adapters.intents.grammars import politely
from ...adapters.intents.text import Token, fold, tokenise
from .mentions import HouseIndex

# Signs that a question ends with.
_ASKING = ("?", "\uff1f", "\u061f", "\u037e", ";")
# What is left of a word without its ending; the longest ending that is put to a name, and the longest that stands for its own.
_SHORTEST_STEM, _ADDED, _CHANGED = 3, 3, 2
_MOST_FORMS = 8


def is_wordless(index: HouseIndex) -> bool:
    """Whether we have no words of the language."""
    return not index.vocabulary.phrases


def asks(sentence: str, language: str) -> bool:
    """Whether a sentence is written as a question, and none of politeness ("the lamp on?", but not "can you .. ?")."""
    return sentence.rstrip().endswith(_ASKING) and not politely(sentence, language)


def area_as_listed(area: str, index: HouseIndex) -> str:
    """The house's own name for a room that a grammar names: some have lists of rooms, which they spell in their way."""
    named = (room.names for room in index.areas)
    return next((one.display for one in named if area.casefold() in map(str.casefold, one.readings)), area)


def says_area(sentence: str, area: str, index: HouseIndex) -> bool:
    """Whether a sentence has the name of a room (as it is listed), or a form of it."""
    readings = {reading for room in index.areas if room.names.display == area for reading in room.names.readings}
    said = sentence.casefold()
    return any(reading.casefold() in said for reading in readings) or any(
        listed in readings for _, listed in inflected(sentence, index)
    )


def inflected(sentence: str, index: HouseIndex) -> tuple[tuple[str, str], ...]:
    """Words of ``sentence`` that are the name of one thing or room, and of no other, but for their endings or accents: each as
    it was said, and as it is listed."""
    tokens = tokenise(sentence)
    names = {reading for named in (*index.entities, *index.areas) for reading in named.names.readings if reading.strip()}
    own = [(reading, tuple(fold(token.text) for token in tokenise(reading))) for reading in sorted(names)]
    found = list(_found(sentence, tokens, own))
    return tuple(found) if len(found) <= _MOST_FORMS else ()


def _found(sentence: str, tokens: Sequence[Token], own: Sequence[tuple[str, tuple[str, ...]]]) -> Iterator[tuple[str, str]]:
    lengths = sorted({len(words) for _, words in own if words})
    for start, length in product(range(len(tokens)), lengths):
        window = tokens[start : start + length]
        if len(window) < length:
            continue
        said = tuple(fold(token.text) for token in window)
        same = {words for _, words in own if len(words) == length and all(map(_differs_at_the_end, said, words))}
        text = sentence[window[0].start : window[-1].end]
        if len(same) == 1:
            yield from ((text, reading) for reading, words in own if words in same and reading.casefold() != text.casefold())


def _differs_at_the_end(said: str, own: str) -> bool:
    """Whether two words are the same, or forms of one word as far as can be told without knowing the language."""
    if said == own:
        return True
    stem = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(said, own, strict=False)))
    own_ending, said_ending = len(own) - stem, len(said) - stem
    longest = _CHANGED if own_ending else _ADDED
    return (
        stem >= _SHORTEST_STEM
        and stem > max(len(own), len(said)) // 2
        and own_ending <= min(_CHANGED, said_ending + 1)
        and said_ending <= longest
    )
