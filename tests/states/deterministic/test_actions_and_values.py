"""What can be done: every action of Home Assistant, and the values that go with it."""

import pytest
from told import MILL, MORE, NOW, THEN, Expected, call, calls, heats, house, moves, off, on, row, shines, table, without

LAMP = "Desk Lamp"
TV = "Television"


def plays(intent: str, name: str | None = None, **slots: object) -> Expected:
    return call(intent, "media_player", name, **slots)


def volume(step: str | int, name: str | None = None) -> Expected:
    return call("HassSetVolumeRelative", None, name, volume_step=step)


@table(
    row("turn on the kettle", on("switch", "Kettle")),
    row("turn the kettle off", off("switch", "Kettle")),
    row("switch off the kettle", off("switch", "Kettle")),
    row("kettle off", off("switch", "Kettle")),
    row("desk lamp on please", on("light", LAMP)),
    row("kill the lights in the kitchen", off("light", area="Kitchen")),
    row("turn on the bedroom thermostat", on("climate", "Bedroom Thermostat")),
    row("open the river blind", on("cover", "River Blind")),
    row("close the river blind", off("cover", "River Blind")),
    row("raise the river blind", on("cover", "River Blind")),
    row("lower the river blind", off("cover", "River Blind")),
    row("stop the river blind", call("HassStopMoving", "cover", "River Blind")),
    row("stop the blinds in the living room", call("HassStopMoving", "cover", area="Living Room")),
    row("open the irrigation", on("valve", "Irrigation")),
    row("turn off the irrigation", off("valve", "Irrigation")),
    row("start the irrigation", on("valve", "Irrigation")),
    row("stop the irrigation", off("valve", "Irrigation")),
    row("lock the front door", on("lock", "Front Door")),
    row("unlock the front door", off("lock", "Front Door")),
    row("press the doorbell chime", on("button", "Doorbell Chime")),
    row("activate movie night", on("scene", "Movie Night")),
    row("turn on movie night", on("scene", "Movie Night")),
    row("start dobby", call("HassVacuumStart", "vacuum", "Dobby Attic")),
    row("send dobby home", call("HassVacuumReturnToBase", "vacuum", "Dobby Attic")),
    row("return the vacuum to its base", call("HassVacuumReturnToBase", "vacuum", "Dobby Attic")),
    row("clean the kitchen", call("HassVacuumCleanArea", area="Kitchen")),
    row("vacuum the kitchen with dobby", call("HassVacuumCleanArea", area="Kitchen", name="Dobby Attic")),
    row("start shaun", call("HassLawnMowerStartMowing", "lawn_mower", "Shaun")),
    row("dock the mower", call("HassLawnMowerDock", "lawn_mower", "Shaun")),
    row("run good night", ("script__good_night", {})),
    row("pause the television", plays("HassMediaPause", TV)),
    row("resume the television", plays("HassMediaUnpause", TV)),
    row("next track on the television", plays("HassMediaNext", TV)),
    row("skip this song on the kitchen radio", plays("HassMediaNext", "Kitchen Radio")),
    row("previous song on the kitchen radio", plays("HassMediaPrevious", "Kitchen Radio")),
    row("mute the television", plays("HassMediaPlayerMute", TV)),
    row("unmute the television", plays("HassMediaPlayerUnmute", TV)),
    row("pause the music", plays("HassMediaPause")),
    row("next song", plays("HassMediaNext")),
    row("turn up the television", volume("up", TV)),
    row("turn down the volume of the television", volume("down", TV)),
    row("turn down the volume", volume("down")),
    row("louder", volume("up")),
    row("turn the volume of the television down by 10", volume(-10, TV)),
    row("increase the volume by 5 percent on the kitchen radio", volume(5, "Kitchen Radio")),
)  # fmt: skip
def test_actions(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, tools=MORE) == expected


