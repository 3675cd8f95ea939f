"""The remote backend against a real llama.cpp server and model. Opt-in: see README.md in this folder."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from typing import Any

import pytest
from ha_assist.adapters.backends.protocol import BackendError, Capabilities, Finish, Piece, Prompt, RawPiece, TextPiece
from ha_assist.adapters.backends.remote import RemoteBackend
from jsonschema import validate
from llama_server import CONTEXT, configured, llama_server
from pictures import data_url, shown

pytestmark = pytest.mark.skipif(not configured(), reason="HA_ASSIST_TEST_LLAMA_SERVER and ..._MODEL are not set")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with llama_server() as url:
        yield url


@pytest.fixture
async def backend(url: str) -> AsyncIterator[RemoteBackend]:
    backend = RemoteBackend("small", url, able=Capabilities(context_tokens=CONTEXT), timeout=60, parallel=1, waiting=0)
    yield backend
    await backend.close()


def says(text: str, **options: Any) -> Prompt:
    messages = [{"role": "system", "content": "Answer in one sentence."}, {"role": "user", "content": text}]
    return Prompt(messages=messages, options={"temperature": 0, **options})


async def ask(backend: RemoteBackend, prompt: Prompt) -> list[Piece]:
    return [piece async for piece in backend.generate(prompt)]


def text_of(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces if isinstance(piece, TextPiece))


async def test_is_healthy(backend: RemoteBackend) -> None:
    assert (await backend.health())["status"] == "ok"


async def test_text_streams_and_the_count_is_what_the_server_then_measures(backend: RemoteBackend) -> None:
    prompt = says("What is the capital of France?", max_tokens=30)
    counted = await backend.count_tokens(prompt)
    *pieces, finish = await ask(backend, prompt)
    assert len(pieces) > 1
    assert "Paris" in text_of(pieces)
    assert isinstance(finish, Finish)
    assert finish.usage is not None
    assert counted == finish.usage.prompt_tokens


async def test_tools_are_counted_too_if_the_template_shows_them(backend: RemoteBackend) -> None:
    tool = {"type": "function", "function": {"name": "HassTurnOn", "parameters": {"type": "object", "properties": {}}}}
    prompt = says("hi", max_tokens=1)
    prompt.tools = [tool]
    counted = await backend.count_tokens(prompt)
    finish = (await ask(backend, prompt))[-1]
    assert isinstance(finish, Finish)
    assert finish.usage is not None
    assert counted == finish.usage.prompt_tokens


async def test_a_schema_is_kept_to(backend: RemoteBackend) -> None:
    schema = {
        "type": "object",
        "properties": {"city": {"type": "string", "maxLength": 20}, "n": {"type": "integer", "maximum": 9, "minimum": 0}},
        "required": ["city", "n"],
        "additionalProperties": False,
    }
    wanted = {"type": "json_schema", "json_schema": {"name": "x", "schema": schema}}
    pieces = await ask(backend, says("Name a city.", response_format=wanted, max_tokens=60))
    validate(json.loads(text_of(pieces)), schema)


async def test_a_prompt_that_is_too_long_is_the_clients_fault(backend: RemoteBackend) -> None:
    with pytest.raises(BackendError) as caught:
        await ask(backend, says("word " * 5000))
    assert (caught.value.status, caught.value.code) == (400, "input_token_limit_exceeded")
    assert await backend.count_tokens(says("word " * 5000)) > CONTEXT


async def test_a_picture_for_a_text_model_is_the_backends_failure_and_the_next_request_is_healthy(
    backend: RemoteBackend,
) -> None:
    with pytest.raises(BackendError) as caught:
        await ask(backend, Prompt(messages=[shown("What is this?", data_url())]))
    assert caught.value.status == 502
    assert text_of(await ask(backend, says("Say hello.", max_tokens=10)))


async def test_going_away_frees_the_server(backend: RemoteBackend) -> None:
    async with aclosing(backend.generate(says("Write a long story.", max_tokens=1000))) as pieces:
        await anext(pieces)
    started = time.monotonic()
    async with asyncio.timeout(20):
        assert text_of(await ask(backend, says("Say hello.", max_tokens=3)))
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("stream", [False, True])
async def test_a_request_for_the_model_itself_passes_through(backend: RemoteBackend, stream: bool) -> None:
    body = {"model": "small", "messages": [{"role": "user", "content": "Say hello."}], "max_tokens": 5, "stream": stream}
    *raw, finish = await ask(backend, Prompt(verbatim=body))
    assert all(isinstance(piece, RawPiece) for piece in raw)
    assert isinstance(finish, Finish)
    assert finish.reason == "length"
