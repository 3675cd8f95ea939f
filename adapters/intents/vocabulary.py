"""What the words of a language mean in a command or a question, compiled from the language's data file."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from .numbers import number_words
from .stems import stemmer
from .text import Token, norms, spelling, tokenise

_DATA = Path(__file__).parent / "data" / "vocabulary"
_QUESTIONS = Path(__file__).parent / "data" / "questions"

# What stands in a phrase for the words that are told in the middle of it.
_GAP = "..."
Phrase = tuple[str, ...]
Around = tuple[Phrase, Phrase | None]


@dataclass(frozen=True, slots=True)
class Meaning:
    """One meaning of a phrase.

    ``role`` is filler, and, all, everything, everywhere, here, pronoun, verb, kind, property, value, unit, relative, floor,
    question, negation or condition. ``value`` depends on it: the kind's id, the value, the verb's word; ``detail`` too:
    the section of a filler; "many", "some", "one" or "called" for a kind, the type of a value (percent, color, kelvin, number).
    """

    role: str
    value: Any = None
    detail: str = ""


@dataclass(frozen=True)
class Vocabulary:
    """The words of one language. ``phrases`` are grouped by their first word, the longest first. ``actions`` are what verbs
    mean, ``implied`` the kind that some are about by themselves, ``kind_words`` the kinds that a word in a name tells of,
    ``articles`` and ``differences`` are words that can be an article, or lead a difference, ``binding`` prepositions that lead
    a value, ``indefinite`` articles of one thing of many, ``genitives`` those that say whose something is, ``written`` the
    spellings of a phrase with its accents, ``clitics`` pronouns that are written as one word with the verb, ``contracted`` an
    "is" that is one with the word before, ``hesitations`` sounds that say nothing, ``shopping`` what the list of what is to be
    bought is called, ``played`` words for what a player plays, ``afterwards`` the words for "and" that say what comes later,
    ``describing`` verbs that after a noun may only tell how it is, ``ensuring`` and ``copulas`` words of "make sure that it is
    locked", ``wishing`` those that make a wish of a state that is only named, ``brought_about`` the verb for each such state,
    ``wishes`` verbs for what a thing is to become, ``passives`` the "be" of "it must be locked", and ``becoming`` what may
    follow such a verb by itself ("off").
    """

    language: str
    phrases: Mapping[str, tuple[tuple[Phrase, tuple[Meaning, ...]], ...]]
    actions: Mapping[Phrase, frozenset[str]]
    kind_words: Mapping[str, frozenset[str]]
    implied: Mapping[Phrase, str] = field(default_factory=dict)
    written: Mapping[tuple[Phrase, Meaning], frozenset[Phrase]] = field(default_factory=dict)
    plain: frozenset[Phrase] = frozenset()
    elisions: frozenset[str] = frozenset()
    linking: tuple[str, ...] = ()
    attributive: str = "before"
    articles: frozenset[str] = frozenset()
    differences: frozenset[str] = frozenset()
    binding: frozenset[str] = frozenset()
    indefinite: frozenset[str] = frozenset()
    prepositions: frozenset[str] = frozenset()
    genitives: frozenset[str] = frozenset()
    clitics: tuple[str, ...] = ()
    contracted: frozenset[str] = frozenset()
    hesitations: frozenset[str] = frozenset()
    shopping: tuple[Phrase, ...] = ()
    played: frozenset[Phrase] = frozenset()
    afterwards: frozenset[Phrase] = frozenset()
    describing: frozenset[str] = frozenset()
    ensuring: tuple[Phrase, ...] = ()
    wishing: tuple[Phrase, ...] = ()
    copulas: frozenset[str] = frozenset()
    brought_about: tuple[tuple[Phrase, Phrase], ...] = ()
    wishes: frozenset[str] = frozenset()
    passives: frozenset[str] = frozenset()
    becoming: tuple[Phrase, ...] = ()
    stem: Callable[[str], str] = field(default=lambda word: word)

    @classmethod
    @lru_cache(maxsize=64)
    def bare(cls, language: str) -> "Vocabulary":
        """The vocabulary of a language that we have no words of: only the official grammar knows it."""
        return cls(language, phrases={}, actions={}, kind_words={})

    def meanings(self, words: Phrase, start: int) -> Iterator[tuple[int, tuple[Meaning, ...]]]:
        """Every known phrase that begins at ``start``: its length in words, and what it can mean."""
        for phrase, meanings in self.phrases.get(words[start], ()):
            length = len(phrase)
            if words[start : start + length] == phrase:
                yield length, meanings

    def alone(self, word: str) -> tuple[Meaning, ...]:
        """What a word (in normal form) can mean by itself."""
        return tuple(meaning for _, meanings in self.meanings((word,), 0) for meaning in meanings)

    def written_so(self, tokens: Sequence[Token], meaning: Meaning) -> bool:
        """Whether a phrase is written like one of ours: accents may be missing, but those that are there must be the word's
        own (the Spanish "apague" is a command, with an accent on the last letter it is a report). A single letter must be
        just the letter."""
        if meaning.detail == "number":
            return True
        norm = tuple(token.norm for token in tokens)
        forms = self.written.get((norm, meaning), {norm})
        if norm in self.plain and norm not in forms and tuple(spelling(token.text) for token in tokens) == norm:
            # Without accents it is another word of ours ("la", not "l\u00e0").
            return False
        return any(all(_written_as(token, own) for token, own in zip(tokens, form, strict=True)) for form in forms)

    def binds(self, preposition: str) -> bool:
        """Whether a preposition leads the value that something is set to ("to 40"), and not a time or a place."""
        return preposition in self.binding if self.binding else preposition not in self.differences


@dataclass(frozen=True)
class QuestionVocabulary:
    """The words of questions in one language. ``words`` has the roles asker, state, measure, any, none, not, outside and
    people besides those of commands; ``spoken`` is the word to say for each state, ``outside`` the words
    that name the outdoors, ``prepositions`` those that lead a noun ("on" is one, and a state), ``asking_verbs`` verbs that ask
    at the head of a sentence (the German "brennt"), ``of_oneself`` pronouns of somebody who tells how it is to them.
    ``follow_ups`` are the words with which a question follows up another, by how: what stands before and what behind the words
    that tell what is different (None behind: no such words). ``records`` has the words of questions about lists and calendars:
    asker, any, list, entries, agenda, planned, empty, when, next, day, timer, running; ``days`` the word to say for each day of
    the week."""

    words: Vocabulary
    spoken: Mapping[str, str]
    outside: frozenset[str] = frozenset()
    prepositions: frozenset[str] = frozenset()
    states: frozenset[str] = frozenset()
    unmarked: bool = False
    asker_first: bool = False
    asking_verbs: frozenset[str] = frozenset()
    of_oneself: frozenset[str] = frozenset()
    follow_ups: Mapping[str, tuple[Around, ...]] = field(default_factory=dict)
    records: Vocabulary = field(default_factory=lambda: Vocabulary.bare(""))
    days: Mapping[str, str] = field(default_factory=dict)


class _Builder:
    """Collects the phrases of a data file."""

    def __init__(self, elisions: frozenset[str]) -> None:
        self._elisions = elisions
        self._meanings: dict[Phrase, dict[Meaning, None]] = {}
        self._kind_words: dict[str, set[str]] = {}
        self._written: dict[tuple[Phrase, Meaning], set[Phrase]] = {}

    def add(self, phrases: Iterable[str], meaning: Meaning) -> None:
        for phrase in phrases:
            tokens = self.tokens(phrase)
            words = tuple(token.norm for token in tokens)
            if words:
                self._meanings.setdefault(words, {})[meaning] = None
                self._written.setdefault((words, meaning), set()).add(tuple(token.text.casefold() for token in tokens))

    def number(self, phrase: Phrase, value: int) -> None:
        """A spoken number, given in normal form: with whatever accents it is written."""
        self._meanings.setdefault(phrase, {})[Meaning("value", float(value), "number")] = None

    def kinds(self, kinds: Mapping[str, Mapping[str, Iterable[str]]]) -> None:
        for kind, words in kinds.items():
            for number in ("many", "some", "one", "played", "called"):
                for word in words.get(number) or ():
                    self.add((word,), Meaning("kind", kind, "one" if number == "played" else number))
                    self._kind_words.setdefault("".join(self.words(word)), set()).add(kind)

    def words(self, phrase: str) -> Phrase:
        return norms(phrase, self._elisions)

    def joined(self, phrases: Iterable[str] | None) -> frozenset[str]:
        """Phrases as single words, as they are looked up by: "i would" as "iwould"."""
        return frozenset("".join(self.words(phrase)) for phrase in phrases or ())

    def tokens(self, phrase: str) -> tuple[Token, ...]:
        return tokenise(phrase, self._elisions)

    def vocabulary(self, language: str, data: Mapping[str, Any]) -> Vocabulary:
        grouped: dict[str, list[tuple[Phrase, tuple[Meaning, ...]]]] = {}
        for phrase, meanings in self._meanings.items():
            grouped.setdefault(phrase[0], []).append((phrase, tuple(meanings)))
        return Vocabulary(
            language=language,
            phrases={first: tuple(sorted(group, key=lambda item: -len(item[0]))) for first, group in grouped.items()},
            actions={},
            kind_words={word: frozenset(kinds) for word, kinds in self._kind_words.items()},
            written={key: frozenset(forms) for key, forms in self._written.items() if {key[0]} != forms},
            plain=frozenset(words for (words, _), forms in self._written.items() if words in forms),
            elisions=self._elisions,
            linking=tuple(data.get("linking") or ()),
            attributive=data.get("attributive", "before"),
            articles=self.joined(data["fillers"]["articles"]),
            prepositions=self.joined(data["fillers"]["prepositions"]),
            genitives=self.joined(data.get("genitives")),
            binding=self.joined(data.get("binding")),
            indefinite=self.joined(data.get("indefinite")),
            differences=self.joined(data.get("relative")),
            clitics=tuple(data.get("clitics") or ()),
            contracted=frozenset(data.get("contracted") or ()),
            hesitations=self.joined(data.get("hesitations")),
            ensuring=tuple(tuple(token.norm for token in self.tokens(phrase)) for phrase in data.get("ensuring") or ()),
            wishing=tuple(self.words(phrase) for phrase in data.get("wishing") or ()),
            copulas=self.joined(data.get("copulas")),
            brought_about=tuple((self.words(state), self.words(verb)) for state, verb in data.get("brought_about", {}).items()),
            wishes=self.joined(data.get("wishes")),
            passives=self.joined(data.get("passives")),
            becoming=tuple(self.words(phrase) for phrase in data.get("becoming") or ()),
            shopping=tuple(self.words(phrase) for phrase in data.get("shopping") or ()),
            describing=self.joined(data.get("describing")),
            afterwards=frozenset(self.words(phrase) for phrase in data.get("afterwards") or ()),
            played=frozenset(self.words(phrase) for words in data["kinds"].values() for phrase in words.get("played") or ()),
            stem=stemmer(data.get("stemmer")),
        )


def _written_as(token: Token, own: str) -> bool:
    text = spelling(token.text)
    return text == spelling(own) or (text == token.norm and len(text) > 1)


def languages() -> tuple[str, ...]:
    """The languages that have a vocabulary of their own."""
    return tuple(sorted(path.stem for path in _DATA.glob("*.yaml")))


@lru_cache(maxsize=64)
def vocabulary(language: str) -> Vocabulary | None:
    """The vocabulary of ``language`` (a code such as ``en`` or ``pt-BR``; a region falls back to its language), or None."""
    data = _load(_DATA, language)
    return compile_vocabulary(language, data) if data is not None else None


def words_of(language: str) -> Vocabulary:
    """The vocabulary of a language; without any words if we have none of it."""
    return vocabulary(language) or Vocabulary.bare(language)


@lru_cache(maxsize=64)
def question_vocabulary(language: str) -> QuestionVocabulary | None:
    """What the words of ``language`` mean in a question, or None if there is no such data."""
    data, questions = _load(_DATA, language), _load(_QUESTIONS, language)
    return compile_questions(language, data, questions) if data is not None and questions is not None else None


def _load(directory: Path, language: str) -> dict[str, Any] | None:
    for code in (language, language.split("-", maxsplit=1)[0]):
        source = directory / f"{code}.yaml"
        if source.is_file():
            # Every scalar stays a string: YAML's own ideas of on, off, no and 1_000 have no place in a list of words.
            return yaml.load(source.read_text("utf-8"), Loader=yaml.BaseLoader)
    return None


def compile_vocabulary(language: str, data: Mapping[str, Any]) -> Vocabulary:
    """Compile the content of a data file. ``data`` has the sections of ``data/vocabulary/en.yaml``, which explains them."""
    build = _shared(language, data)
    for role, section in (
        ("question", "questions"),
        ("negation", "negations"),
        ("alternative", "alternatives"),
        ("relative", "relative"),
    ):
        build.add(data.get(section) or (), Meaning(role))
    for role, section in (("there", "there"), ("other", "other"), ("stand_in", "stand_ins")):
        build.add(data.get(section) or (), Meaning(role))
    actions = _actions(build, data)
    for prop, phrases in (data.get("properties") or {}).items():
        build.add(phrases, Meaning("property", prop))
    for type_, values in (data.get("values") or {}).items():
        for phrase, value in values.items():
            build.add((phrase,), Meaning("value", value if type_ == "color" else float(value), type_))
    implied = {build.words(phrase): kind for kind, phrases in (data.get("implied") or {}).items() for phrase in phrases}
    return replace(build.vocabulary(language, data), actions=actions, implied=implied)


def compile_questions(language: str, data: Mapping[str, Any], questions: Mapping[str, Any]) -> QuestionVocabulary:
    """Compile a language's words for questions: the shared ones of ``data`` and those of ``data/questions``."""
    build = _shared(language, data)
    build.add((*(questions.get("courtesy") or ()), *(data.get("there") or ())), Meaning("filler", "courtesy"))
    for asker, phrases in questions["askers"].items():
        build.add(phrases, Meaning("asker", asker))
    for role in ("any", "none", "negated", "outside", "people", "everyone", "nobody", "today"):
        build.add(questions.get(role) or (), Meaning(role))
    build.add(questions.get("negation") or (), Meaning("not"))
    for section in ("states", "measures"):
        for name, phrases in questions[section].items():
            build.add(phrases, Meaning(section.removesuffix("s"), name))
    build.kinds(questions.get("kinds") or {})
    spoken = {state: phrases[0] for state, phrases in questions["states"].items()}
    # Of phrases ("behind the window"), single words may stand in other names.
    phrases = (build.words(phrase) for phrase in questions.get("outside") or ())
    outside = frozenset(words[0] for words in phrases if len(words) == 1)
    states = build.joined(phrase for phrases in questions["states"].values() for phrase in phrases)
    return QuestionVocabulary(
        build.vocabulary(language, data),
        spoken,
        outside=outside,
        prepositions=build.joined(data["fillers"]["prepositions"]),
        states=states,
        unmarked="unmarked" in questions,
        asker_first="asker_first" in questions,
        asking_verbs=build.joined(questions.get("asking_verbs")),
        of_oneself=build.joined(questions.get("of_oneself")),
        follow_ups={how: tuple(_around(one, build) for one in said) for how, said in questions.get("follow_ups", {}).items()},
        records=_records(language, data, questions),
        days={day: phrases[0] for day, phrases in ((questions.get("records") or {}).get("days") or {}).items()},
    )


