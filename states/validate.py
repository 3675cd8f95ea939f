"""The state ``validate``: nothing leaves for HA that it would refuse or that was not asked for, whoever thought of it."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar
from uuid import uuid4

import msgspec

from ..adapters.backends.protocol import CallPiece, Finish, RawPiece, TextPiece, Usage
from ..adapters.home_assistant.tools import problems
from ..adapters.home_assistant.types import OfferedTool
from ..adapters.intents.replies import reply
from ..adapters.openai.wire import FunctionCall, NamedToolChoice, ToolCall
from ..machine.turn import Answer, Call, Calls, Read, Reply, Turn
from .services import Services

T = TypeVar("T")

ID = re.compile(r"[A-Za-z0-9_-]{8,40}")
"""Ids that every client and server takes."""


async def validate(turn: Turn, services: Services) -> None:
    """Set ``turn.answer``, or ``turn.plan_rejected`` if a plan of our own did not pass and a model may still be asked.

    ``turn.metrics["ha_validation"]`` says whether calls or text were ``accepted``, and if not, the ``reason``.
    """
    if turn.permit.spent:
        _generated(turn)
    elif turn.plan is not None:
        _direct(turn)
    else:
        # Neither a plan nor a generation: there is no model for this turn.
        key = "call_rejected" if turn.plan_rejected else "no_vision_model" if turn.has_image else "no_model"
        turn.answer = Answer(text=reply(key, turn.languages))


def _direct(turn: Turn) -> None:
    """A plan of the deterministic states or of verification."""
    calls: Sequence[Call] = ()
    call_id: str | None = None
    match turn.plan:
        case Reply(text=text) if text.strip():
            turn.answer = Answer(text=text)
            _judge(turn, None)
            return
        case Calls(calls=planned):
            calls = _allowed_at_once(planned, turn)
        case Read(call=call) as read:
            calls, call_id = (call,), read.call_id
    reason = _against(turn, [(call.tool, call.arguments) for call in calls]) if calls else "the plan says nothing"
    _judge(turn, reason)
    if reason is None:
        turn.answer = _calling([(call, call_id) for call in calls], "", Usage())
    else:
        turn.plan_rejected = reason
        turn.plan = None


def _generated(turn: Turn) -> None:
    """What a model said."""
    finish = next((piece for piece in reversed(turn.pieces) if isinstance(piece, Finish)), Finish())
    usage = finish.usage or Usage()
    if turn.physical_model is not None:
        # Passed through: the client gets what the backend said. Of a stream, all has been sent, and this is its last chunk.
        last = next(piece for piece in reversed(turn.pieces) if isinstance(piece, RawPiece))
        turn.answer = Answer(raw=last.body, finish_reason=finish.reason, usage=usage)
        return
    text = "".join(piece.text for piece in turn.pieces if isinstance(piece, TextPiece))
    said = [piece.call for piece in turn.pieces if isinstance(piece, CallPiece)]
    if said:
        _generated_calls(turn, said, text, usage)
    elif text.strip():
        _judge(turn, None)
        turn.answer = Answer(text=text, finish_reason=_reason_of_text(finish), usage=usage)
    else:
        _judge(turn, "the model gave no answer")
        turn.answer = Answer(text=_instead(text, turn, "empty_answer"), usage=usage)


def _generated_calls(turn: Turn, said: Sequence[ToolCall], text: str, usage: Usage) -> None:
    said = _allowed_at_once(said, turn)
    named = [(call.function.name, _arguments(call.function)) for call in said]
    reason = _against(turn, named)
    _judge(turn, reason)
    if reason is not None:
        # What the model said next to the call may tell of a deed that is not done.
        turn.answer = Answer(text=_instead(text, turn, "call_rejected"), usage=usage)
        return
    calls = [(Call(name, arguments or {}), call.id) for (name, arguments), call in zip(named, said, strict=True)]
    turn.answer = _calling(calls, text, usage)


def _against(turn: Turn, calls: Iterable[tuple[str, dict[str, Any] | None]]) -> str | None:
    """Why these calls must not be sent; None if they can. Arguments are None where they could not be read."""
    offered = {tool.name: tool for tool in turn.tools}
    choice = turn.request.tool_choice if turn.request is not None else None
    for name, arguments in calls:
        if reason := _against_call(offered.get(name), name, arguments, choice):
            return reason
    return None


def _against_call(tool: OfferedTool | None, name: str, arguments: dict[str, Any] | None, choice: Any) -> str | None:
    if choice == "none":
        return f"{name}: tool_choice is none"
    if tool is None:
        return f"{name}: not an offered tool"
    if isinstance(choice, NamedToolChoice) and choice.function.name != name:
        return f"{name}: tool_choice asks for {choice.function.name}"
    if arguments is None:
        return f"{name}: the arguments are not a JSON object"
    found = problems(tool, arguments)
    return f"{name}: {'; '.join(found)}" if found else None


def _allowed_at_once(calls: Sequence[T], turn: Turn) -> Sequence[T]:
    """All calls, or the first if the client takes only one at a time (missing means that it takes several)."""
    return calls[:1] if turn.request is not None and turn.request.parallel_tool_calls is False else calls


def _arguments(function: FunctionCall) -> dict[str, Any] | None:
    """The arguments of a generated call; nothing at all means none. None if they are not a JSON object."""
    if isinstance(function.arguments, dict):
        return function.arguments
    try:
        arguments = msgspec.json.decode(function.arguments or "{}")
    except (ValueError, RecursionError):
        return None
    return arguments if isinstance(arguments, dict) else None


def _calling(calls: Iterable[tuple[Call, str | None]], text: str, usage: Usage) -> Answer:
    """An answer that calls tools. A backend's own id is kept where it is one that everybody takes, and unique."""
    made: dict[str, ToolCall] = {}
    for call, id in calls:
        kept = id if id is not None and ID.fullmatch(id) and id not in made else f"call_{uuid4().hex[:24]}"
        # The standard library's, because it writes every whole number that has been read.
        arguments = json.dumps(call.arguments, ensure_ascii=False)
        made[kept] = ToolCall(FunctionCall(call.tool, arguments), id=kept)
    return Answer(text=text or None, calls=tuple(made.values()), finish_reason="tool_calls", usage=usage)


def _instead(text: str, turn: Turn, key: str) -> str:
    """A sentence of ours instead of ``text``; what has been streamed cannot be taken back, and stays in front."""
    streamed = text if turn.stream is not None else ""
    gap = " " if streamed and not streamed[-1].isspace() else ""
    return f"{streamed}{gap}{reply(key, turn.languages)}"


def _reason_of_text(finish: Finish) -> str:
    """Some servers say ``tool_calls`` without having made one; a client would wait for it."""
    return "stop" if finish.reason in ("tool_calls", "function_call") else finish.reason


def _judge(turn: Turn, reason: str | None) -> None:
    turn.metrics["ha_validation"] = {"accepted": reason is None, "reason": reason}
