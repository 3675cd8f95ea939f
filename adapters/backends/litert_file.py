"""Whether a model file is whole and what it can do, found out once for each state of the file.

A damaged file can take the process with it, and LiteRT-LM notices only some of the damage. So a file is hashed, compared
with its checksum where one is known, and looked into by a child process. What came of it is kept beside the runtime's cache,
and holds for as long as the file has the same size and time.
"""

import hashlib
import json
import re
import subprocess
import sys
from glob import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ..models.files import ModelFileError, compare, digest

PATIENCE = 600.0
"""Seconds that a child gets to look into a file: the first time, the runtime prepares a cache as large as the model."""

_REASON = re.compile(r"\b(?:INVALID_ARGUMENT|NOT_FOUND|INTERNAL|FAILED_PRECONDITION|UNIMPLEMENTED|RESOURCE_EXHAUSTED): .*")


class Examined(Struct, frozen=True):
    """What is known of a file. ``modified`` is in nanoseconds since 1970, ``runtime`` the version that looked into it."""

    runtime: str
    size: int
    modified: int
    sha256: str
    context_tokens: int
    images: bool
    tools: bool


def known(path: Path, cache: Path) -> Examined | None:
    """What was found out earlier, if the file is still the same."""
    try:
        found = msgspec.json.decode(_note(path, cache).read_bytes(), type=Examined)
        state = path.stat()
    except (OSError, msgspec.DecodeError):
        return None
    now = (_runtime(), state.st_size, state.st_mtime_ns)
    return found if (found.runtime, found.size, found.modified) == now else None


def examine(path: Path, cache: Path, *, sha256: str | None = None, threads: int | None = None) -> Examined:
    """What the file can do. Raises ModelFileError with what is wrong with it.

    ``cache`` is a directory that can be written to; ``sha256`` in hexadecimal.
    """
    found = known(path, cache)
    if found is not None:
        compare(path, found.sha256, sha256)
        return found
    hashed = digest(path)
    compare(path, hashed, sha256)
    state = path.stat()
    told = _probe(path, cache, threads)
    found = Examined(_runtime(), state.st_size, state.st_mtime_ns, hashed, told["context_tokens"], told["images"], told["tools"])
    _note(path, cache).write_bytes(msgspec.json.encode(found))
    return found


def forget(path: Path, cache: Path) -> None:
    """Throw away what was found out about the file and what the runtime prepared from it. Raises OSError."""
    _note(path, cache).unlink(missing_ok=True)
    for prepared in cache.glob(f"{escape(path.name)}_*_cache"):
        prepared.unlink(missing_ok=True)


def _probe(path: Path, cache: Path, threads: int | None) -> dict[str, Any]:
    command = [sys.executable, "-P", "-m", f"{__package__}.litert_probe", str(path), str(cache), str(threads or 0)]
    try:
        ran = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        raise ModelFileError(f"{path}: the runtime did not load it within {PATIENCE:g} s") from None
    told = ran.stderr.decode("utf-8", errors="replace")
    reason = _REASON.search(told)
    if ran.returncode != 0 and not reason:
        lines = [line for line in told.splitlines() if line.strip()]
        raise ModelFileError(f"{path}: the runtime crashed on it ({ran.returncode}){': ' + lines[-1][:200] if lines else ''}")
    try:
        found = json.loads(ran.stdout)
    except ValueError:
        found = {"error": f"the runtime crashed on it ({ran.returncode})"}
    if "error" in found:
        raise ModelFileError(f"{path}: not a model that can be used: {reason[0][:200] if reason else found['error']}")
    return found


def _runtime() -> str:
    try:
        return version("litert-lm-api")
    except PackageNotFoundError:
        return ""


def _note(path: Path, cache: Path) -> Path:
    name = hashlib.sha256(str(path.absolute()).encode()).hexdigest()[:16]
    return cache / f"{path.stem}-{name}.json"
