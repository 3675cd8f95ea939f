"""The state ``generate``: the one call. The only state that is handed backends; entering it has spent the Turn's permit."""

from collections.abc import Mapping
from contextlib import aclosing
from time import perf_counter
from typing import Any

import msgspec
from opentelemetry import trace
from opentelemetry.trace import Span

from ..adapters.backends.protocol import Backend, BackendError, CallPiece, Finish, Prompt, RawPiece, TextPiece
from ..machine.turn import Failure, Turn
from .services import Services
from .validation.listening import speech_of


async def generate(turn: Turn, services: Services, backends: Mapping[str, Backend]) -> None:
    """Collect the answer's pieces in ``turn.pieces``, or set ``turn.failure``.

    Text, as it is spoken, and the chunks of an answer that is passed through go to ``turn.stream`` as they come; calls, and
    text that may be one, wait until they have been validated.
    """
    prompt, model = turn.prompt, turn.model
    if prompt is None or model is None:
        raise ValueError("there is no prompt, or no model for it")
    span = trace.get_current_span()
    if span.is_recording():
        span.set_attributes(_asked(turn, model, prompt))
    speech = speech_of(turn) if turn.stream is not None and turn.physical_model is None else None
    started = perf_counter()
    try:
        async with aclosing(backends[model].generate(prompt)) as pieces:
            async for piece in pieces:
                if not turn.pieces:
                    span.set_attribute("gen_ai.response.time_to_first_chunk", perf_counter() - started)
                turn.pieces.append(piece)
                if turn.stream is not None and isinstance(piece, RawPiece):
                    await turn.stream.put(piece)
                elif turn.stream is not None and speech is not None and isinstance(piece, TextPiece):
                    text = speech.feed(piece.text)
                    if text:
                        await turn.stream.put(TextPiece(text))
    except BackendError as error:
        span.set_attribute("error.type", error.code)
        turn.failure = _failure(error, model)
        return
    if not turn.pieces:
        turn.failure = Failure(502, f"{model}: the backend ended without an answer", code="backend_error")
        return
    _note_end(span, turn)
    if services.settings.telemetry.capture_content and span.is_recording():
        span.set_attributes(_content(turn, prompt))


def _failure(error: BackendError, model: str) -> Failure:
    """A backend can find that the client is at fault (a prompt that is too long): then it is told so. Else it is told which
    of the models failed."""
    if error.status < 500:
        return Failure(error.status, error.message, error.code, "invalid_request_error", error.retry_after, error.brief)
    brief = f"{model}: {error.brief}" if error.brief is not None else None
    return Failure(error.status, f"{model}: {error.message}", error.code, retry_after=error.retry_after, brief=brief)


def _asked(turn: Turn, model: str, prompt: Prompt) -> dict[str, Any]:
    """OpenTelemetry's conventions for generative AI: what was asked for, in numbers and names of models only."""
    options = prompt.options if prompt.verbatim is None else prompt.verbatim
    attributes: dict[str, Any] = {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": model,
        "gen_ai.request.stream": turn.stream is not None,
    }
    for name in ("temperature", "top_p", "max_tokens"):
        value = options.get(name)
        if isinstance(value, int | float):
            attributes[f"gen_ai.request.{name}"] = value
    return attributes


def _note_end(span: Span, turn: Turn) -> None:
    finish = next((piece for piece in reversed(turn.pieces) if isinstance(piece, Finish)), Finish())
    span.set_attribute("gen_ai.response.finish_reasons", [finish.reason])
    if finish.timings:
        turn.metrics["ha_timings"] = {name: round(value, 3) for name, value in finish.timings.items()}
    if finish.usage is not None:
        span.set_attribute("gen_ai.usage.input_tokens", finish.usage.prompt_tokens)
        span.set_attribute("gen_ai.usage.output_tokens", finish.usage.completion_tokens)


def _content(turn: Turn, prompt: Prompt) -> dict[str, str]:
    """What was said, for those who have switched it on."""
    messages = prompt.messages if prompt.verbatim is None else prompt.verbatim.get("messages")
    said = [piece for piece in turn.pieces if isinstance(piece, TextPiece | CallPiece | RawPiece)]
    return {
        "gen_ai.input.messages": msgspec.json.encode(messages).decode(),
        "gen_ai.output.messages": msgspec.json.encode(said).decode(),
    }
