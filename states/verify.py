"""The state ``verify``: what HA reports of the actions of this turn."""

from ..adapters.home_assistant.types import ActionResult, ErrorResult, LiveContextResult
from ..machine.turn import Call, Calls, Exchange, Reply, Turn
from .acknowledge import acknowledge
from .deterministic.handler import understand
from .services import Services


async def verify(turn: Turn, services: Services) -> None:
    """Set ``turn.plan``: the next call of a command whose calls go one by one, or the acknowledgement of what was done.

    Left None where a model must speak about the results: live data that was read, results of tools that are not actions.
    """
    last = turn.exchanges[-1]
    if last.result is None or isinstance(last.result, LiveContextResult):
        return
    actions = [exchange for exchange in turn.exchanges if isinstance(exchange.result, ActionResult | ErrorResult)]
    if not actions or len(actions) < sum(not isinstance(exchange.result, LiveContextResult) for exchange in turn.exchanges):
        return
    following = _following(turn, actions, services)
    if following is not None:
        turn.plan = following
        return
    turn.plan = Reply(acknowledge(actions, turn.house, turn.languages), kind="done")


def _following(turn: Turn, actions: list[Exchange], services: Services) -> Calls | None:
    """The rest of a command that is sent call by call, derived anew from the sentence; never a call that was made already."""
    if turn.request is None or turn.request.parallel_tool_calls is not False:
        return None
    if any(isinstance(exchange.result, ErrorResult) for exchange in actions):
        return None
    reading, _, _ = understand(turn, services)
    made = [Call(exchange.call.function.name, exchange.arguments) for exchange in actions]
    if reading.problem is not None or list(reading.calls[: len(made)]) != made:
        return None
    rest = reading.calls[len(made) :]
    return Calls(rest[:1], later=rest[1:]) if rest else None
