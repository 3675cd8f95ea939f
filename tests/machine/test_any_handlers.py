"""Whatever handlers do - set any fact, raise, spend the permit, wait - the machine's rules hold."""

import asyncio
import logging
from itertools import pairwise

import pytest
from ha_assist.adapters.backends.protocol import Finish, Prompt, TextPiece
from ha_assist.adapters.openai.wire import FunctionCall, ToolCall
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import FINAL, State
from ha_assist.machine.table import TABLE
from ha_assist.machine.turn import Answer, Call, Calls, Read, Turn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from product_graph import FACTS
from scripted_states import EXCHANGE, HANDLED, REQUEST, TOOL, Script

OFFERED = Call(TOOL.name, {"name": "Kitchen"})
FOREIGN = Call("intent__HassUnlock", {})

VALUES = {
    **{name: st.sampled_from(values) for name, values in FACTS.items()},
    "request": st.sampled_from([None, REQUEST]),
    "plan": st.sampled_from([None, Calls((OFFERED,)), Calls(()), Calls((FOREIGN,)), Read(OFFERED), FACTS["plan"][1]]),
    "prompt": st.sampled_from([None, Prompt()]),
    "tools": st.sampled_from([(), (TOOL,)]),
    "languages": st.sampled_from([(), ("en",)]),
    "exchanges": st.sampled_from([(), (EXCHANGE,)]),
    "pieces": st.sampled_from([[], [TextPiece("Hello."), Finish()]]),
    "answer": st.sampled_from(
        [None, Answer(), Answer(text="Hello."), Answer(raw={}), Answer(calls=(ToolCall(FunctionCall(FOREIGN.tool, "{}")),))]
    ),
}
DEEDS = st.fixed_dictionaries({}, optional=VALUES).map(lambda values: ("set", values))
MISDEEDS = st.sampled_from([("raise", {}), ("spend", {}), ("wait", {})])


def perform(turn: Turn, deed: tuple[str, dict]):
    what, values = deed
    for name, value in values.items():
        setattr(turn, name, list(value) if isinstance(value, list) else value)
    match what:
        case "raise":
            raise RuntimeError("a bug")
        case "spend":
            turn.permit.spend()
        case "wait":
            return asyncio.sleep(0)
    return None


@pytest.fixture(autouse=True)
def quiet(caplog):
    caplog.set_level(logging.CRITICAL, logger="ha_assist")


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.fixed_dictionaries({}, optional={state: st.one_of(DEEDS, DEEDS, DEEDS, MISDEEDS) for state in HANDLED}))
async def test_the_rules_hold_for_any_handlers(deeds):
    script = Script({state: lambda turn, deed=deed: perform(turn, deed) for state, deed in deeds.items()})
    turn = await Runner(script.handlers).run(Turn(b"{}"))
    path = [step.state for step in turn.path]

    assert script.ran.count(State.GENERATE) <= 1
    assert turn.state in FINAL
    assert turn.state is path[-1]
    assert len(path) <= 11
    arrows = {(row.source, row.destination) for row in TABLE}
    assert all(step in arrows or step[1] is State.FAILED for step in pairwise(path)), "only the table moves a Turn"
    match turn.state:
        case State.ANSWERED:
            assert turn.answer is not None
            assert turn.refusal is None
            assert turn.failure is None
            offered = {tool.name for tool in turn.tools}
            assert all(call.function.name in offered for call in turn.answer.calls)
        case State.REFUSED:
            assert turn.refusal is not None
        case State.FAILED:
            assert turn.failure is not None
