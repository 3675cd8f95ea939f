"""The state ``compile``: the prompt for the one call, or a refusal if the model cannot take it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ..adapters.backends.errors import TOO_LONG
from ..adapters.backends.protocol import Capabilities, Prompt
from ..adapters.openai.wire import ChatRequest, NamedToolChoice, Tool
from ..machine.turn import Refusal, Turn
from .services import Services
from .transcript import transcript

BYTES_PER_TOKEN = 3
"""A low guess, so that the estimate of a prompt's tokens is a high one. English and YAML have 3.3 to 4.5 bytes a token; of
scripts with several bytes a letter, a token has more than one letter, or is one of three bytes."""

TOKENS_PER_MESSAGE = 8
TOKENS_PER_IMAGE = 1024
ROOM_FOR_ANSWER = 256
"""Tokens of the context that are kept free for the answer, unless the client wants fewer."""


async def compile_prompt(turn: Turn, services: Services, capabilities: Mapping[str, Capabilities]) -> None:
    """Set ``turn.prompt`` or ``turn.refusal``. A physical model gets the request's body as it is."""
    request, model = turn.request, turn.model
    if request is None or model is None:
        raise ValueError("there is no request, or no model for it")
    if turn.physical_model is not None:
        turn.prompt = Prompt(verbatim=msgspec.json.decode(turn.body), body=turn.body)
        return
    able = capabilities[model]
    if turn.has_image and not able.images:
        turn.refusal = Refusal(400, f"the model {model!r} cannot see images", code="images_not_supported", param="messages")
        return
    prompt = compiled(request, able)
    tokens, limit = estimated_tokens(prompt), input_limit(request, able)
    if limit is not None and tokens > limit:
        message = f"the prompt has about {tokens} tokens, and {model!r} takes at most {limit} for this request"
        turn.refusal = Refusal(400, message, code=TOO_LONG, param="messages")
        return
    turn.prompt = prompt


def compiled(request: ChatRequest, able: Capabilities) -> Prompt:
    """Everything of ``request`` that a backend with these capabilities can use."""
    tools, choice = _tools(request) if able.tools else ([], None)
    options: dict[str, Any] = {
        "temperature": request.temperature,
        "top_p": request.top_p,
        "max_tokens": request.output_limit,
        "tool_choice": choice,
        "parallel_tool_calls": request.parallel_tool_calls if tools else None,
        "response_format": request.response_format if able.json_schema else None,
    }
    return Prompt(
        messages=transcript(request.messages, images=able.images, tools=able.tools),
        tools=tools,
        options={name: value for name, value in options.items() if value is not None},
    )


def estimated_tokens(prompt: Prompt) -> int:
    """About how many tokens ``prompt`` has, rather too many than too few. Pictures count by their number."""
    text, images = 0, 0
    for message in prompt.messages:
        content = message.get("content")
        parts = content if isinstance(content, list) else ()
        pictures = [part for part in parts if part["type"] == "image_url"]
        images += len(pictures)
        text += len(msgspec.json.encode(message)) - sum(len(msgspec.json.encode(picture)) for picture in pictures)
    text += len(msgspec.json.encode(prompt.tools)) if prompt.tools else 0
    return -(-text // BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * len(prompt.messages) + TOKENS_PER_IMAGE * images


def input_limit(request: ChatRequest, able: Capabilities) -> int | None:
    """The most tokens that the prompt may have; None if nobody knows. The client can only lower what the model takes."""
    limits: list[int] = []
    if able.context_tokens is not None:
        limits.append(max(0, able.context_tokens - min(request.output_limit or ROOM_FOR_ANSWER, ROOM_FOR_ANSWER)))
    if request.max_input_tokens is not None:
        limits.append(request.max_input_tokens)
    return min(limits, default=None)


def _tools(request: ChatRequest) -> tuple[list[dict[str, Any]], str | None]:
    """The tools to offer, and ``tool_choice`` in words only: servers ignore its object form, so a named tool is offered alone."""
    match request.tool_choice:
        case "none":
            return [], None
        case NamedToolChoice(function=named):
            return [_tool(tool) for tool in request.tools or () if tool.function.name == named.name], "required"
        case choice:
            return [_tool(tool) for tool in request.tools or ()], choice if request.tools else None


def _tool(tool: Tool) -> dict[str, Any]:
    function = {
        "name": tool.function.name,
        "description": tool.function.description,
        "parameters": tool.function.parameters or {"type": "object", "properties": {}},
    }
    return {"type": "function", "function": {key: value for key, value in function.items() if value is not None}}
