"""``POST /v1/chat/completions``: bytes in, one run of the machine, an answer or a stream out."""

from contextlib import AsyncExitStack

from litestar.response.base import ASGIResponse
from litestar.types import Receive

from ..machine.runner import Runner
from ..machine.states import State
from . import answers, errors
from .request_log import CLIENT_GONE
from .running import Running
from .stream import Events, EventStream, at_once


async def answer(runner: Runner, body: bytes, request_id: str, receive: Receive, *, log_content: bool = False) -> ASGIResponse:
    """Run one request through the machine. The response starts with the first piece that is generated, or at the end of the
    machine: until then, every trouble still gets its own HTTP status. ``log_content``: what is said may be in the log."""
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(Running(runner, body, request_id, receive, log_content=log_content))
        events = Events(running.turn)
        while (piece := await running.piece()) is not None:
            first = events.piece(piece)
            if first:
                stack.pop_all()  # the stream owns the run from here on
                return EventStream(running, first, events)
        return ASGIResponse(status_code=CLIENT_GONE) if running.client_gone else _ended(running)


def _ended(running: Running) -> ASGIResponse:
    turn = running.turn
    if turn.state is not State.ANSWERED:
        return errors.response(errors.outcome_of(turn))
    if turn.stream is not None:
        return at_once(turn)
    return ASGIResponse(body=answers.whole(turn))
