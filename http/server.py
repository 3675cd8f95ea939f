"""Listening: which addresses are only this machine's, the sockets, and uvicorn on them."""

import errno
import signal
import socket
from contextlib import suppress
from ipaddress import ip_address

import uvicorn
from litestar import Litestar

GRACE = 5
"""Seconds that running requests get when the server is told to stop."""

KEEP_ALIVE = 75
"""Seconds that an idle connection stays open: longer than a client's pool keeps it, so that none is closed under a request."""


def loopback(host: str) -> bool:
    """Whether only this machine can reach ``host``. A name other than localhost is taken for reachable."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def url(host: str, port: int) -> str:
    """The address as a URL."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen on every address that ``host`` stands for. Raises OSError.

    An address that this machine does not have is left out as long as there is another: ``localhost`` may stand for an IPv6
    address that a container lacks.
    """
    found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    missing: OSError | None = None
    try:
        for family, address in dict.fromkeys((entry[0], entry[4]) for entry in found):
            try:
                sockets.append(socket.create_server(address, family=family))
            except OSError as error:
                if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                    raise
                missing = error
        if missing is not None and not sockets:
            raise missing
    except OSError:
        for opened in sockets:
            opened.close()
        raise
    return sockets


def serve(app: Litestar, sockets: list[socket.socket]) -> None:
    """Run until interrupted or terminated, which both end in a return: what has to be closed still gets closed."""
    config = uvicorn.Config(
        app,
        loop="auto",  # uvloop wherever it is installed; there is none for Windows
        http="httptools",
        ws="none",
        log_level="warning",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=KEEP_ALIVE,
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # uvicorn hands a signal on when it is done with it
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=sockets)
