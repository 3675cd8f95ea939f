"""What the runner does with a Turn: the paths, bugs in handlers, cancellation, many Turns at once, and nothing left behind."""

import asyncio
import gc
import logging
import random
import weakref

import pytest
from ha_assist.machine import guards
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import State
from ha_assist.machine.turn import Answer, Call, Calls, Turn
from scripted_states import EXCHANGE, FAILURE, HANDLED, REFUSAL, REJECTED, REPLY, REQUEST, Script, facts

DIRECT = ["received", "boundary", "classify", "deterministic", "validate", "answered"]
MODEL = facts(model="gemma")

PATHS = {
    "a command that is derived": ({State.DETERMINISTIC: facts(plan=REPLY)}, DIRECT),
    "a request that cannot be read": ({State.BOUNDARY: facts(refusal=REFUSAL)}, ["received", "boundary", "refused"]),
    "a physical model": (
        {State.BOUNDARY: facts(physical_model="gemma", model="gemma")},
        ["received", "boundary", "compile", "generate", "validate", "answered"],
    ),
    "a picture": (
        {State.CLASSIFY: facts(has_image=True), State.RETRIEVE: MODEL},
        ["received", "boundary", "classify", "retrieve", "compile", "generate", "validate", "answered"],
    ),
    "direct answers forbidden": (
        {State.CLASSIFY: facts(direct_forbidden="tool_choice none", has_results=True), State.RETRIEVE: MODEL},
        ["received", "boundary", "classify", "retrieve", "compile", "generate", "validate", "answered"],
    ),
    "results that speak for themselves": (
        {State.CLASSIFY: facts(has_results=True, exchanges=(EXCHANGE,)), State.VERIFY: facts(plan=REPLY)},
        ["received", "boundary", "classify", "verify", "validate", "answered"],
    ),
    "results that a model must speak about": (
        {State.CLASSIFY: facts(has_results=True, exchanges=(EXCHANGE,)), State.RETRIEVE: MODEL},
        ["received", "boundary", "classify", "verify", "retrieve", "compile", "generate", "validate", "answered"],
    ),
    "a question for the model": (
        {State.RETRIEVE: MODEL},
        ["received", "boundary", "classify", "deterministic", "retrieve", "compile", "generate", "validate", "answered"],
    ),
    "a question, and no model": (
        {},
        ["received", "boundary", "classify", "deterministic", "retrieve", "validate", "answered"],
    ),
    "a prompt that does not fit": (
        {State.RETRIEVE: MODEL, State.COMPILE: facts(prompt=None, refusal=REFUSAL)},
        ["received", "boundary", "classify", "deterministic", "retrieve", "compile", "refused"],
    ),
    "a backend that is down": (
        {State.RETRIEVE: MODEL, State.GENERATE: facts(failure=FAILURE)},
        ["received", "boundary", "classify", "deterministic", "retrieve", "compile", "generate", "failed"],
    ),
    "a plan that was rejected, and a model": (
        {
            State.DETERMINISTIC: facts(plan=REPLY),
            State.VALIDATE: facts(plan_rejected=REJECTED),
            State.RETRIEVE: MODEL,
        },
        [*DIRECT[:-1], "retrieve", "compile", "generate", "validate", "answered"],
    ),
    "a plan that was rejected, and no model": (
        {State.DETERMINISTIC: facts(plan=REPLY), State.VALIDATE: facts(plan_rejected=REJECTED)},
        [*DIRECT[:-1], "retrieve", "validate", "answered"],
    ),
}


def path(turn: Turn) -> list[str]:
    return [step.state.value for step in turn.path]


@pytest.fixture(autouse=True)
def quiet(caplog):
    caplog.set_level(logging.CRITICAL, logger="ha_assist")


