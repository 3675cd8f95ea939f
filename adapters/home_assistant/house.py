"""The system messages of a request, read as the house that they describe."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from . import catalogue, context
from .dialect import FIRST_SENTENCE, MERGED_API_AT_END, SENTENCE, STATIC_CONTEXT
from .names import SEPARATOR, exactly, led_by
from .types import Area, Entity, House, Named

CACHED_LISTS = 8
CACHED_CHARACTERS = 1_000_000
"""A longer list (a house of some 10,000 entities) is read anew each time, so that the caches cannot grow without bound."""

_REST_OF_LINE = re.compile(r"[^\S\n]*(?:\n|\Z)")


class _Facts(Struct):
    """What has been found in the texts so far."""

    lists: list[str] = []
    listed: bool = False
    area: str | None = None
    floor: str | None = None
    timers: bool = True
    time: str | None = None
    instructions: list[str] = []
    own_contexts: list[str] = []

    def note(self, told: dict[str, str | None]) -> None:
        """Take over what a sentence of HA's tells; the first that tells something counts."""
        if self.area is None and told["area"] is not None:
            self.area, self.floor = told["area"], told["floor"]
        self.time = self.time or told["time"]
        self.timers = self.timers and told["no_timers"] is None
        self.listed = self.listed or told["no_entities"] is not None


def parse_house(system_texts: Sequence[str]) -> House:
    """The house that the system and developer messages of a request describe, given as their texts in order.

    HA repeats its list of entities with every request, next to text that changes each time. The lists are therefore cached
    by themselves, and as long as list and satellite stay the same, ``entities`` and ``areas`` are the very same objects from
    one request to the next.
    """
    facts = _Facts()
    for message in system_texts:
        around, inside = context.split(message.replace("\r\n", "\n"))
        facts.own_contexts.extend(inside)
        for text in around:
            for own in _without_lists(text, facts):
                _read_sentences(own, facts)
    entities, areas = _assembled(tuple(facts.lists), facts.area, facts.floor)
    return House(
        entities=entities,
        areas=areas,
        satellite_area=facts.area,
        satellite_floor=facts.floor,
        timers=facts.timers,
        listed=facts.listed,
        instructions=tuple(facts.instructions),
        time=facts.time,
        own_contexts=tuple(facts.own_contexts),
    )


def _without_lists(text: str, facts: _Facts) -> Iterator[str]:
    """Take the lists of entities out of ``text``: notes them, gives the texts before, between and after."""
    start = position = 0
    while header := STATIC_CONTEXT.search(text, position):
        possible = catalogue.possible(text, header.end())
        listing = _read(possible)
        position = header.end() + listing.length
        if listing.length:
            yield text[start : header.start()]
            start = position
            facts.listed = True
            facts.lists.append(possible)
    yield text[start:]


def _read_sentences(text: str, facts: _Facts) -> None:
    """Note what HA's own sentences in ``text`` tell, and the texts around them as instructions."""
    start = position = 0
    while first := FIRST_SENTENCE.search(text, position):
        end = _end_of_own_lines(text, first.start(), facts)
        if end is None:
            position = first.end()
            continue
        _note_instruction(text[start : first.start()], facts)
        start = position = end
    _note_instruction(text[start:], facts)


def _end_of_own_lines(text: str, start: int, facts: _Facts) -> int | None:
    """Where the lines end that begin at ``start`` and hold nothing but HA's sentences; None if the first already does not."""
    told: list[dict[str, str | None]] = []
    end, position = None, start
    while sentence := SENTENCE.match(text, position):
        position = sentence.end()
        told.append(sentence.groupdict())
        if line := _REST_OF_LINE.match(text, position):
            end = line.end()
            while told:
                facts.note(told.pop(0))
    return end


def _note_instruction(text: str, facts: _Facts) -> None:
    instruction = MERGED_API_AT_END.sub("", text).strip()
    if instruction:
        facts.instructions.append(instruction)


@lru_cache(CACHED_LISTS)
def _cached_read(text: str) -> catalogue.Listing:
    return catalogue.read(text)


def _read(text: str) -> catalogue.Listing:
    return _cached_read(text) if len(text) <= CACHED_CHARACTERS else catalogue.read(text)


@lru_cache(2 * CACHED_LISTS)
def _cached_assembly(lists: tuple[str, ...], area: str | None, floor: str | None) -> tuple[tuple[Entity, ...], tuple[Area, ...]]:
    return _assemble(lists, area, floor)


def _assembled(lists: tuple[str, ...], area: str | None, floor: str | None) -> tuple[tuple[Entity, ...], tuple[Area, ...]]:
    cached = sum(map(len, lists)) <= CACHED_CHARACTERS
    return _cached_assembly(lists, area, floor) if cached else _assemble(lists, area, floor)


def _assemble(lists: tuple[str, ...], area: str | None, floor: str | None) -> tuple[tuple[Entity, ...], tuple[Area, ...]]:
    """All entities of the lists, and their areas with the satellite's."""
    entities = _merged([_read(text).entities for text in lists])
    areas = {entity.area.joined: Area(entity.area) for entity in entities if entity.area is not None}
    if area is None:
        return entities, tuple(areas.values())
    candidates = [area] if area in areas else [joined for joined in areas if joined.startswith(area + SEPARATOR)]
    match candidates:
        case []:
            areas[area] = Area(exactly(area), floor)
        case [joined]:
            names = led_by(areas[joined].names, area)
            entities = _renamed(entities, names)
            areas[joined] = Area(names, floor)
        case _:  # it is one of them, and nothing tells which
            pass
    return entities, tuple(areas.values())


def _merged(lists: Sequence[tuple[Entity, ...]]) -> tuple[Entity, ...]:
    """Several APIs may list the same house; what is twice in one list is really there twice."""
    if len(lists) == 1:
        return lists[0]
    merged: list[Entity] = []
    counted: Counter[tuple[str, str, str | None]] = Counter()
    for entities in lists:
        here: Counter[tuple[str, str, str | None]] = Counter()
        for entity in entities:
            key = (entity.names.joined, entity.domain, entity.area and entity.area.joined)
            here[key] += 1
            if here[key] > counted[key]:
                merged.append(entity)
        counted |= here
    return tuple(merged)


def _renamed(entities: tuple[Entity, ...], area: Named) -> tuple[Entity, ...]:
    """The entities, with what is known better about the names of one of their areas."""
    if all(entity.area == area for entity in entities if entity.area is not None and entity.area.joined == area.joined):
        return entities
    return tuple(
        replace(entity, area=area) if entity.area is not None and entity.area.joined == area.joined else entity
        for entity in entities
    )
