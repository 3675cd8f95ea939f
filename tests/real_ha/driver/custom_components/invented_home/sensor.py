"""Sensors: a value, its unit and its device class, as written."""

from __future__ import annotations

from homeassistant.components.sensor import SensorEntity

from .world import InventedEntity, Values, platform


class InventedSensor(InventedEntity, SensorEntity):
    """A sensor."""

    def read_spec(self, spec: Values) -> Values:
        self._attr_native_unit_of_measurement = spec.get("unit")
        if state_class := spec.get("state_class"):
            self._attr_state_class = state_class
        return {"value": spec.get("state", "unknown")}

    def apply(self) -> None:
        value = self.shown["value"]
        self._attr_native_value = None if value in ("unknown", "unavailable") else value


async_setup_entry = platform("sensor", InventedSensor)
