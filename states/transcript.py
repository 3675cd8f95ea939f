"""The messages of a conversation as a backend may see them: whole rounds of tool calls, and nothing that is ours.

HA's clients trim histories and insert messages of their own, so calls come without results and results without calls.
OpenAI-compatible servers refuse both.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from ..adapters.home_assistant.context import split
from ..adapters.openai.wire import ImageUrl, Message, Part, ToolCall

SYSTEM = ("system", "developer")
RESULT = ("tool", "function")
IMAGE = "[image]"
"""What stands for a picture that the model cannot see."""


def conversation(messages: Sequence[Message], *, images: bool, tools: bool, before: int = 0) -> list[dict[str, Any]]:
    """``messages``, without those of the system, in OpenAI's format. ``before``: so many messages come before them.

    A result without its call is context that a client has put in: it stays as a message of the user. A call without its
    result is left out. Without ``images``, a mark stands for each picture; without ``tools``, every result is such context,
    and no call is shown.
    """
    return list(_conversation([message for message in messages if message.role not in SYSTEM], images, tools, before))


def _conversation(messages: Sequence[Message], images: bool, tools: bool, before: int) -> Iterator[dict[str, Any]]:
    place = 0
    while place < len(messages):
        message = messages[place]
        place += 1
        if message.role == "assistant":
            end = next((index for index in range(place, len(messages)) if messages[index].role not in RESULT), len(messages))
            yield from _round(message, messages[place:end], before + place, tools)
            place = end
        elif message.role in RESULT:
            yield _context(message)
        else:
            yield {"role": "user", "content": _content(message, images)}


def _round(message: Message, results: Sequence[Message], place: int, tools: bool) -> Iterator[dict[str, Any]]:
    """An assistant message with the results that follow it: its answered calls, their results in order, then what is left."""
    answered: list[tuple[ToolCall, Message]] = []
    left = list(results)
    for call in (message.tool_calls or ()) if tools else ():
        result = _take(call, left)
        if result is not None:
            answered.append((call, result))
    ids = [call.id or f"call_{place}_{index}" for index, (call, _) in enumerate(answered)]
    if answered:
        calls = [_call(call, id) for (call, _), id in zip(answered, ids, strict=True)]
        yield {"role": "assistant", "content": message.text or None, "tool_calls": calls}
    elif message.text:
        yield {"role": "assistant", "content": message.text}
    for (_, result), id in zip(answered, ids, strict=True):
        yield {"role": "tool", "tool_call_id": id, "content": result.text}
    yield from map(_context, left)


def _take(call: ToolCall, results: list[Message]) -> Message | None:
    """The result of ``call``, taken out of ``results``: the one with its id, or the next without one."""
    wanted = (call.id,) if call.id else ()
    found = next((result for result in results if result.tool_call_id in wanted), None)
    if found is None:
        found = next((result for result in results if not result.tool_call_id), None)
    if found is not None:
        results.remove(found)
    return found


def _call(call: ToolCall, id: str) -> dict[str, Any]:
    arguments = call.function.arguments
    if isinstance(arguments, dict):
        arguments = msgspec.json.encode(arguments).decode()
    return {"id": id, "type": "function", "function": {"name": call.function.name, "arguments": arguments or "{}"}}


def _context(message: Message) -> dict[str, Any]:
    return {"role": "user", "content": message.text}


def _content(message: Message, images: bool) -> str | list[dict[str, Any]]:
    """Plain text where it can be: not every server reads a list of parts."""
    if not message.images or not isinstance(message.content, list):
        return _shown(message.text)
    parts = list(_parts(message.content, images))
    return parts if images else "\n".join(part["text"] for part in parts)


def _shown(text: str) -> str:
    """Without what is meant for HA-Assist alone."""
    return "".join(split(text)[0]).strip()


def _parts(parts: Iterable[Part | str], images: bool) -> Iterator[dict[str, Any]]:
    for part in parts:
        if isinstance(part, str):
            yield {"type": "text", "text": _shown(part)}
        elif part.image_url is not None:
            yield _image(part.image_url) if images else {"type": "text", "text": IMAGE}
        elif part.text:
            yield {"type": "text", "text": _shown(part.text)}


def _image(image: ImageUrl | str) -> dict[str, Any]:
    url = {"url": image} if isinstance(image, str) else {"url": image.url, "detail": image.detail}
    return {"type": "image_url", "image_url": {key: value for key, value in url.items() if value is not None}}
