"""The state ``retrieve``: chooses the model for this turn, and what of the request it gets to see."""

import asyncio
from collections.abc import Iterable, Mapping
from time import perf_counter
from typing import Any

from ..adapters.backends.protocol import Capabilities
from ..adapters.embeddings.store import Embeddings
from ..machine.turn import Kept, Selection, Turn
from .prompt.economy import affordable
from .retrieval.history import rounds
from .retrieval.select import select
from .services import Services


async def retrieve(turn: Turn, services: Services, capabilities: Mapping[str, Capabilities]) -> None:
    """Set ``turn.model`` (the vision model if the user shows a picture, else the text model; None if there is none), and for a
    model ``turn.selection``.

    Only the current turn's pictures decide: one that was shown earlier does not make a picture of what is said now.
    ``turn.metrics`` gets ``ha_retrieval`` and ``ha_history``.
    """
    settings = services.settings.settings
    chosen = settings.ha_assist_vision_model if turn.has_image else settings.ha_assist_text_model
    turn.model = chosen if chosen in capabilities else None
    if turn.model is None:
        return
    started = perf_counter()
    # In a thread: encoding a house that is new takes up to a few seconds, and other requests must not wait for it.
    turn.selection = await asyncio.to_thread(selected, turn, services.embeddings)
    turn.metrics["ha_retrieval"] = {
        **_retrieved(turn, turn.selection),
        "encoder": services.embeddings.name,
        "milliseconds": round((perf_counter() - started) * 1000, 3),
    }
    turn.metrics["ha_history"] = _history(turn, turn.selection)


def selected(turn: Turn, embeddings: Embeddings) -> Selection:
    """What the model gets to see: what may be needed, as far as it is worth its tokens."""
    if turn.request is None:
        raise ValueError("there is no request")
    return affordable(turn, turn.request, select(turn, embeddings))


def _retrieved(turn: Turn, selection: Selection) -> dict[str, Any]:
    """What was kept, of how many, and why."""
    entities, tools = turn.house.entities, turn.tools
    return {
        "language": selection.language,
        "house": selection.house,
        "question": selection.question,
        "entities": {"kept": len(selection.entities), "of": len(entities)},
        "tools": {"kept": len(selection.tools), "of": len(tools)},
        "reasons": {
            "entities": _reasons(selection.entities, [entity.names.display for entity in entities]),
            "tools": _reasons(selection.tools, [tool.name for tool in tools]),
        },
    }


def _reasons(kept: Iterable[Kept], names: list[str]) -> list[dict[str, Any]]:
    return [{"name": names[item.item], "score": round(item.score, 3), "reasons": item.reasons} for item in kept]


def _history(turn: Turn, selection: Selection) -> dict[str, Any]:
    return {
        "rounds": {"kept": len(selection.rounds), "of": len(rounds(turn.history))},
        "messages": {"kept": sum(map(len, selection.rounds)), "of": len(turn.history)},
    }
