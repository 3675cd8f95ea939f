"""The bearer key that clients must send, if one is set."""

from secrets import compare_digest

from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException
from litestar.handlers import BaseRouteHandler
from litestar.types import Guard


def key_guard(api_key: str) -> Guard:
    """A guard that lets only requests with ``Authorization: Bearer <api_key>`` through.

    The comparison takes the same time wherever the key differs. The request's body has not been read when the guard speaks.
    """
    expected = api_key.encode()

    def require_key(connection: ASGIConnection, _: BaseRouteHandler) -> None:
        scheme, _space, given = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not compare_digest(given.strip().encode("latin-1", "replace"), expected):
            raise NotAuthorizedException(
                "a valid API key is needed: Authorization: Bearer <key>", headers={"www-authenticate": "Bearer"}
            )

    return require_key
