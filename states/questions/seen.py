"""The house as it was listed, with what has been read of it."""

from collections.abc import Sequence

import msgspec

from ...adapters.home_assistant.types import Entity, House


def with_more(house: House, live: Sequence[Sequence[Entity]]) -> House:
    """The house with what only live data shows: a client may keep an old list while things are exposed."""
    known = {_key(entity) for entity in house.entities}
    more = {_key(entity): entity for read in live for entity in read if _key(entity) not in known}
    return msgspec.structs.replace(house, entities=(*house.entities, *more.values())) if more else house


def with_states(entities: Sequence[Entity], live: Sequence[Sequence[Entity]]) -> list[Entity]:
    """The entities of the catalogue with the states that have been read; what was not read keeps what it had."""
    known: dict[tuple[str, str, str], list[Entity]] = {}
    for read in live:
        latest: dict[tuple[str, str, str], list[Entity]] = {}
        for entity in read:
            latest.setdefault(_key(entity), []).append(entity)
        known |= latest
    merged = []
    for entity in entities:
        now = known.get(_key(entity))
        if now is not None:
            # Things that nothing tells apart are listed in the same order.
            now = now.pop(0) if len(now) > 1 else now[0]
            entity = msgspec.structs.replace(entity, state=now.state or "unknown", attributes=now.attributes)  # noqa: PLW2901
        merged.append(entity)
    return merged


def _key(entity: Entity) -> tuple[str, str, str]:
    return entity.names.joined, entity.domain, entity.area.joined if entity.area is not None else ""
