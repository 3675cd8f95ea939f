"""Tools as a model gets them: what the task cannot use is left out. Whatever fits a reduced schema fits the offered one.

Only HA's own tools are reduced: what another tool's description and fields mean, only their author knows.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...adapters.home_assistant.types import Entity, OfferedTool
from ..retrieval.documents import sentences, served
from .listing import name_of

FEW = 2
"""So many names or areas are worth being enumerated: more would cost more tokens than the list of things itself."""

ONE_BY_ONE = 4
"""So many things of one domain can be called one by one, by their names. For more, a tool is offered areas and domains to choose
them by."""

MANY = 3
"""More domains than these are not enumerated either: the list of things has them."""

_CHOSEN = ("name", "area", "domain", "floor", "device_class")


def offered(
    tool: OfferedTool, entities: Sequence[Entity], *, floors: bool, said: Iterable[str] = (), terse: bool = False
) -> dict[str, Any]:
    """``tool`` in OpenAI's format, for a task about ``entities``. ``floors``: the user speaks of one. ``terse``: no names are
    enumerated, for they are listed anyway, and a tool for things of one kind is described by its name alone."""
    if tool.intent is None:
        return _function(tool.name, tool.description, tool.parameters)
    entities = _acted_on(tool, entities)
    domains = sorted({entity.domain for entity in entities})
    slots: dict[str, Any] = {}
    for name, schema in tool.slots.items():
        reduced = (
            _chosen(name, schema, () if terse and name == "name" else entities, domains, floors, said)
            if name in _CHOSEN
            else _without_words(schema)
        )
        if reduced is not None or name in tool.required:
            slots[name] = reduced if reduced is not None else schema
    parameters: dict[str, Any] = {"type": "object", "properties": slots}
    if tool.required:
        parameters["required"] = list(tool.required)
    return _function(tool.name, "" if terse and len(served(tool)) == 1 else _description(tool, domains), parameters)


def _acted_on(tool: OfferedTool, entities: Sequence[Entity]) -> Sequence[Entity]:
    """The entities of the domains that the tool is for, as far as that is known."""
    domains = served(tool)
    return [entity for entity in entities if entity.domain in domains] if domains else entities


def _function(name: str, description: str, parameters: Mapping[str, Any] | None) -> dict[str, Any]:
    function: dict[str, Any] = {"name": name}
    if description:
        function["description"] = description
    return {"type": "function", "function": function | {"parameters": parameters or {"type": "object", "properties": {}}}}


def _description(tool: OfferedTool, domains: Iterable[str]) -> str:
    """The first sentence, and of the others those about the things of a domain that is there ("For locks, this ...")."""
    first, *others = sentences(tool.description)
    things = [f"{domain.replace('_', ' ')}s" for domain in domains]
    kept = [text for text in others if any(thing in text.casefold() for thing in things)]
    return " ".join([first, *kept])


def _chosen(
    name: str, schema: Any, entities: Sequence[Entity], domains: Sequence[str], floors: bool, said: Iterable[str]
) -> dict[str, Any] | None:
    """The schema of an argument that chooses the target; None where it has nothing to choose."""
    match name:
        case "name":
            return _text(schema, [name_of(entity, said) for entity in entities])
        case "area" | "domain" if 0 < _most_alike(entities) <= ONE_BY_ONE:
            return None
        case "area":
            return _text(schema, [entity.area.display for entity in entities if entity.area is not None])
        case "domain":
            # A tool for one domain need not be told which.
            return _listed(schema, domains, least=2)
        case "device_class":
            return _listed(schema, sorted({entity.device_class for entity in entities if entity.device_class}), least=1)
        case _:
            return _text(schema, ()) if floors else None


def _most_alike(entities: Iterable[Entity]) -> int:
    return max(Counter(entity.domain for entity in entities).values(), default=0)


def _text(schema: Any, values: Iterable[str]) -> dict[str, Any] | None:
    """A text, enumerated where there are few; None if the argument takes no text of our choosing."""
    plain = _branch(schema, "string")
    if plain is None or "enum" in plain:
        return plain
    few = sorted(set(values))
    return {"type": "string", "enum": few} if 0 < len(few) <= FEW else {"type": "string"}


def _listed(schema: Any, values: Sequence[str], *, least: int) -> dict[str, Any] | None:
    """A list of some of ``values``, as far as the argument takes them; None if that leaves less than ``least`` to choose from
    of what it takes."""
    array = _branch(schema, "array")
    if array is None or not isinstance(array.get("items"), dict):
        return None
    allowed = array["items"].get("enum")
    if isinstance(allowed, list) and len(allowed) < least:
        return None
    usable = [value for value in values if not isinstance(allowed, list) or value in allowed]
    if len(usable) > MANY and not isinstance(allowed, list):
        return {"type": "array", "items": {"type": "string"}}
    return {"type": "array", "items": {"type": "string", "enum": usable}} if usable else None


def _branch(schema: Any, kind: str) -> dict[str, Any] | None:
    """The schema itself, or that of its alternatives that is of this type."""
    if not isinstance(schema, dict):
        return None
    branches = [schema, *(branch for branch in schema.get("anyOf") or () if isinstance(branch, dict))]
    return next((branch for branch in branches if branch.get("type") == kind), None)


def _without_words(schema: Any) -> Any:
    """A value's schema without its description: HA's names of values say what they are."""
    return {key: value for key, value in schema.items() if key != "description"} if isinstance(schema, dict) else schema
