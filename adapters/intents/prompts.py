"""What a model is told, in the user's language: constant texts from data files, one file a language."""

from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from .replies import FALLBACK

_DATA = Path(__file__).parent / "data" / "prompts"


class PromptTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """One language's: the instructions for each kind of task, and the headings of what follows them. ``here`` has a place for
    ``{area}``."""

    house: str
    question: str
    general: str
    image: str
    structured: str
    devices: str
    no_area: str
    here: str
    candidates: str


@lru_cache(maxsize=64)
def prompt_texts(language: str) -> PromptTexts:
    """The texts of ``language``; a region falls back to its language, and an unknown language to English."""
    for code in (language, language.split("-", maxsplit=1)[0], FALLBACK):
        source = _DATA / f"{code}.yaml"
        if source.is_file():
            return msgspec.yaml.decode(source.read_bytes(), type=PromptTexts)
    raise FileNotFoundError(f"{_DATA} has no texts in {FALLBACK}")
