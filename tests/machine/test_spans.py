"""The trace of a request: one root, one child per state entered, which guard fired, and no word of the request in it."""

import asyncio
import logging

import pytest
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import State
from ha_assist.machine.table import TABLE
from ha_assist.machine.turn import Turn
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode
from scripted_states import FAILURE, REJECTED, REPLY, Script, facts


@pytest.fixture
def exporter():
    return InMemorySpanExporter()


@pytest.fixture
def run(exporter, caplog):
    caplog.set_level(logging.CRITICAL, logger="ha_assist")
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))

    async def run(effects, turn=None):
        runner = Runner(Script(effects).handlers, tracer=provider.get_tracer("test"))
        turn = turn or Turn(b"turn off the kitchen lights")
        await runner.run(turn)
        return turn

    return run


def tree(spans) -> tuple[ReadableSpan, list[ReadableSpan]]:
    (root,) = (span for span in spans if span.parent is None)
    children = sorted((span for span in spans if span.parent is not None), key=lambda span: span.start_time)
    assert all(span.parent.span_id == root.context.span_id for span in children)
    return root, children


DERIVED = {State.DETERMINISTIC: facts(plan=REPLY)}
REJECTED_THEN_GENERATED = {**DERIVED, State.RETRIEVE: facts(model="gemma"), State.VALIDATE: facts(plan_rejected=REJECTED)}
BROKEN = {State.CLASSIFY: facts(languages=())}
DOWN = {State.RETRIEVE: facts(model="gemma"), State.GENERATE: facts(failure=FAILURE)}


@pytest.mark.parametrize("effects", [DERIVED, REJECTED_THEN_GENERATED, BROKEN, DOWN, {}])
async def test_one_root_and_one_child_per_state_entered(run, exporter, effects):
    turn = await run(effects)
    root, children = tree(exporter.get_finished_spans())
    assert root.name == "ha_assist.turn"
    assert [span.name for span in children] == [step.state.value for step in turn.path]
    assert root.attributes == {"ha_assist.request_id": turn.request_id, "ha_assist.outcome": turn.state.value}


@pytest.mark.parametrize("effects", [DERIVED, REJECTED_THEN_GENERATED, BROKEN, DOWN, {}])
async def test_every_state_but_the_last_says_which_guard_fired_and_where_it_led(run, exporter, effects):
    turn = await run(effects)
    _, children = tree(exporter.get_finished_spans())
    events = [(event.name, dict(event.attributes)) for span in children for event in span.events]
    assert events == [
        ("guard", {"ha_assist.guard": step.guard, "ha_assist.destination": step.state.value}) for step in turn.path[1:]
    ]


async def test_a_broken_promise_is_an_error_of_its_state(run, exporter):
    await run(BROKEN)
    _, children = tree(exporter.get_finished_spans())
    at_fault = [span for span in children if span.status.status_code is StatusCode.ERROR]
    assert [(span.name, span.attributes["error.type"]) for span in at_fault] == [("classify", "BrokenPromiseError")]


def quote(turn: Turn) -> None:
    raise ValueError(f"cannot read {turn.body!r}")


@pytest.mark.parametrize("effects", [DERIVED, REJECTED_THEN_GENERATED, BROKEN, DOWN, {State.DETERMINISTIC: quote}])
async def test_spans_carry_no_texts(run, exporter, effects):
    """Everything on a span is an id, a state, a guard or the name of an exception's class."""
    turn = await run(effects)
    known = {state.value for state in State} | {row.label for row in TABLE}
    known |= {turn.request_id, "a promise was broken", "BrokenPromiseError", "ValueError"}
    for span in exporter.get_finished_spans():
        assert span.status.description is None
        values = list(span.attributes.values()) + [value for event in span.events for value in event.attributes.values()]
        assert set(values) <= known
        assert "kitchen" not in span.to_json()


async def test_a_cancelled_turn_ends_its_spans(exporter, run):
    task = asyncio.create_task(run({State.DETERMINISTIC: lambda _: asyncio.sleep(60)}))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    root, children = tree(exporter.get_finished_spans())
    assert [span.name for span in children] == ["received", "boundary", "classify", "deterministic"]
    assert "ha_assist.outcome" not in root.attributes


async def test_turns_at_the_same_time_have_a_trace_each(exporter, run):
    effects = {State.DETERMINISTIC: lambda turn: asyncio.sleep(0.001, facts(plan=REPLY)(turn))}
    await asyncio.gather(*(run(effects) for _ in range(20)))
    traces: dict[int, list[ReadableSpan]] = {}
    for span in exporter.get_finished_spans():
        traces.setdefault(span.context.trace_id, []).append(span)
    assert len(traces) == 20
    assert all(len(tree(spans)[1]) == 6 for spans in traces.values())


async def test_without_a_tracer_it_runs_with_that_of_the_process():
    turn = await Runner(Script(DERIVED).handlers).run(Turn(b""))
    assert turn.state is State.ANSWERED
