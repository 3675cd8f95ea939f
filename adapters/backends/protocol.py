"""What HA-Assist asks of a model runtime, whatever it is: a native runtime on this machine or a server elsewhere."""

from collections.abc import AsyncGenerator
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from ..openai.wire import ToolCall


class Capabilities(Struct, frozen=True):
    """What a backend can do. ``context_tokens`` is the length of prompt and answer together, ``input_tokens`` that of the prompt
    alone; None if it is not known. ``image_tokens`` is what one picture takes of it."""

    images: bool = False
    tools: bool = True
    json_schema: bool = True
    streaming: bool = True
    context_tokens: int | None = None
    input_tokens: int | None = None
    image_tokens: int = 1024


class Prompt(Struct):
    """What is sent to a backend. ``messages``, ``tools`` and ``options`` are in OpenAI's format, as plain objects.

    ``verbatim`` is a whole request body to be passed through untouched (a physical model was asked for); the other fields
    are then empty; ``body`` is the same as the client's own bytes, for a server that speaks OpenAI's format itself.
    ``tokens`` is the measured length of the rendered prompt, None where it has not been counted.
    """

    messages: list[dict[str, Any]] = []
    tools: list[dict[str, Any]] = []
    options: dict[str, Any] = {}
    verbatim: dict[str, Any] | None = None
    body: bytes | None = None
    tokens: int | None = None


def without_pictures(prompt: Prompt) -> Prompt:
    """``prompt`` with the text of its messages alone: what tokenizers can count."""

    def text(message: dict[str, Any]) -> dict[str, Any]:
        content = message.get("content")
        if not isinstance(content, list):
            return message
        return {**message, "content": [part for part in content if isinstance(part, str) or part.get("image_url") is None]}

    return Prompt(messages=[text(message) for message in prompt.messages], tools=prompt.tools, options=prompt.options)


class Usage(Struct, frozen=True):
    """Token counts as the backend reports them."""

    prompt_tokens: int = 0
    completion_tokens: int = 0

    @property
    def total_tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens


class TextPiece(Struct, frozen=True, tag="text"):
    """A piece of text, in order."""

    text: str


class CallPiece(Struct, frozen=True, tag="call"):
    """One complete tool call."""

    call: ToolCall


class RawPiece(Struct, frozen=True, tag="raw"):
    """A whole response, or one chunk of a streamed one, of a request that is passed through untouched."""

    body: dict[str, Any]


class Finish(Struct, frozen=True, tag="finish"):
    """The end of a generation: why it ended (OpenAI's ``finish_reason``), and what it cost, where that is known.

    ``timings`` are a runtime's own: ``queue_ms``, ``first_token_ms``, ``prefill_tokens_per_second`` and the like."""

    reason: str = "stop"
    usage: Usage | None = None
    timings: dict[str, float] = {}


Piece = TextPiece | CallPiece | RawPiece | Finish


class BackendError(Exception):
    """A backend could not answer. ``status`` is the HTTP status that the client gets (502, 503, 504, or a 4xx that is the
    client's fault and that the backend found), ``code`` a short machine-readable reason, ``retry_after`` seconds. ``brief``:
    the message without a server's own words, which may quote what was said; None where it has none."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 502,
        code: str = "backend_error",
        retry_after: float | None = None,
        brief: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.retry_after = retry_after
        self.brief = brief


@runtime_checkable
class CountsTokens(Protocol):
    """What a backend can do besides if its tokenizer can be asked. ``compile`` is handed this and nothing else of it."""

    async def count_tokens(self, prompt: Prompt) -> int | None:
        """The tokens of ``prompt`` as it is rendered for the model, tools and template included, pictures left out. None if
        that cannot be told just now: then it is estimated. Never raises."""
        ...


@runtime_checkable
class Loads(Protocol):
    """What a backend can do besides if it takes long to be ready: the service asks for it when it starts."""

    def load(self) -> None:
        """Begin to load, and return at once. Never raises; ``health`` tells what came of it."""
        ...


class Backend(Protocol):
    """One model runtime. ``name`` is the model id under which clients may ask for it directly."""

    name: str

    @property
    def capabilities(self) -> Capabilities:
        """What it can do, as far as is known now: some know it only once their model is loaded."""
        ...

    def generate(self, prompt: Prompt) -> AsyncGenerator[Piece, None]:
        """Answer ``prompt``, exactly once: no retry, no fallback. The last piece is a Finish. Closing the generator cancels.
        Raises BackendError; what would have to wait too long is refused with 503 and ``retry_after``, and what takes too long
        ends with 504."""
        ...

    async def health(self) -> dict[str, Any]:
        """Whether the runtime is ready, for ``/health``; never raises."""
        ...

    async def close(self) -> None:
        """Free what the backend holds."""
        ...
