"""The selected part of a house as text: short, sorted, and with what tells equal names apart."""

from collections import Counter
from collections.abc import Iterable, Sequence

from ...adapters.home_assistant.types import Entity
from ...adapters.intents.prompts import PromptTexts
from ...adapters.intents.text import fold, norms
from ...machine.turn import Turn

Key = tuple[str, str, str | None]


def context(turn: Turn, entities: Sequence[Entity], candidates: Sequence[Entity], texts: PromptTexts) -> str:
    """What the model must know for this turn, apart from what always holds: things, place, time. Empty if there is nothing."""
    said = frozenset(norms(turn.sentence))
    parts = [
        f"{texts.devices}\n{listing(entities, said, texts)}" if entities else "",
        f"{texts.candidates}\n{listing(candidates, said, texts)}" if len(candidates) > 1 else "",
        _here(turn, texts),
        # Last, for it is another one with every request.
        turn.house.time or "",
    ]
    return "\n".join(part for part in parts if part)


def listing(entities: Sequence[Entity], said: frozenset[str], texts: PromptTexts) -> str:
    """The entities, area by area: ``Kitchen: Ceiling Light (light, on); Kettle (switch)``. Sorted, so that the same things
    make the same text in whatever order they were found."""
    by_area: dict[str, list[str]] = {}
    alike = Counter(_key(entity) for entity in entities)
    for entity in entities:
        area = entity.area.display if entity.area is not None else ""
        by_area.setdefault(area, []).append(_entry(entity, said, apart=alike[_key(entity)] > 1))
    return "\n".join(f"{area or texts.no_area}: {'; '.join(sorted(by_area[area]))}" for area in sorted(by_area))


def name_of(entity: Entity, said: Iterable[str]) -> str:
    """The name by which the model is to call an entity: that of its names which shares the most with what was said."""
    spoken = frozenset(said)
    names = [name for name in entity.names.readings if entity.names.certain or name != entity.names.joined]
    return max(names or entity.names.readings, key=lambda name: len(spoken.intersection(map(fold, name.split()))))


def _entry(entity: Entity, said: frozenset[str], *, apart: bool) -> str:
    # Of things with the same name in the same area, only these can tell which is which.
    more = (entity.device_class, entity.floor, entity.entity_id) if apart else ()
    details = ", ".join(text for text in (entity.domain, entity.state, *more) if text)
    return f"{name_of(entity, said)} ({details})"


def _key(entity: Entity) -> Key:
    return entity.names.joined, entity.domain, entity.area.joined if entity.area is not None else None


def _here(turn: Turn, texts: PromptTexts) -> str:
    house = turn.house
    if house.satellite_area is None:
        return ""
    place = f"{house.satellite_area} ({house.satellite_floor})" if house.satellite_floor else house.satellite_area
    return texts.here.format(area=place)
