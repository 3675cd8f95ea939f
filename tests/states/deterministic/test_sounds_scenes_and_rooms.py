"""What is switched, set and started where the words alone leave it open: sounds, scenes, robots, numbers for a room."""

from told import MILL, MORE, Expected, call, calls, heats, house, moves, off, official_calls, on, row, shines, table, within

KITCHEN = within(MILL, "Kitchen")
RADIO = "Kitchen Radio"
LOFT = house(
    {
        "Lounge": ["media_player/tv: Big Screen", "media_player/speaker: Shelf Speaker", "light: Corner Lamp", "vacuum: Rosie"],
        "Bath": ["light: Mirror Light", "climate: Bath Heater"],
        "": ["script: Movie Time, Cinema", "scene: Good Morning", "light: Dinner", "lawn_mower: Shaun", "media_player: Stereo"],
    },
    "Lounge",
)


@table(
    row("turn the sound off", call("HassMediaPlayerMute", "media_player", RADIO)),
    row("sound on", call("HassMediaPlayerUnmute", "media_player", RADIO)),
    row("turn the television sound off", call("HassMediaPlayerMute", "media_player", "Television")),
    row("turn the volume off", call("HassMediaPlayerMute", "media_player", RADIO)),
    row("music off", call("HassMediaPause", "media_player", RADIO)),
    row("turn the radio off", off("media_player", RADIO)),
    row("turn off the kitchen radio", off("media_player", RADIO)),
    row("play the song again", call("HassMediaPrevious", "media_player", RADIO)),
    row("turn the brightness off"),
    row("don't turn the sound off"),
)
def test_who_silences_a_player_does_not_cut_its_power(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, KITCHEN) == expected


@table(
    row("movie time", on("script", "Movie Time")),
    row("cinema", on("script", "Cinema")),
    row("movie time script please", on("script", "Movie Time")),
    row("good morning", on("scene", "Good Morning")),
    # Other things are not called, but switched.
    row("dinner"),
    row("corner lamp"),
    # A part of the name, or more than the name, says something else.
    row("movie"),
    row("is it movie time"),
    row("no movie time"),
    row("movie time in the bath"),
    row("turn off the corner lamp, good morning"),
)
def test_a_scene_or_a_script_is_called_by_its_whole_name(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, LOFT, tools=MORE) == expected


@table(
    row("close the river blind to 40 percent", moves("River Blind", to=40)),
    row("close the river blind halfway", moves("River Blind", to=50)),
    row("open the irrigation to 30", call("HassSetPosition", "valve", "Irrigation", position=30)),
    row("start the irrigation", on("valve", "Irrigation")),
    row("stop the irrigation", off("valve", "Irrigation")),
    row("set the temperature of the desk lamp to warm white", shines("Desk Lamp", temperature=2700)),
    row("desk lamp temperature 4000", shines("Desk Lamp", temperature=4000)),
    row("study fan 60", call("HassFanSetSpeed", "fan", "Study Fan", percentage=60)),
    row("fan 60 percent", call("HassFanSetSpeed", "fan", "Study Fan", percentage=60)),
    row("cool the bedroom down to 18", heats(18, "Bedroom Thermostat")),
    row("set the desk lamp to about a quarter", shines("Desk Lamp", brightness=25)),
    # A level of the fan, and how much of the way: neither is a percentage.
    row("fan 3"),
    row("close the river blind 40 percent"),
    row("close the river blind to 100 percent"),
)
def test_values_said_in_other_ways(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@table(
    row("set the bedroom to 19", heats(19, "Bedroom Thermostat")),
    row("turn the living room up to 46"),
    row("turn the living room down to 20 percent"),
    row("turn the living room to 95"),
)
def test_a_number_for_a_room_is_a_value_only_where_one_thing_can_be_meant(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected
    assert expected or official_calls(sentence, MILL) == []


@table(
    row("pause the lounge", call("HassMediaPause", "media_player", area="Lounge")),
    row("next song in the lounge", call("HassMediaNext", "media_player", area="Lounge")),
    row("turn the volume in the lounge down", call("HassSetVolumeRelative", area="Lounge", volume_step="down")),
    # One of them is called so, or neither.
    row("pause the speaker in the lounge", call("HassMediaPause", "media_player", "Shelf Speaker")),
    row("pause the bath"),
    row("turn on the television", on("media_player", "Big Screen")),
)
def test_of_several_players_in_a_room_home_assistant_knows_which_one_plays(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, LOFT) == expected


def test_a_stereo_is_no_television() -> None:
    home = house({"Lounge": ["media_player: Stereo", "media_player: Lounge Player"], "Bath": ["light: Mirror Light"]})
    assert calls("turn off the television", house({"Lounge": ["media_player: Stereo"]})) == []
    assert calls("turn off the television", home) == []
    assert calls("turn off the television", house({"Lounge": ["media_player: Chromecast"]})) == [
        off("media_player", "Chromecast")
    ]


@table(
    row("start the vacuum in the bath", call("HassVacuumCleanArea", area="Bath")),
    row("start rosie in the lounge", call("HassVacuumCleanArea", name="Rosie", area="Lounge")),
    row("start the vacuum", call("HassVacuumStart", "vacuum", "Rosie")),
    row("dock the vacuum in the bath"),
)
def test_a_vacuum_that_is_started_in_a_room_cleans_it(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, LOFT) == expected


@table(
    row("cancel mowing the lawn", call("HassLawnMowerDock")),
    row("return to base"),
)
def test_the_official_grammar_means_the_only_robot_that_can_be_meant(sentence: str, expected: list[Expected]) -> None:
    assert official_calls(sentence, LOFT, tools=MORE) == expected
    alone = house({"Garden": ["lawn_mower: Shaun"]})
    assert official_calls(sentence, alone, tools=MORE) == [call("HassLawnMowerDock")]
