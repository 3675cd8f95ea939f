"""all-MiniLM-L6-v2 on LiteRT: the encoder that comes with HA-Assist. No network, no torch; about 3 ms a text on one core.

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
MODEL = "minilm-l6-v2-int8-n32.tflite"
TOKENIZER = "minilm-tokenizer.json"
CHECKSUMS = "SHA256SUMS"

_INFORMATION = b"INFO: "


class MiniLM:
    """The model in ``directory``, loaded when this is made. Raises EncoderError if that cannot be done.

    Texts are cut to as many tokens as the model's input has (32).
    """

    def __init__(self, directory: Path = DATA) -> None:
        if Interpreter is None:
            raise EncoderError("ai-edge-litert is not installed: it has no package for this platform")
        checksums = verified(directory)
        self.name = f"{MODEL}@{checksums[MODEL][:12]}"
        try:
            # One thread: a sentence is too short to be shared out, and the other cores may be generating.
            with _without_information():
                self._interpreter: Any = Interpreter(str(directory / MODEL), num_threads=1)
                self._interpreter.allocate_tensors()
            self._tokenizer: Any = Tokenizer.from_file(str(directory / TOKENIZER))
        except Exception as error:  # the tokenizers library raises bare Exceptions
            raise EncoderError(f"the encoder cannot be loaded: {error}") from error
        self._ids, self._mask = (entry["index"] for entry in self._interpreter.get_input_details())
        self._output = self._interpreter.get_output_details()[0]["index"]
        length = int(self._interpreter.get_input_details()[0]["shape"][1])
        # The file asks for another length than the converted model has.
        self._tokenizer.enable_truncation(length)
        self._tokenizer.enable_padding(length=length)
        # Two threads in one interpreter get each other's vectors, without an error.
        self._lock = Lock()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row of 384 numbers for each text. Raises EncoderError."""
        return np.stack([self._one(text) for text in texts]) if texts else np.zeros((0, 384), np.float32)

    def _one(self, text: str) -> Any:
        tokens = self._tokenizer.encode(text)
        with self._lock:
            try:
                self._interpreter.set_tensor(self._ids, np.array([tokens.ids], np.int32))
                self._interpreter.set_tensor(self._mask, np.array([tokens.attention_mask], np.int32))
                self._interpreter.invoke()
                return self._interpreter.get_tensor(self._output)[0]
            except (ValueError, RuntimeError) as error:
                raise EncoderError(f"the encoder failed: {error}") from error


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
