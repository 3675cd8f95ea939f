"""What is chosen for a model stays small next to what the client sent: where it would not, what ranks lowest is left out.

On a small machine every token of a prompt is read anew. Retrieval keeps the more, the less it knows; this is the limit to that.
"""

from bisect import bisect_left
from functools import partial

from msgspec.json import encode
from msgspec.structs import replace

from ...adapters.intents.prompts import prompt_texts
from ...adapters.openai.wire import ChatRequest
from ...machine.turn import Selection, Turn
from ..transcript import SYSTEM
from .build import chosen_house, chosen_tools, dropped, most_steps, task

SHARE = 0.054
"""Of the bytes of the client's system message and tools. In tokens this is less than a twentieth: a list of names has fewer
bytes to a token than JSON and sentences have."""

LEAST, MOST = 1750, 2300
"""Bytes that are never too many, however small the house is, and those that always are: about 350 and 500 tokens."""


def affordable(turn: Turn, request: ChatRequest, selection: Selection) -> Selection:
    """``selection`` without what ranks lowest, as far as the rest costs too much. What is required stays.

    Nothing that the conversation adds counts: the rounds of one turn get the same selection."""
    allowed = min(max(LEAST, int(SHARE * _asked(request))), MOST)
    bare = replace(selection, rounds=())
    fits = partial(_fits, turn, request, bare, allowed)
    steps = 0 if fits(0) else bisect_left(range(most_steps(bare)), x=True, key=fits)
    return replace(dropped(bare, steps), rounds=selection.rounds)


def _fits(turn: Turn, request: ChatRequest, selection: Selection, allowed: int, steps: int) -> bool:
    return _cost(turn, request, dropped(selection, steps)) <= allowed


def _asked(request: ChatRequest) -> int:
    """The bytes of the part of a request that is the same in a whole conversation."""
    system = sum(len(message.text.encode()) for message in request.messages if message.role in SYSTEM)
    return system + len(encode(request.tools))


def _cost(turn: Turn, request: ChatRequest, selection: Selection) -> int:
    """The bytes of what is said to the model, without custom instructions and what was said before."""
    texts = prompt_texts(selection.language)
    house = chosen_house(turn, selection, texts) if selection.house else ""
    said = (task(turn, request, selection, texts), house, turn.sentence)
    tools, _ = chosen_tools(turn, request, selection)
    return sum(len(text.encode()) for text in said) + len(encode(tools))
