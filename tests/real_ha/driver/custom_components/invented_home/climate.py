"""Thermostats, radiators and air conditioners."""

from __future__ import annotations

from typing import Any

from homeassistant.components.climate import ATTR_TEMPERATURE, ClimateEntity, ClimateEntityFeature, HVACMode

from .world import InventedEntity, Values, platform


class InventedClimate(InventedEntity, ClimateEntity):
    """A climate device: mode, target temperature, and what it measures."""

    _attr_supported_features = (
        ClimateEntityFeature.TARGET_TEMPERATURE | ClimateEntityFeature.TURN_ON | ClimateEntityFeature.TURN_OFF
    )
    _attr_target_temperature_step = 0.5

    def read_spec(self, spec: Values) -> Values:
        self._attr_temperature_unit = spec.get("unit", "°C")
        self._attr_min_temp, self._attr_max_temp = (41, 95) if self._attr_temperature_unit == "°F" else (5, 35)
        mode = spec.get("state", "heat")
        self._attr_hvac_modes = [HVACMode(known) for known in spec.get("modes", ["off", "heat"])]
        self._attr_current_temperature = spec.get("current_temperature")
        self._attr_current_humidity = spec.get("current_humidity")
        return {"mode": "off" if mode in ("unavailable", "unknown") else mode, "temperature": spec.get("temperature")}

    def apply(self) -> None:
        self._attr_hvac_mode = HVACMode(self.shown["mode"])
        self._attr_target_temperature = self.shown["temperature"]

    def view(self) -> Values:
        return {"temperature": self.shown["temperature"]}

    async def async_set_temperature(self, **kwargs: Any) -> None:
        self.command({"temperature": kwargs[ATTR_TEMPERATURE]})

    async def async_set_hvac_mode(self, hvac_mode: HVACMode) -> None:
        self.command({"mode": str(hvac_mode)})

    async def async_turn_on(self) -> None:
        self.command({"mode": str(next(mode for mode in self._attr_hvac_modes if mode is not HVACMode.OFF))})

    async def async_turn_off(self) -> None:
        self.command({"mode": "off"})


async_setup_entry = platform("climate", InventedClimate)
