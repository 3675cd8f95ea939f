"""The shape of a generated call: its tool by the exact offered name, its arguments in the types that the schema wants.

Only what can be meant in one way is put right: a prefix that is missing, one value where a list is wanted, digits where a
number is wanted, arguments that are empty. Nothing is ever made up.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...adapters.home_assistant.types import OfferedTool
from ...adapters.openai.wire import FunctionCall

_PREFIX = re.compile(r"__|\.")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_EMPTY: tuple[Any, ...] = (None, "", [])


def tool_called(name: str, tools: Sequence[OfferedTool]) -> OfferedTool | None:
    """The offered tool of this name; where none has it, the only one whose last name part is the same as this one's."""
    for tool in tools:
        if tool.name == name:
            return tool
    last = _last(name)
    found = {tool.name: tool for tool in tools if _last(tool.name) == last}
    return next(iter(found.values())) if len(found) == 1 else None


def calls_in(function: FunctionCall, tool: OfferedTool | None) -> list[dict[str, Any]] | None:
    """The arguments of the calls that a generated call stands for: several where it has a list of names and the tool takes
    one. None if the arguments are not a JSON object."""
    arguments = function.parsed
    if arguments is None:
        return None
    if tool is None:
        return [arguments]
    names = arguments.get("name")
    if not isinstance(names, list) or not names or "string" not in _types(tool.slots.get("name")):
        return [fitted(arguments, tool)]
    return [fitted({**arguments, "name": name}, tool) for name in names]


def fitted(arguments: Mapping[str, Any], tool: OfferedTool) -> dict[str, Any]:
    """The arguments in the types that the tool's schema wants; optional ones that are empty are left out."""
    required = frozenset(tool.required)
    return {
        slot: _fitted(value, tool.slots.get(slot))
        for slot, value in arguments.items()
        if slot in required or slot not in tool.slots or not any(value is empty or value == empty for empty in _EMPTY)
    }


def _last(name: str) -> str:
    return _PREFIX.split(name)[-1].casefold()


def _fitted(value: Any, schema: Any) -> Any:
    types = set(_types(schema))
    if isinstance(value, str) and "string" not in types:
        if types & {"number", "integer"} and _NUMBER.fullmatch(value.strip()):
            value = float(value)
        elif "array" in types:
            return [value]
    if isinstance(value, float) and value.is_integer() and types & {"number", "integer"}:
        return int(value)
    return value


def _types(schema: Any) -> Iterator[str]:
    """The JSON types that a schema allows at its top."""
    if isinstance(schema, dict):
        given = schema.get("type")
        yield from [given] if isinstance(given, str) else [name for name in given or () if isinstance(name, str)]
        for branch in schema.get("anyOf") or schema.get("oneOf") or ():
            yield from _types(branch)
