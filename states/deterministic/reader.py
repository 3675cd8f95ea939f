"""Our own recogniser: reads a sentence word by word with a language's vocabulary and the house's names.

A sentence is understood only if every word is explained, every part is a command of its own, and every target is unique.
"""

from collections.abc import Sequence

from msgspec import Struct

from ...adapters.home_assistant.types import House, OfferedTool
from ...adapters.intents.text import Token, tokenise
from ...adapters.intents.vocabulary import Meaning, Vocabulary
from ...machine.turn import Call, Evidence
from .cover import Cover, Span, covers, spans
from .frames import commands, frames
from .mentions import house_index
from .planner import Planned, Planner
from .targets import UNCLEAR, Problem

# Most sentences are settled by their first covers; the rest get a second, wider look.
_LIMITS = (6, 48)
_LONGEST_SENTENCE = 60
_LONGEST_UNKNOWN = 3


class Reading(Struct, frozen=True):
    """What the reader made of a sentence: calls with their evidence, or a problem."""

    calls: tuple[Call, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    problem: Problem | None = None


def read(sentence: str, house: House, tools: Sequence[OfferedTool], vocabulary: Vocabulary) -> Reading:
    """Read ``sentence`` as a command to ``house``. Pure."""
    tokens = tokenise(sentence, vocabulary.elisions)
    if not tokens or len(tokens) > _LONGEST_SENTENCE:
        return Reading(problem=UNCLEAR)
    index = house_index(house, tools, vocabulary)
    satellite = index.area_called(house.satellite_area) if house.satellite_area else None
    planner = Planner(index, tools, satellite)
    starting = spans(tokens, index)
    words = [token.norm for token in tokens]
    problem: Problem = UNCLEAR
    tried, found = 0, []
    for limit in _LIMITS:
        found = covers(starting, limit)
        for cover in found[tried:]:
            reading = _read(cover, words, vocabulary, planner)
            if isinstance(reading, Reading):
                return reading
            problem = _worse(problem, reading)
        if len(found) < limit:
            break
        tried = len(found)
    if problem is UNCLEAR and found:
        problem = _unknown_place(found[0], words, tokens, vocabulary) or problem
    return Reading(problem=problem)


def _read(cover: Cover, words: Sequence[str], vocabulary: Vocabulary, planner: Planner) -> Reading | Problem:
    parts = frames(cover, words, vocabulary)
    todo = commands(parts, vocabulary) if parts else []
    if not todo:
        return UNCLEAR
    calls: dict[bytes, Call] = {}
    evidence: list[Evidence] = []
    for command in todo:
        planned = planner.plan(command)
        if not isinstance(planned, Planned):
            return planned
        for call in planned.calls:
            calls.setdefault(repr(call).encode(), call)
        evidence.extend(planned.evidence)
    return Reading(tuple(calls.values()), tuple(evidence))


def _worse(known: Problem, new: Problem) -> Problem:
    """The more telling of two problems: the first that can be put to the user."""
    return new if known is UNCLEAR else known


def _unknown_place(cover: Cover, words: Sequence[str], tokens: Sequence[Token], vocabulary: Vocabulary) -> Problem | None:
    """One unknown phrase in a command that is otherwise plain: a room, or a thing, that the house does not have."""
    unknown = [position for position, span in enumerate(cover) if _role(span) == "unknown"]
    if not unknown or unknown[-1] - unknown[0] + 1 != len(unknown) or len(unknown) > _LONGEST_UNKNOWN:
        return None
    known = (*cover[: unknown[0]], *cover[unknown[-1] + 1 :])
    todo = commands(frames(known, words, vocabulary), vocabulary)
    if len(todo) != 1 or todo[0].target.names or todo[0].target.has_place or not todo[0].target.kinds:
        return None
    before = [_role(span) for span in cover[: unknown[0]]]
    said = tokens[cover[unknown[0]].start].start, tokens[cover[unknown[-1]].end - 1].end
    following = cover[unknown[-1] + 1] if unknown[-1] + 1 < len(cover) else None
    if following is not None and _role(following) == "kind":
        plural = any(isinstance(item, Meaning) and item.detail == "many" for item in following.items)
        return Problem("unknown_thing" if plural else "unclear_thing", said=_text(tokens, said[0], tokens[following.end - 1].end))
    if "prepositions" in before[-2:] and following is None:
        return Problem("unknown_area", said=_text(tokens, *said), place=_text(tokens, *said))
    return None


def _role(span: Span) -> str:
    item = span.items[0]
    return (item.value if item.role == "filler" else item.role) if isinstance(item, Meaning) else item.role


def _text(tokens: Sequence[Token], start: int, end: int) -> str:
    """The words between two character positions, as they were written."""
    return " ".join(token.text for token in tokens if token.start >= start and token.end <= end)
