"""The real machine behind a real socket: Home Assistant's captured requests, its set-up probe, and a real remote backend."""

import json
import re
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from ha_assist.adapters.settings import Assist, Models, RemoteModel, Settings
from ha_assist.http.app import create_app
from litestar import Litestar, Request, post
from litestar.response import Response, Stream
from serving import Served, served

CAPTURES = sorted((Path(__file__).parents[1] / "requests").glob("ha-*.jsonl"))
PROBE: dict[str, Any] = {
    "model": "HA-Assist",
    "messages": [{"role": "user", "content": "What is the capital of France?"}],
    "max_tokens": 3,
    "tools": [{"type": "function", "function": {"name": "test", "parameters": {"type": "object", "properties": {}}}}],
}
CALL_ID = re.compile(r"[A-Za-z0-9_-]{8,40}")


def bodies(capture: Path) -> list[dict[str, Any]]:
    return [json.loads(line)["body"] for line in capture.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def assist() -> Iterator[Served]:
    """HA-Assist as it comes out of the box: no model."""
    with served(create_app(Settings())) as server:
        yield server


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda path: path.stem)
def test_every_captured_request_is_answered_whole_and_streamed_alike(assist: Served, capture: Path) -> None:
    client = assist.client()
    for body in bodies(capture):
        whole = client.chat.completions.create(**body | {"stream": False})
        offered = {tool["function"]["name"] for tool in body["tools"]}
        calls = whole.choices[0].message.tool_calls or []
        assert all(CALL_ID.fullmatch(call.id) and call.function.name in offered for call in calls)
        assert len({call.id for call in calls}) == len(calls)
        assert calls or whole.choices[0].message.content

        text, streamed, reasons = "", [], []
        for chunk in client.chat.completions.create(**body | {"stream": True}):
            choice = chunk.choices[0]
            text += choice.delta.content or ""
            streamed += choice.delta.tool_calls or []
            reasons += [choice.finish_reason] if choice.finish_reason else []
        assert text == (whole.choices[0].message.content or "")
        assert [(call.function.name, call.function.arguments) for call in streamed] == [
            (call.function.name, call.function.arguments) for call in calls
        ]
        assert [call.index for call in streamed] == list(range(len(calls)))
        assert reasons == [whole.choices[0].finish_reason]


def test_a_first_command_becomes_a_call_without_any_inference(assist: Served) -> None:
    body = bodies(CAPTURES[0])[0]
    answer = assist.post(json=body | {"stream": False}).json()
    call = answer["choices"][0]["message"]["tool_calls"][0]
    assert call["function"]["name"].endswith("HassTurnOn")
    assert answer["metrics"]["ha_route"]["inference_calls"] == 0
    assert answer["usage"]["total_tokens"] == 0
    assert answer["metrics"]["ha_plan"]["kind"] == "calls"
    assert answer["metrics"]["ha_intent"]["language"] == "en"


def test_the_set_up_probe_passes_without_a_model(assist: Served) -> None:
    client = assist.client()
    assert client.models.list().data[0].id == "HA-Assist"
    assert client.chat.completions.create(**PROBE).choices[0].message.content
    chunks = list(client.chat.completions.create(**PROBE, stream=True))
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    assert chunks[-1].choices[0].finish_reason == "stop"


def deep(levels: int) -> str:
    return '{"a":' * levels + "1" + "}" * levels


@pytest.mark.parametrize("levels", [40, 2_000, 100_000])
def test_json_that_nests_deep_inside_a_string_does_no_harm(assist: Served, levels: int) -> None:
    body = bodies(CAPTURES[-1])[0]
    called = {
        "id": "call_12345678",
        "type": "function",
        "function": {"name": body["tools"][0]["function"]["name"], "arguments": deep(levels)},
    }
    rounds = [
        {"role": "assistant", "tool_calls": [called]},
        {"role": "tool", "tool_call_id": "call_12345678", "content": deep(levels)},
    ]
    response = assist.post(json=body | {"stream": False, "messages": [*body["messages"], *rounds]})
    assert response.status_code == 200


# A backend: a server of the same kind, as far away as another port

MODEL = "far-model"


