"""What Home Assistant's GetLiveContext says, put together from the entries that Home Assistant gave for single entities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import yaml

from .homes import Home

TOOL = "GetLiveContext"
_HEAD = "Live Context: An overview of the areas and the devices in this smart home:"
_DUMPER: type[yaml.SafeDumper] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

Views = Mapping[str, Mapping[str, Any]]


def text(entries: list[Any]) -> str:
    """The text for these entries, dumped as Home Assistant dumps it."""
    dumped = yaml.dump(entries, default_flow_style=False, allow_unicode=True, sort_keys=False, Dumper=_DUMPER)
    return f"{_HEAD}\n{dumped.replace(': null' + chr(10), ':' + chr(10))}"


def everything(views: Views) -> list[Any]:
    """The entries of all exposed entities."""
    return [view["live"] for view in views.values() if view["live"]]


def select(home: Home, views: Views, filters: Mapping[str, Any]) -> list[Any]:
    """The entries that newer versions return for `name`, `area` and `domain` filters (case-insensitive, aliases too)."""
    placed = home.placed()
    tests: list[Callable[[str, Any], bool]] = []
    if name := filters.get("name"):
        tests.append(lambda entity_id, live: _same(name, _names(placed[entity_id][1], live)))
    if area := filters.get("area"):
        tests.append(lambda entity_id, live: _same(area, _area_names(home, placed[entity_id][0])))
    if domain := filters.get("domain"):
        domains = [domain] if isinstance(domain, str) else domain
        tests.append(lambda entity_id, live: live["domain"] in domains)
    return [
        view["live"] for entity_id, view in views.items() if view["live"] and all(test(entity_id, view["live"]) for test in tests)
    ]


def _names(entity: Any, live: Any) -> list[str]:
    joined_aliases = "".join(f", {alias}" for alias in entity.aliases)
    return [live["names"][: len(live["names"]) - len(joined_aliases)], *entity.aliases]


def _area_names(home: Home, area: str | None) -> list[str]:
    return [area, *home.areas[area].aliases] if area else []


def _same(wanted: str, names: list[str]) -> bool:
    return wanted.strip().casefold() in {name.casefold() for name in names}
