"""The product as a user runs it: a subprocess with a settings file, reached over HTTP."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import yaml

from . import backend

START_TIMEOUT = 60.0
COMMAND = [sys.executable, "-m", "ha_assist.http.cli", "serve", "--config"]


class ProductFailed(Exception):
    """The product did not start, or ended."""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def settings(port: int, languages: list[str], model_url: str) -> dict[str, Any]:
    """The settings file: a remote model that only counts. Time is the driver's, so verification does not wait."""
    return {
        "server": {"host": "127.0.0.1", "port": port},
        "settings": {
            "ha_assist_text_model": backend.MODEL,
            "ha_assist_languages": languages,
            "ha_assist_verify_delay": 0,
            "ha_assist_verify_attempts": 2,
        },
        "models": {"remote": [{"model": backend.MODEL, "base_url": model_url, "api_key_env": "REAL_HA_STUB_KEY"}]},
    }


class Product:
    """One running server."""

    def __init__(self, languages: list[str], model_url: str, command: list[str] | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="real-ha-product-")
        port = _free_port()
        self.url = f"http://127.0.0.1:{port}"
        config = Path(self._folder.name, "settings.yaml")
        config.write_text(yaml.safe_dump(settings(port, languages, model_url)), encoding="utf-8")
        self._log = Path(self._folder.name, "log")
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                [*(command or COMMAND), str(config)],
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "REAL_HA_STUB_KEY": "stub"},
            )
        try:
            self._wait()
        except BaseException:
            self.close()
            raise

    def _wait(self) -> None:
        end = time.monotonic() + START_TIMEOUT
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise ProductFailed(f"the product ended with {self._process.returncode}: {self.log()}")
            try:
                if httpx.get(f"{self.url}/health", timeout=2).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise ProductFailed(f"the product did not answer within {START_TIMEOUT:g} s: {self.log()}")

    def log(self) -> str:
        """The end of what it printed."""
        return self._log.read_text(encoding="utf-8", errors="replace")[-2000:]

    def close(self) -> None:
        """Stop it."""
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()
