"""``GET /health``: whether this server can do what it is set up for."""

import asyncio
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from ..adapters.backends.protocol import Backend
from ..adapters.embeddings.store import Embeddings
from ..adapters.settings import Settings

PATIENCE = 5.0
"""Seconds that a backend gets to say how it is."""

VERSION = version("ha-assist")


async def report(
    settings: Settings, backends: Mapping[str, Backend], encoding: Embeddings | None = None, *, warm: bool = False
) -> dict[str, Any]:
    """``status`` is ok, or degraded when a backend is not: deterministic work goes on without it. ``mode`` is
    ``deterministic`` where no text model is set, else ``text_model``. ``backends``: each one's own report, by model id.
    ``encoder``: whether things of like meaning are found; where it is unavailable, ranking goes by words alone.
    ``languages``: those of the settings, and whether they were loaded at the start (``ok``) or are when they are needed."""
    names = list(backends)
    reports = dict(zip(names, await asyncio.gather(*(_ask(backends[name]) for name in names)), strict=True))
    return {
        "status": "ok" if all(found.get("status") == "ok" for found in reports.values()) else "degraded",
        "version": VERSION,
        "mode": "text_model" if settings.settings.ha_assist_text_model else "deterministic",
        "text_model": settings.settings.ha_assist_text_model,
        "vision_model": settings.settings.ha_assist_vision_model,
        "backends": reports,
        "encoder": (encoding or Embeddings()).status(),
        "languages": {"status": "ok" if warm else "idle", "configured": settings.settings.ha_assist_languages},
    }


async def _ask(backend: Backend) -> dict[str, Any]:
    try:
        return await asyncio.wait_for(backend.health(), PATIENCE)
    except TimeoutError:
        return {"status": "unavailable", "reason": f"no answer within {PATIENCE:g} s"}
