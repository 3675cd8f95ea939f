"""From a YAML file and the environment to typed settings: reading, overriding, and errors that name the key.

Knows nothing about which settings there are: ``root`` is always the Struct that describes them.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
import yaml
from msgspec import Meta, Struct

ENVIRONMENT_PREFIX = "HA_ASSIST__"

S = TypeVar("S", bound=Struct)


class SettingsError(ValueError):
    """Settings are wrong. Each of the ``problems`` is one line: the key's path, what is wrong, and what is allowed."""

    def __init__(self, *problems: str) -> None:
        self.problems = tuple(" ".join(problem.split()) for problem in problems)
        super().__init__("; ".join(self.problems))


class _BadKeyError(yaml.MarkedYAMLError):
    """A key that a settings file must not have."""


def read(path: Path) -> dict[str, Any]:
    """The file's content; an empty file is an empty dict. Raises SettingsError."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: not UTF-8 text") from None
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    data = {} if (parsed := _parsed(text, str(path))) is None else parsed
    if not isinstance(data, dict):
        raise SettingsError(f"{path}: expected sections with keys, got {type(data).__name__}")
    return data


def override(data: dict[str, Any], environ: Mapping[str, str], root: type[Struct]) -> None:
    """Put the environment's values in their places in ``data``; whole sections before single keys. Raises SettingsError."""
    ours = {name: value for name, value in environ.items() if name.upper().startswith(ENVIRONMENT_PREFIX)}
    for name, value in sorted(ours.items(), key=lambda item: item[0].count("__")):
        _override(data, name, value, root)


def convert(data: dict[str, Any], root: type[S]) -> S:
    """Typed and checked settings. Raises SettingsError, with everything that is wrong."""
    filled = _with_empty_sections(data, root)
    problems: list[str] = []
    items: dict[str, list[int]] = {}
    while True:
        try:
            settings = msgspec.convert(filled, root)
        except msgspec.ValidationError as error:
            problem = _explained(str(error), root)
            problems.append(_ITEM.sub(lambda item: _numbered(item, items), problem, count=1))
            # Without it, the next one shows.
            if not _without(filled, str(error), items):
                break
        else:
            if not problems:
                return settings
            break
    raise SettingsError(*problems)


_ITEM = re.compile(r"^(?P<list>[^\[\]: ]+)\[(?P<place>\d+)\]")


def _numbered(item: re.Match[str], items: Mapping[str, list[int]]) -> str:
    """An item of a list by its place in the file, from which others have been taken out."""
    places = items.get(item["list"])
    return f"{item['list']}[{places[int(item['place'])] if places else item['place']}]"


def _without(data: dict[str, Any], message: str, items: dict[str, list[int]]) -> bool:
    """Take the key, or the item of a list, that msgspec complains about out of ``data``; false if it cannot be found. ``items``:
    for each list, the places in the file of what is left of it."""
    match = _WHERE.match(message)
    what, path = (match["what"], match["path"] or "") if match else (message, "")
    item, unknown = _ITEM.match(path), _UNKNOWN.match(what)
    keys = (item["list"] if item else _joined(path, unknown["key"]) if unknown else path).split(".")
    section: Any = data
    try:
        for key in keys[:-1]:
            section = section[key]
        if item:
            left = items.setdefault(item["list"], list(range(len(section[keys[-1]]))))
            del section[keys[-1]][int(item["place"])], left[int(item["place"])]
        else:
            del section[keys[-1]]
    except (KeyError, IndexError, TypeError):
        return False
    return True


class _Loader(yaml.SafeLoader):
    """YAML that refuses a key given twice (the first one would be ignored without a word) and keys that are not text."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, str):
                raise _BadKeyError(None, None, f"the key {key!r} is not text", key_node.start_mark)
            if key in seen:
                raise _BadKeyError(None, None, f"the key {key!r} is given twice", key_node.start_mark)
            seen.add(key)
        return super().construct_mapping(node, deep)


_QUOTED = re.compile(r" ?(['\"]).*\1", re.DOTALL)


def _parsed(text: str, source: str) -> Any:
    """YAML as plain objects. PyYAML's own messages quote the text, which may hold a secret: what is quoted is left out."""
    try:
        return yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        problem = error.problem if isinstance(error, _BadKeyError) else _QUOTED.sub(" ...", error.problem or "")
        raise SettingsError(f"{source}{place}: not valid YAML: {problem}") from None
    except (yaml.YAMLError, ValueError, RecursionError):
        raise SettingsError(f"{source}: not valid YAML") from None


def _hints(known: Any) -> dict[str, Any]:
    """The keys of a Struct with their types; nothing for any other type."""
    return get_type_hints(known, include_extras=True) if isinstance(known, type) and issubclass(known, Struct) else {}


