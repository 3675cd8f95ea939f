"""Words without their endings, as a language's data file says how."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from threading import Lock
from typing import Any

import snowballstemmer

# What is left of a word without its ending.
_SHORTEST_STEM = 3


def _snowball(name: str) -> Callable[[str], str]:
    """A Snowball stemmer that any number of threads may use: by itself it holds the word that it works on, and two threads get
    each other's endings, or an error."""
    snowball, lock = snowballstemmer.stemmer(name), Lock()

    @lru_cache(maxsize=16384)
    def stem(word: str) -> str:
        with lock:
            return snowball.stemWord(word)

    return stem


def stemmer(rule: str | Mapping[str, Any] | None) -> Callable[[str], str]:
    """The function that takes case and number off a word in normal form: a Snowball stemmer by its name, or the language's
    own endings, with what stands for them, and changes of the stem's end (for languages whose stems change with the case)."""
    if not rule:
        return lambda word: word
    if isinstance(rule, str):
        return _snowball(rule)
    endings = sorted(rule["endings"].items(), key=lambda item: -len(item[0]))
    changes = list(rule["changes"].items())

    @lru_cache(maxsize=16384)
    def stem(word: str) -> str:
        for ending, instead in endings:
            if word.endswith(ending) and len(word) - len(ending) + len(instead) >= _SHORTEST_STEM:
                word = word.removesuffix(ending) + instead
                break
        for end, instead in changes:
            if word.endswith(end) and len(word) - len(end) > 1:
                return word.removesuffix(end) + instead
        return word

    return stem
