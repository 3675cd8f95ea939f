"""Explains every word of a sentence: the cheapest ways to cover it with names, areas and words of the vocabulary."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...adapters.intents.text import Token
from ...adapters.intents.vocabulary import Meaning, Vocabulary
from ...machine.turn import Evidence
from .mentions import PART, HouseIndex, Match

# Every span costs a little, so that a longer one is preferred to the sum of its parts.
_SPAN = 0.1
# A word that can mean something is first taken to do so; one that can be an article ("la") is that before it is a pronoun.
_RESERVE = {"filler": 0.01, "pronoun": 0.02}
_UNKNOWN = 100.0
_COMPOUND = 0.5


@dataclass(frozen=True, slots=True)
class Span:
    """Words ``start`` to ``end`` with one way to understand them: one or (for compounds) two items, and what it costs.

    ``repair`` is the evidence for a span whose words were not said quite so.
    """

    start: int
    end: int
    items: tuple[Meaning | Match, ...]
    cost: float
    repair: Evidence | None = None
    word: str | None = None

    @property
    def role(self) -> str:
        """The role of what is meant first; of a filler, which kind of filler it is."""
        return role_of(self.items[0])


def role_of(item: Meaning | Match) -> str:
    """The role of a meaning or a match; of a filler, which kind of filler it is."""
    return item.value if isinstance(item, Meaning) and item.role == "filler" else item.role


Cover = tuple[Span, ...]


def spans(tokens: Sequence[Token], index: HouseIndex, lexicon: Vocabulary | None = None) -> list[list[Span]]:
    """All spans by the word that they start at. A word that nothing explains gets a span with the role "unknown".

    ``lexicon`` has the words to explain the rest with, if it is not the vocabulary of the index.
    """
    words = tuple(token.norm for token in tokens)
    lexicon = lexicon or index.vocabulary
    starting: list[list[Span]] = [[] for _ in words]
    for match in index.matches(words):
        starting[match.start].append(Span(match.start, match.end, (match,), match.cost + _SPAN - match.bonus))
    for match, floor in index.floors_in(words):
        starting[match.start].append(Span(match.start, match.end, (floor,), match.cost + _SPAN - match.bonus))
    if starting and any(_is_person(span, index) for span in starting[0]):
        # Who is called by name at the head of a sentence does something, or is spoken to: no part of a room's name.
        starting[0] = [span for span in starting[0] if span.cost < PART]
    for start, token in enumerate(tokens):
        if token.hyphened and token.norm in lexicon.clitics:
            starting[start].append(Span(start, start + 1, (Meaning("pronoun"),), _SPAN))
        if token.norm == ",":
            starting[start].append(Span(start, start + 1, (Meaning("and", None, "comma"),), _SPAN))
            continue
        if token.number is not None:
            starting[start].append(Span(start, start + 1, (Meaning("value", token.number, "number"),), _SPAN))
        for length, meanings in lexicon.meanings(words, start):
            said = tokens[start : start + length]
            starting[start].extend(
                Span(start, start + length, (meaning,), _SPAN + _RESERVE.get(meaning.role, 0.0))
                for meaning in meanings
                if lexicon.written_so(said, meaning)
            )
        if not starting[start]:
            starting[start].extend(_compounds(start, token.norm, index, lexicon))
            starting[start].extend(_with_clitic(start, token.norm, lexicon))
        if not starting[start] or not any(span.end == start + 1 for span in starting[start]):
            starting[start].append(Span(start, start + 1, (Meaning("unknown", token.text),), _UNKNOWN))
    return starting


def _is_person(span: Span, index: HouseIndex) -> bool:
    match = span.items[0]
    if not isinstance(match, Match) or match.role != "name" or match.cost:
        return False
    return all(index.entities[candidate.index].domain == "person" for candidate in match.candidates)


def _compounds(start: int, word: str, index: HouseIndex, lexicon: Vocabulary) -> list[Span]:
    """A word that is a room and a thing in one ("Kuechenlicht")."""
    if not index.vocabulary.linking:
        return []
    found = []
    for area, rest in index.compounds(word):
        if (name := index.name(rest)) is not None:
            found.append(Span(start, start + 1, (area, name), _COMPOUND + _SPAN))
        found.extend(
            Span(start, start + 1, (area, meaning), _COMPOUND + _SPAN, word=rest)
            for meaning in lexicon.alone(rest)
            if meaning.role in {"kind", "measure", "property"}
        )
    return found


def _with_clitic(start: int, word: str, lexicon: Vocabulary) -> list[Span]:
    """A verb and its pronoun in one word ("ap\u00e1gala")."""
    found = []
    for clitic in lexicon.clitics:
        verb = word.removesuffix(clitic)
        if verb == word:
            continue
        verbs = (meaning for meaning in lexicon.alone(verb) if meaning.role == "verb")
        found.extend(Span(start, start + 1, (meaning, Meaning("pronoun")), _COMPOUND + _SPAN) for meaning in verbs)
    return found


def covers(starting: Sequence[Sequence[Span]], limit: int) -> list[tuple[float, Cover]]:
    """The ``limit`` cheapest covers of the whole sentence with their costs, the cheapest first. Equal costs keep the order
    of the spans."""
    count = len(starting)
    best: list[list[tuple[float, Cover]]] = [[] for _ in range(count)] + [[(0.0, ())]]
    for start in range(count - 1, -1, -1):
        options = [(span.cost + cost, span, rest) for span in starting[start] for cost, rest in best[span.end]]
        options.sort(key=lambda option: option[0])
        best[start] = [(cost, (span, *rest)) for cost, span, rest in options[:limit]]
    return best[0]
