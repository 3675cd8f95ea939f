"""Fans with a speed in percent."""

from __future__ import annotations

from typing import Any

from homeassistant.components.fan import FanEntity, FanEntityFeature

from .world import InventedEntity, Values, platform


class InventedFan(InventedEntity, FanEntity):
    """A fan. Its speed is remembered while it is off."""

    _attr_supported_features = FanEntityFeature.TURN_ON | FanEntityFeature.TURN_OFF | FanEntityFeature.SET_SPEED

    def read_spec(self, spec: Values) -> Values:
        return {"on": spec.get("state", "off") == "on", "percentage": spec.get("percentage", 50)}

    def apply(self) -> None:
        self._attr_percentage = self.shown["percentage"] if self.shown["on"] else 0

    def view(self) -> Values:
        return {"percentage": self.shown["percentage"]}

    async def async_set_percentage(self, percentage: int) -> None:
        self.command({"on": True, "percentage": percentage} if percentage else {"on": False})

    async def async_turn_on(self, percentage: int | None = None, preset_mode: str | None = None, **kwargs: Any) -> None:
        self.command({"on": True} | ({"percentage": percentage} if percentage else {}))

    async def async_turn_off(self, **kwargs: Any) -> None:
        self.command({"on": False})


async_setup_entry = platform("fan", InventedFan)
