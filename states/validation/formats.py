"""Answers in a format that the client asked for: OpenAI's ``response_format``."""

import json
import re
from typing import Any

import msgspec
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from referencing import Registry
from referencing.exceptions import Unresolvable

from ...adapters.openai.wire import ChatRequest
from .spoken import without_thoughts

_FENCE = re.compile(r"```\w*\s*(.*?)\s*```", re.DOTALL)
_LONGEST = 300


def structured(request: ChatRequest | None) -> dict[str, Any] | None:
    """The format that was asked for, if it is JSON."""
    asked = request.response_format if request is not None else None
    return asked if asked is not None and asked.get("type") in ("json_object", "json_schema") else None


def in_format(text: str, asked: dict[str, Any]) -> tuple[str, str | None]:
    """The JSON in ``text``, written anew, and what is wrong with it; None if it is what was asked for.

    Thoughts, code fences and words around the JSON are left out, as long as there is only one JSON text.
    """
    found = _values(without_thoughts(text))
    if len(found) != 1:
        return "", "the model's answer is not JSON" if not found else "the model's answer holds more than one JSON text"
    value = found[0]
    if asked.get("type") == "json_object" and not isinstance(value, dict):
        return "", "the model's answer is not a JSON object"
    reason = _against_schema(value, asked)
    return ("", reason) if reason else (json.dumps(value, ensure_ascii=False), None)


def _values(text: str) -> list[Any]:
    """The JSON texts: the whole of it, else what the fences hold, else what begins and ends with brackets between words."""
    for bodies in ([text], _FENCE.findall(text)):
        found = [value for body in bodies if (value := _decoded(body)) is not msgspec.UNSET]
        if found:
            return found
    start = min((place for bracket in "{[" if (place := text.find(bracket)) >= 0), default=-1)
    if start < 0:
        return []
    try:
        value, end = json.JSONDecoder(parse_constant=_no_number).raw_decode(text, start)
    except (ValueError, RecursionError):
        return []
    return [value] if not re.search(r"[{\[]", text[end:]) else [value, text[end:]]


def _decoded(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return msgspec.UNSET


def _no_number(name: str) -> Any:
    raise ValueError(name)


def _against_schema(value: Any, asked: dict[str, Any]) -> str | None:
    wrapper = asked.get("json_schema")
    schema = wrapper.get("schema") if isinstance(wrapper, dict) else None
    if not isinstance(schema, dict):
        return None
    try:
        Draft202012Validator.check_schema(schema)
        error = next(Draft202012Validator(schema, registry=Registry()).iter_errors(value), None)
    except SchemaError as broken:
        return f"the schema of response_format is invalid: {broken.message[:_LONGEST]}"
    except (Unresolvable, RecursionError, re.error) as broken:
        return f"the schema of response_format cannot be used: {type(broken).__name__}"
    if error is None:
        return None
    path = ".".join(map(str, error.absolute_path))
    return f"the model's answer does not fit the schema: {f'{path}: ' if path else ''}{error.message[:_LONGEST]}"
