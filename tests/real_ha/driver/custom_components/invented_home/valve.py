"""Valves for water and gas."""

from __future__ import annotations

from homeassistant.components.valve import ValveEntity, ValveEntityFeature

from .world import InventedEntity, Values, platform


class InventedValve(InventedEntity, ValveEntity):
    """A valve. Without `position` among what it `can`, it only opens and closes."""

    def read_spec(self, spec: Values) -> Values:
        self._attr_reports_position = "position" in spec.get("can", [])
        features = ValveEntityFeature.OPEN | ValveEntityFeature.CLOSE
        if self._attr_reports_position:
            features |= ValveEntityFeature.SET_POSITION
        self._attr_supported_features = features
        return {"position": spec.get("position", 100 if spec.get("state", "closed") == "open" else 0)}

    def apply(self) -> None:
        position = self.shown["position"]
        self._attr_is_closed = position == 0
        if self._attr_reports_position:
            self._attr_current_valve_position = position

    def view(self) -> Values:
        return {"position": self.shown["position"]} if self._attr_reports_position else {}

    async def async_open_valve(self) -> None:
        self.command({"position": 100})

    async def async_close_valve(self) -> None:
        self.command({"position": 0})

    async def async_set_valve_position(self, position: int) -> None:
        self.command({"position": position})


async_setup_entry = platform("valve", InventedValve)
