"""What went wrong at an OpenAI-compatible server, as one of our errors: a status, a code and one line for a reader."""

import re
from typing import Any

import openai

from .protocol import BackendError

TOO_LONG = "input_token_limit_exceeded"

# How servers say that the prompt is too long: OpenAI and llama-cpp-python in `code`, llama.cpp in `type`, vLLM in words only.
_TOO_LONG_NAMES = {"context_length_exceeded", "exceed_context_size_error"}
_TOO_LONG_WORDS = "maximum context length"

MEMORY = re.compile(r"out of (?:\w+ )?memory|out_of_\w*memory|resource_exhausted|bad_alloc", re.IGNORECASE)

OUT_OF_MEMORY = "backend_out_of_memory"

# What a server says of itself that holds for its clients' clients too: it is not wrong, and may be well again later.
_PASSING = {429: (503, "backend_busy"), 503: (503, "backend_unavailable"), 504: (504, "backend_timeout")}

_LONGEST_MESSAGE = 300


def broken_off() -> BackendError:
    """The stream ended without a finish reason (some servers end so when the prompt is too long)."""
    return BackendError("the backend ended its answer without finishing it")


def backend_error(error: Exception, *, started: bool = False, keep_status: bool = False) -> BackendError:
    """Our error for what the client raised.

    ``started``: the answer had begun, so a lost connection is half an answer and not an absent server. ``keep_status``: the
    server's own status and code are kept (a request that is passed through), except where they speak about our key, which
    is not the client's.
    """
    match error:
        case TimeoutError() | openai.APITimeoutError():
            return BackendError("the backend did not answer in time", status=504, code="backend_timeout")
        case openai.APIConnectionError() if started:
            return BackendError("the connection to the backend broke before its answer was complete")
        case openai.APIConnectionError():
            return BackendError(
                f"the backend cannot be reached: {_line(str(error.__cause__ or error))}", status=503, code="backend_unavailable"
            )
        case openai.APIStatusError():
            return _of_status(error, keep_status)
        case openai.APIError():
            return _too_long(error.body) or _reported(error.message)
        case _:
            return BackendError("the backend's answer cannot be read")


def _of_status(error: openai.APIStatusError, keep_status: bool) -> BackendError:
    status = error.status_code
    if status in (401, 403):
        return BackendError(
            f"the backend refuses our key ({status}): check the environment variable that api_key_env names",
            code="backend_refuses_key",
        )
    body = error.body if isinstance(error.body, dict) else {}
    said = body.get("message")
    message = _line(said if isinstance(said, str) and said else error.message)
    retry_after = _seconds(error.response.headers.get("retry-after"))
    if keep_status and status >= 400:
        named = next((name for name in (body.get("code"), body.get("type")) if isinstance(name, str) and name), "backend_error")
        return BackendError(message, status=status, code=named, retry_after=retry_after, brief=f"the backend answered {status}")
    if status < 500 and (too_long := _too_long(error.body)):
        return too_long
    told, code = _PASSING.get(status, (502, "backend_error"))
    if status >= 500 and MEMORY.search(message):
        told, code = 503, OUT_OF_MEMORY
    brief = f"the backend answered {status}"
    return BackendError(f"{brief}: {message}", status=told, code=code, retry_after=retry_after, brief=brief)


def _reported(said: str) -> BackendError:
    """An error in the middle of a stream."""
    memory = MEMORY.search(said) is not None
    status, code = (503, OUT_OF_MEMORY) if memory else (502, "backend_error")
    brief = "the backend reported an error"
    return BackendError(f"{brief}: {_line(said)}", status=status, code=code, brief=brief)


def _too_long(body: Any) -> BackendError | None:
    if not isinstance(body, dict):
        return None
    message = str(body.get("message") or "the prompt is longer than the model's context")
    if _TOO_LONG_NAMES & {str(body.get("code")), str(body.get("type"))} or _TOO_LONG_WORDS in message:
        return BackendError(_line(message), status=400, code=TOO_LONG, brief="the prompt is too long")
    return None


def _seconds(value: str | None) -> float | None:
    try:
        return max(0.0, float(value)) if value is not None else None
    except ValueError:
        return None


def _line(text: str) -> str:
    """One line of bounded length: an error page in HTML is not a message."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_MESSAGE else f"{line[:_LONGEST_MESSAGE]}..."
