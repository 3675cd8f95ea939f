"""A model behind any OpenAI-compatible server: llama.cpp, Ollama, vLLM, Ray Serve LLM, or a provider.

Spoken to through the ``openai`` client with retries and redirects off, so a Turn costs the server at most one generation. The
client's typed responses are not used: what servers really send differs from OpenAI's types, and a request for a physical
model has to come back exactly as the server sent it.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import msgspec
import openai
from openai import AsyncOpenAI, AsyncStream, RequestOptions
from opentelemetry import trace

from .admission import Admission
from .errors import backend_error, broken_off
from .fragments import CallFragments
from .protocol import BackendError, CallPiece, Capabilities, Finish, Piece, Prompt, RawPiece, TextPiece, Usage, without_pictures
from .tokens import RemoteTokenizer

CONNECT_SECONDS = 10.0
HEALTH_SECONDS = 3.0


class RemoteBackend:
    """One model of one server.

    ``name`` is the server's own id of the model, ``base_url`` ends before ``/chat/completions``. ``parallel`` requests are sent
    at a time, and ``waiting`` more wait. ``timeout`` is the number of seconds within which a whole answer must be there, waiting
    included.
    """

    def __init__(
        self,
        name: str,
        base_url: str,
        *,
        api_key: str | None = None,
        able: Capabilities = Capabilities(),  # noqa: B008  frozen
        parallel: int = 16,
        waiting: int = 16,
        timeout: float = 120.0,
    ) -> None:
        self.name = name
        self.capabilities = able
        self._timeout = timeout
        self._admission = Admission(parallel, waiting)
        self._slots = asyncio.Semaphore(parallel)
        # The client reads OPENAI_API_KEY and the like from the environment when it is not told otherwise. Those belong to
        # another service: what is not configured for this server is not sent to it.
        self._client = AsyncOpenAI(
            api_key=api_key or "none",
            base_url=base_url,
            max_retries=0,
            timeout=openai.Timeout(timeout, connect=min(timeout, CONNECT_SECONDS)),
        )
        self._headers: dict[str, Any] = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {api_key}" if api_key else openai.omit,
            "OpenAI-Organization": openai.omit,
            "OpenAI-Project": openai.omit,
        }
        self._tokenizer = RemoteTokenizer(self._client, self._options())

    async def generate(self, prompt: Prompt) -> AsyncGenerator[Piece, None]:
        """Answer ``prompt`` with one request. Raises BackendError."""
        self._describe()
        deadline = asyncio.get_running_loop().time() + self._timeout
        ticket = self._admission.enter()
        try:
            try:
                async with asyncio.timeout_at(deadline):
                    await self._slots.acquire()
            except TimeoutError as error:
                raise backend_error(error) from error
            try:
                ticket.begin()
                async with aclosing(self._answer(prompt, deadline)) as pieces:
                    async for piece in pieces:
                        yield piece
            finally:
                self._slots.release()
        finally:
            ticket.leave()

    def _answer(self, prompt: Prompt, deadline: float) -> AsyncGenerator[Piece, None]:
        if prompt.verbatim is None:
            streaming = {"stream": True, "stream_options": {"include_usage": True}}
            return self._assembled(msgspec.json.encode({**prompt.options, **self._asked(prompt), **streaming}), deadline)
        body = prompt.body if prompt.body is not None else msgspec.json.encode(prompt.verbatim)
        streamed = prompt.verbatim.get("stream") is True
        return self._raw_chunks(body, deadline) if streamed else self._raw_whole(body, deadline)

    def _asked(self, prompt: Prompt) -> dict[str, Any]:
        tools = {"tools": prompt.tools} if prompt.tools else {}
        return {"model": self.name, "messages": prompt.messages, **tools}

    async def count_tokens(self, prompt: Prompt) -> int | None:
        """The tokens of ``prompt``, where the server can tell."""
        return await self._tokenizer.count(self._asked(without_pictures(prompt)))

    async def health(self) -> dict[str, Any]:
        """``{"status": "ok", ...}``, or ``{"status": "unavailable", "reason": ...}``. Asks the server for its list of models."""
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await self._client.get("/models", cast_to=object, options=self._options())
        except TimeoutError:
            return {"status": "unavailable", "reason": f"no answer within {HEALTH_SECONDS:g} s"}
        except (openai.OpenAIError, ValueError) as error:
            return {"status": "unavailable", "reason": backend_error(error).message}
        return {"status": "ok", **self._admission.load}

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def _assembled(self, body: bytes, deadline: float) -> AsyncGenerator[Piece, None]:
        """The answer as text pieces while they come, then whole calls, then the end."""
        calls = CallFragments()
        reason: str | None = None
        usage: Usage | None = None
        async with aclosing(self._chunks(body, deadline, keep_status=False)) as chunks:
            async for chunk in chunks:
                usage = _usage(chunk) or usage
                for choice in _choices(chunk):
                    delta = choice.get("delta")
                    if isinstance(delta, dict):
                        text = delta.get("content")
                        if isinstance(text, str) and text:
                            yield TextPiece(text)
                        calls.add(delta.get("tool_calls"))
                    reason = reason or _reason(choice)
        if reason is None:
            raise broken_off()
        for call in calls.calls():
            yield CallPiece(call)
        yield Finish(reason, usage)

    async def _raw_chunks(self, body: bytes, deadline: float) -> AsyncGenerator[Piece, None]:
        """The chunks as the server sent them."""
        reason: str | None = None
        usage: Usage | None = None
        async with aclosing(self._chunks(body, deadline, keep_status=True)) as chunks:
            async for chunk in chunks:
                yield RawPiece(chunk)
                usage = _usage(chunk) or usage
                for choice in _choices(chunk):
                    reason = reason or _reason(choice)
        if reason is None:
            raise broken_off()
        yield Finish(reason, usage)

    async def _raw_whole(self, body: bytes, deadline: float) -> AsyncGenerator[Piece, None]:
        """The response as the server sent it."""
        try:
            async with asyncio.timeout_at(deadline):
                response = await self._client.post("/chat/completions", cast_to=object, content=body, options=self._options())
        except (TimeoutError, openai.OpenAIError, ValueError) as error:
            raise backend_error(error, keep_status=True) from error
        if not isinstance(response, dict):
            raise BackendError("the backend's answer is not a JSON object")
        yield RawPiece(response)
        reason = next(filter(None, map(_reason, _choices(response))), "stop")
        yield Finish(reason, _usage(response))

    async def _chunks(self, body: bytes, deadline: float, *, keep_status: bool) -> AsyncGenerator[dict[str, Any], None]:
        """The decoded events of a streamed answer. One deadline holds for all of it; closing closes the connection."""
        try:
            async with asyncio.timeout_at(deadline):
                stream = await self._client.post(
                    "/chat/completions",
                    cast_to=object,
                    content=body,
                    options=self._options(),
                    stream=True,
                    stream_cls=AsyncStream[object],
                )
        except (TimeoutError, openai.OpenAIError, ValueError) as error:
            raise backend_error(error, keep_status=keep_status) from error
        try:
            while True:
                try:
                    # Around the wait for one chunk only: a timeout must not strike while the reader works on a piece.
                    async with asyncio.timeout_at(deadline):
                        chunk = await anext(stream)
                except StopAsyncIteration:
                    return
                except (TimeoutError, openai.OpenAIError, ValueError) as error:
                    raise backend_error(error, started=True) from error
                if not isinstance(chunk, dict):
                    raise BackendError("the backend sent an event that is not a JSON object")
                yield chunk
        finally:
            await stream.close()

    def _options(self) -> RequestOptions:
        # Following a redirect would be a second request.
        return {"headers": self._headers, "follow_redirects": False}

    def _describe(self) -> None:
        url = self._client.base_url
        attributes: dict[str, str | int] = {"gen_ai.provider.name": "openai", "server.address": url.host}
        if url.port is not None:
            attributes["server.port"] = url.port
        trace.get_current_span().set_attributes(attributes)


def _choices(chunk: dict[str, Any]) -> list[dict[str, Any]]:
    choices = chunk.get("choices")
    return [choice for choice in choices if isinstance(choice, dict)] if isinstance(choices, list) else []


def _reason(choice: dict[str, Any]) -> str | None:
    reason = choice.get("finish_reason")
    return reason if isinstance(reason, str) and reason else None


def _usage(chunk: dict[str, Any]) -> Usage | None:
    try:
        return msgspec.convert(chunk.get("usage"), Usage | None)
    except msgspec.ValidationError:
        return None
