"""Questions in the machine: a plan to read live data, or to answer from what has been read in this turn."""

from ...adapters.home_assistant.results import match_failure
from ...adapters.home_assistant.types import ErrorResult, LiveContextResult
from ...adapters.intents.replies import reply
from ...adapters.intents.vocabulary import question_vocabulary, vocabulary
from ...machine.turn import Call, Plan, Read, Reply, Turn
from . import agenda, clock, lists
from .agenda import agenda_plan
from .clock import clock_plan
from .lists import list_plan
from .reader import ask
from .timers import timer_plan

ANSWERING = frozenset({clock.TOOL, lists.TOOL, agenda.TOOL})
"""Tools that are called for the answer to a question only."""


def question_plan(turn: Turn) -> Plan | None:
    """The plan for the sentence as a question: a Read of live data, the answer, or None if it is no question of ours.

    An error of the read ("no entities matched", or something broke) is answered, not repeated.
    """
    reads = [exchange for exchange in turn.exchanges if exchange.reads]
    live = [exchange.result.entities for exchange in reads if isinstance(exchange.result, LiveContextResult)]
    for language in turn.languages:
        words, questions = vocabulary(language), question_vocabulary(language)
        if words is None or questions is None:
            continue
        record = list_plan(turn, questions) or agenda_plan(turn, questions) or timer_plan(turn, language, questions)
        if record is not None:
            return record
        outcome = ask(turn.sentence, turn.house, turn.tools, words, questions, turn.languages, live=live if reads else None)
        if outcome.clock is not None:
            return clock_plan(turn, outcome.clock)
        if outcome.text is not None:
            return Reply(outcome.text)
        if outcome.read is not None and outcome.tool is not None:
            return Read(Call(outcome.tool, outcome.read))
    errors = [exchange.result for exchange in reads if isinstance(exchange.result, ErrorResult)]
    if reads and len(errors) == len(reads):
        return Reply(reply("nothing_read" if all(map(match_failure, errors)) else "unreadable", turn.languages), kind="failed")
    return None
