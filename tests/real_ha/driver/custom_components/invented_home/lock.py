"""Locks."""

from __future__ import annotations

from typing import Any

from homeassistant.components.lock import LockEntity

from .world import InventedEntity, Values, platform


class InventedLock(InventedEntity, LockEntity):
    """A lock that can also be jammed."""

    def read_spec(self, spec: Values) -> Values:
        return {"lock": spec.get("state", "locked")}

    def apply(self) -> None:
        self._attr_is_locked = self.shown["lock"] == "locked"
        self._attr_is_jammed = self.shown["lock"] == "jammed"

    async def async_lock(self, **kwargs: Any) -> None:
        self.command({"lock": "locked"})

    async def async_unlock(self, **kwargs: Any) -> None:
        self.command({"lock": "unlocked"})


async_setup_entry = platform("lock", InventedLock)
