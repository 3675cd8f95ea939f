"""The routes, and what holds for all of them: keys, errors, request ids, limits."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from time import time
from typing import Any
from uuid import uuid4

import msgspec
from litestar import Litestar, Request, get, post
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import HTTPException
from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp, HTTPScope, Message, Scope

from ..adapters.backends.protocol import Backend, Loads
from ..adapters.embeddings.store import Embeddings
from ..adapters.openai.completions import Model, ModelList
from ..adapters.settings import VIRTUAL_MODEL, Settings
from ..machine.runner import Runner
from . import chat, errors, health
from .auth import key_guard


def application(
    settings: Settings, runner: Runner, backends: Mapping[str, Backend], encoding: Embeddings | None = None
) -> Litestar:
    """The Litestar application around a ``runner``. ``backends``, by model id, are loaded and closed with it; ``encoding`` is
    warmed up if there is a model that needs it."""
    models = msgspec.json.encode(_models(backends))
    guards = [key_guard(settings.server.api_key)] if settings.server.api_key is not None else []

    @post(["/v1/chat/completions", "/chat/completions"], guards=guards)
    async def chat_completions(request: Request) -> ASGIApp:
        body = await request.body()
        return await chat.answer(runner, body, request_id(request.scope), request.receive)

    @get(["/v1/models", "/models"], guards=guards)
    async def list_models() -> ASGIApp:
        return ASGIResponse(body=models)

    @get("/health")
    async def report_health() -> ASGIApp:
        return ASGIResponse(body=msgspec.json.encode(await health.report(settings, backends, encoding)))

    @asynccontextmanager
    async def hold_backends(_: Litestar) -> AsyncIterator[None]:
        for backend in backends.values():
            if isinstance(backend, Loads):
                backend.load()
        warming = [asyncio.create_task(asyncio.to_thread(encoding.warm))] if encoding is not None and backends else []
        try:
            yield
        finally:
            await asyncio.gather(*warming)
            for backend in backends.values():
                await backend.close()

    return Litestar(
        route_handlers=[chat_completions, list_models, report_health],
        lifespan=[hold_backends],
        before_send=[_name_the_request],
        exception_handlers={HTTPException: errors.http_exception, Exception: errors.unexpected},
        request_max_body_size=settings.server.limits.max_body_bytes,
        openapi_config=None,
        logging_config=None,
    )


def request_id(scope: Scope | HTTPScope) -> str:
    """The id of a request, made when it is first asked for."""
    state: dict[str, Any] = scope["state"]
    return state.setdefault("ha_assist_request_id", f"req_{uuid4().hex}")


async def _name_the_request(message: Message, scope: Scope) -> None:
    """Every response tells the request's id, whoever made it."""
    if message["type"] == "http.response.start":
        MutableScopeHeaders.from_message(message)["x-request-id"] = request_id(scope)


def _models(backends: Mapping[str, Backend]) -> ModelList:
    now = int(time())
    physical = [Model(name, now, "backend") for name in backends]
    return ModelList([Model(VIRTUAL_MODEL, now, "ha-assist"), *physical])
