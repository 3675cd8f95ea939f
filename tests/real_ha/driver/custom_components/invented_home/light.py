"""Lights: on and off, brightness, colour, colour temperature, as the home's `can` says."""

from __future__ import annotations

from typing import Any

from homeassistant.components.light import (
    ATTR_BRIGHTNESS,
    ATTR_COLOR_TEMP_KELVIN,
    ATTR_RGB_COLOR,
    ColorMode,
    LightEntity,
)
from homeassistant.util.color import COLORS

from .world import InventedEntity, Values, platform

_NAMES = {tuple(rgb): name for name, rgb in reversed(COLORS.items())}


class InventedLight(InventedEntity, LightEntity):
    """A light. Brightness and colour are remembered while it is off."""

    _attr_min_color_temp_kelvin = 2000
    _attr_max_color_temp_kelvin = 6500

    def read_spec(self, spec: Values) -> Values:
        can = set(spec.get("can", ["brightness"]))
        modes = {ColorMode.COLOR_TEMP: "color_temp" in can, ColorMode.RGB: "color" in can}
        offered = {mode for mode, is_offered in modes.items() if is_offered}
        self._attr_supported_color_modes = offered or {ColorMode.BRIGHTNESS if "brightness" in can else ColorMode.ONOFF}
        color = spec.get("color")
        kelvin = spec.get("kelvin", 3000 if "color_temp" in can and color is None else None)
        rgb = None if kelvin or "color" not in can else list(COLORS[color or "white"])
        return {
            "on": spec.get("state", "off") == "on",
            "brightness": round(spec.get("brightness", 100) * 255 / 100),
            "rgb": rgb,
            "kelvin": kelvin,
        }

    def apply(self) -> None:
        modes = self._attr_supported_color_modes
        self._attr_is_on = self.shown["on"]
        if modes == {ColorMode.ONOFF}:
            self._attr_color_mode = ColorMode.ONOFF
            return
        self._attr_brightness = self.shown["brightness"]
        self._attr_rgb_color = tuple(self.shown["rgb"]) if self.shown["rgb"] else None
        self._attr_color_temp_kelvin = self.shown["kelvin"]
        if self.shown["kelvin"]:
            self._attr_color_mode = ColorMode.COLOR_TEMP
        else:
            self._attr_color_mode = ColorMode.RGB if self.shown["rgb"] else ColorMode.BRIGHTNESS

    def view(self) -> Values:
        if self._attr_supported_color_modes == {ColorMode.ONOFF}:
            return {}
        view: Values = {"brightness": round(self.shown["brightness"] * 100 / 255)}
        if self.shown["kelvin"]:
            view["color"] = f"{self.shown['kelvin']} K"
        elif self.shown["rgb"]:
            rgb = tuple(self.shown["rgb"])
            view["color"] = _NAMES.get(rgb, "#{:02x}{:02x}{:02x}".format(*rgb))
        return view

    async def async_turn_on(self, **kwargs: Any) -> None:
        values: Values = {"on": True}
        if ATTR_BRIGHTNESS in kwargs:
            values["brightness"] = kwargs[ATTR_BRIGHTNESS]
        if ATTR_RGB_COLOR in kwargs:
            values |= {"rgb": list(kwargs[ATTR_RGB_COLOR]), "kelvin": None}
        if ATTR_COLOR_TEMP_KELVIN in kwargs:
            values |= {"kelvin": kwargs[ATTR_COLOR_TEMP_KELVIN], "rgb": None}
        self.command(values)

    async def async_turn_off(self, **kwargs: Any) -> None:
        self.command({"on": False})


async_setup_entry = platform("light", InventedLight)
