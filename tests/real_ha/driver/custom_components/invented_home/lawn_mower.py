"""Lawn mowers."""

from __future__ import annotations

from homeassistant.components.lawn_mower import LawnMowerActivity, LawnMowerEntity, LawnMowerEntityFeature

from .world import InventedEntity, Values, platform


class InventedLawnMower(InventedEntity, LawnMowerEntity):
    """A lawn mower that needs its travel time to get back to the dock."""

    _attr_supported_features = LawnMowerEntityFeature.START_MOWING | LawnMowerEntityFeature.PAUSE | LawnMowerEntityFeature.DOCK

    def read_spec(self, spec: Values) -> Values:
        return {"activity": spec.get("state", "docked")}

    def apply(self) -> None:
        activity = self.shown["activity"]
        self._attr_activity = LawnMowerActivity(activity) if activity in list(LawnMowerActivity) else None

    async def async_start_mowing(self) -> None:
        self.command({"activity": "mowing"})

    async def async_pause(self) -> None:
        self.command({"activity": "paused"})

    async def async_dock(self) -> None:
        self.command({"activity": "returning"}, then=(float(self.spec.get("travel", 30)), {"activity": "docked"}))


async_setup_entry = platform("lawn_mower", InventedLawnMower)
