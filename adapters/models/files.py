"""Model files on disk: whether one is there and whole."""

import hashlib
from pathlib import Path


class ModelFileError(Exception):
    """A model file is missing, unreadable or not what it should be. The message is one line."""


def digest(path: Path) -> str:
    """The file's SHA-256 in hexadecimal. Raises ModelFileError."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        raise ModelFileError(f"{path}: there is no such model file") from None
    except OSError as error:
        raise ModelFileError(f"{path}: cannot be read: {error.strerror}") from None


def compare(path: Path, found: str, wanted: str | None) -> None:
    """Raises ModelFileError unless the digest that was ``found`` is the ``wanted`` one, where there is one."""
    if wanted is not None and found != wanted.lower():
        raise ModelFileError(f"{path}: damaged, or another model: its SHA-256 is {found}, and not {wanted.lower()}")
