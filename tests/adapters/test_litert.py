"""LiteRT-LM for real, with models so small that they load in milliseconds and know a few replies by heart."""

import asyncio
import hashlib
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from ha_assist.adapters.backends.constraints import constraint
from ha_assist.adapters.backends.litert import LiteRtRuntime, messages
from ha_assist.adapters.backends.litert_file import known
from ha_assist.adapters.backends.native import NativeBackend
from ha_assist.adapters.backends.protocol import BackendError, CallPiece, Finish, Piece, Prompt, RawPiece, TextPiece
from jsonschema import validate

MODELS = Path(__file__).parents[1] / "models"
REPLIES, TOOLS, RANDOM = (MODELS / f"tiny-{name}.litertlm" for name in ("replies", "tools", "random"))
TURN_ON = {
    "type": "function",
    "function": {
        "name": "turn_on",
        "description": "Turns something on",
        "parameters": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
    },
}
HELLO = "Hello, my friend. How are you?"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def opened(cache: Path) -> Iterator[Callable[[Path], NativeBackend]]:
    """A function that gives the backend of a file: the same one each time, so that the tests are requests to one process."""
    backends: dict[Path, NativeBackend] = {}

    def open_(path: Path) -> NativeBackend:
        if path not in backends:
            backends[path] = NativeBackend(path.stem, LiteRtRuntime(path, cache, threads=1), waiting=4, timeout=30)
        return backends[path]

    yield open_
    for backend in backends.values():
        asyncio.run(backend.close())


def says(text: str, **options: Any) -> Prompt:
    return Prompt(messages=[{"role": "user", "content": text}], options=options)


async def ask(backend: NativeBackend, prompt: Prompt) -> list[Piece]:
    return [piece async for piece in backend.generate(prompt)]


def text_of(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces if isinstance(piece, TextPiece))


def finish_of(pieces: list[Piece]) -> Finish:
    (finish,) = (piece for piece in pieces if isinstance(piece, Finish))
    assert pieces[-1] is finish
    return finish


class TestText:
    async def test_streams_and_ends_with_the_runtimes_own_counts_and_timings(self, opened) -> None:
        pieces = await ask(opened(REPLIES), says("Say hello"))
        assert text_of(pieces) == HELLO
        assert len(pieces) > 3
        finish = finish_of(pieces)
        assert finish.reason == "stop"
        assert finish.usage is not None
        assert (finish.usage.prompt_tokens, finish.usage.completion_tokens) == (15, 10)
        assert set(finish.timings) == {
            "queue_ms",
            "first_token_ms",
            "prefill_tokens_per_second",
            "decode_tokens_per_second",
        }
        assert all(value >= 0 for value in finish.timings.values())

    async def test_letters_outside_the_vocabulary_stay_whole(self, opened) -> None:
        pieces = await ask(opened(REPLIES), says("Say it with signs"))
        assert text_of(pieces) == "Café 😀 naïve ✓ done"
        assert "�" not in text_of(pieces)

    async def test_every_request_is_a_fresh_conversation(self, opened) -> None:
        for _ in range(3):
            assert text_of(await ask(opened(REPLIES), says("Say hello"))) == HELLO

    async def test_requests_at_the_same_time_are_answered_one_after_the_other(self, opened) -> None:
        asked = ["Say hello", "Count to 60", "Turn on the light"]
        answers = await asyncio.gather(*(ask(opened(REPLIES), says(text)) for text in asked))
        numbers = " ".join(map(str, range(1, 61)))
        assert [text_of(answer) for answer in answers] == [HELLO, numbers, '{"name": "light", "on": true}']

    async def test_an_answer_that_is_cut_says_so(self, opened) -> None:
        pieces = await ask(opened(REPLIES), says("Count to 60", max_tokens=5))
        assert text_of(pieces) == "1 2 3"
        assert finish_of(pieces).reason == "length"

    async def test_an_answer_that_fills_the_context_says_so(self, opened) -> None:
        pieces = await ask(opened(RANDOM), says("anything " * 60))
        finish = finish_of(pieces)
        assert finish.reason == "length"
        assert finish.usage is not None
        assert finish.usage.total_tokens <= 513

    async def test_a_temperature_is_sampled_with_and_can_be_repeated(self, opened) -> None:
        prompt = says("hello", temperature=1.5, seed=3, max_tokens=20)
        first, second = [text_of(await ask(opened(RANDOM), prompt)) for _ in range(2)]
        assert first == second


