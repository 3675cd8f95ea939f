"""A server that says what a test tells it to: the other end of a conversation, for tests of the client."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

Json = dict[str, Any]
Calls = list[tuple[str, Json]]


class ScriptedServer:
    """Answers each request with the next of its lines: text, or calls as (name, arguments)."""

    def __init__(self, *lines: str | Calls) -> None:
        self.lines = list(lines)
        self.requests: list[Json] = []
        script = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = 1 << 16

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                script.requests.append(body)
                line = script.lines.pop(0)
                content = stream(line) if body["stream"] else json.dumps(whole(line)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream" if body["stream"] else "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()


def tool_calls(calls: Calls) -> list[Json]:
    """Calls as OpenAI writes them."""
    return [
        {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}
        for number, (name, args) in enumerate(calls)
    ]


def _completion(kind: str, choice: Json) -> Json:
    return {"id": "x", "object": kind, "created": 0, "model": "HA-Assist", "choices": [{"index": 0, **choice}]}


def chunk(delta: Json, finish: str | None = None) -> Json:
    """One chunk of a stream."""
    return _completion("chat.completion.chunk", {"delta": delta, "finish_reason": finish})


def sse(*chunks: Json) -> bytes:
    """Chunks as a stream, with its end."""
    return "".join([*(f"data: {json.dumps(part)}\n\n" for part in chunks), "data: [DONE]\n\n"]).encode()


def whole(line: str | Calls) -> Json:
    """A line as an answer that is not streamed."""
    if isinstance(line, str):
        choice = {"message": {"role": "assistant", "content": line}, "finish_reason": "stop"}
    else:
        message = {"role": "assistant", "content": None, "tool_calls": tool_calls(line)}
        choice = {"message": message, "finish_reason": "tool_calls"}
    return _completion("chat.completion", choice)


def stream(line: str | Calls) -> bytes:
    """A line as a stream that every client reads."""
    if isinstance(line, str):
        return sse(chunk({"role": "assistant"}), chunk({"content": line}), chunk({}, "stop"))
    calls = [chunk({"tool_calls": [{"index": index, **call}]}) for index, call in enumerate(tool_calls(line))]
    return sse(chunk({"role": "assistant"}), *calls, chunk({}, "tool_calls"))
