"""The languages that Home Assistant's official intents know."""

from home_assistant_intents import get_languages

_KNOWN = {language.casefold(): language for language in get_languages()}


def known_language(tag: str) -> str | None:
    """The official language for a language tag (``de-DE`` is ``de``, ``pt_br`` is ``pt-BR``), None if there is none."""
    parts = tag.strip().casefold().replace("_", "-").split("-")
    exact_to_general = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((_KNOWN[candidate] for candidate in exact_to_general if candidate in _KNOWN), None)
