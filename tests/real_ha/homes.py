"""Invented homes: YAML files in `tests/homes`, checked strictly, handed to the driver as plain JSON."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from . import yaml12

FOLDER = Path(__file__).parent.parent / "homes"


class HomeError(Exception):
    """A home file is not as it must be."""


class Floor(msgspec.Struct, forbid_unknown_fields=True):
    """A floor; areas say which floor they are on."""

    aliases: list[str] = []
    level: int | None = None


class Entity(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One entity: what every domain has first, then what only some have. Values are in a person's units (percent, degrees)."""

    name: str | None = None
    aliases: list[str] = []
    device: str | None = None
    device_class: str | None = None
    exposed: bool = True
    state: str | int | float | None = None
    unit: str | None = None
    state_class: str | None = None
    can: list[str] | None = None
    lag: float = 0
    travel: float = 0
    # light
    brightness: int | None = None
    color: str | None = None
    kelvin: int | None = None
    # fan
    percentage: int | None = None
    # cover, valve
    position: int | None = None
    # climate, weather
    temperature: float | None = None
    current_temperature: float | None = None
    current_humidity: float | None = None
    humidity: float | None = None
    modes: list[str] | None = None
    wind_speed: float | None = None
    pressure: float | None = None
    # media player
    title: str | None = None
    artist: str | None = None
    volume: int | None = None
    muted: bool = False
    track: int | None = None
    # to-do list
    items: list[str] | None = None
    done: list[str] | None = None
    # script, scene
    description: str | None = None
    fields: dict[str, Any] | None = None
    sequence: list[Any] | None = None
    sets: dict[str, dict[str, Any]] | None = None


class Area(msgspec.Struct, forbid_unknown_fields=True):
    """A room, with what is in it."""

    floor: str | None = None
    aliases: list[str] = []
    timers: bool = False
    entities: dict[str, Entity | None] = {}


class Home(msgspec.Struct, forbid_unknown_fields=True):
    """A home as written."""

    about: str
    language: str
    time_zone: str
    now: str
    languages: list[str] = []
    units: str = "metric"
    instructions: str | None = None
    floors: dict[str, Floor | None] = {}
    areas: dict[str, Area] = {}
    entities: dict[str, Entity | None] = {}

    def placed(self) -> dict[str, tuple[str | None, Entity]]:
        """Every entity with its area, those without an area last."""
        placed = {
            entity_id: (name, entity or Entity())
            for name, area in self.areas.items()
            for entity_id, entity in area.entities.items()
        }
        return placed | {entity_id: (None, entity or Entity()) for entity_id, entity in self.entities.items()}

    def assistant_languages(self) -> list[str]:
        """The languages that the assistant of this home is set to understand, in order."""
        return self.languages or [self.language]

    def fingerprint(self) -> str:
        """Equal exactly for homes that are the same to Home Assistant."""
        text = json.dumps(self.for_driver(), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def for_driver(self) -> dict[str, Any]:
        """The home as the driver wants it."""
        entities = {}
        for entity_id, (area, entity) in self.placed().items():
            spec = msgspec.to_builtins(entity)
            spec["name"] = entity.name or entity_id.partition(".")[2].replace("_", " ").title()
            spec["area"] = area
            entities[entity_id] = spec
        return {
            "language": self.language,
            "time_zone": self.time_zone,
            "now": self.now,
            "units": self.units,
            "instructions": self.instructions,
            "floors": {name: msgspec.to_builtins(floor or Floor()) for name, floor in self.floors.items()},
            "areas": {name: {"aliases": area.aliases, "floor": area.floor} for name, area in self.areas.items()},
            "timers": [name for name, area in self.areas.items() if area.timers],
            "entities": entities,
        }


def names() -> list[str]:
    """All homes there are."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


@cache
def load(name: str) -> Home:
    """Read and check one home."""
    path = FOLDER / f"{name}.yaml"
    if not path.is_file():
        raise HomeError(f"there is no home {name!r}; there are: {', '.join(names())}")
    try:
        home = msgspec.convert(yaml12.load(path), Home)
    except (yaml12.YAMLError, msgspec.ValidationError) as error:
        raise HomeError(f"{path.name}: {error}") from error
    for area_name, area in home.areas.items():
        if area.floor is not None and area.floor not in home.floors:
            raise HomeError(f"{path.name}: area {area_name} is on floor {area.floor!r}, which is not among the floors")
    listed = sum(len(area.entities) for area in home.areas.values()) + len(home.entities)
    if listed != len(home.placed()):
        raise HomeError(f"{path.name}: an entity is listed twice")
    return home
