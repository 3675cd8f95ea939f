"""Scenes, which set values of other entities of the home."""

from __future__ import annotations

from typing import Any

from homeassistant.components.scene import Scene

from .world import InventedEntity, Values, platform


class InventedScene(InventedEntity, Scene):
    """A scene that counts how often it was activated; `sets` is written like the entities themselves."""

    def read_spec(self, spec: Values) -> Values:
        return {"times": 0}

    def view(self) -> Values:
        return {"times": self.shown["times"]}

    def publish(self, values: Values) -> None:
        if values.get("times") == 0:
            self._Scene__last_activated = None
        super().publish(values)

    async def async_activate(self, **kwargs: Any) -> None:
        for entity_id, wanted in self.spec.get("sets", {}).items():
            other = self.world.entities[entity_id]
            values = other.read_spec({**other.spec, **wanted})
            other.command(values)
        self.command({"times": self.shown["times"] + 1})


async_setup_entry = platform("scene", InventedScene)
