"""What of a generated text is spoken: without thoughts, without marks of layout that a voice would read aloud.

``Spoken`` takes a text in pieces and gives out what is certain, word by word, so that a voice can begin before a model ends.
"""

import re
from collections.abc import Callable

from .wrapped import FENCE, TAGS

# What a model makes up for a tool's result is no more said than what it thinks.
_THOUGHTS = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<|channel>", "<channel|>"),
    ("<tool_response>", "</tool_response>"),
)
# What a runtime should have stopped at: whatever follows is no answer any more.
_OVER = ("<|im_end|>", "<end_of_turn>", "<|eot_id|>", "<|endoftext|>", "<turn|>", "<eos>", "</s>")
_CLOSINGS = tuple(closing for _, closing in _THOUGHTS)
_MARKS = (*(opening for opening, _ in _THOUGHTS), *_OVER)
_NEVER = "\0"
_STARTS = frozenset("#>*+-|`~ \t=_")
_INLINE = frozenset("*_`[~")
_LINE_LEAD = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)*")
_RULE = re.compile(r"[ \t]*(?:(?:[-*_=][ \t]*){3,}|```.*|~~~.*|\|?(?:[ \t]*:?-{2,}:?[ \t]*\|?)+)[ \t]*")
_EMPHASIS = (
    re.compile(r"(\*\*\*|___|\*\*|__|~~|``|`)(?=\S)(.+?)(?<=\S)\1"),
    re.compile(r"(?<![\w*])(\*)(?=[^\s*])(.+?)(?<=[^\s*])\1(?![\w*])"),
    re.compile(r"(?<!\w)(_)(?=[^\s_])(.+?)(?<=[^\s_])\1(?!\w)"),
)
_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\s]*\)")
_SENTENCE = re.compile(r".*?(?:[.!?\u2026\u3002]+(?=\s)|\n|$)\s*", re.DOTALL)
_CALL = re.compile(r"\s*(?:\{|\[\s*(?:\{|$|\w+\()|\w+\(\w+\s*=)")  # JSON, or a call as Python writes it
_ENDS = (".", "!", "?", "\u2026", "\u3002")
_FENCES = re.compile(r"```\w*")
_LONGEST_HELD = 400


