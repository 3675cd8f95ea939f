"""Words that tell what a vague sentence is about, and words with which people ask to be told something: from data files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import yaml

from .text import norms
from .vocabulary import Phrase, Vocabulary, vocabulary

_DATA = Path(__file__).parent / "data" / "topics"

# The shortest word that is looked for at the end of a compound.
_SHORTEST_HEAD = 4


@dataclass(frozen=True)
class TopicWords:
    """One language's words; all phrases are stems.

    ``topics`` tells the topics (by id) of each phrase, ``longest`` the number of words of the longest, ``heads`` the topics of
    single words by which a compound can end (in languages that write compounds as one word). ``openers`` may stand in front of
    anything; ``asking`` asks to be told something.
    """

    topics: Mapping[Phrase, frozenset[str]]
    openers: frozenset[Phrase]
    asking: frozenset[Phrase]
    longest: int = 1
    heads: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def found(self, stems: Phrase) -> frozenset[str]:
        """The topics that ``stems`` are about."""
        spans = [stems[start : start + length] for start in range(len(stems)) for length in range(1, self.longest + 1)]
        found = frozenset[str]().union(*(self.topics.get(span, ()) for span in spans))
        if self.heads:
            tails = (stem[cut:] for stem in stems for cut in range(1, len(stem) - _SHORTEST_HEAD + 1))
            found = found.union(*(self.heads.get(tail, ()) for tail in tails))
        return found

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
        return TopicWords({}, frozenset(), frozenset())
    words = vocabulary(language) or Vocabulary.bare(language)
    topics: dict[Phrase, set[str]] = {}
    for topic, phrases in data["topics"].items():
        for phrase in phrases:
            topics.setdefault(stems_of(phrase, words), set()).add(topic)
    openers, asking = (frozenset(stems_of(phrase, words) for phrase in data[key]) for key in ("openers", "asking"))
    longest = max(map(len, [*topics, *openers, *asking]))
    heads = {phrase[0]: frozenset(names) for phrase, names in topics.items() if len(phrase) == 1} if words.linking else {}
    return TopicWords({phrase: frozenset(names) for phrase, names in topics.items()}, openers, asking, longest, heads)


def stems_of(text: str, words: Vocabulary) -> Phrase:
    """The stems of the words of ``text``."""
    return tuple(words.stem(word) for word in norms(text, words.elisions))
