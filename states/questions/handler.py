"""Questions in the machine: a plan to read live data, or to answer from what has been read in this turn."""

from collections.abc import Sequence

from msgspec import Struct

from ...adapters.home_assistant.results import match_failure, parse_result
from ...adapters.home_assistant.tools import reads as only_reads
from ...adapters.home_assistant.types import ErrorResult, LiveContextResult, OfferedTool
from ...adapters.intents.replies import reply
from ...adapters.intents.vocabulary import question_vocabulary, vocabulary
from ...adapters.openai.wire import Message
from ...machine.turn import Call, Evidence, Plan, Read, Reply, Turn
from ..retrieval.history import rounds
from . import agenda, clock, lists
from .agenda import agenda_plan
from .clock import clock_plan
from .lists import list_plan
from .reader import Before, ask
from .timers import timer_plan

# So many turns back a chain of questions is followed ("and upstairs?", "and now?").
_CHAIN = 8
_RESULT = ("tool", "function")
ANSWERING = frozenset({clock.TOOL, lists.TOOL, agenda.TOOL})
"""Tools that are called for the answer to a question only."""


class Question(Struct, frozen=True):
    """A sentence that was understood as a question: what follows, in which language it was put, and why these things."""

    plan: Plan
    language: str
    evidence: tuple[Evidence, ...] = ()


def question_plan(turn: Turn) -> Plan | None:
    """The plan for the sentence as a question: a Read of live data, the answer, or None if it is no question of ours."""
    found = question(turn)
    return found.plan if found is not None else None


def question(turn: Turn) -> Question | None:
    """The sentence as a question; None if it is none of ours.

    An error of the read ("no entities matched", or something broke) is answered, not repeated. What can only be said to be
    unknown is said where none of the languages has an answer.
    """
    reads = [exchange for exchange in turn.exchanges if exchange.reads]
    live = [exchange.result.entities for exchange in reads if isinstance(exchange.result, LiveContextResult)]
    before = asked_before(turn.history, turn.tools)
    unknown: Question | None = None
    for language in turn.languages:
        words, questions = vocabulary(language), question_vocabulary(language)
        if words is None or questions is None:
            continue
        languages = tuple(dict.fromkeys((language, *turn.languages)))
        record = (
            list_plan(turn, questions, languages)
            or agenda_plan(turn, questions, languages)
            or timer_plan(turn, language, questions)
        )
        if record is not None:
            return Question(record, language)
        outcome = ask(
            turn.sentence, turn.house, turn.tools, words, questions, languages, live=live if reads else None, before=before
        )
        if outcome.clock is not None:
            plan = clock_plan(turn, outcome.clock, languages)
            return Question(plan, language) if plan is not None else None
        if outcome.text is not None and not outcome.unknown:
            return Question(Reply(outcome.text), language, outcome.evidence)
        if outcome.text is not None:
            # As with a command: which room or floor is meant is the user's to say.
            unknown = unknown or Question(Reply(outcome.text, kind="question"), language)
        if outcome.read is not None and outcome.tool is not None:
            return Question(Read(Call(outcome.tool, outcome.read)), language, outcome.evidence)
    errors = [exchange.result for exchange in reads if isinstance(exchange.result, ErrorResult)]
    if reads and len(errors) == len(reads):
        key = "nothing_read" if all(map(match_failure, errors)) else "unreadable"
        return Question(Reply(reply(key, turn.languages), kind="failed"), turn.languages[0])
    return unknown


def asked_before(history: Sequence[Message], tools: Sequence[OfferedTool]) -> tuple[Before, ...]:
    """What the user has said in the last rounds of ``history``, and what was read for it. What was said before something was
    done is not asked about any more."""
    harmless = {tool.name for tool in tools if only_reads(tool)}
    found: list[Before] = []
    for messages in reversed(rounds(history)[-_CHAIN:]):
        calls = [call for message in messages for call in message.tool_calls or ()]
        if messages[0].role != "user" or any(call.function.name not in harmless for call in calls):
            break
        results = (parse_result(message.text) for message in messages if message.role in _RESULT)
        live = [result.entities for result in results if isinstance(result, LiveContextResult)]
        found.append(Before(messages[0].text, live or None))
    return tuple(reversed(found))
