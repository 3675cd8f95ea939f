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
    """What a piece of a sentence says, and whether only the official grammar knew it, or a piece of it."""

    reading: Reading
    official: bool = False


def pieces(sentence: str, vocabulary: Vocabulary, alone: Callable[[str], Piece | None]) -> Piece | None:
    """The commands of ``sentence`` in order, if each is understood by itself. ``alone`` understands a piece, or gives None."""
    for head, tail in islice(_cuts(sentence, vocabulary), _MOST_CUTS):
        first = alone(head)
        rest = first and (alone(tail) or pieces(tail, vocabulary, alone))
        if first and rest:
            both = Reading((*first.reading.calls, *rest.reading.calls), (*first.reading.evidence, *rest.reading.evidence))
            return Piece(both, first.official or rest.official)
    return None


def _cuts(sentence: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    """The sentence in two, at each word for "and" and each comma."""
    tokens = tokenise(sentence, vocabulary.elisions)
    words = tuple(token.norm for token in tokens)
    for place in range(1, len(tokens) - 1):
        lengths = {
            length
            for length, meanings in vocabulary.meanings(words, place)
            if any(meaning.role == "and" for meaning in meanings) and place + length < len(tokens)
        }
        for length in sorted(lengths | ({1} if words[place] == "," else set()), reverse=True):
            yield sentence[: tokens[place - 1].end], sentence[tokens[place + length].start :]
