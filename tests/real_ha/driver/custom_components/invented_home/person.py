"""People. Home Assistant's person component has no platforms, so the driver adds these entities to the domain itself."""

from __future__ import annotations

from .world import InventedEntity, Values


class InventedPerson(InventedEntity):
    """Where somebody is."""

    def read_spec(self, spec: Values) -> Values:
        return {"place": spec.get("state", "home")}

    @property
    def state(self) -> str:
        return self.shown["place"]
