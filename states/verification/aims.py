"""What a thing must look like once an action has taken effect, and whether it does.

States and attributes are Home Assistant's own (homeassistant/components/*/const.py, and captured live contexts).
"""

from collections.abc import Callable, Collection, Mapping
from enum import IntEnum
from typing import Any

from msgspec import Struct

from ...adapters.home_assistant.types import Entity


class Sight(IntEnum):
    """How a thing looks, the best first. ``UNSEEN``: Home Assistant did not list it, or not what matters here."""

    REACHED = 0
    UNDER_WAY = 1
    UNSEEN = 2
    UNAVAILABLE = 3
    DIFFERS = 4


class Aim(Struct, frozen=True):
    """A state to be in: one of ``states``; or where ``reading`` is given, its value within ``tolerance`` of ``value``.

    ``moving`` are the states of a thing that is on its way there.
    """

    states: frozenset[str] = frozenset()
    moving: frozenset[str] = frozenset()
    reading: str | None = None
    value: float = 0.0
    tolerance: float = 0.0

    def sight(self, entity: Entity) -> Sight:
        """How ``entity`` looks, with its live state and attributes."""
        if entity.state is None:
            return Sight.UNSEEN
        if entity.state == "unavailable":
            return Sight.UNAVAILABLE
        if entity.state in self.moving:
            return Sight.UNDER_WAY
        if self.reading is None:
            return Sight.REACHED if entity.state in self.states else Sight.DIFFERS
        try:
            found = _READINGS[self.reading](entity)
        except KeyError:
            return Sight.UNSEEN
        except (TypeError, ValueError):
            return Sight.DIFFERS
        return Sight.REACHED if abs(found - self.value) <= self.tolerance else Sight.DIFFERS


def aim_of(intent: str | None, arguments: Mapping[str, Any], domain: str, verified: Collection[str]) -> Aim | None:
    """What a call of ``intent`` means for a thing of ``domain``; None if that cannot be seen, or is not to be verified.

    ``verified`` is the setting ``ha_assist_verify_domains``.
    """
    setting = _SETTINGS.get(intent or "")
    if setting is None:
        aim = _STATES.get(intent or "", {}).get(domain)
        return aim if domain in verified else None
    value = arguments.get(setting.slot)
    if domain not in setting.domains or isinstance(value, bool) or not isinstance(value, int | float):
        return None
    wanted = setting.reading in verified or (setting.with_domain and domain in verified)
    return Aim(moving=_MOVING, reading=setting.reading, value=value, tolerance=setting.tolerance) if wanted else None


class _Setting(Struct, frozen=True):
    """A value that an intent sets. ``with_domain``: who has a domain verified has its values verified too (a light's on and
    off are verified by default, its brightness, which may fade slowly, is not)."""

    slot: str
    reading: str
    domains: frozenset[str]
    tolerance: float
    with_domain: bool = True


def _brightness(entity: Entity) -> float:
    """In percent. A light that is off has none."""
    if entity.state == "off":
        return 0.0
    given = entity.attributes.get("brightness_pct")
    return float(given) if given is not None else float(entity.attributes["brightness"]) / 255 * 100


_READINGS: dict[str, Callable[[Entity], float]] = {
    "brightness": _brightness,
    "position": lambda entity: float(entity.attributes["current_position"]),
    "temperature": lambda entity: float(entity.attributes["temperature"]),
    "volume": lambda entity: float(entity.attributes["volume_level"]) * 100,
}

# Tolerances: devices count brightness to 254 or 100, blinds stop a little early, thermostats know half degrees, and many
# players have twenty steps of volume.
_SETTINGS: dict[str, _Setting] = {
    "HassLightSet": _Setting("brightness", "brightness", frozenset({"light"}), 3, with_domain=False),
    "HassSetPosition": _Setting("position", "position", frozenset({"cover", "valve"}), 5),
    "HassClimateSetTemperature": _Setting("temperature", "temperature", frozenset({"climate"}), 0.5),
    "HassSetVolume": _Setting("volume_level", "volume", frozenset({"media_player"}), 5),
}

_MOVING = frozenset({"opening", "closing"})
_ON, _OFF = Aim(frozenset({"on"})), Aim(frozenset({"off"}))
_OPEN = Aim(frozenset({"open"}), frozenset({"opening"}))
_CLOSED = Aim(frozenset({"closed"}), frozenset({"closing"}))
_SWITCHED = ("light", "switch", "input_boolean", "fan")
_WHEN_ON: dict[str, Aim] = {
    **dict.fromkeys(_SWITCHED, _ON),
    "cover": _OPEN,
    "valve": _OPEN,
    "lock": Aim(frozenset({"locked"}), frozenset({"locking"})),
    "media_player": Aim(frozenset({"on", "idle", "playing", "paused", "buffering"})),
    "climate": Aim(frozenset({"heat", "cool", "heat_cool", "auto", "dry", "fan_only"})),
}
_WHEN_OFF: dict[str, Aim] = {
    **dict.fromkeys(_SWITCHED, _OFF),
    "cover": _CLOSED,
    "valve": _CLOSED,
    "lock": Aim(frozenset({"unlocked", "open"}), frozenset({"unlocking", "opening"})),
    "media_player": Aim(frozenset({"off", "standby"})),
    "climate": _OFF,
}
_STATES: dict[str, dict[str, Aim]] = {
    "HassTurnOn": _WHEN_ON,
    "HassOpenCover": _WHEN_ON,
    "HassTurnOff": _WHEN_OFF,
    "HassCloseCover": _WHEN_OFF,
}
