"""Buttons."""

from __future__ import annotations

from homeassistant.components.button import ButtonEntity

from .world import InventedEntity, Values, platform


class InventedButton(InventedEntity, ButtonEntity):
    """A button that counts how often it was pressed."""

    def read_spec(self, spec: Values) -> Values:
        return {"times": 0}

    def view(self) -> Values:
        return {"times": self.shown["times"]}

    def publish(self, values: Values) -> None:
        if values.get("times") == 0:
            self._ButtonEntity__last_pressed_isoformat = None
        super().publish(values)

    async def async_press(self) -> None:
        self.command({"times": self.shown["times"] + 1})


async_setup_entry = platform("button", InventedButton)
