"""A model's calls: put right where they can only mean one thing, and held against schemas, the house and the user's words."""

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import Struct

from ...adapters.home_assistant.tools import problems, reads
from ...adapters.home_assistant.types import OfferedTool
from ...adapters.openai.wire import NamedToolChoice, ToolCall
from ...machine.turn import Call, Evidence, Turn
from ..deterministic.actions import TARGETED
from ..deterministic.repair import RepairSettings
from .agreement import against, commands
from .context import words_of_turn
from .meaning import Words
from .shapes import calls_in, tool_called
from .targets import Aimed, aim

T = TypeVar("T")

_SPEECH = frozenset({"HassRespond", "HassNevermind"})
"""Tools of Home Assistant that do nothing."""


class Accepted(Struct, frozen=True):
    """Calls that can be sent, each with the id that its backend gave it, and what was put right in them."""

    calls: tuple[tuple[Call, str | None], ...]
    evidence: tuple[Evidence, ...] = ()


class Rejected(Struct, frozen=True):
    """Why nothing is sent. ``unasked``: the user has asked for no deed at all. ``repeated``: all of it has been called already in
    this turn."""

    reason: str
    unasked: bool = False
    repeated: bool = False


def checked(turn: Turn, said: Sequence[ToolCall], repair: RepairSettings) -> Accepted | Rejected:
    """Check all calls that a model made. One that does not pass stops all of them: half of what was meant is another thing."""
    words = words_of_turn(turn)
    made: list[tuple[Call, str | None]] = []
    evidence: list[Evidence] = []
    for call in said:
        name = call.function.name
        tool = tool_called(name, turn.tools)
        arguments = calls_in(call.function, tool)
        if arguments is None:
            return Rejected(f"{name}: the arguments are not a JSON object")
        for one in arguments:
            passed = _checked(turn, tool, Call(tool.name if tool is not None else name, one), words, repair)
            if isinstance(passed, str):
                return Rejected(passed, unasked=not commands(words))
            made.append((passed[0], call.id))
            evidence += passed[1]
    once = [entry for place, entry in enumerate(made) if entry[0] not in [call for call, _ in made[:place]]]
    once = [entry for entry in once if not _called_already(turn, entry[0])]
    if made and not once:
        return Rejected(f"{made[0][0].tool}: has been called already in this turn", repeated=True)
    return Accepted(tuple(at_once(once, turn)), tuple(evidence))


def _called_already(turn: Turn, call: Call) -> bool:
    """Whether a call has been made in this turn, whatever came of it: a model that sums up what was done must not do it again,
    and one that has read must not read for ever. What has been read before a deed may be read again after it."""
    made = [
        place
        for place, one in enumerate(turn.exchanges)
        if (one.call.function.name, one.arguments) == (call.tool, call.arguments)
    ]
    if not made:
        return False
    harmless = {tool.name for tool in turn.tools if reads(tool)}
    since = {exchange.call.function.name for exchange in turn.exchanges[made[-1] + 1 :]}
    return call.tool not in harmless or since <= harmless


def _checked(
    turn: Turn, tool: OfferedTool | None, call: Call, words: Words, repair: RepairSettings
) -> tuple[Call, Sequence[Evidence]] | str:
    choice = turn.request.tool_choice if turn.request is not None else None
    if (reason := against_offer(tool, call, choice, schema=False)) or tool is None:
        return reason or f"{call.tool}: not an offered tool"
    acts = not reads(tool) and tool.intent not in _SPEECH
    aimed: Aimed | None = None
    if turn.house.listed and (tool.intent in TARGETED or not acts):
        found = aim(tool, call.arguments, words.index, repair)
        if isinstance(found, Aimed):
            aimed = found
            call = Call(call.tool, found.arguments)
        elif acts and tool.intent in TARGETED:
            # Schema problems are told first: they say more.
            return against_offer(tool, call, choice) or f"{call.tool}: {found.reason}"
    if reason := against_offer(tool, call, choice):
        return reason
    if acts and (reason := against(call, tool, aimed, words)):
        return f"{call.tool}: {reason}"
    return call, aimed.evidence if aimed is not None else ()


def against_offer(tool: OfferedTool | None, call: Call, choice: Any, *, schema: bool = True) -> str | None:
    """Why a call is not what the client offered; None if it is. Whoever made the call, this holds."""
    if choice == "none":
        return f"{call.tool}: tool_choice is none"
    if tool is None:
        return f"{call.tool}: not an offered tool"
    if isinstance(choice, NamedToolChoice) and choice.function.name != tool.name:
        return f"{tool.name}: tool_choice asks for {choice.function.name}"
    found = problems(tool, call.arguments) if schema else []
    return f"{tool.name}: {'; '.join(found)}" if found else None


def at_once(calls: Sequence[T], turn: Turn) -> Sequence[T]:
    """All calls, or the first if the client takes only one at a time (missing means that it takes several)."""
    return calls[:1] if turn.request is not None and turn.request.parallel_tool_calls is False else calls
