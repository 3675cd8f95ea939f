"""Numbers as people say them, from Unicode's spell-out rules (``unicode-rbnf``), in both directions of joining."""

from functools import lru_cache

from unicode_rbnf import RbnfEngine

from .text import norms

# Values that settings of a house take: percentages and temperatures one by one, kelvin in hundreds.
_VALUES = (*range(0, 201), *range(300, 10_001, 100))


@lru_cache(maxsize=64)
def number_words(language: str) -> dict[tuple[str, ...], int]:
    """Every way to say a number of interest in ``language``: the words' normal forms -> the value.

    A language without spell-out rules has none; digits are understood in all languages.
    """
    try:
        engine = RbnfEngine.for_language(language.split("-", maxsplit=1)[0])
    except ValueError:
        return {}
    words: dict[tuple[str, ...], int] = {}
    for value in _VALUES:
        for spelled in engine.format_number(value).text_by_ruleset.values():
            phrase = norms(spelled.replace("\u00ad", ""))
            if phrase and not phrase[0].isdigit():
                words.setdefault(phrase, value)
    return words
