"""Whether a call goes the way that the user wants, where no verb says it: "it is too dark", "a bit quieter"."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...adapters.home_assistant.types import OfferedTool
from ..deterministic.actions import ACTIONS
from .clause import Clause

_PAIRS = (("brighter", "darker"), ("louder", "quieter"), ("higher", "lower"), ("faster", "slower"))
_OPPOSITE = dict(_PAIRS) | {second: first for first, second in _PAIRS}
_STEP, _LEVEL, _BRIGHTNESS, _POSITION, _SPEED = "volume_step", "volume_level", "brightness", "position", "percentage"
_ON, _OFF, _MUTE = "HassTurnOn", "HassTurnOff", "HassMediaPlayerMute"
_SAID = frozenset({"on", "off", "open", "close", "up", "down", "lock", "unlock"})
_ALMOST_NOTHING = 1

WISHED = {
    **dict.fromkeys(("brighter", "darker"), frozenset({"light", "cover"})),
    **dict.fromkeys(("louder", "quieter"), frozenset({"media_player"})),
}
"""Wishes that say what they are about, with the domains that can fulfil them."""


def against_wishes(tool: OfferedTool, arguments: Mapping[str, Any], domains: Iterable[str], said: Sequence[Clause]) -> str | None:
    """Why the call goes the wrong way; None if it does not, or if nobody said which."""
    wished = frozenset[str]().union(*(clause.wishes for clause in said))
    reached = frozenset(domains)
    verbs = frozenset[str]().union(*(clause.polar for clause in said)) & _SAID
    switched = any(domain in ACTIONS[verb] for verb in verbs for domain in reached)
    for way in _ways(tool, arguments, reached, switched=switched):
        # Who says both wants nobody knows what.
        if _OPPOSITE[way] in wished and way not in wished:
            return f"the sentence wants it {_OPPOSITE[way]}"
    return None


def _ways(tool: OfferedTool, arguments: Mapping[str, Any], domains: frozenset[str], *, switched: bool) -> tuple[str, ...]:
    """Which ways a call goes, as far as it tells by itself. ``switched``: a verb says that, and is judged elsewhere."""
    on, off = tool.intent == _ON and not switched, tool.intent == _OFF and not switched
    if domains == {"light"}:
        level = arguments.get(_BRIGHTNESS)
        return _way(on or _full(level), off or _none(level), ("brighter",), ("darker",))
    if domains == {"cover"}:
        level = arguments.get(_POSITION)
        return _way(on or _full(level), off or _none(level), ("higher", "brighter"), ("lower", "darker"))
    if domains == {"fan"}:
        level = arguments.get(_SPEED)
        return _way(_full(level), _none(level), ("faster",), ("slower",))
    if domains <= {"media_player"}:
        step, level = arguments.get(_STEP), arguments.get(_LEVEL)
        down = step == "down" or (isinstance(step, int) and step < 0) or _none(level) or tool.intent == _MUTE
        return _way(step == "up" or (isinstance(step, int) and step > 0) or _full(level), down, ("louder",), ("quieter",))
    return ()


def _way(up: bool, down: bool, above: tuple[str, ...], below: tuple[str, ...]) -> tuple[str, ...]:
    return above if up else below if down else ()


def _full(level: Any) -> bool:
    return isinstance(level, int | float) and level >= 100


def _none(level: Any) -> bool:
    return isinstance(level, int | float) and level <= _ALMOST_NOTHING
