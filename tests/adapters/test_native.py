"""What every model on this machine has in common: one thread, a bounded queue, deadlines, and a slot that is only free again
when the native code has returned. The runtime here is a script; the thread and the queue are the real ones."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import aclosing
from typing import Any

import pytest
from ha_assist.adapters.backends.native import NativeBackend
from ha_assist.adapters.backends.owner import Job
from ha_assist.adapters.backends.protocol import BackendError, Capabilities, Finish, Piece, Prompt, TextPiece

ASK = Prompt(messages=[{"role": "user", "content": "hi"}])


class ScriptedRuntime:
    """Native code that does what a test says, and notes what it did, and in which thread."""

    system = "script"
    capabilities = Capabilities()

    def __init__(self, answer: Callable[[Job], None] | None = None) -> None:
        self.script = answer or self.say_hello
        self.done: list[str] = []
        self.threads: set[int] = set()
        self.broken: BackendError | None = None

    @staticmethod
    def say_hello(job: Job) -> None:
        job.emit(TextPiece("Hello"))
        job.emit(Finish())

    def load(self) -> None:
        self._note("load")
        if self.broken is not None:
            raise self.broken

    def answer(self, prompt: Prompt, job: Job) -> None:
        self._note("answer")
        self.script(job)

    def count(self, prompt: Prompt) -> int:
        self._note("count")
        return len(prompt.messages)

    def unload(self) -> None:
        self._note("unload")

    def _note(self, what: str) -> None:
        self.done.append(what)
        self.threads.add(threading.get_ident())


class Gate:
    """Native code that runs until the test lets it end."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.open = threading.Event()
        self.stopped = threading.Event()

    def __call__(self, job: Job) -> None:
        job.emit(TextPiece("H"))
        self.entered.set()
        with job.stoppable(self.stopped.set):
            assert self.open.wait(10)
        job.emit(TextPiece("ello"))
        job.emit(Finish())


def backend(runtime: ScriptedRuntime, **options: Any) -> NativeBackend:
    return NativeBackend("small", runtime, **{"waiting": 1, "timeout": 5.0, **options})


async def ask(of: NativeBackend) -> list[Piece]:
    return [piece async for piece in of.generate(ASK)]


async def failure(of: NativeBackend) -> BackendError:
    with pytest.raises(BackendError) as caught:
        await ask(of)
    return caught.value


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(5):
        while not holds():  # noqa: ASYNC110  what is waited for happens in another thread
            await asyncio.sleep(0.005)


async def inside(of: NativeBackend) -> int:
    health = await of.health()
    return health["active"] + health["waiting"]


async def test_pieces_come_in_order_and_all_native_code_runs_in_one_thread() -> None:
    runtime = ScriptedRuntime()
    of = backend(runtime)
    of.load()
    assert await ask(of) == [TextPiece("Hello"), Finish()]
    assert await of.count_tokens(ASK) == 1
    await of.close()
    assert runtime.done == ["load", "load", "answer", "load", "count", "unload"]
    assert len(runtime.threads) == 1
    assert threading.get_ident() not in runtime.threads


async def test_the_event_loop_never_waits_for_native_code() -> None:
    gate = Gate()
    of = backend(ScriptedRuntime(gate))
    async with aclosing(of.generate(ASK)) as pieces:
        assert await anext(pieces) == TextPiece("H")
        await asyncio.sleep(0)
        gate.open.set()
        assert [piece async for piece in pieces] == [TextPiece("ello"), Finish()]
    await of.close()


class TestTheQueue:
    async def test_is_bounded_and_a_full_one_says_when_to_come_back(self) -> None:
        gate = Gate()
        runtime = ScriptedRuntime(gate)
        of = backend(runtime, waiting=1)
        running, waiting = asyncio.create_task(ask(of)), asyncio.create_task(ask(of))
        await until(gate.entered.is_set)
        assert await of.health() == {"status": "ok", "loaded": True, "active": 1, "waiting": 1, "queue": 1}
        error = await failure(of)
        assert (error.status, error.code) == (503, "backend_busy")
        assert error.retry_after is not None
        assert error.retry_after >= 1
        gate.open.set()
        assert await running == await waiting == [TextPiece("H"), TextPiece("ello"), Finish()]
        assert runtime.done.count("answer") == 2
        await of.close()

    async def test_can_have_no_places_at_all(self) -> None:
        gate = Gate()
        of = backend(ScriptedRuntime(gate), waiting=0)
        running = asyncio.create_task(ask(of))
        await until(gate.entered.is_set)
        assert (await failure(of)).status == 503
        gate.open.set()
        await running
        assert len(await ask(of)) == 3
        await of.close()

    async def test_does_not_make_the_tokenizer_wait_for_somebody_elses_answer(self) -> None:
        gate = Gate()
        of = backend(ScriptedRuntime(gate))
        running = asyncio.create_task(ask(of))
        await until(gate.entered.is_set)
        assert await of.count_tokens(ASK) is None
        gate.open.set()
        await running
        assert await of.count_tokens(ASK) == 1
        await of.close()

    async def test_whoever_goes_while_waiting_costs_nothing(self) -> None:
        gate = Gate()
        runtime = ScriptedRuntime(gate)
        of = backend(runtime)
        running, waiting = asyncio.create_task(ask(of)), asyncio.create_task(ask(of))
        await until(gate.entered.is_set)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert await inside(of) == 1
        gate.open.set()
        await running
        assert runtime.done.count("answer") == 1
        await of.close()


