"""HA-Assist before a real llama.cpp server and model, as clients see it. Opt-in: see README.md in this folder."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import openai
import pytest
from ha_assist.adapters.backends.factory import build_backends
from ha_assist.adapters.settings import Assist, Models, RemoteModel, Settings
from ha_assist.http.app import create_app
from ha_assist.http.sample import sample_home
from jsonschema import validate
from llama_server import CONTEXT, configured, llama_server
from serving import Served, served

pytestmark = pytest.mark.skipif(not configured(), reason="HA_ASSIST_TEST_LLAMA_SERVER and ..._MODEL are not set")

QUESTION: list[Any] = [{"role": "user", "content": "What is the capital of France?"}]
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"city": {"type": "string", "maxLength": 20}},
    "required": ["city"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def assist(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with llama_server() as url:
        remote = RemoteModel("small", url, context_tokens=CONTEXT, parallel=1, queue=0, timeout=60)
        settings = Settings(settings=Assist(ha_assist_text_model="small"), models=Models(remote=(remote,)))
        with served(create_app(settings, build_backends(settings, {}, tmp_path_factory.mktemp("cache")))) as server:
            yield server


def ask(server: Served, **body: Any) -> httpx.Response:
    body = {"model": "HA-Assist", "messages": QUESTION, "temperature": 0, "max_tokens": 40, **body}
    return httpx.post(f"{server.url}/v1/chat/completions", json=body, timeout=60)


def test_a_question_costs_one_call_with_a_prompt_that_was_measured(assist: Served) -> None:
    body = ask(assist).json()
    metrics = body["metrics"]
    assert body["choices"][0]["message"]["content"]
    assert metrics["ha_route"]["inference_calls"] == 1
    assert metrics["ha_prompt"]["measured"] is True
    assert metrics["ha_prompt"]["tokens"] == body["usage"]["prompt_tokens"]


def test_it_streams_and_the_text_is_the_same(assist: Served) -> None:
    client = openai.OpenAI(base_url=f"{assist.url}/v1", api_key="x", max_retries=0)
    options: Any = {"model": "HA-Assist", "messages": QUESTION, "temperature": 0, "max_tokens": 40}
    chunks = list(client.chat.completions.create(**options, stream=True, stream_options={"include_usage": True}))
    streamed = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert sum(bool(chunk.choices and chunk.choices[0].delta.content) for chunk in chunks) > 2
    assert chunks[-1].usage.prompt_tokens > 0
    assert streamed == client.chat.completions.create(**options).choices[0].message.content


@pytest.mark.parametrize("stream", [False, True])
def test_in_a_house_with_tools_whatever_it_says_is_answered(assist: Served, stream: bool) -> None:
    answer = ask(assist, **sample_home("it would be nice to have something cosy by the sofa"), stream=stream)
    assert answer.status_code == 200
    if not stream:
        message = answer.json()["choices"][0]["message"]
        assert message["content"] or message["tool_calls"]
        assert answer.json()["metrics"]["ha_validation"]
    else:
        assert answer.text.rstrip().endswith("data: [DONE]")


def test_json_is_as_it_was_asked_for(assist: Served) -> None:
    wanted = {"type": "json_schema", "json_schema": {"name": "x", "schema": SCHEMA}}
    answer = ask(assist, response_format=wanted)
    assert answer.status_code == 200
    validate(json.loads(answer.json()["choices"][0]["message"]["content"]), SCHEMA)


@pytest.mark.parametrize("model", ["HA-Assist", "small"])
@pytest.mark.parametrize("stream", [False, True])
def test_a_prompt_that_is_too_long_is_refused(assist: Served, model: str, stream: bool) -> None:
    answer = ask(assist, model=model, messages=[{"role": "user", "content": "Why is " + "word " * 5000}], stream=stream)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in ("input_token_limit_exceeded", "exceed_context_size_error")


def test_a_client_that_hangs_up_frees_the_only_slot(assist: Served) -> None:
    body = {"model": "HA-Assist", "messages": [{"role": "user", "content": "Write a long story."}], "stream": True}
    with httpx.stream("POST", f"{assist.url}/v1/chat/completions", json=body, timeout=60) as running:
        next(running.iter_bytes())
    for _ in range(50):
        answer = ask(assist, max_tokens=3)
        if answer.status_code == 200:
            break
    assert answer.status_code == 200


def test_commands_need_no_model(assist: Served) -> None:
    answer = ask(assist, **sample_home("turn off the kitchen lights")).json()
    assert answer["choices"][0]["finish_reason"] == "tool_calls"
    assert answer["metrics"]["ha_route"]["inference_calls"] == 0
