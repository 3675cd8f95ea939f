"""The tools of a request: which of them are Home Assistant's own, and whether arguments fit their schemas."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError
from msgspec import Struct
from referencing import Registry
from referencing.exceptions import Unresolvable

from ..openai.wire import Tool
from .types import OfferedTool

CACHED_TOOL_LISTS = 16
CACHED_SCHEMAS = 256
MESSAGE_LENGTH = 300

_PREFIX = re.compile(r"__|\.")
# Of tools that are not HA's own, only the name can tell: that is how programmers call functions that change nothing.
_READS = re.compile(r"(?:get|list|search|find|read|fetch|query|lookup|look_up)(?:_|(?=[A-Z])|$)")
_OBJECT: dict[str, Any] = {"type": "object", "properties": {}}


class _Known(Struct, forbid_unknown_fields=True):
    """A line of ``tools.yaml``."""

    has: frozenset[str]
    may: frozenset[str] = frozenset()
    also: tuple[str, ...] = ()
    reads: bool = False

    def fits(self, parameters: Mapping[str, Any]) -> bool:
        """Whether a tool with this schema can be it."""
        properties, required = parameters.get("properties"), parameters.get("required")
        offered = frozenset(properties) if isinstance(properties, dict) else frozenset()
        demanded = {name for name in required if isinstance(name, str)} if isinstance(required, list) else set()
        known = self.has | self.may
        return self.has <= offered and demanded <= known and (not offered or not offered.isdisjoint(known))


_KNOWN: dict[str, _Known] = msgspec.yaml.decode(Path(__file__).with_name("tools.yaml").read_bytes(), type=dict[str, _Known])
_INTENTS = {last: intent for intent, known in _KNOWN.items() for last in (intent, *known.also)}


def offered_tools(tools: Sequence[Tool] | None) -> tuple[OfferedTool, ...]:
    """The functions that a request offers, in its order, with HA's own names for those that are HA's.

    HA repeats its tools with every request: the same tools are the same objects.
    """
    return _offered(msgspec.json.encode(tools)) if tools else ()


@lru_cache(CACHED_TOOL_LISTS)
def _offered(tools: bytes) -> tuple[OfferedTool, ...]:
    functions = [tool.function for tool in msgspec.json.decode(tools, type=list[Tool])]
    return tuple(
        OfferedTool(
            name=function.name,
            intent=intent_of(function.name, function.parameters or {}),
            description=function.description or "",
            parameters=function.parameters or _OBJECT,
        )
        for function in functions
    )


def broken_schemas(tools: Sequence[Tool] | None) -> tuple[tuple[int, str], ...]:
    """Which of a request's tools, by their places, have parameters that are no JSON Schema, and what is wrong with them."""
    return _broken(msgspec.json.encode(tools)) if tools else ()


@lru_cache(CACHED_TOOL_LISTS)
def _broken(tools: bytes) -> tuple[tuple[int, str], ...]:
    parameters = [tool.function.parameters for tool in msgspec.json.decode(tools, type=list[Tool])]
    found = ((place, schema_problem(schema)) for place, schema in enumerate(parameters) if schema is not None)
    return tuple((place, problem) for place, problem in found if problem is not None)


def schema_problem(schema: Mapping[str, Any]) -> str | None:
    """What is wrong with a JSON Schema; None if it is one."""
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        path = ".".join(map(str, error.absolute_path))
        return f"{path}: {error.message[:MESSAGE_LENGTH]}" if path else error.message[:MESSAGE_LENGTH]
    except (RecursionError, re.error) as error:
        return type(error).__name__
    return None


def intent_of(name: str, parameters: Mapping[str, Any]) -> str | None:
    """HA's own name for a tool: by the last part of its name, behind any prefixes, if the schema is that tool's."""
    intent = _INTENTS.get(_PREFIX.split(name)[-1])
    return intent if intent is not None and _KNOWN[intent].fits(parameters) else None


def reads(tool: OfferedTool) -> bool:
    """Whether a tool only reads, as far as its name tells; what cannot be told may change something."""
    if tool.intent is not None:
        return _KNOWN[tool.intent].reads
    return _READS.match(_PREFIX.split(tool.name)[-1]) is not None


def problems(tool: OfferedTool, arguments: Mapping[str, Any]) -> list[str]:
    """What is wrong with a call of ``tool``, in the words of JSON Schema; empty if it can be sent.

    A schema that is itself broken makes every call of its tool a problem; it never raises.
    """
    try:
        errors = sorted(validator(tool).iter_errors(dict(arguments)), key=lambda error: list(map(str, error.absolute_path)))
    except SchemaError as error:
        return [f"the schema of {tool.name} is invalid: {error.message[:MESSAGE_LENGTH]}"]
    except (Unresolvable, RecursionError, re.error) as error:
        return [f"the schema of {tool.name} cannot be used: {type(error).__name__}"]
    return [_worded(error) for error in errors]


def validator(tool: OfferedTool) -> Draft202012Validator:
    """The validator of the tool's arguments, made once for each schema. Raises SchemaError if the schema is invalid."""
    return _validator(msgspec.json.encode(tool.parameters))


@lru_cache(CACHED_SCHEMAS)
def _validator(schema: bytes) -> Draft202012Validator:
    parsed = msgspec.json.decode(schema)
    Draft202012Validator.check_schema(parsed)
    return Draft202012Validator(parsed, registry=Registry())  # an empty registry: a $ref never makes us fetch anything


def _worded(error: ValidationError) -> str:
    path = ".".join(map(str, error.absolute_path))
    message = error.message[:MESSAGE_LENGTH]
    return f"{path}: {message}" if path else message
