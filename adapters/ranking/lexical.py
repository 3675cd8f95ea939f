"""How well documents fit a query by their words alone: BM25, in which a word counts the more the fewer documents have it."""

from collections.abc import Iterable, Sequence

from bm25s import BM25


class Lexical:
    """An index of documents that are lists of words. ``b`` (0-1) says how much long documents are held back."""

    def __init__(self, documents: Sequence[Sequence[str]], *, b: float = 0.75) -> None:
        self._words = frozenset(word for document in documents for word in document)
        self._index: BM25 | None = None
        if self._words:  # bm25s cannot index documents without a single word
            self._index = BM25(b=b)
            self._index.index([list(document) for document in documents], show_progress=False)

    def scores(self, query: Iterable[str]) -> dict[int, float]:
        """The score (above 0) of every document, by its place, that has a word of ``query``."""
        known = sorted(self._words.intersection(query))
        if self._index is None or not known:
            return {}
        found = self._index.get_scores(known)
        return {int(place): float(found[place]) for place in found.nonzero()[0]}
