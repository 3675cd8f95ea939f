"""The state ``retrieve``: chooses the model for this turn, and what it gets to see (for now: the whole request)."""

from collections.abc import Mapping

from ..adapters.backends.protocol import Capabilities
from ..machine.turn import Turn
from .services import Services


async def retrieve(turn: Turn, services: Services, capabilities: Mapping[str, Capabilities]) -> None:
    """Set ``turn.model``: the vision model if the user shows a picture, else the text model; None if there is none."""
    settings = services.settings.settings
    chosen = settings.ha_assist_vision_model if turn.has_image else settings.ha_assist_text_model
    turn.model = chosen if chosen in capabilities else None