def _around(phrase: str, build: _Builder) -> Around:
    """What a phrase says before and after the words that it leaves open; None after it if there are none."""
    first, gap, last = phrase.partition(_GAP)
    return build.words(first), build.words(last) if gap else None


def _records(language: str, data: Mapping[str, Any], questions: Mapping[str, Any]) -> Vocabulary:
    """The words of questions about lists and calendars."""
    build = _Builder(frozenset(data.get("elisions") or ()))
    for group in (*data["fillers"].values(), questions.get("courtesy") or ()):
        build.add(group, Meaning("filler", "filler"))
    for asker, phrases in questions["askers"].items():
        # Who wants to be given a list wants to hear what is on it.
        build.add(phrases, Meaning("asker", "what" if asker == "give" else asker))
    build.add(data.get("conjunctions") or (), Meaning("and"))
    build.add(questions.get("any") or (), Meaning("any"))
    records = questions.get("records") or {}
    build.add(records.get("also") or (), Meaning("filler", "filler"))
    for asker, phrases in (records.get("askers") or {}).items():
        build.add(phrases, Meaning("asker", asker))
    for role in ("entries", "agenda", "planned", "empty", "when", "next", "running"):
        build.add(records.get(role) or (), Meaning(role))
    build.add(records.get("timers") or (), Meaning("timer"))
    for role, section in (("list", "lists"), ("day", "days")):
        for value, phrases in (records.get(section) or {}).items():
            build.add(phrases, Meaning(role, value))
    return build.vocabulary(language, data)


