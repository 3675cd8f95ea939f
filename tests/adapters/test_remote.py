"""A remote backend, against a real server on a real socket that counts its calls."""

import asyncio
import json
import socket
from contextlib import aclosing
from itertools import pairwise
from typing import Any

import pytest
from ha_assist.adapters.backends.fragments import CallFragments
from ha_assist.adapters.backends.protocol import BackendError, CallPiece, Finish, Piece, Prompt, RawPiece, TextPiece, Usage
from ha_assist.adapters.backends.remote import RemoteBackend
from hypothesis import given
from hypothesis import strategies as st
from upstream import DONE, STREAM, Pause, Reset, Upstream, call, delta, event, response, serving

ASK = Prompt(
    messages=[{"role": "user", "content": "What is the capital of France?"}],
    tools=[{"type": "function", "function": {"name": "HassTurnOn", "parameters": {"type": "object"}}}],
    options={"max_tokens": 3, "tool_choice": "auto"},
)


def verbatim(**fields: Any) -> Prompt:
    body = {"model": "small", "messages": [{"role": "user", "content": "Grüß Gott"}], **fields}
    return Prompt(verbatim=body, body=json.dumps(body, indent=1).encode())


async def ask(upstream: Upstream, prompt: Prompt = ASK, **options: Any) -> list[Piece]:
    backend = RemoteBackend("small", upstream.url, **options)
    try:
        return [piece async for piece in backend.generate(prompt)]
    finally:
        await backend.close()


async def failure(upstream: Upstream, prompt: Prompt = ASK, **options: Any) -> BackendError:
    with pytest.raises(BackendError) as caught:
        await ask(upstream, prompt, **options)
    return caught.value


def called(pieces: list[Piece]) -> list[tuple[str, Any]]:
    return [(piece.call.function.name, piece.call.function.arguments) for piece in pieces if isinstance(piece, CallPiece)]


