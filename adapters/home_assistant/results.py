"""What Home Assistant answers to a tool call."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from . import catalogue
from .dialect import LIVE_CONTEXT, MATCH_FAILURES
from .types import ActionResult, ErrorResult, LiveContextResult, OtherResult, Result, ResultTarget

CACHED_RESULTS = 16
CACHED_CHARACTERS = 1_000_000


def parse_result(content: str) -> Result:
    """The content of a ``tool`` message. Never raises: what HA did not write, or what we do not know, is an OtherResult.

    Clients send a result as JSON, some wrap it as ``{"data": result, "error": bool or null}``.
    """
    return _cached(content) if len(content) <= CACHED_CHARACTERS else _parse(content)


def match_failure(error: ErrorResult) -> str | None:
    """Why nothing matched the target of a call, as one of HA's ``MatchFailedReason`` (``NAME``, ``INVALID_FLOOR``, ...).

    None if the error is another one, or does not say.
    """
    found = next((match for pattern in MATCH_FAILURES if (match := pattern.search(error.text))), None)
    return found["reason"].upper().replace(" ", "_") if found else None


def _parse(content: str) -> Result:
    try:
        value: Any = msgspec.json.decode(content)
    except (ValueError, RecursionError):
        return _from_text(content) or OtherResult(content)
    match value:
        case {"data": data, "error": bool() | None as failed} if "response_type" not in value:
            return _failed(data) if failed else _from_value(data)
        case _:
            return _from_value(value)


_cached = lru_cache(CACHED_RESULTS)(_parse)
"""A client sends the results of earlier rounds again with every round."""


def _failed(value: Any) -> Result:
    """What the client says is an error, whatever it looks like."""
    result = _from_value(value)
    match result:
        case ErrorResult():
            return result
        case OtherResult(data=str(text)):
            return _error(None, text)
        case _:
            return _error(None, msgspec.json.encode(value).decode())


def _from_value(value: Any) -> Result:
    match value:
        case {"response_type": str(kind)}:
            return _from_intent(kind, value)
        case {"error": str(error)} if error:
            return _error(error, value.get("error_text"))
        case {"success": False}:
            return _error(None, msgspec.json.encode(value).decode())
        case {"result": result} if value.keys() <= {"success", "result"}:
            return (_from_text(result) if isinstance(result, str) else None) or OtherResult(result)
        case str(text):
            return _from_text(text) or OtherResult(text)
        case list(several):
            return _first_error(several) or OtherResult(several)
        case _:
            return OtherResult(value)


def _first_error(several: list[Any]) -> ErrorResult | None:
    """The first failure of several services that were called with one tool call."""
    found = (_from_value(one) for one in several if isinstance(one, dict))
    return next((result for result in found if isinstance(result, ErrorResult)), None)


def _from_text(text: str) -> LiveContextResult | None:
    """A live context, if the text is one from its first to its last character: half a house would be a wrong one."""
    header = LIVE_CONTEXT.match(text)
    if header is None:
        return None
    listing = catalogue.read(text[header.end() :])
    if not listing.length or text[header.end() + listing.length :].strip():
        return None
    return LiveContextResult(listing.entities)


def _error(error: str | None, text: Any) -> ErrorResult:
    """HA gives the name of an exception and a text, or a text alone."""
    if isinstance(text, str) and text:
        return ErrorResult(error or "", text)
    return ErrorResult(error, "") if error and error.isidentifier() else ErrorResult("", error or "")


def _from_intent(kind: str, value: Mapping[str, Any]) -> Result:
    """An intent's response: HA's ``IntentResponse.as_dict``."""
    data = value.get("data")
    data = data if isinstance(data, dict) else {}
    speech = _speech(value.get("speech"))
    if kind == "error":
        code = data.get("code")
        return ErrorResult(code if isinstance(code, str) else kind, speech)
    rest = {key: found for key, found in value.items() if key not in ("speech", "response_type", "data")}
    return ActionResult(
        response_type=kind,
        success=_targets(data.get("success")),
        failed=_targets(data.get("failed")),
        speech=speech,
        data=rest | {key: found for key, found in data.items() if key not in ("success", "failed")},
    )


def _speech(speech: Any) -> str:
    match speech:
        case {"plain": {"speech": str(text)}} | {"ssml": {"speech": str(text)}}:
            return text
        case _:
            return ""


def _targets(targets: Any) -> tuple[ResultTarget, ...]:
    found = (_target(target) for target in targets) if isinstance(targets, list) else ()
    return tuple(target for target in found if target is not None)


def _target(target: Any) -> ResultTarget | None:
    match target:
        case {"name": str(name), "type": str(kind)}:
            identifier = target.get("id")
            return ResultTarget(name, kind, identifier if isinstance(identifier, str) else None)
        case _:
            return None
