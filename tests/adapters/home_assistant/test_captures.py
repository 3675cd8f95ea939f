"""Everything that real Home Assistants sent is understood: every entity, area, tool and result of the captured requests."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from ha_assist.adapters.home_assistant.house import parse_house
from ha_assist.adapters.home_assistant.results import parse_result
from ha_assist.adapters.home_assistant.tools import offered_tools, problems
from ha_assist.adapters.home_assistant.types import ActionResult, ErrorResult, House, LiveContextResult
from ha_assist.adapters.openai.wire import ChatRequest

REQUESTS = Path(__file__).parents[2] / "requests"
CAPTURES = {
    version: [
        msgspec.convert(json.loads(line)["body"], ChatRequest)
        for line in (REQUESTS / f"ha-{version}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    for version in ("2025.4-chat", "2026.10-llama_cpp")
}
EVERY = [
    pytest.param(request, id=f"{version}-{number}")
    for version, requests in CAPTURES.items()
    for number, request in enumerate(requests)
]

ROW = re.compile(r"^- names: (.*)\n  domain: (.*)(?:\n  areas: (.*))?$", re.MULTILINE)
AREAS = {"Kitchen", "Living Room, Lounge", "Hallway", "Garage", "Office", "Master Bedroom", "Guest Room", "Bathroom", "Terrace"}
TONE = {
    "2025.4-chat": "Answer in plain text. Keep it simple and to the point.",
    "2026.10-llama_cpp": "Respond simply and to the point in plain text.",
}


def system(request: ChatRequest) -> list[str]:
    return [message.text for message in request.messages if message.role == "system"]


def house_of(request: ChatRequest) -> House:
    return parse_house(system(request))


@pytest.mark.parametrize("request_", EVERY)
def test_every_entity_and_area_is_read(request_: ChatRequest) -> None:
    house = house_of(request_)
    read = [(entity.names.joined, entity.domain, entity.area.joined if entity.area else "") for entity in house.entities]
    assert read == ROW.findall(system(request_)[0])
    assert len(read) == 29
    assert {area.names.joined for area in house.areas} == AREAS
    assert house.listed
    assert not house.timers


@pytest.mark.parametrize("version", CAPTURES)
def test_only_the_users_instructions_are_left(version: str) -> None:
    instructions = (
        f"You are a voice assistant for Home Assistant.\nAnswer questions about the world truthfully.\n{TONE[version]}",
    )
    assert {house_of(request).instructions for request in CAPTURES[version]} == {instructions}


def test_only_the_old_version_tells_the_time() -> None:
    assert house_of(CAPTURES["2025.4-chat"][0]).time == "Current time is 17:43:42. Today's date is 2026-11-30."
    assert house_of(CAPTURES["2026.10-llama_cpp"][0]).time is None


@pytest.mark.parametrize("version", CAPTURES)
def test_the_satellite_in_the_kitchen_is_known(version: str) -> None:
    satellites = [(house.satellite_area, house.satellite_floor) for house in map(house_of, CAPTURES[version])]
    assert satellites == [("Kitchen", "Ground Floor") if number in (10, 11) else (None, None) for number in range(28)]
    kitchen = next(area for area in house_of(CAPTURES[version][10]).areas if area.names.display == "Kitchen")
    assert kitchen.floor == "Ground Floor"


@pytest.mark.parametrize("request_", EVERY)
def test_every_tool_is_known_as_has(request_: ChatRequest) -> None:
    tools = offered_tools(request_.tools)
    assert [tool.name for tool in tools] == [tool.function.name for tool in request_.tools or []]
    assert all(tool.intent is not None and tool.name.split("__")[-1] == tool.intent for tool in tools)


@pytest.mark.parametrize("version", CAPTURES)
def test_every_call_is_checked_against_its_schema(version: str) -> None:
    wrong: dict[str, Any] = {}
    for request in CAPTURES[version]:
        tools = {tool.name: tool for tool in offered_tools(request.tools)}
        for call in (call for message in request.messages for call in message.tool_calls or []):
            assert isinstance(call.function.arguments, str)
            if found := problems(tools[call.function.name], json.loads(call.function.arguments)):
                wrong[call.function.arguments] = found
    # the capture has one call that HA refused, with a brightness of 300
    assert [list(map(str, found)) for found in wrong.values()] == [["brightness: 300 is greater than the maximum of 100"]]


def independently(content: str) -> Any:
    """The content of a result, read the plain way."""
    value = json.loads(content)
    return value["data"] if set(value) == {"data", "error"} else value


RESULTS = sorted(
    {
        message.text
        for requests in CAPTURES.values()
        for request in requests
        for message in request.messages
        if message.role == "tool"
    }
)


@pytest.mark.parametrize("content", RESULTS, ids=range(len(RESULTS)))
def test_every_result_is_read(content: str) -> None:
    value, result = independently(content), parse_result(content)
    if "response_type" in value:
        assert isinstance(result, ActionResult)
        assert result.response_type == value["response_type"]
        targets = [{"name": target.name, "type": target.type, "id": target.id} for target in result.success]
        assert targets == value["data"]["success"]
        assert result.failed == ()
    elif "error" in value:
        assert isinstance(result, ErrorResult)
        assert (result.code, result.text) == (
            (value["error"], value["error_text"]) if "error_text" in value else ("", value["error"])
        )
    else:
        assert isinstance(result, LiveContextResult)
        rows = yaml.load(value["result"].split("\n", 1)[1], yaml.CBaseLoader)
        assert [
            {
                "names": entity.names.joined,
                "domain": entity.domain,
                "state": entity.state,
                **({"areas": entity.area.joined} if entity.area else {}),
                **({"attributes": {key: text or "" for key, text in entity.attributes.items()}} if entity.attributes else {}),
            }
            for entity in result.entities
        ] == rows


def test_the_captures_hold_every_kind_of_result() -> None:
    assert {type(parse_result(content)) for content in RESULTS} == {ActionResult, ErrorResult, LiveContextResult}
