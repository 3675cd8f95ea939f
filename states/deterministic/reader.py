"""Our own recogniser: reads a sentence word by word with a language's vocabulary and the house's names.

A sentence is understood only if every word is explained, every part is a command of its own, and every target is unique.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from msgspec import Struct

from ...adapters.home_assistant.types import House, OfferedTool
from ...adapters.intents.text import APOSTROPHES, Token, fold, tokenise
from ...adapters.intents.vocabulary import Meaning, Vocabulary, question_vocabulary
from ...machine.turn import Call, Evidence
from .cover import Cover, Span, covers, spans
from .earlier import Earlier
from .frames import Command, commands, frames
from .little import CALLED, roles_of
from .mentions import EXACT, PART, HouseIndex, Match, house_index
from .parts import Frame, Part, UnreadableError
from .plainly import brought_about, wished, without_hesitations
from .planner import Planner
from .repair import RepairSettings, nearly_named, repaired
from .risks import risky
from .targets import UNCLEAR, UNDOABLE, Problem

# Most sentences are settled by their first covers; the rest get a second, wider look.
_LIMITS = (6, 48)
LONGEST_SENTENCE = 60
_LONGEST_UNKNOWN = 3
# With so few unknown words, one of them may be a misspelt verb.
_FEW_UNKNOWN = 2
_MOST_REPAIRS = 2
_STOPS = frozenset({"negation", "alternative", "condition", "question"})
# Roles that ask, and roles that say what is meant.
_ASKING = frozenset({"asker", "state", "measure"})
_NAMING = frozenset({"name", "area", "kind", "floor", "here", "everywhere", "all", "both"})
_NEARLY_EQUAL = 0.05
# Problems of a reading that was understood, by how much they tell; a question for the target tells most.
_RANK = {"unclear": 0, "none_there": 1, "unknown_floor": 1, "undoable": 2, "ambiguous": 3, "which_area": 3}
_FIRM = frozenset(_RANK) - {"unclear"}
# Problems that the user can settle by naming the target.
_OPEN = frozenset({"ambiguous", "which_area"})
# Costs that differ by less are readings of the same standing (a longer name instead of two words).
AS_GOOD = 0.5
_ACTIVATE = frozenset({"activate"})
_ONLY_CALLED = "called"
_POLITE = frozenset({"courtesy", "adverbs"})
# What a word of its own may be besides a name, where it is one.
_NAMELIKE = frozenset({"filler", "condition"})


class Reading(Struct, frozen=True):
    """What the reader made of a sentence: calls with their evidence, or a problem. ``no_command`` says that the sentence has
    a word that makes it something else than a plain command: a negation, a condition, a question; ``explained`` that the
    other words of it are known too."""

    calls: tuple[Call, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    problem: Problem | None = None
    no_command: bool = False
    explained: bool = False


def read(
    sentence: str,
    house: House,
    tools: Sequence[OfferedTool],
    vocabulary: Vocabulary,
    *,
    earlier: Earlier | None = None,
    repair: RepairSettings | None = None,
) -> Reading:
    """Read ``sentence`` as a command to ``house``. Pure.

    ``earlier`` is the turn before, for what refers to it; ``repair`` allows misspelt words, within its settings.
    """
    tokens = without_hesitations(tokenise(sentence, vocabulary.elisions), vocabulary)
    if not tokens or len(tokens) > LONGEST_SENTENCE:
        return Reading(problem=UNCLEAR)
    index = house_index(house, tools, vocabulary)
    satellite = index.area_called(house.satellite_area) if house.satellite_area else None
    planner = Planner(
        index,
        tools,
        satellite,
        earlier.calls if earlier is not None else (),
        lambda: _asked_about(earlier.sentence, index) if earlier is not None and not earlier.calls else None,
    )
    asks = sentence.rstrip().endswith("?")
    ensured = brought_about(tokens, vocabulary) or wished(tokens, vocabulary)
    read_as = partial(_read, index=index, planner=planner, tools=tools, asks=asks, earlier=earlier)
    reading = read_as(ensured or tokens, repair=repair)
    if reading.problem is not None and ensured is None and not asks:
        asked_for = brought_about(tokens, vocabulary, vocabulary.wishing)
        if asked_for is not None and (granted := read_as(asked_for, repair=None)).problem is None:
            return granted
    return reading


def _read(
    tokens: Sequence[Token],
    *,
    index: HouseIndex,
    planner: Planner,
    tools: Sequence[OfferedTool],
    asks: bool,
    earlier: Earlier | None,
    repair: RepairSettings | None,
) -> Reading:
    """Read the words of a sentence; ``asks`` tells that it ends with a question mark."""
    vocabulary = index.vocabulary
    starting = spans(tokens, index)
    reader = _Reader(tokens, vocabulary, planner)
    if _reports(tokens, starting, vocabulary):
        return Reading(problem=UNCLEAR, no_command=True)
    if _stopped(starting) or (asks and not _asks_to_act(starting[0])):
        return Reading(problem=UNCLEAR, no_command=True, explained=_explained(starting))
    reading = reader.best(starting)
    if reading.problem is not None and earlier is not None and earlier.sentence and not earlier.calls:
        answered = _answered(list(reader.targets(starting)), earlier.sentence, index, planner)
        if answered is not None:
            return answered
    if reading.problem is None:
        return reading
    if any(span.role in _STOPS for options in starting for span in options):
        return Reading(problem=reading.problem, no_command=True, explained=_explained(starting))
    if reading.problem is not UNCLEAR or repair is None:
        return reading
    roles = [span.role for options in starting for span in options]
    acts = "verb" in roles or "value" in roles or roles.count("unknown") <= _FEW_UNKNOWN
    if acts and (extended := repaired(starting, tokens, index, repair)) is not None:
        mended = reader.best(extended)
        if mended.problem is None and not (repair.exact_for_risky and any(risky(call, index, tools) for call in mended.calls)):
            return mended
    found = covers(starting, 1) if acts else []
    problem = _unknown_place(found[0][1], tokens, vocabulary) if found else None
    if problem is not None and problem.kind in {"unknown_thing", "unknown_area"} and nearly_named(problem.said, index):
        # It may be a slip of the tongue, or of the ear.
        problem = Problem("unclear_thing", said=problem.said)
    return Reading(problem=problem or UNCLEAR)


def is_only_called(reading: Reading) -> bool:
    """Whether a reading rests on a name alone ("movie night"), without a word that asks for anything."""
    return any(evidence.kind == _ONLY_CALLED for evidence in reading.evidence)


def _explained(starting: Sequence[Sequence[Span]]) -> bool:
    """Whether every word of the sentence means something."""
    return not any(span.role == "unknown" for options in starting for span in options)


def _reports(tokens: Sequence[Token], starting: Sequence[Sequence[Span]], vocabulary: Vocabulary) -> bool:
    """Whether a sentence tells how something is: with a short "is" before a state ("the door's open", "the lamp's still on")."""
    return any(
        fold(token.text[-1:]) in vocabulary.contracted
        and token.text[-2:-1] in APOSTROPHES
        and _is_state(starting[place + 1 : place + 3])
        for place, token in enumerate(tokens)
    )


def _is_state(following: Sequence[Sequence[Span]]) -> bool:
    """Whether a word for a state comes next, or after one that says nothing of its own."""
    for options in following:
        if any(isinstance(span.items[0], Match) or span.role == "kind" for span in options):
            return False
        if any(span.role == "verb" for span in options):
            return True
    return False


def _asks_to_act(first: Sequence[Span]) -> bool:
    """Whether a sentence with a question mark begins like a request ("could you turn on ..?"); "the lamp off?" asks."""
    return any(span.role in {"verb", "courtesy", "oneself"} for span in first)


def _stopped(starting: Sequence[Sequence[Span]]) -> bool:
    """Whether a phrase of several words stops the sentence, which word by word might mean something else; unless it stands in
    a name."""
    names = [span for options in starting for span in options if span.cost < 1 and isinstance(span.items[0], Match)]
    return any(
        span.role in _STOPS
        and span.end > span.start + 1
        and not any(name.start <= span.start and span.end <= name.end for name in names)
        for options in starting
        for span in options
    )


def _asked_about(question: str, index: HouseIndex) -> Frame | None:
    """The things that a question was about, by name or by kind and place ("is the lamp on?" - "turn it off"): None if it was
    none, or has words that are not known."""
    asking = question_vocabulary(index.vocabulary.language)
    tokens = tokenise(question.rstrip("?!. "), index.vocabulary.elisions)
    if asking is None or not tokens or len(tokens) > LONGEST_SENTENCE:
        return None
    [(_, cover)] = covers(spans(tokens, index, asking.words), 1)
    if any(span.role == "unknown" for span in cover) or not any(span.role in _ASKING for span in cover):
        return None
    part = Part(index.vocabulary, 0)
    try:
        for span in cover:
            if span.role in _NAMING:
                for item in span.items:
                    part.add(item, tokens[span.start : span.end], span.word)
        return part.frame()
    except UnreadableError:
        return None


def _answered(targets: Sequence[Frame], question: str, index: HouseIndex, planner: Planner) -> Reading | None:
    """ "The one in the kitchen": this sentence names the target that was open in the one before, which was asked back about.
    ``targets`` are the ways to understand it, the best first."""
    if not targets:
        return None
    vocabulary = index.vocabulary
    tokens = tokenise(question, vocabulary.elisions)
    starting = spans(tokens, index)
    problem = _Reader(tokens, vocabulary, planner).best(starting).problem
    if problem is None or problem.kind not in _OPEN:
        return None
    readings = (_Reader(tokens, vocabulary, planner, target).best(starting) for target in targets)
    return next((reading for reading in readings if reading.problem is None), None)


class _Reader:
    """Tries the covers of one sentence, the cheapest first. ``answer`` names the target where the sentence left it open."""

    def __init__(self, tokens: Sequence[Token], vocabulary: Vocabulary, planner: Planner, answer: Frame | None = None) -> None:
        self._tokens = tokens
        self._vocabulary = vocabulary
        self._planner = planner
        self._answer = answer

    def targets(self, starting: Sequence[Sequence[Span]]) -> Iterator[Frame]:
        """The thing or place that the sentence names, if it says nothing else: each way to understand it, the best first."""
        for _, cover in covers(starting, _LIMITS[0]):
            parts = frames(cover, self._tokens, self._vocabulary)
            if len(parts) == 1 and not parts[0].verbs and not parts[0].values:
                yield parts[0]

    def best(self, starting: Sequence[Sequence[Span]]) -> Reading:
        """The first cover that becomes a plan. Once a cover is understood but has a problem, only readings that are as good
        may still help: a costlier one would do what was not said."""
        problem, bound = UNCLEAR, math.inf
        names = _long_names(starting)
        tried = 0
        for limit in _LIMITS:
            found = covers(starting, limit)
            for cost, cover in found[tried:]:
                if cost > bound:
                    return Reading(problem=problem)
                reading = UNCLEAR if _eats_a_name(cover, names) else self._read(cover)
                if isinstance(reading, Reading):
                    return reading
                if _RANK[reading.kind] > _RANK[problem.kind]:
                    problem = reading
                if reading.kind in _FIRM:
                    bound = min(bound, cost + (AS_GOOD if reading is not UNDOABLE else _NEARLY_EQUAL))
            if len(found) < limit:
                break
            tried = len(found)
        return Reading(problem=problem)

    def _read(self, cover: Cover) -> Reading | Problem:
        parts = frames(cover, self._tokens, self._vocabulary)
        todo = commands(parts, self._vocabulary) if parts else []
        if not todo:
            return UNCLEAR
        calls: list[Call] = []
        evidence = [span.repair for span in cover if span.repair is not None]
        if len(todo) == 1 and self._calls_a_scene(todo[0], cover):
            todo = [replace(todo[0], actions=_ACTIVATE)]
            evidence.append(Evidence(_ONLY_CALLED, "", ""))
        if len(evidence) > _MOST_REPAIRS:
            return UNCLEAR
        for command in todo:
            planned = self._planner.plan(command, calls)
            if isinstance(planned, Problem) and planned.kind in _OPEN and self._answer is not None:
                if not self._planner.answers(self._answer, command.target):
                    return UNDOABLE
                planned = self._planner.plan(command.aimed_at(self._answer), calls)
            if isinstance(planned, Problem):
                return planned
            if self._shares_too_much(command.target, todo) or self._only_touches(command.target, todo):
                return UNCLEAR
            if any(_same_thing(call, made) for call in planned.calls for made in calls):
                # "The kitchen and hob light": not the hob's light twice.
                return UNCLEAR
            if tuple(calls[-len(planned.calls) :]) != planned.calls:
                calls.extend(call for call in planned.calls if not calls or call != calls[-1])
            evidence.extend(planned.evidence)
        return Reading(tuple(calls), tuple(evidence))

    def _shares_too_much(self, target: Frame, todo: Sequence[Command]) -> bool:
        """Whether a scene or a script would only share the verb of a command to something else: "the lamp on, good night"."""
        scenes = [self._is_scene(command.target) for command in todo]
        return not target.verbs and self._is_scene(target) and not all(scenes)

    @staticmethod
    def _only_touches(target: Frame, todo: Sequence[Command]) -> bool:
        """Whether a part of a name would only share, over a comma, the verb of another command: "right, switch off the oven"."""
        partial = bool(target.names) and all(match.cost >= PART for match in target.names)
        commas = target.comma or any(other.target.comma for other in todo if other.target.start > target.start)
        return partial and not target.verbs and not target.joined and commas

    def _calls_a_scene(self, command: Command, cover: Cover) -> bool:
        """Whether a sentence is the whole name of a scene or a script, and nothing else but a word for what it is, and "please"
        after it ("movie night"): that is how they are called. "It's bedtime" and "in the kitchen" say something else, and a
        single word that means something in a command is none either ("water")."""
        target = command.target
        exact = len(target.names) == 1 and target.names[0].cost == EXACT and self._is_scene(target)
        if not exact or target.verbs or target.joined:
            return False
        name = target.names[0]
        words = [token.norm for token in self._tokens[name.start : name.end]]
        if len(words) == 1 and not roles_of(words[0], self._vocabulary) <= _NAMELIKE:
            return False
        return all(
            span.start == name.start
            or (span.role == "kind" and isinstance(span.items[0], Meaning) and span.items[0].value in CALLED)
            or (span.role == "courtesy" and span.start > name.start)
            for span in cover
        )

    def _is_scene(self, target: Frame) -> bool:
        candidates = [candidate for match in target.names for candidate in match.candidates]
        return bool(candidates) and all(self._planner.domain_of(candidate.index) in CALLED for candidate in candidates)


def _long_names(starting: Sequence[Sequence[Span]]) -> list[Span]:
    """The names of several words that are said in full."""
    return [
        span
        for options in starting
        for span in options
        if span.end > span.start + 1 and isinstance(span.items[0], Match) and span.items[0].cost == EXACT
    ]


def _eats_a_name(cover: Cover, names: Sequence[Span]) -> bool:
    """Whether a cover takes a word for mere politeness that stands in one of ``names``: "turn on the light well"."""
    return any(name.start <= span.start and span.end <= name.end for name in names for span in cover if span.role in _POLITE)


def _same_thing(call: Call, made: Call) -> bool:
    """Whether two calls do the same to a thing of one name, one of them with its room."""
    if call.tool != made.tool or call == made or "name" not in call.arguments:
        return False
    rooms = call.arguments.get("area"), made.arguments.get("area")
    return {**call.arguments, "area": None} == {**made.arguments, "area": None} and None in rooms


def _unknown_place(cover: Cover, tokens: Sequence[Token], vocabulary: Vocabulary) -> Problem | None:
    """One unknown phrase in a command that is otherwise plain: a room, or a thing, that the house does not have."""
    unknown = [position for position, span in enumerate(cover) if span.role == "unknown"]
    if not unknown or unknown[-1] - unknown[0] + 1 != len(unknown) or len(unknown) > _LONGEST_UNKNOWN:
        return None
    leading = unknown[0]
    while leading and cover[leading - 1].role in {"articles", "prepositions"}:
        leading -= 1
    known = (*cover[:leading], *cover[unknown[-1] + 1 :])
    todo = commands(frames(known, tokens, vocabulary), vocabulary)
    if len(todo) != 1 or todo[0].target.names or todo[0].target.has_place or not todo[0].target.kinds:
        return None
    before = [span.role for span in cover[: unknown[0]]]
    said = tokens[cover[unknown[0]].start].start, tokens[cover[unknown[-1]].end - 1].end
    following = cover[unknown[-1] + 1] if unknown[-1] + 1 < len(cover) else None
    if following is not None and following.role == "kind":
        plural = any(isinstance(item, Meaning) and item.detail == "many" for item in following.items)
        return Problem("unknown_thing" if plural else "unclear_thing", said=_text(tokens, said[0], tokens[following.end - 1].end))
    if "set" in todo[0].actions and not todo[0].values:
        # "To high" is no place.
        return None
    if "prepositions" in before[-2:] and following is None:
        return Problem("unknown_area", said=_text(tokens, *said), place=_text(tokens, *said))
    return None


def _text(tokens: Sequence[Token], start: int, end: int) -> str:
    """The words between two character positions, as they were written."""
    return " ".join(token.text for token in tokens if token.start >= start and token.end <= end)
