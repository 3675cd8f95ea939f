"""Binary sensors: doors, windows, motion, smoke, presence."""

from __future__ import annotations

from homeassistant.components.binary_sensor import BinarySensorEntity

from .world import InventedEntity, Values, platform


class InventedBinarySensor(InventedEntity, BinarySensorEntity):
    """A binary sensor."""

    def read_spec(self, spec: Values) -> Values:
        return {"on": {"on": True, "off": False}.get(spec.get("state", "off"))}

    def apply(self) -> None:
        self._attr_is_on = self.shown["on"]


async_setup_entry = platform("binary_sensor", InventedBinarySensor)
