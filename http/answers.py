"""From a Turn that was answered to the bytes of a whole answer, and the metrics that tell its story."""

from time import time
from typing import Any

import msgspec
from msgspec import UNSET

from ..adapters.openai import completions as wire
from ..machine.states import State
from ..machine.turn import Answer, Recognition, Turn

_NOT_TRIED = Recognition()
_encode = msgspec.json.Encoder(enc_hook=str).encode  # a grammar's slot may hold a value of its own type: its text will do


def completion_id(turn: Turn) -> str:
    """The id of the answer: the request's, as OpenAI names answers."""
    return f"chatcmpl-{turn.request_id.removeprefix('req_')}"


def model_of(turn: Turn) -> str:
    """The model as the client named it."""
    return turn.request.model if turn.request is not None else ""


def whole(turn: Turn) -> bytes:
    """The body of a whole answer. What a physical model said goes out as it came in."""
    answer = answer_of(turn)
    if answer.raw is not None:
        return _encode(answer.raw)
    calls = wire.calls(answer.calls, indexed=False)
    message = wire.AnswerMessage(content=answer.text, tool_calls=calls or UNSET)
    return _encode(
        wire.Completion(
            id=completion_id(turn),
            created=int(time()),
            model=model_of(turn),
            choices=[wire.Choice(message, finish_reason(answer))],
            usage=wire.usage(answer.usage),
            metrics=metrics(turn),
        )
    )


def answer_of(turn: Turn) -> Answer:
    """The answer of a Turn that is ``answered``; the machine's promises say that it is there."""
    if turn.answer is None:
        raise ValueError(f"a turn in state {turn.state.value} has no answer")
    return turn.answer


def finish_reason(answer: Answer) -> str:
    """Calls always end with ``tool_calls``: a client that reads anything else there may not carry them out."""
    return "tool_calls" if answer.calls else answer.finish_reason


def metrics(turn: Turn) -> dict[str, Any]:
    """How the answer came to be.

    ``ha_route``: ``route`` (direct, llm, vlm), ``backend_model``, ``prepare_ms`` (milliseconds in the machine before, or
    without, a generative call, and without waiting for the house), ``inference_calls`` (0 or 1). ``ha_path``: the states in
    their order. ``ha_intent`` and ``ha_plan``: what was understood and why, where recognition was tried. Whatever the states
    themselves measured is added.
    """
    found: dict[str, Any] = {
        "ha_route": {
            "route": _route(turn),
            "backend_model": turn.model if turn.permit.spent else None,
            "prepare_ms": round(_prepare_ms(turn), 3),
            "inference_calls": int(turn.permit.spent),
        },
        "ha_path": [step.state.value for step in turn.path],
    }
    seen = turn.recognition
    if seen != _NOT_TRIED:
        found["ha_intent"] = {
            "intent": seen.intent,
            "recogniser": seen.recogniser,
            "language": seen.language,
            "slots": seen.slots,
            "candidates": seen.candidates,
            "reason": seen.reason,
            "milliseconds": round(seen.milliseconds, 3),
        }
        found["ha_plan"] = {
            "kind": type(turn.plan).__name__.lower() if turn.plan is not None else None,
            "request": seen.request,
            "evidence": seen.evidence,
        }
    return found | turn.metrics


def _route(turn: Turn) -> str:
    if not turn.permit.spent:
        return "direct"
    return "vlm" if turn.has_image else "llm"


def _prepare_ms(turn: Turn) -> float:
    total = 0.0
    for step in turn.path:
        if step.state is State.GENERATE:
            break
        total += step.milliseconds
    return total - turn.metrics.get("ha_verify_settle_ms", 0.0)
