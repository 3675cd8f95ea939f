"""The names of colours that Home Assistant takes: those of CSS (homeassistant/util/color.py)."""

from PIL import ImageColor

_NAMES = frozenset(ImageColor.colormap)


def colour_named(name: str) -> str | None:
    """The colour of this name as Home Assistant writes it, however its words are joined; None if there is none."""
    joined = "".join(letter for letter in name.casefold() if letter.isalpha())
    return joined if joined in _NAMES else None
