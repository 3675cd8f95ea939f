"""The routes, and what holds for all of them: keys, errors, request ids, limits."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from time import time

import msgspec
from litestar import HttpMethod, Litestar, Request, get, post, route
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp, Message, Scope

from ..adapters.backends.protocol import Backend, Loads
from ..adapters.embeddings.store import Embeddings
from ..adapters.openai.completions import Model, ModelList
from ..adapters.settings import VIRTUAL_MODEL, Settings
from ..machine.runner import Runner
from . import chat, errors, health
from .auth import key_guard
from .request_log import request_id


def application(
    settings: Settings,
    runner: Runner,
    backends: Mapping[str, Backend],
    encoding: Embeddings | None = None,
    warm: Callable[[], None] | None = None,
    prepare: Callable[[], None] | None = None,
) -> Litestar:
    """The Litestar application around a ``runner``. ``backends``, by model id, are loaded and closed with it. ``warm`` is run
    before anything is answered; ``prepare`` (or at least the loading of ``encoding``) in the background, if there is a model that
    needs it."""
    listed = _models(backends)
    by_id = {model.id: msgspec.json.encode(model) for model in listed.data}
    models = msgspec.json.encode(listed)
    guards = [key_guard(settings.server.api_key)] if settings.server.api_key is not None else []

    @post(["/v1/chat/completions", "/chat/completions"], guards=guards)
    async def chat_completions(request: Request) -> ASGIApp:
        body = await request.body()
        content = settings.telemetry.capture_content
        return await chat.answer(runner, body, request_id(request.scope), request.receive, log_content=content)

    @get(["/v1/models", "/models"], guards=guards)
    async def list_models() -> ASGIApp:
        return ASGIResponse(body=models)

    @get(["/v1/models/{name:path}", "/models/{name:path}"], guards=guards)
    async def one_model(name: FromPath[Path]) -> ASGIApp:
        # Ids may hold slashes; the framework puts one in front.
        wanted = str(name).removeprefix("/")
        return ASGIResponse(body=by_id[wanted]) if wanted in by_id else errors.not_found(wanted)

    @route("/health", http_method=[HttpMethod.GET, HttpMethod.HEAD])
    async def report_health() -> ASGIApp:
        return ASGIResponse(body=msgspec.json.encode(await health.report(settings, backends, encoding, warm=warm is not None)))

    @asynccontextmanager
    async def hold_backends(_: Litestar) -> AsyncIterator[None]:
        for backend in backends.values():
            if isinstance(backend, Loads):
                backend.load()
        # Clients that knock meanwhile wait: the sockets listen already.
        if warm is not None:
            await asyncio.to_thread(warm)
        prepared = prepare or (encoding.warm if encoding is not None else None)
        warming = [asyncio.create_task(asyncio.to_thread(prepared))] if prepared is not None and backends else []
        try:
            yield
        finally:
            await asyncio.gather(*warming)
            for backend in backends.values():
                await backend.close()

    return Litestar(
        route_handlers=[chat_completions, list_models, one_model, report_health],
        lifespan=[hold_backends],
        before_send=[_name_the_request],
        exception_handlers={HTTPException: errors.http_exception, Exception: errors.unexpected},
        request_max_body_size=settings.server.limits.max_body_bytes,
        openapi_config=None,
        logging_config=None,
    )


async def _name_the_request(message: Message, scope: Scope) -> None:
    """Every response tells the request's id, whoever made it."""
    if message["type"] == "http.response.start":
        MutableScopeHeaders.from_message(message)["x-request-id"] = request_id(scope)


def _models(backends: Mapping[str, Backend]) -> ModelList:
    now = int(time())
    physical = [Model(name, now, "backend") for name in backends]
    return ModelList([Model(VIRTUAL_MODEL, now, "ha-assist"), *physical])
