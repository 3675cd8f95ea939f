"""Covers: blinds, curtains, shutters, garage doors, gates, with positions and a travel time."""

from __future__ import annotations

from typing import Any

from homeassistant.components.cover import ATTR_POSITION, CoverEntity, CoverEntityFeature

from .world import InventedEntity, Values, platform

_MOVES = CoverEntityFeature.OPEN | CoverEntityFeature.CLOSE | CoverEntityFeature.STOP


class InventedCover(InventedEntity, CoverEntity):
    """A cover. Without `position` among what it `can`, it only opens and closes."""

    def read_spec(self, spec: Values) -> Values:
        self._has_position = "position" in spec.get("can", ["position"])
        self._attr_supported_features = _MOVES | (
            CoverEntityFeature.SET_POSITION if self._has_position else CoverEntityFeature(0)
        )
        position = spec.get("position", 100 if spec.get("state", "closed") == "open" else 0)
        return {"position": position, "moving": ""}

    def apply(self) -> None:
        position = self.shown["position"]
        self._attr_is_closed = position == 0
        self._attr_is_opening = self.shown["moving"] == "opening"
        self._attr_is_closing = self.shown["moving"] == "closing"
        if self._has_position:
            self._attr_current_cover_position = position

    def view(self) -> Values:
        return {"position": self.shown["position"]} if self._has_position else {}

    def _travel_to(self, position: int) -> None:
        arrived = {"position": position, "moving": ""}
        travel = float(self.spec.get("travel", 0))
        if not travel or position == self.shown["position"]:
            self.command(arrived)
            return
        direction = "opening" if position > self.shown["position"] else "closing"
        share = abs(position - self.shown["position"]) / 100
        self.command({"moving": direction}, then=(travel * share, arrived))

    async def async_open_cover(self, **kwargs: Any) -> None:
        self._travel_to(100)

    async def async_close_cover(self, **kwargs: Any) -> None:
        self._travel_to(0)

    async def async_set_cover_position(self, **kwargs: Any) -> None:
        self._travel_to(kwargs[ATTR_POSITION])

    async def async_stop_cover(self, **kwargs: Any) -> None:
        self.command({"moving": ""})


async_setup_entry = platform("cover", InventedCover)
