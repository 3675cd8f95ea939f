"""Which earlier rounds of a conversation a model needs. A round is a message of the user and all that followed it.

The current turn is not history: it stays whole. Of what came before it, completed work on the house goes, talk about other
things stays as long as the sentence may refer to it, and the last round stays when the sentence cannot stand alone.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ...adapters.openai.wire import Message
from .hearing import Heard

Round = tuple[Message, ...]

CHAIN = 3
"""So many rounds back a chain of follow-ups is followed ("the lamp", "make it red", "a bit darker")."""

_RESULT = ("tool", "function")
_QUESTION_MARKS = ("?", "\uff1f", "\u061f")


def rounds(history: Sequence[Message]) -> list[Round]:
    """``history`` cut before each message of the user."""
    found: list[list[Message]] = []
    for message in history:
        if message.role == "user" or not found:
            found.append([])
        found[-1].append(message)
    return [tuple(messages) for messages in found]


def needed(
    history: Sequence[Round], heard: Heard, *, stands_alone: bool, house: bool, about_house: Callable[[str], bool]
) -> tuple[Round, ...]:
    """The rounds of ``history`` that stay, in order.

    ``stands_alone``: the sentence says itself what it is about. ``house``: it has to do with the house. ``about_house`` tells
    the same of an earlier sentence.
    """
    kept: list[Round] = []
    following = not stands_alone
    for back, messages in enumerate(reversed(history), 1):
        worked = _worked(messages)
        if _is_context(messages):
            kept.append(messages)
        elif back == 1 and _asked_back(messages):
            kept.append(messages)
            following = True
        elif worked or about_house(_said(messages)):
            chained = following and house and back <= CHAIN
            if chained or (not worked and _shares(messages, heard)):
                kept.append(messages)
            elif back == 1:
                kept.extend(_put_in(messages))
            following = chained and not worked
        elif not stands_alone or _shares(messages, heard):
            kept.append(messages)
    return tuple(reversed(kept))


def calls_of(messages: Sequence[Message]) -> list[tuple[str, dict[str, Any]]]:
    """The tools that were called in ``messages``, with their arguments."""
    return [
        (call.function.name, call.function.parsed or {}) for message in messages for call in message.tool_calls or ()
    ]  # fmt: skip


def _is_context(messages: Round) -> bool:
    """What a client has put in by itself: a message that nobody answered, or a result that nobody asked for."""
    return not any(message.role == "assistant" for message in messages)


def _asked_back(messages: Round) -> bool:
    """Whether the round ended with a question to the user: the sentence is its answer."""
    return messages[-1].role == "assistant" and messages[-1].text.rstrip().endswith(_QUESTION_MARKS)


def _worked(messages: Round) -> bool:
    return any(message.tool_calls for message in messages)


def _put_in(messages: Round) -> list[Round]:
    """The results at the end of a round that belong to none of its calls: a client's way of putting in what it knows."""
    ids = {call.id for message in messages for call in message.tool_calls or ()}
    end = len(messages)
    while end and messages[end - 1].role in _RESULT and messages[end - 1].tool_call_id not in ids:
        end -= 1
    return [messages[end:]] if end < len(messages) else []


def _said(messages: Round) -> str:
    return messages[0].text if messages[0].role == "user" else ""


def _shares(messages: Round, heard: Heard) -> bool:
    """Whether the round has a word in common with what the sentence is about."""
    text = " ".join(message.text for message in messages).casefold()
    return any(len(stem) > 3 and stem in text for stem in heard.things)
