"""What words could be taken for, and do not mean: none of it is done."""

import pytest
from ha_assist.adapters.openai.wire import ChatRequest, Message
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Calls, Turn
from ha_assist.states.deterministic.handler import deterministic
from ha_assist.states.services import Services
from told import MILL, MORE, Expected, call, calls, done, house, moves, named_calls, off, on, problem, row, shines, table, within

KITCHEN = within(MILL, "Kitchen")
HOME = house(
    {
        "Play Room": ["light: Light 1", "light: Light 2", "valve: Zone 3", "media_player/speaker: Soundbar", "light: Buddy"],
        "Light Well": ["light: Skylight Strip", "media_player: Play Radio"],
        "Hall": ["cover/garage: Big Door", "lock: Bolt"],
        "": ["scene: Bedtime", "scene: Too Cold", "script: Stop Everything", "vacuum: Downstairs Vacuum", "vacuum: Rosie"],
    },
    "Play Room",
)


@table(
    row("turn up the lights in the garage"),
    row("close the light in the garage"),
    row("louder in the garage"),
    row("stop the music in the garage"),
    row("heat up the garage"),
    row("set the garage to 20"),
    row("open the garage", on("cover", "Garage Door")),
    row("light up the garage", on("light", area="Garage")),
)
def test_a_door_is_not_what_is_meant_by_something_else_in_the_garage(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, KITCHEN) == expected


@table(
    row("heat the river blind to 20"),
    row("dim the river blind to 20"),
    row("make the garage door quieter"),
    row("make the garage door louder"),
    row("cool the desk lamp to 18"),
    row("set the river blind to 20", moves("River Blind", to=20)),
    row("dim the desk lamp to 20", shines("Desk Lamp", brightness=20)),
)
def test_a_verb_that_is_for_one_kind_of_thing_does_nothing_to_others(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, KITCHEN) == expected


def test_nor_to_what_was_spoken_of() -> None:
    assert calls("heat it to 20", MILL, earlier=done(on("light", "Desk Lamp"))) == []


@table(
    row("garage door 10"),
    row("irrigation 10"),
    row("open the irrigation to 10 percent", call("HassSetPosition", "valve", "Irrigation", position=10)),
    row("open the garage to 20 percent", moves("Garage Door", to=20)),
    row("river blind 20", moves("River Blind", to=20)),
)
def test_no_bare_number_lets_water_run_or_somebody_in(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, KITCHEN) == expected


@table(
    row("the garage door open"),
    row("garage door open"),
    row("open the garage door", on("cover", "Garage Door")),
    row("open the garage door please", on("cover", "Garage Door")),
)
def test_what_is_open_may_only_be_told(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, KITCHEN) == expected


@table(
    row("light 1 and 3 on"),
    row("light 1 and 2 on", on("light", "Light 1"), on("light", "Light 2")),
    row("turn on lights 1 to 20"),
    row("set light 1 to 20", shines("Light 1", brightness=20)),
    row("turn on everything"),
    row("turn on cold"),
    row("start the night"),
    row("turn off downstairs"),
    row("dock the downstairs vacuum", call("HassVacuumReturnToBase", "vacuum", "Downstairs Vacuum")),
    row("clean up your room"),
    row("clean the room", call("HassVacuumCleanArea", area="Play Room")),
    row("turn on the light well"),
    row("open both doors"),
    row("turn off the radio", off("media_player", "Play Radio")),
    row("again"),
    row("the movie again"),
)
def test_parts_of_names(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, HOME, tools=MORE) == expected


@table(
    row("bedtime", on("scene", "Bedtime")),
    row("bedtime please", on("scene", "Bedtime")),
    row("it's bedtime"),
    row("this bedtime"),
    row("so bedtime"),
    row("at bedtime"),
    row("bedtime?"),
)
def test_a_scene_is_called_by_its_name_and_not_spoken_of(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, HOME, tools=MORE) == expected


def test_stop_means_what_was_started() -> None:
    sent = done(call("HassVacuumStart", "vacuum", "Dobby Attic"))
    assert calls("stop", KITCHEN, earlier=sent) == [call("HassVacuumReturnToBase", "vacuum", "Dobby Attic")]
    assert problem("stop", KITCHEN, earlier=done(on("light", "Desk Lamp"))).kind == "undoable"


def test_somebody_who_is_called_is_not_their_room() -> None:
    home = house({"Milly's Room": ["light: Moon Lamp"], "Hall": ["light: Hall Light"]})
    assert calls("milly, turn off the light", home) == []


async def acts(sentence: str, home=HOME) -> list[Expected]:
    request = ChatRequest("HA-Assist", [Message("user", sentence)])
    turn = Turn(b"", request=request, house=home, tools=MORE, sentence=sentence, languages=("en",))
    await deterministic(turn, Services(Settings(settings=Assist())))
    return named_calls(turn.plan.calls, MORE) if isinstance(turn.plan, Calls) else []


@pytest.mark.parametrize(
    "sentence",
    [
        "set a timer for ten minutes and then turn off light 1",
        "turn on light 1, set a timer for ten minutes and then turn off light 1",
        "set a timer for ten minutes, after that turn off light 1",
        "the ten minute timer",
        "the countdown of ten minutes",
        "bedtime in ten minutes",
    ],
)
async def test_what_comes_after_a_timer_is_not_done_now(sentence: str) -> None:
    assert await acts(sentence) == []


async def test_what_goes_with_a_timer_is() -> None:
    assert await acts("set a timer for ten minutes and turn off light 1") == [
        call("HassStartTimer", minutes=10),
        off("light", "Light 1"),
    ]


@pytest.mark.parametrize(
    "sentence",
    ["i need to talk to sarah", "get flowers to sarah", "pop over to sarah", "we need to go to the party", "cross off the party"],
)
async def test_lists_are_not_told_what_is_said_of_people(sentence: str) -> None:
    home = house({"": ["todo: Sarah", "todo: Party", "todo: Groceries"]})
    assert await acts(sentence, home) == []
    assert await acts("add cake to the party list", home) == [call("HassListAddItem", item="cake", name="Party")]
