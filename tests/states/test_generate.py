"""The one call: what a backend says is collected and streamed, and a failure is told as what it is."""

from asyncio import Queue
from collections.abc import AsyncGenerator, Iterable
from typing import Any

import pytest
from ha_assist.adapters.backends.protocol import (
    BackendError,
    CallPiece,
    Capabilities,
    Finish,
    Piece,
    Prompt,
    RawPiece,
    TextPiece,
    Usage,
)
from ha_assist.adapters.openai.wire import ChatRequest, FunctionCall, ToolCall
from ha_assist.adapters.settings import Settings, Telemetry
from ha_assist.machine.turn import Failure, Turn
from ha_assist.states.generate import generate
from ha_assist.states.services import Services
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

SERVICES = Services(Settings())
CALL = CallPiece(ToolCall(FunctionCall("HassTurnOn", '{"name": "Diary Lamp"}'), id="call_12345"))


class Scripted:
    """A backend that says what it is told to say, and knows whether it was closed."""

    name = "qwen"
    capabilities = Capabilities()

    def __init__(self, *script: Piece | Exception) -> None:
        self._script: Iterable[Piece | Exception] = script
        self.calls = 0
        self.closed = False

    async def generate(self, prompt: Prompt) -> AsyncGenerator[Piece, None]:
        self.calls += 1
        try:
            for step in self._script:
                if isinstance(step, Exception):
                    raise step
                yield step
        finally:
            self.closed = True

    async def health(self) -> dict[str, Any]:
        return {"status": "ok"}

    async def close(self) -> None:
        pass


async def generated(backend: Scripted, *, stream: bool = False, services: Services = SERVICES) -> Turn:
    turn = Turn(b"", stream=Queue() if stream else None, request=ChatRequest("HA-Assist", []), model="qwen")
    turn.prompt = Prompt(messages=[{"role": "user", "content": "my secret diary"}], options={"max_tokens": 3, "temperature": 0.5})
    await generate(turn, services, {"qwen": backend})
    return turn


def streamed(turn: Turn) -> list[Piece]:
    assert turn.stream is not None
    return [turn.stream.get_nowait() for _ in range(turn.stream.qsize())]


async def test_everything_is_collected() -> None:
    backend = Scripted(TextPiece("On it."), CALL, Finish("tool_calls", Usage(3, 1)))
    turn = await generated(backend)
    assert turn.pieces == [TextPiece("On it."), CALL, Finish("tool_calls", Usage(3, 1))]
    assert turn.failure is None
    assert (backend.calls, backend.closed) == (1, True)


async def test_text_is_streamed_and_calls_wait_to_be_validated() -> None:
    turn = await generated(
        Scripted(TextPiece("On it,"), TextPiece(" right **now"), TextPiece("** ."), CALL, Finish()), stream=True
    )
    assert streamed(turn) == [TextPiece("On"), TextPiece(" it, right"), TextPiece(" now")]


async def test_text_that_may_be_a_call_is_not_streamed() -> None:
    turn = await generated(Scripted(TextPiece("One moment. "), TextPiece("<tool_"), TextPiece("call>{"), Finish()), stream=True)
    assert streamed(turn) == [TextPiece("One moment.")]


async def test_chunks_that_are_passed_through_are_streamed() -> None:
    turn = await generated(Scripted(RawPiece({"x": 1}), RawPiece({"x": 2}), Finish()), stream=True)
    assert streamed(turn) == [RawPiece({"x": 1}), RawPiece({"x": 2})]


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (
            BackendError("gone", status=503, code="backend_unavailable", retry_after=2.0),
            Failure(503, "qwen: gone", "backend_unavailable", "server_error", 2.0),
        ),
        (
            BackendError("the backend answered 500: you said x", brief="the backend answered 500"),
            Failure(502, "qwen: the backend answered 500: you said x", "backend_error", brief="qwen: the backend answered 500"),
        ),
        (
            BackendError("too long", status=400, code="input_token_limit_exceeded"),
            Failure(400, "too long", "input_token_limit_exceeded", "invalid_request_error"),
        ),
    ],
)
async def test_a_failure_keeps_its_status_and_is_not_tried_again(error: BackendError, failure: Failure) -> None:
    backend = Scripted(TextPiece("Half an ans"), error)
    turn = await generated(backend)
    assert turn.failure == failure
    assert (backend.calls, backend.closed) == (1, True)


async def test_a_backend_that_says_nothing_at_all_has_failed() -> None:
    turn = await generated(Scripted())
    assert turn.failure is not None
    assert turn.failure.status == 502


class TestTheSpan:
    async def test_has_the_conventional_attributes(self) -> None:
        attributes = await self._attributes(Scripted(TextPiece("Yes."), Finish("stop", Usage(37, 2))), SERVICES)
        first = attributes.pop("gen_ai.response.time_to_first_chunk")
        assert isinstance(first, float)
        assert 0 <= first < 10
        assert attributes == {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": "qwen",
            "gen_ai.request.stream": False,
            "gen_ai.request.max_tokens": 3,
            "gen_ai.request.temperature": 0.5,
            "gen_ai.response.finish_reasons": ("stop",),
            "gen_ai.usage.input_tokens": 37,
            "gen_ai.usage.output_tokens": 2,
        }

    async def test_names_an_error_by_its_code_alone(self) -> None:
        attributes = await self._attributes(Scripted(BackendError("the diary", code="backend_timeout")), SERVICES)
        assert attributes["error.type"] == "backend_timeout"
        assert "diary" not in repr(attributes)

    async def test_holds_no_content_unless_that_is_wanted(self) -> None:
        pieces = (TextPiece("A diary."), CALL, Finish())
        assert "iary" not in repr(await self._attributes(Scripted(*pieces), SERVICES))
        wanted = Services(Settings(telemetry=Telemetry(capture_content=True)))
        attributes = await self._attributes(Scripted(*pieces), wanted)
        assert "my secret diary" in str(attributes["gen_ai.input.messages"])
        assert "A diary." in str(attributes["gen_ai.output.messages"])
        assert "Diary Lamp" in str(attributes["gen_ai.output.messages"])

    @staticmethod
    async def _attributes(backend: Scripted, services: Services) -> dict[str, Any]:
        exporter = InMemorySpanExporter()
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(exporter))
        with provider.get_tracer("test").start_as_current_span("generate"):
            await generated(backend, services=services)
        spans: tuple[ReadableSpan, ...] = exporter.get_finished_spans()
        return dict(spans[0].attributes or {})
