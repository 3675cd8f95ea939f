"""OpenAI's error shape, for everything that can go wrong between a client and us."""

import logging
from math import ceil

import msgspec
from litestar import Request, Response
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.response.base import ASGIResponse
from msgspec import Struct

from ..machine.turn import Failure, Refusal, Turn
from . import request_log

_log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode


class ErrorObject(Struct):
    """OpenAI's error object. ``param`` is the path of the field at fault, ``code`` a short machine-readable reason."""

    message: str
    type: str
    param: str | None = None
    code: str | None = None


class ErrorBody(Struct):
    """The body of every response that is not a success, and the last event of a stream that broke."""

    error: ErrorObject


def outcome_of(turn: Turn) -> Refusal | Failure:
    """Why a Turn was not answered."""
    return turn.failure or turn.refusal or Failure(500, f"the request ended in state {turn.state.value}")


def of(outcome: Refusal | Failure) -> ErrorBody:
    """The error body for a Turn that was refused or that failed."""
    param = outcome.param if isinstance(outcome, Refusal) else None
    return ErrorBody(ErrorObject(outcome.message, outcome.type, param, outcome.code))


def not_found(model: str) -> ASGIResponse:
    """There is no such model."""
    return response(Refusal(404, f"the model {model[:100]!r} does not exist", code="model_not_found", param="model"))


def response(outcome: Refusal | Failure) -> ASGIResponse:
    """The whole response for a Turn that was refused or that failed, ``Retry-After`` (whole seconds, rounded up) included."""
    headers = {}
    if isinstance(outcome, Failure) and outcome.retry_after is not None:
        headers["retry-after"] = str(max(0, ceil(outcome.retry_after)))
    return ASGIResponse(body=_encode(of(outcome)), status_code=outcome.status, headers=headers)


def http_exception(request: Request, error: HTTPException) -> Response[bytes]:
    """Litestar's own exceptions (no route, wrong method, body too large, not authorized) in OpenAI's shape."""
    status = error.status_code
    request_log.write_refused(request.scope, request.method, request.url.path, status)
    if status >= 500:
        return _respond(status, ErrorBody(ErrorObject(error.detail, "server_error", code="internal_error")), {})
    match status:
        case 404:
            message, code = f"{request.method} {request.url.path[:100]} is not served here", "unknown_url"
        case 405:
            allowed = (error.headers or {}).get("Allow") or (error.headers or {}).get("allow") or ""
            message, code = f"{request.method} is not possible here{f': use {allowed}' if allowed else ''}", "method_not_allowed"
        case 413:
            message, code = f"the body is larger than {request.app.request_max_body_size} bytes", "request_too_large"
        case 401:
            message, code = error.detail, "invalid_api_key"
        case _:
            message, code = error.detail, None
    return _respond(status, ErrorBody(ErrorObject(message, "invalid_request_error", code=code)), error.headers or {})


def unexpected(request: Request, error: Exception) -> Response[bytes]:
    """A bug of ours. The client learns that it was one, the log learns which."""
    _log.error("%s %s broke", request.method, request.url.path, exc_info=error)
    return _respond(500, ErrorBody(ErrorObject("internal error", "server_error", code="internal_error")), {})


def _respond(status: int, body: ErrorBody, headers: dict[str, str]) -> Response[bytes]:
    return Response(_encode(body), status_code=status, headers=headers, media_type=MediaType.JSON)
