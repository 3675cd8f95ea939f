"""Whole answers over a real socket, read by the real ``openai`` client."""

import json
import re
from typing import Any

import httpx
import pytest
from ha_assist.adapters.backends.protocol import RawPiece
from ha_assist.machine.turn import Answer, Evidence, Recognition, Turn
from serving import MESSAGES, PHYSICAL, USAGE, Machine, Serve, Served, call

BODY: dict[str, Any] = {"model": "HA-Assist", "messages": MESSAGES}


def ask(server: Served, **options: Any) -> Any:
    return server.client().chat.completions.create(model="HA-Assist", messages=MESSAGES, **options)


def test_a_text_answer(serve: Serve) -> None:
    completion = ask(serve(Machine(Answer(text="The lamp is on."))))
    assert completion.object == "chat.completion"
    assert completion.model == "HA-Assist"
    assert completion.id.startswith("chatcmpl-")
    assert len(completion.choices) == 1
    choice = completion.choices[0]
    assert (choice.index, choice.finish_reason) == (0, "stop")
    assert (choice.message.role, choice.message.content, choice.message.tool_calls) == ("assistant", "The lamp is on.", None)


def test_calls_without_text(serve: Serve) -> None:
    calls = (
        call("intent__HassTurnOn", '{"name":"Lamp"}', "call_aaaaaaaa"),
        call("intent__HassTurnOff", {"area": "Küche"}, "call_bbbbbbbb"),
    )
    completion = ask(serve(Machine(Answer(calls=calls))))
    choice = completion.choices[0]
    assert choice.finish_reason == "tool_calls"
    assert choice.message.content is None
    assert [(c.id, c.type, c.function.name, json.loads(c.function.arguments)) for c in choice.message.tool_calls] == [
        ("call_aaaaaaaa", "function", "intent__HassTurnOn", {"name": "Lamp"}),
        ("call_bbbbbbbb", "function", "intent__HassTurnOff", {"area": "Küche"}),
    ]


@pytest.mark.parametrize("arguments", [None, "", {}, "{}"])
def test_a_call_without_arguments_has_an_empty_object(serve: Serve, arguments: Any) -> None:
    completion = ask(serve(Machine(Answer(calls=(call("llm__GetDateTime", arguments),)))))
    assert completion.choices[0].message.tool_calls[0].function.arguments == "{}"


def test_the_short_path_and_the_request_id(serve: Serve) -> None:
    server = serve()
    responses = [httpx.post(f"{server.url}/chat/completions", json=BODY) for _ in range(2)]
    ids = [response.headers["x-request-id"] for response in responses]
    assert all(re.fullmatch(r"req_[0-9a-f]{32}", found) for found in ids)
    assert ids[0] != ids[1]
    assert responses[0].json()["id"] == ids[0].replace("req_", "chatcmpl-")


def test_a_direct_answer_costs_no_tokens_and_tells_its_route(serve: Serve) -> None:
    body = serve().post(json=BODY).json()
    assert body["usage"] == {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    route = body["metrics"]["ha_route"]
    assert route.pop("prepare_ms") >= 0
    assert route == {"route": "direct", "backend_model": None, "inference_calls": 0}
    assert body["metrics"]["ha_path"] == ["received", "boundary", "classify", "deterministic", "validate", "answered"]
    assert "ha_intent" not in body["metrics"]
    assert "ha_plan" not in body["metrics"]


async def says_little(turn: Turn) -> None:
    turn.pieces.append(RawPiece({}))


def test_a_generated_answer_has_the_backends_usage_and_route(serve: Serve) -> None:
    body = serve(Machine(Answer(text="Hm.", usage=USAGE), asks_model=True, generate=says_little)).post(json=BODY).json()
    assert body["usage"] == {"prompt_tokens": 120, "completion_tokens": 7, "total_tokens": 127}
    route = body["metrics"]["ha_route"]
    assert (route["route"], route["backend_model"], route["inference_calls"]) == ("llm", PHYSICAL, 1)
    assert "generate" in body["metrics"]["ha_path"]


def test_an_answer_about_a_picture_is_of_the_vision_route(serve: Serve) -> None:
    def sees(turn: Turn) -> None:
        turn.has_image = True

    body = serve(Machine(Answer(text="A cat."), generate=says_little, classify=sees)).post(json=BODY).json()
    assert body["metrics"]["ha_route"]["route"] == "vlm"


def test_what_was_understood_is_told(serve: Serve) -> None:
    def recognises(turn: Turn) -> None:
        turn.recognition = Recognition(
            request="turn on the lamp",
            intent="HassTurnOn",
            recogniser="hassil",
            language="en",
            slots={"name": "Lamp", "odd": complex(1, 2)},
            evidence=(Evidence("exact", "the lamp", "Lamp"),),
            candidates=("Lamp",),
            milliseconds=1.5,
        )
        turn.metrics["ha_verify"] = {"attempt": 1}

    metrics = serve(Machine(classify=recognises)).post(json=BODY).json()["metrics"]
    assert metrics["ha_intent"]["intent"] == "HassTurnOn"
    assert metrics["ha_intent"]["slots"]["name"] == "Lamp"
    assert metrics["ha_intent"]["candidates"] == ["Lamp"]
    assert metrics["ha_plan"]["kind"] == "reply"
    assert metrics["ha_plan"]["evidence"] == [{"kind": "exact", "said": "the lamp", "found": "Lamp", "score": 100.0}]
    assert metrics["ha_verify"] == {"attempt": 1}


def test_what_a_physical_model_said_is_passed_through_untouched(serve: Serve) -> None:
    raw = {
        "id": "theirs",
        "choices": [{"message": {"content": "hi", "reasoning": None}, "x": 1}],
        "usage": {"odd": True},
        "ü": 1.5,
    }
    response = serve(Machine(Answer(raw=raw), generate=says_little)).post(json=BODY | {"model": PHYSICAL})
    assert response.json() == raw
    assert response.headers["x-request-id"]
