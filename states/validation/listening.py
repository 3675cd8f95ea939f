"""Listening to a model's text while it comes, and to the whole: what is spoken, what is a call, what is doubted."""

import re
from collections.abc import Callable

import msgspec
from msgspec import Struct

from ...adapters.backends.protocol import TextPiece
from ...adapters.home_assistant.tools import reads
from ...adapters.home_assistant.types import ActionResult, OtherResult
from ...adapters.openai.wire import ToolCall
from ...machine.turn import Turn
from .agreement import commands
from .claims import claims_a_deed
from .context import words_of_turn
from .formats import structured
from .spoken import Spoken, spoken
from .wrapped import calls_written

_IDENTIFIER = re.compile(r"[a-z][A-Z]|__")


class Heard(Struct, frozen=True):
    """A model's text. ``sent`` is what of it a client that streams has got already, ``text`` all of it as it is spoken, as far
    as it is not ``doubted``; ``calls`` were written in it; ``broken``: there was one that cannot be read."""

    sent: str = ""
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    broken: bool = False
    doubted: bool = False


def speech_of(turn: Turn) -> Spoken | None:
    """How the text of a Turn is listened to; None if nothing of it may be given out before the whole is known."""
    if structured(turn.request) is not None:
        return None
    return Spoken(calls=bool(turn.tools), doubt=_doubt(turn))


def heard(turn: Turn) -> Heard:
    """The text of a Turn, heard piece by piece as it was for a client that streams."""
    known = speech_of(turn)
    speech = known or Spoken(calls=bool(turn.tools))
    given = "".join([speech.feed(piece.text) for piece in turn.pieces if isinstance(piece, TextPiece)])
    sent = given if turn.stream is not None and known is not None else ""
    given += speech.end()
    written = calls_written(speech.held)
    if any(name in given + speech.held for name in _machinery(turn)) and not written.calls:
        # A call in a format that nobody knows, or talk of one: nothing that people should hear.
        return Heard(sent, sent, broken=True)
    if speech.doubted:
        return Heard(sent, given.strip(), written.calls, written.broken, doubted=True)
    rest = spoken(_unwrapped(written.text)) if speech.held else ""
    return Heard(sent, given + rest, written.calls, written.broken)


def _doubt(turn: Turn) -> Callable[[str], bool] | None:
    """A test of sentences for deeds that were not done. None where a deed can be told of because one was done in this turn, or
    where none was asked for."""
    if all(map(reads, turn.tools)) or _done(turn) or not commands(words_of_turn(turn)):
        return None
    languages, machinery = turn.languages, _machinery(turn)
    return lambda text: claims_a_deed(text, languages) or any(name in text for name in machinery)


def _machinery(turn: Turn) -> tuple[str, ...]:
    """The names of tools that are no words of any language."""
    names = {name for tool in turn.tools for name in (tool.name, tool.intent or "")}
    return tuple(name for name in names if _IDENTIFIER.search(name))


def _done(turn: Turn) -> bool:
    """Whether anything but reading was done since the user spoke."""
    return any(
        (isinstance(exchange.result, ActionResult) and (exchange.result.success or not exchange.result.failed))
        or (isinstance(exchange.result, OtherResult) and exchange.tool is not None and not reads(exchange.tool))
        for exchange in turn.exchanges
    )


def _unwrapped(text: str) -> str:
    """The content of a text that is a message in JSON, with nothing but its content: models that see tools write that."""
    try:
        value = msgspec.json.decode(text)
    except (ValueError, RecursionError):
        return text
    match value:
        case {"content": str(content), **rest} if rest.keys() <= {"role"}:
            return content
        case _:
            return text
