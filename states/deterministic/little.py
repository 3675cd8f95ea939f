"""What single words of a sentence can be, as far as names are concerned: numbers, little words, words for several things."""

from collections.abc import Sequence

from ...adapters.intents.vocabulary import Vocabulary

# Words that say too little to single out a thing by a part of its name.
LITTLE = frozenset({"filler", "pronoun", "relative", "and"})
KIND = frozenset({"kind"})
FLOOR = frozenset({"floor"})
SEVERAL = "several"
# Words that change what a sentence says: a name must be said in full to take them ("Gate Without Code").
BLOCKED = frozenset({"negation", "alternative", "condition", "question", "and"})
# What is named after what it does; and what a verb's particle can decide, which also turns such a name round.
DOING = frozenset({"scene", "script", "button", "input_button"})
CALLED = frozenset({"scene", "script"})
POLAR = frozenset({"on", "off", "open", "close", "lock", "unlock"})
GENERIC = LITTLE | {"all", "both", "everything", "everywhere", "floor", "kind", "verb", "property", "unit", "stand_in"}


def canonical(words: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """``words`` with spoken numbers as digits ("room", "two" -> "room", "2"); a number's further words become empty."""
    keys = list(words)
    position = 0
    while position < len(keys):
        length = 1
        for size, meanings in vocabulary.meanings(tuple(words), position):
            number = next((meaning.value for meaning in meanings if meaning.role == "value" and meaning.detail == "number"), None)
            if number is not None:
                keys[position : position + size] = [str(int(number)), *[""] * (size - 1)]
                length = size
                break
        position += length
    return keys


def is_little(word: str, vocabulary: Vocabulary) -> bool:
    """Whether a word only holds sentences together, and names too: articles, prepositions and the like."""
    return can_be(word, LITTLE, vocabulary)


def can_be(word: str, roles: frozenset[str], vocabulary: Vocabulary) -> bool:
    """Whether a word by itself can have one of ``roles``."""
    return not roles.isdisjoint(roles_of(word, vocabulary))


def roles_of(word: str, vocabulary: Vocabulary) -> frozenset[str]:
    """All that a word by itself can be: the roles of its meanings, and ``SEVERAL`` if it can stand for several things."""
    found = vocabulary.alone(word)
    several = any(meaning.role == "kind" and meaning.detail in {"many", "some"} for meaning in found)
    return frozenset(meaning.role for meaning in found) | ({SEVERAL} if several else frozenset())