class Upstream:
    """What a remote server says, and what it was asked."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []
        self.status = 200
        self.whole: dict[str, Any] = {
            "choices": [{"message": {"content": "Paris.", "extra": None}, "finish_reason": "stop"}],
            "own": 1,
        }
        self.chunks: list[dict[str, Any]] = [
            {"choices": [{"index": 0, "delta": {"role": "assistant", "content": None}}], "own": 1},
            {"choices": [{"index": 0, "delta": {"content": "Par"}}]},
            {"choices": [{"index": 0, "delta": {"content": "is."}}]},
            {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
            {"choices": [], "usage": {"prompt_tokens": 30, "completion_tokens": 2, "total_tokens": 32}},
        ]

    def app(self) -> Litestar:
        @post("/v1/chat/completions", status_code=200)
        async def chat(request: Request) -> Response[Any]:
            body = await request.body()
            self.asked.append(body)
            if self.status != 200:
                return Response({"error": {"message": "not now"}}, status_code=self.status)
            if json.loads(body).get("stream"):
                return Stream(self._events(), media_type="text/event-stream")
            return Response(self.whole)

        return Litestar([chat], openapi_config=None, logging_config=None)

    async def _events(self) -> AsyncIterator[str]:
        for chunk in self.chunks:
            yield f"data: {json.dumps(chunk)}\n\n"
        yield "data: [DONE]\n\n"


@pytest.fixture
def upstream() -> Upstream:
    return Upstream()


@pytest.fixture
def with_model(upstream: Upstream) -> Iterator[Served]:
    """HA-Assist with a text model at another server."""
    with served(upstream.app()) as far:
        models = Models(remote=(RemoteModel(MODEL, f"{far.url}/v1"),))
        with served(create_app(Settings(settings=Assist(ha_assist_text_model=MODEL), models=models))) as near:
            yield near


def test_a_question_about_the_world_costs_one_call(with_model: Served, upstream: Upstream) -> None:
    answer = with_model.post(json=PROBE).json()
    assert answer["choices"][0]["message"]["content"] == "Paris."
    assert answer["usage"] == {"prompt_tokens": 30, "completion_tokens": 2, "total_tokens": 32}
    route = answer["metrics"]["ha_route"]
    assert (route["route"], route["backend_model"], route["inference_calls"]) == ("llm", MODEL, 1)
    assert len(upstream.asked) == 1


def test_its_text_is_streamed(with_model: Served, upstream: Upstream) -> None:
    chunks = list(with_model.client().chat.completions.create(**PROBE, stream=True, stream_options={"include_usage": True}))
    texts = [chunk.choices[0].delta.content for chunk in chunks if chunk.choices and chunk.choices[0].delta.content]
    assert "".join(texts) == "Paris."  # by whole words: a mark of layout may still follow in the middle of one
    assert chunks[-1].usage is not None
    assert chunks[-1].usage.total_tokens == 32
    assert len(upstream.asked) == 1


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(("model", "status"), [("HA-Assist", 503), (MODEL, 503)])
def test_a_backend_that_refuses_is_asked_once_and_told_with_a_status(
    with_model: Served, upstream: Upstream, model: str, status: int, stream: bool
) -> None:
    upstream.status = 503
    response = with_model.post(json=PROBE | {"model": model, "stream": stream})
    assert response.status_code == status  # a physical model's own, and otherwise ours for a backend that is broken
    assert set(response.json()["error"]) == {"message", "type", "param", "code"}
    assert len(upstream.asked) == 1


def test_a_physical_models_request_and_answer_pass_through_untouched(with_model: Served, upstream: Upstream) -> None:
    sent = json.dumps(PROBE | {"model": MODEL, "seed": 7, "n": 2, "odd": {"ü": [1.0, None]}}, indent=2).encode()
    response = with_model.post(sent)
    assert response.json() == upstream.whole
    assert upstream.asked == [sent]


def test_a_physical_models_stream_passes_through_untouched(with_model: Served, upstream: Upstream) -> None:
    response: httpx.Response = with_model.post(json=PROBE | {"model": MODEL, "stream": True})
    events = [line.removeprefix("data: ") for line in response.text.split("\n\n") if line]
    assert events.pop() == "[DONE]"
    assert [json.loads(event) for event in events] == upstream.chunks


METER = {
    "type": "json_schema",
    "json_schema": {
        "name": "meter",
        "schema": {"type": "object", "properties": {"value": {"type": "number"}}, "required": ["value"]},
    },
}


def test_data_of_the_house_is_read_first_and_then_given_in_the_format(with_model: Served, upstream: Upstream) -> None:
    """Each of the two requests costs one call: the model reads, and with the result it can only answer in the format."""
    listing = "Static Context: An overview of the areas and the devices in this smart home:\n"
    system = {"role": "system", "content": f"{listing}- names: Gas Meter\n  domain: sensor\n  areas: Cellar\n"}
    task = {"role": "user", "content": "Read the gas meter and return its value."}
    tools = [
        tool for tool in bodies(CAPTURES[-1])[0]["tools"] if tool["function"]["name"].endswith(("HassTurnOn", "GetLiveContext"))
    ]
    body = {"model": "HA-Assist", "messages": [system, task], "tools": tools, "response_format": METER}
    read = next(tool["function"]["name"] for tool in tools if tool["function"]["name"].endswith("GetLiveContext"))
    call = {"id": "call_0123456789", "type": "function", "function": {"name": read, "arguments": '{"name": "Gas Meter"}'}}
    upstream.chunks = [
        {"choices": [{"index": 0, "delta": {"role": "assistant", "tool_calls": [{"index": 0, **call}]}}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
    ]
    message = with_model.post(json=body).json()["choices"][0]["message"]
    assert message["tool_calls"][0]["function"] == call["function"]
    asked = json.loads(upstream.asked[-1])
    assert [tool["function"]["name"] for tool in asked["tools"]] == [read]
    assert "response_format" not in asked

    live = "Live Context: An overview of the areas and the devices in this smart home:\n- names: Gas Meter\n  domain: sensor\n"
    result = {
        "role": "tool",
        "tool_call_id": call["id"],
        "content": json.dumps({"result": f"{live}  state: '42.5'\n  areas: Cellar\n"}),
    }
    upstream.chunks = [
        {"choices": [{"index": 0, "delta": {"content": '{"value": 42.5}'}}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
    ]
    rounds = [{"role": "assistant", "content": None, "tool_calls": [call]}, result]
    answer = with_model.post(json=body | {"messages": [system, task, *rounds]}).json()
    assert json.loads(answer["choices"][0]["message"]["content"]) == {"value": 42.5}
    asked = json.loads(upstream.asked[-1])
    assert asked["response_format"] == METER
    assert "tools" not in asked
    assert len(upstream.asked) == 2


@pytest.mark.parametrize("tagged", [False, True], ids=["field", "tags"])
def test_a_fresh_context_block_answers_at_once_and_a_broken_one_is_reported(assist: Served, tagged: bool) -> None:
    listing = "Static Context: An overview of the areas and the devices in this smart home:\n"
    system = f"{listing}- names: Front Door, the big one\n  domain: lock\n  areas: Hall\n"
    door = {"id": "lock.front", "names": ["Front Door, the big one"], "area": "Hall", "state": "locked"}
    block = {"generated_at": datetime.now(UTC).isoformat(), "language": "de", "entities": [door]}

    def asked(context: Any) -> dict[str, Any]:
        text = f"<ha_context>{json.dumps(context)}</ha_context>\n{system}" if tagged else system
        messages: Any = [
            {"role": "system", "content": text},
            {"role": "user", "content": "Ist Front Door, the big one abgeschlossen?"},
        ]
        extra = {} if tagged else {"ha_context": context}
        return assist.client().chat.completions.create(model="HA-Assist", messages=messages, extra_body=extra).model_dump()

    answer = asked(block)
    assert answer["choices"][0]["message"]["content"] == "Ja"
    assert answer["metrics"]["ha_context"]["used"] is True
    broken = asked(block | {"entities": 3})
    assert broken["choices"][0]["message"]["content"] != "Ja"
    assert (broken["metrics"]["ha_context"]["used"], "entities" in broken["metrics"]["ha_context"]["reason"]) == (False, True)
