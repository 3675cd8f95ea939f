"""Pictures as clients send them: inside the request, as a data URL or bare base64, in a format that every model reads.

Nothing is fetched: a URL of somewhere else would make this service call where a client wants it to. A picture's header is
read before anything of it is unpacked, so one that is small on the wire and huge in memory costs nothing.
"""

import base64
import binascii
import re
from io import BytesIO
from typing import Any

import numpy
from msgspec import Struct
from PIL import Image, ImageOps, UnidentifiedImageError

from .settings import ImageLimits

FORMATS = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}

BAD_IMAGE = "invalid_image"
"""The code of every error about a picture."""

_DATA_URL = re.compile(r"data:(?P<type>[^,;]*)(?:;(?!base64)[^,;]*)*(?P<base64>;base64)?,", re.IGNORECASE)
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


class ImageError(ValueError):
    """A picture cannot be used. The message is one line, for the client."""


class Picture(Struct, frozen=True):
    """A picture that is what it says: its file's bytes, its media type, and its size in pixels."""

    data: bytes
    media_type: str
    width: int
    height: int

    @property
    def base64(self) -> str:
        return base64.b64encode(self.data).decode()

    @property
    def url(self) -> str:
        """The picture as a data URL, as every server reads it."""
        return f"data:{self.media_type};base64,{self.base64}"


def picture(url: str, limits: ImageLimits) -> Picture:
    """The picture in ``url``, a data URL or bare base64. Only its header is read. Raises ImageError."""
    data = _decoded(url)
    if len(data) > limits.max_bytes:
        raise ImageError(f"the image has {len(data)} bytes, and at most {limits.max_bytes} are taken")
    opened = _opened(data)
    width, height = opened.size
    if width * height > limits.max_pixels:
        raise ImageError(f"the image has {width}x{height} pixels, and at most {limits.max_pixels} are taken")
    return Picture(data, FORMATS[str(opened.format)], width, height)


def frame(of: Picture, height: int, width: int, kind: str) -> Any:
    """The picture as an array of ``height`` x ``width`` x 3 (RGB), contiguous, of NumPy's type ``kind``; what its shape leaves
    free is black, so that nothing is distorted. Raises ImageError for a file that is broken off."""
    try:
        with Image.open(BytesIO(of.data), formats=tuple(FORMATS)) as opened:
            upright = ImageOps.exif_transpose(opened)
            fitted = ImageOps.pad(upright.convert("RGB"), (width, height))
    except Exception as error:  # noqa: BLE001  Pillow raises whatever its decoders do
        raise ImageError(f"the image cannot be decoded: {_line(error)}") from None
    return numpy.ascontiguousarray(numpy.asarray(fitted), dtype=kind)


def _decoded(url: str) -> bytes:
    match = _DATA_URL.match(url)
    if match is None:
        if _ELSEWHERE.match(url):
            raise ImageError("images are only taken inside the request (a data URL), not from elsewhere")
        text = url
    elif match["base64"] is None:
        raise ImageError("the image's data URL is not base64")
    else:
        text = url[match.end() :]
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise ImageError("the image is not valid base64") from None
    if not data:
        raise ImageError("the image is empty")
    return data


def _opened(data: bytes) -> Image.Image:
    """The picture with its header read. Formats other than those of ``FORMATS`` are not even tried."""
    try:
        return Image.open(BytesIO(data), formats=tuple(FORMATS))
    except Image.DecompressionBombError:
        raise ImageError("the image has far too many pixels") from None
    except UnidentifiedImageError:
        raise ImageError("the image is not a JPEG, PNG or WebP that can be read") from None
    except Exception as error:  # noqa: BLE001  Pillow raises whatever its decoders do
        raise ImageError(f"the image is not a JPEG, PNG or WebP that can be read: {_line(error)}") from None


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:100]
