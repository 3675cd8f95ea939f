"""all-MiniLM-L6-v2 on LiteRT: the encoder that comes with HA-Assist. No network, no torch; 2 to 9 ms a text on one core.

``data/`` holds the model and its tokenizer (Apache-2.0, see ``NOTICE``) with their checksums.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from .protocol import EncoderError, Vectors

try:
    from ai_edge_litert.interpreter import Interpreter
except ImportError:  # no wheel for this platform: there is lexical ranking
    Interpreter = None

DATA = Path(__file__).parent / "data"
MODEL = "minilm-l6-v2-int8-n8-16-32.tflite"
TOKENIZER = "minilm-tokenizer.json"
CHECKSUMS = "SHA256SUMS"

LENGTHS = (8, 16, 32)
"""The numbers of tokens that the model has an input for. The work grows with the input, so a text gets the shortest one that
holds it; its vector is the same in all of them."""

_INFORMATION = b"INFO: "


class MiniLM:
    """The model in ``directory``, loaded when this is made. Raises EncoderError if that cannot be done.

    Texts are cut to as many tokens as the model's longest input has (32).
    """

    def __init__(self, directory: Path = DATA) -> None:
        if Interpreter is None:
            raise EncoderError("ai-edge-litert is not installed: it has no package for this platform")
        checksums = verified(directory)
        self.name = f"{MODEL}@{checksums[MODEL][:12]}"
        try:
            # One thread: a sentence is too short to be shared out, and the other cores may be generating.
            with _without_information():
                interpreter: Any = Interpreter(str(directory / MODEL), num_threads=1)
                self._runners: dict[int, Any] = {
                    length: interpreter.get_signature_runner(f"embed_{length}") for length in LENGTHS
                }
                for length in LENGTHS:  # each allocates, and informs of it, when it first works
                    self._run([0], length)
            self._tokenizer: Any = Tokenizer.from_file(str(directory / TOKENIZER))
        except Exception as error:  # the tokenizers library raises bare Exceptions
            raise EncoderError(f"the encoder cannot be loaded: {error}") from error
        # The file asks for another length than the converted model has, and for padding to it.
        self._tokenizer.enable_truncation(LENGTHS[-1])
        self._tokenizer.no_padding()
        # Two threads in one interpreter get each other's vectors, without an error.
        self._lock = Lock()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row of 384 numbers for each text. Raises EncoderError."""
        return np.stack([self._one(text) for text in texts]) if texts else np.zeros((0, 384), np.float32)

    def _one(self, text: str) -> Any:
        tokens = self._tokenizer.encode(text).ids
        with self._lock:
            try:
                return self._run(tokens, next(length for length in LENGTHS if len(tokens) <= length))
            except (ValueError, RuntimeError) as error:
                raise EncoderError(f"the encoder failed: {error}") from error

    def _run(self, tokens: Sequence[int], length: int) -> Any:
        ids, mask = np.zeros((1, length), np.int32), np.zeros((1, length), np.int32)
        ids[0, : len(tokens)], mask[0, : len(tokens)] = tokens, 1
        return self._runners[length](input_ids=ids, attention_mask=mask)["embedding"][0]


@contextmanager
def _without_information() -> Iterator[None]:
    """Keeps native lines of mere information off the standard error stream, which the runtime offers no switch for. All else
    that is written there meanwhile follows at the end."""
    sys.stderr.flush()
    try:
        kept = os.dup(2)
    except OSError:  # there is no such stream
        yield
        return
    with tempfile.TemporaryFile() as written:
        os.dup2(written.fileno(), 2)
        try:
            yield
        finally:
            sys.stderr.flush()
            os.dup2(kept, 2)
            os.close(kept)
            written.seek(0)
            for line in written:
                if not line.startswith(_INFORMATION):
                    os.write(2, line)


def verified(directory: Path) -> dict[str, str]:
    """The checksums of the files in ``directory``, by name, after comparing them with the files.

    A flipped bit in a model's weights is no error to its runtime, only wrong vectors. Raises EncoderError.
    """
    try:
        lines = (directory / CHECKSUMS).read_text(encoding="ascii").splitlines()
        listed = {name: digest for digest, name in (line.split() for line in lines)}
        for name in (MODEL, TOKENIZER):
            with (directory / name).open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
            if found != listed[name]:
                raise EncoderError(f"{directory / name} is not the file that it should be: its sha256 is {found}")
    except (OSError, ValueError, KeyError) as error:
        raise EncoderError(f"the encoder's files in {directory} cannot be checked: {error}") from error
    return listed
