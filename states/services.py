"""What handlers may use besides the Turn: settings and things that are the same for every request."""

from dataclasses import dataclass, field

from ..adapters.embeddings.store import Embeddings
from ..adapters.intents.grammars import Grammars
from ..adapters.settings import Settings


@dataclass(frozen=True)
class Services:
    """Shared by all handlers. Backends are not here: only ``generate`` is handed them (``registry.py``).

    ``embeddings`` are those of no encoder unless one is given: ranking then goes by words alone."""

    settings: Settings
    grammars: Grammars = field(default_factory=Grammars)
    embeddings: Embeddings = field(default_factory=Embeddings)
