"""Slightly misspelt words, as speech recognition leaves them: what else they can be, if only one thing is near enough.

Used only after everything exact has missed. Similarity is evidence: the repaired sentence is parsed again under all the usual
rules, and what opens, unlocks or starts heat or water is never the result of a repair (unless the settings allow it).
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from msgspec import Struct
from rapidfuzz import fuzz, process
from rapidfuzz.distance import DamerauLevenshtein

from ...adapters.intents.text import Token, norms
from ...adapters.intents.vocabulary import Meaning, Vocabulary, question_vocabulary
from ...machine.turn import Evidence
from .cover import Span
from .little import is_little
from .mentions import HouseIndex, Match, Names

# A repaired word costs more than any exact reading, so that it is used only where there is none.
_REPAIRED = 10.0
_LONGEST_SLOT = 5
_MOST_ERRORS = 2
_NEARLY = 80.0
_SHORTEST_WORD = 3
# Words that nothing is repaired away from, and the words that make a sentence's structure.
_STOPS = frozenset({"negation", "alternative", "question", "condition"})
_STRUCTURE = frozenset({"kind", "property", "unit"})
# Shorter words are too near to others to be taken for a kind, a property or a verb.
_SHORTEST_REPAIR = 5


class RepairSettings(Struct, frozen=True):
    """What may be repaired. ``threshold`` and ``margin`` hold for names (0-100), ``sentence_threshold`` for the other words."""

    names: bool = True
    threshold: float = 90.0
    margin: float = 8.0
    sentences: bool = True
    sentence_threshold: float = 94.0
    exact_for_risky: bool = True


def repaired(
    starting: Sequence[Sequence[Span]], tokens: Sequence[Token], index: HouseIndex, settings: RepairSettings
) -> list[list[Span]] | None:
    """``starting`` with spans for unknown words that are nearly a name or a word; None if there is nothing to repair."""
    unknown = [position for position, options in enumerate(starting) if _is_unknown(options)]
    if not unknown:
        return None
    extended = [list(options) for options in starting]
    changed = False
    if settings.names:
        for span in _names(unknown, tokens, index, settings):
            extended[span.start].append(span)
            changed = True
    if settings.sentences:
        named = {p for options in starting for span in options if _is_exact_name(span) for p in range(span.start, span.end)}
        length = sum(len(token.norm) + 1 for position, token in enumerate(tokens) if position not in named)
        told = question_vocabulary(index.vocabulary.language)
        for position in unknown:
            if position and told is not None and tokens[position].norm in told.states:
                # Behind a noun, how things are ("lights lit") is no misspelt verb.
                continue
            found = list(_words(tokens[position].norm, position, length, index.vocabulary, settings))
            extended[position].extend(found)
            changed = changed or bool(found)
    return extended if changed else None


def _is_unknown(options: Iterable[Span]) -> bool:
    return any(isinstance(item, Meaning) and item.role == "unknown" for span in options for item in span.items)


def _names(unknown: Sequence[int], tokens: Sequence[Token], index: HouseIndex, settings: RepairSettings) -> Iterable[Span]:
    """Spans around unknown words that are nearly the full name of one entity or area."""
    seen: set[tuple[int, int]] = set()
    for position in unknown:
        for start in range(max(0, position - _LONGEST_SLOT + 1), position + 1):
            for end in range(position + 1, min(len(tokens), start + _LONGEST_SLOT) + 1):
                if (start, end) in seen:
                    continue
                seen.add((start, end))
                said = "".join(token.norm for token in tokens[start:end])
                if len(said) < _SHORTEST_WORD or any(map(_is_possessive, tokens[start:end])):
                    continue
                if any(is_little(tokens[place].norm, index.vocabulary) for place in {start, end - 1} - {position}):
                    # No name begins or ends with an article or the like.
                    continue
                for names in index.full_names:
                    near = _nearest_name([token.norm for token in tokens[start:end]], names, settings)
                    if (
                        near is not None
                        and near[0][0] == said[0]
                        and _whole([token.norm for token in tokens[start:end]], near[0])
                    ):
                        key, score = near
                        match = names.match_of(key, start, end)
                        evidence = Evidence("repaired", said, match.candidates[0].reading, score)
                        yield Span(start, end, (match,), _REPAIRED, evidence)


def _nearest_name(words: Sequence[str], names: Names, settings: RepairSettings) -> tuple[str, float] | None:
    """The spelling that is near enough to ``words``, written as one word ("bed room") or with their spaces, and its likeness."""
    near = nearest("".join(words), names.spellings, settings.threshold, settings.margin, names.same)
    if near is not None or len(words) == 1:
        return near

    def same(name: str, other: str) -> bool:
        return names.same(names.spoken[name], names.spoken[other])

    near = nearest(" ".join(words), tuple(names.spoken), settings.threshold, settings.margin, same)
    return None if near is None else (names.spoken[near[0]], near[1])


def _is_possessive(token: Token) -> bool:
    """Whether a word is somebody's: people have names that are nearly the same ("Milly's", "Billy's")."""
    return token.number is None and not token.text.isalpha()


