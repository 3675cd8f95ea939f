"""One thread that alone touches a native runtime, and jobs that it does one after the other.

The event loop never waits for native code: pieces come back through a queue. Whoever waits for a job may go away at any time
(a deadline, a client that hangs up). A job that has not begun is dropped then; one that has is asked to stop, and its place
is free again only when the native code has returned.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TypeVar

from .admission import Admission
from .protocol import BackendError, Piece

T = TypeVar("T")


class Job:
    """A piece of work as the owner's thread sees it: it emits pieces and looks whether anybody still wants them."""

    def __init__(self, emit: Callable[[Piece], None]) -> None:
        self._emit = emit
        self._lock = Lock()
        self._stop: Callable[[], None] | None = None
        self.cancelled = False
        self.waited = 0.0

    def emit(self, piece: Piece) -> None:
        """Hand a piece to whoever waits for it."""
        if not self.cancelled:
            self._emit(piece)

    def cancel(self) -> None:
        """Nobody wants the rest. Called from any thread."""
        with self._lock:
            self.cancelled = True
            if self._stop is not None:
                self._stop()

    @contextmanager
    def stoppable(self, stop: Callable[[], None]) -> Iterator[None]:
        """Inside, ``cancel`` calls ``stop``, and never after: what it stops can then be closed safely."""
        with self._lock:
            self._stop = stop
            if self.cancelled:
                stop()
        try:
            yield
        finally:
            with self._lock:
                self._stop = None


class Owner:
    """The thread, and the queue before it."""

    def __init__(self, name: str, waiting: int) -> None:
        self.admission = Admission(1, waiting)
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"{name}-owner")
        self._jobs: dict[Future[None], Job] = {}
        self._closed = False

    @property
    def idle(self) -> bool:
        """Whether nobody is being answered or waits."""
        return self.admission.inside == 0

    async def pieces(self, work: Callable[[Job], None], seconds: float) -> AsyncGenerator[Piece, None]:
        """What ``work`` emits in the owner's thread, within ``seconds`` from now. Closing the generator cancels.

        Raises BackendError: what ``work`` raised, 503 for a full queue, 504 for a deadline.
        """
        if self._closed:
            raise closed()
        loop = asyncio.get_running_loop()
        ticket = self.admission.enter()
        told: asyncio.Queue[Piece | Future[None]] = asyncio.Queue()

        def tell(item: Piece | Future[None]) -> None:
            with suppress(RuntimeError):  # the loop is closed: whoever waited is gone
                loop.call_soon_threadsafe(told.put_nowait, item)

        job = Job(tell)

        def run() -> None:
            job.waited = ticket.begin()
            work(job)

        def ended(future: Future[None]) -> None:
            ticket.leave()
            self._jobs.pop(future, None)
            tell(future)

        try:
            future = self._executor.submit(run)
        except RuntimeError:
            ticket.leave()
            raise closed() from None
        self._jobs[future] = job
        future.add_done_callback(ended)
        deadline = loop.time() + seconds
        try:
            while True:
                try:
                    # Around the wait for one piece only: a timeout must not strike while the reader works on one.
                    async with asyncio.timeout_at(deadline):
                        item = await told.get()
                except TimeoutError:
                    raise BackendError("the backend did not answer in time", status=504, code="backend_timeout") from None
                if not isinstance(item, Future):
                    yield item
                elif item.cancelled():
                    raise closed()
                else:
                    item.result()
                    return
        finally:
            if not future.cancel():
                job.cancel()

    async def call(self, function: Callable[[], T]) -> T:
        """Run ``function`` in the owner's thread, after what is already waiting there."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, function)

    def begin(self, function: Callable[[], None]) -> None:
        """Let the owner's thread run ``function``, and return at once."""
        self._executor.submit(function)

    async def close(self, last: Callable[[], None]) -> None:
        """Cancel everything, let the owner's thread run ``last`` once the native code has returned, and end it."""
        if self._closed:
            return
        self._closed = True
        for future, job in list(self._jobs.items()):
            if not future.cancel():
                job.cancel()
        self._executor.submit(last)
        await asyncio.to_thread(self._executor.shutdown)


def closed() -> BackendError:
    """Nothing is answered any more."""
    return BackendError("the backend is closed", status=503, code="backend_unavailable")
