"""Conversations of questions: each turn sees those before it only as messages, as a client sends them."""

import json
from collections.abc import Sequence

from asked import Home, decided, exchanged, turn_of
from ha_assist.adapters.home_assistant.types import House, OfferedTool
from ha_assist.adapters.openai.wire import FunctionCall, Message, ToolCall
from ha_assist.machine.turn import Read, Reply, Turn
from told import NOW

BY_MODEL = "The model speaks."
"""What is said in a turn that is left to a model."""


def talk(
    known: Home,
    *sentences: str,
    language: str = "en",
    tools: tuple[OfferedTool, ...] = NOW,
    listed: House | None = None,
    trimmed: bool = False,
    history: Sequence[Message] = (),
) -> list[str | None]:
    """What is answered to each of ``sentences`` in turn; None where it is left to a model. ``trimmed``: the client sends what was
    said, but not what was called for it. ``history`` is what came before."""
    messages = list(history)
    answers: list[str | None] = []
    for sentence in sentences:
        answer, rounds = _turn(sentence, known, messages, tools, language, listed or known.listed)
        answers.append(answer)
        messages += [Message("user", sentence), *([] if trimmed else rounds), Message("assistant", answer or BY_MODEL)]
    return answers


def _turn(
    sentence: str, known: Home, history: Sequence[Message], tools: tuple[OfferedTool, ...], language: str, listed: House
) -> tuple[str | None, list[Message]]:
    turn = _asked(turn_of(sentence, listed, tools, (language,)), history)
    if not isinstance(turn.plan, Read):
        assert turn.plan is None or isinstance(turn.plan, Reply), turn.plan
        return turn.plan.text if turn.plan is not None else None, []
    call = turn.plan.call
    content = known.read(call.arguments)
    made = ToolCall(FunctionCall(call.tool, json.dumps(call.arguments)), id="call_00000000")
    rounds = [Message("assistant", tool_calls=[made]), Message("tool", content, tool_call_id="call_00000000")]
    turn = _asked(turn_of(sentence, listed, tools, (language,), (exchanged(call, content, tools),)), history)
    assert turn.plan is None or isinstance(turn.plan, Reply), f"read twice: {turn.plan}"
    return turn.plan.text if turn.plan is not None else None, rounds


def _asked(turn: Turn, history: Sequence[Message]) -> Turn:
    turn.history = tuple(history)
    decided(turn)
    return turn
