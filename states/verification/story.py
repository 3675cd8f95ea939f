"""What happened since the user spoke, told from the messages alone: Home Assistant sends them all with every round."""

from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from ...adapters.home_assistant.types import House, Result
from ...adapters.openai.wire import Message
from ...machine.turn import Call, Calls, Exchange, Turn
from .naming import another_reading

MOST_ROUNDS = 10
"""Home Assistant gives up on a turn that has no text after so many requests."""


class Story(Struct, frozen=True):
    """The current turn.

    ``made`` are all calls that may have done something, in order; ``asked`` those of them that do not try another again under
    another name. ``outcomes`` are these with what came of them in the end. ``reads`` counts the reads since the last of them,
    ``seen`` is what the latest read showed. ``rounds`` are the requests of this turn that were answered with calls.
    """

    made: tuple[Call, ...]
    asked: tuple[Call, ...]
    outcomes: tuple[Exchange, ...]
    reads: int
    seen: Result | None
    rounds: int

    @property
    def another_round(self) -> bool:
        """Whether Home Assistant will still take a text after one more call."""
        return self.rounds + 2 <= MOST_ROUNDS


def story_of(turn: Turn) -> Story:
    """The story of a Turn. A client may have trimmed its messages: reads of ours carry their number, so they are counted
    even where the earlier ones are missing."""
    places = [place for place, exchange in enumerate(turn.exchanges) if not exchange.reads]
    actions = [turn.exchanges[place] for place in places]
    since = turn.exchanges[places[-1] + 1 :] if places else turn.exchanges
    reads = max([len(since), *(exchange.attempt for exchange in since)])
    again = _tried_again(actions, turn.house)
    first = [place for place in range(len(actions)) if place not in again.values()]
    return Story(
        made=tuple(map(call_of, actions)),
        asked=tuple(call_of(actions[place]) for place in first),
        outcomes=tuple(actions[again.get(place, place)] for place in first),
        reads=reads,
        seen=since[-1].result if since else None,
        rounds=max(_rounds(turn), reads + 1 if reads else 0),
    )


def call_of(exchange: Exchange) -> Call:
    """The call of an exchange, as a plan would make it."""
    return Call(exchange.call.function.name, exchange.arguments)


def _tried_again(actions: Sequence[Exchange], house: House) -> dict[int, int]:
    """Which action is another one under another name: their places."""
    again: dict[int, int] = {}
    for place, exchange in enumerate(actions):
        retry = another_reading(exchange, house)
        later = (found for found in range(place + 1, len(actions)) if found not in again.values())
        found = next((found for found in later if call_of(actions[found]) == retry), None)
        if found is not None:
            again[place] = found
    return again


def one_at_a_time(turn: Turn) -> bool:
    """Whether the client takes one call a round."""
    return turn.request is not None and turn.request.parallel_tool_calls is False


def in_order(turn: Turn, calls: Sequence[Call]) -> Calls | None:
    """A plan of these calls, each once, as many at a time as the client takes; None without any."""
    each = [call for place, call in enumerate(calls) if call not in calls[:place]]
    if not each:
        return None
    return Calls((each[0],), later=tuple(each[1:])) if one_at_a_time(turn) else Calls(tuple(each))


def since_user(turn: Turn) -> list[Message]:
    """The messages after the user's last."""
    messages = turn.request.messages if turn.request is not None else []
    return list(takewhile(lambda message: message.role != "user", reversed(messages)))[::-1]


def _rounds(turn: Turn) -> int:
    return sum(message.role == "assistant" and bool(message.tool_calls) for message in since_user(turn))
