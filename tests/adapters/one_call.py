"""Counts, over the whole suite, what each request costs the models: generations that a backend was asked for, and requests for a
completion that left for a server. More than one of either is a broken promise, whichever test was running."""

import functools
from collections.abc import AsyncIterator, Callable
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import httpx2
from ha_assist.adapters.backends.native import NativeBackend
from ha_assist.adapters.backends.remote import RemoteBackend
from ha_assist.machine.runner import Runner
from ha_assist.machine.turn import Turn

COMPLETIONS = "/chat/completions"


class Tally:
    """What one request has cost so far."""

    def __init__(self, request_id: str) -> None:
        self.request_id = request_id
        self.generations = 0
        self.sent = 0


class Ledger:
    """The tallies of all requests that asked a model for anything."""

    def __init__(self) -> None:
        self.tallies: list[Tally] = []
        self._current: ContextVar[Tally | None] = ContextVar("tally", default=None)

    @property
    def most(self) -> int:
        """The most that any request has cost."""
        return max((max(tally.generations, tally.sent) for tally in self.tallies), default=0)

    def forget(self) -> None:
        self.tallies.clear()

    def run(self, run: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(run)
        async def counted(runner: Runner, turn: Turn) -> Turn:
            token = self._current.set(Tally(turn.request_id))
            try:
                return await run(runner, turn)
            finally:
                self._current.reset(token)

        return counted

    def generate(self, generate: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(generate)
        async def counted(backend: Any, prompt: Any) -> AsyncIterator[Any]:
            self._count("generations")
            stream = generate(backend, prompt)
            try:
                async for piece in stream:
                    yield piece
            finally:
                await stream.aclose()

        return counted

    def send(self, send: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(send)
        async def counted(client: Any, request: Any, **options: Any) -> Any:
            if request.method == "POST" and request.url.path.endswith(COMPLETIONS):
                self._count("sent")
            return await send(client, request, **options)

        return counted

    def _count(self, what: str) -> None:
        tally = self._current.get()
        if tally is not None:
            setattr(tally, what, getattr(tally, what) + 1)
            if tally not in self.tallies:
                self.tallies.append(tally)


@contextmanager
def counting(ledger: Ledger):
    """Count while this lasts: every machine, every backend and every request to a server, in whichever thread they run."""
    places = [
        (Runner, "run", ledger.run),
        (NativeBackend, "generate", ledger.generate),
        (RemoteBackend, "generate", ledger.generate),
        (httpx2.AsyncClient, "send", ledger.send),
    ]
    originals = [(owner, name, getattr(owner, name)) for owner, name, _ in places]
    for owner, name, counted in places:
        setattr(owner, name, counted(getattr(owner, name)))
    try:
        yield ledger
    finally:
        for owner, name, original in originals:
            setattr(owner, name, original)
