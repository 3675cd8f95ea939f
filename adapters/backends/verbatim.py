"""A whole OpenAI request body that a native model answers itself, for clients that name the model and not HA-Assist."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from time import time
from typing import Any
from uuid import uuid4

import msgspec

from ..openai.completions import AnswerMessage, Choice, Chunk, ChunkChoice, Completion, Delta, calls, usage
from ..openai.wire import ChatRequest, NamedToolChoice, ToolCall
from .protocol import BackendError, CallPiece, Capabilities, Finish, Piece, Prompt, RawPiece, TextPiece, Usage

NUMBERS = ("seed", "frequency_penalty", "top_k")


def asked(body: dict[str, Any], able: Capabilities) -> Prompt:
    """The prompt in a request body. Raises BackendError 400 for what a native model, or this one, cannot do."""
    try:
        request = msgspec.convert(body, ChatRequest, strict=False)
    except msgspec.ValidationError as error:
        raise _wrong(str(error)) from None
    if not request.messages:
        raise _wrong("messages must not be empty")
    if request.n not in (None, 1):
        raise _wrong("only one choice is made: n must be 1")
    if not able.images and any(message.images for message in request.messages):
        raise _wrong("this model cannot see images")
    options: dict[str, Any] = {
        "temperature": request.temperature,
        "top_p": request.top_p,
        "max_tokens": request.output_limit,
        "response_format": request.response_format,
        **{name: body[name] for name in NUMBERS if isinstance(body.get(name), int | float)},
    }
    return Prompt(
        messages=body["messages"],
        tools=_tools(request, body),
        options={name: value for name, value in options.items() if value is not None},
    )


async def answered(pieces: AsyncGenerator[Piece, None], model: str, body: dict[str, Any]) -> AsyncGenerator[Piece, None]:
    """``pieces`` as the chunks of a stream if the body asks for one, else as one whole response; the Finish last."""
    identifier, created = f"chatcmpl-{uuid4().hex}", int(time())
    said: list[TextPiece | CallPiece] = []
    finish = Finish()

    def chunk(delta: Delta, reason: str | None = None) -> RawPiece:
        return _raw(Chunk(identifier, created, model, [ChunkChoice(delta, reason)]))

    streamed = body.get("stream") is True
    async with aclosing(pieces):
        async for piece in pieces:
            if isinstance(piece, Finish):
                finish = piece
            elif isinstance(piece, TextPiece | CallPiece):
                if streamed and not said:
                    yield chunk(Delta(role="assistant"))
                said.append(piece)
                if streamed:
                    yield chunk(_delta(piece, sum(isinstance(other, CallPiece) for other in said[:-1])))
    spent = usage(finish.usage or Usage())
    if streamed:
        yield chunk(Delta(role=msgspec.UNSET if said else "assistant"), finish.reason)
        if (body.get("stream_options") or {}).get("include_usage") is True:
            yield _raw(Chunk(identifier, created, model, [], spent))
    else:
        message = AnswerMessage(
            content="".join(piece.text for piece in said if isinstance(piece, TextPiece)) or None,
            tool_calls=calls((_named(piece.call) for piece in said if isinstance(piece, CallPiece)), indexed=False)
            or msgspec.UNSET,
        )
        yield _raw(Completion(identifier, created, model, [Choice(message, finish.reason)], spent))
    yield finish


def _tools(request: ChatRequest, body: dict[str, Any]) -> list[dict[str, Any]]:
    offered: list[dict[str, Any]] = body.get("tools") or []
    match request.tool_choice:
        case "none":
            return []
        case NamedToolChoice(function=named):
            return [tool for tool in offered if tool["function"]["name"] == named.name]
        case _:
            return offered


def _delta(piece: TextPiece | CallPiece, index: int) -> Delta:
    if isinstance(piece, TextPiece):
        return Delta(content=piece.text)
    (call,) = calls([_named(piece.call)], indexed=False)
    call.index = index
    return Delta(tool_calls=[call])


def _named(call: ToolCall) -> ToolCall:
    return call if call.id else ToolCall(call.function, id=f"call_{uuid4().hex[:24]}")


def _raw(answer: Completion | Chunk) -> RawPiece:
    return RawPiece(msgspec.to_builtins(answer))


def _wrong(message: str) -> BackendError:
    return BackendError(message, status=400, code="invalid_request")
