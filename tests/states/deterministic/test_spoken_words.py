"""How people really put it: hesitations and politeness, single things of many, alternatives, differences, and what runs."""

from told import (
    MILL,
    MORE,
    Expected,
    call,
    calls,
    heats,
    house,
    moves,
    off,
    on,
    problem,
    reading,
    row,
    shines,
    table,
    within,
)


@table(
    row("um turn on the piano light", on("light", "Piano Light")),
    row("uh could you possibly turn on the piano light", on("light", "Piano Light")),
    row("I was wondering if you could turn on the piano light", on("light", "Piano Light")),
    row("would it be possible to turn on the piano light?", on("light", "Piano Light")),
    row("turn off the piano light if you don't mind", off("light", "Piano Light")),
    row("alright, turn off the piano light now", off("light", "Piano Light")),
    # The condition of somebody who is not merely polite.
    row("turn off the piano light if you are done"),
    row("could the piano light be on"),
)
def test_hesitations_and_politeness_say_nothing(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@table(
    row("I need to turn off the piano light", off("light", "Piano Light")),
    row("I want to set the desk lamp to 30 percent", shines("Desk Lamp", brightness=30)),
    row("I need to mow the lawn"),
    row("I have to clean the kitchen"),
    row("I'd like to vacuum the study"),
    row("vacuum the study", call("HassVacuumCleanArea", area="Study")),
)
def test_what_people_do_themselves_is_no_command(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, tools=MORE) == expected


def test_a_thing_is_one_of_them() -> None:
    assert problem("turn on a light in the kitchen", MILL).candidates == ("Hob Light", "Sink Light")
    assert calls("turn on a light in the study", MILL) == [on("light", "Desk Lamp")]


@table(
    row("turn on the piano light or the arc lamp"),
    row("add milk or cream to groceries"),
    row("add it to groceries"),
    row("add everything to groceries"),
)
def test_what_is_left_open_is_not_chosen(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, tools=MORE) == expected


@table(
    row("dim the desk lamp to 20 percent", shines("Desk Lamp", brightness=20)),
    row("dim the desk lamp 20 percent"),
    row("brighten the desk lamp 20 percent"),
    row("cool the bedroom to 18", heats(18, "Bedroom Thermostat")),
    row("cool the bedroom 5 degrees"),
    row("heat up the bedroom to 20 degrees", heats(20, "Bedroom Thermostat")),
    row("heat the bedroom 2 degrees"),
    row("open the street blind to 40", moves("Street Blind", to=40)),
    # A channel, a station, a mistake.
    row("set the television to 5"),
    row("set the kitchen radio to 98"),
    row("turn the television up to 40", call("HassSetVolume", "media_player", "Television", volume_level=40)),
    row("set the bedroom thermostat to 99"),
)
def test_a_number_is_what_it_is_said_to_be(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@table(
    row("start the kettle", on("switch", "Kettle")),
    row("stop the study fan", off("fan", "Study Fan")),
    row("run the printer", on("switch", "Printer")),
    row("start the desk lamp"),
)
def test_machines_are_started_and_stopped(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


SOUNDS = house({"Den": ["media_player/tv: Samsung"], "Hall": ["media_player/speaker: Stereo", "lock: Front Door", "lock: Porch"]})


@table(
    row("turn on the radio"),
    row("turn off the radio"),
    row("turn on the tv", on("media_player", "Samsung")),
    # What plays there may be music all the same.
    row("pause the music", call("HassMediaPause", "media_player", "Samsung")),
    row("turn off the music", call("HassMediaPause", "media_player", "Samsung")),
    row("turn off the film on the samsung", call("HassMediaPause", "media_player", "Samsung")),
)
def test_a_television_is_no_radio(sentence: str, expected: list[Expected]) -> None:
    alone = house({"Den": ["media_player/tv: Samsung"]})
    assert calls(sentence, alone) == expected


def test_the_radio_is_what_is_none_to_look_at() -> None:
    assert calls("turn on the radio", SOUNDS) == [on("media_player", "Stereo")]


@table(
    row("lock everything", on("lock")),
    row("lock everything in the hall", on("lock", area="Hall")),
    row("unlock everything"),
    row("open everything"),
)
def test_everything_can_be_locked(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, within(SOUNDS, "Den")) == expected


TWINS = house(
    {
        "Main Bedroom": ["light: Left Bedside Lamp", "light: Right Bedside Lamp", "light: Ceiling Light"],
        "Guest Room": ["light: Bedside Lamp", "light: Ceiling Light"],
        "Hallway": ["light: Ceiling Light"],
    }
)


@table(
    row("turn off the bedside lamps", off("light", "Left Bedside Lamp"), off("light", "Right Bedside Lamp")),
    row("turn off the bedside lamps in the main bedroom", off("light", "Left Bedside Lamp"), off("light", "Right Bedside Lamp")),
    row("turn off the left bedside lamp", off("light", "Left Bedside Lamp")),
)
def test_a_plural_is_all_that_are_called_so_in_a_room(sentence: str, expected: list[Expected]) -> None:
    made = calls(sentence, within(TWINS, "Main Bedroom"))
    assert [(intent, {"domain": slots["domain"], "name": slots["name"]}) for intent, slots in made] == expected


def test_a_plural_is_not_spread_over_rooms() -> None:
    assert problem("turn off the bedside lamps", within(TWINS, "Hallway")).kind == "ambiguous"


@table(
    row("turn off the main lights"),
    row("turn off the bedroom lights", off("light", area="Main Bedroom")),
    row("turn off the main bedroom lights", off("light", area="Main Bedroom")),
)
def test_a_describing_word_is_no_room(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, within(TWINS, "Hallway")) == expected


def test_home_is_no_place_to_begin_with() -> None:
    assert reading("home, turn off the lights", within(MILL, "Study")).calls == ()


@table(
    row("thermostat to nineteen and a half degrees", heats(19.5, "Living Room Radiator")),
    row("set the bedroom thermostat to 19 and a half", heats(19.5, "Bedroom Thermostat")),
    row("make it 20 degrees in here", heats(20, "Living Room Radiator")),
    row("thermostat 20", heats(20, "Living Room Radiator")),
    row("piano light 70", shines("Piano Light", brightness=70)),
    # A name, as far as anybody knows.
    row("lamp 12"),
    row("desk lamp 2"),
    row("turn on desk lamp 12"),
)
def test_numbers_as_they_are_spoken(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, within(MILL, "Living Room")) == expected


@table(
    row("turn off the lights in the nursery and on the landing", off("light", area="Nursery"), off("light", area="Landing")),
    row("turn off the lights in the nursery and on in the attic", off("light", area="Nursery"), on("light", area="Attic")),
    row("turn off the nursery lights and on the attic lights", off("light", area="Nursery"), on("light", area="Attic")),
)
def test_a_word_that_leads_a_place_is_no_verb(sentence: str, expected: list[Expected]) -> None:
    rooms = {room: [f"light: {room} One", f"light: {room} Two"] for room in ("Nursery", "Landing", "Attic")}
    assert calls(sentence, house(rooms)) == expected


@table(
    row("street, switch off the kettle"),
    row(
        "the kettle, the desk lamp and the piano light off",
        off("switch", "Kettle"),
        off("light", "Desk Lamp"),
        off("light", "Piano Light"),
    ),
)
def test_a_part_of_a_name_shares_no_verb_over_a_comma(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


def test_a_garage_has_a_door_whatever_its_name() -> None:
    home = house({"Garage": ["cover: Big Door", "light: Garage Light"], "Hall": ["cover: Blind"]})
    assert calls("shut the garage", home) == [off("cover", "Big Door")]


def test_one_of_several_players_is_asked_for() -> None:
    home = house({"A": ["media_player/speaker: One"], "B": ["media_player/speaker: Two"]})
    assert problem("pause the speaker", home).kind == "ambiguous"
    assert calls("pause", home) == [call("HassMediaPause", "media_player")]


def test_a_thing_that_is_nearly_named_is_not_called_unknown() -> None:
    assert problem("switch on the pianu lights", MILL).kind == "unclear_thing"
    assert problem("switch on the zorgon lights", MILL).kind == "unknown_thing"


@table(
    row("turn on the kitchen and hob light"),
    row(
        "turn off the bedroom and nursery bedside lamps",
        off("light", "Bedside Lamp", area="Bedroom"),
        off("light", "Bedside Lamp", area="Nursery"),
    ),
    row("turn off all other lights"),
    row("turn off the rest of the lights in the kitchen"),
    row("turn off everything else in the kitchen"),
)
def test_what_is_meant_besides_is_not_guessed(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@table(
    row("have Dobby vacuum the study", call("HassVacuumCleanArea", area="Study", name="Dobby Attic")),
    row("tell Dobby to start cleaning", call("HassVacuumStart", "vacuum", "Dobby Attic")),
    row("ask the vacuum to go home", call("HassVacuumReturnToBase", "vacuum", "Dobby Attic")),
    row("start mowing", call("HassLawnMowerStartMowing", "lawn_mower", "Shaun")),
    # Somebody else may be meant.
    row("tell mom to turn off the television"),
    row("have the kids clean the study"),
    row("let me clean the study"),
    row("did Dobby clean the study"),
    row("have you cleaned the study"),
)
def test_machines_are_told_what_to_do(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, tools=MORE) == expected


@table(
    row("turn the television up a notch", call("HassSetVolumeRelative", None, "Television", volume_step="up")),
    row("lower the volume slightly", call("HassSetVolumeRelative", None, "Television", volume_step="down")),
    row("skip this", call("HassMediaNext", "media_player", "Television")),
    row("mute it", call("HassMediaPlayerMute", "media_player", "Television")),
    row("dim the lights a little"),
    row("open the blinds a bit"),
    row("turn it up a bit"),
    row("turn it off"),
    row("set the fan to high"),
)
def test_a_volume_goes_up_and_down_by_an_amount_that_nobody_tells(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, within(MILL, "Living Room")) == expected


@table(
    row("piano light, off", off("light", "Piano Light")),
    row("Shaun, start mowing", call("HassLawnMowerStartMowing", "lawn_mower", "Shaun")),
)
def test_a_thing_is_spoken_to(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, tools=MORE) == expected


@table(
    row("turn on, please, the lights in the bedroom", on("light", area="Bedroom")),
    row("lock, please, the front door", on("lock", "Front Door")),
    # What was said by mistake is not done.
    row("turn on the arc lamp, sorry, the piano light"),
    row("turn on the arc lamp, no, the piano light"),
)
def test_between_commas(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, within(MILL, "Living Room")) == expected


def test_the_radio_is_no_television_however_loud() -> None:
    home = within(house({"Den": ["media_player/tv: Samsung"], "Hall": ["media_player/speaker: Hall Radio"]}), "Den")
    assert calls("turn the radio down", home) == [call("HassSetVolumeRelative", None, "Hall Radio", volume_step="down")]
    assert calls("turn the music down", home) == [call("HassSetVolumeRelative", None, "Samsung", volume_step="down")]


def test_which_way_an_awning_opens_is_not_guessed() -> None:
    home = house({"Terrace": ["cover/awning: Awning"]})
    assert calls("lower the awning", home) == []
    assert calls("open the awning", home) == [on("cover", "Awning")]


def test_a_room_that_is_nearly_named_is_not_called_unknown() -> None:
    assert problem("turn on the lights in the bedrum", MILL, repair=None).kind == "unclear"
    assert problem("close the blinds in the nurzery", MILL).kind == "unclear_thing"
