"""Whether the amounts in a call are possible, and are those that the user said."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from ...adapters.home_assistant.colours import colour_named
from ...adapters.home_assistant.types import OfferedTool
from ..deterministic.actions import SETTINGS, Setting
from .clause import Clause
from .wording import Said

_LIGHT, _COLOR, _STEP, _POSITION = "HassLightSet", "color", "volume_step", "position"
TIMERS = frozenset({"HassStartTimer", "HassIncreaseTimer", "HassDecreaseTimer"})
_SECONDS = {"hours": 3600, "minutes": 60, "seconds": 1}
_HALVES = (0, 30, 1800)
_MOST_NUMBERS = 3
_MORE, _LESS = frozenset({"higher", "warmer", "louder", "brighter"}), frozenset({"lower", "cooler", "quieter", "darker"})
# Home Assistant's own ways to name the same value.
_SAME_TYPES = {
    "percent": {"percent", "number"},
    "number": {"number"},
    "degree": {"degree", "number"},
    "kelvin": {"kelvin", "number"},
}


def against_amounts(
    tool: OfferedTool,
    arguments: Mapping[str, Any],
    domains: Iterable[str],
    said: Sequence[Clause],
    stated: Sequence[Said],
    *,
    looked: bool,
) -> str | None:
    """Why the amounts cannot be sent; None if they can. What the user left open, the model may choose within the means.

    ``stated`` are values that were told to be so now: they are none to set, but a difference can be reckoned from them.
    ``looked``: the present values were read, so that a difference that the user said can have been reckoned with.
    """
    if tool.intent in TIMERS:
        return _against_time(arguments, said)
    settings = [setting for domain in domains for setting in SETTINGS.get(domain, {}).values() if setting.intent == tool.intent]
    if settings and (reason := _against_nothing(arguments, settings, said)):
        return reason
    for slot, value in arguments.items():
        own = [setting for setting in settings if setting.slot == slot]
        reason = _against_number(slot, value, own, said, stated, looked=looked) if own else None
        if reason is not None:
            return reason
    step = arguments.get(_STEP)
    if isinstance(step, int) and (numbers := {value.value for clause in said for value in clause.values if not value.word}):
        return None if abs(step) in numbers else f"{_STEP} {step} is not what was said"
    if tool.intent == _LIGHT and isinstance(arguments.get(_COLOR), str):
        return _against_colour(arguments[_COLOR], said)
    return None


def _against_nothing(arguments: Mapping[str, Any], settings: Sequence[Setting], said: Sequence[Clause]) -> str | None:
    """A number that was said must not be left out."""
    numbers = [value for clause in said for value in clause.values if not value.word and value.type != _COLOR]
    if numbers and not any(setting.slot in arguments for setting in settings):
        return f"the sentence says {numbers[0].value:g}, and the call does not"
    return None


def _against_number(
    slot: str, value: Any, own: Sequence[Setting], said: Sequence[Clause], stated: Sequence[Said], *, looked: bool
) -> str | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    low, high = min(setting.low for setting in own), max(setting.high for setting in own)
    if not low <= value <= high:
        return f"{slot} {value} is not between {low:g} and {high:g}"
    types = {type_ for by_type in SETTINGS.values() for type_, setting in by_type.items() if setting in own}
    types = set().union(*(_SAME_TYPES[type_] for type_ in types))
    spoken = [
        number.value
        for clause in said
        for number in clause.values
        if number.type in types and isinstance(number.value, int | float)
    ]
    now = [number.value for number in stated if number.type in types and isinstance(number.value, int | float)]
    if now:
        # "Two degrees warmer, it's nineteen".
        spoken += [present + way * number for present in now for way in _ways(said) for number in spoken]
    if value in now and value not in spoken:
        return f"{slot} {value} is how it is told to be already"
    if slot == _POSITION and any("close" in clause.actions for clause in said):
        spoken += [100 - number for number in spoken]  # "close it three quarters of the way"
    others = {number.type for clause in said for number in clause.values if not number.word} - {"number", _COLOR}
    if others and not others & types:
        return f"{slot}: the sentence speaks of {', '.join(sorted(others))}"
    up, down = ({direction in clause.actions for clause in said} == {True} for direction in ("up", "down"))
    if (up and value == low) or (down and value == high):
        return f"{slot} {value} is the wrong way"
    if any(value.by for clause in said for value in clause.values):
        return None if looked or now else f"{slot}: nobody knows what it would be changed from"
    if spoken and not any(
        abs(value - number) < 0.51 if isinstance(value, int) else abs(value - number) < 0.01 for number in spoken
    ):
        return f"{slot} {value} is not what was said"
    return None


def _ways(said: Sequence[Clause]) -> tuple[int, ...]:
    """Which ways a difference may go: up, down, or either where that was not said."""
    up = any("up" in clause.actions or clause.wishes & _MORE for clause in said)
    down = any("down" in clause.actions or clause.wishes & _LESS for clause in said)
    return (-1, 1) if up == down else (1,) if up else (-1,)


def _against_colour(colour: str, said: Sequence[Clause]) -> str | None:
    known = colour_named(colour)
    if known is None:
        return f"{colour!r} is no colour that Home Assistant knows"
    spoken = {value.value for clause in said for value in clause.values if value.type == _COLOR}
    return None if not spoken or known in spoken else f"the colour {known} is not what was said"


def _against_time(arguments: Mapping[str, Any], said: Sequence[Clause]) -> str | None:
    """A timer's length must be what was said; where not every number is one of hours, minutes or seconds, it must at least be
    made of the numbers, in any of the units."""
    given = [arguments.get(slot) for slot in _SECONDS]
    if not all(isinstance(length, int | float | None) for length in given):
        return None
    total = sum(unit * (arguments.get(slot) or 0) for slot, unit in _SECONDS.items())
    lengths = [length for clause in said for length in clause.lengths]
    if lengths and None not in lengths:
        known = [length for length in lengths if length is not None]
        sums = {sum(known), *(known if len(known) > _MOST_NUMBERS else ())}
        return None if total in sums else "the time is not what was said"
    numbers = [number for clause in said for number in clause.numbers]
    # "Half an hour", "a quarter of an hour".
    numbers += [float(v.value) / 100 for clause in said for v in clause.values if v.word and v.type == "percent"]
    if not numbers or len(numbers) > _MOST_NUMBERS:
        return None
    halves = _HALVES[1:] if any(clause.half for clause in said) else _HALVES
    sums = {
        sum(number * unit for number, unit in zip(numbers, units, strict=True)) + half
        for units in product((0, *_SECONDS.values()), repeat=len(numbers))
        for half in halves
    }
    return None if total in sums else "the time is not what was said"
