"""How many tokens a prompt has, by the word of the server that has the tokenizer.

There is no common way to ask. llama.cpp counts a chat request as it would render it; older ones render it and tokenize text;
vLLM tokenizes a chat request. What a server understands is found out once, and remembered, as is that it understands none.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import openai
from openai import AsyncOpenAI, RequestOptions

COUNT_SECONDS = 5.0

Ask = Callable[[str, dict[str, Any]], Awaitable[Any]]


class _UnknownError(Exception):
    """The server does not understand this way of asking."""


class RemoteTokenizer:
    """Asks the server behind ``client``. ``options`` are sent with every request."""

    def __init__(self, client: AsyncOpenAI, options: RequestOptions) -> None:
        self._client = client
        self._options = options
        self._root = str(client.base_url).rstrip("/").removesuffix("/v1")
        self._ways: tuple[Callable[[Ask, dict[str, Any]], Awaitable[Any]], ...] = WAYS

    async def count(self, body: dict[str, Any]) -> int | None:
        """The tokens of a chat request; None if the server cannot tell, or not just now."""
        try:
            async with asyncio.timeout(COUNT_SECONDS):
                while self._ways:
                    way = self._ways[0]
                    try:
                        count = await way(self._ask, body)
                    except _UnknownError:
                        count = None
                    if type(count) is int and count > 0:
                        self._ways = (way,)
                        return count
                    self._ways = tuple(other for other in self._ways if other is not way)
        except (TimeoutError, openai.OpenAIError, ValueError):
            pass
        return None

    async def _ask(self, path: str, body: dict[str, Any]) -> Any:
        url = f"{self._root}{path}" if path.startswith("/") else path
        try:
            answer = await self._client.post(url, cast_to=object, content=msgspec.json.encode(body), options=self._options)
        except openai.APIStatusError as error:
            if error.status_code < 500 or error.status_code == 501:
                raise _UnknownError from None
            raise
        if not isinstance(answer, dict):
            raise _UnknownError
        return answer


async def _input_tokens(ask: Ask, body: dict[str, Any]) -> Any:
    return (await ask("chat/completions/input_tokens", body)).get("input_tokens")


async def _tokenized_chat(ask: Ask, body: dict[str, Any]) -> Any:
    return (await ask("/tokenize", {**body, "add_generation_prompt": True})).get("count")


async def _tokenized_text(ask: Ask, body: dict[str, Any]) -> Any:
    text = (await ask("/apply-template", body)).get("prompt")
    tokens = (await ask("/tokenize", {"content": text, "add_special": True})).get("tokens") if isinstance(text, str) else None
    return len(tokens) if isinstance(tokens, list) else None


WAYS = (_input_tokens, _tokenized_chat, _tokenized_text)
