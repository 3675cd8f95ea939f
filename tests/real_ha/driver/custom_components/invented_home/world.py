"""What all invented entities share: their values, what was done to them, and a clock that only the driver moves."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha1
from typing import Any

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.helpers.device_registry import DeviceInfo
from homeassistant.helpers.entity import Entity
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

WORLD = "invented_home_world"

Values = dict[str, Any]


@dataclass(order=True)
class _Due:
    at: float
    number: int
    entity: InventedEntity = field(compare=False)
    values: Values = field(compare=False)


@dataclass
class World:
    """One home's devices and its virtual time in seconds since the last reset."""

    specs: dict[str, Values]
    entities: dict[str, InventedEntity] = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)
    now: float = 0.0
    _due: list[_Due] = field(default_factory=list)
    _count: int = 0

    def later(self, delay: float, entity: InventedEntity, values: Values) -> None:
        """Publish values of an entity after a delay; at once when there is none."""
        if delay <= 0:
            entity.publish(values)
            return
        self._count += 1
        self._due.append(_Due(self.now + delay, self._count, entity, values))

    def forget(self, entity: InventedEntity) -> None:
        """Drop what is still to come from an entity: a new command replaces the old one."""
        self._due = [due for due in self._due if due.entity is not entity]

    def advance(self, seconds: float) -> None:
        """Move time forward, publishing everything that becomes due, in order."""
        end = self.now + seconds
        while self._due and min(self._due).at <= end:
            due = min(self._due)
            self._due.remove(due)
            self.now = due.at
            due.entity.publish(due.values)
        self.now = end

    def settle(self) -> None:
        """Move time forward until nothing is on its way any more."""
        while self._due:
            self.advance(max(self._due).at - self.now)

    def reset(self) -> None:
        """Back to the home as written."""
        self._due.clear()
        self.now = 0.0
        for entity in self.entities.values():
            if entity.shown != entity.initial:
                entity.publish(entity.initial)
        self.touched.clear()

    def pending(self) -> str:
        """A short name for what is on its way: equal exactly when the same things will happen after the same time."""
        if not self._due:
            return ""
        due_in_order = sorted(self._due, key=lambda due: (due.at, due.entity.entity_id))
        coming = [[round(due.at - self.now, 3), due.entity.entity_id, due.values] for due in due_in_order]
        return sha1(json.dumps(coming, sort_keys=True, default=str).encode()).hexdigest()[:10]


class InventedEntity(Entity):
    """An entity whose values are `shown`: what Home Assistant has been told. A command goes through `command`."""

    _attr_should_poll = False

    def __init__(self, world: World, entity_id: str, spec: Values) -> None:
        self.world = world
        self.spec = spec
        self.entity_id = entity_id
        self._attr_unique_id = entity_id
        self._attr_name = spec["name"]
        self._attr_available = spec.get("state") != "unavailable"
        if device_class := spec.get("device_class"):
            self._attr_device_class = device_class
        if device := spec.get("device"):
            self._attr_has_entity_name = True
            self._attr_device_info = DeviceInfo(identifiers={("invented_home", device)}, name=device)
        self.initial: Values = self.read_spec(spec)
        self.shown: Values = dict(self.initial)
        self.apply()

    def read_spec(self, spec: Values) -> Values:
        """The starting values, in Home Assistant's own units."""
        raise NotImplementedError

    def apply(self) -> None:
        """Bring `shown` into the attributes that Home Assistant's platform reads."""

    def view(self) -> Values:
        """What a person would say about the entity besides its state, in a person's units."""
        return {}

    def command(self, values: Values, then: tuple[float, Values] | None = None) -> None:
        """Carry out a command: values appear after the entity's lag, `then` some seconds later."""
        lag = float(self.spec.get("lag", 0))
        self.world.touched.add(self.entity_id)
        self.world.forget(self)
        self.world.later(lag, self, values)
        if then is not None:
            self.world.later(lag + then[0], self, then[1])

    def publish(self, values: Values) -> None:
        """Tell Home Assistant."""
        self.shown = {**self.shown, **values}
        self.apply()
        self.async_write_ha_state()


_Setup = Callable[[HomeAssistant, ConfigEntry, AddConfigEntryEntitiesCallback], Any]


def platform(domain: str, kind: type[InventedEntity]) -> _Setup:
    """The `async_setup_entry` of a platform file."""

    async def async_setup_entry(
        hass: HomeAssistant, entry: ConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
    ) -> None:
        world: World = hass.data[WORLD]
        entities = [
            kind(world, entity_id, spec) for entity_id, spec in world.specs.items() if entity_id.partition(".")[0] == domain
        ]
        world.entities.update((entity.entity_id, entity) for entity in entities)
        async_add_entities(entities)

    return async_setup_entry
