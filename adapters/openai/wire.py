"""The OpenAI chat-completions format, as clients send it and as remote servers answer.

Source: OpenAI's API reference (chat completions), read together with what HA's clients really send. Fields that we do not
know are accepted and ignored; numbers may arrive as strings. Decoding raises ``msgspec.ValidationError`` with the path of
the field that is wrong.
"""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

Role = Literal["system", "developer", "user", "assistant", "tool", "function"]


class ImageUrl(Struct):
    """An image by data URL (or a remote URL, which is refused later)."""

    url: str
    detail: str | None = None


class Part(Struct):
    """One part of a message's content. Only ``text`` and ``image_url`` parts mean something to us."""

    type: str = "text"
    text: str | None = None
    image_url: ImageUrl | str | None = None


class FunctionCall(Struct):
    """A call of a tool: ``arguments`` is JSON text on the wire; some clients send the object itself, or nothing."""

    name: str
    arguments: str | dict[str, Any] | None = None

    @property
    def parsed(self) -> dict[str, Any] | None:
        """The arguments as an object; no text at all is none of them. None if they are not a JSON object."""
        if isinstance(self.arguments, dict):
            return self.arguments
        try:
            arguments = msgspec.json.decode(self.arguments or "{}")
        except (ValueError, RecursionError):
            return None
        return arguments if isinstance(arguments, dict) else None


class ToolCall(Struct):
    """A tool call of an assistant message."""

    function: FunctionCall
    id: str | None = None
    type: str = "function"


class Message(Struct):
    """One message. ``content`` may be text, a list of parts, an object (some clients' tool results), null or missing."""

    role: Role
    content: str | list[Part | str] | dict[str, Any] | None = None
    tool_calls: list[ToolCall] | None = None
    tool_call_id: str | None = None
    name: str | None = None

    @property
    def text(self) -> str:
        """The text of the message: its text parts joined by newlines; an object as JSON; empty if there is none."""
        match self.content:
            case None:
                return ""
            case str():
                return self.content
            case dict():
                return msgspec.json.encode(self.content).decode()
            case parts:
                texts = (part if isinstance(part, str) else part.text for part in parts)
                return "\n".join(text for text in texts if text)

    @property
    def images(self) -> list[str]:
        """The URLs of the message's image parts, in order."""
        if not isinstance(self.content, list):
            return []
        found = [part.image_url for part in self.content if isinstance(part, Part) and part.image_url is not None]
        return [image if isinstance(image, str) else image.url for image in found]


class FunctionDefinition(Struct):
    """A tool's definition. ``parameters`` is a JSON Schema object; missing means: no parameters."""

    name: str
    description: str | None = None
    parameters: dict[str, Any] | None = None


class Tool(Struct):
    """A tool as offered."""

    function: FunctionDefinition
    type: str = "function"


class StreamOptions(Struct):
    """Options of a streamed answer."""

    include_usage: bool = False


class NamedFunction(Struct):
    """A function by its name."""

    name: str


class NamedToolChoice(Struct):
    """``tool_choice`` that names one function."""

    function: NamedFunction
    type: str = "function"


class ChatRequest(Struct):
    """The body of ``POST /v1/chat/completions``."""

    model: str
    messages: list[Message]
    tools: list[Tool] | None = None
    tool_choice: Literal["none", "auto", "required"] | NamedToolChoice | None = None
    parallel_tool_calls: bool | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: int | None = None
    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    max_input_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    response_format: dict[str, Any] | None = None
    user: str | None = None
    language: str | None = None
    ha_context: Any | UnsetType = UNSET

    @property
    def output_limit(self) -> int | None:
        """The lower of the two names for the longest answer, in tokens."""
        limits = [limit for limit in (self.max_tokens, self.max_completion_tokens) if limit is not None]
        return min(limits, default=None)