@table(
    row("set the desk lamp to 30 percent", shines(LAMP, brightness=30)),
    row("set the desk lamp to 30%", shines(LAMP, brightness=30)),
    row("set the desk lamp to 30 %", shines(LAMP, brightness=30)),
    row("set the desk lamp to thirty percent", shines(LAMP, brightness=30)),
    row("dim the desk lamp to twenty five percent", shines(LAMP, brightness=25)),
    row("dim the desk lamp to twenty-five percent", shines(LAMP, brightness=25)),
    row("dim the desk lamp to 30", shines(LAMP, brightness=30)),
    row("desk lamp to 30 percent", shines(LAMP, brightness=30)),
    row("turn on the desk lamp at 50 percent", shines(LAMP, brightness=50)),
    row("set the brightness of the desk lamp to 55", shines(LAMP, brightness=55)),
    row("set the desk lamp brightness to 55 percent", shines(LAMP, brightness=55)),
    row("set the desk lamp to half", shines(LAMP, brightness=50)),
    row("set the desk lamp to half brightness", shines(LAMP, brightness=50)),
    row("set the desk lamp to maximum", shines(LAMP, brightness=100)),
    row("set the desk lamp to 0 percent", shines(LAMP, brightness=0)),
    row("set the desk lamp to 100 percent", shines(LAMP, brightness=100)),
    row("set lamp 2 to 40 percent", shines("Lamp 2", brightness=40)),
    row("set the lights in the kitchen to 40 percent", shines(area="Kitchen", brightness=40)),
    row("set the desk lamp to blue", shines(LAMP, color="blue")),
    row("make the desk lamp red", shines(LAMP, color="red")),
    row("set the colour of the desk lamp to dark blue", shines(LAMP, color="darkblue")),
    row("set the kitchen to green", shines(area="Kitchen", color="green")),
    row("set the desk lamp to warm white", shines(LAMP, temperature=2700)),
    row("set the desk lamp to 3000 kelvin", shines(LAMP, temperature=3000)),
    row("set the color temperature of the desk lamp to 3000", shines(LAMP, temperature=3000)),
    row("set the desk lamp to blue at 30 percent", shines(LAMP, color="blue", brightness=30)),
    row("set the desk lamp to 30 percent and blue",
            shines(LAMP, color="blue", brightness=30)),
    row("set the river blind to 40 percent", moves("River Blind", to=40)),
    row("set the position of the river blind to 40", moves("River Blind", to=40)),
    row("open the river blind to 40 percent", moves("River Blind", to=40)),
    row("open the river blind halfway", moves("River Blind", to=50)),
    row("set the irrigation to 50 percent", call("HassSetPosition", "valve", "Irrigation", position=50)),
    row("set the study fan to 60 percent", call("HassFanSetSpeed", "fan", "Study Fan", percentage=60)),
    row("set the fan speed to 60", call("HassFanSetSpeed", "fan", "Study Fan", percentage=60)),
    row("set the television volume to 20 percent", plays("HassSetVolume", TV, volume_level=20)),
    row("set the volume of the television to 20", plays("HassSetVolume", TV, volume_level=20)),
    row("set the bedroom thermostat to 20", heats(20, "Bedroom Thermostat")),
    row("set the bedroom thermostat to 20.5 degrees", heats(20.5, "Bedroom Thermostat")),
    row("set the bedroom thermostat to twenty degrees celsius", heats(20, "Bedroom Thermostat")),
    row("set the bedroom to 19", heats(19, "Bedroom Thermostat")),
    row("set the temperature in the bedroom to 19 degrees", heats(19, "Bedroom Thermostat")),
    row("set the heating in the living room to 21", heats(21, "Living Room Radiator")),
    row("raise the temperature in the bedroom to 22", heats(22, "Bedroom Thermostat")),
)  # fmt: skip
def test_values(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "set the desk lamp to 101 percent",
        "set the desk lamp to 150",
        "set the desk lamp to -5 percent",
        "set the desk lamp to minus 5 percent",
        "set the desk lamp to 20 degrees",
        "set the desk lamp to 100000 kelvin",
        "set the river blind to 140 percent",
        "set the river blind to blue",
        "set the bedroom thermostat to 300",
        "set the bedroom thermostat to 50 percent",
        "set the bedroom thermostat to blue",
        "turn the volume up by 500",
        "set the volume of the television to 120",
        "set the study fan to 3000 kelvin",
        "set the front door to 50 percent",
        "set the desk lamp to 30 percent 40 percent",
        "set the desk lamp to red blue",
        # A number that nothing ties to a setting.
        "set desk lamp 30",
        # No value that the tools could take.
        "dim the desk lamp",
        "increase the brightness of the desk lamp by 10 percent",
        "raise the bedroom thermostat by 2 degrees",
        "turn off the desk lamp to 30 percent",
        "close the river blind 40 percent",
        "close the river blind to 100 percent",
        # What the action makes no sense for.
        "open the desk lamp",
        "lock the desk lamp",
        "pause the kettle",
        "press the desk lamp",
        "lock the garage door",
        "turn on the front door",
        "turn off the front door",
        "activate the front door",
        "open the front door",
        "turn on the study temperature",
    ],
)
def test_what_the_tools_and_the_things_cannot_do_does_not_act(sentence: str) -> None:
    assert calls(sentence, MILL) == []


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [
        ("set the desk lamp to 30 percent", "HassLightSet"),
        ("make the desk lamp blue", "HassLightSet"),
        ("turn on the desk lamp at 30 percent", "HassLightSet"),
        ("turn on the desk lamp and set it to 30 percent", "HassLightSet"),
        ("start the vacuum", "HassVacuumStart"),
        ("set the bedroom to 19", "HassClimateSetTemperature"),
        ("turn on the desk lamp", "HassTurnOn"),
        ("turn everything off in the kitchen", "HassTurnOff"),
        ("stop the river blind", "HassStopMoving"),
        ("turn the volume up by 10", "HassSetVolumeRelative"),
    ],
)
def test_a_tool_that_is_not_offered_is_not_replaced_by_another(sentence: str, missing: str) -> None:
    assert calls(sentence, MILL) != []
    assert calls(sentence, MILL, tools=without(missing, tools=NOW)) == []


def test_what_an_older_home_assistant_does_not_offer_is_not_done() -> None:
    for sentence in ("set the study fan to 50 percent", "stop the river blind", "vacuum the kitchen", "mute the television"):
        assert calls(sentence, MILL, tools=THEN) == []


def test_a_script_that_needs_arguments_is_not_run() -> None:
    assert calls("run announce dinner", MILL, tools=MORE) == []


def test_a_script_is_named_by_its_tool_or_its_description() -> None:
    assert calls("start good night", house({}), tools=MORE) == [("script__good_night", {})]
