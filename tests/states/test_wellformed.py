"""A request that nobody can mean is refused with the place of what is wrong; what Home Assistant sends never is."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from ha_assist.adapters.openai.wire import ChatRequest
from ha_assist.states.wellformed import wrong

REQUESTS = Path(__file__).parents[1] / "requests"
HELLO = {"role": "user", "content": "hello"}
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}


def request(**fields: Any) -> ChatRequest:
    return msgspec.convert({"model": "HA-Assist", "messages": [HELLO], **fields}, ChatRequest)


def saying(*parts: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": list(parts)}]}


def tool(name: str, parameters: Any = None, **more: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "parameters": parameters}, **more}


def in_format(kind: Any, **more: Any) -> dict[str, Any]:
    return {"response_format": {"type": kind, **more}}


@pytest.mark.parametrize(
    ("fields", "param", "code"),
    [
        ({"messages": []}, "messages", None),
        (saying({"type": "input_audio", "input_audio": {"data": ""}}), "messages[0].content[0].type", "invalid_value"),
        (saying({"type": "text", "text": "see"}, {"type": "file"}), "messages[0].content[1].type", "invalid_value"),
        (saying({"type": "text"}), "messages[0].content[0].text", None),
        (saying({"type": "image_url"}), "messages[0].content[0].image_url", None),
        (saying(), "messages[0].content", None),
        ({"messages": [HELLO, {"role": "user", "content": "  \n"}]}, "messages[1].content", None),
        ({"tools": [tool("a"), tool("b"), tool("a")]}, "tools[2].function.name", None),
        ({"tools": [tool("a", type="retrieval")]}, "tools[0].type", "invalid_value"),
        ({"tools": [tool("a"), tool("b", {"type": "objekt"})]}, "tools[1].function.parameters", "invalid_function_parameters"),
        (in_format("xml"), "response_format.type", "invalid_value"),
        (in_format(None), "response_format.type", "invalid_value"),
        (in_format("json_schema"), "response_format.json_schema", None),
        (in_format("json_schema", json_schema={"schema": []}), "response_format.json_schema.schema", None),
        (in_format("json_schema", json_schema={"schema": {"required": "x"}}), "response_format.json_schema.schema", None),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, Any], param: str, code: str | None) -> None:
    found = wrong(request(**fields))
    assert found is not None
    assert (found.param, found.code) == (param, code)
    assert found.message


@pytest.mark.parametrize(
    "fields",
    [
        saying("hello", {"type": "text", "text": "world"}),
        saying(PICTURE),
        {"messages": [{"role": "user", "content": ""}, HELLO]},
        {"messages": [HELLO, {"role": "assistant", "content": [{"type": "refusal"}]}, HELLO]},
        {"messages": [HELLO, {"role": "assistant", "content": ""}, HELLO]},
        {"tools": [tool("a"), tool("b", {}), tool("c", {"type": "object", "properties": {"x": {"type": ["string", "null"]}}})]},
        in_format("text"),
        in_format("json_object"),
        in_format("json_schema", json_schema={"name": "x"}),
        in_format("json_schema", json_schema={"name": "x", "schema": {"type": "object"}}),
    ],
)
def test_what_can_be_meant_passes(fields: dict[str, Any]) -> None:
    assert wrong(request(**fields)) is None


@pytest.mark.parametrize("capture", ["ha-2025.4-chat.jsonl", "ha-2026.10-llama_cpp.jsonl"])
def test_what_home_assistant_sends_passes(capture: str) -> None:
    for line in (REQUESTS / capture).read_text(encoding="utf-8").splitlines():
        body = json.loads(line)["body"]
        assert wrong(msgspec.convert({**body, "model": "HA-Assist"}, ChatRequest, strict=False)) is None
