"""A model that runs on this machine: what every native runtime shares, whatever the runtime is.

The runtime itself is a ``Runtime``, all of whose methods are called in one thread, one at a time.
"""

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Any, Protocol

from opentelemetry import trace

from .errors import MEMORY, OUT_OF_MEMORY
from .owner import Job, Owner
from .protocol import BackendError, Capabilities, Piece, Prompt
from .verbatim import answered, asked

_log = logging.getLogger(__name__)


class Runtime(Protocol):
    """Native code behind Python calls that block. ``capabilities`` may change when the model is loaded."""

    system: str
    capabilities: Capabilities

    def load(self) -> None:
        """Make the model ready; does nothing if it is. Raises BackendError with the reason if it cannot be."""
        ...

    def answer(self, prompt: Prompt, job: Job) -> None:
        """Emit the answer's pieces, the Finish last. Looks at ``job.cancelled``, and returns when the native code has ended."""
        ...

    def count(self, prompt: Prompt) -> int:
        """The tokens of the rendered prompt, pictures left out."""
        ...

    def unload(self) -> None:
        """Free everything, in the order that the native code needs. Never raises."""
        ...


class NativeBackend:
    """One model on this machine. ``waiting``: how many requests may wait for it; ``timeout``: seconds within which a whole
    answer must be there, waiting included."""

    def __init__(self, name: str, runtime: Runtime, *, waiting: int, timeout: float) -> None:
        self.name = name
        self._runtime = runtime
        self._owner = Owner(name, waiting)
        self._timeout = timeout
        self._state: dict[str, Any] = {"status": "ok", "loaded": False}

    @property
    def capabilities(self) -> Capabilities:
        return self._runtime.capabilities

    def load(self) -> None:
        """Begin to load the model in the background."""
        self._owner.begin(self._load_quietly)

    async def generate(self, prompt: Prompt) -> AsyncGenerator[Piece, None]:
        """Answer ``prompt`` once. A whole request body (``verbatim``) is answered as an OpenAI-compatible server would."""
        trace.get_current_span().set_attribute("gen_ai.provider.name", self._runtime.system)
        asks = prompt if prompt.verbatim is None else asked(prompt.verbatim, self.capabilities)
        pieces = self._owner.pieces(partial(self._answer, asks), self._timeout)
        if prompt.verbatim is not None:
            pieces = answered(pieces, self.name, prompt.verbatim)
        async with aclosing(pieces):
            async for piece in pieces:
                yield piece

    async def count_tokens(self, prompt: Prompt) -> int | None:
        """The tokens of the rendered prompt. None while the runtime is busy (asking it would mean to wait for an answer to
        somebody else), and where it cannot be loaded."""
        if not self._owner.idle:
            return None
        try:
            return await self._owner.call(partial(self._count, prompt))
        except (BackendError, RuntimeError):
            return None

    async def health(self) -> dict[str, Any]:
        """``status`` ok or unavailable with a ``reason``; whether the model is ``loaded``; how many requests are there."""
        return {**self._state, **self._owner.admission.load}

    async def close(self) -> None:
        """Cancel what runs, wait until the native code has returned, and free everything."""
        await self._owner.close(self._runtime.unload)

    def _answer(self, prompt: Prompt, job: Job) -> None:
        self._load()
        if job.cancelled:
            return
        try:
            self._runtime.answer(prompt, job)
        except BackendError:
            raise
        except Exception as error:  # the native code may raise anything
            raise native_error(error) from error

    def _count(self, prompt: Prompt) -> int:
        self._load()
        try:
            return self._runtime.count(prompt)
        except BackendError:
            raise
        except Exception as error:
            raise native_error(error) from error

    def _load(self) -> None:
        try:
            self._runtime.load()
        except BackendError as error:
            self._state = {"status": "unavailable", "reason": error.message, "loaded": False}
            raise
        self._state = {"status": "ok", "loaded": True}

    def _load_quietly(self) -> None:
        try:
            self._load()
        except BackendError as error:
            _log.error("the model %s is not available: %s", self.name, error.message)


def native_error(error: Exception) -> BackendError:
    """Our error for what native code raised: 503 where memory ran out, because it may be free again later; else 502."""
    said = " ".join(str(error).split())[:300] or type(error).__name__
    if isinstance(error, MemoryError) or MEMORY.search(f"{type(error).__name__} {said}"):
        return BackendError(f"the backend ran out of memory: {said}", status=503, code=OUT_OF_MEMORY, retry_after=5.0)
    return BackendError(f"the backend failed: {said}")


class Absent:
    """Stands for a runtime that this installation does not have."""

    capabilities = Capabilities()

    def __init__(self, system: str, reason: str) -> None:
        self.system = system
        self._reason = reason

    def load(self) -> None:
        raise unavailable(self._reason)

    def answer(self, prompt: Prompt, job: Job) -> None:
        raise unavailable(self._reason)

    def count(self, prompt: Prompt) -> int:
        raise unavailable(self._reason)

    def unload(self) -> None:
        pass


def unavailable(reason: str) -> BackendError:
    """The model cannot be loaded; nothing was asked of it."""
    return BackendError(reason, status=503, code="backend_unavailable")
