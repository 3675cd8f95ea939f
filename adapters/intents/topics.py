"""Words that tell what a vague sentence is about, and words with which people ask to be told something: from data files."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from pathlib import Path

import yaml

from .text import norms
from .vocabulary import Phrase, Vocabulary, words_of

_DATA = Path(__file__).parent / "data" / "topics"

# The shortest word that is looked for at the end of a compound, and at its beginning (where more words begin alike by chance).
_SHORTEST_HEAD = 4
_SHORTEST_FRONT = 6


@dataclass(frozen=True)
class Phrases:
    """The topics (by id) of phrases, by the first word of each. ``heads`` are the topics of single words by which a compound can
    end or begin (in languages that write compounds as one word: "campfire" is in "campfire mood")."""

    topics: Mapping[str, Mapping[Phrase, frozenset[str]]] = field(default_factory=dict)
    heads: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def spans(self, stems: Phrase) -> Iterator[tuple[range, frozenset[str]]]:
        """Where in ``stems`` something tells a topic, and which."""
        for start, stem in enumerate(stems):
            for phrase, topics in self.topics.get(stem, {}).items():
                if stems[start : start + len(phrase)] == phrase:
                    yield range(start, start + len(phrase)), topics
            if self.heads:
                tails = (stem[cut:] for cut in range(1, len(stem) - _SHORTEST_HEAD + 1))
                fronts = (stem[:cut] for cut in range(_SHORTEST_FRONT, len(stem) - _SHORTEST_HEAD + 1))
                for part in chain(tails, fronts):
                    if part in self.heads:
                        yield range(start, start + 1), self.heads[part]

    def found(self, stems: Phrase) -> frozenset[str]:
        """The topics that ``stems`` are about."""
        return frozenset[str]().union(*(topics for _, topics in self.spans(stems)))


@dataclass(frozen=True)
class TopicWords:
    """One language's words; all phrases are stems.

    ``topics`` are phrases about the house, ``hints`` phrases that may be about anything, but in a wish are about these topics.
    ``openers`` may stand in front of anything; ``asking`` asks to be told something. ``sayings`` are whole sentences about a
    topic (by id), for an encoder. ``longest`` is the number of words of the longest of the phrases that open sentences.
    ``interrogatives`` are the words that surely ask, in languages in which statements begin with a verb as questions do;
    ``wishing`` begins wishes that only look like questions, ``doubting`` what is one if it has a question mark.
    """

    topics: "Phrases"
    hints: "Phrases"
    openers: frozenset[Phrase]
    asking: frozenset[Phrase]
    longest: int = 1
    interrogatives: frozenset[Phrase] = frozenset()
    wishing: frozenset[Phrase] = frozenset()
    doubting: frozenset[Phrase] = frozenset()
    sayings: tuple[tuple[str, str], ...] = ()

    def found(self, stems: Phrase) -> frozenset[str]:
        """The topics of the house that ``stems`` are about."""
        return self.topics.found(stems)

    def surely_asks(self, stems: Phrase) -> bool:
        """Whether a question word at the beginning of ``stems`` can only be that."""
        return not self.interrogatives or self._first(stems, self.interrogatives) > 0

    def wishes(self, stems: Phrase) -> bool:
        """Whether ``stems`` begin as only a wish does."""
        return self._first(stems, self.wishing) > 0

    def doubts(self, stems: Phrase) -> bool:
        """Whether ``stems``, if a question mark follows, ask whether something is so."""
        return self._first(stems, self.doubting) > 0

    def opening(self, stems: Phrase) -> int:
        """How many of the first words are openers."""
        start = 0
        while length := self._first(stems[start:], self.openers):
            start += length
        return start

    def asks(self, stems: Phrase) -> int:
        """How many of the first words ask to be told something."""
        return self._first(stems, self.asking)

    def _first(self, stems: Phrase, phrases: frozenset[Phrase]) -> int:
        return max((length for length in range(1, min(self.longest, len(stems)) + 1) if stems[:length] in phrases), default=0)


@lru_cache(maxsize=64)
def topic_words(language: str) -> TopicWords:
    """The topic words of ``language``; a region falls back to its language, and an unknown language has none."""
    for code in (language, language.split("-", maxsplit=1)[0]):
        source = _DATA / f"{code}.yaml"
        if source.is_file():
            data = yaml.load(source.read_text("utf-8"), Loader=yaml.BaseLoader)
            break
    else:
        return TopicWords(Phrases(), Phrases(), frozenset(), frozenset())
    words = words_of(language)
    topics, hints = (_phrases(_inflected(data.get(key, {}), data.get("inflections", {})), words) for key in ("topics", "hints"))
    openers, asking, interrogatives, wishing, doubting = (
        frozenset(stems_of(phrase, words) for phrase in data.get(key, ()))
        for key in ("openers", "asking", "interrogatives", "wishing", "doubting")
    )
    longest = max(map(len, [*openers, *asking, *interrogatives, *wishing, *doubting]))
    sayings = tuple((topic, text) for topic, texts in data.get("sayings", {}).items() for text in texts)
    return TopicWords(topics, hints, openers, asking, longest, interrogatives, wishing, doubting, sayings)


def _inflected(listed: Mapping[str, Sequence[str]], inflections: Mapping[str, Sequence[str]]) -> Mapping[str, list[str]]:
    """The phrases with other forms of their last words: those that end in one way can end in others too."""
    return {
        topic: [
            *phrases,
            *(
                phrase.removesuffix(ending) + other
                for phrase in phrases
                for ending, others in inflections.items()
                if phrase.endswith(ending)
                for other in others
            ),
        ]
        for topic, phrases in listed.items()
    }


def _phrases(listed: Mapping[str, Iterable[str]], words: Vocabulary) -> Phrases:
    topics: dict[str, dict[Phrase, frozenset[str]]] = {}
    for topic, phrases in listed.items():
        for phrase in phrases:
            stems = stems_of(phrase, words)
            of_first = topics.setdefault(stems[0], {})
            of_first[stems] = of_first.get(stems, frozenset()) | {topic}
    heads = {stem: phrases[stem,] for stem, phrases in topics.items() if (stem,) in phrases} if words.linking else {}
    return Phrases(topics, heads)


def stems_of(text: str, words: Vocabulary) -> Phrase:
    """The stems of the words of ``text``."""
    return tuple(words.stem(word) for word in norms(text, words.elisions))