class TestPaths:
    @pytest.mark.parametrize("situation", PATHS)
    async def test_a_turn_goes_the_way_of_its_facts(self, situation):
        effects, expected = PATHS[situation]
        script = Script(effects)
        turn = await Runner(script.handlers).run(Turn(b"{}"))
        assert path(turn) == expected
        assert turn.state.value == expected[-1]
        assert [state.value for state in script.ran] == expected[1:-1]
        assert script.ran.count(State.GENERATE) == turn.permit.spent

    async def test_the_path_tells_which_guard_led_where_and_how_long_it_took(self):
        script = Script({State.DETERMINISTIC: lambda turn: asyncio.sleep(0.02, facts(plan=REPLY)(turn))})
        turn = await Runner(script.handlers).run(Turn(b"{}"))
        assert [step.guard for step in turn.path] == ["received", "always", "otherwise", "otherwise", "solved", "otherwise"]
        took = {step.state: step.milliseconds for step in turn.path}
        assert took[State.DETERMINISTIC] >= 15
        assert took[State.CLASSIFY] < 15

    async def test_the_second_validation_sees_the_models_words_and_why_the_plan_was_rejected(self):
        seen = []

        def reject(turn: Turn) -> None:
            seen.append((turn.plan_rejected, len(turn.pieces)))
            turn.plan_rejected = REJECTED

        script = Script({State.DETERMINISTIC: facts(plan=REPLY), State.RETRIEVE: MODEL, State.VALIDATE: reject})
        await Runner(script.handlers).run(Turn(b"{}"))
        assert seen == [(None, 0), (REJECTED, 2)]

    def test_a_runner_without_a_handler_is_not_built(self):
        handlers = Script().handlers
        del handlers[State.VERIFY], handlers[State.COMPILE]
        with pytest.raises(ValueError, match="states without a handler: compile, verify"):
            Runner(handlers)


def explode(turn: Turn) -> None:
    raise KeyError("kitchen")


class TestBugs:
    @pytest.mark.parametrize("state", HANDLED)
    async def test_a_handler_that_raises_ends_the_turn_in_failed(self, state):
        effects = {
            State.CLASSIFY: facts(has_results=state is State.VERIFY, exchanges=(EXCHANGE,)),
            State.RETRIEVE: MODEL,
            state: explode,
        }
        script = Script(effects)
        turn = await Runner(script.handlers).run(Turn(b"{}"))
        assert turn.state is State.FAILED
        assert turn.failure is not None
        assert turn.failure.status == 500
        assert turn.failure.message == f"internal error in state {state}: 'kitchen'"
        assert script.ran[-1] is state, "nothing runs after it"
        assert path(turn)[-2:] == [state, "failed"]
        assert turn.path[-1].guard == "a promise was broken"

    async def test_a_guard_that_raises_ends_the_turn_in_failed(self):
        script = Script({State.DETERMINISTIC: facts(plan=REPLY), State.VALIDATE: facts(plan_rejected=REJECTED, path=[None])})
        turn = await Runner(script.handlers).run(Turn(b"{}"))
        assert turn.state is State.FAILED
        assert turn.failure is not None
        assert script.ran[-1] is State.VALIDATE

    async def test_a_failure_that_a_handler_notes_where_the_table_has_no_way_for_it_is_still_a_failure(self):
        script = Script({State.CLASSIFY: facts(failure=FAILURE)})
        turn = await Runner(script.handlers).run(Turn(b"{}"))
        assert turn.state is State.FAILED
        assert script.ran == [State.BOUNDARY, State.CLASSIFY]

    async def test_a_handler_that_spends_the_permit_itself_gets_nowhere(self):
        script = Script({State.RETRIEVE: MODEL, State.COMPILE: lambda turn: turn.permit.spend()})
        turn = await Runner(script.handlers).run(Turn(b"{}"))
        assert turn.state is State.FAILED
        assert State.GENERATE not in script.ran

    async def test_a_call_of_a_tool_that_was_not_offered_is_never_answered(self):
        script = Script({State.DETERMINISTIC: facts(plan=Calls((Call("intent__HassUnlock", {}),)))})
        turn = await Runner(script.handlers).run(Turn(b"{}"))
        assert turn.state is State.FAILED
        assert turn.answer is None


