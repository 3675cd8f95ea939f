"""What no type says about a chat request: what OpenAI would refuse too, and what HA-Assist cannot do or cannot mean."""

from collections.abc import Iterator

from msgspec import Struct

from ..adapters.home_assistant.tools import broken_schemas, schema_problem
from ..adapters.openai.wire import ChatRequest, Message, NamedToolChoice, Part

MOST_TOKENS = 10_000_000
"""A limit above this is a mistake: no model reads or writes so much."""

MOST_TEMPERATURE = 10.0
"""OpenAI's limit is 2, some servers take more."""

_PARTS = ("text", "image_url")
# What an assistant did not want to say is a part of its messages.
_REFUSAL = "refusal"
_FORMATS = ("text", "json_object", "json_schema")


class Wrong(Struct, frozen=True):
    """What is wrong with a request: the ``message``, and OpenAI's ``param`` and ``code``."""

    message: str
    param: str
    code: str | None = None


def wrong(request: ChatRequest) -> Wrong | None:
    """The first thing that is wrong with a request; None if nothing is. Pure."""
    return next(_wrong(request), None)


def _wrong(request: ChatRequest) -> Iterator[Wrong]:
    yield from _messages(request.messages)
    if request.n not in (None, 1):
        yield Wrong("only one choice is made: n must be 1", "n")
    for name in ("max_tokens", "max_completion_tokens", "max_input_tokens"):
        limit = getattr(request, name)
        if limit is not None and not 1 <= limit <= MOST_TOKENS:
            yield Wrong(f"{name} must be between 1 and {MOST_TOKENS}", name)
    for name, most in (("temperature", MOST_TEMPERATURE), ("top_p", 1.0)):
        value = getattr(request, name)
        # "nan" as a string is a number to a lax decoder, and lies between no others.
        if value is not None and not 0 <= value <= most:
            yield Wrong(f"{name} must be between 0 and {most:g}", name)
    yield from _tools(request)
    yield from _response_format(request)


def _messages(messages: list[Message]) -> Iterator[Wrong]:
    if not messages:
        yield Wrong("messages must not be empty", "messages")
    users = [place for place, message in enumerate(messages) if message.role == "user"]
    if not users:
        yield Wrong("there is no message of a user", "messages")
    for place, message in enumerate(messages):
        where = f"messages[{place}].content"
        if message.role == "user" and message.content is None:
            yield Wrong("a message of a user needs content", where)
        for index, part in enumerate(message.content if isinstance(message.content, list) else ()):
            if isinstance(part, Part):
                yield from _part(part, f"{where}[{index}]")
    # Only what is said now: a history may hold anything.
    if users and not messages[users[-1]].text.strip() and not messages[users[-1]].images:
        yield Wrong("the last message of the user says nothing", f"messages[{users[-1]}].content")


def _part(part: Part, where: str) -> Iterator[Wrong]:
    if part.type == _REFUSAL:
        return
    if part.type not in _PARTS:
        yield Wrong(
            f"{part.type[:100]!r} is no part of a message (supported: {', '.join(_PARTS)})", f"{where}.type", "invalid_value"
        )
    elif getattr(part, part.type) is None:
        yield Wrong(f"a part of the type {part.type} needs its {part.type}", f"{where}.{part.type}")


def _tools(request: ChatRequest) -> Iterator[Wrong]:
    offered = request.tools or []
    seen = set[str]()
    for place, tool in enumerate(offered):
        if tool.type != "function":
            yield Wrong(
                f"{tool.type[:100]!r} is no type of a tool (supported: function)", f"tools[{place}].type", "invalid_value"
            )
        name = tool.function.name
        if name in seen:
            yield Wrong(f"two tools are called {name[:100]!r}", f"tools[{place}].function.name")
        seen.add(name)
    for place, problem in broken_schemas(request.tools):
        yield Wrong(
            f"the parameters of {offered[place].function.name[:100]!r} are no JSON Schema: {problem}",
            f"tools[{place}].function.parameters",
            "invalid_function_parameters",
        )
    choice = request.tool_choice
    if choice == "required" and not offered:
        yield Wrong("tool_choice is required, but there are no tools", "tool_choice")
    if isinstance(choice, NamedToolChoice) and choice.function.name not in seen:
        yield Wrong(f"tool_choice names {choice.function.name[:100]!r}, which is not in tools", "tool_choice")


def _response_format(request: ChatRequest) -> Iterator[Wrong]:
    asked = request.response_format
    if asked is None:
        return
    kind = asked.get("type")
    if kind not in _FORMATS:
        yield Wrong(
            f"{str(kind)[:100]!r} is no type of a format (supported: {', '.join(_FORMATS)})",
            "response_format.type",
            "invalid_value",
        )
    if kind != "json_schema":
        return
    wrapper = asked.get("json_schema")
    if not isinstance(wrapper, dict):
        yield Wrong("a format of the type json_schema needs a json_schema", "response_format.json_schema")
        return
    schema = wrapper.get("schema")
    where = "response_format.json_schema.schema"
    if schema is not None and not isinstance(schema, dict):
        yield Wrong("a schema is an object", where)
    elif isinstance(schema, dict) and (problem := schema_problem(schema)):
        yield Wrong(f"this is no JSON Schema: {problem}", where)
