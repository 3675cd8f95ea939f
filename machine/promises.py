"""What must be true of a Turn when it enters a state, and when the state's handler is done with it.

The runner checks both. A broken promise is a bug in a handler or in the table: the Turn ends in ``failed`` with the promise's
sentence as the error, and nothing of it is sent to HA.
"""

from collections.abc import Callable
from dataclasses import dataclass

from .guards import plan_rejected_and_no_model_considered_yet
from .states import State
from .turn import Calls, Read, Turn


@dataclass(frozen=True, slots=True)
class Promise:
    """A sentence, and the check of it."""

    sentence: str
    holds: Callable[[Turn], bool]


REQUEST = Promise("the request is decoded", lambda turn: turn.request is not None)
NOT_REFUSED = Promise("nothing has been refused or failed", lambda turn: turn.refusal is None and turn.failure is None)
PERMIT_SPENT = Promise("the permit for the one call is spent", lambda turn: turn.permit.spent)
PERMIT_LEFT = Promise("no generative call was made", lambda turn: not turn.permit.spent)
PROMPT = Promise("there is a prompt", lambda turn: turn.prompt is not None)
DIRECT_ALLOWED = Promise("a direct answer is allowed", lambda turn: not turn.has_image and turn.direct_forbidden is None)
MODEL = Promise("a model is chosen", lambda turn: turn.model is not None)


def _offered(turn: Turn) -> bool:
    names = {tool.name for tool in turn.tools}
    match turn.plan:
        case Calls(calls=calls, later=later):
            return bool(calls) and all(call.tool in names for call in calls + later)
        case Read(call=call):
            return call.tool in names
        case _:
            return True


def _answer_calls_offered(turn: Turn) -> bool:
    names = {tool.name for tool in turn.tools}
    return turn.answer is None or all(call.function.name in names for call in turn.answer.calls)


PLAN_IS_OFFERED = Promise("a plan has calls, and only of tools that were offered", _offered)
ANSWER_IS_OFFERED = Promise("an answer calls only tools that were offered", _answer_calls_offered)

ENTRY: dict[State, tuple[Promise, ...]] = {
    State.RECEIVED: (Promise("nothing is known yet", lambda turn: turn.request is None and turn.answer is None),),
    State.BOUNDARY: (NOT_REFUSED, Promise("the request is not decoded yet", lambda turn: turn.request is None)),
    State.CLASSIFY: (REQUEST, NOT_REFUSED, Promise("HA-Assist was asked for", lambda turn: turn.physical_model is None)),
    State.DETERMINISTIC: (REQUEST, NOT_REFUSED, PERMIT_LEFT, DIRECT_ALLOWED),
    State.VERIFY: (
        REQUEST,
        NOT_REFUSED,
        PERMIT_LEFT,
        DIRECT_ALLOWED,
        Promise("there are results", lambda turn: bool(turn.exchanges)),
    ),
    State.RETRIEVE: (REQUEST, NOT_REFUSED, PERMIT_LEFT),
    State.COMPILE: (REQUEST, NOT_REFUSED, MODEL, PERMIT_LEFT),
    State.GENERATE: (REQUEST, NOT_REFUSED, MODEL, PROMPT, PERMIT_SPENT),
    State.VALIDATE: (
        REQUEST,
        NOT_REFUSED,
        Promise(
            "there is a plan or a generation, or no model",
            lambda turn: turn.plan is not None or turn.permit.spent or turn.model is None,
        ),
    ),
    State.ANSWERED: (NOT_REFUSED, Promise("there is an answer", lambda turn: turn.answer is not None)),
    State.REFUSED: (Promise("there is a refusal", lambda turn: turn.refusal is not None),),
    State.FAILED: (Promise("there is a failure", lambda turn: turn.failure is not None),),
}


def _answer_is_whole(turn: Turn) -> bool:
    answer = turn.answer
    if answer is None:
        return turn.failure is not None or plan_rejected_and_no_model_considered_yet(turn)
    return answer.raw is not None or bool(answer.calls) or bool(answer.text)


EXIT: dict[State, tuple[Promise, ...]] = {
    State.RECEIVED: (),
    State.BOUNDARY: (Promise("decoded or refused", lambda turn: turn.request is not None or turn.refusal is not None),),
    State.CLASSIFY: (Promise("the languages are known", lambda turn: bool(turn.languages)),),
    State.DETERMINISTIC: (PLAN_IS_OFFERED, PERMIT_LEFT),
    State.VERIFY: (PLAN_IS_OFFERED, PERMIT_LEFT),
    State.RETRIEVE: (PERMIT_LEFT,),
    State.COMPILE: (
        Promise("a prompt or a refusal", lambda turn: (turn.prompt is None) == (turn.refusal is not None)),
        PERMIT_LEFT,
    ),
    State.GENERATE: (Promise("a generation or a failure", lambda turn: bool(turn.pieces) or turn.failure is not None),),
    State.VALIDATE: (
        Promise(
            "a whole answer, a failure, or a rejected plan that no model was considered for yet",
            _answer_is_whole,
        ),
        ANSWER_IS_OFFERED,
    ),
    State.ANSWERED: (),
    State.REFUSED: (),
    State.FAILED: (),
}


def broken(promises: tuple[Promise, ...], turn: Turn) -> str | None:
    """The sentence of the first promise that does not hold, or None."""
    return next((promise.sentence for promise in promises if not promise.holds(turn)), None)
