"""The YAML list of entities that HA writes into system messages and into the results of GetLiveContext."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from yaml import CBaseLoader, MappingNode, Node, ScalarNode, SequenceNode, YAMLError

from .names import named
from .types import Entity, Named

_SINGLE = r"'(?:[^']|'')*'"
_DOUBLE = r'"(?:[^"\\]|\\[\s\S])*"'
_VALUE = rf"(?:{_SINGLE}|{_DOUBLE}|\[\]|\{{\}}|[^ \t\n'\"&*!|>%@`\[\]{{}}#,][^\n]*)"
_KEYED = rf"[\w-]+:(?:[ ]{_VALUE})?"
_LIST = re.compile(
    rf"""(?:
          (?:[^\S\n]*\n)* -[ ]{_KEYED}   # a new entity, its first key
        | [ ]{{2,}} {_KEYED}             # another key, of the entity or of its attributes
        | [ ]{{4,}} -[ ]{_VALUE}         # an element of an attribute that is a list
        | [ ]{{4,}} [^ \n][^\n]*         # a long text goes on
    )[^\S\n]*(?:\n|\Z)""",
    re.VERBOSE,
)
"""One line, or one line with a quoted text that goes over several, of what PyYAML dumps for a list of entities."""

_ITEM = re.compile(r"^- ", re.MULTILINE)
_EMPTY = re.compile(r"\[\][^\S\n]*(?:\n|\Z)")
_OUTSIDE = re.compile(r"^[^\s-]", re.MULTILINE)
_DOMAIN = re.compile(r"[a-z][a-z0-9_]*")


class Listing(Struct, frozen=True):
    """The entities of a list, and how many characters of the text it took (0: the text does not start with a list)."""

    entities: tuple[Entity, ...]
    length: int


class _NotAnEntityError(ValueError):
    """A list element that HA did not write."""


def possible(text: str, start: int) -> str:
    """The part of ``text`` from ``start`` on that can belong to a list, roughly: the key under which a list is cached."""
    if _EMPTY.match(text, start):
        return "[]\n"
    outside = _OUTSIDE.search(text, start)
    return text[start : outside.start() if outside else len(text)]


def read(text: str) -> Listing:
    """Read the list of entities that ``text`` starts with.

    The list ends before the first element that is not an entity (what follows is then somebody else's list, or text), and
    where the text no longer looks as HA dumps it. Every scalar comes as the text that is written there, null as None.
    """
    if empty := _EMPTY.match(text):
        return Listing((), empty.end())
    end = 0
    while line := _LIST.match(text, end):
        end = line.end()
    starts = [item.start() for item in _ITEM.finditer(text, 0, end)]
    names: dict[str, Named] = {}
    try:
        nodes: Iterator[Node] = iter(_elements(text[:end]))
    except (YAMLError, ValueError):
        bounds = zip(starts, [*starts[1:], end], strict=True)
        nodes = (node for start, stop in bounds for node in _elements(text[start:stop]))
    entities: list[Entity] = []
    try:
        for node in nodes:
            entities.append(_entity(node, names))
    except (YAMLError, ValueError):
        end = starts[len(entities)]
    return Listing(tuple(entities), end)


def _elements(text: str) -> list[Node]:
    """The nodes of a list, by libyaml and without YAML's guesses at types: ``on``, ``12:30`` and ``0x1`` stay text."""
    parser = CBaseLoader(text)
    try:
        root = parser.get_single_node()
    finally:
        parser.dispose()
    if root is None:
        return []
    if not isinstance(root, SequenceNode):
        raise _NotAnEntityError("not a list")
    return root.value


def _entity(node: Node, names: dict[str, Named]) -> Entity:
    """``names`` holds the names that have been read: the entities of an area share its."""
    values = _plain(node, set())
    if not isinstance(values, dict):
        raise _NotAnEntityError("not a mapping")
    joined, domain, area, state = (values.get(key) for key in ("names", "domain", "areas", "state"))
    attributes = values.get("attributes")
    if not isinstance(joined, str) or not isinstance(domain, str) or not _DOMAIN.fullmatch(domain):
        raise _NotAnEntityError("without a name or a domain")
    return Entity(
        names=_shared(joined, names),
        domain=domain,
        area=_shared(area, names) if isinstance(area, str) and area else None,
        state=state if isinstance(state, str) else None,
        attributes=attributes if isinstance(attributes, dict) else {},
    )


def _shared(joined: str, names: dict[str, Named]) -> Named:
    known = names.get(joined)
    if known is None:
        known = names[joined] = named(joined)
    return known


def _plain(node: Node, seen: set[int]) -> Any:
    """The node as text, None, dict or list. HA dumps no aliases, and resolving them would let a short text grow without end."""
    if isinstance(node, ScalarNode):
        return None if not node.style and node.value in ("", "null", "~") else node.value
    if id(node) in seen:
        raise _NotAnEntityError("an alias")
    seen.add(id(node))
    if isinstance(node, MappingNode):
        return {str(_plain(key, seen)): _plain(value, seen) for key, value in node.value}
    return [_plain(value, seen) for value in node.value]
