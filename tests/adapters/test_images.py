"""Pictures in requests: which are taken, and as what."""

import base64
import struct
import zlib
from io import BytesIO

import numpy
import pytest
from ha_assist.adapters.images import ImageError, Picture, frame, picture
from ha_assist.adapters.settings import ImageLimits
from hypothesis import given
from hypothesis import strategies as st
from pictures import data_url, encoded
from PIL import Image

LIMITS = ImageLimits(max_bytes=100_000, max_pixels=1_000_000)


def refusal(url: str, limits: ImageLimits = LIMITS) -> str:
    with pytest.raises(ImageError) as caught:
        picture(url, limits)
    assert "\n" not in str(caught.value)
    return str(caught.value)


class TestTaken:
    @pytest.mark.parametrize(("form", "kind"), [("JPEG", "image/jpeg"), ("PNG", "image/png"), ("WEBP", "image/webp")])
    def test_are_three_formats(self, form: str, kind: str) -> None:
        data = encoded(form)
        found = picture(data_url(data, kind), LIMITS)
        assert found == Picture(data, kind, 8, 4)
        assert picture(found.url, LIMITS) == found

    def test_bare_base64_too(self) -> None:
        assert picture(base64.b64encode(encoded()).decode(), LIMITS).media_type == "image/png"

    @pytest.mark.parametrize(
        "head", ["data:image/png;base64,", "data:;base64,", "data:image/png;charset=utf-8;base64,", "DATA:image/jpg;BASE64,"]
    )
    def test_whatever_the_url_says_the_content_decides(self, head: str) -> None:
        assert picture(head + base64.b64encode(encoded("WEBP")).decode(), LIMITS).media_type == "image/webp"

    def test_base64_with_line_ends(self) -> None:
        assert picture("data:image/png;base64," + base64.encodebytes(encoded()).decode(), LIMITS).width == 8


class TestRefused:
    @pytest.mark.parametrize(
        "url", ["http://10.0.0.1/a.png", "https://example.com/a.png", "file:///etc/passwd", "ftp://x/y", "blob:x", "HTTP://X"]
    )
    def test_is_everything_elsewhere(self, url: str) -> None:
        assert "only taken inside the request" in refusal(url)

    @pytest.mark.parametrize(
        ("url", "reason"),
        [
            ("data:image/png,hello", "not base64"),
            ("data:image/png;base64,???", "not valid base64"),
            ("data:image/png;base64,", "empty"),
            ("", "empty"),
            ("data:", "only taken inside"),
            (data_url(b"hello"), "not a JPEG, PNG or WebP"),
            (data_url(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), "not a JPEG, PNG or WebP"),
            (data_url(encoded("GIF")), "not a JPEG, PNG or WebP"),
            (data_url(encoded("BMP")), "not a JPEG, PNG or WebP"),
            (data_url(encoded()[:20]), "not a JPEG, PNG or WebP"),
        ],
    )
    def test_is_what_is_no_picture(self, url: str, reason: str) -> None:
        assert reason in refusal(url)

    def test_is_a_file_that_is_too_large(self) -> None:
        assert "at most 50 are taken" in refusal(data_url(), _limits(max_bytes=50))

    def test_is_a_picture_with_too_many_pixels(self) -> None:
        assert "1001x1000 pixels" in refusal(data_url(encoded(size=(1001, 1000))))

    @pytest.mark.parametrize("size", [(30_000, 30_000), (2_000_000_000, 1)])
    def test_is_a_bomb_before_it_is_unpacked(self, size: tuple[int, int]) -> None:
        reason = refusal(data_url(bomb(*size)))
        assert "pixels" in reason


def _limits(**values: int) -> ImageLimits:
    """Limits below what settings may say."""
    return ImageLimits(**{"max_bytes": 100_000, "max_pixels": 1_000_000, **values})


def bomb(width: int, height: int) -> bytes:
    """A PNG whose header promises more than its few bytes hold."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")


class TestFrames:
    def test_have_the_shape_and_type_that_is_asked_for(self) -> None:
        made = frame(picture(data_url(encoded(size=(100, 50))), LIMITS), 30, 40, "float32")
        assert made.shape == (30, 40, 3)
        assert made.dtype == numpy.float32
        assert made.flags["C_CONTIGUOUS"]

    def test_of_pictures_without_colour_or_with_transparency(self) -> None:
        for mode in ("L", "P", "RGBA", "LA", "1"):
            file = BytesIO()
            Image.new(mode, (5, 5)).save(file, "PNG")
            assert frame(picture(data_url(file.getvalue()), LIMITS), 6, 6, "uint8").shape == (6, 6, 3)

    def test_stand_upright(self) -> None:
        lying = Image.new("RGB", (20, 10))
        lying.paste((255, 255, 255), (0, 0, 10, 10))
        exif = Image.Exif()
        exif[0x0112] = 6  # the camera was turned: the left is the top
        file = BytesIO()
        lying.save(file, "JPEG", exif=exif)
        made = frame(picture(data_url(file.getvalue(), "image/jpeg"), LIMITS), 20, 10, "uint8")
        assert made[4, 5].min() > 240
        assert made[15, 5].max() < 15

    def test_of_a_file_that_is_broken_off_are_refused(self) -> None:
        noise = Image.effect_noise((200, 200), 90).convert("RGB")
        file = BytesIO()
        noise.save(file, "JPEG")
        broken = picture(data_url(file.getvalue()[:2000]), LIMITS)
        with pytest.raises(ImageError, match="cannot be decoded"):
            frame(broken, 10, 10, "uint8")


@given(st.binary(max_size=300), st.sampled_from([b"", encoded("PNG")[:60], encoded("JPEG")[:200], encoded("WEBP")[:30]]))
def test_any_bytes_are_a_picture_or_one_line(data: bytes, head: bytes) -> None:
    try:
        assert picture(data_url(head + data), LIMITS).width > 0
    except ImageError as error:
        assert "\n" not in str(error)  # noqa: PT017  either is fine, nothing else is


@given(st.text(max_size=100))
def test_any_text_is_a_picture_or_one_line(url: str) -> None:
    with pytest.raises(ImageError):
        picture(url, LIMITS)
