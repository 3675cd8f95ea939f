"""Vacuum cleaners."""

from __future__ import annotations

from typing import Any

from homeassistant.components.vacuum import StateVacuumEntity, VacuumActivity, VacuumEntityFeature

from .world import InventedEntity, Values, platform


class InventedVacuum(InventedEntity, StateVacuumEntity):
    """A vacuum that needs its travel time to get back to the dock."""

    _attr_supported_features = (
        VacuumEntityFeature.START
        | VacuumEntityFeature.PAUSE
        | VacuumEntityFeature.STOP
        | VacuumEntityFeature.RETURN_HOME
        | VacuumEntityFeature.STATE
    )

    def read_spec(self, spec: Values) -> Values:
        return {"activity": spec.get("state", "docked")}

    def apply(self) -> None:
        activity = self.shown["activity"]
        self._attr_activity = VacuumActivity(activity) if activity in list(VacuumActivity) else None

    async def async_start(self) -> None:
        self.command({"activity": "cleaning"})

    async def async_pause(self) -> None:
        self.command({"activity": "paused"})

    async def async_stop(self, **kwargs: Any) -> None:
        self.command({"activity": "idle"})

    async def async_return_to_base(self, **kwargs: Any) -> None:
        self.command({"activity": "returning"}, then=(float(self.spec.get("travel", 30)), {"activity": "docked"}))


async_setup_entry = platform("vacuum", InventedVacuum)
