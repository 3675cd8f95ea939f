"""What was said and done just before this sentence, re-derived from the messages that come with the request."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from ...adapters.home_assistant.results import parse_result
from ...adapters.home_assistant.types import ErrorResult, OfferedTool
from ...adapters.openai.wire import Message

# Arguments that say what a call is about; the others say what happens to it.
TARGET_SLOTS = frozenset({"name", "area", "floor", "domain", "device_class"})
# Tools that read and do nothing: there is nothing to repeat or to undo.
_READING = frozenset({"GetLiveContext", "GetDateTime", "HassGetState", "HassGetWeather"})


class EarlierCall(Struct, frozen=True):
    """An action of the previous turn that HA carried out."""

    tool: OfferedTool
    arguments: dict[str, Any]

    @property
    def target(self) -> dict[str, Any]:
        return {slot: value for slot, value in self.arguments.items() if slot in TARGET_SLOTS}

    @property
    def values(self) -> dict[str, Any]:
        return {slot: value for slot, value in self.arguments.items() if slot not in TARGET_SLOTS}


class Earlier(Struct, frozen=True):
    """The previous turn of the conversation: what the user said, and the actions that followed (none after a question back)."""

    sentence: str = ""
    calls: tuple[EarlierCall, ...] = ()


def earlier_turn(history: Sequence[Message], tools: Sequence[OfferedTool]) -> Earlier:
    """The last turn in ``history`` (the messages before the current user message). Failed calls do not count as done."""
    last = next((index for index in range(len(history) - 1, -1, -1) if history[index].role == "user"), None)
    if last is None:
        return Earlier()
    offered = {tool.name: tool for tool in tools}
    results = {message.tool_call_id: message for message in history[last + 1 :] if message.role == "tool"}
    calls: list[EarlierCall] = []
    for message in history[last + 1 :]:
        for call in message.tool_calls or ():
            tool = offered.get(call.function.name)
            result = results.get(call.id)
            if tool is None or tool.intent in _READING:
                continue
            if result is not None and isinstance(parse_result(result.text), ErrorResult):
                continue
            arguments = call.function.parsed
            if arguments is not None:
                calls.append(EarlierCall(tool, arguments))
    return Earlier(history[last].text, tuple(calls))