def _whole(words: Sequence[str], key: str) -> bool:
    """Whether all of ``words`` are needed for the name: a long name must not swallow a short word beside it ("not")."""
    distance = DamerauLevenshtein.distance("".join(words), key)
    return distance <= _MOST_ERRORS and all(
        DamerauLevenshtein.distance("".join(rest), key) > distance for rest in (words[1:], words[:-1]) if rest
    )


def nearest(
    said: str, keys: Sequence[str], threshold: float, margin: float, same: Callable[[str, str], bool] = str.__eq__
) -> tuple[str, float] | None:
    """The one of ``keys`` that is at least ``threshold`` like ``said`` and ``margin`` better than the next; None otherwise.

    Keys that are names of the ``same`` thing are no rivals.

    Likeness (0-100) is the better of character similarity and Damerau-Levenshtein, which counts two letters that have
    changed places as one error.
    """
    # Letters that have changed places cost the first measure no more than the second: what it does not find, neither does.
    near = process.extract(said, keys, scorer=fuzz.ratio, limit=5, score_cutoff=threshold - margin)
    found = {key: max(score, DamerauLevenshtein.normalized_similarity(said, key) * 100) for key, score, _ in near}
    ranked = sorted(found.items(), key=lambda item: -item[1])
    if not ranked or ranked[0][1] < threshold:
        return None
    rivals = [score for key, score in ranked[1:] if not same(key, ranked[0][0])]
    return ranked[0] if not rivals or ranked[0][1] - rivals[0] >= margin else None


def nearly_named(said: str, index: HouseIndex) -> bool:
    """Whether something has a name that is too far from ``said`` to be taken for it, and near enough to be meant."""
    words = "".join(norms(said, index.vocabulary.elisions))
    return any(process.extractOne(words, names.spellings, scorer=fuzz.ratio, score_cutoff=_NEARLY) for names in index.full_names)


def _is_exact_name(span: Span) -> bool:
    return span.cost < 1 and any(isinstance(item, Match) for item in span.items)


def _words(word: str, position: int, length: int, vocabulary: Vocabulary, settings: RepairSettings) -> Iterable[Span]:
    """Words of the language that are one error away from an unknown word and carry no polarity, quantity or reference.

    ``length`` is that of the sentence without its names: one error must leave the sentence as good as the same, and a long
    name must not make it look so.
    """
    if len(word) < _SHORTEST_WORD or 100 * (1 - 1 / max(length, 1)) < settings.sentence_threshold:
        return
    near = {known: vocabulary.alone(known) for known in _single_words(vocabulary) if _one_error(word, known)}
    if any(meaning.role in _STOPS for meanings in near.values() for meaning in meanings):
        return
    # Verbs that mean the same are one candidate.
    verbs = {
        vocabulary.actions.get((known,), known)
        for known, meanings in near.items()
        if any(meaning.role == "verb" for meaning in meanings)
    }
    for known, meanings in near.items():
        for meaning in meanings:
            long = len(known) >= _SHORTEST_REPAIR or sorted(known) == sorted(word)
            ends = word[0] == known[0] and word[-1] == known[-1]
            structure = meaning.role in _STRUCTURE and long and (ends or sorted(known) == sorted(word))
            verb = meaning.role == "verb" and len(verbs) == 1 and len(known) >= _SHORTEST_REPAIR - 1 and word[-1] == known[-1]
            # Short words are near to too many others ("far", "for"), but two letters may have changed places.
            swapped = sorted(known) == sorted(word)
            preposition = swapped and meaning.role == "filler" and meaning.value == "prepositions"
            if structure or verb or preposition:
                evidence = Evidence("repaired", word, known, 100 * (1 - 1 / len(known)))
                yield Span(position, position + 1, (meaning,), _REPAIRED, evidence, known)


@lru_cache(maxsize=64)
def _words_of(vocabulary_language: str, words: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(words))


def _single_words(vocabulary: Vocabulary) -> tuple[str, ...]:
    singles = frozenset(phrase[0] for group in vocabulary.phrases.values() for phrase, _ in group if len(phrase) == 1)
    return _words_of(vocabulary.language, singles)


def _one_error(word: str, known: str) -> bool:
    return abs(len(word) - len(known)) <= 1 and DamerauLevenshtein.distance(word, known, score_cutoff=1) == 1
