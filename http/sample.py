"""Requests for ``ha-assist ask``: the sample home's, or a captured one."""

import re
from pathlib import Path
from typing import Any

import msgspec

SAMPLE_HOME = Path(__file__).parent / "data" / "sample_home.yaml"

Body = dict[str, Any]

_AREA = re.compile(r"^ *areas: ([^,\n]+)", re.MULTILINE)


class CaptureError(ValueError):
    """A captured request cannot be read. The message is one line."""


def sample_home(sentence: str) -> Body:
    """A request to the sample home with ``sentence`` as what its user says."""
    body: Body = msgspec.yaml.decode(SAMPLE_HOME.read_bytes())
    return saying(body, sentence)


def sample_area() -> str:
    """The name of a room of the sample home."""
    found = _AREA.search(SAMPLE_HOME.read_text(encoding="utf-8"))
    return found[1].strip() if found is not None else ""


def captured(path: Path, line: int = 1) -> Body:
    """The request body in ``path``: JSON, or line ``line`` (counted from 1) of JSON lines; bare, or as ``{"body": ...}``.

    Raises CaptureError.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CaptureError(f"{path}: cannot be read: {error.strerror}") from None
    try:
        found = msgspec.json.decode(data)
        lines = 1
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        found, lines = _line(path, data, line)
    if line > lines:
        raise CaptureError(f"{path}: there is no line {line}, only {lines}")
    body = found.get("body", found) if isinstance(found, dict) else found
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        raise CaptureError(f"{path}: this is not the body of a chat-completions request")
    return body


def saying(body: Body, sentence: str) -> Body:
    """``body`` as if its user had just said ``sentence`` to start a conversation: only the system's messages stay."""
    first = [message for message in body["messages"] if _role(message) in ("system", "developer")]
    return body | {"messages": [*first, {"role": "user", "content": sentence}]}


def _role(message: Any) -> Any:
    return message.get("role") if isinstance(message, dict) else None


def _line(path: Path, data: bytes, line: int) -> tuple[Any, int]:
    lines = [text for text in data.splitlines() if text.strip()]
    try:
        return (msgspec.json.decode(lines[line - 1]) if line <= len(lines) else None), len(lines)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CaptureError(f"{path}, line {line}: not valid JSON: {error}") from None
