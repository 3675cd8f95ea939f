"""The questions that the table asks about a Turn, named as sentences. Pure, cheap, and free of side effects."""

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


def tool_results_to_judge(turn: Turn) -> bool:
    return turn.has_results


def solved(turn: Turn) -> bool:
    return turn.plan is not None


def no_model_for_this_turn(turn: Turn) -> bool:
    return turn.model is None


def no_call_spent_yet(turn: Turn) -> bool:
    return not turn.permit.spent


def backend_failed(turn: Turn) -> bool:
    return turn.failure is not None


def direct_plan_rejected_and_no_call_spent_yet(turn: Turn) -> bool:
    return turn.plan_rejected is not None and no_call_spent_yet(turn)
