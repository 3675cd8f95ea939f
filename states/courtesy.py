"""What is only said to be polite: a greeting, thanks, a farewell, or the question what HA-Assist can do."""

from collections.abc import Sequence

from ..adapters.intents.talk import spans, talk
from ..adapters.intents.text import norms
from ..adapters.intents.vocabulary import words_of

_POLITE = frozenset({"articles", "courtesy", "hesitations"})


def courtesy(sentence: str, languages: Sequence[str]) -> str | None:
    """The key of the reply to a sentence that is nothing but polite; None for any other. The reply to what asks or thanks goes
    before that to a greeting. Pure."""
    for language in languages:
        vocabulary, spoken = words_of(language), talk(language)
        words = norms(sentence, vocabulary.elisions)
        polite = spans(spoken.small_talk, words) | frozenset(
            place
            for start in range(len(words))
            for length, meanings in vocabulary.meanings(words, start)
            if any(meaning.role == "filler" and meaning.value in _POLITE for meaning in meanings)
            for place in range(start, start + length)
        )
        found = {reply: spans(phrases, words) for reply, phrases in spoken.courtesies.items()}
        said = [reply for reply, places in found.items() if places]
        if said and polite.union(*found.values()).issuperset(range(len(words))):
            return said[0]
    return None
