"""The flow of a request, written down once.

A request enters at ``received`` and leaves at one of the final states: ``answered``, ``refused`` (the client's fault, 4xx)
or ``failed`` (a backend's or our own fault, 5xx). Between them, each row says: *from this state, if this guard holds, go
there*. Rows of one source are tried from top to bottom and the first guard that holds wins; a row without a guard always
holds, so every state that is not final has such a row last.

Nothing else moves a Turn. The runner (``runner.py``) executes these rows, ``diagrams.py`` draws them, and the tests prove
on them that no path enters ``generate`` twice and that every path ends. There is one way back, from ``validate`` to
``retrieve``, for a plan of our own that did not pass; its guard lets a Turn take it only once. The single exception to the
table is a broken promise (``promises.py``): a handler that raises, or leaves the Turn in a state it must not be in, ends in
``failed`` from wherever it happened.
"""

from collections.abc import Callable
from dataclasses import dataclass

from . import guards
from .states import State
from .turn import Turn

Guard = Callable[[Turn], bool]


@dataclass(frozen=True, slots=True)
class Row:
    """One arrow of the machine. ``guard`` None means: always. ``why`` is for the reader and the diagrams' tooltips."""

    source: State
    guard: Guard | None
    destination: State
    why: str

    @property
    def label(self) -> str:
        """The guard as a reader of the diagram sees it."""
        if self.guard is not None:
            return self.guard.__name__.replace("_", " ")
        return "otherwise" if len(rows_from(self.source)) > 1 else "always"


S = State

TABLE: tuple[Row, ...] = (
    Row(S.RECEIVED, None, S.BOUNDARY, "every request is looked at before anything else"),
    Row(S.BOUNDARY, guards.malformed, S.REFUSED, "nothing is guessed from a request that we cannot read"),
    Row(S.BOUNDARY, guards.physical_model_asked_for, S.COMPILE, "whoever names a backend gets that backend, untouched"),
    Row(S.BOUNDARY, None, S.CLASSIFY, "HA-Assist itself was asked for"),
    Row(S.CLASSIFY, guards.image_in_the_current_turn, S.RETRIEVE, "only a vision model can speak about a picture"),
    Row(S.CLASSIFY, guards.direct_answers_forbidden, S.RETRIEVE, "tool_choice none, or a format that only a model can fill"),
    Row(S.CLASSIFY, guards.results_of_an_action_at_the_end, S.VERIFY, "something was done; what came of it is looked at"),
    Row(S.CLASSIFY, None, S.DETERMINISTIC, "a new sentence, or one whose question has been read for"),
    Row(S.VERIFY, guards.solved, S.VALIDATE, "the results speak for themselves, or the next call is known"),
    Row(S.VERIFY, None, S.RETRIEVE, "the model must speak about the results"),
    Row(S.DETERMINISTIC, guards.solved, S.VALIDATE, "calls or a reply were derived"),
    Row(S.DETERMINISTIC, None, S.RETRIEVE, "not derivable: a model may know"),
    Row(S.RETRIEVE, guards.no_model_for_this_turn, S.VALIDATE, "without a model, one honest sentence is the answer"),
    Row(S.RETRIEVE, None, S.COMPILE, "what the model needs has been chosen"),
    Row(S.COMPILE, guards.refused, S.REFUSED, "the prompt does not fit, or the model cannot do what is asked"),
    Row(S.COMPILE, guards.no_call_spent_yet, S.GENERATE, "the one-call rule"),
    Row(S.COMPILE, None, S.FAILED, "a second call is never made"),
    Row(S.GENERATE, guards.backend_failed, S.FAILED, "no retry, no second model"),
    Row(S.GENERATE, None, S.VALIDATE, "the model's words are checked before HA sees them"),
    Row(S.VALIDATE, guards.plan_rejected_and_no_model_considered_yet, S.RETRIEVE, "our own plan broke the offered schema"),
    Row(S.VALIDATE, guards.answer_is_not_in_the_format_asked_for, S.FAILED, "who asked for JSON can make nothing of a sentence"),
    Row(S.VALIDATE, None, S.ANSWERED, "what is left is safe to send"),
)


def rows_from(state: State) -> tuple[Row, ...]:
    """The rows that leave ``state``, in the order in which they are tried."""
    return tuple(row for row in TABLE if row.source is state)