def _override(data: dict[str, Any], name: str, value: str, root: type[Struct]) -> None:
    keys = name[len(ENVIRONMENT_PREFIX) :].lower().split("__")
    known: Any = root
    for depth, key in enumerate(keys, start=1):
        hints = _hints(known)
        if key not in hints:
            allowed = f"known here: {', '.join(hints)}" if hints else f"{'.'.join(keys[: depth - 1])} has no keys of its own"
            raise SettingsError(f"{name}: unknown key {'.'.join(keys[:depth])} ({allowed})")
        known = hints[key]
    *parents, last = keys
    section: Any = data
    for parent in parents:
        if section.get(parent) is None:
            section[parent] = {}
        section = section[parent]
        if not isinstance(section, dict):
            return  # the file is wrong here, and ``convert`` says so
    section[last] = _value(name, value, known)


def _value(name: str, value: str, known: Any) -> Any:
    """A YAML value; but what is to be text is taken as it is, so that a key of digits or with a ``#`` is what it looks like."""
    text = value.strip()
    if _is_text(known) and text not in ("", "~", "null") and text[0] not in "'\"":
        return text
    return _parsed(text, name)


def _is_text(known: Any) -> bool:
    """Whether a type is ``str``, annotated or not, optional or not."""
    if known is str:
        return True
    return get_origin(known) is not tuple and any(_is_text(part) for part in get_args(known) if part is not known)


def _with_empty_sections(data: dict[str, Any], known: Any) -> dict[str, Any]:
    """A section whose lines are all commented out reads as null, and means: its defaults."""
    hints = _hints(known)
    filled: dict[str, Any] = {}
    for key, value in data.items():
        section = bool(_hints(hints.get(key)))
        if section and isinstance(value, dict):
            filled[key] = _with_empty_sections(value, hints[key])
        else:
            filled[key] = {} if section and value is None else value
    return filled


_WHERE = re.compile(r"^(?P<what>.*?)(?: - at `\$\.?(?P<path>.*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"^Object contains unknown field `(?P<key>.*)`$", re.DOTALL)
_MISSING = re.compile(r"^Object missing required field `(?P<key>.*)`$")
_CONSTRAINT = re.compile(r" (?:[<>]=?|of length|matching regex) .*$", re.DOTALL)


def _explained(message: str, root: type[Struct]) -> str:
    """msgspec's message, led by the path of the key, with what is allowed."""
    match = _WHERE.match(message)
    what, path = (match["what"], match["path"] or "") if match else (message, "")
    known = _type_at(path, root)
    if unknown := _UNKNOWN.match(what):
        return f"{_joined(path, unknown['key'])}: unknown key (known here: {', '.join(_hints(known))})"
    if missing := _MISSING.match(what):
        return f"{_joined(path, missing['key'])}: missing, and needed"
    bare = _CONSTRAINT.sub("", what)
    what = _in_words(bare.replace("`", "")) if bare == what else "this value is not allowed"
    # What may be left out is a union with None.
    branches = get_args(known) if get_origin(known) in (Union, UnionType) else (known,)
    allowed = "; ".join(_allowed(part) for branch in branches for part in get_args(branch) if isinstance(part, Meta))
    return f"{path}: {what[:1].lower()}{what[1:]}" + (f" (allowed: {allowed})" if allowed else "")


_TYPES = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a section with keys",
    "null": "nothing",
}
_EXPECTED = re.compile(r"Expected (?P<wanted>[a-z |]+)(?:, got (?P<got>[a-z]+))?", re.IGNORECASE)


def _in_words(what: str) -> str:
    """msgspec's names of types in words: "expected str | null, got array"."""
    found = _EXPECTED.fullmatch(what)
    names = [name.strip() for name in found["wanted"].split("|")] if found is not None else []
    if found is None or not all(name in _TYPES for name in names):
        return what
    wanted = " or ".join(_TYPES[name] for name in names if name != "null")
    match found["got"]:
        case None:
            return f"should be {wanted}"
        case "null":
            return f"empty, and should be {wanted}; leave the key out for its default"
        case got:
            return f"expected {wanted}, got {_TYPES.get(got, got)}"


def _allowed(meta: Meta) -> str:
    if meta.description:
        return meta.description
    bounds = [(meta.gt, "more than"), (meta.ge, "at least"), (meta.lt, "less than"), (meta.le, "at most")]
    said = [f"{word} {bound}" for bound, word in bounds if bound is not None]
    return " and ".join(said + (["what is not empty"] if meta.min_length is not None else []))


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _type_at(path: str, root: type[Struct]) -> Any:
    """The type that ``models.remote[0].base_url`` or the like has."""
    known: Any = root
    for key in re.findall(r"[^.\[\]]+|\[[^\]]*\]", path):
        known = get_args(known)[0] if key.startswith("[") else _hints(known)[key]
    return known
