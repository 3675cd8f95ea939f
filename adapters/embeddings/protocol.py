"""What HA-Assist asks of an encoder: texts in, vectors out, texts of like meaning close together."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""One row for each text, of length 1, so that a product of two rows is the cosine between them."""


class EncoderError(RuntimeError):
    """An encoder cannot be had, or failed. The message is one line for a reader."""


class Encoder(Protocol):
    """One model. ``name`` tells its vectors apart from those of every other file or model: they are never mixed."""

    name: str

    def encode(self, texts: Sequence[str]) -> Vectors:
        """The vectors of ``texts``, in order. Blocks; any number of threads may call it. Raises EncoderError."""
        ...
