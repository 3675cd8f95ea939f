"""Sentences put more plainly, before they are read: without hesitations; "make sure that the door is locked" and "the door must
be locked" as what is to be done."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from ...adapters.intents.text import Token, tokenise
from ...adapters.intents.vocabulary import Meaning, Phrase, Vocabulary

_COURTESY = Meaning("filler", "courtesy")


def brought_about(
    tokens: Sequence[Token], vocabulary: Vocabulary, asking: Sequence[Phrase] | None = None
) -> tuple[Token, ...] | None:
    """``tokens`` without the words that ask to make sure (or those of ``asking``: in some languages "lights off, please" has a
    participle) and their "is", with a verb for each state ("the door lock"). None if the sentence asks for no such thing."""
    words = _words(tokens)
    phrases = vocabulary.ensuring if asking is None else asking
    found = next(((start, phrase) for start in range(len(words)) for phrase in phrases if _at(words, start, phrase)), None)
    if found is None:
        return None
    start, phrase = found
    end = start + len(phrase)
    result: list[Token] = []
    position = 0
    while position < len(tokens):
        if position == start:
            position = end
            continue
        for state, verb in vocabulary.brought_about:
            # What is told before ("the lamp is off, make sure that ..") is no wish.
            if (position > start or asking is not None) and _at(words, position, state):
                said = tokens[position]
                result.extend(replace(said, text=word, norm=word) for word in verb)
                position += len(state)
                break
        else:
            if position < start or words[position] not in vocabulary.copulas:
                result.append(tokens[position])
            position += 1
    return tuple(result)


def wished(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``tokens`` as a command, where they say after a thing what is to become of it: without the verb that says so ("the door
    must be locked": "the door lock"). None if they wish for nothing: a sentence that begins with such a verb asks, and one that
    ends with what somebody does says who is to do it."""
    words = _words(tokens)
    place = next((start for start, word in enumerate(words) if word in vocabulary.wishes), 0)
    if words[place - 1 : place] == (",",) or not _names_something(words[:place], vocabulary):
        return None
    before, after = tokens[:place], list(tokens[place + 1 :])
    while after and (length := _last_courtesy(_words(after), vocabulary)):
        del after[-length:]
    rest = [token for token in after if token.norm not in vocabulary.passives]
    if len(rest) < len(after):
        for state, verb in vocabulary.brought_about:
            if _words(rest)[-len(state) :] == state:
                return (*before, *rest[: -len(state)], *(replace(rest[-1], text=word, norm=word) for word in verb))
        return None
    # Its value, or what becomes of it, is the last thing that is said of it.
    becomes = any(_words(rest)[-len(phrase) :] == phrase for phrase in vocabulary.becoming)
    return (*before, *rest) if becomes or (rest and _is_value(rest[-1], vocabulary)) else None


def _names_something(words: Phrase, vocabulary: Vocabulary) -> bool:
    """Whether one of ``words`` is more than a little word: a name, a kind, a room."""
    roles = [{meaning.role for meaning in vocabulary.alone(word)} for word in words if word != ","]
    return any(not found or found - {"filler", "and"} for found in roles)


def _is_value(token: Token, vocabulary: Vocabulary) -> bool:
    return token.number is not None or any(meaning.role in {"value", "unit"} for meaning in vocabulary.alone(token.norm))


def without_hesitations(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``tokens`` without the sounds of somebody who thinks, and the commas around them ("the, um, lamp")."""
    result: list[Token] = []
    after = False
    for token in tokens:
        if token.norm in vocabulary.hesitations:
            if result and result[-1].norm == ",":
                result.pop()
            after = True
        elif not (after and token.norm == ","):
            result.append(token)
            after = False
    return tuple(result)


def without_courtesies(sentence: str, vocabulary: Vocabulary) -> str:
    """``sentence`` without hesitations, and without polite words at its ends: for a grammar that has no words for them."""
    written = tokenise(sentence, vocabulary.elisions)
    said = list(without_hesitations(written, vocabulary))
    while said and (length := _courtesy(_words(said), vocabulary)):
        del said[:length]
    while said and (length := _last_courtesy(_words(said), vocabulary)):
        del said[-length:]
    if not said or len(said) == len(written):
        return sentence
    # What follows each word as it is written; where something was left out in between, the words stand side by side.
    after = {token: following.start for token, following in pairwise(written)}
    texts = [
        sentence[token.start : after[token]] if after[token] == following.start else f"{token.text} "
        for token, following in pairwise(said)
    ]
    return "".join([*texts, said[-1].text]).strip()


def _words(tokens: Sequence[Token]) -> Phrase:
    return tuple(token.norm for token in tokens)


def _courtesy(words: Phrase, vocabulary: Vocabulary) -> int:
    """How many words at the beginning are polite, or a comma after such words."""
    if words[0] == ",":
        return 1
    return next(
        (length for length, meanings in vocabulary.meanings(words, 0) if any(meaning == _COURTESY for meaning in meanings)),
        0,
    )


def _last_courtesy(words: Phrase, vocabulary: Vocabulary) -> int:
    """How many words at the end are polite, or a comma before such words; the first word is none of them."""
    return next((length for length in range(1, len(words)) if _courtesy(words[-length:], vocabulary) == length), 0)


def _at(words: Phrase, start: int, phrase: Phrase) -> bool:
    return words[start : start + len(phrase)] == phrase
