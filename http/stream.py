"""Server-sent events that every one of HA's clients can read.

Role delta; text deltas, or one complete call per chunk with its own index, an id, its type and full arguments; one last chunk
with an empty delta and the only ``finish_reason``; a usage chunk if it was asked for; ``[DONE]``. No SSE comments and no null
keys in a delta: there are clients that parse every line as JSON, and clients that take a null for a value.
"""

import logging
from collections.abc import Iterator
from time import time
from typing import Any

import msgspec
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Send
from msgspec import UNSET

from ..adapters.backends.protocol import Piece, RawPiece, TextPiece
from ..adapters.openai import completions as wire
from ..adapters.openai.wire import ChatRequest
from ..machine.states import State
from ..machine.turn import Failure, Refusal, Turn
from . import errors
from .answers import answer_of, completion_id, finish_reason, model_of
from .running import Running

DONE = b"data: [DONE]\n\n"
HEADERS = {"cache-control": "no-cache", "x-accel-buffering": "no"}
MEDIA_TYPE = "text/event-stream"

_log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode


def event(body: Any) -> bytes:
    """One SSE event with ``body`` as JSON."""
    return b"data: " + _encode(body) + b"\n\n"


def unsent(sent: str, text: str) -> str:
    """What of ``text`` a client that already has ``sent`` still lacks. A text that is no continuation follows on a new line."""
    if text.startswith(sent):
        return text[len(sent) :]
    return "" if text.strip() in sent else f"\n{text}"


class Events:
    """The events of one Turn's stream, in their order: ``piece`` while the machine runs, then ``ending``."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._created = int(time())
        self._sent = ""
        self._raw = False
        self._opened = False

    def piece(self, piece: Piece) -> bytes:
        """The events of a piece that was generated; none for a piece that only the end of the machine can judge."""
        match piece:
            case RawPiece(body=body):
                self._raw = True
                return event(body)
            case TextPiece(text=text) if text:
                self._sent += text
                return self._opening() + self._chunk(wire.Delta(content=text))
            case _:
                return b""

    def ending(self) -> bytes:
        """Everything that is left to be sent once the machine has ended, ``[DONE]`` included."""
        turn = self._turn
        if turn.state is not State.ANSWERED:
            return broken(errors.outcome_of(turn))
        return b"".join(self._rest()) + DONE

    def _opening(self) -> bytes:
        if self._opened:
            return b""
        self._opened = True
        return self._chunk(wire.Delta(role="assistant"))

    def _rest(self) -> Iterator[bytes]:
        answer = answer_of(self._turn)
        if answer.raw is not None:
            if not self._raw:
                yield event(answer.raw)
            return
        yield self._opening()
        text = unsent(self._sent, answer.text or "")
        if text:
            yield self._chunk(wire.Delta(content=text))
        for call in wire.calls(answer.calls, indexed=True):
            yield self._chunk(wire.Delta(tool_calls=[call]))
        yield self._chunk(wire.Delta(), finish_reason(answer))
        if _usage_wanted(self._turn.request):
            yield event(self._body([], wire.usage(answer.usage)))

    def _chunk(self, delta: wire.Delta, reason: str | None = None) -> bytes:
        return event(self._body([wire.ChunkChoice(delta, reason)]))

    def _body(self, choices: list[wire.ChunkChoice], usage: wire.WireUsage | msgspec.UnsetType = UNSET) -> wire.Chunk:
        return wire.Chunk(completion_id(self._turn), self._created, model_of(self._turn), choices, usage)


def broken(outcome: Refusal | Failure) -> bytes:
    """The end of a stream whose status code has long been sent: an error event, and the end."""
    return event(errors.of(outcome)) + DONE


def at_once(turn: Turn) -> ASGIResponse:
    """The whole stream of a Turn whose machine ended before anything was generated, as one response."""
    return ASGIResponse(body=Events(turn).ending(), media_type=MEDIA_TYPE, headers=HEADERS)


class EventStream(ASGIResponse):
    """A stream that is sent while its Turn is still in the machine. It owns ``running`` and ends it in any case."""

    _should_set_content_length = False

    def __init__(self, running: Running, first: bytes, events: Events) -> None:
        super().__init__(media_type=MEDIA_TYPE, headers=HEADERS)
        self._running = running
        self._first = first
        self._events = events

    async def send_body(self, send: Send, receive: Receive) -> None:
        async with self._running as running:
            await _send(send, self._first)
            try:
                while (piece := await running.piece()) is not None:
                    sent = self._events.piece(piece)
                    if sent:
                        await _send(send, sent)
                ending = b"" if running.client_gone else self._events.ending()
            except Exception:  # noqa: BLE001  a stream that stops without a word leaves its client waiting
                _log.exception("the stream of request %s broke", running.turn.request_id)
                ending = broken(Failure(500, "internal error"))
            await _send(send, ending, more=False)


async def _send(send: Send, body: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})


def _usage_wanted(request: ChatRequest | None) -> bool:
    options = request.stream_options if request is not None else None
    return options is not None and options.include_usage
