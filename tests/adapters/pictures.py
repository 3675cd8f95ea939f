"""Pictures for tests, made on the spot."""

import base64
from io import BytesIO

from PIL import Image


def encoded(form: str = "PNG", size: tuple[int, int] = (8, 4), colour: tuple[int, int, int] = (255, 0, 0)) -> bytes:
    """A picture's file."""
    file = BytesIO()
    Image.new("RGB", size, colour).save(file, form)
    return file.getvalue()


def data_url(data: bytes | None = None, kind: str = "image/png") -> str:
    """The file as a data URL."""
    return f"data:{kind};base64,{base64.b64encode(encoded() if data is None else data).decode()}"


def shown(text: str, *urls: str) -> dict:
    """A user's message with pictures."""
    parts = [{"type": "image_url", "image_url": {"url": url}} for url in urls]
    return {"role": "user", "content": [*parts, {"type": "text", "text": text}]}
