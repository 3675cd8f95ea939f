"""How well documents fit a query by their words alone: BM25, in which a word counts the more the fewer documents have it."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from bm25s import BM25

SHORTEST = 4
"""The least number of letters that words must share at their beginnings."""


class Lexical:
    """An index of documents that are lists of words. ``b`` (0-1) says how much long documents are held back.

    A word that no document has stands for those that begin as it does, or with which it begins: "coffee" finds a
    "coffeemaker"."""

    def __init__(self, documents: Sequence[Sequence[str]], *, b: float = 0.75) -> None:
        self._words = frozenset(word for document in documents for word in document)
        self._sorted = sorted(self._words)
        self._index: BM25 | None = None
        if self._words:  # bm25s cannot index documents without a single word
            self._index = BM25(b=b)
            self._index.index([list(document) for document in documents], show_progress=False)

    def scores(self, query: Iterable[str]) -> dict[int, float]:
        """The score (above 0) of every document, by its place, that has a word of ``query``."""
        known = sorted({known for word in query for known in self._known(word)})
        if self._index is None or not known:
            return {}
        found = self._index.get_scores(known)
        return {int(place): float(found[place]) for place in found.nonzero()[0]}

    def _known(self, word: str) -> Iterator[str]:
        """``word``, if a document has it; else those of the documents that share its beginning."""
        if word in self._words:
            yield word
            return
        for length in range(SHORTEST, len(word)):
            if word[:length] in self._words:
                yield word[:length]
        if len(word) >= SHORTEST:
            for place in range(bisect_left(self._sorted, word), len(self._sorted)):
                if not self._sorted[place].startswith(word):
                    break
                yield self._sorted[place]