class TestCancellation:
    @pytest.mark.parametrize("state", HANDLED)
    async def test_a_cancelled_turn_stops_where_it_is_and_the_cancellation_is_seen_outside(self, state):
        waiting = asyncio.Event()

        async def wait_for_ever() -> None:
            waiting.set()
            await asyncio.Event().wait()

        script = Script(
            {
                State.CLASSIFY: facts(has_results=state is State.VERIFY, exchanges=(EXCHANGE,)),
                State.RETRIEVE: MODEL,
                state: lambda _: wait_for_ever(),
            }
        )
        runner = Runner(script.handlers)
        turn = Turn(b"{}")
        task = asyncio.create_task(runner.run(turn))
        await waiting.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert turn.state is state
        assert script.ran[-1] is state
        assert turn.failure is None
        assert nothing_kept(runner)

    async def test_a_cancellation_never_arrives_between_two_states_where_it_would_be_lost(self):
        """``transitions`` swallows one that arrives in the middle of an event; ours do not wait for anything."""
        runner = Runner(Script({State.RETRIEVE: MODEL}).handlers)
        for delay in range(40):
            task = asyncio.create_task(runner.run(Turn(b"{}")))
            for _ in range(delay):
                await asyncio.sleep(0)
            if task.done():
                assert delay > 0
                break
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        else:
            pytest.fail("the Turn never ended")


def nothing_kept(runner: Runner) -> bool:
    machine = runner._machine
    return not machine.models and not machine.async_tasks and not machine._transition_queue


class TestManyAtOnce:
    async def test_two_hundred_turns_do_not_mix_up(self):
        chance = random.Random(7)
        names = list(PATHS)
        chosen = {f"req_{number}": chance.choice(names) for number in range(200)}
        inside: set[str] = set()
        most = 0

        def handler(state: State):
            async def handle(turn: Turn) -> None:
                nonlocal most
                inside.add(turn.request_id)
                most = max(most, len(inside))
                await asyncio.sleep(chance.random() / 500)
                effects, _ = PATHS[chosen[turn.request_id]]
                one = Script({state: effects[state]} if state in effects else {})
                await one.handlers[state](turn)
                if state is State.VALIDATE and turn.answer is not None:
                    turn.answer = Answer(text=turn.request_id)

            return handle

        runner = Runner({state: handler(state) for state in HANDLED})
        turns = await asyncio.gather(*(runner.run(Turn(b"{}", request_id=name)) for name in chosen))

        assert most == 200, "they were all in the machine at the same time"
        for turn in turns:
            expected = PATHS[chosen[turn.request_id]][1]
            assert path(turn) == expected
            if turn.state is State.ANSWERED:
                assert turn.answer == Answer(text=turn.request_id)
        assert nothing_kept(runner)

    async def test_a_turn_that_has_ended_is_held_by_nobody(self):
        """Not even by itself: a request with a big house is freed at once, not when the garbage collector comes by."""
        runner = Runner(Script({State.DETERMINISTIC: facts(plan=REPLY)}).handlers)
        gc.collect()
        gc.disable()
        try:
            ended = [weakref.ref(await runner.run(Turn(b"{}"))) for _ in range(5)]
            assert [held() for held in ended] == [None] * 5
        finally:
            gc.enable()
        assert nothing_kept(runner)


async def test_a_turn_that_ended_is_not_run_again():
    script = Script({State.DETERMINISTIC: facts(plan=REPLY)})
    runner = Runner(script.handlers)
    turn = await runner.run(Turn(b"{}"))
    ran = len(script.ran)
    assert (await runner.run(turn)).state is State.ANSWERED
    assert len(script.ran) == ran
    assert guards.visited(turn, State.DETERMINISTIC)
    assert turn.request is REQUEST
