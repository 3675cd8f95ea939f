"""Whatever a model's server does, the client gets the right status once, the slot is free again, and the next request is
healthy: over real sockets, through the whole of HA-Assist."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest
from ha_assist.adapters.backends.factory import build_backends
from ha_assist.adapters.settings import Assist, Models, RemoteModel, Settings
from ha_assist.http.app import create_app
from serving import served
from upstream import DONE, STREAM, Pause, Reset, Upstream, call, delta, response, serving

UNCOUNTED = {path: [response(404, {})] for path in ("/v1/chat/completions/input_tokens", "/tokenize", "/apply-template")}
QUESTION = [{"role": "user", "content": "Tell me a story about a fox and a crow."}]
FINE = [STREAM, delta("stop", content="Fine."), DONE]
ERROR = {"error": {"message": "no", "type": "server_error", "code": "x"}}
TOO_LONG = {"error": {"message": "too long", "type": "exceed_context_size_error", "code": 400}}

FAILURES: dict[str, tuple[list[Any], int, str]] = {
    "a reset before anything": ([Reset()], 503, "backend_unavailable"),
    "a hang": ([Pause(30)], 504, "backend_timeout"),
    "a hang after the headers": ([STREAM, Pause(30)], 504, "backend_timeout"),
    "an end after the headers": ([STREAM], 502, "backend_error"),
    "an end without a word": ([STREAM, DONE], 502, "backend_error"),
    "an empty body": ([response(200, b"")], 502, "backend_error"),
    "garbage for events": ([STREAM, b"data: {{{{\n\n"], 502, "backend_error"),
    "an event that is no object": ([STREAM, b"data: [1]\n\n"], 502, "backend_error"),
    "a page in HTML": ([response(200, b"<html>Welcome</html>", content_type="text/html")], 502, "backend_error"),
    "no HTTP at all": ([b"SSH-2.0-OpenSSH\r\n\r\n"], 503, "backend_unavailable"),
    "a call that is cut off": ([STREAM, delta(tool_calls=[call(name="HassTurnOn", arguments='{"na')])], 502, "backend_error"),
    "an error in the stream": ([STREAM, b'data: {"error": {"message": "boom"}}\n\n'], 502, "backend_error"),
    "400": ([response(400, ERROR)], 502, "backend_error"),
    "401": ([response(401, ERROR)], 502, "backend_refuses_key"),
    "404": ([response(404, ERROR)], 502, "backend_error"),
    "429": ([response(429, ERROR, Retry_After="7")], 503, "backend_busy"),
    "500": ([response(500, ERROR)], 502, "backend_error"),
    "503": ([response(503, ERROR, Retry_After="7")], 503, "backend_unavailable"),
    "504": ([response(504, ERROR)], 504, "backend_timeout"),
    "out of memory": ([response(500, {"error": {"message": "CUDA out of memory"}})], 503, "backend_out_of_memory"),
    "a redirect": ([response(307, {}, Location="/elsewhere")], 502, "backend_error"),
    "a prompt that is too long": ([response(400, TOO_LONG)], 400, "input_token_limit_exceeded"),
}


@asynccontextmanager
async def behind(upstream: Upstream, tmp_path: Path, patience: float = 10) -> AsyncIterator[httpx.AsyncClient]:
    """HA-Assist before a server with one slot and no queue: a slot that is not given back refuses the next request."""
    model = RemoteModel("small", upstream.url, parallel=1, queue=0, timeout=patience)
    settings = Settings(settings=Assist(ha_assist_text_model="small", ha_assist_encoder="none"), models=Models(remote=(model,)))
    with served(create_app(settings, build_backends(settings, {}, tmp_path))) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=15) as client:
            yield client


async def ask(client: httpx.AsyncClient, **body: Any) -> httpx.Response:
    return await client.post("/v1/chat/completions", json={"model": "HA-Assist", "messages": QUESTION, **body})


def generations(upstream: Upstream) -> int:
    return sum(request.path == "/v1/chat/completions" for request in upstream.received)


async def healthy(client: httpx.AsyncClient, upstream: Upstream) -> None:
    upstream.script = list(FINE)
    before = generations(upstream)
    answer = await ask(client)
    assert (answer.status_code, generations(upstream)) == (200, before + 1)
    assert answer.json()["choices"][0]["message"]["content"] == "Fine."
    assert (await client.get("/health")).json()["backends"]["small"].get("active", 0) == 0


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("failure", FAILURES)
async def test_a_failure_before_the_first_word_has_its_status(failure: str, stream: bool, tmp_path: Path) -> None:
    script, status, code = FAILURES[failure]
    async with serving(*script) as upstream:
        upstream.scripts = dict(UNCOUNTED)
        async with behind(upstream, tmp_path, patience=1 if status == 504 else 10) as client:
            answer = await ask(client, stream=stream)
            assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
            assert failure not in ("429", "503") or answer.headers["retry-after"] == "7"
            assert status < 500 or answer.json()["error"]["message"].startswith("small: ")
            assert generations(upstream) == 1
            await healthy(client, upstream)


@pytest.mark.parametrize("stream", [False, True])
async def test_a_server_that_is_not_there(stream: bool, tmp_path: Path) -> None:
    async with serving() as upstream:
        port, upstream.port = upstream.port, 1
        upstream.scripts = dict(UNCOUNTED)
        async with behind(upstream, tmp_path) as client:
            for _ in range(2):  # the second would find the slot taken, if the first had not given it back
                answer = await ask(client, stream=stream)
                assert (answer.status_code, answer.json()["error"]["code"]) == (503, "backend_unavailable")
            assert (await client.get("/health")).json()["status"] == "degraded"
        upstream.port = port


HALF = [STREAM, delta(content="Once upon a time, "), delta(content="there was. ")]


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ([Reset()], "backend_error"),
        ([], "backend_error"),
        ([b"data: {{{\n\n"], "backend_error"),
        ([b'data: {"error": {"message": "boom"}}\n\n'], "backend_error"),
        ([Pause(30)], "backend_timeout"),
    ],
    ids=["reset", "end", "garbage", "error", "hang"],
)
async def test_a_failure_after_the_first_word_is_an_event_that_clients_can_read(
    rest: list[Any], code: str, tmp_path: Path
) -> None:
    async with serving(*HALF, *rest) as upstream:
        upstream.scripts = dict(UNCOUNTED)
        async with behind(upstream, tmp_path, patience=1 if code == "backend_timeout" else 10) as client:
            answer = await ask(client, stream=True)
            assert answer.status_code == 200
            events = [line.removeprefix("data: ") for line in answer.text.split("\n\n") if line]
            assert events[-1] == "[DONE]"
            assert json.loads(events[-2])["error"]["code"] == code
            said = "".join(json.loads(event)["choices"][0]["delta"].get("content", "") for event in events[:-2])
            assert said.startswith("Once upon a time,")
            url = str(client.base_url.join("/v1"))
            async with openai.AsyncOpenAI(base_url=url, api_key="x", max_retries=0) as reader:
                stream: Any = await reader.chat.completions.create(model="HA-Assist", messages=QUESTION, stream=True)  # type: ignore[call-overload]
                with pytest.raises(openai.APIError):
                    async for _ in stream:
                        pass
            assert generations(upstream) == 2
            await healthy(client, upstream)


async def test_the_same_failure_without_a_stream_has_its_status(tmp_path: Path) -> None:
    async with serving(*HALF, Reset()) as upstream:
        upstream.scripts = dict(UNCOUNTED)
        async with behind(upstream, tmp_path) as client:
            assert (await ask(client)).status_code == 502
            await healthy(client, upstream)


async def test_a_client_that_hangs_up_frees_the_slot(tmp_path: Path) -> None:
    async with serving(*HALF, Pause(30)) as upstream:
        upstream.scripts = dict(UNCOUNTED)
        async with behind(upstream, tmp_path, patience=30) as client:
            async with client.stream(
                "POST", "/v1/chat/completions", json={"model": "HA-Assist", "messages": QUESTION, "stream": True}
            ) as running:
                await anext(running.aiter_bytes())
            async with asyncio.timeout(5):
                await upstream.hung_up.wait()
            await healthy(client, upstream)
