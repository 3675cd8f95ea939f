"""How long a prompt is, by the word of the server: asked in the way that it understands, which is found out once."""

import json
from typing import Any

import pytest
from ha_assist.adapters.backends.protocol import CountsTokens, Prompt
from ha_assist.adapters.backends.remote import RemoteBackend
from pictures import data_url, shown
from upstream import Pause, Reset, Step, Upstream, response, serving

CHAT_COUNT, TOKENIZE, TEMPLATE = "/v1/chat/completions/input_tokens", "/tokenize", "/apply-template"
TOOL = {"type": "function", "function": {"name": "HassTurnOn", "parameters": {"type": "object"}}}
ASK = Prompt(messages=[{"role": "user", "content": "hi"}], tools=[TOOL], options={"temperature": 0.5})
UNKNOWN: list[Step] = [response(404, {"error": {"message": "no such path"}})]


async def counted(upstream: Upstream, *prompts: Prompt) -> list[int | None]:
    backend = RemoteBackend("small", upstream.url)
    assert isinstance(backend, CountsTokens)
    try:
        return [await backend.count_tokens(prompt) for prompt in prompts or (ASK,)]
    finally:
        await backend.close()


def paths(upstream: Upstream) -> list[str]:
    return [request.path for request in upstream.received]


async def test_llama_cpp_counts_a_chat_request() -> None:
    async with serving(*UNKNOWN) as upstream:
        upstream.scripts = {CHAT_COUNT: [response(200, {"input_tokens": 37})]}
        assert await counted(upstream, ASK, ASK) == [37, 37]
    assert paths(upstream) == [CHAT_COUNT] * 2
    assert json.loads(upstream.received[0].body) == {"model": "small", "messages": ASK.messages, "tools": [TOOL]}


async def test_vllm_tokenizes_a_chat_request() -> None:
    async with serving(*UNKNOWN) as upstream:
        upstream.scripts = {TOKENIZE: [response(200, {"count": 37, "max_model_len": 8192, "tokens": [1] * 37})]}
        assert await counted(upstream, ASK, ASK) == [37, 37]
    assert paths(upstream) == [CHAT_COUNT, TOKENIZE, TOKENIZE]
    assert json.loads(upstream.received[1].body)["add_generation_prompt"] is True


async def test_an_older_llama_cpp_renders_and_tokenizes_text() -> None:
    async with serving(*UNKNOWN) as upstream:
        upstream.scripts = {
            TEMPLATE: [response(200, {"prompt": "<user>hi"})],
            TOKENIZE: [response(200, {"tokens": [1, 2, 3]})],
        }
        assert await counted(upstream, ASK, ASK) == [3, 3]
    assert paths(upstream) == [CHAT_COUNT, TOKENIZE, TEMPLATE, TOKENIZE, TEMPLATE, TOKENIZE]
    assert json.loads(upstream.received[3].body) == {"content": "<user>hi", "add_special": True}


async def test_a_server_that_cannot_tell_is_asked_once() -> None:
    async with serving(*UNKNOWN) as upstream:
        assert await counted(upstream, ASK, ASK, ASK) == [None, None, None]
    assert paths(upstream) == [CHAT_COUNT, TOKENIZE, TEMPLATE]


@pytest.mark.parametrize(
    "answer", [{}, [], {"input_tokens": None}, {"input_tokens": "37"}, {"input_tokens": True}, {"choices": []}]
)
async def test_an_answer_without_a_number_is_none(answer: Any) -> None:
    async with serving(*UNKNOWN) as upstream:
        upstream.scripts = {CHAT_COUNT: [response(200, answer)]}
        assert await counted(upstream) == [None]


@pytest.mark.parametrize(
    "trouble",
    [[response(503, {"error": {"message": "loading"}})], [Reset()], [response(200, b"{half")], [b"HTTP/1.1 200 OK\r\n"]],
)
async def test_a_server_that_cannot_tell_just_now_is_asked_again(trouble: list[Step]) -> None:
    async with serving(*UNKNOWN) as upstream:
        upstream.scripts = {CHAT_COUNT: trouble}
        backend = RemoteBackend("small", upstream.url)
        assert await backend.count_tokens(ASK) is None
        upstream.scripts = {CHAT_COUNT: [response(200, {"input_tokens": 37})]}
        assert await backend.count_tokens(ASK) == 37
        await backend.close()


async def test_a_server_that_hangs_costs_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ha_assist.adapters.backends.tokens.COUNT_SECONDS", 0.1)
    async with serving(Pause(30)) as upstream:
        assert await counted(upstream) == [None]


async def test_pictures_are_left_out() -> None:
    async with serving(*UNKNOWN) as upstream:
        upstream.scripts = {CHAT_COUNT: [response(200, {"input_tokens": 37})]}
        assert await counted(upstream, Prompt(messages=[shown("What is this?", data_url())])) == [37]
    (message,) = json.loads(upstream.received[0].body)["messages"]
    assert message["content"] == [{"type": "text", "text": "What is this?"}]


async def test_a_server_whose_address_has_no_version_is_asked_at_its_root() -> None:
    async with serving(*UNKNOWN) as upstream:
        upstream.scripts = {"/tokenize": [response(200, {"count": 5})]}
        backend = RemoteBackend("small", upstream.url.removesuffix("/v1"), api_key="sesame")
        assert await backend.count_tokens(ASK) == 5
        await backend.close()
    assert paths(upstream) == ["/chat/completions/input_tokens", "/tokenize"]
    assert {request.headers["authorization"] for request in upstream.received} == {"Bearer sesame"}
