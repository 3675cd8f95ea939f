"""OpenAI's chat-completion answers as they go over the wire: whole ones, chunks of streams, and the list of models."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ..backends.protocol import Usage
from .wire import ToolCall


class WireFunction(Struct):
    """A called function; ``arguments`` is JSON text and never empty."""

    name: str
    arguments: str


class WireCall(Struct):
    """A tool call. ``index`` is only there in a stream."""

    id: str
    function: WireFunction
    type: Literal["function"] = "function"
    index: int | UnsetType = UNSET


class AnswerMessage(Struct):
    """The message of a whole answer. ``content`` is null when there are only calls."""

    content: str | None
    tool_calls: list[WireCall] | UnsetType = UNSET
    role: Literal["assistant"] = "assistant"


class Choice(Struct):
    """The only choice of a whole answer."""

    message: AnswerMessage
    finish_reason: str
    index: int = 0


class WireUsage(Struct):
    """Token counts: the backend's own, or zero."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class Completion(Struct):
    """A whole answer. ``metrics`` is HA-Assist's: how the answer came to be."""

    id: str
    created: int
    model: str
    choices: list[Choice]
    usage: WireUsage
    metrics: dict[str, Any] | UnsetType = UNSET
    object: Literal["chat.completion"] = "chat.completion"


class Delta(Struct):
    """What a chunk adds. Keys that add nothing are absent, never null: some clients read a null as an addition."""

    role: Literal["assistant"] | UnsetType = UNSET
    content: str | UnsetType = UNSET
    tool_calls: list[WireCall] | UnsetType = UNSET


class ChunkChoice(Struct):
    """The only choice of a chunk."""

    delta: Delta
    finish_reason: str | None = None
    index: int = 0


class Chunk(Struct):
    """One event of a stream."""

    id: str
    created: int
    model: str
    choices: list[ChunkChoice]
    usage: WireUsage | UnsetType = UNSET
    object: Literal["chat.completion.chunk"] = "chat.completion.chunk"


class Model(Struct):
    """A model that can be asked for. ``created`` is when this process learnt of it, in seconds since 1970."""

    id: str
    created: int
    owned_by: str
    object: Literal["model"] = "model"


class ModelList(Struct):
    """The answer of ``GET /v1/models``."""

    data: list[Model]
    object: Literal["list"] = "list"


def usage(of: Usage) -> WireUsage:
    """A backend's token counts for the wire."""
    return WireUsage(of.prompt_tokens, of.completion_tokens, of.total_tokens)


def calls(of: Iterable[ToolCall], *, indexed: bool) -> list[WireCall]:
    """Tool calls for the wire. Their ids and arguments were made and checked by the ``validate`` state."""
    return [_call(call, index if indexed else UNSET) for index, call in enumerate(of)]


def _call(call: ToolCall, index: int | UnsetType) -> WireCall:
    arguments = call.function.arguments
    if call.id is None:
        raise ValueError(f"the call of {call.function.name} left the machine without an id")
    text = msgspec.json.encode(arguments).decode() if isinstance(arguments, dict) else arguments
    return WireCall(call.id, WireFunction(call.function.name, text or "{}"), index=index)
