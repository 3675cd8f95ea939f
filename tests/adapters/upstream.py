"""A scripted HTTP server on a real socket: answers every request with the bytes, pauses and resets that a test asks for."""

import asyncio
import json
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Pause:
    """Wait before what follows."""

    seconds: float


class Reset:
    """Reset the connection (RST), as a crashing server does."""


Step = bytes | Pause | Reset


@dataclass
class Received:
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Upstream:
    """``script`` is played for each request, or what ``scripts`` has for its path; ``received`` are the requests. ``arrived`` is
    set once there is one, ``hung_up`` once a client has gone before the script was over."""

    script: list[Step] = field(default_factory=list)
    scripts: dict[str, list[Step]] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while request := await self._read(reader):
                self.received.append(request)
                self.arrived.set()
                script = self.scripts.get(request.path, self.script)
                await self._play(script, reader, writer)
                sent = [step for step in script if isinstance(step, bytes)]
                if not any(step.startswith(b"HTTP/1.1") and b"content-length" in step.lower() for step in sent):
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            self.hung_up.set()
        finally:
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> Received | None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except asyncio.IncompleteReadError:
            return None
        line, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        return Received(line.split()[1], headers, body)

    async def _play(self, script: list[Step], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for step in script:
            match step:
                case bytes():
                    writer.write(step)
                    await writer.drain()
                case Pause(seconds):
                    # A client that hangs up ends the pause.
                    try:
                        if await asyncio.wait_for(reader.read(1), seconds) == b"":
                            raise ConnectionResetError
                    except TimeoutError:
                        pass
                case Reset():
                    transport_socket: socket.socket = writer.get_extra_info("socket")
                    transport_socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    writer.transport.abort()
                    raise ConnectionResetError


@asynccontextmanager
async def serving(*script: Step) -> AsyncIterator[Upstream]:
    upstream = Upstream(list(script))
    server = await asyncio.start_server(upstream.serve, "127.0.0.1", 0)
    upstream.port = server.sockets[0].getsockname()[1]
    try:
        yield upstream
    finally:
        server.close()


def response(status: int, body: Any, *, content_type: str = "application/json", **headers: str) -> bytes:
    """A whole response; ``body`` is JSON unless it is bytes."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [
        f"HTTP/1.1 {status} Status",
        f"Content-Type: {content_type}",
        f"Content-Length: {len(content)}",
        *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
DONE = b"data: [DONE]\n\n"


def event(body: Any) -> bytes:
    return b"data: " + json.dumps(body).encode() + b"\n\n"


def delta(reason: str | None = None, **delta: Any) -> bytes:
    """A chunk of a streamed completion."""
    return event({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})


def call(index: int | None = 0, *, id: str | None = None, name: str | None = None, arguments: Any = None) -> dict[str, Any]:
    """A fragment of a tool call; what is None is left out."""
    function = {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}
    outer = {key: value for key, value in (("index", index), ("id", id)) if value is not None}
    return {**outer, "type": "function", "function": function}
