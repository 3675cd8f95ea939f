"""One line in the log for each request: its id, its status, where its path led, how long it took, and what went wrong.

What people say and what their house holds is private: it is in the log only where ``telemetry.capture_content`` lets it in.
"""

import json
import logging
from typing import Any
from uuid import uuid4

from litestar.types import HTTPScope, Scope

from ..machine.states import State
from ..machine.turn import Failure, Turn

CLIENT_GONE = 499
"""nginx's status for a client that hung up; nobody reads it but logs."""

_log = logging.getLogger(__name__)


def request_id(scope: Scope | HTTPScope) -> str:
    """The id of a request, made when it is first asked for."""
    state: dict[str, Any] = scope["state"]
    return state.setdefault("ha_assist_request_id", f"req_{uuid4().hex}")


def write(turn: Turn, milliseconds: float, *, client_gone: bool = False, content: bool = False) -> None:
    """The line of a Turn that has ended. ``content``: with what was said. A failure is a warning."""
    status, trouble = _ending(turn, client_gone=client_gone)
    path = ">".join(step.state.value for step in turn.path) or "-"
    model = f" model={turn.model}" if turn.permit.spent else ""
    line = f"{turn.request_id} {status} {path} {milliseconds:.1f} ms{model}{trouble}"
    if content:
        line += f" {_content(turn)}"
    # Control characters of a client or a backend must not look like lines of ours.
    line = "".join(letter if letter.isprintable() else " " for letter in line)
    _log.log(logging.WARNING if status >= 500 else logging.INFO, "%s", line)


def write_refused(scope: Scope, method: str, path: str, status: int) -> None:
    """The line of a request that never became a Turn: no route, no key, too large."""
    _log.info("%s %s %s %r", request_id(scope), status, method, path[:100])


def _ending(turn: Turn, *, client_gone: bool) -> tuple[int, str]:
    if client_gone:
        return CLIENT_GONE, " the client hung up"
    if turn.state is State.ANSWERED:
        judged = turn.metrics.get("ha_validation") or {}
        return 200, "" if judged.get("accepted", True) else " rejected"
    outcome = turn.failure or turn.refusal
    if outcome is None:
        return 500, f" ended in state {turn.state.value}"
    if isinstance(outcome, Failure):
        return outcome.status, f" {outcome.code}: {outcome.brief or outcome.message}"
    return outcome.status, f" {outcome.code or ''} {outcome.param or ''}".rstrip()


def _content(turn: Turn) -> str:
    answer = turn.answer
    said: dict[str, Any] = {"sentence": turn.sentence}
    if answer is not None:
        said["answer"] = answer.text
        said["calls"] = [[call.function.name, call.function.arguments] for call in answer.calls]
    if judged := turn.metrics.get("ha_validation"):
        said["validation"] = judged.get("reason")
    return json.dumps(said, ensure_ascii=False)
