"""Texts that tell of a deed, though no call has been made."""

import re
from collections.abc import Sequence

from ...adapters.intents.talk import talk
from ...adapters.intents.text import norms
from ...adapters.intents.vocabulary import Phrase
from ..retrieval.hearing import words_of

_SENTENCE = re.compile(r"[^.!?;\n\u2026]+[.!?;\n\u2026]*")
_WIDEST_GAP = 5


def claims_a_deed(text: str, languages: Sequence[str]) -> bool:
    """Whether a sentence of ``text`` says, in one of the languages, that something was done or is being done; questions and
    what is denied do not count."""
    return any(_claims(match[0], language) for match in _SENTENCE.finditer(text) for language in languages)


def _claims(sentence: str, language: str) -> bool:
    if sentence.rstrip().endswith("?"):
        return False
    vocabulary, spoken = words_of(language), talk(language)
    words = norms(sentence, vocabulary.elisions)
    for place in range(len(words)):
        for length, meanings in vocabulary.meanings(words, place):
            if words[place : place + length] not in spoken.passing and any(m.role == "negation" for m in meanings):
                return False
    return any(_in_order(phrase, words) for phrase in spoken.claims)


def _in_order(phrase: Phrase, words: Sequence[str]) -> bool:
    """Whether the words of a phrase stand among others in this order, not too far apart."""
    return any(words[start] == phrase[0] and _follows(phrase[1:], words, start + 1) for start in range(len(words)))


def _follows(phrase: Phrase, words: Sequence[str], start: int) -> bool:
    if not phrase:
        return True
    places = (place for place in range(start, min(len(words), start + _WIDEST_GAP + 1)) if words[place] == phrase[0])
    return any(_follows(phrase[1:], words, place + 1) for place in places)
