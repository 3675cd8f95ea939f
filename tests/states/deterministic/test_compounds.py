"""Several things in one sentence: every part is understood on its own, or nothing is done."""

import pytest
from told import MILL, MORE, Expected, call, calls, heats, moves, not_yet, off, on, problem, row, shines, table, within

LAMP, PIANO, FAN = "Desk Lamp", "Piano Light", "Study Fan"


@table(
    row("turn on the desk lamp and the study fan", on("light", LAMP), on("fan", FAN)),
    row("turn on the desk lamp, the piano light and the hob light",
        on("light", LAMP), on("light", PIANO), on("light", "Hob Light")),
    row("turn the desk lamp and the study fan off", off("light", LAMP), off("fan", FAN)),
    row("desk lamp and study fan off", off("light", LAMP), off("fan", FAN)),
    row("start the vacuum and the lawn mower", call("HassVacuumStart", "vacuum", "Dobby Attic"),
        call("HassLawnMowerStartMowing", "lawn_mower", "Shaun")),
    row("open the river and street blinds", on("cover", "River Blind"), on("cover", "Street Blind")),
)  # fmt: skip
def test_a_shared_verb(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, tools=MORE) == expected


@table(
    row("turn on the desk lamp and turn off the study fan", on("light", LAMP), off("fan", FAN)),
    row("turn the desk lamp on and the study fan off", on("light", LAMP), off("fan", FAN)),
    row("turn off the desk lamp and then close the river blind", off("light", LAMP), off("cover", "River Blind")),
    row("lock the door and close the garage door",
            on("lock", "Front Door"), off("cover", "Garage Door")),
    row("close the garage door and lock the door",
            off("cover", "Garage Door"), on("lock", "Front Door")),
    row("lock the front door, close the garage door", on("lock", "Front Door"), off("cover", "Garage Door")),
    row("turn on the lights in the kitchen and close the blinds in the living room",
        on("light", area="Kitchen"), off("cover", area="Living Room")),
    row("turn up the television and turn down the kitchen radio",
        call("HassSetVolumeRelative", name="Television", volume_step="up"),
        call("HassSetVolumeRelative", name="Kitchen Radio", volume_step="down")),
    row("turn the lights off in the study and lock the door", off("light", area="Study"), on("lock", "Front Door")),
)  # fmt: skip
def test_several_commands(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@table(
    row("turn on the lights in the kitchen and the study", on("light", area="Kitchen"), on("light", area="Study")),
    row("turn on the lights in the kitchen, the study and the bedroom",
        on("light", area="Kitchen"), on("light", area="Study"), on("light", area="Bedroom")),
    row("turn off the lights and the radio in the kitchen", off("light", area="Kitchen"), off("media_player", "Kitchen Radio")),
    row("turn off the television and the lights in the kitchen", off("media_player", "Television"), off("light", area="Kitchen")),
    row("turn on the fan and the light in the study", on("fan", FAN), on("light", area="Study")),
    row("in the kitchen, turn on the lights", on("light", area="Kitchen")),
    row("in the kitchen turn on the lights and in the study turn on the fan", on("light", area="Kitchen"), on("fan", FAN)),
    row("lights in the kitchen off and in the study on", off("light", area="Kitchen"), on("light", area="Study")),
    row("turn everything off in the study and the kitchen",
        call("HassTurnOff", ["light", "switch", "fan"], area="Study"),
        call("HassTurnOff", ["light", "switch", "media_player"], area="Kitchen")),
)  # fmt: skip
def test_shared_targets_and_places(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@table(
    row("set the desk lamp to 30 and the piano light to 50", shines(LAMP, brightness=30), shines(PIANO, brightness=50)),
    row("set the desk lamp and the piano light to 50 percent", shines(LAMP, brightness=50), shines(PIANO, brightness=50)),
    row("set the desk lamp to 30 percent and turn on the study fan", shines(LAMP, brightness=30), on("fan", FAN)),
    row("turn on lamp 2 and set the desk lamp to 20", on("light", "Lamp 2"), shines(LAMP, brightness=20)),
    row("set the bedroom to 19 and the living room to 21", heats(19, "Bedroom Thermostat"), heats(21, "Living Room Radiator")),
    row("set the temperature in the bedroom and the living room to 20",
        heats(20, "Bedroom Thermostat"), heats(20, "Living Room Radiator")),
    row("set the river blind to 20 percent and open the street blind", moves("River Blind", to=20), on("cover", "Street Blind")),
    row("turn the desk lamp off and set the bedroom to 19",
            off("light", LAMP), heats(19, "Bedroom Thermostat")),
    row("turn off the lights in the kitchen and set the bedroom to 19",
            off("light", area="Kitchen"), heats(19, "Bedroom Thermostat")),
    row("lock the door, turn everything off downstairs and set the bedroom to 19",
            on("lock", "Front Door"),
            call("HassTurnOff", ["light", "switch", "fan", "media_player", "input_boolean"], floor="downstairs"),
            heats(19, "Bedroom Thermostat")),
)  # fmt: skip
def test_values_of_several_parts(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@table(
    row("turn on the desk lamp and set it to 30 percent", on("light", LAMP), shines(LAMP, brightness=30)),
    row("turn on the desk lamp and make it blue", on("light", LAMP), shines(LAMP, color="blue")),
    row("pause the television and turn it off",
        call("HassMediaPause", "media_player", "Television"), off("media_player", "Television")),
    row("turn on the lights in the kitchen and set them to 40 percent",
        on("light", area="Kitchen"), shines(area="Kitchen", brightness=40)),
    row("turn on the desk lamp and open it"),
    row("close the garage door and lock it"),
)  # fmt: skip
def test_a_pronoun_within_the_sentence(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


KITCHEN = within(MILL, "Kitchen")


@table(
    row("turn on the fan and set it to 50 percent", on("fan", FAN), call("HassFanSetSpeed", "fan", FAN, percentage=50)),
    row("pause and mute the television",
            call("HassMediaPause", "media_player", "Television"), call("HassMediaPlayerMute", "media_player", "Television")),
    row("unlock and open the garage door"),
    not_yet("'lock' is read as a noun, and its command is lost", "lock and unlock the front door"),
    row("turn on the desk lamp and set the brightness to 50",
            on("light", LAMP), shines(LAMP, brightness=50)),
    row("set the desk lamp to 50 and the color to red",
            shines(LAMP, brightness=50), shines(LAMP, color="red")),
)  # fmt: skip
def test_verbs_and_values_that_share_a_target(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, KITCHEN) == expected


@table(
    row("turn on the desk lamp and turn on the desk lamp", on("light", LAMP)),
    row("turn on the desk lamp then turn off the desk lamp", on("light", LAMP), off("light", LAMP)),
    row("turn on the desk lamp, turn off the desk lamp and turn on the desk lamp",
            on("light", LAMP), off("light", LAMP), on("light", LAMP)),
)  # fmt: skip
def test_the_order_is_kept_and_nothing_is_said_twice(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@pytest.mark.parametrize(
    "second",
    [
        "the flux capacitor",
        "banana",
        "is the fan on",
        "don't turn on the fan",
        "tell me a joke",
        "turn on the fan when I come home",
        "set the river blind to 140 percent",
        "open the front door",
        "the desk lamp in ten minutes",
        "order a pizza",
    ],
)
def test_one_part_that_is_not_understood_stops_all(second: str) -> None:
    assert calls("turn on the desk lamp", MILL) != []
    assert calls(f"turn on the desk lamp and {second}", MILL) == []
    assert calls(f"{second} and turn on the desk lamp", MILL) == []


def test_one_part_that_is_not_unique_is_asked_about() -> None:
    assert problem("turn on the desk lamp and the bedside lamp", MILL).kind == "ambiguous"
    assert problem("turn on the kitchen light and then close the blinds", MILL).kind == "which_area"


def test_the_speakers_room_completes_every_part() -> None:
    made = calls("turn off the lights and close the blind", KITCHEN)
    assert made == [off("light", area="Kitchen"), off("cover", "Kitchen Blind")]
