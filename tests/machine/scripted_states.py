"""Handlers that do the least that their state promises, and what a test wants on top."""

from collections.abc import Callable
from typing import Any

from ha_assist.adapters.backends.protocol import Finish, Prompt, TextPiece
from ha_assist.adapters.home_assistant.types import OfferedTool
from ha_assist.adapters.openai.wire import ChatRequest, FunctionCall, Message, ToolCall
from ha_assist.machine.runner import Handler
from ha_assist.machine.states import FINAL, INITIAL, State
from ha_assist.machine.turn import Answer, Exchange, Failure, Refusal, Reply, Turn

HANDLED = [state for state in State if state not in FINAL and state is not INITIAL]

REQUEST = ChatRequest(model="ha-assist", messages=[Message("user", "turn off the kitchen lights")])
TOOL = OfferedTool(name="intent__HassTurnOff", intent="HassTurnOff", description="", parameters={"type": "object"})
REPLY = Reply("Done.", kind="done")
REJECTED = "name: not a string"
FAILURE = Failure(503, "the backend is down", code="backend_unavailable")
REFUSAL = Refusal(400, "messages: must not be empty")
EXCHANGE = Exchange(ToolCall(FunctionCall(TOOL.name, "{}"), id="call_1"), {}, TOOL, None)

Effect = Callable[[Turn], Any]


def facts(**values: Any) -> Effect:
    """Sets these fields of the Turn."""

    def effect(turn: Turn) -> None:
        for name, value in values.items():
            assert hasattr(turn, name)
            setattr(turn, name, value)

    return effect


def nothing(turn: Turn) -> None:
    """A handler that finds nothing out."""


# What a handler must do at least to leave its state.
LEAST: dict[State, Effect] = {
    State.BOUNDARY: facts(request=REQUEST),
    State.CLASSIFY: facts(languages=("en",), tools=(TOOL,)),
    State.COMPILE: facts(prompt=Prompt(messages=[{"role": "user", "content": "turn off the kitchen lights"}])),
    State.GENERATE: lambda turn: turn.pieces.extend((TextPiece("Hello."), Finish())),
    State.VALIDATE: facts(answer=Answer(text="Hello.")),
}

# What a Turn must have to be let into a state, when a test starts it there.
SOUND: dict[State, Effect] = {
    State.RECEIVED: nothing,
    State.BOUNDARY: nothing,
    State.CLASSIFY: facts(request=REQUEST),
    State.DETERMINISTIC: facts(request=REQUEST),
    State.VERIFY: facts(request=REQUEST, exchanges=(EXCHANGE,)),
    State.RETRIEVE: facts(request=REQUEST),
    State.COMPILE: facts(request=REQUEST, model="gemma"),
    State.GENERATE: facts(request=REQUEST, model="gemma", prompt=Prompt()),
    State.VALIDATE: facts(request=REQUEST, plan=REPLY),
    State.ANSWERED: facts(request=REQUEST, answer=Answer(text="Hello.")),
    State.REFUSED: facts(refusal=REFUSAL),
    State.FAILED: facts(failure=FAILURE),
}


def turn_in(state: State) -> Turn:
    """A Turn as it may enter ``state``."""
    turn = Turn(b"{}", state=state)
    SOUND[state](turn)
    return turn


class Script:
    """A handler for every state. ``effects`` come after the least that the state must do; ``ran`` lists who was called."""

    def __init__(self, effects: dict[State, Effect] | None = None) -> None:
        self.effects = effects or {}
        self.ran: list[State] = []

    @property
    def handlers(self) -> dict[State, Handler]:
        return {state: self._handler(state) for state in HANDLED}

    def _handler(self, state: State) -> Handler:
        async def handler(turn: Turn) -> None:
            self.ran.append(state)
            LEAST.get(state, nothing)(turn)
            result = self.effects.get(state, nothing)(turn)
            if result is not None and hasattr(result, "__await__"):
                await result

        return handler
