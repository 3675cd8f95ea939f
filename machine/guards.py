"""The questions that the table asks about a Turn, named as sentences. Pure, cheap, and free of side effects.

A guard reads facts that handlers set, and of the Turn's history only two things, which no handler can take back: whether the
permit is spent, and whether a state was visited. That is what makes the flow's proofs (one call, every path ends) possible.
"""

from .states import State
from .turn import Turn


def malformed(turn: Turn) -> bool:
    return turn.refusal is not None


def refused(turn: Turn) -> bool:
    return turn.refusal is not None


def physical_model_asked_for(turn: Turn) -> bool:
    return turn.physical_model is not None


def image_in_the_current_turn(turn: Turn) -> bool:
    return turn.has_image


def direct_answers_forbidden(turn: Turn) -> bool:
    return turn.direct_forbidden is not None


def results_of_an_action_at_the_end(turn: Turn) -> bool:
    """A read that verifies an action tells of it even where the client has cut the action out of its messages."""
    return turn.has_results and any(not exchange.reads or exchange.attempt for exchange in turn.exchanges)


def solved(turn: Turn) -> bool:
    return turn.plan is not None


def no_model_for_this_turn(turn: Turn) -> bool:
    return turn.model is None


def no_call_spent_yet(turn: Turn) -> bool:
    return not turn.permit.spent


def backend_failed(turn: Turn) -> bool:
    return turn.failure is not None


def plan_rejected_and_no_model_considered_yet(turn: Turn) -> bool:
    """A rejected plan is given to a model once. Without the second half, a Turn for which there is no model would go
    between ``retrieve`` and ``validate`` for ever: ``plan_rejected`` stays set."""
    return turn.plan_rejected is not None and no_call_spent_yet(turn) and not visited(turn, State.RETRIEVE)


def answer_is_not_in_the_format_asked_for(turn: Turn) -> bool:
    return turn.failure is not None


def visited(turn: Turn, state: State) -> bool:
    """Whether ``turn`` has been in ``state`` and left it."""
    return any(step.state is state for step in turn.path)
