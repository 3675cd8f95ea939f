"""Whole tool calls from the fragments of a stream, as the many OpenAI-compatible servers cut them."""

from typing import Any

import msgspec

from ..openai.wire import FunctionCall, ToolCall


class _Open:
    """A call that may still grow."""

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name
        self.arguments = ""

    @property
    def whole(self) -> bool:
        """Whether the arguments are a JSON object already."""
        try:
            return isinstance(msgspec.json.decode(self.arguments), dict)
        except (msgspec.DecodeError, RecursionError):
            return False


class CallFragments:
    """Collects ``delta.tool_calls``.

    A call's name and id come in its first fragment; servers that repeat them in every fragment do not mean to lengthen
    them. ``index`` tells calls apart; servers that send 0 for all of them, or none, are recognised by a name that comes
    with arguments when the call before is whole already, or by another name.
    """

    def __init__(self) -> None:
        self._calls: list[_Open] = []
        self._at: dict[int, _Open] = {}

    def add(self, fragments: Any) -> None:
        """Take the fragments of one delta; anything that is not one is ignored."""
        for fragment in fragments if isinstance(fragments, list) else ():
            if isinstance(fragment, dict):
                self._add(fragment)

    def calls(self) -> list[ToolCall]:
        """What has come together, in order. An id that the server left empty is None."""
        return [ToolCall(FunctionCall(call.name, call.arguments or "{}"), id=call.id or None) for call in self._calls]

    def _add(self, fragment: dict[str, Any]) -> None:
        function = fragment.get("function")
        function = function if isinstance(function, dict) else {}
        id, name, arguments = _text(fragment.get("id")), _text(function.get("name")), function.get("arguments")
        if isinstance(arguments, dict):
            arguments = msgspec.json.encode(arguments).decode()
        arguments = _text(arguments)
        index = fragment.get("index")
        index = index if isinstance(index, int) else 0
        call = self._at.get(index)
        if call is None or (name and call.name and (name != call.name or (arguments and call.whole))):
            call = self._at[index] = _Open(id, name)
            self._calls.append(call)
        call.id = call.id or id
        call.name = call.name or name
        call.arguments += arguments


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
