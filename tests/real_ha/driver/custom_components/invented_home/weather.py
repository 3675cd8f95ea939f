"""The weather outside, now."""

from __future__ import annotations

from homeassistant.components.weather import WeatherEntity

from .world import InventedEntity, Values, platform


class InventedWeather(InventedEntity, WeatherEntity):
    """Present conditions; there is no forecast."""

    def read_spec(self, spec: Values) -> Values:
        self._attr_native_temperature_unit = spec.get("unit", "°C")
        self._attr_native_wind_speed_unit = "km/h"
        self._attr_native_pressure_unit = "hPa"
        self._attr_native_temperature = spec.get("temperature")
        self._attr_humidity = spec.get("humidity")
        self._attr_native_wind_speed = spec.get("wind_speed")
        self._attr_native_pressure = spec.get("pressure")
        return {"condition": spec.get("state", "cloudy")}

    def apply(self) -> None:
        self._attr_condition = self.shown["condition"]


async_setup_entry = platform("weather", InventedWeather)
