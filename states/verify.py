"""The state ``verify``: something was done in this turn. What came of it, and what follows?"""

import asyncio
from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from ..adapters.home_assistant.types import ActionResult, ErrorResult
from ..adapters.openai.wire import FunctionCall, ToolCall
from ..machine.turn import Call, Calls, Exchange, Plan, Read, Reply, Turn
from .acknowledge import acknowledge, joined
from .deterministic.handler import understand
from .deterministic.reader import Reading
from .questions.clock import TOOL as CLOCK
from .questions.handler import ANSWERING, question_plan
from .services import Services
from .verification.aims import Sight
from .verification.naming import another_reading, nothing_of_that_name, target_in
from .verification.sighting import Sighting, read_call, sighting, targets_of
from .verification.story import MOST_ROUNDS, Story, in_order, one_at_a_time, story_of
from .verification.values import speaks_for_itself


class _Own:
    """Our own reading of a Turn's sentence, which is made once, and only where it is needed."""

    def __init__(self, turn: Turn, services: Services) -> None:
        self._turn = turn
        self._services = services

    @cached_property
    def reading(self) -> tuple[Reading, str]:
        """The reading and its language."""
        reading, language, _ = understand(self._turn, self._services)
        return reading, language

    @property
    def calls(self) -> tuple[Call, ...]:
        """What the sentence means; nothing if that is not understood."""
        reading, _ = self.reading
        return reading.calls if reading.problem is None else ()


class Verdict(Struct, frozen=True):
    """What came of the actions so far, and the plan that follows from it. ``plan`` None: a model must speak.

    ``word`` is confirmed, under_way, not_confirmed, unavailable, not_verified, pending (a read is planned), failed or
    partly_failed.
    """

    word: str
    plan: Plan | None
    laggards: tuple[str, ...] = ()


async def verify(turn: Turn, services: Services) -> None:
    """Set ``turn.plan``: the next call of a command, a read (after the wait), or the words for what was done.

    Left None where a model must speak: about results that nobody else can sum up, or about an error that shows that our
    reading was wrong (nothing was done, and no model has been asked). No call is ever planned that the turn has made already,
    whatever came of it.

    ``turn.metrics["ha_verify"]``: ``kind`` of what follows (calls, read, reply, model), ``attempt`` (reads made or planned),
    ``maximum``, ``delay`` in seconds, ``verdict``, ``laggards``; ``ha_verify_settle_ms``: the wait that really happened.
    """
    chosen = services.settings.settings
    story = story_of(turn)
    verdict = _verdict(turn, story, services)
    waited = 0.0
    if isinstance(verdict.plan, Read) and verdict.plan.attempt:
        clock = asyncio.get_running_loop().time
        started = clock()
        await asyncio.sleep(chosen.ha_assist_verify_delay)
        waited = clock() - started
    turn.plan = verdict.plan
    turn.metrics["ha_verify_settle_ms"] = round(waited * 1000, 3)
    turn.metrics["ha_verify"] = {
        "kind": type(verdict.plan).__name__.lower() if verdict.plan is not None else "model",
        "attempt": verdict.plan.attempt if isinstance(verdict.plan, Read) else story.reads,
        "maximum": chosen.ha_assist_verify_attempts,
        "delay": chosen.ha_assist_verify_delay,
        "verdict": verdict.word,
        "laggards": verdict.laggards,
    }


def _verdict(turn: Turn, story: Story, services: Services) -> Verdict:
    chosen = services.settings.settings
    own = _Own(turn, services)
    outcomes = story.outcomes or _cut_out(turn, own)
    failed = [exchange for exchange in outcomes if _failed(exchange)]
    done = [exchange for exchange in outcomes if exchange not in failed or _partly(exchange)]
    word = "partly_failed" if failed and done else "failed" if failed else "not_verified"
    may_call = _another_round(turn, story, own) and _calls_welcome(turn)
    if may_call and (calls := _under_another_name(turn, story) or _the_rest(turn, story, own, failed)):
        return Verdict(word, calls)
    if outcomes and all(map(_asked_for, outcomes)) and (answer := question_plan(turn)) is not None:
        return Verdict(word, answer)
    clock = _clock(turn, outcomes)
    others = outcomes if clock is None else [exchange for exchange in outcomes if not _tells_time(exchange)]
    if chosen.ha_assist_text_model is not None and (
        not all(map(speaks_for_itself, others)) or (not done and _misread(turn, story, own))
    ):
        return Verdict(word, None)
    verified = chosen.ha_assist_verify_domains if chosen.ha_assist_verify_attempts and not failed else ()
    targets = targets_of(outcomes, verified, turn.house)
    seen = sighting(targets, story.seen) if story.reads else Sighting()
    differing = seen.names(Sight.DIFFERS)
    if may_call and targets and story.reads < chosen.ha_assist_verify_attempts and (differing or not story.reads):
        read = read_call(targets, turn.house, turn.tools)
        if read is not None:
            return Verdict("pending", Read(read, story.reads + 1), differing)
    words = acknowledge(
        others,
        turn.house,
        _languages(turn, own),
        unavailable=seen.names(Sight.UNAVAILABLE),
        unconfirmed=differing,
        undone=[target_in(call.arguments) for call in _left(turn, story, own)] if failed else (),
    )
    text = words if clock is None else joined([words, clock]) if others else clock
    return Verdict(word if failed else seen.verdict, Reply(text, kind="done" if done else "failed"), differing)