class TestCounting:
    @pytest.mark.parametrize("text", ["Say hello", "Count to 60", "Grüße, 日本 😀"])
    async def test_tells_what_the_runtime_then_measures(self, opened, text: str) -> None:
        counted = await opened(REPLIES).count_tokens(says(text))
        finish = finish_of(await ask(opened(REPLIES), says(text, max_tokens=1)))
        assert finish.usage is not None
        assert counted == finish.usage.prompt_tokens

    async def test_a_whole_conversation(self, opened) -> None:
        told = [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": [{"type": "text", "text": "Say"}, {"type": "text", "text": " it"}]},
            {"role": "assistant", "content": "No."},
            {"role": "user", "content": "Say hello"},
        ]
        counted = await opened(REPLIES).count_tokens(Prompt(messages=told))
        finish = finish_of(await ask(opened(REPLIES), Prompt(messages=told, options={"max_tokens": 1})))
        assert finish.usage is not None
        assert counted == finish.usage.prompt_tokens > 30

    async def test_the_context_is_the_files_own(self, opened) -> None:
        await opened(REPLIES).count_tokens(says("Say hello"))
        assert opened(REPLIES).capabilities.context_tokens == 512

    async def test_a_prompt_that_is_too_long_is_refused_and_the_next_request_is_healthy(self, opened) -> None:
        with pytest.raises(BackendError) as caught:
            await ask(opened(REPLIES), says("Say hello " * 300))
        assert (caught.value.status, caught.value.code) == (400, "input_token_limit_exceeded")
        assert "512" in caught.value.message
        assert text_of(await ask(opened(REPLIES), says("Say hello"))) == HELLO


class TestTools:
    async def test_a_call_comes_whole(self, opened) -> None:
        prompt = Prompt(messages=[{"role": "user", "content": "qwen"}], tools=[TURN_ON])
        pieces = await ask(opened(TOOLS), prompt)
        ((call, finish),) = [pieces]
        assert isinstance(call, CallPiece)
        assert (call.call.function.name, call.call.function.arguments) == ("turn_on", {"name": "light"})
        assert finish_of([finish]).reason == "tool_calls"

    async def test_several_calls_and_text_around_them(self, opened) -> None:
        prompt = Prompt(messages=[{"role": "user", "content": "qwen2"}], tools=[TURN_ON])
        pieces = await ask(opened(TOOLS), prompt)
        assert text_of(pieces).strip() == "On it."
        arguments = [piece.call.function.arguments for piece in pieces if isinstance(piece, CallPiece)]
        assert arguments == [{"name": "light"}, {"name": "fan"}]

    async def test_a_call_that_cannot_be_read_is_what_the_model_said_and_not_a_failure(self, opened) -> None:
        prompt = Prompt(messages=[{"role": "user", "content": "qwenbad"}], tools=[TURN_ON])
        pieces = await ask(opened(TOOLS), prompt)
        assert text_of(pieces) == '<tool_call>\n{"name": turn_on}\n</tool_call>'
        assert finish_of(pieces).reason == "stop"

    async def test_a_template_that_shows_no_tools_is_a_model_without_tools(self, opened) -> None:
        await opened(TOOLS).count_tokens(says("hello"))
        assert opened(TOOLS).capabilities.tools is False

    def test_results_are_told_with_the_tools_name_and_arguments_as_objects(self) -> None:
        history, last = messages(
            [
                {"role": "developer", "content": "Be brief."},
                {"role": "user", "content": "light?"},
                {
                    "role": "assistant",
                    "content": None,
                    "tool_calls": [
                        {"id": "a", "type": "function", "function": {"name": "turn_on", "arguments": '{"name": "light"}'}}
                    ],
                },
                {"role": "tool", "tool_call_id": "a", "content": '{"done": true}'},
            ]
        )
        assert [message["role"] for message in history] == ["system", "user", "assistant"]
        assert history[2]["tool_calls"][0]["function"]["arguments"] == {"name": "light"}
        assert last == {
            "role": "tool",
            "content": [{"type": "tool_response", "name": "turn_on", "response": {"done": True}}],
        }