def _shared(language: str, data: Mapping[str, Any]) -> _Builder:
    """The words that commands and questions have in common."""
    build = _Builder(frozenset(data.get("elisions") or ()))
    for section, group in data["fillers"].items():
        build.add(group, Meaning("filler", section))
    for role, section in (("and", "conjunctions"), ("pronoun", "pronouns"), ("condition", "conditions")):
        build.add(data.get(section) or (), Meaning(role))
    for role in ("all", "both", "everything", "everywhere", "here"):
        build.add(data.get(role) or (), Meaning(role))
    build.add(data.get("halves") or (), Meaning("half"))
    floors = data.get("floors") or ()
    for floor in floors:
        # A floor is sent to HA as it is named; forms of its name mean the same.
        build.add((floor, *(floors[floor] if isinstance(floors, Mapping) else ())), Meaning("floor", floor))
    build.kinds(data["kinds"])
    for unit, phrases in (data.get("units") or {}).items():
        build.add(phrases, Meaning("unit", unit))
    for phrase, value in number_words(language).items():
        build.number(phrase, value)
    return build


def _actions(build: _Builder, data: Mapping[str, Any]) -> dict[Phrase, frozenset[str]]:
    """The actions by their phrases; every word of a phrase is a verb's. What is politeness elsewhere, of several words, is one
    word there ("de nuevo" in "play it again"), so that it is not taken for politeness."""
    # Articles inside an action's phrase are optional, unless the same word is an action of its own (the German "ein"), or the
    # phrase begins with it: "a song further" skips one, "the song further" plays on.
    indefinite = {word for phrase in data.get("indefinite") or () for word in build.words(phrase)}
    alone = {build.words(phrase) for phrases in data["actions"].values() for phrase in phrases}
    articles = {said[0] for said in map(build.words, data["fillers"]["articles"]) if len(said) == 1 and said not in alone}
    said_apart = {build.words(phrase) for phrase in data["fillers"].get("courtesy") or ()}
    together = {words for words in said_apart if len(words) > 1}
    actions: dict[Phrase, set[str]] = {}
    for action, phrases in data["actions"].items():
        for phrase in phrases:
            units = list(_units(build.tokens(phrase), together))
            counted = units[:1] if len(units) > 1 and _verb(units[0]) in indefinite else []
            units = [*counted, *(unit for unit in units[len(counted) :] if _verb(unit) not in articles)]
            actions.setdefault(tuple(map(_verb, units)), set()).add(action)
            for unit in units:
                build.add((" ".join(token.text for token in unit),), Meaning("verb", _verb(unit)))
    return {words: frozenset(names) for words, names in actions.items()}


def _units(tokens: Sequence[Token], together: Collection[Phrase]) -> Iterator[Sequence[Token]]:
    """``tokens`` one by one, but those of each phrase of ``together`` as one."""
    start = 0
    while start < len(tokens):
        norms_left = tuple(token.norm for token in tokens[start:])
        length = max((len(phrase) for phrase in together if norms_left[: len(phrase)] == phrase), default=1)
        yield tokens[start : start + length]
        start += length


def _verb(unit: Sequence[Token]) -> str:
    return " ".join(token.norm for token in unit)
