"""One Turn in the machine, while its client waits: pieces come out as they are generated, and a client that hangs up ends it."""

import asyncio
from asyncio import Queue, Task
from time import perf_counter
from types import TracebackType
from typing import Any

from litestar.types import Receive

from ..adapters.backends.protocol import Finish, Piece
from ..machine.runner import Runner
from ..machine.turn import Turn
from . import request_log

UNWATCHED = 0.02
"""Seconds before anybody looks whether the client is still there: a direct answer is done sooner, and nothing is saved by
stopping it."""

_END = Finish("end of the machine")  # compared by identity: what the states put into the queue is never this object


class Running:
    """The machine's run over one request body, as an asynchronous context; leaving it cancels what still
    runs, and writes the request's line in the log.

    ``receive`` is the client's side after the body has been read: all it can still say is that it is gone.
    """

    def __init__(self, runner: Runner, body: bytes, request_id: str, receive: Receive, *, log_content: bool = False) -> None:
        self._started = perf_counter()
        self._log_content = log_content
        self._pieces: Queue[Piece] = Queue()
        self.turn = Turn(body, request_id, stream=self._pieces)
        self.client_gone = False
        self._task: Task[Any] = asyncio.create_task(runner.run(self.turn))
        self._task.add_done_callback(lambda _: self._pieces.put_nowait(_END))
        self._watch: Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(UNWATCHED, self._watch_for, receive)

    async def piece(self) -> Piece | None:
        """The next piece of the answer that is generated; None when the machine has ended (or the client is gone)."""
        piece = await self._pieces.get()
        if piece is not _END:
            return None if self.client_gone else piece
        if not self.client_gone and not self._task.cancelled():
            self._task.result()  # a bug in the runner itself is not swallowed
        return None

    def _watch_for(self, receive: Receive) -> None:
        self._watch = asyncio.create_task(self._hang_up(receive))

    async def _hang_up(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.client_gone = True
        self._task.cancel()

    async def __aenter__(self) -> "Running":
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._timer.cancel()
        if self._watch is not None:
            self._watch.cancel()
        if not self._task.done():
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        milliseconds = (perf_counter() - self._started) * 1000
        request_log.write(self.turn, milliseconds, client_gone=self.client_gone, content=self._log_content)
