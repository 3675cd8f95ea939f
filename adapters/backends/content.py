"""OpenAI's messages taken apart, for runtimes that have a format of their own."""

from collections.abc import Iterator
from typing import Any

import msgspec

from ..images import BAD_IMAGE, ImageError, Picture, picture
from ..settings import ImageLimits
from .protocol import BackendError


def parts(content: Any, pictures: ImageLimits | None) -> Iterator[str | Picture]:
    """A message's texts and pictures in order. Pictures are left out where there are no limits for them.

    Raises BackendError 400 for one that cannot be used.
    """
    if isinstance(content, dict):  # some clients' tool results
        content = msgspec.json.encode(content).decode()
    for part in [content] if isinstance(content, str) else content or ():
        if isinstance(part, str):
            yield part
        elif part.get("image_url") is not None:
            url = part["image_url"]
            if pictures is not None:
                yield _picture(url if isinstance(url, str) else url["url"], pictures)
        elif part.get("text"):
            yield part["text"]


def as_json(value: Any) -> Any:
    """JSON text as what it says; anything else as it is, and nothing at all as an empty object."""
    if not value:
        return {}
    if not isinstance(value, str):
        return value
    try:
        return msgspec.json.decode(value)
    except (msgspec.DecodeError, RecursionError):
        return value


def _picture(url: str, limits: ImageLimits) -> Picture:
    try:
        return picture(url, limits)
    except ImageError as error:
        raise bad_image(error) from None


def bad_image(error: ImageError) -> BackendError:
    """A picture is the client's fault."""
    return BackendError(str(error), status=400, code=BAD_IMAGE)
