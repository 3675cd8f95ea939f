"""Whether a call goes the way that the user wants, where no verb says it: "it is too dark", "a bit quieter"."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...adapters.home_assistant.types import OfferedTool
from ..deterministic.actions import ACTIONS
from .clause import Clause
from .wording import Said

_PAIRS = (
    ("brighter", "darker"),
    ("louder", "quieter"),
    ("higher", "lower"),
    ("faster", "slower"),
    ("warmer", "cooler"),
    ("mellower", "starker"),
)
_OPPOSITE = dict(_PAIRS) | {second: first for first, second in _PAIRS}
_STEP, _LEVEL, _BRIGHTNESS, _POSITION, _SPEED = "volume_step", "volume_level", "brightness", "position", "percentage"
_TEMPERATURE = "temperature"
# Above and below these percents a light is bright and dim, whatever it was before; in kelvin, cold and warm white.
_BRIGHT, _DIM, _WHITE = 80, 10, (3500, 5000)
# A number above the first is no Celsius; nobody who is cold wants less than the lower bound, nor more than the other who is hot.
_FAHRENHEIT = 45
_COMFORT = {False: (17.0, 25.0), True: (62.0, 77.0)}
_ON, _OFF, _MUTE = "HassTurnOn", "HassTurnOff", "HassMediaPlayerMute"
_SAID = frozenset({"on", "off", "open", "close", "up", "down", "lock", "unlock"})
_ALMOST_NOTHING = 1

WISHED = {
    **dict.fromkeys(("brighter", "darker"), frozenset({"light", "cover"})),
    **dict.fromkeys(("louder", "quieter"), frozenset({"media_player"})),
    "warmer": frozenset({"climate", "water_heater"}),
    "cooler": frozenset({"climate", "fan"}),
}
"""Wishes that say what they are about, with the domains that can fulfil them."""


def against_wishes(
    tool: OfferedTool, arguments: Mapping[str, Any], domains: Iterable[str], said: Sequence[Clause], stated: Sequence[Said]
) -> str | None:
    """Why the call goes the wrong way; None if it does not, or if nobody said which. ``stated`` are values that were told to be
    so now."""
    wished = frozenset[str]().union(*(clause.wishes for clause in said))
    reached = frozenset(domains)
    verbs = frozenset[str]().union(*(clause.polar for clause in said)) & _SAID
    switched = any(domain in ACTIONS[verb] for verb in verbs for domain in reached)
    for way in _ways(tool, arguments, reached, stated, switched=switched):
        # Who says both wants nobody knows what.
        if _OPPOSITE[way] in wished and way not in wished:
            return f"the sentence wants it {_OPPOSITE[way]}"
    return None


def _ways(
    tool: OfferedTool, arguments: Mapping[str, Any], domains: frozenset[str], stated: Sequence[Said], *, switched: bool
) -> tuple[str, ...]:
    """Which ways a call goes, as far as it tells by itself. ``switched``: a verb says that, and is judged elsewhere."""
    on, off = tool.intent == _ON and not switched, tool.intent == _OFF and not switched
    if domains == {"light"}:
        level, tone = arguments.get(_BRIGHTNESS), arguments.get(_TEMPERATURE)
        much, little = isinstance(level, int | float) and level >= _BRIGHT, isinstance(level, int | float) and level <= _DIM
        cold, warm = isinstance(tone, int) and tone > _WHITE[1], isinstance(tone, int) and tone < _WHITE[0]
        bright = _way((on and level is None) or much, off or little, ("brighter",), ("darker",))
        return (*bright, *_way(cold, warm, ("starker",), ("mellower",)))
    if domains == {"cover"}:
        level = arguments.get(_POSITION)
        return _way(on or _full(level), off or _none(level), ("higher", "brighter"), ("lower", "darker"))
    if domains == {"fan"}:
        level = arguments.get(_SPEED)
        return _way(_full(level), _none(level), ("faster",), ("slower",))
    if domains and domains <= {"climate", "water_heater"}:
        return _warmth(arguments.get(_TEMPERATURE), [value.value for value in stated if value.type in ("degree", "number")])
    if domains <= {"media_player"}:
        step, level = arguments.get(_STEP), arguments.get(_LEVEL)
        down = step == "down" or (isinstance(step, int) and step < 0) or _none(level) or tool.intent == _MUTE
        return _way(step == "up" or (isinstance(step, int) and step > 0) or _full(level), down, ("louder",), ("quieter",))
    return ()


def _warmth(target: Any, now: Sequence[float | str]) -> tuple[str, ...]:
    """Which way a temperature goes: from what was told to be so now, or from where people feel well."""
    if isinstance(target, bool) or not isinstance(target, int | float):
        return ()
    measured = [value for value in now if isinstance(value, int | float)]
    low, high = (min(measured), max(measured)) if measured else _COMFORT[target > _FAHRENHEIT]
    return _way(target > high, target < low, ("warmer",), ("cooler",))


def _way(up: bool, down: bool, above: tuple[str, ...], below: tuple[str, ...]) -> tuple[str, ...]:
    return above if up else below if down else ()


def _full(level: Any) -> bool:
    return isinstance(level, int | float) and level >= 100


def _none(level: Any) -> bool:
    return isinstance(level, int | float) and level <= _ALMOST_NOTHING
