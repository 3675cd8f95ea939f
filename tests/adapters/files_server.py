"""A web server with one file, that knows ranges, redirects, licences and bad connections, as a test asks for."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class FileServer:
    """``content`` is the file. ``breaks_at``: after so many bytes of a response the connection is cut, once. ``status`` instead
    of an answer. ``linked``: a hub that redirects to where the file lies, and tells its checksum with that."""

    content: bytes
    breaks_at: int | None = None
    ranges: bool = True
    status: int | None = None
    linked: str | None = None
    token: str | None = None
    url: str = ""
    seen: list[tuple[str, str | None, str | None]] = field(default_factory=list)


@contextmanager
def offering(content: bytes, **options) -> Iterator[FileServer]:
    offered = FileServer(content, **options)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            wanted, key = self.headers.get("Range"), self.headers.get("Authorization")
            offered.seen.append((self.path, wanted, key))
            if offered.token is not None and self.path != "/store" and key != f"Bearer {offered.token}":
                return self._head(401, 0)
            if offered.status is not None:
                return self._head(offered.status, 0)
            if offered.linked is not None and self.path != "/store":
                return self._head(302, 0, ("Location", f"{offered.url}/store"), ("X-Linked-Etag", f'"{offered.linked}"'))
            return self._file(wanted)

        def _file(self, wanted: str | None) -> None:
            size, match = len(offered.content), re.fullmatch(r"bytes=(\d+)-", wanted or "")
            start = int(match[1]) if match and offered.ranges else 0
            if start >= size:
                return self._head(416, 0)
            body = offered.content[start:]
            if match and offered.ranges:
                self._head(206, len(body), ("Content-Range", f"bytes {start}-{size - 1}/{size}"))
            else:
                self._head(200, len(body))
            cut, offered.breaks_at = offered.breaks_at, None
            self.wfile.write(body[:cut])
            self.close_connection = cut is not None
            return None

        def _head(self, status: int, length: int, *headers: tuple[str, str]) -> None:
            self.send_response(status)
            for name, value in (*headers, ("Content-Length", str(length))):
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    offered.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield offered
    finally:
        server.shutdown()
        server.server_close()
