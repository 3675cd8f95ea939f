"""How many tokens a prompt has and may have, and what is left out of it until it fits. Nothing is ever cut in the middle."""

from collections.abc import Callable

import msgspec

from ...adapters.backends.protocol import Capabilities, CountsTokens, Prompt
from ...adapters.openai.wire import ChatRequest

BYTES_PER_TOKEN = 3
"""A low guess, so that the estimate of a prompt's tokens is a high one. English and YAML have 3.3 to 4.5 bytes a token; of
scripts with several bytes a letter, a token has more than one letter, or is one of three bytes."""

TOKENS_PER_MESSAGE = 8
ROOM_FOR_ANSWER = 256
"""Tokens of the context that are kept free for the answer, unless the client wants fewer."""


async def fitting(
    build: Callable[[int], Prompt], most_steps: int, limit: int | None, able: Capabilities, counter: CountsTokens | None
) -> tuple[Prompt, int, int]:
    """The prompt with as little left out as the limit allows, how many steps that took, and its tokens.

    ``build`` makes the prompt with a number of things left out, from 0 to ``most_steps``; fewer things, fewer tokens. If not
    even the shortest fits, that one is returned: its tokens are above the limit. Without a limit nothing is left out.
    """
    prompt = build(0)
    tokens = await counted(prompt, able, counter)
    if limit is None or tokens <= limit or most_steps == 0:
        return prompt, 0, tokens
    prompt = build(most_steps)
    found = prompt, most_steps, await counted(prompt, able, counter)
    if found[2] > limit:
        return found
    low, high = 1, most_steps
    while low < high:
        middle = (low + high) // 2
        prompt = build(middle)
        tokens = await counted(prompt, able, counter)
        if tokens <= limit:
            found, high = (prompt, middle, tokens), middle
        else:
            low = middle + 1
    return found


async def counted(prompt: Prompt, able: Capabilities, counter: CountsTokens | None) -> int:
    """The tokens of ``prompt``, by the backend's own tokenizer where there is one, and notes in ``prompt.tokens`` that they
    were measured; else the estimate. Pictures count by their number."""
    text = await counter.count_tokens(prompt) if counter is not None else None
    if text is None:
        return estimated_tokens(prompt, able.image_tokens)
    prompt.tokens = text + able.image_tokens * _images(prompt)
    return prompt.tokens


def estimated_tokens(prompt: Prompt, image_tokens: int = Capabilities().image_tokens) -> int:
    """About how many tokens ``prompt`` has, rather too many than too few."""
    pictures = [part for part in _parts(prompt) if part["type"] == "image_url"]
    text = len(msgspec.json.encode(prompt.messages)) - sum(len(msgspec.json.encode(picture)) for picture in pictures)
    text += len(msgspec.json.encode(prompt.tools)) if prompt.tools else 0
    return -(-text // BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * len(prompt.messages) + image_tokens * len(pictures)


def input_limit(request: ChatRequest, able: Capabilities) -> int | None:
    """The most tokens that the prompt may have; None if nobody knows. The client can only lower what the model takes."""
    limits = [limit for limit in (able.input_tokens, request.max_input_tokens) if limit is not None]
    if able.context_tokens is not None:
        limits.append(max(0, able.context_tokens - min(request.output_limit or ROOM_FOR_ANSWER, ROOM_FOR_ANSWER)))
    return min(limits, default=None)


def _images(prompt: Prompt) -> int:
    return sum(part["type"] == "image_url" for part in _parts(prompt))


def _parts(prompt: Prompt) -> list[dict]:
    contents = (message.get("content") for message in prompt.messages)
    return [part for content in contents if isinstance(content, list) for part in content]
