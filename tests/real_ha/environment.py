"""A virtual environment with a real Home Assistant, made once and cached outside the tree.

It is keyed by what it holds, so a changed pin makes a new one. Nothing of it is among the project's own dependencies.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PYTHON = "3.13"
REQUIREMENTS = ["pytest-homeassistant-custom-component==0.13.236"]  # Home Assistant 2025.4.4


class NoHomeAssistant(Exception):
    """The environment is not there, or cannot be made; the text says why."""


def cache_folder() -> Path:
    """The platform's folder for things that can be made again; REAL_HA_CACHE overrides it."""
    if own := os.environ.get("REAL_HA_CACHE"):
        return Path(own)
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "ha-assist" / "real-ha"


def folder() -> Path:
    """Where the environment for the present pins is or will be."""
    key = hashlib.sha256("\n".join([PYTHON, *REQUIREMENTS]).encode()).hexdigest()[:12]
    return cache_folder() / key


def _interpreter(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def ready() -> Path:
    """The environment's interpreter; raises NoHomeAssistant when it has not been made."""
    environment = folder()
    if not (environment / "complete").is_file():
        raise NoHomeAssistant(
            "there is no environment with a real Home Assistant yet (make it: python -m tests.real_ha --prepare)"
        )
    return _interpreter(environment)


def _candidates() -> Iterator[Path]:
    if own := os.environ.get("REAL_HA_PYTHON"):
        yield Path(own)
    if sys.version_info[:2] == tuple(map(int, PYTHON.split("."))):
        yield Path(sys.executable)
    if found := shutil.which(f"python{PYTHON}"):
        yield Path(found)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(pyenv.glob(f"versions/{PYTHON}.*/bin/python"), reverse=True)


def _is_right(python: Path) -> bool:
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=30, check=False)
    except OSError:
        return False
    return done.stdout.strip() == PYTHON


def prepare() -> Path:
    """Make the environment if it is not there, and return its interpreter. Takes a minute or two the first time."""
    environment = folder()
    if (environment / "complete").is_file():
        return _interpreter(environment)
    base = next((python for python in _candidates() if _is_right(python)), None)
    if base is None:
        raise NoHomeAssistant(f"no CPython {PYTHON} found; install one, or name it in REAL_HA_PYTHON")
    shutil.rmtree(environment, ignore_errors=True)
    environment.parent.mkdir(parents=True, exist_ok=True)
    for command in (
        [base, "-m", "venv", environment],
        [_interpreter(environment), "-m", "pip", "install", "--quiet", *REQUIREMENTS],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
            raise NoHomeAssistant(f"{' '.join(map(str, command))} failed: {''.join(last)}")
    (environment / "complete").write_text("\n".join(REQUIREMENTS), encoding="utf-8")
    return _interpreter(environment)
