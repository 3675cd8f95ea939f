"""What the words of a language mean in a command or a question, compiled from the language's data file."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import snowballstemmer
import yaml

from .numbers import number_words
from .text import norms

_DATA = Path(__file__).parent / "data" / "vocabulary"

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Meaning:
    """One meaning of a phrase.

    ``role`` is filler, and, all, everything, everywhere, here, pronoun, verb, kind, property, value, unit, relative, floor,
    question, negation or condition. ``value`` depends on it: the kind's id, the value, the verb's word; ``detail`` too:
    the section of a filler; "many" or "one" for a kind, the type of a value (percent, color, kelvin, number).
    """

    role: str
    value: Any = None
    detail: str = ""


@dataclass(frozen=True)
class Vocabulary:
    """The words of one language. ``phrases`` are grouped by their first word, the longest first. ``actions`` are what verbs
    mean, ``implied`` the kind that some are about by themselves, ``kind_words`` the kinds that a word in a name tells of."""

    language: str
    phrases: Mapping[str, tuple[tuple[Phrase, tuple[Meaning, ...]], ...]]
    actions: Mapping[Phrase, frozenset[str]]
    kind_words: Mapping[str, frozenset[str]]
    implied: Mapping[Phrase, str] = field(default_factory=dict)
    elisions: frozenset[str] = frozenset()
    linking: tuple[str, ...] = ()
    attributive: str = "before"
    stem: Callable[[str], str] = field(default=lambda word: word)

    @classmethod
    def bare(cls, language: str) -> "Vocabulary":
        """The vocabulary of a language that we have no words of: only the official grammar knows it."""
        return _bare(language)

    def meanings(self, words: Phrase, start: int) -> Iterator[tuple[int, tuple[Meaning, ...]]]:
        """Every known phrase that begins at ``start``: its length in words, and what it can mean."""
        for phrase, meanings in self.phrases.get(words[start], ()):
            length = len(phrase)
            if words[start : start + length] == phrase:
                yield length, meanings


@lru_cache(maxsize=64)
def _bare(language: str) -> Vocabulary:
    return Vocabulary(language, phrases={}, actions={}, kind_words={})


def _stemmer(name: str | None) -> Callable[[str], str]:
    if not name:
        return lambda word: word
    return lru_cache(maxsize=16384)(snowballstemmer.stemmer(name).stemWord)


class _Builder:
    """Collects the phrases of a data file."""

    def __init__(self, elisions: frozenset[str]) -> None:
        self._elisions = elisions
        self._meanings: dict[Phrase, dict[Meaning, None]] = {}

    def add(self, phrases: Iterable[str], meaning: Meaning) -> None:
        for phrase in phrases:
            words = self.words(phrase)
            if words:
                self._meanings.setdefault(words, {})[meaning] = None

    def words(self, phrase: str) -> Phrase:
        return norms(phrase, self._elisions)

    def compiled(self) -> dict[str, tuple[tuple[Phrase, tuple[Meaning, ...]], ...]]:
        grouped: dict[str, list[tuple[Phrase, tuple[Meaning, ...]]]] = {}
        for phrase, meanings in self._meanings.items():
            grouped.setdefault(phrase[0], []).append((phrase, tuple(meanings)))
        return {first: tuple(sorted(group, key=lambda item: -len(item[0]))) for first, group in grouped.items()}


def languages() -> tuple[str, ...]:
    """The languages that have a vocabulary of their own."""
    return tuple(sorted(path.stem for path in _DATA.glob("*.yaml")))


@lru_cache(maxsize=64)
def vocabulary(language: str) -> Vocabulary | None:
    """The vocabulary of ``language`` (a code such as ``en`` or ``pt-BR``; a region falls back to its language), or None."""
    for code in (language, language.split("-", maxsplit=1)[0]):
        source = _DATA / f"{code}.yaml"
        if source.is_file():
            # Every scalar stays a string: YAML's own ideas of on, off, no and 1_000 have no place in a list of words.
            return compile_vocabulary(language, yaml.load(source.read_text("utf-8"), Loader=yaml.BaseLoader))
    return None


def compile_vocabulary(language: str, data: Mapping[str, Any]) -> Vocabulary:
    """Compile the content of a data file. ``data`` has the sections of ``data/vocabulary/en.yaml``, which explains them."""
    elisions = frozenset(data.get("elisions") or ())
    build = _Builder(elisions)
    for section, group in data["fillers"].items():
        build.add(group, Meaning("filler", section))
    for role, section in (
        ("and", "conjunctions"),
        ("pronoun", "pronouns"),
        ("question", "questions"),
        ("negation", "negations"),
        ("condition", "conditions"),
    ):
        build.add(data.get(section) or (), Meaning(role))
    for role in ("all", "everything", "everywhere", "here", "relative"):
        build.add(data.get(role) or (), Meaning(role))
    for phrase in data.get("floors") or ():
        build.add((phrase,), Meaning("floor", phrase))

    # Articles inside an action's phrase are optional, unless the same word is an action of its own (the German "ein").
    alone = {build.words(phrase) for phrases in data["actions"].values() for phrase in phrases}
    articles = {word for phrase in data["fillers"]["articles"] for word in build.words(phrase) if (word,) not in alone}
    actions: dict[Phrase, set[str]] = {}
    for action, phrases in data["actions"].items():
        for phrase in phrases:
            words = tuple(word for word in build.words(phrase) if word not in articles)
            actions.setdefault(words, set()).add(action)
            for word in words:
                build.add((word,), Meaning("verb", word))

    kind_words: dict[str, set[str]] = {}
    for kind, words in data["kinds"].items():
        for number in ("many", "one"):
            for word in words.get(number) or ():
                build.add((word,), Meaning("kind", kind, number))
                kind_words.setdefault("".join(build.words(word)), set()).add(kind)
    for prop, phrases in (data.get("properties") or {}).items():
        build.add(phrases, Meaning("property", prop))
    for type_, values in (data.get("values") or {}).items():
        for phrase, value in values.items():
            build.add((phrase,), Meaning("value", value if type_ == "color" else float(value), type_))
    for unit, phrases in (data.get("units") or {}).items():
        # The degree sign and the percent sign are tokens of their own.
        build.add(phrases, Meaning("unit", unit))
    for phrase, value in number_words(language).items():
        build.add((" ".join(phrase),), Meaning("value", float(value), "number"))

    return Vocabulary(
        language=language,
        phrases=build.compiled(),
        actions={words: frozenset(names) for words, names in actions.items()},
        kind_words={word: frozenset(kinds) for word, kinds in kind_words.items()},
        implied={build.words(phrase): kind for kind, phrases in (data.get("implied") or {}).items() for phrase in phrases},
        elisions=elisions,
        linking=tuple(data.get("linking") or ()),
        attributive=data.get("attributive", "before"),
        stem=_stemmer(data.get("stemmer")),
    )
