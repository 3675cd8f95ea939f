"""The corpus: what people say in the invented homes, and what must then be true. See `README.md` for how to write it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from . import homes, yaml12

FOLDER = Path(__file__).parent.parent / "corpus"
AGREED = "agreed"


class CorpusError(Exception):
    """A corpus file is not as it must be."""


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """What a reply must contain. `says`: each phrase, or one of each list of phrases; `never`: none of these; `value`: this
    number and no other that is not part of a name or of the question."""

    says: list[str | list[str]] = []
    never: list[str] = []
    value: str | int | float | None = None


class Expectation(msgspec.Struct, forbid_unknown_fields=True, rename={"alternative": "or"}):
    """What must be true after an utterance: exactly one of the five (`changes` and `answer` may go together), or more in `or`."""

    changes: dict[str, str | int | dict[str, Any]] | None = None
    answer: Answer | None = None
    asks_back: bool | Answer = False
    nothing: bool | Answer = False
    model: bool = False
    alternative: list[Expectation] = []

    def alternatives(self) -> list[Expectation]:
        """This and the others that would do as well."""
        return [self, *self.alternative]


class Utterance(Expectation, forbid_unknown_fields=True):
    """One thing said, and what must be true afterwards."""

    say: str = ""


class Entry(Expectation, forbid_unknown_fields=True, rename={"alternative": "or", "place": "from"}):
    """One sentence, several ways to say the same, or a conversation of several turns."""

    say: str | list[str] = ""
    turns: list[Utterance] = []
    place: str | None = None
    since: str | None = None
    why: str | None = None


class CorpusFile(msgspec.Struct, forbid_unknown_fields=True):
    """One file: one home, one language, entries by kind."""

    home: str
    language: str
    kinds: dict[str, list[Entry]]


@dataclass(frozen=True)
class Case:
    """One conversation to hold, ready to run."""

    file: str
    home: str
    language: str
    kind: str
    area: str | None
    turns: tuple[Utterance, ...]
    since: str | None = None
    why: str | None = None

    @property
    def text(self) -> str:
        """All that is said."""
        return " / ".join(turn.say for turn in self.turns)

    def saying(self, text: str) -> Case:
        """The same expectation for other words."""
        return replace(self, turns=(msgspec.structs.replace(self.turns[0], say=text),))


def _cases(file: str, content: CorpusFile) -> Iterator[Case]:
    for kind, entries in content.kinds.items():
        for entry in entries:
            if bool(entry.say) == bool(entry.turns):
                raise CorpusError(f"{file}, {kind}: an entry needs either `say` or `turns`: {entry}")
            case = Case(file, content.home, content.language, kind, entry.place, tuple(entry.turns))
            case = replace(case, since=entry.since, why=entry.why)
            if entry.turns:
                yield case
                continue
            expected = {name: getattr(entry, name) for name in Expectation.__struct_fields__}
            case = replace(case, turns=(Utterance(**expected),))
            for text in [entry.say] if isinstance(entry.say, str) else entry.say:
                yield case.saying(text)


def _problems(case: Case) -> Iterator[str]:
    home = homes.load(case.home)
    known = {*home.placed(), "satellite.timers"}
    if case.area is not None and case.area not in home.areas:
        yield f"there is no area {case.area!r}"
    for turn in case.turns:
        if not turn.say:
            yield "nothing is said"
        for expected in turn.alternatives():
            speaks_or_acts = expected.changes is not None or expected.answer is not None
            if sum([speaks_or_acts, bool(expected.asks_back), bool(expected.nothing), expected.model]) != 1:
                yield "expects not exactly one of changes, answer, asks_back, nothing, model"
            for entity_id in set(expected.changes or {}) - known:
                yield f"there is no entity {entity_id}"


def _read(path: Path, home: str | None) -> Iterator[Case]:
    try:
        raw = yaml12.load(path)
        if home is not None and isinstance(raw, dict) and raw.get("home") != home:
            return
        content = msgspec.convert(raw, CorpusFile)
    except (yaml12.YAMLError, msgspec.ValidationError) as error:
        raise CorpusError(f"{path.name}: {error}") from error
    yield from _cases(path.stem, content)


def below(name: str | None) -> Path:
    """The corpus' folder, or one in it by name."""
    folder = FOLDER if name is None else FOLDER / name
    if not folder.is_dir():
        raise CorpusError(f"there is no folder {name!r} in the corpus; there are: {', '.join(folders())}")
    return folder


def folders() -> list[str]:
    """The names of the folders in the corpus' folder: sentences that the ordinary run does not hold."""
    return sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


def load(folder: Path = FOLDER, home: str | None = None) -> list[Case]:
    """Every case of every file in a folder (not of those in folders below it), or of one home's files, checked against the
    homes."""
    paths = (path for path in sorted(folder.glob("*.yaml")) if path.stem != AGREED)
    cases = [case for path in paths for case in _read(path, home)]
    for case in cases:
        for problem in _problems(case):
            raise CorpusError(f"{case.file}, {case.kind}, {case.text!r}: {problem}")
    return cases


def select(
    cases: list[Case], home: str | None = None, kind: str | None = None, language: str | None = None, text: str | None = None
) -> list[Case]:
    """The cases of a home, a kind (or its beginning), a language, that contain a text."""
    return [
        case
        for case in cases
        if (home is None or case.home == home)
        and (kind is None or case.kind.startswith(kind))
        and (language is None or case.language == language)
        and (text is None or text.casefold() in case.text.casefold())
    ]