SWITCH = {
    "type": "object",
    "properties": {"name": {"enum": ["fan", "light"]}, "on": {"type": "boolean"}},
    "required": ["name", "on"],
    "additionalProperties": False,
}


def wanted(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "x", "schema": schema}}


class TestJsonSchema:
    async def test_the_output_is_held_to_it(self, opened) -> None:
        pieces = await ask(opened(TOOLS), says("hello", response_format=wanted(SWITCH)))
        validate(json.loads(text_of(pieces)), SWITCH)

    async def test_a_json_object_is_held_to_being_one(self, opened) -> None:
        pieces = await ask(opened(TOOLS), says("hello", response_format={"type": "json_object"}, max_tokens=100))
        assert text_of(pieces).startswith("{")

    async def test_where_the_tokenizer_cannot_be_held_the_model_still_answers(self, opened) -> None:
        pieces = await ask(opened(REPLIES), says("Turn on the light", response_format=wanted(SWITCH)))
        assert json.loads(text_of(pieces)) == {"name": "light", "on": True}

    @pytest.mark.parametrize(
        "schema",
        [
            {"enum": ["fan light", "lamp"]},
            {"type": "object", "properties": {"the name": {"type": "string"}}},
            {"type": "array", "items": {"const": "Café"}},
            {"type": "string", "pattern": "^a b$"},
            {"type": "string", "format": "date"},
            {"anyOf": [{"type": "integer"}, {"enum": [{"a": "b c"}]}]},
        ],
    )
    async def test_a_schema_that_prescribes_what_tokens_cannot_match_is_left_to_validation(
        self, opened, schema: dict[str, Any]
    ) -> None:
        assert constraint(wanted(schema)) is None
        assert text_of(await ask(opened(TOOLS), says("hello", response_format=wanted(schema))))

    @pytest.mark.parametrize(
        "schema",
        [
            SWITCH,
            {"type": "object", "properties": {"pattern": {"type": "string"}, "enum": {"type": "number"}}},
            {"type": "array", "items": {"enum": [1, 2.5, None, True, "a-b_c"]}, "description": "free text, not in the output"},
        ],
    )
    def test_others_are_generated_by(self, schema: dict[str, Any]) -> None:
        held = constraint(wanted(schema))
        assert held is not None
        assert held["x-guidance"] == {"whitespace_flexible": False}

    @pytest.mark.parametrize("response_format", [None, {"type": "text"}, {"type": "json_schema"}])
    def test_without_a_schema_there_is_no_constraint(self, response_format: Any) -> None:
        assert constraint(response_format) is None


class TestGoingAway:
    async def test_stops_the_generation_and_the_next_request_is_healthy(self, opened) -> None:
        backend = opened(RANDOM)
        for _ in range(20):
            async with aclosing(backend.generate(says("go on"))) as pieces:
                await anext(pieces)
        pieces = await ask(backend, says("go on", max_tokens=3))
        assert finish_of(pieces).reason == "length"
        assert (await backend.health())["waiting"] == 0

    async def test_a_deadline_stops_it_too(self, cache: Path) -> None:
        async with backend_of(RANDOM, cache, seconds=0.001) as backend:
            await backend._owner.call(backend._load)
            with pytest.raises(BackendError) as caught:
                await ask(backend, says("go on"))
        assert caught.value.status == 504


BODY: dict[str, Any] = {"model": "tiny-replies", "messages": [{"role": "user", "content": "Say hello"}]}


