"""The words of a Turn that a model's output is held against: what the user says, and what that answers."""

from collections.abc import Sequence

from ...adapters.home_assistant.types import LiveContextResult
from ...adapters.intents.vocabulary import words_of
from ...adapters.openai.wire import Message
from ...machine.turn import Turn
from ..deterministic.earlier import earlier_turn
from ..deterministic.mentions import house_index
from ..retrieval.hearing import hear
from .clause import Clause
from .meaning import Words
from .utterance import clauses


def words_of_turn(turn: Turn) -> Words:
    """The words of a Turn that has been classified. Pure, apart from the index's cache."""
    language = turn.selection.language if turn.selection is not None else hear(turn.sentence, turn.languages or ("en",)).language
    index = house_index(turn.house, turn.tools, words_of(language))
    earlier = earlier_turn(turn.history, turn.tools)
    asked = _asked_back(turn.history)
    question: Sequence[Clause] = clauses(earlier.sentence, index) if asked else ()
    return Words(
        index,
        clauses(turn.sentence, index),
        question=[clause for clause in question if not clause.closed],
        proposed=clauses(asked, index) if asked else (),
        earlier=earlier.calls,
        satellite=index.area_called(turn.house.satellite_area) if turn.house.satellite_area else None,
        looked=any(isinstance(exchange.result, LiveContextResult) for exchange in turn.exchanges),
    )


def _asked_back(history: Sequence[Message]) -> str:
    """What the user was asked at the end of the turn before; empty if it ended otherwise."""
    last = history[-1] if history else None
    text = last.text if last is not None and last.role == "assistant" and not last.tool_calls else ""
    return text if text.rstrip().endswith("?") else ""
