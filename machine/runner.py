"""Runs the table: one ``transitions`` machine for the process, through which any number of Turns go at the same time."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from time import perf_counter
from typing import Any

from opentelemetry.trace import Span, StatusCode, Tracer, get_tracer
from transitions import EventData
from transitions.extensions.asyncio import AsyncMachine

from .promises import ENTRY, EXIT, Promise, broken
from .states import FINAL, INITIAL, State
from .table import TABLE, Row
from .turn import Failure, Step, Turn

Handler = Callable[[Turn], Awaitable[None]]

_log = logging.getLogger(__name__)

_BROKEN = "a promise was broken"


class BrokenPromiseError(RuntimeError):
    """A state was entered or left with a Turn that it does not allow."""


class _Machine(AsyncMachine):
    """Guards are plain functions that wait for nothing. Awaited one after the other instead of gathered as tasks, an event
    costs less than half, and, as it never gives up the event loop, a cancellation cannot arrive in the middle of it, where
    ``transitions`` would swallow it."""

    @staticmethod
    async def await_all(callables: Iterable[Callable[[], Awaitable[Any]]]) -> list[Any]:
        return [await call() for call in callables]


class _Condition:
    """A row's guard as ``transitions`` calls it. Notes in the event's ``fired`` list which row fired."""

    def __init__(self, row: Row) -> None:
        self._row = row

    def __call__(self, event: EventData) -> bool:
        holds = self._row.guard is None or self._row.guard(event.model)  # pyright: ignore[reportArgumentType]
        if holds:
            event.kwargs["fired"].append(self._row)
        return holds


class Runner:
    """Takes Turns from ``received`` to a final state.

    ``handlers`` maps every state that is neither the first nor final to what is done there. ``tracer`` is OpenTelemetry's; by
    default that of the process, which costs next to nothing while no tracing is set up.
    """

    def __init__(self, handlers: Mapping[State, Handler], tracer: Tracer | None = None) -> None:
        missing = set(State) - FINAL - {INITIAL} - set(handlers)
        if missing:
            raise ValueError(f"states without a handler: {', '.join(sorted(missing))}")
        self._handlers = dict(handlers)
        self._tracer = tracer or get_tracer("ha_assist")
        # An event takes any object that has a state, so Turns need not be added to the machine as models: that would cost as
        # much as the whole path, hang methods on the Turn that refer back to it, and keep it alive until it is removed.
        self._machine = _Machine(
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
        self._event = self._machine.events["advance"]

    async def run(self, turn: Turn) -> Turn:
        """Run ``turn`` to its end. Never raises for what happens inside a state: that ends in ``failed``. Cancellation passes."""
        with self._tracer.start_as_current_span("ha_assist.turn", attributes={"ha_assist.request_id": turn.request_id}) as root:
            label = INITIAL.value
            while True:
                with self._tracer.start_as_current_span(turn.state.value) as span:
                    sound = await self._visit(turn, label, span)
                    if turn.state is State.FAILED or (turn.state in FINAL and sound):
                        break
                    label = await self._leave(turn, sound, span)
            root.set_attribute("ha_assist.outcome", turn.state.value)
        return turn

    async def _visit(self, turn: Turn, label: str, span: Span) -> bool:
        """Check the entry promises, run the handler, check the exit promises. False: something broke, and is in ``failure``."""
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
            self._broke(turn, span, error)
            return False
        finally:
            turn.path.append(Step(state, label, (perf_counter() - started) * 1000))
        return True

    async def _leave(self, turn: Turn, sound: bool, span: Span) -> str:
        """Fire the first row whose guard holds; its label. A Turn that broke goes to ``failed`` whatever the table says."""
        fired: list[Row] = []
        if sound:
            try:
                await self._event.trigger(turn, fired=fired)
            except Exception as error:  # noqa: BLE001  a guard's bug is handled like a handler's
                self._broke(turn, span, error)
                sound = False
        if sound:
            label = fired[-1].label
        else:
            label = _BROKEN
            self._machine.set_state(State.FAILED, turn)
        span.add_event("guard", {"ha_assist.guard": label, "ha_assist.destination": turn.state.value})
        return label

    @staticmethod
    def _broke(turn: Turn, span: Span, error: Exception) -> None:
        """Note on the Turn, in the log and on the span that our own code is at fault. The span gets no words of the error:
        they may quote the request."""
        _log.error("request %s broke in state %s", turn.request_id, turn.state.value, exc_info=error)
        span.set_status(StatusCode.ERROR)
        span.set_attribute("error.type", type(error).__qualname__)
        turn.failure = Failure(500, f"internal error in state {turn.state.value}: {error}", brief=type(error).__name__)

    @staticmethod
    def _check(promises: tuple[Promise, ...], turn: Turn, when: str) -> None:
        sentence = broken(promises, turn)
        if sentence is not None:
            raise BrokenPromiseError(f"broken promise on {when} {turn.state.value}: {sentence}")
