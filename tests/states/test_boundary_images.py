"""Pictures at the boundary: every one is looked at before anything else is done with the request."""

import json
from typing import Any

import pytest
from ha_assist.adapters.settings import ImageLimits, Limits, Server, Settings
from ha_assist.machine.turn import Turn
from ha_assist.states.boundary import boundary
from ha_assist.states.services import Services
from pictures import data_url, encoded, shown

LIMITS = ImageLimits(max_bytes=20_000, max_pixels=10_000, max_count=2)


async def bounded(*messages: dict[str, Any], model: str = "HA-Assist", limits: ImageLimits = LIMITS) -> Turn:
    turn = Turn(json.dumps({"model": model, "messages": list(messages)}).encode())
    services = Services(Settings(server=Server(limits=Limits(images=limits))))
    await boundary(turn, services, frozenset({"qwen"}))
    return turn


async def refused(*messages: dict[str, Any]) -> tuple[str, str | None]:
    turn = await bounded(*messages)
    assert turn.refusal is not None
    assert (turn.refusal.status, turn.refusal.code) == (400, "invalid_image")
    return turn.refusal.message, turn.refusal.param


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
async def test_a_picture_is_taken(form: str) -> None:
    turn = await bounded(shown("?", data_url(encoded(form))))
    assert turn.refusal is None
    assert turn.request is not None
    assert turn.request.messages[0].images == [data_url(encoded(form), f"image/{form.lower()}")]


async def test_bare_base64_becomes_a_data_url_and_the_detail_stays() -> None:
    bare = data_url().partition(",")[2]
    image = {"type": "image_url", "image_url": {"url": bare, "detail": "low"}}
    turn = await bounded({"role": "user", "content": [image, {"type": "image_url", "image_url": bare}]})
    assert turn.request is not None
    assert turn.request.messages[0].images == [data_url(), data_url()]
    parts = turn.request.messages[0].content
    assert isinstance(parts, list)
    assert getattr(parts[0], "image_url").detail == "low"  # noqa: B009


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https://example.com/a.png", "only taken inside the request"),
        ("data:image/png;base64,AAAA", "not a JPEG, PNG or WebP"),
        (data_url(encoded(size=(101, 100))), "101x100 pixels"),
        (data_url(encoded() + b"\0" * 20_000), "bytes"),
    ],
)
async def test_one_that_cannot_be_used_is_refused_and_named(url: str, reason: str) -> None:
    message, param = await refused({"role": "user", "content": "hi"}, shown("?", data_url(), url))
    assert reason in message
    assert param == "messages[1].content[1].image_url"


async def test_too_many_are_refused() -> None:
    message, param = await refused(shown("?", *[data_url()] * 3))
    assert "at most 2 images" in message
    assert param == "messages[0].content"


async def test_a_request_for_a_physical_model_is_passed_on_as_it_is() -> None:
    turn = await bounded(shown("?", "https://example.com/a.png"), model="qwen")
    assert turn.refusal is None
