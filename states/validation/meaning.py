"""Which things of the house the user speaks of."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain

from ..deterministic.actions import PROPERTIES
from ..deterministic.earlier import EarlierCall
from ..deterministic.kinds import membership
from ..deterministic.mentions import HouseIndex
from .clause import Clause
from .targets import reached_by
from .wording import Said

_DRIVING = frozenset({"vacuum", "lawn_mower"})


class Words:
    """The words that a call is held against, and the house that they were said in.

    ``own`` is what the user says now; ``question`` what it answers: the user's words before, and ``proposed`` what was asked
    back. ``earlier`` are the calls of the turn before. ``looked``: the house was read in this turn.
    """

    def __init__(
        self,
        index: HouseIndex,
        own: Sequence[Clause],
        *,
        question: Sequence[Clause] = (),
        proposed: Sequence[Clause] = (),
        earlier: Sequence[EarlierCall] = (),
        satellite: int | None = None,
        looked: bool = False,
    ) -> None:
        self.index = index
        self.own = tuple(own)
        self.question = tuple(question)
        self.proposed = tuple(proposed)
        self.earlier = tuple(earlier)
        self.satellite = satellite
        self.looked = looked

    @cached_property
    def before(self) -> frozenset[int]:
        """What the calls of the turn before were about."""
        return frozenset(chain.from_iterable(reached_by(call.arguments, call.tool, self.index) for call in self.earlier))

    @cached_property
    def asides(self) -> frozenset[int]:
        """The areas in clauses that want nothing done, and only tell where it is to be done ("it is dark in the kitchen", in
        languages that ask so too; "nobody is in the kitchen")."""
        told = {"asks"}, {"denies"}
        aside = [clause for clause in self.own if clause.closed in told and (clause.closed == told[0] or not clause.has_thing)]
        return frozenset[int]().union(*(clause.areas for clause in aside))

    def spoken_of(self, said: Sequence[Clause], *, idle: bool = False) -> frozenset[int]:
        """What was named last in the same breath before ``said``, though nothing is to be done there: "the door is not locked, so
        lock it". ``idle``: only where nothing is."""
        first = next((place for place, clause in enumerate(self.own) if clause in said), 0)
        for place, clause in reversed(list(enumerate(self.own[:first]))):
            # "Leave it on, but dim it".
            goes_on = place == first - 1 and any(part.polar or part.values for part in said) and not idle
            spared = {"excepts"} if goes_on else {"excepts", "keeps"}
            if clause.has_thing and not clause.closed & spared:
                if idle and clause.polar:
                    break
                return meant_by(clause, frozenset(), self) or frozenset()
        return frozenset()

    @cached_property
    def stated(self) -> tuple[Said, ...]:
        """The values of which it is told that they are so now."""
        return tuple(chain.from_iterable(clause.stated for clause in self.own))

    @cached_property
    def left_out(self) -> frozenset[int]:
        """What is excepted, or is to stay as it is."""
        areas = frozenset[int]().union(*(clause.areas | clause.namesakes for clause in self.own))
        out = [clause for clause in self.own if clause.closed & {"excepts", "keeps"}]
        things = [meant_by(clause, areas, self) if clause.has_thing else self.spoken_of([clause], idle=True) for clause in out]
        return frozenset(chain.from_iterable(thing or () for thing in things))

    def open(self, *, now: bool = True) -> tuple[Clause, ...]:
        """The clauses that want something done; ``now``: in the house and at once, so not those that want it later, unless the
        house was looked at, or have it told to others."""
        stops = (
            {"denies", "asks", "keeps", "excepts"}
            | ({"reports"} if now else set())
            | ({"postpones"} if now and not self.looked else set())
        )
        return tuple(clause for clause in self.own if not clause.closed & stops and not (now and clause.tells))