class TestTheRequest:
    async def test_holds_the_prompt_and_asks_for_a_stream_with_usage(self) -> None:
        async with serving(STREAM, delta("stop", content="Paris"), DONE) as upstream:
            await ask(upstream)
        (request,) = upstream.received
        assert request.path == "/v1/chat/completions"
        assert json.loads(request.body) == {
            "model": "small",
            "messages": ASK.messages,
            "tools": ASK.tools,
            "max_tokens": 3,
            "tool_choice": "auto",
            "stream": True,
            "stream_options": {"include_usage": True},
        }

    async def test_has_no_empty_list_of_tools(self) -> None:
        async with serving(STREAM, delta("stop", content="Paris"), DONE) as upstream:
            await ask(upstream, Prompt(messages=ASK.messages))
        assert "tools" not in json.loads(upstream.received[0].body)

    async def test_carries_the_configured_key(self) -> None:
        async with serving(STREAM, delta("stop", content="Paris"), DONE) as upstream:
            await ask(upstream, api_key="sesame")
        assert upstream.received[0].headers["authorization"] == "Bearer sesame"

    async def test_never_carries_credentials_of_another_service(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY"):
            monkeypatch.setenv(name, "belongs-to-openai")
        async with serving(STREAM, delta("stop", content="Paris"), DONE) as upstream:
            await ask(upstream)
        assert "belongs-to-openai" not in repr(upstream.received[0].headers)
        assert "authorization" not in upstream.received[0].headers


class TestText:
    async def test_comes_in_pieces_and_ends_with_reason_and_usage(self) -> None:
        usage = {"prompt_tokens": 37, "completion_tokens": 2, "total_tokens": 39, "prompt_tokens_details": None}
        script = (
            STREAM,
            delta(role="assistant", content=None),
            delta(content="Par"),
            delta(content="is"),
            delta("stop"),
            event({"choices": [], "usage": usage}),
            DONE,
        )
        async with serving(*script) as upstream:
            assert await ask(upstream) == [TextPiece("Par"), TextPiece("is"), Finish("stop", Usage(37, 2))]

    async def test_is_not_held_back_until_the_stream_ends(self) -> None:
        async with serving(STREAM, delta(content="Par"), Pause(30)) as upstream:
            backend = RemoteBackend("small", upstream.url)
            async with asyncio.timeout(5), aclosing(backend.generate(ASK)) as pieces:
                assert await anext(pieces) == TextPiece("Par")
            await backend.close()

    async def test_survives_comments_missing_usage_and_a_second_finish_reason(self) -> None:
        script = (STREAM, b": ping\n\n", delta(content="Paris"), b": ping\n\n", delta("stop"), delta("length"), DONE)
        async with serving(*script) as upstream:
            assert await ask(upstream) == [TextPiece("Paris"), Finish("stop", None)]

    async def test_survives_null_choices_deltas_and_usage(self) -> None:
        script = (STREAM, event({"choices": None}), event({"choices": [{"delta": None, "finish_reason": None}]}), delta("stop"))
        async with serving(*script) as upstream:
            assert await ask(upstream) == [Finish("stop", None)]


class TestToolCalls:
    async def test_fragments_become_whole_calls_after_the_text(self) -> None:
        script = (
            STREAM,
            delta(tool_calls=[call(0, id="a", name="HassTurnOn", arguments="")]),
            delta(tool_calls=[call(0, arguments='{"name": "Ki')]),
            delta(content="Fine."),
            delta(tool_calls=[call(0, arguments='tchen"}'), call(1, id="b", name="GetLiveContext", arguments="{}")]),
            delta("tool_calls"),
            DONE,
        )
        async with serving(*script) as upstream:
            pieces = await ask(upstream)
        assert [type(piece) for piece in pieces] == [TextPiece, CallPiece, CallPiece, Finish]
        assert called(pieces) == [("HassTurnOn", '{"name": "Kitchen"}'), ("GetLiveContext", "{}")]
        assert [piece.call.id for piece in pieces if isinstance(piece, CallPiece)] == ["a", "b"]

    @pytest.mark.parametrize(
        "fragments",
        [
            pytest.param(
                [call(0, id="a", name="HassTurnOn", arguments=part) for part in ("", '{"name"', ': "Hall"}', "")],
                id="name and id repeated in every delta",
            ),
            pytest.param(
                [call(0, id=id, name="HassTurnOn", arguments=part) for id, part in (("x1", '{"name"'), ("x2", ': "Hall"}'))],
                id="another id in every delta",
            ),
            pytest.param(
                [call(0, id="", name="HassTurnOn", arguments='{"name"'), call(0, id="", name="", arguments=': "Hall"}')],
                id="empty ids and names",
            ),
            pytest.param(
                [call(None, name="HassTurnOn", arguments='{"name"'), call(None, arguments=': "Hall"}')], id="no index at all"
            ),
            pytest.param([call(0, name="HassTurnOn", arguments={"name": "Hall"})], id="arguments as an object"),
        ],
    )
    async def test_one_call_stays_one_call(self, fragments: list[dict[str, Any]]) -> None:
        script = [STREAM, *(delta(tool_calls=[fragment]) for fragment in fragments), delta("tool_calls"), DONE]
        async with serving(*script) as upstream:
            ((name, arguments),) = called(await ask(upstream))
        assert (name, json.loads(arguments)) == ("HassTurnOn", {"name": "Hall"})

    async def test_whole_calls_that_all_have_index_0_stay_apart(self) -> None:
        first, second = (call(0, id=id, name="HassTurnOn", arguments=f'{{"name": "{id}"}}') for id in ("a", "b"))
        async with serving(STREAM, delta(tool_calls=[first]), delta("tool_calls", tool_calls=[second]), DONE) as upstream:
            assert called(await ask(upstream)) == [("HassTurnOn", '{"name": "a"}'), ("HassTurnOn", '{"name": "b"}')]

    @given(data=st.data())
    def test_however_the_arguments_are_cut_the_calls_are_the_same(self, data: st.DataObject) -> None:
        calls = data.draw(st.lists(st.dictionaries(st.sampled_from("ab"), st.text(max_size=5) | st.integers()), max_size=3))
        fragments = CallFragments()
        for index, arguments in enumerate(calls):
            text = json.dumps(arguments)
            cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=4)) | {0, len(text)})
            repeated = data.draw(st.booleans())
            for start, end in pairwise(cuts):
                named = start == 0 or repeated
                fragments.add([call(index, name=f"tool{index}" if named else None, arguments=text[start:end])])
        got = [(made.function.name, json.loads(str(made.function.arguments))) for made in fragments.calls()]
        assert got == [(f"tool{index}", arguments) for index, arguments in enumerate(calls)]


