"""Make sure that the door is locked: how something is to be, put as what is to be done."""

from collections.abc import Sequence

from msgspec.structs import replace

from ...adapters.intents.text import Token
from ...adapters.intents.vocabulary import Phrase, Vocabulary


def brought_about(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``tokens`` without the words that ask to make sure and their "is", with a verb for each state ("the door lock").
    None if the sentence asks for no such thing."""
    words = tuple(token.norm for token in tokens)
    found = next(
        ((start, phrase) for start in range(len(words)) for phrase in vocabulary.ensuring if _at(words, start, phrase)), None
    )
    if found is None:
        return None
    start, phrase = found
    result = list(tokens[:start])
    position = start + len(phrase)
    while position < len(tokens):
        for state, verb in vocabulary.brought_about:
            if _at(words, position, state):
                said = tokens[position]
                result.extend(replace(said, text=word, norm=word) for word in verb)
                position += len(state)
                break
        else:
            if words[position] not in vocabulary.copulas:
                result.append(tokens[position])
            position += 1
    return tuple(result)


def _at(words: Phrase, start: int, phrase: Phrase) -> bool:
    return words[start : start + len(phrase)] == phrase
