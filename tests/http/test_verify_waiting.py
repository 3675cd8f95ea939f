"""Waiting for the house, over HTTP: many at once, in the way of nobody, and over when the client is gone."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.http.app import create_app
from ha_assist.http.routes import application
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import State
from ha_assist.machine.turn import Turn
from ha_assist.states.registry import handlers
from ha_assist.states.services import Services
from serving import Served, served

CAPTURE = Path(__file__).parents[1] / "requests" / "ha-2026.10-llama_cpp.jsonl"
WAITING = 200
DELAY = 2.0


def captured(sentence: str, messages: int) -> dict[str, Any]:
    with CAPTURE.open(encoding="utf-8") as lines:
        bodies = [json.loads(line)["body"] for line in lines]
    return next(b for b in bodies if len(b["messages"]) == messages and b["messages"][1]["content"] == sentence)


COMMAND = captured("Turn off the kitchen lights", 2)
ACTED = captured("Turn off the kitchen lights", 4)


@contextmanager
def slow(delay: float) -> Iterator[Served]:
    settings = Settings(settings=Assist(ha_assist_verify_delay=delay))
    with served(create_app(settings, {})) as server:
        yield server


async def posted(client: httpx.AsyncClient, body: dict[str, Any]) -> httpx.Response:
    return await client.post("/v1/chat/completions", json=body | {"stream": False})


def many(url: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=url, limits=httpx.Limits(max_connections=WAITING + 10), timeout=60)


def test_many_wait_at_once_without_threads_and_in_the_way_of_nobody() -> None:
    entered, all_wait = list[Turn](), threading.Event()
    states = handlers(Services(Settings(settings=Assist(ha_assist_verify_delay=30))), {})
    real = states[State.VERIFY]

    async def counted(turn: Turn) -> None:
        entered.append(turn)
        if len(entered) == WAITING:
            all_wait.set()
        await real(turn)

    async def scene(url: str) -> tuple[list[httpx.Response], int]:
        async with many(url) as client:
            waiting = [asyncio.create_task(posted(client, ACTED)) for _ in range(WAITING)]
            assert await asyncio.to_thread(all_wait.wait, 25)
            threads = threading.active_count()
            others = [await posted(client, COMMAND) for _ in range(10)]
            assert not any(task.done() for task in waiting)
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            return others, threads

    with served(application(Settings(), Runner(states | {State.VERIFY: counted}), {})) as server:
        server.post(json=COMMAND | {"stream": False})
        before = threading.active_count() + 1  # the one that waits for all of them here
        others, threads = asyncio.run(scene(server.url))
    assert threads <= before
    assert all(answer.json()["choices"][0]["message"]["tool_calls"] for answer in others)


def test_all_of_them_get_their_read_after_their_own_wait() -> None:
    async def scene(url: str) -> list[httpx.Response]:
        async with many(url) as client:
            return await asyncio.gather(*(posted(client, ACTED) for _ in range(WAITING)))

    with slow(DELAY) as server:
        server.post(json=COMMAND | {"stream": False})
        started = time.perf_counter()
        answers = asyncio.run(scene(server.url))
    assert time.perf_counter() - started < WAITING * DELAY / 4  # far from one after the other
    for answer in answers:
        body = answer.json()
        assert body["choices"][0]["message"]["tool_calls"][0]["function"]["name"] == "homeassistant__GetLiveContext"
        assert body["metrics"]["ha_verify_settle_ms"] >= DELAY * 1000 - 5


def test_the_wait_is_told_apart_from_the_work() -> None:
    with slow(DELAY) as server:
        server.post(json=COMMAND | {"stream": False})
        metrics = server.post(json=ACTED | {"stream": False}).json()["metrics"]
    assert metrics["ha_verify_settle_ms"] >= DELAY * 1000 - 5
    assert metrics["ha_route"]["prepare_ms"] < DELAY * 1000


@pytest.mark.parametrize("stream", [False, True])
def test_a_client_that_hangs_up_ends_the_wait(stream: bool) -> None:
    ended = threading.Event()
    states = handlers(Services(Settings(settings=Assist(ha_assist_verify_delay=30))), {})
    real = states[State.VERIFY]

    async def watched(turn: Turn) -> None:
        try:
            await real(turn)
        finally:
            ended.set()

    with served(application(Settings(), Runner(states | {State.VERIFY: watched}), {})) as server:
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{server.url}/v1/chat/completions", json=ACTED | {"stream": stream}, timeout=0.4)
        assert ended.wait(20)


def test_the_number_of_a_read_comes_back_with_its_id() -> None:
    with slow(0) as server:
        answer = server.post(json=ACTED | {"stream": False}).json()
    assert answer["choices"][0]["message"]["tool_calls"][0]["id"].startswith("call_verify1_")
    assert answer["metrics"]["ha_verify"] == {
        "kind": "read",
        "attempt": 1,
        "maximum": 2,
        "delay": 0,
        "verdict": "pending",
        "laggards": [],
    }