class TestGoingAway:
    async def test_cancels_and_frees_the_slot_only_when_the_native_code_has_returned(self) -> None:
        gate = Gate()
        of = backend(ScriptedRuntime(gate))
        async with aclosing(of.generate(ASK)) as pieces:
            await anext(pieces)
        await self._stopped_but_taken_until_it_returns(of, gate)

    async def test_a_deadline_is_a_504_and_frees_the_slot_only_when_the_native_code_has_returned(self) -> None:
        gate = Gate()
        of = backend(ScriptedRuntime(gate), timeout=0.05)
        error = await failure(of)
        assert (error.status, error.code) == (504, "backend_timeout")
        await self._stopped_but_taken_until_it_returns(of, gate)

    @staticmethod
    async def _stopped_but_taken_until_it_returns(of: NativeBackend, gate: Gate) -> None:
        await until(gate.stopped.is_set)
        assert await inside(of) == 1
        gate.open.set()
        await until(lambda: of._owner.idle)
        assert len(await ask(of)) == 3
        await of.close()

    async def test_the_deadline_counts_the_time_in_the_queue(self) -> None:
        gate = Gate()
        runtime = ScriptedRuntime(gate)
        of = backend(runtime, timeout=0.1)
        first, second = await asyncio.gather(failure(of), failure(of))
        assert first.status == second.status == 504
        gate.open.set()
        await until(lambda: of._owner.idle)
        assert runtime.done.count("answer") == 1
        await of.close()

    async def test_closing_waits_for_the_native_code_and_unloads_last(self) -> None:
        gate = Gate()
        runtime = ScriptedRuntime(gate)
        of = backend(runtime)
        running, waiting = asyncio.create_task(ask(of)), asyncio.create_task(ask(of))
        await until(gate.entered.is_set)
        closing = asyncio.create_task(of.close())
        await until(gate.stopped.is_set)
        assert not closing.done()
        gate.open.set()
        await closing
        assert runtime.done[-1] == "unload"
        assert isinstance((await asyncio.gather(waiting, return_exceptions=True))[0], BackendError)
        await asyncio.gather(running, return_exceptions=True)
        assert (await failure(of)).status == 503


class TestFailures:
    @pytest.mark.parametrize(
        ("error", "status", "code"),
        [
            (RuntimeError("INTERNAL: it broke\nwith a trace"), 502, "backend_error"),
            (RuntimeError(), 502, "backend_error"),
            (OSError("device gone"), 502, "backend_error"),
            (MemoryError(), 503, "backend_out_of_memory"),
            (RuntimeError("RESOURCE_EXHAUSTED: cannot allocate"), 503, "backend_out_of_memory"),
            (RuntimeError("std::bad_alloc"), 503, "backend_out_of_memory"),
            (BackendError("too long", status=400, code="input_token_limit_exceeded"), 400, "input_token_limit_exceeded"),
        ],
    )
    async def test_have_their_status_free_the_slot_and_leave_the_next_request_healthy(
        self, error: Exception, status: int, code: str
    ) -> None:
        def fail(job: Job) -> None:
            job.emit(TextPiece("Hel"))
            raise error

        runtime = ScriptedRuntime(fail)
        of = backend(runtime)
        got = await failure(of)
        assert (got.status, got.code) == (status, code)
        assert "\n" not in got.message
        assert await inside(of) == 0
        runtime.script = ScriptedRuntime.say_hello
        assert await ask(of) == [TextPiece("Hello"), Finish()]
        assert runtime.done.count("answer") == 2
        await of.close()

    async def test_a_model_that_cannot_be_loaded_is_tried_again_when_it_is_asked_for(self) -> None:
        runtime = ScriptedRuntime()
        runtime.broken = BackendError("no such file", status=503, code="backend_unavailable")
        of = backend(runtime)
        of.load()
        assert (await failure(of)).status == 503
        assert await of.count_tokens(ASK) is None
        assert (await of.health())["reason"] == "no such file"
        runtime.broken = None
        assert await ask(of) == [TextPiece("Hello"), Finish()]
        assert (await of.health())["status"] == "ok"
        await of.close()