def meant(said: Sequence[Clause], words: Words) -> frozenset[int] | None:
    """The entities that the clauses speak of; None if they name neither a thing nor a place."""
    areas = frozenset[int]().union(*(clause.areas | clause.namesakes for clause in said)) or words.asides
    # A place that only tells where somebody is, is not what is spoken of where something else is.
    things = any(clause.has_thing for clause in said)
    telling = [clause for clause in said if not (things and _only_a_place(clause))]
    found = [things for clause in telling if (things := meant_by(clause, areas, words)) is not None]
    refers = any("pronoun" in clause.flags for clause in said) or not any(clause.has_thing for clause in said)
    if words.before and refers:
        found.append(words.before)
    if not found and refers and (spoken := words.spoken_of(said)):
        found.append(spoken)
    return frozenset[int]().union(*found) if found else None


def _only_a_place(clause: Clause) -> bool:
    said = clause.has_thing or clause.actions or clause.values or clause.properties or clause.flags
    return bool(clause.areas) and not said


def meant_by(clause: Clause, elsewhere: frozenset[int], words: Words) -> frozenset[int] | None:
    """The same for one clause; ``elsewhere`` are the areas that others name."""
    index = words.index
    if clause.names:
        # What drives about is sent to a room, and is not in it.
        driving = frozenset(i for i in clause.names if index.entities[i].domain in _DRIVING)
        named = (clause.names & _in(clause.areas, index)) | driving if clause.areas else clause.names
        if words.satellite is not None and not clause.areas and len(named) > 1:
            named = named & _in([words.satellite], index) or named
        if clause.namesakes or (clause.kinds and not named):
            return named | _things(clause, clause.areas or clause.namesakes, words)
        return named
    areas = clause.areas or elsewhere
    if clause.parts:
        # What also is of the kind, and in the place, is meant before anything that only has a word of it in its name.
        near = clause.parts & _in(areas, index) if areas else clause.parts
        called = near or clause.parts
        fitting = frozenset(i for i in called if of_kind(i, clause, index))
        if fitting:
            return fitting
        return called | (_things(clause, areas, words) if clause.kinds or clause.areas or clause.properties else frozenset())
    if clause.kinds or clause.areas or clause.floors or clause.properties or clause.flags & {"everything", "everywhere", "here"}:
        return _things(clause, areas, words)
    return None


def _things(clause: Clause, areas: Iterable[int], words: Words) -> frozenset[int]:
    """The things of a clause's kinds in its place: the areas, or where the user is, or the house."""
    index = words.index
    house = frozenset(range(len(index.entities)))
    wide = bool(clause.floors) or "everywhere" in clause.flags
    here = _in([words.satellite], index) if words.satellite is not None and not wide else house
    pool = _in(areas, index) if areas and "here" not in clause.flags else here
    if not (clause.kinds or clause.properties):
        return pool
    found = of_kinds(pool, clause, index)
    return found if found or clause.areas else of_kinds(house, clause, index)


def _in(areas: Iterable[int], index: HouseIndex) -> frozenset[int]:
    return frozenset(chain.from_iterable(map(index.in_area, areas)))


def of_kinds(pool: Iterable[int], clause: Clause, index: HouseIndex) -> frozenset[int]:
    """Those of ``pool`` that are of a kind, or have a property, that a clause speaks of; of what only may be of the kind, none
    if others surely are."""
    graded: dict[int, set[int]] = {1: set(), 2: set()}
    for i in pool:
        grade = _grade(i, clause, index)
        if grade:
            graded[grade].add(i)
    return frozenset(graded[2] or graded[1])


def of_kind(entity: int, clause: Clause, index: HouseIndex) -> bool:
    """Whether an entity may be of a kind, or has a property, that a clause speaks of."""
    return _grade(entity, clause, index) > 0


def _grade(entity: int, clause: Clause, index: HouseIndex) -> int:
    thing = index.entities[entity]
    if any(PROPERTIES[name][0] == thing.domain for name in clause.properties if name in PROPERTIES):
        return 2
    return max((membership(kind, thing, index.kinds[entity]) for kind in clause.kinds), default=0)


def asks_a_deed(said: Sequence[Clause]) -> bool:
    """Whether anything of what was said can ask for a deed in a house."""
    return any(clause.actions or clause.topics or clause.has_thing or clause.values or clause.properties for clause in said)
