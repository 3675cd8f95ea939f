"""A real server on a real socket, around a machine whose states do what a test says."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx
import openai
import uvicorn
from ha_assist.adapters.backends.protocol import Capabilities, Piece, Prompt, Usage
from ha_assist.adapters.home_assistant.types import OfferedTool
from ha_assist.adapters.openai.wire import FunctionCall, ToolCall
from ha_assist.adapters.settings import Settings
from ha_assist.machine.runner import Handler
from ha_assist.machine.states import FINAL, INITIAL, State
from ha_assist.machine.turn import Answer, Reply, Turn
from ha_assist.states.boundary import boundary
from ha_assist.states.services import Services
from litestar import Litestar

PHYSICAL = "some-model"
PATIENCE = 20.0


@dataclass
class SmallBackend:
    """A backend as far as the HTTP floor knows one: it has a name, says how it is, and is closed."""

    name: str = PHYSICAL
    capabilities: Capabilities = field(default_factory=Capabilities)
    state: str = "ok"
    patience: float = 0.0
    closed: bool = False

    async def generate(self, prompt: Prompt) -> AsyncIterator[Piece]:
        raise NotImplementedError
        yield

    async def health(self) -> dict[str, Any]:
        await asyncio.sleep(self.patience)
        return {"status": self.state}

    async def close(self) -> None:
        self.closed = True


@dataclass
class Machine:
    """What the states of a test's machine do. The boundary is the real one; ``generate`` is run where ``asks_model``."""

    answer: Answer = field(default_factory=lambda: Answer(text="All good."))
    asks_model: bool = False
    generate: Callable[[Turn], Awaitable[None]] | None = None
    classify: Callable[[Turn], None] | None = None
    compile_prompt: Callable[[Turn], None] | None = None

    def handlers(self) -> dict[State, Handler]:
        async def nothing(turn: Turn) -> None:
            pass

        async def classify(turn: Turn) -> None:
            turn.languages = ("en",)
            turn.tools = tuple(OfferedTool(call.function.name, None, "", {}) for call in self.answer.calls)
            if self.classify is not None:
                self.classify(turn)

        async def deterministic(turn: Turn) -> None:
            if not self.asks_model:
                turn.plan = Reply("...")

        async def retrieve(turn: Turn) -> None:
            turn.model = PHYSICAL

        async def compile_prompt(turn: Turn) -> None:
            if self.compile_prompt is None:
                turn.prompt = Prompt()
            else:
                self.compile_prompt(turn)

        async def generate(turn: Turn) -> None:
            if self.generate is not None:
                await self.generate(turn)

        async def validate(turn: Turn) -> None:
            turn.answer = self.answer

        found = dict.fromkeys(set(State) - FINAL - {INITIAL}, nothing)
        return found | {
            State.BOUNDARY: partial(boundary, services=Services(Settings()), models=frozenset({PHYSICAL})),
            State.CLASSIFY: classify,
            State.DETERMINISTIC: deterministic,
            State.RETRIEVE: retrieve,
            State.COMPILE: compile_prompt,
            State.GENERATE: generate,
            State.VALIDATE: validate,
        }


@dataclass
class Served:
    """A server that is up. ``url`` ends before ``/v1``."""

    url: str

    def client(self, **options: Any) -> openai.OpenAI:
        return openai.OpenAI(base_url=f"{self.url}/v1", api_key="none", max_retries=0, timeout=PATIENCE, **options)

    def post(self, content: bytes | None = None, **options: Any) -> httpx.Response:
        return httpx.post(f"{self.url}/v1/chat/completions", content=content, timeout=PATIENCE, **options)

    def get(self, path: str, **options: Any) -> httpx.Response:
        return httpx.get(f"{self.url}{path}", timeout=PATIENCE, **options)


@contextmanager
def served(app: Litestar) -> Iterator[Served]:
    """``app`` behind uvicorn in a thread of its own, on a free port."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, http="httptools", timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        thread.join(0.01)
    try:
        yield Served(f"http://127.0.0.1:{listener.getsockname()[1]}")
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()


Serve = Callable[..., Served]


def call(name: str, arguments: str | dict[str, Any] | None, identifier: str | None = "call_0123456789") -> ToolCall:
    """A tool call as it leaves the machine."""
    return ToolCall(FunctionCall(name, arguments), identifier)


USAGE = Usage(120, 7)
MESSAGES: Any = [{"role": "user", "content": "turn on the lamp"}]
