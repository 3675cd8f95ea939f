"""What a thing can take, as far as its attributes tell: Home Assistant would take the call, and do only half of it, or refuse."""

from ...adapters.home_assistant.types import Entity

_PLAIN = "onoff"
_WARMTH = frozenset({"color_temp"})
_COLOURS = frozenset({"hs", "xy", "rgb", "rgbw", "rgbww"})


def takes(entity: Entity, slot: str, value: object) -> bool:
    """Whether the tool's ``slot`` can have ``value`` for an entity. True where nothing is known of it.

    Known are a light's ``supported_color_modes``, and the bounds of a thermostat (``min_temp``, ``max_temp``), in its own unit.
    """
    attributes = entity.attributes
    if entity.domain == "light" and (modes := _modes(attributes.get("supported_color_modes"))):
        match slot:
            case "brightness":
                return modes != {_PLAIN}
            case "temperature":
                return bool(modes & (_WARMTH | _COLOURS))
            case "color":
                return bool(modes & _COLOURS)
    if entity.domain == "climate" and slot == "temperature" and isinstance(value, int | float):
        low, high = _number(attributes.get("min_temp")), _number(attributes.get("max_temp"))
        return (low is None or low <= value) and (high is None or value <= high)
    return True


def _modes(told: object) -> set[str]:
    """The modes of a light: a list, or its words joined with commas, as a template writes them."""
    words = told.split(",") if isinstance(told, str) else told if isinstance(told, list | tuple) else ()
    return {str(word).strip() for word in words} - {"", "unknown"}


def _number(told: object) -> float | None:
    try:
        return float(str(told))
    except ValueError:
        return None
