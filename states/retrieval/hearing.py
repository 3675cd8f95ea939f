"""What a sentence says by its words, before anything is looked up in the house: roles, topics, and whether it is a question."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from msgspec import Struct

from ...adapters.intents.text import norms
from ...adapters.intents.topics import TopicWords, topic_words
from ...adapters.intents.vocabulary import Meaning, Vocabulary, words_of

# Words that build sentences and are about nothing.
_FUNCTION = frozenset(
    {"filler", "and", "all", "everything", "everywhere", "here", "pronoun", "relative", "question", "negation", "condition"}
)
_CLAUSE = re.compile(r"[.!?;\n\u2026]+(?:\s+|\Z)")


class Heard(Struct, frozen=True):
    """A sentence as far as its language's data files explain it.

    ``words`` are all words in normal form. ``content`` are the stems of those that are about something, ``things`` of those
    among them that are not verbs. ``roles`` has the values of every role, ``topics`` the ids of topics, ``hints`` those that it
    may be about. ``question``: every clause asks. ``asks``: it wants to be told something, as a question or otherwise.
    ``marked``: it has a question mark.
    ``known``: how many words are explained.
    """

    language: str
    words: tuple[str, ...] = ()
    content: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    roles: dict[str, tuple[Meaning, ...]] = {}
    topics: frozenset[str] = frozenset()
    hints: frozenset[str] = frozenset()
    question: bool = False
    asks: bool = False
    marked: bool = False
    known: int = 0

    @property
    def reads(self) -> bool:
        """Whether something may have to be read for it: it asks, has something looked up, or sets a condition."""
        return self.question or self.marked or "condition" in self.roles or "state" in self.topics | self.hints

    def values(self, role: str) -> frozenset[str]:
        """The values of the meanings with this role."""
        return frozenset(str(meaning.value) for meaning in self.roles.get(role, ()))


def hear(sentence: str, languages: Sequence[str]) -> Heard:
    """The sentence in that of ``languages`` that explains most of its words; the earlier one in doubt."""
    return max((_hear(sentence, language) for language in languages), key=lambda heard: heard.known)


@lru_cache(maxsize=256)
def _hear(sentence: str, language: str) -> Heard:
    spoken, about = words_of(language), topic_words(language)
    words = norms(sentence, spoken.elisions)
    function, verbs, known = set[int](), set[int](), set[int]()
    roles: dict[str, dict[Meaning, None]] = {}
    for start in range(len(words)):
        for length, meanings in spoken.meanings(words, start):
            span = range(start, start + length)
            known.update(span)
            for meaning in meanings:
                roles.setdefault(meaning.role, {})[meaning] = None
            found = {meaning.role for meaning in meanings}
            if found & _FUNCTION and not found & {"kind", "property"}:
                function.update(span)
            elif found == {"verb"}:
                verbs.update(span)
    stems = tuple(map(spoken.stem, words))
    topical, hinted = tuple(about.topics.spans(stems)), tuple(about.hints.spans(stems))
    clauses = [norms(clause, spoken.elisions) for clause in _CLAUSE.split(sentence)]
    asking = [_asking(clause, spoken, about, marked="?" in sentence) for clause in clauses if clause]
    begin = 0
    for clause, (_, spent) in zip(filter(None, clauses), asking, strict=True):
        function.update(range(begin, begin + spent))
        begin += len(clause)
    content = [place for place in range(len(words)) if place not in function]
    return Heard(
        language=language,
        words=words,
        content=tuple(stems[place] for place in content),
        things=tuple(stems[place] for place in content if place not in verbs),
        roles={role: tuple(meanings) for role, meanings in roles.items()},
        topics=frozenset(chain.from_iterable(topics for _, topics in topical)),
        hints=frozenset(chain.from_iterable(topics for _, topics in hinted)),
        question=bool(asking) and all(question for question, _ in asking),
        asks=any(question or spent for question, spent in asking),
        marked="?" in sentence,
        known=len(known.union(*(span for span, _ in (*topical, *hinted)))),
    )


def _asking(clause: tuple[str, ...], spoken: Vocabulary, about: TopicWords, *, marked: bool) -> tuple[bool, int]:
    """Whether a clause is a question, and how many of its first words ask to be told something (with openers before them).

    A question starts with a question word, or with words like "tell me" and has one later. Polite words in front are skipped:
    "could you" makes no question of a command. Wishes can begin as questions do ("que nadie entre"), and questions as wishes
    ("do I need a sweater?"). Where statements begin with their verbs too ("hay migas en la cocina"), such a beginning asks only
    if it is about a thing or a value of the house, or ``marked`` as a question.
    """
    stems = tuple(map(spoken.stem, clause))
    start = about.opening(stems)
    if not marked and about.wishes(stems[start:]):
        return False, 0
    asked = about.asks(stems[start:])
    questions = [place for place in range(start, len(clause)) if _is_question(spoken, clause, place)]
    opens = start in questions and (marked or about.surely_asks(stems[start:]) or _about_things(clause, spoken))
    question = (
        opens or (marked and about.doubts(stems[start:])) or (asked > 0 and any(place >= start + asked for place in questions))
    )
    return question, start + asked if asked else 0


def _about_things(clause: tuple[str, ...], spoken: Vocabulary) -> bool:
    found = (meaning for place in range(len(clause)) for _, meanings in spoken.meanings(clause, place) for meaning in meanings)
    return any(meaning.role in ("kind", "property") for meaning in found)


def _is_question(spoken: Vocabulary, words: tuple[str, ...], start: int) -> bool:
    return any(meaning.role == "question" for _, meanings in spoken.meanings(words, start) for meaning in meanings)