class Spoken:
    """What looks like the beginning of a call is held back, with all that follows; if ``calls`` were offered, so is JSON.
    ``doubt``: sentences are given out whole, and no more from the first one on that it holds for."""

    def __init__(self, *, calls: bool = False, doubt: Callable[[str], bool] | None = None) -> None:
        self._openings = (*_MARKS, *TAGS, *((FENCE,) if calls else ()))
        self._calls = calls
        self._doubt = doubt
        self._raw = ""  # not looked at yet
        self._plain = ""  # without thoughts, with marks
        self._line_begun = False
        self._closing = ""  # of the thought that we are in
        self._held = False
        self._due = ""  # without marks, not given out yet
        self._begun = False
        self.doubted = False

    @property
    def held(self) -> str:
        """What has been held back, after the end: it may be a call, or is doubted."""
        return self._due + self._plain + ("" if self._closing else self._raw)

    def feed(self, text: str) -> str:
        """What ``text`` adds to what is certain."""
        self._raw += text
        self._take(final=False)
        return self._given(final=False)

    def end(self) -> str:
        """Nothing more comes: what was held back, but for what looks like a call or is doubted."""
        self._take(final=True)
        return self._given(final=True)

    def _take(self, *, final: bool) -> None:
        while self._raw and not self._held:
            if self._closing:
                _, found, after = self._raw.partition(self._closing)
                if not found:
                    return
                self._raw, self._closing = after, ""
                continue
            place, mark = min(
                ((found, mark) for mark in (*self._openings, *_CLOSINGS) if (found := self._raw.find(mark)) >= 0),
                default=(-1, ""),
            )
            if place < 0:
                keep = 0 if final else _beginning(self._raw, (*self._openings, *_CLOSINGS))
                cut = len(self._raw) - keep
                self._plain, self._raw = self._plain + self._raw[:cut], self._raw[cut:]
                break
            self._plain += self._raw[:place]
            if mark in _CLOSINGS:
                # A thought whose beginning stood in the prompt.
                self._raw = self._raw[place + len(mark) :]
                self._plain, self._due = "", ""
            elif mark in _MARKS:
                self._closing = dict(_THOUGHTS).get(mark, _NEVER)
                self._raw = self._raw[place + len(mark) :]
            else:
                self._raw, self._held = self._raw[place:], True
        if self._calls and not self._begun and not self._due.strip() and _CALL.match(self._plain):
            self._held = True
            return
        self._strip(final=final or self._held)

    def _strip(self, *, final: bool) -> None:
        """Take the marks out of what is there."""
        while self._plain:
            line, newline, rest = self._plain.partition("\n")
            if newline or final:
                self._due += _plain_line(line, begun=self._line_begun, whole=True) + newline
                self._plain, self._line_begun = rest, False
                continue
            if not self._line_begun and all(letter in _STARTS for letter in line) and len(line) < _LONGEST_HELD:
                return
            if not self._line_begun and line.lstrip().startswith("|") and len(line) < _LONGEST_HELD:
                return
            text = _plain_line(line, begun=self._line_begun, whole=False)
            special = next((place for place, letter in enumerate(text) if letter in _INLINE), len(text))
            # The last word may go on, and the one with a mark is not certain before the other mark is there.
            end = special if len(text) < _LONGEST_HELD else len(text)
            end = max(text.rfind(" ", 0, end), text.rfind("\t", 0, end)) + 1
            if end:
                self._due, self._plain, self._line_begun = self._due + text[:end], text[end:], True
            return

    def _given(self, *, final: bool) -> str:
        if self.doubted:
            return ""
        due = self._due if self._begun else self._due.lstrip()
        if self._doubt is None:
            end = len(due) if final else len(due.rstrip())
        else:
            end = 0
            for sentence in _SENTENCE.finditer(due):
                whole = (
                    final or sentence.end() < len(due) or (sentence[0][-1:].isspace() and sentence[0].rstrip().endswith(_ENDS))
                )
                if not sentence[0] or not whole:
                    break
                if self._doubt(sentence[0]):
                    self._held = self.doubted = True
                    break
                end = sentence.end()
            end = end if final and not self._held else len(due[:end].rstrip())
        given, self._due = due[:end], due[end:]
        self._begun = self._begun or bool(given)
        return given


def spoken(text: str) -> str:
    """The whole of ``text``, as it is spoken."""
    speech = Spoken()
    said = speech.feed(text) + speech.end()
    return (said + speech.held).strip()


def without_thoughts(text: str) -> str:
    """``text`` without what the model thought; a thought that never ends goes to the end."""
    for opening, closing in _THOUGHTS:
        text = re.sub(f"{re.escape(opening)}.*?{re.escape(closing)}", "", text, flags=re.DOTALL)
        text = text.partition(opening)[0]
        text = text.rpartition(closing)[2]
    return text.strip()


def _plain_line(line: str, *, begun: bool, whole: bool) -> str:
    if not begun:
        if whole and _RULE.fullmatch(line):
            return ""
        line = _LINE_LEAD.sub("", line, count=1)
        if line.startswith("|"):
            line = ", ".join(cell.strip() for cell in line.strip("| \t").split("|"))
    line = _LINK.sub(r"\1", line)
    if whole:
        line = _FENCES.sub("", line)
    for emphasis in _EMPHASIS:
        line = emphasis.sub(r"\2", line)
    return line


def _beginning(text: str, marks: tuple[str, ...]) -> int:
    """How many of the last letters of ``text`` may be the beginning of one of ``marks``."""
    return max(
        (size for mark in marks for size in range(1, min(len(mark) - 1, len(text)) + 1) if text.endswith(mark[:size])), default=0
    )
