"""What is told to others, held against the words: a message says what the user said, and not its opposite."""

from collections.abc import Sequence
from itertools import chain

from ...adapters.intents.talk import talk, told
from ...machine.turn import Call
from ..retrieval.hearing import hear
from ..retrieval.topics import TOPICS
from .clause import Clause
from .meaning import Words
from .utterance import clauses

MESSAGES = frozenset({"HassBroadcast"})
_MESSAGE = "message"
_LONG, _FOREIGN, _FEW = 4, 0.25, 2
"""So many of a message's words of so many letters may be others than the user's."""


def against_message(call: Call, words: Words) -> str | None:
    """Why this is not the message that was asked for; None if it is."""
    text = call.arguments.get(_MESSAGE)
    if not isinstance(text, str):
        return None
    if words.own and _asks(words.own[0], words):
        return "the sentence asks"
    if not any(topic in clause.topics for clause in words.own for topic, of in TOPICS.items() if MESSAGES & set(of.intents)):
        return "nothing in the sentence asks for it"
    message = clauses(text, words.index)
    if _denies(message, words) != _denies(words.own, words):
        return "the message is the opposite of what was said"
    numbers = set(chain.from_iterable(clause.numbers for clause in words.own))
    if not numbers.issuperset(chain.from_iterable(clause.numbers for clause in message)):
        return "the message has a number that was not said"
    polar, spoken = (frozenset[str]().union(*(clause.polar for clause in said)) for said in (message, words.own))
    if polar - spoken:
        return "the message is the opposite of what was said"
    return _against_words(text, words)


def _against_words(text: str, words: Words) -> str | None:
    vocabulary = words.index.vocabulary
    about = {word for word in hear(text, (vocabulary.language,)).content if len(word) >= _LONG}
    said = set(map(vocabulary.stem, chain.from_iterable(clause.words for clause in words.own)))
    if len(about) <= _FEW and about & said:
        return None  # "Call the kids to dinner": "Dinner is ready"
    return None if len(about - said) <= _FOREIGN * len(about) else "the message says something else"


def _asks(first: Clause, words: Words) -> bool:
    """Whether a sentence is a question: what is to be told may be like one ("dis-leur qu'on mange")."""
    meanings = words.index.vocabulary.meanings(first.words, 0)
    return "asks" in first.closed and any(meaning.role == "question" for _, found in meanings for meaning in found)


def _denies(said: Sequence[Clause], words: Words) -> bool:
    """Whether anything in it is denied."""
    language = words.index.vocabulary.language
    return any("denies" in clause.closed or told(talk(language).denials, clause.words) for clause in said)
