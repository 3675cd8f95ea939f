"""What the names of a thing can be, where HA joined them into one text."""

from .types import Named

SEPARATOR = ", "
MAX_READINGS = 64
"""A thing has a handful of names. A text that can be read in more ways than this is cut short: safe, for a reading that is
missing is a name that we do not act on."""


def named(joined: str) -> Named:
    """The readings of ``joined``, HA's display name and aliases with commas between them.

    A name can itself hold a comma, so every contiguous run of parts is a name that the thing can have: first the single
    parts in their order (a comma inside a name is rare, so the first part is the likeliest display name), then runs of two,
    of three, and so on.
    """
    parts = joined.split(SEPARATOR, MAX_READINGS)
    if len(parts) == 1:
        return exactly(joined)
    runs = (
        SEPARATOR.join(parts[start : start + length]).strip()
        for length in range(1, len(parts) + 1)
        for start in range(len(parts) - length + 1)
    )
    readings: dict[str, None] = {}
    for run in runs:
        if len(readings) == MAX_READINGS:
            break
        if run:
            readings[run] = None
    return Named(joined, tuple(readings) or (joined,), certain=False)


def exactly(name: str) -> Named:
    """``name`` as the one name that is meant."""
    return Named(name, (name.strip() or name,))


def led_by(names: Named, display: str) -> Named:
    """``names``, knowing that the display name is ``display``, which ``names.joined`` starts with."""
    if names.joined == display:
        return exactly(display)
    aliases = named(names.joined[len(display) + len(SEPARATOR) :])
    readings = dict.fromkeys((exactly(display).display, *aliases.readings))
    return Named(names.joined, tuple(readings), aliases.certain)
