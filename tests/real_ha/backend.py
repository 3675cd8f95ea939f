"""A stand-in for a language model: it counts how often it is asked and always says the same."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "counting-stub"
TEXT = "This answer comes from the counting stub model."


class CountingBackend:
    """An OpenAI-compatible server in a thread."""

    def __init__(self) -> None:
        self.calls = 0
        self.requests: list[dict[str, Any]] = []
        backend = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = 1 << 16  # head and body in one packet

            def do_GET(self) -> None:
                self._send("application/json", json.dumps({"object": "list", "data": [{"id": MODEL}]}).encode())

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if not self.path.endswith("/chat/completions"):  # it has no tokenizer to ask
                    self._send("application/json", b"{}", 404)
                    return
                backend.calls += 1
                backend.requests.append(body)
                if body.get("stream"):
                    self._send("text/event-stream", _stream())
                else:
                    self._send("application/json", json.dumps(_answer("message", _MESSAGE, "stop")).encode())

            def _send(self, kind: str, content: bytes, status: int = 200) -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def base_url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()


_MESSAGE = {"role": "assistant", "content": TEXT}
_USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


def _answer(part: str, content: dict[str, Any], finish: str | None) -> dict[str, Any]:
    kind = "chat.completion" if part == "message" else "chat.completion.chunk"
    choice = {"index": 0, part: content, "finish_reason": finish}
    answer: dict[str, Any] = {"id": "stub", "object": kind, "created": 0, "model": MODEL, "choices": [choice]}
    return answer | ({"usage": _USAGE} if part == "message" else {})


def _stream() -> bytes:
    parts = [_answer("delta", _MESSAGE, None), _answer("delta", {}, "stop")]
    return "".join([*(f"data: {json.dumps(part)}\n\n" for part in parts), "data: [DONE]\n\n"]).encode()
