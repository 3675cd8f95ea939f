"""A house as Home Assistant listed it, with what a context block knows better about it.

Templates do not know what is exposed to the assistant. The block therefore tells more about what is listed, and adds nothing
to it; only where there is no list at all, it is the list. What could belong to two things belongs to neither.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, tzinfo
from typing import Any

from msgspec.structs import replace

from .context import ContextEntity, ContextError, HaContext, read
from .names import SEPARATOR, exactly, led_by
from .types import Area, Entity, Floor, House, Named

_TIMESTAMP = "timestamp"


def with_context(house: House, given: Any, *, now: datetime, max_age: float, acted: bool) -> tuple[House, dict[str, Any] | None]:
    """``house`` with the first block that can be read: the one that was ``given`` with the request, else those of the system
    messages. Also what ``metrics.ha_context`` tells of it; None if there is no block.

    States count if the block is at most ``max_age`` seconds old at ``now``, and no action of the conversation (``acted``) may
    have come after it. The metrics: ``used``; ``fresh``, whether its states were used; ``reason``, why it or its states were
    not; ``entities``, how many of the house it told about; ``age`` in seconds.
    """
    blocks = [*([given] if given is not None else []), *house.own_contexts]
    problems: list[str] = []
    for block in blocks:
        try:
            context = read(block)
        except ContextError as error:
            problems.append(str(error))
            continue
        age = _age(context, now)
        stale = _stale(context, age, max_age, acted=acted)
        enriched, known = enrich(house, context, states=stale is None)
        reason = stale or next(iter(problems), None)
        return enriched, {"used": True, "fresh": stale is None, "reason": reason, "entities": known, "age": age}
    if not blocks:
        return house, None
    return house, {"used": False, "fresh": False, "reason": problems[0], "entities": 0, "age": None}


def _age(context: HaContext, now: datetime) -> float | None:
    at = context.generated_at
    return round((now - at).total_seconds(), 3) if at is not None and at.tzinfo is not None else None


def _stale(context: HaContext, age: float | None, max_age: float, *, acted: bool) -> str | None:
    """Why the states may not be those of now; None if they are."""
    if age is None:
        return "generated_at is missing" if context.generated_at is None else "generated_at has no offset from UTC"
    if age < 0:
        return "generated_at is in the future"
    if age > max_age:
        return f"older than {max_age:g} s"
    return "the conversation has acted on the house" if acted else None


def enrich(house: House, context: HaContext, *, states: bool) -> tuple[House, int]:
    """``house`` with what ``context`` tells, its states only with ``states``; and how many entities it told about. Pure."""
    zone = context.generated_at.tzinfo if context.generated_at is not None else None
    floor_of = {area: floor.name for floor in context.floors or () for area in floor.areas}
    house = replace(house, language=context.language, floors=_floors(context))
    told: Sequence[ContextEntity | None]
    if house.listed or house.entities:
        told = _told(house.entities, context.entities)
    else:
        told = context.entities
        house = replace(house, entities=tuple(map(_listed, context.entities)))
    called = {entity.area for entity in context.entities if entity.area} | set(floor_of)
    joined = {entity.area.joined: entity.area for entity in house.entities if entity.area is not None}
    areas = {**joined, **{area.names.joined: area.names for area in house.areas}}
    areas = {text: _led(names, called) for text, names in areas.items()}
    on_floor = {text: floor_of.get(names.display) for text, names in areas.items()}
    entities = tuple(
        _known_better(
            entity,
            more,
            area=areas[entity.area.joined] if entity.area is not None else None,
            floor=on_floor[entity.area.joined] if entity.area is not None else None,
            zone=zone,
            states=states,
        )
        for entity, more in zip(house.entities, told, strict=True)
    )
    floors = {area.names.joined: area.floor for area in house.areas if area.floor is not None}
    house = replace(
        house,
        entities=entities,
        areas=tuple(Area(names, on_floor[text] or floors.get(text)) for text, names in areas.items()),
    )
    return house, sum(more is not None for more in told)


def _floors(context: HaContext) -> tuple[Floor, ...] | None:
    if context.floors is None:
        return None
    return tuple(
        Floor(_certain(SEPARATOR.join(floor.all_names), floor.all_names), complete=floor.aliases is not None)
        for floor in context.floors
    )


def _certain(joined: str, names: Iterable[str]) -> Named:
    """Names that are known one by one."""
    readings = tuple(dict.fromkeys(name.strip() for name in names if name.strip()))
    return Named(joined, readings or (joined,))


def _led(names: Named, called: set[str]) -> Named:
    """The names of an area, knowing what areas are called, if that tells which is its display name."""
    displays = [prefix for prefix in _prefixes(names.joined) if prefix in called]
    return led_by(names, displays[0]) if len(displays) == 1 else names


def _prefixes(joined: str) -> Iterator[str]:
    """What the display name can be, where HA joined it with aliases."""
    position = -1
    while (position := joined.find(SEPARATOR, position + 1)) >= 0:
        yield joined[:position]
    yield joined


def _told(listed: Sequence[Entity], told: Sequence[ContextEntity]) -> list[ContextEntity | None]:
    """What is told about each of the listed entities, where that is one thing, and about no other."""
    by_name: dict[tuple[str, str], list[int]] = {}
    for place, more in enumerate(told):
        by_name.setdefault((more.domain, more.names[0]), []).append(place)
    fitting = [
        [
            place
            for prefix in _prefixes(entity.names.joined)
            for place in by_name.get((entity.domain, prefix), ())
            if _may_be(entity, told[place])
        ]
        for entity in listed
    ]
    claimed: dict[int, int] = {}
    for places in fitting:
        for place in places:
            claimed[place] = claimed.get(place, 0) + 1
    return [told[places[0]] if len(places) == 1 and claimed[places[0]] == 1 else None for places in fitting]


def _may_be(entity: Entity, more: ContextEntity) -> bool:
    """Whether a listed entity, whose joined names start with the display name of the other, can be that other."""
    if more.area is not None and (entity.area is None or more.area not in _prefixes(entity.area.joined)):
        return False
    parts = entity.names.joined.split(SEPARATOR)
    names = _parts(more)
    return sorted(names) == sorted(parts) if more.aliases is not None else set(names) <= set(parts)


def _parts(more: ContextEntity) -> list[str]:
    """The names, cut where HA's joined names have commas. HA lists aliases in any order."""
    return SEPARATOR.join(more.all_names).split(SEPARATOR)


