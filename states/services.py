"""What handlers may use besides the Turn: settings and things that are the same for every request."""

from dataclasses import dataclass, field

from ..adapters.intents.grammars import Grammars
from ..adapters.settings import Settings


@dataclass(frozen=True)
class Services:
    """Shared by all handlers. Backends are not here: only ``generate`` is handed them (``registry.py``)."""

    settings: Settings
    grammars: Grammars = field(default_factory=Grammars)
