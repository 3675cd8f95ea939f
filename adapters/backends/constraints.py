"""Which JSON Schemas LiteRT-LM can hold its output to.

Its constraints see a token as the tokenizer writes it: a space is U+2581 there, and a letter that the vocabulary lacks is a
row of byte tokens (LiteRT-LM issue 3510, open in 0.18). Inside a free string that does no harm, it is decoded afterwards; but
a space that the schema itself prescribes can never be matched, nor can one between the parts of an object. So whitespace is
ruled out, and schemas that prescribe such text are left to the prompt and to the validation of what was generated.
"""

from typing import Any

ANY_OBJECT: dict[str, Any] = {"type": "object"}
_FIXED = ("pattern", "format", "patternProperties")


def constraint(response_format: dict[str, Any] | None) -> dict[str, Any] | None:
    """The schema to generate by, for OpenAI's ``response_format``; None where there is none, or none that would work."""
    match response_format:
        case {"type": "json_object"}:
            schema: Any = ANY_OBJECT
        case {"type": "json_schema", "json_schema": {"schema": dict() as schema}}:
            pass
        case _:
            return None
    return {**schema, "x-guidance": {"whitespace_flexible": False}} if _plain(schema) else None


def _plain(schema: Any) -> bool:
    """Whether all text that the schema prescribes is written in tokens as it is written here."""
    if isinstance(schema, list):
        return all(_plain(part) for part in schema)
    if not isinstance(schema, dict):
        return True
    properties = schema["properties"] if isinstance(schema.get("properties"), dict) else {}
    values = schema["enum"] if isinstance(schema.get("enum"), list) else []
    if any(key in schema for key in _FIXED) or not all(map(_writable, [*properties, *values, schema.get("const")])):
        return False
    parts = [part for key, part in schema.items() if key not in ("properties", "enum", "const")]
    return _plain([*properties.values(), *parts])


def _writable(value: Any) -> bool:
    if isinstance(value, str):
        return value.isascii() and value.isprintable() and " " not in value
    return not isinstance(value, dict | list)
