"""The benchmark's homes are read as Home Assistant's are."""

import json
from pathlib import Path

import pytest
from generated_homes import request, sentences, things
from ha_assist.adapters.home_assistant.house import parse_house

CAPTURE = Path(__file__).parents[1] / "requests" / "ha-2026.10-llama_cpp.jsonl"


@pytest.mark.parametrize("size", [30, 300, 2000])
def test_a_generated_home_is_read_back_as_it_is(size):
    with CAPTURE.open(encoding="utf-8") as lines:
        captured = next(body for body in (json.loads(line)["body"] for line in lines) if body["messages"][0]["role"] == "system")
    home = things(size)
    body = request(captured, home, "turn on the lights")

    house = parse_house([body["messages"][0]["content"]])

    found = {(entity.names.display, entity.domain, entity.area.display) for entity in house.entities if entity.area}
    assert found == {(thing.name, thing.domain, thing.area) for thing in home}
    assert len(found) == size
    assert body["messages"][1:] == [{"role": "user", "content": "turn on the lights"}]
    assert body["tools"] == captured["tools"]


def test_the_sentences_are_about_what_is_there():
    home = things(300)
    said = list(sentences(home))
    assert len(said) == len(set(said))
    assert any(thing.name.lower() in said[0] for thing in home if thing.domain == "light")


def test_there_is_a_largest_home():
    with pytest.raises(ValueError, match="no home of more than 2730 entities"):
        things(10_000)
