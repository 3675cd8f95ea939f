"""Any sentence-transformers model as encoder: the optional extra ``semantic``, which brings torch."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .protocol import EncoderError, Vectors


class SentenceTransformerEncoder:
    """``model`` is the name of a model, or the folder that it is in. Raises EncoderError if it cannot be had."""

    def __init__(self, model: str) -> None:
        try:
            from sentence_transformers import SentenceTransformer  # pyright: ignore[reportMissingImports]
        except ImportError as error:
            raise EncoderError(f"the encoder {model!r} needs sentence-transformers: install ha-assist[semantic]") from error
        self.name = f"sentence-transformers:{model}"
        try:
            self._model: Any = SentenceTransformer(model, device="cpu")
        except Exception as error:
            raise EncoderError(f"the encoder {model!r} cannot be loaded: {error}") from error

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row for each text. Raises EncoderError."""
        try:
            found = self._model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        except (ValueError, RuntimeError) as error:
            raise EncoderError(f"the encoder failed: {error}") from error
        return np.asarray(found, np.float32)