class TestPassThrough:
    async def test_a_request_and_its_answer_are_untouched(self) -> None:
        answer = {
            "id": "x",
            "timings": {"n": 1},
            "choices": [{"message": {"content": "hi", "odd": [None]}, "finish_reason": "stop"}],
        }
        prompt = verbatim(temperature=0.5, mirostat=2, ha_context={"x": 1})
        async with serving(response(200, answer)) as upstream:
            assert await ask(upstream, prompt) == [RawPiece(answer), Finish("stop", None)]
        assert upstream.received[0].body == prompt.body

    async def test_chunks_are_untouched(self) -> None:
        chunks = [
            {"id": "x", "choices": [{"delta": {"content": "hi", "odd": 1}, "finish_reason": None}], "odd": {}},
            {"id": "x", "choices": [{"delta": {}, "finish_reason": "stop"}]},
            {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 1}, "timings": {"x": 1}},
        ]
        prompt = verbatim(stream=True)
        async with serving(STREAM, *map(event, chunks), DONE) as upstream:
            assert await ask(upstream, prompt) == [*map(RawPiece, chunks), Finish("stop", Usage(3, 1))]
        assert upstream.received[0].body == prompt.body

    @pytest.mark.parametrize("stream", [False, True])
    async def test_an_error_keeps_status_message_and_code(self, stream: bool) -> None:
        body = {"error": {"message": "slow down", "type": "requests", "code": "rate_limit_exceeded"}}
        async with serving(response(429, body, Retry_After="7")) as upstream:
            error = await failure(upstream, verbatim(stream=stream))
        assert (error.status, error.message, error.code, error.retry_after) == (429, "slow down", "rate_limit_exceeded", 7.0)

    async def test_a_refusal_of_our_key_is_not_told_as_the_clients_fault(self) -> None:
        async with serving(response(401, {"error": {"message": "bad key sk-123"}})) as upstream:
            error = await failure(upstream, verbatim(), api_key="sk-123")
        assert error.status == 502
        assert "sk-123" not in error.message

    async def test_an_answer_that_is_not_json_is_an_error(self) -> None:
        async with serving(response(200, b"<html>", content_type="text/html")) as upstream:
            assert (await failure(upstream, verbatim())).status == 502


ERROR = {"error": {"message": "it broke", "type": "server_error"}}
LLAMA_TOO_LONG = {
    "error": {
        "code": 400,
        "message": "request (40031 tokens) exceeds the available context size",
        "type": "exceed_context_size_error",
        "n_prompt_tokens": 40031,
        "n_ctx": 8192,
    }
}
OPENAI_TOO_LONG = {"error": {"message": "too many tokens", "type": "invalid_request_error", "code": "context_length_exceeded"}}
VLLM_TOO_LONG = {
    "error": {"message": "This model's maximum context length is 8192 tokens.", "type": "BadRequestError", "code": 400}
}