class TestPassThrough:
    async def test_a_whole_request_gets_a_whole_answer(self, opened) -> None:
        raw, finish = await ask(opened(REPLIES), Prompt(verbatim=BODY))
        assert isinstance(raw, RawPiece)
        assert raw.body["object"] == "chat.completion"
        assert raw.body["choices"] == [{"index": 0, "message": {"role": "assistant", "content": HELLO}, "finish_reason": "stop"}]
        assert raw.body["usage"] == {"prompt_tokens": 15, "completion_tokens": 10, "total_tokens": 25}
        assert "metrics" not in raw.body
        assert isinstance(finish, Finish)

    async def test_a_streamed_request_gets_chunks(self, opened) -> None:
        body = {**BODY, "stream": True, "stream_options": {"include_usage": True}}
        *chunks, _ = await ask(opened(REPLIES), Prompt(verbatim=body))
        bodies = [chunk.body for chunk in chunks if isinstance(chunk, RawPiece)]
        deltas = [choice["delta"] for chunk in bodies for choice in chunk["choices"]]
        assert deltas[0] == {"role": "assistant"}
        assert deltas[-1] == {}
        assert "".join(delta.get("content", "") for delta in deltas) == HELLO
        assert [choice["finish_reason"] for chunk in bodies for choice in chunk["choices"]][-1] == "stop"
        assert bodies[-1]["usage"]["completion_tokens"] == 10
        assert all(None not in delta.values() for delta in deltas)

    @pytest.mark.parametrize("stream", [False, True])
    async def test_calls_have_ids_and_arguments_in_json(self, opened, stream: bool) -> None:
        body = {"model": "m", "messages": [{"role": "user", "content": "qwen2"}], "tools": [TURN_ON], "stream": stream}
        *raw, finish = await ask(opened(TOOLS), Prompt(verbatim=body))
        part = "delta" if stream else "message"
        parts = [choice[part] for piece in raw if isinstance(piece, RawPiece) for choice in piece.body["choices"]]
        calls = [call for part in parts for call in part.get("tool_calls", ())]
        assert [json.loads(call["function"]["arguments"])["name"] for call in calls] == ["light", "fan"]
        assert all(call["id"] for call in calls)
        assert [call["index"] for call in calls if stream] == ([0, 1] if stream else [])
        assert isinstance(finish, Finish)
        assert finish.reason == "tool_calls"

    @pytest.mark.parametrize(
        "change",
        [
            {"messages": []},
            {"messages": [{"role": "wizard", "content": "x"}]},
            {"n": 2},
            {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,"}}]}]},
        ],
    )
    async def test_what_the_model_cannot_do_is_the_clients_fault(self, opened, change: dict[str, Any]) -> None:
        with pytest.raises(BackendError) as caught:
            await ask(opened(REPLIES), Prompt(verbatim={**BODY, **change}))
        assert caught.value.status == 400


@asynccontextmanager
async def backend_of(path: Path, cache: Path, *, seconds: float = 30, **options: Any) -> AsyncIterator[NativeBackend]:
    backend = NativeBackend("m", LiteRtRuntime(path, cache, threads=1, **options), waiting=4, timeout=seconds)
    yield backend
    await backend.close()


async def refusal(path: Path, cache: Path, **options: Any) -> str:
    """Why a file is not used; it must be a 503, in the answer and in the health alike."""
    async with backend_of(path, cache, **options) as backend:
        with pytest.raises(BackendError) as caught:
            await ask(backend, says("Say hello"))
        health = await backend.health()
    assert (caught.value.status, caught.value.code) == (503, "backend_unavailable")
    assert health["status"] == "unavailable"
    assert health["reason"] == caught.value.message
    assert "\n" not in caught.value.message
    return caught.value.message


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


class TestTheFile:
    """A file that cannot be used is said to be so; this process, and every other model in it, goes on."""

    @pytest.mark.parametrize(
        ("size", "reason"),
        [
            (0, "empty, broken off"),
            (1_000, "empty, broken off"),
            (8_000, "empty, broken off"),
            (17_000, "empty, broken off"),
            (300_000, "too large for file size"),
        ],
    )
    async def test_that_is_truncated(self, opened, tmp_path: Path, size: int, reason: str) -> None:
        path = tmp_path / "m.litertlm"
        path.write_bytes(REPLIES.read_bytes()[:size])
        assert reason in await refusal(path, tmp_path)
        assert text_of(await ask(opened(REPLIES), says("Say hello"))) == HELLO

    async def test_that_is_missing(self, tmp_path: Path) -> None:
        assert "there is no such model file" in await refusal(tmp_path / "m.litertlm", tmp_path)

    async def test_that_is_a_directory(self, tmp_path: Path) -> None:
        assert "cannot be read" in await refusal(tmp_path, tmp_path)

    async def test_that_is_something_else(self, tmp_path: Path) -> None:
        path = tmp_path / "m.litertlm"
        path.write_bytes(b"hello" * 1000)
        assert "not a model file at all" in await refusal(path, tmp_path)

    async def test_whose_name_does_not_say_what_it_is(self, tmp_path: Path) -> None:
        path = tmp_path / "m.bin"
        path.write_bytes(REPLIES.read_bytes())
        assert "unknown file format" in await refusal(path, tmp_path)

    @pytest.mark.parametrize("place", [9, 40, 5_000, 20_000, 400_000])
    async def test_in_which_a_bit_has_flipped(self, opened, tmp_path: Path, place: int) -> None:
        content = bytearray(REPLIES.read_bytes())
        content[place] ^= 1
        path = tmp_path / "m.litertlm"
        path.write_bytes(content)
        assert "damaged, or another model" in await refusal(path, tmp_path, sha256=sha256(REPLIES))
        assert text_of(await ask(opened(REPLIES), says("Say hello"))) == HELLO

    async def test_that_changes_after_it_was_looked_into(self, tmp_path: Path) -> None:
        path = tmp_path / "m.litertlm"
        path.write_bytes(REPLIES.read_bytes())
        async with backend_of(path, tmp_path, sha256=sha256(REPLIES)) as backend:
            assert text_of(await ask(backend, says("Say hello"))) == HELLO
        path.write_bytes(TOOLS.read_bytes())
        assert "damaged, or another model" in await refusal(path, tmp_path, sha256=sha256(REPLIES))

    async def test_that_is_put_right_is_used_by_the_next_request(self, tmp_path: Path) -> None:
        path = tmp_path / "m.litertlm"
        async with backend_of(path, tmp_path) as backend:
            with pytest.raises(BackendError):
                await ask(backend, says("Say hello"))
            path.write_bytes(REPLIES.read_bytes())
            assert text_of(await ask(backend, says("Say hello"))) == HELLO

    async def test_is_looked_into_once(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        async with backend_of(REPLIES, tmp_path, sha256=sha256(REPLIES).upper()) as backend:
            assert backend.capabilities.context_tokens is None
            await ask(backend, says("Say hello"))
        found = known(REPLIES, tmp_path)
        assert found is not None
        assert (found.context_tokens, found.images, found.tools) == (512, False, False)
        assert found.sha256 == sha256(REPLIES)

        def never(*_: Any, **__: Any) -> Any:
            raise AssertionError("a second child process")

        monkeypatch.setattr(subprocess, "run", never)
        async with backend_of(REPLIES, tmp_path, context_tokens=128) as backend:
            assert backend.capabilities.context_tokens == 128
            assert text_of(await ask(backend, says("Say hello"))) == HELLO

    async def test_without_eyes_is_refused_where_it_is_to_see(self, tmp_path: Path) -> None:
        assert "does not see images" in await refusal(REPLIES, tmp_path, images=True)

    async def test_leaves_nothing_beside_the_model(self, tmp_path: Path) -> None:
        (tmp_path / "models").mkdir()
        path = tmp_path / "models" / "m.litertlm"
        path.write_bytes(REPLIES.read_bytes())
        async with backend_of(path, tmp_path / "cache") as backend:
            await ask(backend, says("Say hello"))
        assert list(path.parent.iterdir()) == [path]
        assert list((tmp_path / "cache").iterdir())


def test_a_process_that_has_generated_ends_as_it_should(cache: Path) -> None:
    """What is left open when the interpreter ends crashes it."""
    program = f"""
import asyncio
from pathlib import Path
from ha_assist.adapters.backends.litert import LiteRtRuntime
from ha_assist.adapters.backends.native import NativeBackend
from ha_assist.adapters.backends.protocol import Prompt
async def main():
    backend = NativeBackend("m", LiteRtRuntime(Path({str(REPLIES)!r}), Path({str(cache)!r})), waiting=1, timeout=30)
    pieces = backend.generate(Prompt(messages=[{{"role": "user", "content": "Count to 60"}}]))
    print(await anext(pieces))
    await backend.close()
asyncio.run(main())
"""
    ran = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "1" in ran.stdout
