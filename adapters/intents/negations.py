"""Words that say no, in languages that we have no vocabulary of."""

import re
from functools import cache
from pathlib import Path

import yaml

_DATA = Path(__file__).parent / "data" / "negations" / "words.yaml"
# Unlike in names, marks on letters are parts of words here.
_BETWEEN_WORDS = re.compile(r"[\s.,!?;:\"()-]+")


def denies(text: str, language: str) -> bool:
    """Whether ``text`` has a word of ``language`` that says no; ``zh-CN`` is also looked up as ``zh``. Marks on letters count."""
    words, parts = _negations(language)
    said = text.casefold()
    spaced = f" {' '.join(_BETWEEN_WORDS.split(said))} "
    return any(f" {word} " in spaced for word in words) or any(part in said for part in parts)


@cache
def _negations(language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    # Every scalar stays a string, as "no" is one of the words.
    data = yaml.load(_DATA.read_text("utf-8"), Loader=yaml.BaseLoader)
    codes = (language, language.split("-", maxsplit=1)[0])
    words, parts = (next((tuple(data[kind][code]) for code in codes if code in data[kind]), ()) for kind in ("words", "inside"))
    return words, parts