class TestFailures:
    """Every failure has its status, and costs the server one request at most."""

    @pytest.mark.parametrize(
        ("script", "status", "code"),
        [
            pytest.param([response(400, LLAMA_TOO_LONG)], 400, "input_token_limit_exceeded", id="llama.cpp: too long"),
            pytest.param([response(400, OPENAI_TOO_LONG)], 400, "input_token_limit_exceeded", id="llama-cpp-python: too long"),
            pytest.param([response(400, VLLM_TOO_LONG)], 400, "input_token_limit_exceeded", id="vLLM: too long"),
            pytest.param([STREAM, event(LLAMA_TOO_LONG)], 400, "input_token_limit_exceeded", id="too long, in the stream"),
            pytest.param([response(400, ERROR)], 502, "backend_error", id="another 400"),
            pytest.param([response(401, ERROR)], 502, "backend_refuses_key", id="our key is wrong"),
            pytest.param([response(403, ERROR)], 502, "backend_refuses_key", id="our key is not enough"),
            pytest.param([response(404, ERROR)], 502, "backend_error", id="no such model"),
            pytest.param([response(408, ERROR)], 502, "backend_error", id="request timeout"),
            pytest.param([response(429, ERROR, Retry_After="1")], 503, "backend_busy", id="rate limit"),
            pytest.param([response(500, ERROR)], 502, "backend_error", id="server error"),
            pytest.param([response(503, ERROR)], 503, "backend_unavailable", id="loading"),
            pytest.param([response(504, ERROR)], 504, "backend_timeout", id="a gateway's patience"),
            pytest.param(
                [response(500, {"error": {"message": "CUDA out of memory."}})], 503, "backend_out_of_memory", id="out of memory"
            ),
            pytest.param(
                [STREAM, event({"error": {"message": "bad_alloc"}})], 503, "backend_out_of_memory", id="out of memory, streamed"
            ),
            pytest.param(
                [response(500, b"<html>" + b"x" * 9999, content_type="text/html")], 502, "backend_error", id="error page"
            ),
            pytest.param([response(307, b"", Location="/v1/chat/completions")], 502, "backend_error", id="redirect"),
            pytest.param([Reset()], 503, "backend_unavailable", id="reset at once"),
            pytest.param([b"HTTP/1.1 200"], 503, "backend_unavailable", id="half a status line"),
            pytest.param([b"ICY 200 OK\r\n\r\n"], 503, "backend_unavailable", id="not HTTP"),
            pytest.param([STREAM], 502, "backend_error", id="empty stream"),
            pytest.param([STREAM, DONE], 502, "backend_error", id="nothing before the end"),
            pytest.param([STREAM, delta(content="Par")], 502, "backend_error", id="half a stream"),
            pytest.param([STREAM, delta(content="Par"), Reset()], 502, "backend_error", id="reset in the stream"),
            pytest.param([STREAM, b"data: {half\n\n"], 502, "backend_error", id="garbage in the stream"),
            pytest.param([STREAM, b"data: \xff\xfe\n\n"], 502, "backend_error", id="not UTF-8"),
            pytest.param([STREAM, event([1])], 502, "backend_error", id="not an object"),
            pytest.param([STREAM, event(ERROR)], 502, "backend_error", id="error event"),
            pytest.param([response(200, {"choices": []})], 502, "backend_error", id="not a stream"),
            pytest.param([Pause(30)], 504, "backend_timeout", id="hangs at once"),
            pytest.param([STREAM, delta(content="Par"), Pause(30)], 504, "backend_timeout", id="hangs in the stream"),
        ],
    )
    async def test_has_its_status(self, script: list[Any], status: int, code: str) -> None:
        async with serving(*script) as upstream:
            error = await failure(upstream, timeout=0.5)
        assert (error.status, error.code) == (status, code)
        assert "\n" not in error.message
        assert len(error.message) < 400
        assert len(upstream.received) == 1

    async def test_a_server_that_drips_is_bound_by_the_deadline_of_the_whole_answer(self) -> None:
        drip = [step for _ in range(50) for step in (delta(content="x"), Pause(0.1))]
        async with serving(STREAM, *drip) as upstream, asyncio.timeout(3):
            assert (await failure(upstream, timeout=0.5)).status == 504

    async def test_nobody_listens(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            unused = Upstream(port=free.getsockname()[1])
        error = await failure(unused)
        assert (error.status, error.code) == (503, "backend_unavailable")

    async def test_no_such_host(self) -> None:
        backend = RemoteBackend("small", "http://nobody.invalid/v1")
        with pytest.raises(BackendError) as caught:
            await anext(backend.generate(ASK))
        assert (caught.value.status, caught.value.code) == (503, "backend_unavailable")
        await backend.close()

    async def test_the_next_request_is_healthy(self) -> None:
        async with serving(STREAM, Reset()) as upstream:
            backend = RemoteBackend("small", upstream.url)
            with pytest.raises(BackendError):
                await anext(backend.generate(ASK))
            upstream.script = [STREAM, delta("stop", content="Paris"), DONE]
            assert [piece async for piece in backend.generate(ASK)] == [TextPiece("Paris"), Finish("stop", None)]
            await backend.close()


class TestCancelling:
    async def test_closing_the_generator_closes_the_connection(self) -> None:
        async with serving(STREAM, delta(content="Par"), Pause(30)) as upstream:
            backend = RemoteBackend("small", upstream.url)
            async with aclosing(backend.generate(ASK)) as pieces:
                await anext(pieces)
            async with asyncio.timeout(2):
                await upstream.hung_up.wait()
            await backend.close()

    @pytest.mark.parametrize("prompt", [ASK, verbatim()], ids=["streamed", "whole"])
    async def test_cancelling_the_task_closes_the_connection(self, prompt: Prompt) -> None:
        async with serving(Pause(30)) as upstream:
            backend = RemoteBackend("small", upstream.url)
            task = asyncio.ensure_future(anext(backend.generate(prompt)))
            async with asyncio.timeout(5):
                await upstream.arrived.wait()
                task.cancel()
                await upstream.hung_up.wait()
            with pytest.raises(asyncio.CancelledError):
                await task
            await backend.close()


class TestHealth:
    async def test_of_a_server_that_answers(self) -> None:
        async with serving(response(200, {"data": []})) as upstream:
            backend = RemoteBackend("small", upstream.url)
            assert await backend.health() == {"status": "ok", "active": 0, "waiting": 0, "queue": 16}
            assert upstream.received[0].path == "/v1/models"
            await backend.close()

    @pytest.mark.parametrize("script", [[Reset()], [response(500, ERROR)], [response(401, ERROR)], [b"x"]])
    async def test_of_one_that_does_not(self, script: list[Any]) -> None:
        async with serving(*script) as upstream:
            backend = RemoteBackend("small", upstream.url)
            health = await backend.health()
            assert health["status"] == "unavailable"
            assert health["reason"]
            await backend.close()
