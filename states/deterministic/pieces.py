"""Sentences of several commands that no recogniser knows as a whole: "set a timer for ten minutes and turn on the fan"."""

from collections.abc import Callable, Iterator
from itertools import islice

from msgspec import Struct

from ...adapters.intents.text import tokenise
from ...adapters.intents.vocabulary import Vocabulary
from .reader import Reading

# Each cut costs two looks into the grammar.
_MOST_CUTS = 4


class Piece(Struct, frozen=True):
    """What a piece of a sentence says, whether only the official grammar knew it, or a piece of it, and whether it takes time:
    what is said to come after a timer is to be done when it ends."""

    reading: Reading
    official: bool = False
    lasts: bool = False


def pieces(sentence: str, vocabulary: Vocabulary, alone: Callable[[str], Piece | None]) -> Piece | None:
    """The commands of ``sentence`` in order, if each is understood by itself. ``alone`` understands a piece, or gives None."""
    for head, tail, later in islice(_cuts(sentence, vocabulary), _MOST_CUTS):
        first = alone(head)
        if first is None or (first.lasts and later):
            continue
        rest = alone(tail) or pieces(tail, vocabulary, alone)
        if rest is not None:
            both = Reading((*first.reading.calls, *rest.reading.calls), (*first.reading.evidence, *rest.reading.evidence))
            return Piece(both, first.official or rest.official, first.lasts or rest.lasts)
    return None


def _cuts(sentence: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str, bool]]:
    """The sentence in two, at each word for "and" and each comma, and whether the words there say what comes later."""
    tokens = tokenise(sentence, vocabulary.elisions)
    words = tuple(token.norm for token in tokens)
    for place in range(1, len(tokens) - 1):
        lengths = {
            length
            for length, meanings in vocabulary.meanings(words, place)
            if any(meaning.role == "and" for meaning in meanings) and place + length < len(tokens)
        }
        for length in sorted(lengths | ({1} if words[place] == "," else set()), reverse=True):
            later = any(
                words[start : start + len(phrase)] == phrase
                for start in (place, place + length)
                for phrase in vocabulary.afterwards
            )
            yield sentence[: tokens[place - 1].end], sentence[tokens[place + length].start :], later
