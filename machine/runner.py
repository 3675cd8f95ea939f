"""Runs the table: one ``transitions`` machine for the process, which Turns join and leave."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter

from opentelemetry import trace
from transitions import EventData
from transitions.extensions.asyncio import AsyncMachine

from .promises import ENTRY, EXIT, broken
from .states import FINAL, INITIAL, State
from .table import TABLE, Row
from .turn import Failure, Step, Turn

Handler = Callable[[Turn], Awaitable[None]]

_log = logging.getLogger(__name__)
_tracer = trace.get_tracer("ha_assist")


class BrokenPromiseError(RuntimeError):
    """A state was entered or left with a Turn that it does not allow."""


class _Condition:
    """A row's guard as ``transitions`` calls it. It notes on the Turn's instance which row fired."""

    def __init__(self, row: Row) -> None:
        self._row = row
        self.__name__ = row.label

    def __call__(self, event: EventData) -> bool:
        instance: _Instance = event.model
        holds = self._row.guard is None or self._row.guard(instance.turn)
        if holds:
            instance.fired = self._row
        return holds


class _Instance:
    """A Turn while it is in the machine: what ``transitions`` calls a model. Keeps its trigger methods off the Turn."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.fired: Row | None = None
        self.state: State = turn.state


class Runner:
    """Takes Turns from ``received`` to a final state.

    ``handlers`` maps every state that is neither the first nor final to what is done there.
    """

    def __init__(self, handlers: Mapping[State, Handler]) -> None:
        missing = set(State) - FINAL - {INITIAL} - set(handlers)
        if missing:
            raise ValueError(f"states without a handler: {', '.join(sorted(missing))}")
        self._handlers = dict(handlers)
        self._machine = AsyncMachine(
            model=None,
            states=State,
            initial=INITIAL,
            auto_transitions=False,
            send_event=True,
            transitions=[
                {"trigger": "advance", "source": row.source, "dest": row.destination, "conditions": [_Condition(row)]}
                for row in TABLE
            ],
        )

    async def run(self, turn: Turn) -> Turn:
        """Run ``turn`` to its end. Never raises for what happens inside a state: that ends in ``failed``. Cancellation passes."""
        instance = _Instance(turn)
        self._machine.add_model(instance, initial=INITIAL)
        try:
            with _tracer.start_as_current_span("ha_assist.turn", attributes={"ha_assist.request_id": turn.request_id}) as span:
                guard = "received"
                while True:
                    with _tracer.start_as_current_span(turn.state.value) as state_span:
                        await self._visit(turn, guard)
                        if turn.state is State.FAILED or (turn.state in FINAL and turn.failure is None):
                            break
                        row = await self._advance(instance)
                        guard = row.label
                        state_span.add_event("guard", {"ha_assist.guard": guard, "ha_assist.destination": row.destination.value})
                span.set_attribute("ha_assist.outcome", turn.state.value)
        finally:
            self._machine.remove_model(instance)
        return turn

    async def _visit(self, turn: Turn, guard: str) -> None:
        """Check the entry promises, run the handler, check the exit promises; on trouble move the Turn to ``failed``."""
        started = perf_counter()
        state = turn.state
        try:
            if state is State.GENERATE:
                turn.permit.spend()
            self._check(ENTRY[state], turn, "entering")
            handler = self._handlers.get(state)
            if handler is not None:
                await handler(turn)
                self._check(EXIT[state], turn, "leaving")
        except Exception as error:  # noqa: BLE001  a handler's bug must not take the server, or the client's answer, with it
            _log.exception("request %s broke in state %s", turn.request_id, state.value)
            turn.failure = Failure(500, f"internal error in state {state.value}: {error}")
        turn.path.append(Step(state, guard, (perf_counter() - started) * 1000))

    async def _advance(self, instance: _Instance) -> Row:
        """Fire the first row whose guard holds. A Turn that broke goes to ``failed`` whatever the table says."""
        turn = instance.turn
        instance.fired = None
        if turn.failure is not None and turn.state is not State.GENERATE:
            row = Row(turn.state, None, State.FAILED, "a promise was broken")
            self._machine.set_state(State.FAILED, instance)
        else:
            await self._machine.events["advance"].trigger(instance)
            row = instance.fired
            if row is None:
                raise BrokenPromiseError(f"no row of the table leaves {turn.state.value}")
        turn.state = row.destination
        return row

    @staticmethod
    def _check(promises: tuple, turn: Turn, when: str) -> None:
        sentence = broken(promises, turn)
        if sentence is not None:
            raise BrokenPromiseError(f"broken promise on {when} {turn.state.value}: {sentence}")
