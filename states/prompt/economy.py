"""What is chosen for a model stays small next to what the client sent: where it would not, what ranks lowest is left out.

On a small machine every token of a prompt is read anew. Retrieval keeps the more, the less it knows; this is the limit to that.
"""

from bisect import bisect_left
from collections.abc import Iterable
from functools import partial

from msgspec.json import encode
from msgspec.structs import replace

from ...adapters.intents.prompts import prompt_texts
from ...adapters.openai.wire import ChatRequest
from ...machine.turn import Kept, Selection, Turn
from ..retrieval.select import CALLED
from ..transcript import SYSTEM
from .build import chosen_house, chosen_tools, dropped, most_steps, task

SHARE = 0.0495
"""Of what the client's system message and tools cost."""

WORDS = 1.17
"""What a byte of text costs, next to one of the tools' JSON, which has more bytes to a token."""

LEAST, MOST = 1750, 2300
"""What is never too much, however small the house is, and what always is, in bytes of JSON: about 400 and 550 tokens."""


def affordable(turn: Turn, request: ChatRequest, selection: Selection) -> Selection:
    """``selection`` in fewer words if it costs too much, and without what ranks lowest, as far as the rest still does. What is
    required stays.

    Nothing that the conversation adds counts: the rounds of one turn get the same selection."""
    allowed = min(max(LEAST, int(SHARE * _asked(request))), MOST)
    bare = replace(selection, rounds=(), entities=_chosen(selection.entities), tools=_chosen(selection.tools))
    if not _fits(turn, request, bare, allowed, 0):
        bare = replace(bare, terse=True)
    steps = bisect_left(range(most_steps(bare)), x=True, key=partial(_fits, turn, request, bare, allowed))
    left = dropped(bare, steps)
    return replace(
        left,
        rounds=selection.rounds,
        entities=(*left.entities, *(kept for kept in selection.entities if kept.reasons == CALLED)),
        tools=(*left.tools, *(kept for kept in selection.tools if kept.reasons == CALLED)),
    )


def _chosen(items: Iterable[Kept]) -> tuple[Kept, ...]:
    """Without what is only there because it was called in this turn."""
    return tuple(kept for kept in items if kept.reasons != CALLED)


def _fits(turn: Turn, request: ChatRequest, selection: Selection, allowed: int, steps: int) -> bool:
    return _cost(turn, request, dropped(selection, steps)) <= allowed


def _asked(request: ChatRequest) -> int:
    """What the part of a request costs that is the same in a whole conversation."""
    system = sum(len(message.text.encode()) for message in request.messages if message.role in SYSTEM)
    return int(WORDS * system) + len(encode(request.tools))


def _cost(turn: Turn, request: ChatRequest, selection: Selection) -> int:
    """What it costs to tell a model the selection, without custom instructions and what was said before."""
    texts = prompt_texts(selection.language)
    house = chosen_house(turn, selection, texts) if selection.house else ""
    said = (task(turn, request, selection, texts), house, turn.sentence)
    tools, _ = chosen_tools(turn, request, selection)
    return int(WORDS * sum(len(text.encode()) for text in said)) + len(encode(tools))
