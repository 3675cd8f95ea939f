"""The vectors of texts, each made once: houses and tools repeat with every request, so that a turn encodes one sentence."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .minilm import MiniLM
from .protocol import Encoder, EncoderError, Vectors
from .semantic import SentenceTransformerEncoder

MOST = 16_384
"""Vectors that are kept: 25 MB of MiniLM's, enough for several houses of a thousand entities."""

MOST_ANSWERS = 64
"""Answers that are kept whole: the same texts are asked for again and again, those of a house or of its tools."""

PACKAGED = "minilm"
NONE = "none"

_log = logging.getLogger(__name__)


class Embeddings:
    """Encodes on demand and remembers, by content. All methods may be called from any thread.

    ``load`` makes the encoder; it is called once, when vectors are first asked for (or by ``warm``). None: there is no
    encoder, and there are no vectors. The same holds after an error, which is logged once and told by ``status``.
    """

    def __init__(self, load: Callable[[], Encoder] | None = None, *, most: int = MOST) -> None:
        self._load = load
        self._most = most
        self._encoder: Encoder | None = None
        self._trouble: str | None = None
        self._vectors: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._answers: OrderedDict[tuple[str, ...], Vectors] = OrderedDict()
        self._loading = Lock()
        self._lock = Lock()

    def vectors(self, texts: tuple[str, ...]) -> Vectors | None:
        """One row for each text; None where there is no encoder, or it failed: rank by words alone then."""
        if not texts or (encoder := self._ready()) is None:
            return None
        with self._lock:
            if (answer := self._answers.get(texts)) is not None:
                self._answers.move_to_end(texts)
                return answer
            known = {text: self._vectors[text] for text in texts if text in self._vectors}
            for text in known:
                self._vectors.move_to_end(text)
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            try:
                made = dict(zip(missing, encoder.encode(missing), strict=True))
            except EncoderError as error:
                self._broke(error)
                return None
            known |= made
            with self._lock:
                self._vectors |= made
                while len(self._vectors) > self._most:
                    self._vectors.popitem(last=False)
        answer = np.stack([known[text] for text in texts])
        answer.flags.writeable = False
        with self._lock:
            self._answers[texts] = answer
            if len(self._answers) > MOST_ANSWERS:
                self._answers.popitem(last=False)
        return answer

    def warm(self) -> None:
        """Load the encoder now, and let it work once."""
        self.vectors(("warm",))

    @property
    def name(self) -> str | None:
        """The encoder in use; None while there is none."""
        return self._encoder.name if self._encoder is not None and self._trouble is None else None

    def status(self) -> dict[str, Any]:
        """For ``/health``: ``status`` is ok, unavailable (with a ``reason``), idle (not needed yet) or off."""
        if self._trouble is not None:
            return {"status": "unavailable", "reason": self._trouble, "ranking": "lexical"}
        if self._encoder is not None:
            return {"status": "ok", "encoder": self._encoder.name, "vectors": len(self._vectors)}
        return {"status": "off" if self._load is None else "idle"}

    def _ready(self) -> Encoder | None:
        if self._load is None or self._trouble is not None:
            return None
        with self._loading:
            if self._encoder is None and self._trouble is None:
                try:
                    self._encoder = self._load()
                except EncoderError as error:
                    self._broke(error)
        return self._encoder if self._trouble is None else None

    def _broke(self, error: EncoderError) -> None:
        self._trouble = str(error)
        _log.warning("ranking by words alone from now on: %s", error)


def embeddings(chosen: str) -> Embeddings:
    """For the setting ``ha_assist_encoder``: the packaged MiniLM, none, or a sentence-transformers model by name or folder."""
    if chosen == NONE:
        return Embeddings()
    return Embeddings(MiniLM if chosen == PACKAGED else partial(SentenceTransformerEncoder, chosen))
