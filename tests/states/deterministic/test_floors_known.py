"""Floors that are known: what is on them is what is meant, what is not on them stays, and what is no floor is said to be none."""

import msgspec
import pytest
from ha_assist.adapters.home_assistant.names import exactly
from ha_assist.adapters.home_assistant.types import Floor, House, Named
from told import NOW, Expected, call, calls, heats, house, off, on, problem, row, shines, table

ON_FLOOR = {"Kitchen": "Ground", "Parlour": "Ground", "Garage": "Ground", "Bedroom": "Mezzanine", "Bath": "Mezzanine"}
FLOORS = (Floor(Named("Ground, downstairs", ("Ground", "downstairs"))), Floor(exactly("Mezzanine")), Floor(exactly("Attic")))
ROOMS = {
    "Kitchen": ["light: Hob Light", "cover/blind: Kitchen Blind", "lock: Back Door"],
    "Parlour": [
        "light: Arc Lamp",
        "switch: String Lights",
        "cover/blind: Parlour Blind",
        "climate: Parlour Radiator",
        "media_player: Radio",
    ],
    "Garage": ["cover/garage: Garage Door", "light: Workbench"],
    "Bedroom": ["light: Bedside Lamp", "climate: Bedroom Radiator", "cover/blind: Bedroom Blind"],
    "Bath": ["light: Mirror Light", "fan: Bath Fan"],
    "Shed": ["light: Shed Lamp"],
    "": ["vacuum: Dobby"],
}


def known(home: House, floors: tuple[Floor, ...] | None = FLOORS) -> House:
    """The house, with the floors of its rooms."""
    entities = tuple(
        msgspec.structs.replace(entity, floor=ON_FLOOR.get(entity.area.display) if entity.area else None)
        for entity in home.entities
    )
    return msgspec.structs.replace(home, entities=entities, floors=floors)


HOME = known(house(ROOMS))


@table(
    row("turn off all lights downstairs", off("light", floor="Ground"), off("switch", "String Lights", floor="Ground")),
    row("turn off all the lights on the mezzanine", off("light", floor="Mezzanine")),
    row("set the lights on the mezzanine to 30 percent", shines(brightness=30, floor="Mezzanine")),
    row("turn on the lamp on the mezzanine", on("light", "Bedside Lamp", floor="Mezzanine")),
    row("turn on the fan on the mezzanine", on("fan", "Bath Fan", floor="Mezzanine")),
    row(
        "close all blinds downstairs",
        off("cover", "Kitchen Blind", floor="Ground"),
        off("cover", "Parlour Blind", floor="Ground"),
    ),
    row("turn on the kitchen lights downstairs", on("light", area="Kitchen", floor="Ground")),
    row("set the temperature on the mezzanine to 20", heats(20, "Bedroom Radiator", floor="Mezzanine")),
    row("turn everything off on the mezzanine", call("HassTurnOff", floor="Mezzanine", domain=["light", "fan"])),
)
def test_what_is_on_a_floor_is_meant(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, HOME) == expected


@pytest.mark.parametrize("sentence", ["turn off the lights in the basement", "open the blinds on the third floor"])
def test_a_floor_that_the_house_does_not_have_is_said_to_be_none(sentence: str) -> None:
    found = problem(sentence, HOME)
    assert (found.kind, found.place) == ("unknown_floor", sentence.rpartition("the ")[2])
    assert problem(sentence, known(house(ROOMS), ())).kind == "unknown_floor"


def test_a_floor_with_unknown_names_may_be_called_so() -> None:
    some = (Floor(exactly("Ground"), complete=False), *FLOORS[1:])
    assert calls("turn on the lights upstairs", known(house(ROOMS), some)) == [on("light", floor="upstairs")]


def test_nothing_of_a_kind_on_a_floor_is_said_to_be_so() -> None:
    found = problem("turn on the lights in the attic", HOME)
    assert (found.kind, found.said, found.place) == ("none_there", "lights", "Attic")
    assert problem("turn on the bedroom lights downstairs", HOME).kind == "none_there"


def test_several_of_a_kind_on_a_floor_are_asked_about() -> None:
    assert problem("close the blind downstairs", HOME).candidates == ("Kitchen Blind", "Parlour Blind")


def test_a_named_thing_is_on_the_floor_or_is_not_meant() -> None:
    assert calls("turn on the arc lamp downstairs", HOME) == [on("light", "Arc Lamp", floor="Ground")]
    assert calls("turn on the arc lamp on the mezzanine", HOME) == []


def test_a_tool_without_floors_gets_the_names_of_what_is_there() -> None:
    tools = tuple(
        msgspec.structs.replace(
            tool, parameters={**tool.parameters, "properties": {k: v for k, v in tool.slots.items() if k != "floor"}}
        )
        if tool.intent == "HassTurnOff"
        else tool
        for tool in NOW
    )
    assert calls("turn off all the lights on the mezzanine", HOME, tools=tools) == [
        off("light", "Bedside Lamp"),
        off("light", "Mirror Light"),
    ]
