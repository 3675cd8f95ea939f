"""What a runtime says in plain text, taken apart: text, tool calls in their wrapper, and stop markers that leak into it."""

from collections.abc import Iterable, Iterator

import msgspec

from ..openai.wire import FunctionCall, ToolCall
from .protocol import CallPiece, TextPiece

STOPS = ("<|im_end|>", "<|eot_id|>", "<|endoftext|>", "<|end_of_text|>", "<end_of_turn>", "</s>")
OPEN, CLOSE = "<tool_call>", "</tool_call>"


class Speech:
    """Takes pieces of text as they come, however they are cut, and gives out what is certain.

    A stop marker ends the speech: ``over``. A wrapped call that is not one stays the text that it is, for others to judge.
    """

    def __init__(self, stops: Iterable[str] = ()) -> None:
        self._stops = tuple(stop for stop in dict.fromkeys((*STOPS, *stops)) if stop)
        self._held = ""
        self._wrapped = False
        self.over = False
        self.calls = 0
        self.said = ""

    def feed(self, text: str) -> list[TextPiece | CallPiece]:
        """What ``text`` adds to what is certain."""
        if self.over:
            return []
        self.said += text
        self._held += text
        return list(self._certain())

    def end(self) -> list[TextPiece | CallPiece]:
        """Nothing more comes: what was held back."""
        rest = (OPEN if self._wrapped else "") + self._held
        self._held, self._wrapped = "", False
        return [TextPiece(rest)] if rest and not self.over else []

    def _certain(self) -> Iterator[TextPiece | CallPiece]:
        while True:
            marks = (CLOSE, *self._stops) if self._wrapped else (OPEN, *self._stops)
            found = min(((place, mark) for mark in marks if (place := self._held.find(mark)) >= 0), default=None)
            if found is None:
                break
            place, mark = found
            before, self._held = self._held[:place], self._held[place + len(mark) :]
            if mark == CLOSE:
                self._wrapped = False
                yield self._call(before)
            elif before or self._wrapped:
                yield TextPiece((OPEN if self._wrapped else "") + before)
            if mark == OPEN:
                self._wrapped = True
            elif mark != CLOSE:
                self.over, self._held, self._wrapped = True, "", False
                return
        if not self._wrapped:
            keep = _beginning(self._held, (OPEN, *self._stops))
            text, self._held = self._held[: len(self._held) - keep], self._held[len(self._held) - keep :]
            if text:
                yield TextPiece(text)

    def _call(self, body: str) -> TextPiece | CallPiece:
        match _read(body):
            case {"name": str(name), **rest} if name and isinstance(arguments := rest.get("arguments", {}), dict):
                self.calls += 1
                return CallPiece(ToolCall(FunctionCall(name, arguments)))
            case _:
                return TextPiece(f"{OPEN}{body}{CLOSE}")


def _read(body: str) -> object:
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError):
        return None


def _beginning(text: str, marks: Iterable[str]) -> int:
    """How many of the last letters of ``text`` may be the beginning of one of ``marks``."""
    longest = 0
    for mark in marks:
        for size in range(min(len(mark) - 1, len(text)), longest, -1):
            if text.endswith(mark[:size]):
                longest = size
                break
    return longest
