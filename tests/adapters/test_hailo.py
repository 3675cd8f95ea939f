"""Models on a Hailo-10H, against a stand-in that has the real package's signatures and refusals (see fake_hailo.py)."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import fake_hailo
import numpy
import pytest
from fake_hailo import Device, HailoSchedulingAlgorithm
from ha_assist.adapters.backends.hailo import HailoRuntime
from ha_assist.adapters.backends.native import NativeBackend
from ha_assist.adapters.backends.protocol import BackendError, CallPiece, Finish, Piece, Prompt, RawPiece, TextPiece, Usage
from pictures import data_url, encoded, shown

HEF = b"\x01HEF and more"
HELLO = "Hello, my friend."
TOOL = {"type": "function", "function": {"name": "HassTurnOn", "parameters": {"type": "object"}}}


@pytest.fixture
def device() -> Iterator[Device]:
    with fake_hailo.installed() as found:
        yield found


@pytest.fixture
def hef(tmp_path: Path) -> Path:
    path = tmp_path / "model.hef"
    path.write_bytes(HEF)
    return path


@asynccontextmanager
async def backend_of(
    path: Path, kind: Literal["llm", "vlm"] = "llm", seconds: float = 10, **options: Any
) -> AsyncIterator[NativeBackend]:
    backend = NativeBackend("qwen", HailoRuntime(path, kind, **options), waiting=1, timeout=seconds)
    yield backend
    await backend.close()


def says(text: str, **options: Any) -> Prompt:
    return Prompt(messages=[{"role": "system", "content": "Be brief."}, {"role": "user", "content": text}], options=options)


async def ask(backend: NativeBackend, prompt: Prompt) -> list[Piece]:
    return [piece async for piece in backend.generate(prompt)]


async def failure(backend: NativeBackend, prompt: Prompt) -> BackendError:
    with pytest.raises(BackendError) as caught:
        await ask(backend, prompt)
    assert "\n" not in caught.value.message
    return caught.value


def text_of(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces if isinstance(piece, TextPiece))


def finish_of(pieces: list[Piece]) -> Finish:
    finish = pieces[-1]
    assert isinstance(finish, Finish)
    return finish


class TestTheDevice:
    async def test_is_shared_and_scheduled_and_left_model_first(self, device: Device, hef: Path) -> None:
        async with backend_of(hef) as backend:
            await ask(backend, says("hi"))
            await ask(backend, says("hi"))
        assert device.groups == [("SHARED", HailoSchedulingAlgorithm.ROUND_ROBIN)]
        assert device.released == ["model", "device"]
        assert len(device.threads) == 1

    async def test_without_the_package_the_model_is_not_available(self, hef: Path) -> None:
        async with backend_of(hef) as backend:
            error = await failure(backend, says("hi"))
            assert (error.status, error.code) == (503, "backend_unavailable")
            assert "hailo_platform" in error.message
            assert (await backend.health())["status"] == "unavailable"

    @pytest.mark.parametrize(
        ("content", "reason"), [(None, "no such model file"), (b"hello", "HailoRTInvalidHEFException not a HEF")]
    )
    async def test_refuses_a_wrong_file(self, device: Device, tmp_path: Path, content: bytes | None, reason: str) -> None:
        path = tmp_path / "model.hef"
        if content is not None:
            path.write_bytes(content)
        async with backend_of(path) as backend:
            error = await failure(backend, says("hi"))
            assert error.status == 503
            assert reason in error.message
            assert device.open is False
            path.write_bytes(b"\x01HEF")
            assert text_of(await ask(backend, says("hi"))) == HELLO

    async def test_never_sees_a_damaged_file(self, device: Device, hef: Path) -> None:
        async with backend_of(hef, sha256=hashlib.sha256(b"other").hexdigest()) as backend:
            assert "damaged, or another model" in (await failure(backend, says("hi"))).message
        assert device.loads == 0
        async with backend_of(hef, sha256=hashlib.sha256(HEF).hexdigest()) as backend:
            assert text_of(await ask(backend, says("hi"))) == HELLO

    async def test_holds_one_model(self, device: Device, hef: Path) -> None:
        async with backend_of(hef) as first:
            await ask(first, says("hi"))
            device.threads.clear()
            async with backend_of(hef, "vlm") as second:
                assert "holds another GenAI model" in (await failure(second, says("hi"))).message
                device.threads.clear()
            device.threads.clear()


class TestThePrompt:
    async def test_is_rendered_by_the_models_template(self, device: Device, hef: Path) -> None:
        async with backend_of(hef) as backend:
            await ask(backend, says("Grüß Gott"))
        assert device.prompts == [
            "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nGrüß Gott<|im_end|>\n<|im_start|>assistant\n"
        ]

    async def test_offers_tools_and_tells_what_came_of_calls(self, device: Device, hef: Path) -> None:
        told = [
            {"role": "user", "content": "lamp?"},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": "a", "type": "function", "function": {"name": "HassTurnOn", "arguments": '{"name": "Lamp"}'}}
                ],
            },
            {"role": "tool", "tool_call_id": "a", "content": "done <ok>"},
        ]
        async with backend_of(hef) as backend:
            await ask(backend, Prompt(messages=told, tools=[TOOL]))
        (prompt,) = device.prompts
        assert f"<tools>{json.dumps(TOOL)}</tools>" in prompt.replace("\n", "")
        assert '{"name": "HassTurnOn", "arguments": {"name": "Lamp"}}' in prompt
        assert "<tool_response>\ndone <ok>\n</tool_response>" in prompt

    async def test_is_counted_as_it_is_rendered(self, device: Device, hef: Path) -> None:
        async with backend_of(hef) as backend:
            counted = await backend.count_tokens(says("hi there"))
            finish = finish_of(await ask(backend, says("hi there")))
        assert counted is not None
        assert finish.usage == Usage(counted, 5)

    async def test_that_is_too_long_never_reaches_the_device(self, device: Device, hef: Path) -> None:
        async with backend_of(hef) as backend:
            error = await failure(backend, says("word " * 3000))
            assert (error.status, error.code) == (400, "input_token_limit_exceeded")
            assert device.prompts == []
            assert text_of(await ask(backend, says("hi"))) == HELLO

    async def test_of_a_template_that_cannot_be_used_is_a_failure(self, device: Device, hef: Path) -> None:
        device.template = "{{ messages.__class__.__mro__ }}{% for"
        async with backend_of(hef) as backend:
            assert (await failure(backend, says("hi"))).status == 502


class TestTheContext:
    async def test_is_fresh_for_every_request(self, device: Device, hef: Path) -> None:
        async with backend_of(hef) as backend:
            for _ in range(3):
                assert text_of(await ask(backend, says("hi"))) == HELLO
            assert device.loaded.used == 0

    async def test_is_cleared_after_a_failure_too(self, device: Device, hef: Path) -> None:
        async with backend_of(hef) as backend:
            device.reply = ["Hel", fake_hailo.HailoRTDriverOperationFailedException("it broke")]
            assert (await failure(backend, says("hi"))).status == 502
            assert device.loaded.used == 0
            device.reply = ["Fine."]
            assert text_of(await ask(backend, says("hi"))) == "Fine."

    async def test_that_cannot_be_cleared_makes_the_model_load_anew(self, device: Device, hef: Path) -> None:
        async with backend_of(hef) as backend:
            await ask(backend, says("hi"))
            device.fail_clear = 2
            assert (await failure(backend, says("hi"))).status == 502
            assert device.released == ["model", "device"]
            assert text_of(await ask(backend, says("hi"))) == HELLO
            assert device.loads == 2


class TestTheAnswer:
    async def test_streams(self, device: Device, hef: Path) -> None:
        async with backend_of(hef) as backend:
            *pieces, finish = await ask(backend, says("hi"))
        assert pieces == [TextPiece("Hello"), TextPiece(", my friend"), TextPiece(".")]
        assert isinstance(finish, Finish)
        assert finish.reason == "stop"
        assert set(finish.timings) == {"queue_ms", "first_token_ms"}

    @pytest.mark.parametrize(
        "reply",
        [
            ["Hello", ", my friend.<|im_end|>"],
            ["Hello, my friend.", "<|im", "_end|>", "\n<|im_start|>user and on it goes"],
            ["Hello, my friend.<|eot_id|>"],
            ["Hello, my friend.<|my_stop|>"],
        ],
    )
    async def test_has_no_stop_markers(self, device: Device, hef: Path, reply: list[str | Exception]) -> None:
        device.reply = reply
        async with backend_of(hef) as backend:
            pieces = await ask(backend, says("hi"))
            assert text_of(pieces) == HELLO
            assert finish_of(pieces).reason == "stop"

    async def test_can_call_tools(self, device: Device, hef: Path) -> None:
        device.reply = [
            "On it. <tool",
            "_call>\n",
            '{"name": "HassTurnOn", "argu',
            'ments": {"name": "Lamp"}}\n</tool_call><|im_end|>',
        ]
        async with backend_of(hef) as backend:
            pieces = await ask(backend, Prompt(messages=[{"role": "user", "content": "lamp"}], tools=[TOOL]))
        assert text_of(pieces) == "On it. "
        (made,) = (piece.call.function for piece in pieces if isinstance(piece, CallPiece))
        assert (made.name, made.arguments) == ("HassTurnOn", {"name": "Lamp"})
        assert finish_of(pieces).reason == "tool_calls"

    async def test_that_is_cut_says_so(self, device: Device, hef: Path) -> None:
        async with backend_of(hef) as backend:
            pieces = await ask(backend, says("hi", max_tokens=2))
        assert text_of(pieces) == "Hello, my friend"
        assert finish_of(pieces).reason == "length"

    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            ({}, {"do_sample": False}),
            ({"temperature": 0}, {"do_sample": False}),
            ({"temperature": 0.0, "top_p": 0.5}, {"do_sample": False}),
            (
                {"temperature": 0.7, "top_p": 0.5, "seed": 3},
                {"do_sample": True, "temperature": 0.7, "top_p": 0.5, "seed": 3},
            ),
        ],
    )
    async def test_is_the_likeliest_unless_a_temperature_is_asked_for(
        self, device: Device, hef: Path, options: dict[str, Any], expected: dict[str, Any]
    ) -> None:
        async with backend_of(hef) as backend:
            await ask(backend, says("hi", max_tokens=9, **options))
        assert device.parameters == [{"max_generated_tokens": 9, **expected}]

    async def test_to_a_request_that_names_the_model_is_openais(self, device: Device, hef: Path) -> None:
        body = {"model": "qwen", "messages": [{"role": "user", "content": "hi"}], "temperature": "0.5"}
        async with backend_of(hef) as backend:
            raw, _ = await ask(backend, Prompt(verbatim=body))
        assert isinstance(raw, RawPiece)
        assert raw.body["choices"][0]["message"]["content"] == HELLO
        assert device.parameters[0]["temperature"] == 0.5


class TestFailures:
    @pytest.mark.parametrize(
        ("error", "status", "code"),
        [
            (fake_hailo.HailoRTTimeout("no answer"), 504, "backend_timeout"),
            (fake_hailo.HailoRTDriverOperationFailedException("it broke"), 502, "backend_error"),
            (
                type("HailoRTOutOfHostMemoryException", (fake_hailo.HailoRTException,), {})("OUT_OF_HOST_MEMORY"),
                503,
                "backend_out_of_memory",
            ),
            (RuntimeError("something else"), 502, "backend_error"),
        ],
    )
    async def test_have_their_status_and_leave_the_next_request_healthy(
        self, device: Device, hef: Path, error: Exception, status: int, code: str
    ) -> None:
        async with backend_of(hef) as backend:
            device.reply = ["Hel", error]
            got = await failure(backend, says("hi"))
            assert (got.status, got.code) == (status, code)
            assert (await backend.health())["active"] == 0
            device.reply = ["Fine."]
            assert text_of(await ask(backend, says("hi"))) == "Fine."
            assert len(device.prompts) == 2

    async def test_going_away_stops_the_reading_and_the_next_request_is_healthy(self, device: Device, hef: Path) -> None:
        device.reply, device.pause = ["x"] * 1000, 0.01
        async with backend_of(hef) as backend:
            async with aclosing(backend.generate(says("hi"))) as pieces:
                await anext(pieces)
            device.reply, device.pause = ["Fine."], 0
            async with asyncio.timeout(5):
                assert text_of(await ask(backend, says("hi"))) == "Fine."

    async def test_a_call_that_hangs_keeps_its_slot_until_it_returns(self, device: Device, hef: Path) -> None:
        device.pause = 0.4
        async with backend_of(hef, seconds=0.2) as backend:
            assert (await failure(backend, says("hi"))).status == 504
            assert (await backend.health())["active"] == 1
            await asyncio.sleep(0.6)
            device.pause = 0
            assert text_of(await ask(backend, says("hi"))) == HELLO


class TestVision:
    async def test_frames_are_as_the_model_wants_them(self, device: Device, hef: Path) -> None:
        wide = encoded("JPEG", size=(640, 320), colour=(0, 0, 255))
        prompt = Prompt(messages=[shown("What is this?", data_url(wide, "image/jpeg"), data_url())])
        async with backend_of(hef, "vlm") as backend:
            pieces = await ask(backend, prompt)
        assert text_of(pieces) == HELLO
        ((first, second),) = device.frames
        assert first.shape == second.shape == (336, 336, 3)
        assert first.dtype == numpy.uint8
        red, green, blue = first[168, 168]
        assert blue > 240
        assert max(red, green) < 20
        assert not first[0, 0].any()  # nothing is distorted: what the shape leaves free is black
        assert device.prompts[0].count("<|image_pad|>") == 2

    async def test_text_alone_needs_no_frames(self, device: Device, hef: Path) -> None:
        async with backend_of(hef, "vlm") as backend:
            assert text_of(await ask(backend, says("hi"))) == HELLO
        assert device.frames == [[]]

    async def test_pictures_are_reserved_room_and_left_out_of_the_count(self, device: Device, hef: Path) -> None:
        async with backend_of(hef, "vlm") as backend:
            with_picture = await backend.count_tokens(Prompt(messages=[shown("What is this?", data_url())]))
            without = await backend.count_tokens(Prompt(messages=[shown("What is this?")]))
            assert with_picture == without
            crowd = Prompt(messages=[shown("What is this?", *[data_url()] * 8)])
            assert (await failure(backend, crowd)).code == "input_token_limit_exceeded"

    @pytest.mark.parametrize("url", ["http://10.0.0.1/x.png", "data:image/png;base64,AAAA", data_url(encoded()[:40])])
    async def test_a_picture_that_cannot_be_used_is_the_clients_fault(self, device: Device, hef: Path, url: str) -> None:
        async with backend_of(hef, "vlm") as backend:
            error = await failure(backend, Prompt(messages=[shown("?", url)]))
            assert (error.status, error.code) == (400, "invalid_image")
            assert text_of(await ask(backend, says("hi"))) == HELLO

    async def test_a_language_model_is_shown_none(self, device: Device, hef: Path) -> None:
        async with backend_of(hef) as backend:
            body = {"model": "qwen", "messages": [shown("?", data_url())]}
            assert (await failure(backend, Prompt(verbatim=body))).status == 400
            assert text_of(await ask(backend, Prompt(messages=[shown("hi", data_url())]))) == HELLO
        assert "image_pad" not in device.prompts[0]
