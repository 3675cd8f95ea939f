"""A real llama.cpp server with a real model, where the environment tells of both."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

CONTEXT = 2048
SERVER, MODEL = (os.environ.get(f"HA_ASSIST_TEST_LLAMA_{name}", "") for name in ("SERVER", "MODEL"))


def configured() -> bool:
    return bool(SERVER and MODEL)


@contextmanager
def llama_server() -> Iterator[str]:
    """The server's address, up to ``/v1``, once it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [SERVER, "-m", str(Path(MODEL)), "-a", "small", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(
        [*command, "-c", str(CONTEXT), "-np", "1", "-t", "2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            until = time.monotonic() + 60
            while not _ready(port):
                assert server.poll() is None, "the server ended"
                assert time.monotonic() < until, "the server did not get ready"
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.terminate()


def _ready(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200
    except httpx.HTTPError:
        return False
