"""A server elsewhere gets a bounded number of requests at a time, and each of them once."""

import asyncio
import json
from contextlib import aclosing

import pytest
from ha_assist.adapters.backends.protocol import BackendError, Finish, Piece, Prompt, TextPiece
from ha_assist.adapters.backends.remote import RemoteBackend
from pictures import data_url, shown
from upstream import DONE, STREAM, Pause, Reset, Upstream, delta, response, serving

ASK = Prompt(messages=[{"role": "user", "content": "hi"}])
PARIS = [STREAM, delta("stop", content="Paris"), DONE]


async def ask(backend: RemoteBackend, prompt: Prompt = ASK) -> list[Piece]:
    return [piece async for piece in backend.generate(prompt)]


def small(upstream: Upstream, *, parallel: int = 1, waiting: int = 1, **options) -> RemoteBackend:
    return RemoteBackend("small", upstream.url, parallel=parallel, waiting=waiting, **options)


async def inside(backend: RemoteBackend) -> int:
    return backend._admission.inside


async def test_more_than_are_sent_at_a_time_wait_and_more_than_may_wait_are_told_so() -> None:
    async with serving(STREAM, delta(content="Par"), Pause(0.3), delta("stop", content="is"), DONE) as upstream:
        backend = small(upstream)
        running, waiting = asyncio.create_task(ask(backend)), asyncio.create_task(ask(backend))
        await upstream.arrived.wait()
        await asyncio.sleep(0.05)
        assert len(upstream.received) == 1
        with pytest.raises(BackendError) as caught:
            await ask(backend)
        assert (caught.value.status, caught.value.code) == (503, "backend_busy")
        assert caught.value.retry_after
        assert await running == await waiting == [TextPiece("Par"), TextPiece("is"), Finish("stop", None)]
        assert len(upstream.received) == 2
        assert await inside(backend) == 0
        await backend.close()


async def test_several_are_sent_at_a_time_where_that_is_set() -> None:
    async with serving(STREAM, Pause(0.3), delta("stop", content="Paris"), DONE) as upstream, asyncio.timeout(0.8):
        backend = small(upstream, parallel=8)
        await asyncio.gather(*(ask(backend) for _ in range(8)))
        assert len(upstream.received) == 8
        await backend.close()


async def test_the_deadline_counts_the_time_in_the_queue() -> None:
    async with serving(STREAM, Pause(30)) as upstream:
        backend = small(upstream, timeout=0.3)
        results = await asyncio.gather(ask(backend), ask(backend), return_exceptions=True)
        assert [result.status for result in results if isinstance(result, BackendError)] == [504, 504]
        assert await inside(backend) == 0
        await backend.close()


@pytest.mark.parametrize(
    "trouble",
    [[Reset()], [STREAM, delta(content="Par"), Reset()], [response(500, {})], [STREAM, b"data: {half\n\n"], [Pause(30)]],
    ids=["reset", "half a stream", "server error", "garbage", "hang"],
)
async def test_every_failure_frees_its_slot_and_leaves_the_next_request_healthy(trouble) -> None:
    async with serving(*trouble) as upstream:
        backend = small(upstream, waiting=0, timeout=0.5)
        with pytest.raises(BackendError):
            await ask(backend)
        assert await inside(backend) == 0
        upstream.script = PARIS
        assert await ask(backend) == [TextPiece("Paris"), Finish("stop", None)]
        assert len(upstream.received) == 2
        await backend.close()


async def test_whoever_goes_away_frees_the_slot() -> None:
    async with serving(STREAM, delta(content="Par"), Pause(30)) as upstream:
        backend = small(upstream, waiting=0)
        async with aclosing(backend.generate(ASK)) as pieces:
            await anext(pieces)
        async with asyncio.timeout(2):
            await upstream.hung_up.wait()
        assert await inside(backend) == 0
        upstream.script = PARIS
        assert await ask(backend)
        await backend.close()


async def test_a_schema_and_pictures_go_to_the_server_as_they_are() -> None:
    schema = {"type": "json_schema", "json_schema": {"name": "x", "schema": {"type": "object"}}}
    prompt = Prompt(messages=[shown("What is this?", data_url())], options={"response_format": schema})
    async with serving(*PARIS) as upstream:
        backend = small(upstream)
        await ask(backend, prompt)
        await backend.close()
    body = json.loads(upstream.received[0].body)
    assert body["response_format"] == schema
    assert body["messages"] == prompt.messages
