"""The states of a request."""

from enum import StrEnum


class State(StrEnum):
    """Where a Turn can be. ``RECEIVED`` is the start; ``FINAL`` lists the ends."""

    RECEIVED = "received"
    BOUNDARY = "boundary"
    CLASSIFY = "classify"
    DETERMINISTIC = "deterministic"
    VERIFY = "verify"
    RETRIEVE = "retrieve"
    COMPILE = "compile"
    GENERATE = "generate"
    VALIDATE = "validate"
    ANSWERED = "answered"
    REFUSED = "refused"
    FAILED = "failed"


INITIAL = State.RECEIVED
FINAL = frozenset({State.ANSWERED, State.REFUSED, State.FAILED})
