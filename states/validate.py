"""The state ``validate``: nothing leaves for HA that it would refuse or that was not asked for, whoever thought of it."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from ..adapters.backends.protocol import CallPiece, Finish, RawPiece, TextPiece, Usage
from ..adapters.intents.replies import reply
from ..adapters.openai.wire import FunctionCall, ToolCall
from ..machine.turn import Answer, Call, Calls, Evidence, Failure, Read, Reply, Turn
from .acknowledge import acknowledge
from .courtesy import courtesy
from .deterministic.handler import repair_settings
from .services import Services
from .validation.calls import Rejected, against_offer, at_once, checked
from .validation.claims import claims_a_deed
from .validation.formats import in_format, structured
from .validation.listening import Heard, heard

ID = re.compile(r"[A-Za-z0-9_-]{8,40}")
"""Ids that every client and server takes."""


async def validate(turn: Turn, services: Services) -> None:
    """Set ``turn.answer``; or ``turn.plan_rejected`` if a plan of our own did not pass and a model may still be asked; or
    ``turn.failure`` if the client asked for JSON and there is none.

    ``turn.metrics["ha_validation"]`` says whether calls or text were ``accepted``, and if not, the ``reason``; ``evidence`` is
    for what was put right in a model's calls.
    """
    if turn.permit.spent:
        _generated(turn, services)
    elif turn.plan is not None:
        _direct(turn)
    elif structured(turn.request) is not None:
        turn.failure = Failure(503, "no language model is set up that could answer in this format", code="no_model")
    else:
        # Neither a plan nor a generation: there is no model for this turn.
        key = "call_rejected" if turn.plan_rejected else "no_vision_model" if turn.has_image else None
        key = key or courtesy(turn.sentence, turn.languages) or "no_model"
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
            calls = at_once(planned, turn)
        case Read(call=call) as read:
            calls, call_id = (call,), read.call_id
    reason = _against(turn, calls) if calls else "the plan says nothing"
    _judge(turn, reason)
    if reason is None:
        turn.answer = _calling([(call, call_id) for call in calls], "", Usage())
    else:
        turn.plan_rejected = reason
        turn.plan = None


def _against(turn: Turn, calls: Iterable[Call]) -> str | None:
    """Why these calls must not be sent; None if they can."""
    offered = {tool.name: tool for tool in turn.tools}
    choice = turn.request.tool_choice if turn.request is not None else None
    reasons = (against_offer(offered.get(call.tool), call, choice) for call in calls)
    return next((reason for reason in reasons if reason is not None), None)


def _generated(turn: Turn, services: Services) -> None:
    """What a model said."""
    finish = next((piece for piece in reversed(turn.pieces) if isinstance(piece, Finish)), Finish())
    usage = finish.usage or Usage()
    if turn.physical_model is not None:
        # Passed through: the client gets what the backend said. Of a stream, all has been sent, and this is its last chunk.
        last = next(piece for piece in reversed(turn.pieces) if isinstance(piece, RawPiece))
        turn.answer = Answer(raw=last.body, finish_reason=finish.reason, usage=usage)
        return
    said = [piece.call for piece in turn.pieces if isinstance(piece, CallPiece)]
    asked = structured(turn.request)
    if asked is not None and not said:
        _in_format(turn, asked, finish)
        return
    speech = heard(turn)
    if said or speech.calls or speech.broken:
        _generated_calls(turn, services, [*said, *speech.calls], speech, usage)
    elif speech.doubted:
        _judge(turn, "the text tells of a deed, and nothing was called")
        turn.answer = Answer(text=_instead(speech, turn, "nothing_done"), usage=usage)
    elif speech.text.strip():
        demanded = turn.request is not None and turn.request.tool_choice not in (None, "auto", "none")
        _judge(turn, "tool_choice demands a call, and none was made" if demanded else None)
        turn.answer = Answer(text=speech.text, finish_reason=_reason_of_text(finish), usage=usage)
    else:
        _judge(turn, "the model gave no answer")
        turn.answer = Answer(text=_instead(speech, turn, "empty_answer"), usage=usage)


def _in_format(turn: Turn, asked: dict[str, Any], finish: Finish) -> None:
    """JSON as it was asked for, or an error: a client that asked for JSON can make nothing of a sentence."""
    text, reason = in_format("".join(piece.text for piece in turn.pieces if isinstance(piece, TextPiece)), asked)
    _judge(turn, reason)
    if reason is None:
        turn.answer = Answer(text=text, finish_reason=_reason_of_text(finish), usage=finish.usage or Usage())
    else:
        turn.failure = Failure(502, reason, code="invalid_model_output")


def _generated_calls(turn: Turn, services: Services, said: Sequence[ToolCall], speech: Heard, usage: Usage) -> None:
    found = Rejected("a call that cannot be read") if speech.broken else checked(turn, said, repair_settings(services))
    if isinstance(found, Rejected):
        _judge(turn, found.reason)
        if found.repeated:
            turn.answer = Answer(text=_after(speech, _told(turn)), usage=usage)
            return
        # What is said next to a call may tell of a deed that is not done; where none was asked for, small talk is the answer.
        kept = found.unasked and speech.text.strip() and not claims_a_deed(speech.text, turn.languages)
        turn.answer = Answer(text=speech.text if kept else _instead(speech, turn, "call_rejected"), usage=usage)
        return
    _judge(turn, None, found.evidence)
    turn.answer = _calling(found.calls, speech.text, usage)


def _calling(calls: Iterable[tuple[Call, str | None]], text: str, usage: Usage) -> Answer:
    """An answer that calls tools. A backend's own id is kept where it is one that everybody takes, and unique."""
    made: dict[str, ToolCall] = {}
    for call, id in calls:
        kept = id if id is not None and ID.fullmatch(id) and id not in made else f"call_{uuid4().hex[:24]}"
        # The standard library's, because it writes every whole number that has been read.
        arguments = json.dumps(call.arguments, ensure_ascii=False)
        made[kept] = ToolCall(FunctionCall(call.tool, arguments), id=kept)
    return Answer(text=text or None, calls=tuple(made.values()), finish_reason="tool_calls", usage=usage)


def _instead(speech: Heard, turn: Turn, key: str) -> str:
    """A sentence of ours instead of the model's; what has been streamed cannot be taken back, and stays in front."""
    return _after(speech, reply(key, turn.languages))


def _after(speech: Heard, text: str) -> str:
    gap = " " if speech.sent and not speech.sent[-1].isspace() else ""
    return f"{speech.sent}{gap}{text}"


def _told(turn: Turn) -> str:
    """What has been done in this turn, where a model had no more to say about it than to do it again."""
    outcomes = [exchange for exchange in turn.exchanges if not exchange.reads]
    return acknowledge(outcomes, turn.house, turn.languages) if outcomes else reply("empty_answer", turn.languages)


def _reason_of_text(finish: Finish) -> str:
    """Some servers say ``tool_calls`` without having made one; a client would wait for it."""
    return "stop" if finish.reason in ("tool_calls", "function_call") else finish.reason


def _judge(turn: Turn, reason: str | None, evidence: Sequence[Evidence] = ()) -> None:
    turn.metrics["ha_validation"] = {"accepted": reason is None, "reason": reason}
    if evidence:
        turn.metrics["ha_validation"]["evidence"] = evidence