def _failed(exchange: Exchange) -> bool:
    result = exchange.result
    return isinstance(result, ErrorResult) or (isinstance(result, ActionResult) and bool(result.failed))


def _partly(exchange: Exchange) -> bool:
    return isinstance(exchange.result, ActionResult) and bool(exchange.result.success)


def _asked_for(exchange: Exchange) -> bool:
    """Whether a call was made to answer a question."""
    return exchange.tool is not None and exchange.tool.intent in ANSWERING


def _tells_time(exchange: Exchange) -> bool:
    return exchange.tool is not None and exchange.tool.intent == CLOCK


def _clock(turn: Turn, outcomes: Sequence[Exchange]) -> str | None:
    """The answer to a question for time or date, if that is what was asked and what HA's clock was called for."""
    plan = question_plan(turn) if any(map(_tells_time, outcomes)) else None
    return plan.text if isinstance(plan, Reply) else None


def _another_round(turn: Turn, story: Story, own: _Own) -> bool:
    """Whether Home Assistant will still take a text after one more call, also where a client has cut out calls of a command that
    it got one by one."""
    sent = len(own.calls) if story.reads and one_at_a_time(turn) else 0
    return story.another_round and story.reads + sent + 2 <= MOST_ROUNDS


def _calls_welcome(turn: Turn) -> bool:
    """Whether the client will carry out one more call: at its own limit of rounds it says ``tool_choice`` none."""
    return turn.request is not None and turn.request.tool_choice in (None, "auto", "required")


def _under_another_name(turn: Turn, story: Story) -> Calls | None:
    """Calls whose name Home Assistant did not know (nothing was done), with the name that the thing may have instead."""
    found = [another_reading(exchange, turn.house) for exchange in story.outcomes]
    return in_order(turn, [call for call in found if call is not None and call not in story.made])


def _the_rest(turn: Turn, story: Story, own: _Own, failed: Sequence[Exchange]) -> Calls | None:
    """The rest of a command that is sent call by call. After a failure nothing follows."""
    return in_order(turn, _left(turn, story, own)) if not failed else None


def _left(turn: Turn, story: Story, own: _Own) -> list[Call]:
    """The calls that are still to come of a command that is sent call by call, derived anew from the sentence."""
    if not one_at_a_time(turn) or not story.asked:
        return []
    if not all(call in own.calls for call in story.asked):
        return []
    last = max(place for place, call in enumerate(own.calls) if call in story.made)
    return [call for call in own.calls[last + 1 :] if call not in story.made]


def _languages(turn: Turn, own: _Own) -> tuple[str, ...]:
    """The Turn's languages; where the request does not tell, the one first in which the sentence is a command."""
    told = turn.house.language or (turn.request is not None and turn.request.language)
    if told or len(turn.languages) < 2:
        return turn.languages
    reading, language = own.reading
    return (language, *turn.languages) if reading.problem is None else turn.languages


def _misread(turn: Turn, story: Story, own: _Own) -> bool:
    """Whether every call was our own, and Home Assistant could make nothing of any: then a model may know better."""
    if not all(map(_not_understood, story.outcomes)):
        return False
    return all(story.asked.count(call) <= own.calls.count(call) for call in story.asked)


def _not_understood(exchange: Exchange) -> bool:
    error = exchange.result
    return isinstance(error, ErrorResult) and (error.code == "InvalidSlotInfo" or nothing_of_that_name(exchange))


def _cut_out(turn: Turn, own: _Own) -> tuple[Exchange, ...]:
    """The actions of a turn whose client has cut them out of its messages. A read of ours that verifies them is there, so they
    were what the sentence means, and Home Assistant had accepted them."""
    tools = {tool.name: tool for tool in turn.tools}
    return tuple(
        Exchange(ToolCall(FunctionCall(call.tool)), call.arguments, tools.get(call.tool), ActionResult("action_done"))
        for call in own.calls
    )
