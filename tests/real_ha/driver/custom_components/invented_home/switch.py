"""Switches and sockets."""

from __future__ import annotations

from typing import Any

from homeassistant.components.switch import SwitchEntity

from .world import InventedEntity, Values, platform


class InventedSwitch(InventedEntity, SwitchEntity):
    """On or off."""

    def read_spec(self, spec: Values) -> Values:
        return {"on": spec.get("state", "off") == "on"}

    def apply(self) -> None:
        self._attr_is_on = self.shown["on"]

    async def async_turn_on(self, **kwargs: Any) -> None:
        self.command({"on": True})

    async def async_turn_off(self, **kwargs: Any) -> None:
        self.command({"on": False})


async_setup_entry = platform("switch", InventedSwitch)