def _known_better(
    entity: Entity, more: ContextEntity | None, *, area: Named | None, floor: str | None, zone: tzinfo | None, states: bool
) -> Entity:
    if more is None:
        return replace(entity, area=area, floor=floor)
    state, attributes, changed = entity.state, entity.attributes, None
    if states and more.state is not None:
        state = _local(str(more.state), zone) if more.device_class == _TIMESTAMP else str(more.state)
        attributes = more.attributes
        changed = _in_zone(more.last_changed, zone).isoformat() if more.last_changed is not None else None
    whole = sorted(_parts(more)) == sorted(entity.names.joined.split(SEPARATOR))
    return Entity(
        names=_certain(entity.names.joined, more.all_names) if whole else led_by(entity.names, more.names[0]),
        domain=entity.domain,
        area=area,
        state=state,
        attributes={**attributes, "device_class": more.device_class} if more.device_class else attributes,
        floor=floor or more.floor,
        entity_id=more.id,
        last_changed=changed,
    )


def _local(text: str, zone: tzinfo | None) -> str:
    """A timestamp in the house's own time; any other text as it is."""
    try:
        return _in_zone(datetime.fromisoformat(text), zone).isoformat()
    except ValueError:
        return text


def _in_zone(at: datetime, zone: tzinfo | None) -> datetime:
    """What is told in UTC, in the house's own time. What has another offset is local already, and knows its season."""
    return at.astimezone(zone) if zone is not None and at.tzinfo is not None and not at.utcoffset() else at


def _listed(more: ContextEntity) -> Entity:
    """The entity, where HA listed none."""
    return Entity(
        names=_certain(SEPARATOR.join(more.all_names), more.all_names),
        domain=more.domain,
        area=exactly(more.area) if more.area else None,
    )
