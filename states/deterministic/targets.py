"""Which things of the house a command means: unique within what the action allows, or a problem that says why not."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from ...adapters.intents.text import norms
from ...machine.turn import Evidence
from .mentions import EXACT, PART, Candidate, HouseIndex, Match
from .parts import Frame


class Problem(Struct, frozen=True):
    """Why a command is not carried out: ``kind`` is ambiguous, which_area, none_there, unknown_area, unknown_floor,
    unknown_thing, or unclear (a model may know).

    ``candidates`` are what it could have meant, to be named in a question; ``said`` and ``place`` are words to repeat.
    """

    kind: str
    candidates: tuple[str, ...] = ()
    said: str = ""
    place: str = ""


# More names than this are not spoken in a question.
_MOST_NAMED = 8
# Kinds whose words mean quite different things.
_OF_MANY_NAMES = frozenset({"media"})
TELLING = frozenset(
    {"sensor", "binary_sensor", "weather", "person", "device_tracker", "sun", "zone", "calendar", "event", "update"}
)
UNCLEAR = Problem("unclear")
# Understood, but not to be had: nothing that costs more to believe is tried instead. A model may know better.
UNDOABLE = Problem("undoable")


class Group(Struct, frozen=True):
    """Things to act on together. ``area`` (an index) and ``floor`` are the place that they were chosen by, ``house`` the whole
    house; ``whole`` says that all of a kind there are meant, ``readings`` the names by which single ones were called."""

    entities: tuple[int, ...]
    area: int | None = None
    floor: str | None = None
    whole: bool = False
    house: bool = False
    readings: tuple[str, ...] = ()
    evidence: Evidence | None = None


class Place(Struct, frozen=True):
    """Where a command is to act: areas (by index), or a floor by the name to send, or the whole house, or nothing said."""

    areas: tuple[int, ...] = ()
    floor: str | None = None
    everywhere: bool = False

    @property
    def said(self) -> bool:
        return bool(self.areas) or self.floor is not None or self.everywhere


def place(frame: Frame, index: HouseIndex, satellite: int | None, before: int | None = None) -> Place | Problem:
    """The place that a frame names. Nested or doubtful areas are a problem, never a choice. ``before`` is the area (by index)
    that was spoken of before, where "there" is."""
    areas: set[int] = set()
    for match in frame.areas:
        found = {candidate.index for candidate in match.candidates}
        if len(found) > 1:
            return Problem("ambiguous", tuple(index.areas[area].names.display for area in sorted(found)))
        areas |= found
    if len(areas) > 1 or len(set(frame.floors)) > 1:
        return UNCLEAR
    if "here" in frame.flags:
        if satellite is None:
            return Problem("which_area", tuple(area.names.display for area in index.areas[:_MOST_NAMED]))
        if areas - {satellite}:
            return UNCLEAR
        areas.add(satellite)
    if "there" in frame.flags and not areas and not frame.floors:
        if before is None:
            return UNDOABLE
        areas.add(before)
    floor = index.floor_called(frame.floors[0]) if frame.floors else None
    if frame.floors and floor is None:
        return Problem("unknown_floor", place=frame.floors[0])
    return Place(tuple(areas), floor, "everywhere" in frame.flags)


class Selector:
    """Chooses the things that a frame means. ``usable`` tells whether the action makes sense for an entity (by index)."""

    def __init__(self, index: HouseIndex, satellite: int | None, usable: Callable[[int], bool]) -> None:
        self._index = index
        self._satellite = satellite
        self._usable = usable

    def named(self, frame: Frame, where: Place) -> list[Group] | Problem:
        """The things that a frame calls by name."""
        groups: list[Group] = []
        for match in frame.names:
            found = self._named(match, frame, where)
            if isinstance(found, Problem):
                return found
            groups.append(found)
        if len({group.entities for group in groups}) > 1:
            return UNCLEAR
        return groups[:1]

    def _named(self, match: Match, frame: Frame, where: Place) -> Group | Problem:
        index = self._index
        candidates = [candidate for candidate in match.candidates if self._usable(candidate.index)]
        if not candidates:
            # The thing is known, and the action is not for it: it is not taken for another one with a similar name. What only
            # tells something does not count: "the bedroom temperature" is a sensor, and what the heating is set to.
            known = any(index.entities[candidate.index].domain not in TELLING for candidate in match.candidates)
            return UNDOABLE if match.cost == EXACT and known else UNCLEAR
        if match.cost < PART and not where.said and self._is_elsewhere(candidates):
            return UNCLEAR
        for kind, _ in frame.kinds:
            candidates = [c for c in candidates if index.membership(kind, c.index)]
        if where.areas or where.floor is not None:
            there = set(index.pool(where.areas[0] if where.areas else None, where.floor))
            candidates = [candidate for candidate in candidates if candidate.index in there]
        if not candidates:
            return UNCLEAR
        if len(candidates) > 1 and self._satellite is not None and not where.said:
            nearby = [candidate for candidate in candidates if candidate.index in set(index.in_area(self._satellite))]
            candidates = nearby if len(nearby) == 1 else candidates
        if len(candidates) > 1 and match.plural and not where.said:
            candidates = self._together(candidates)
        several = "all" in frame.flags or (match.plural and self._in_one_place(candidates))
        if (len(candidates) > 1 and not several) or ("both" in frame.flags and len(candidates) != 2):
            return self.ambiguous(candidate.index for candidate in candidates)
        first = candidates[0]
        entity = index.entities[first.index]
        readings = tuple(
            candidate.reading
            if match.cost < PART or not index.entities[candidate.index].names.certain
            else index.entities[candidate.index].names.display
            for candidate in candidates
        )
        evidence = Evidence(first.evidence, first.reading, entity.names.display, 100.0 if match.cost == 0 else 95.0)
        return Group(
            tuple(candidate.index for candidate in candidates),
            area=where.areas[0] if where.areas else None,
            floor=where.floor,
            readings=readings,
            evidence=evidence,
        )

    def _is_elsewhere(self, candidates: Sequence[Candidate]) -> bool:
        """Whether a name that is the word for all of a kind ("Light") is that of things in other rooms, while the speaker's own
        has such things: "the light" means these."""
        index = self._index
        if self._satellite is None or any(candidate.index in index.in_area(self._satellite) for candidate in candidates):
            return False
        called = {kind for candidate in candidates for kind in _collectives(candidate.reading, index)}
        return any(index.membership(kind, i) > 1 for kind in called for i in index.in_area(self._satellite))

    def _together(self, candidates: list[Candidate]) -> list[Candidate]:
        """Of things that share a name, those where the speaker is, if there are several."""
        nearby = set(self._index.in_area(self._satellite)) if self._satellite is not None else set[int]()
        here = [candidate for candidate in candidates if candidate.index in nearby]
        return here if len(here) > 1 else candidates

    def _in_one_place(self, candidates: Sequence[Candidate]) -> bool:
        return len({self._index.entities[candidate.index].area for candidate in candidates}) == 1

    def of_kind(
        self, kinds: Sequence[tuple[str, str]], frame: Frame, where: Place, *, all_safe: bool = False
    ) -> list[Group] | Problem:
        """The things of a kind where the frame says, or where the speaker is, or the only one of the house.

        ``all_safe`` allows a bare plural to mean the whole house ("lock the doors").
        """
        index = self._index
        kind, number = kinds[-1]
        many = number != "one" or "all" in frame.flags
        word = frame.kind_words[-1] if frame.kind_words else ""
        if where.areas:
            return self._in_area(kinds, frame, where.areas[0], many=many, said=where, word=word)
        if where.floor is not None:
            pool = index.pool(floor=where.floor)
            members = self._members(kinds, pool, word)
            if not members:
                return self._none(kinds, pool, word, where.floor)
            known = index.on_floor(where.floor) is not None
            if not many and len(members) > 1:
                called = self._called(word, members) if known else []
                if len(called) != 1:
                    return self.ambiguous(called or members)
                members = called
            whole = many or not known
            return [Group(tuple(members), floor=where.floor, whole=whole, evidence=Evidence("floor", where.floor, kind))]
        if self._satellite is not None and not where.everywhere:
            nearby = self._in_area(kinds, frame, self._satellite, many=many, said=where, word=word)
            if not isinstance(nearby, Problem) or nearby.kind == "ambiguous":
                return nearby if many else self._unless_called(nearby, kinds, word)
        members = self._members(kinds, range(len(index.entities)), word)
        if not members:
            return self._none(kinds, range(len(index.entities)), word, "")
        if len(members) == 1:
            return [
                Group(tuple(members), evidence=Evidence("only one of its kind", word, index.entities[members[0]].names.display))
            ]
        if where.everywhere or (many and ("all" in frame.flags or all_safe)):
            return [Group(tuple(members), whole=True, house=True, evidence=Evidence("all of the house", word, kind))]
        if not many and (called := self._called(word, members)):
            if len(called) == 1:
                return [Group(tuple(called), evidence=Evidence("part of a name", word, index.entities[called[0]].names.display))]
            members = called
        return self._which_area(members) if many else self.ambiguous(members)

    def _unless_called(self, nearby: list[Group] | Problem, kinds: Sequence[tuple[str, str]], word: str) -> list[Group] | Problem:
        """The thing nearby; but a question where it is not called so, and only others in the house are: "the radio" is no
        soundbar, where there is a radio."""
        if isinstance(nearby, Problem) or kinds[-1][0] not in _OF_MANY_NAMES:
            return nearby
        here = [i for group in nearby for i in group.entities]
        called = self._called(word, self._members(kinds, range(len(self._index.entities)), word))
        return nearby if not called or self._called(word, here) else self.ambiguous([*here, *called])

    def _in_area(
        self, kinds: Sequence[tuple[str, str]], frame: Frame, area: int, *, many: bool, said: Place, word: str
    ) -> list[Group] | Problem:
        index = self._index
        pool = index.pool(area, said.floor)
        members = self._members(kinds, pool, word)
        area_name = index.areas[area].names.display
        if not members:
            # A thing that is listed nowhere, or elsewhere, may carry the room in its name.
            room = norms(area_name, index.vocabulary.elisions)
            loose = [i for i, entity in enumerate(index.entities) if _contains(entity.names.display, room, index)]
            members = self._members(kinds, loose, word)
            if len(members) != 1:
                return self._none(kinds, pool, word, area_name)
            return [Group(tuple(members), evidence=Evidence("part of a name", word, index.entities[members[0]].names.display))]
        if not many and len(members) > 1:
            called = self._called(word, members)
            if len(called) != 1:
                return self.ambiguous(called or members)
            return [
                Group(
                    tuple(called), area=area, evidence=Evidence("part of a name", word, index.entities[called[0]].names.display)
                )
            ]
        kind = "area and kind" if said.areas else "satellite's area"
        return [Group(tuple(members), area=area, floor=said.floor, whole=many, evidence=Evidence(kind, word, area_name))]

    def _none(self, kinds: Sequence[tuple[str, str]], pool: Iterable[int], word: str, where: str) -> Problem:
        """Nothing to act on: because there is no such thing, or because the action is not for it."""
        if kinds[-1][1] == "called" and any(
            _contains(entity.names.display, norms(word, self._index.vocabulary.elisions), self._index)
            for entity in self._index.entities
        ):
            # The word is in the name of something else: "the hood" may be its light.
            return UNCLEAR
        if not word or self._members(kinds, pool, word, usable=False):
            return UNDOABLE
        return Problem("none_there", said=word, place=where)

    def _members(self, kinds: Sequence[tuple[str, str]], pool: Iterable[int], word: str, *, usable: bool = True) -> list[int]:
        """The usable things of a kind among ``pool``: those that surely are, else those that may be. The last kind is the
        head ("fan light" is a light); the others must be in the name."""
        index = self._index
        head, others = kinds[-1][0], {kind for kind, _ in kinds} - {kinds[-1][0]}
        graded: dict[int, list[int]] = {2: [], 1: []}
        for i in pool:
            grade = index.membership(head, i)
            if grade and others <= index.kinds[i] and (not usable or self._usable(i)):
                graded[grade].append(i)
        members = graded[2] or graded[1]
        if kinds[-1][1] == "called":
            # A word for a particular sort ("the chandelier") means only what is called so.
            return self._called(word, members)
        # A narrow plural ("the lamps") means those that are called so, where any are.
        return (self._called(word, members) or members) if kinds[-1][1] == "some" else members

    def _called(self, word: str, members: Sequence[int]) -> list[int]:
        """Those whose owner uses just this word for them ("the lamp" is the floor lamp, not the ceiling light)."""
        index = self._index
        stem = "".join(index.vocabulary.stem(part) for part in norms(word, index.vocabulary.elisions))
        found = []
        for i in members:
            stems = [
                index.vocabulary.stem(part)
                for reading in index.entities[i].names.readings
                for part in norms(reading, index.vocabulary.elisions)
            ]
            if stem in stems or (index.vocabulary.linking and any(part.endswith(stem) for part in stems)):
                found.append(i)
        return found

    def _which_area(self, members: Iterable[int]) -> Problem:
        """A question for the room, with those that have such a thing."""
        areas = [area.display for i in members if (area := self._index.entities[i].area) is not None]
        return Problem("which_area", tuple(dict.fromkeys(areas)))

    def ambiguous(self, members: Iterable[int]) -> Problem:
        """A question with the candidates' names; equal names get their area."""
        entities = [self._index.entities[i] for i in members]
        names = [entity.names.display for entity in entities]
        labels = [
            f"{name} ({entity.area.display})" if names.count(name) > 1 and entity.area is not None else name
            for name, entity in zip(names, entities, strict=True)
        ]
        return Problem("ambiguous", tuple(dict.fromkeys(labels)))


def _collectives(name: str, index: HouseIndex) -> Iterator[str]:
    """The kinds all things of which ``name`` is a word for."""
    words = tuple(norms(name, index.vocabulary.elisions))
    for length, meanings in index.vocabulary.meanings(words, 0):
        if length == len(words):
            yield from (str(meaning.value) for meaning in meanings if meaning.role == "kind" and meaning.detail == "many")


def _contains(name: str, words: Sequence[str], index: HouseIndex) -> bool:
    stems = [index.vocabulary.stem(word) for word in norms(name, index.vocabulary.elisions)]
    wanted = [index.vocabulary.stem(word) for word in words]
    return any(stems[start : start + len(wanted)] == wanted for start in range(len(stems) - len(wanted) + 1))
