"""What a thing is known not to be able to do is not done: the context block tells of it, plain Home Assistant does not."""

import msgspec
import pytest
from ha_assist.adapters.home_assistant.names import named
from ha_assist.adapters.home_assistant.types import Entity, House
from ha_assist.states.deterministic.abilities import takes
from told import MILL, Expected, call, calls, heats, row, shines, table

ABLE = {
    "Hob Light": {"supported_color_modes": "onoff"},
    "Sink Light": {"supported_color_modes": ["color_temp"]},
    "Desk Lamp": {"supported_color_modes": "color_temp,hs"},
    "Piano Light": {"supported_color_modes": "brightness"},
    "Bedroom Thermostat": {"min_temp": "7", "max_temp": "25.0"},
}


def told(home: House) -> House:
    entities = tuple(
        msgspec.structs.replace(entity, attributes={**entity.attributes, **ABLE.get(entity.names.display, {})})
        for entity in home.entities
    )
    return msgspec.structs.replace(home, entities=entities)


@table(
    row("dim the hob light to 20 percent"),
    row("set the hob light to red"),
    row("set the piano light to 20 percent", shines("Piano Light", brightness=20)),
    row("make the piano light blue"),
    row("set the piano light to warm white"),
    row("set the sink light to warm white", shines("Sink Light", temperature=2700)),
    row("make the sink light blue"),
    row("make the desk lamp blue", shines("Desk Lamp", color="blue")),
    row("set the bedroom thermostat to 25", heats(25, "Bedroom Thermostat")),
    row("set the bedroom thermostat to 26"),
    row("set the bedroom thermostat to 6"),
    # Nothing is known of it.
    row("make the bubble lamp blue"),
    row("make lamp 2 blue", shines("Lamp 2", color="blue")),
    # Of two lamps, only one can do it.
    row("set the lights in the kitchen to 20 percent", call("HassLightSet", "light", "Sink Light", brightness=20)),
)
def test_known_abilities(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, told(MILL)) == expected


@pytest.mark.parametrize("told_modes", [None, "", "unknown", [], 5, "nonsense"])
def test_what_tells_nothing_forbids_nothing_that_it_may_do(told_modes: object) -> None:
    lamp = Entity(named("Lamp"), "light", attributes={"supported_color_modes": told_modes})
    assert takes(lamp, "brightness", 20)
