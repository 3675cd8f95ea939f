"""Every promise of every state: a Turn that breaks it ends in ``failed``, with the promise as the reason, and nothing runs on."""

import logging

import pytest
from ha_assist.adapters.backends.protocol import Prompt
from ha_assist.adapters.home_assistant.types import OfferedTool
from ha_assist.adapters.openai.wire import FunctionCall, ToolCall
from ha_assist.machine.promises import ENTRY, EXIT, broken
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import FINAL, State
from ha_assist.machine.turn import Answer, Call, Calls, Permit, Read, Reply, Step
from scripted_states import EXCHANGE, FAILURE, HANDLED, LEAST, REFUSAL, REQUEST, SOUND, TOOL, Script, facts, nothing, turn_in


class LeakyPermit(Permit):
    """One that can be spent for ever."""

    def spend(self) -> None:
        pass


def spend(turn):
    turn.permit.spend()


# How to break a promise: its sentence, and what to do to a Turn that is otherwise sound.
BREAKS = {
    "the request is decoded": facts(request=None),
    "nothing has been refused or failed": facts(refusal=REFUSAL),
    "the permit for the one call is spent": lambda turn: setattr(turn, "permit", LeakyPermit()),
    "no generative call was made": spend,
    "there is a prompt": facts(prompt=None),
    "a model is chosen": facts(model=None),
    "a direct answer is allowed": facts(direct_forbidden="tool_choice none"),
    "nothing is known yet": facts(request=REQUEST),
    "the request is not decoded yet": facts(request=REQUEST),
    "HA-Assist was asked for": facts(physical_model="gemma"),
    "there are results": facts(exchanges=()),
    "there is a plan or a generation, or no model": facts(plan=None, model="gemma"),
    "there is an answer": facts(answer=None),
    "there is a refusal": facts(refusal=None),
    "there is a failure": facts(failure=None),
    "decoded or refused": facts(request=None),
    "the languages are known": facts(languages=()),
    "a plan has calls, and only of tools that were offered": facts(plan=Calls((Call("intent__HassUnlock", {}),))),
    "a prompt or a refusal": facts(prompt=None),
    "a generation or a failure": lambda turn: turn.pieces.clear(),
    "a whole answer, a failure, or a rejected plan that no model was considered for yet": facts(answer=Answer()),
    "an answer calls only tools that were offered": facts(
        answer=Answer(calls=(ToolCall(FunctionCall("intent__HassUnlock", "{}"), id="call_1"),))
    ),
}

ENTRIES = [(state, promise.sentence) for state, promises in ENTRY.items() for promise in promises]
EXITS = [(state, promise.sentence) for state, promises in EXIT.items() for promise in promises]


@pytest.fixture(autouse=True)
def quiet(caplog):
    caplog.set_level(logging.CRITICAL, logger="ha_assist")


def test_every_state_makes_promises():
    assert set(ENTRY) == set(EXIT) == set(State)
    assert all(ENTRY[state] for state in State), "no state is entered unconditionally"
    assert all(EXIT[state] for state in HANDLED), "no handler is free to leave anything"


@pytest.mark.parametrize("state", State)
def test_a_sound_turn_is_let_in_and_out(state):
    turn = turn_in(state)
    if state is State.GENERATE:
        turn.permit.spend()
    assert broken(ENTRY[state], turn) is None
    LEAST.get(state, nothing)(turn)
    assert broken(EXIT[state], turn) is None


@pytest.mark.parametrize(("state", "sentence"), ENTRIES)
async def test_a_broken_entry_promise_fails_the_turn_before_the_handler_runs(state, sentence):
    turn = turn_in(state)
    BREAKS[sentence](turn)
    script = Script()

    await Runner(script.handlers).run(turn)

    assert turn.state is State.FAILED
    assert turn.failure is not None
    assert turn.failure.status == 500
    assert turn.failure.message == f"internal error in state {state}: broken promise on entering {state}: {sentence}"
    assert script.ran == []


@pytest.mark.parametrize(("state", "sentence"), EXITS)
async def test_a_broken_exit_promise_fails_the_turn_before_anything_else_runs(state, sentence):
    script = Script({state: BREAKS[sentence]})
    turn = turn_in(state)

    await Runner(script.handlers).run(turn)

    assert turn.state is State.FAILED
    assert turn.failure is not None
    assert turn.failure.message == f"internal error in state {state}: broken promise on leaving {state}: {sentence}"
    assert script.ran == [state]
    assert [(step.state, step.guard) for step in turn.path] == [(state, "received"), (State.FAILED, "a promise was broken")]


@pytest.mark.parametrize("state", sorted(FINAL))
def test_final_states_have_nothing_to_promise_when_they_are_left(state):
    assert EXIT[state] == ()


OTHER = OfferedTool("script__movie", None, "", {})


@pytest.mark.parametrize(
    ("plan", "sound"),
    [
        (None, True),
        (Reply("Which lamp?", kind="question"), True),
        (Calls((Call(TOOL.name, {}),)), True),
        (Calls((Call(TOOL.name, {}),), later=(Call(OTHER.name, {}),)), True),
        (Calls((Call(TOOL.name, {}),), later=(Call("gone", {}),)), False),
        (Calls((Call(TOOL.name, {}), Call("gone", {}))), False),
        (Calls(()), False),
        (Read(Call(OTHER.name, {})), True),
        (Read(Call("gone", {})), False),
    ],
)
@pytest.mark.parametrize("state", [State.DETERMINISTIC, State.VERIFY])
def test_a_plan_calls_offered_tools_now_and_later(state, plan, sound):
    turn = turn_in(state)
    facts(tools=(TOOL, OTHER), plan=plan)(turn)
    assert (broken(EXIT[state], turn) is None) is sound


@pytest.mark.parametrize(
    ("values", "sound"),
    [
        ({"answer": Answer(text="Done.")}, True),
        ({"answer": Answer(text="")}, False),
        ({"answer": Answer(raw={})}, True),
        ({"answer": Answer(calls=(EXCHANGE.call,))}, True),
        ({"answer": None}, False),
        ({"answer": None, "plan_rejected": "schema"}, True),
        ({"answer": None, "plan_rejected": "schema", "path": [Step(State.RETRIEVE, "")]}, False),
    ],
)
def test_validate_leaves_an_answer_or_hands_its_rejected_plan_to_a_model_once(values, sound):
    turn = turn_in(State.VALIDATE)
    facts(tools=(TOOL,), **values)(turn)
    assert (broken(EXIT[State.VALIDATE], turn) is None) is sound


@pytest.mark.parametrize(
    ("values", "sound"),
    [
        ({"prompt": Prompt()}, True),
        ({"refusal": REFUSAL}, True),
        ({}, False),
        ({"prompt": Prompt(), "refusal": REFUSAL}, False),
    ],
)
def test_compile_leaves_a_prompt_or_a_refusal_not_both(values, sound):
    turn = turn_in(State.COMPILE)
    facts(**values)(turn)
    assert (broken(EXIT[State.COMPILE], turn) is None) is sound


def test_a_failed_generation_needs_no_words():
    turn = turn_in(State.GENERATE)
    facts(failure=FAILURE)(turn)
    assert broken(EXIT[State.GENERATE], turn) is None


def test_the_sentences_that_are_tested_are_those_that_exist():
    assert {sentence for _, sentence in ENTRIES + EXITS} == set(BREAKS)
    assert set(SOUND) == set(State)
