"""Texts that tell of a deed, though no call has been made."""

import re
from collections.abc import Sequence

from ...adapters.intents.talk import talk, told
from ...adapters.intents.text import norms
from ...adapters.intents.vocabulary import words_of

_SENTENCE = re.compile(r"[^.!?;\n\u2026]+[.!?;\n\u2026]*")


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
    return told(spoken.claims, words)
