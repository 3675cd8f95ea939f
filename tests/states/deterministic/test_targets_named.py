"""Targets as people name them: one thing of the house, or none."""

from told import MILL, MORE, NOW, THEN, Expected, call, calls, heats, house, off, on, problem, row, shines, table, within

SWITCHED_ON = on("light", "Desk Lamp")
LANTERN = on("light", "Grandma's Lantern")


@table(
    row("turn on the desk lamp", SWITCHED_ON),
    row("turn on desk lamp", SWITCHED_ON),
    row("Turn on Desk Lamp.", SWITCHED_ON),
    row("TURN ON THE DESK LAMP!", SWITCHED_ON),
    row("turn on my desk lamp", SWITCHED_ON),
    row("please turn on our desk lamp", SWITCHED_ON),
    row("could you please turn on the desk lamp, thanks", SWITCHED_ON),
    row("I want you to turn the desk lamp on now", SWITCHED_ON),
    row("turn on the desklamp", SWITCHED_ON),
    row("turn on the desk-lamp", SWITCHED_ON),
    row("turn on Grandma's Lantern", LANTERN),
    row("turn on grandma\u2019s lantern", LANTERN),
    row("turn on grandmas lantern", LANTERN),
    row("turn on the bubble lamp", on("switch", "Bubble-Lamp")),
    row("turn on bubblelamp", on("switch", "Bubble-Lamp")),
    row("turn on lamp 2", on("light", "Lamp 2")),
    row("turn on lamp two", on("light", "Lamp 2")),
    row("turn on guest mode", on("input_boolean", "Guest Mode")),
)
def test_a_name_however_it_is_written(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@table(
    row("turn on the arc lamp", on("light", "Arc Lamp")),
    row("turn on the reading lamp", on("light", "Reading Lamp")),
    row("start dobby", call("HassVacuumStart", "vacuum", "Dobby Attic")),
    row("turn on the nursery stars", on("light", "Star Projector Nursery Stars")),
    row("turn on the stars", on("light", "Star Projector Nursery Stars")),
    row("turn on the star projector", on("light", "Star Projector Nursery Stars")),
    row("turn on the spots", on("light", "Coat Rack Spots")),
)
def test_an_alias_or_a_part_of_a_name_that_only_one_thing_has(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@table(
    row("turn on the study fan", on("fan", "Study Fan")),
    row("turn on the fan in the study", on("fan", "Study Fan")),
    row("turn on the light in the study", on("light", area="Study")),
    row("turn on the study light", on("light", area="Study")),
    row("turn on the lights in the parlour", on("light", area="Living Room")),
    row("turn off the parlour lights", off("light", area="Living Room")),
    row("turn off the living room's lights", off("light", area="Living Room")),
    row("turn on the lights in room two", on("light", area="Room 2"), on("switch", "Bubble-Lamp")),
    row("close the kitchen blind", off("cover", "Kitchen Blind")),
    row("close the blinds in the parlour", off("cover", area="Living Room")),
    row("turn on the bedside lamp in the nursery", on("light", "Bedside Lamp", area="Nursery")),
    row("turn on the nursery bedside lamp", on("light", "Bedside Lamp", area="Nursery")),
    row("turn off the radio in the kitchen", off("media_player", "Kitchen Radio")),
    row("in the kitchen turn on the lights", on("light", area="Kitchen")),
    row("turn on the lights in the garden", on("light", area="Garden"), on("switch", "String Lights")),
    row("turn on the lights in the kitchen and the study", on("light", area="Kitchen"), on("light", area="Study")),
    row("turn on the kitchen and study lights", on("light", area="Kitchen"), on("light", area="Study")),
)
def test_an_area_and_a_kind(sentence: str, expected: list[Expected]) -> None:
    assert by_name(calls(sentence, MILL)) == by_name(expected)


def by_name(made: list[Expected]) -> list[Expected]:
    """Calls for one kind of things have no order between them."""
    return sorted(made, key=repr) if len({intent for intent, _ in made}) == 1 else made


OFFICES = house({"Office": ["light: Lamp", "light: Spot"], "Home Office": ["light: Lamp", "fan: Fan"], "Bath": ["light: Mirror"]})


@table(
    row("turn on the office lamp", on("light", "Lamp", area="Office")),
    row("turn on the home office lamp", on("light", "Lamp", area="Home Office")),
    row("turn on the lights in the office", on("light", area="Office")),
    row("turn on the lights in the home office", on("light", area="Home Office")),
    row("turn on the home office fan", on("fan", "Fan", area="Home Office")),
)
def test_the_longest_of_nested_area_names(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, OFFICES) == expected


@table(
    row("start the vacuum", call("HassVacuumStart", "vacuum", "Dobby Attic")),
    row("lock the door", on("lock", "Front Door")),
    row("unlock the door", off("lock", "Front Door")),
    row("turn on the fan", on("fan", "Study Fan")),
    row("open the water", on("valve", "Irrigation")),
    row("turn on the water", on("valve", "Irrigation")),
    row("close the valve", off("valve", "Irrigation")),
    row("mow the lawn", call("HassLawnMowerStartMowing", "lawn_mower", "Shaun")),
    row("press the button", on("button", "Doorbell Chime")),
    row("close the garage door", off("cover", "Garage Door")),
    row("close the garage", off("cover", "Garage Door")),
    row("close the curtains", off("cover", "Bedroom Curtains")),
    row("open the door"),
)
def test_the_only_one_of_its_kind_in_the_house(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, tools=MORE) == expected


KITCHEN = within(MILL, "Kitchen")


@table(
    row("turn on the lights", on("light", area="Kitchen")),
    row("lights off", off("light", area="Kitchen")),
    row("turn off the lights here", off("light", area="Kitchen")),
    row("turn off the lights in this room", off("light", area="Kitchen")),
    row("close the blind", off("cover", "Kitchen Blind")),
    row("pause the music", call("HassMediaPause", "media_player", "Kitchen Radio")),
    row("turn off all the lights", off("light", area="Kitchen")),
    row("turn off everything here", call("HassTurnOff", area="Kitchen", domain=["light", "switch", "media_player"])),
    row("set the lights to 40 percent", shines(area="Kitchen", brightness=40)),
    row("turn on the fan", on("fan", "Study Fan")),
    row("turn on the lights in the study", on("light", area="Study")),
    row("turn on the desk lamp", SWITCHED_ON),
    row("turn on the tv", on("media_player", "Television")),
)
def test_the_room_of_the_speaker_completes_a_command(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, KITCHEN) == expected


def test_the_room_of_the_speaker_decides_between_equal_names() -> None:
    nursery = calls("turn on the bedside lamp", within(MILL, "Nursery"))
    assert nursery == [on("light", "Bedside Lamp", area="Nursery")]
    assert problem("turn on the bedside lamp", KITCHEN).kind == "ambiguous"


@table(
    row("close all blinds", *(off("cover", name) for name in ("Kitchen Blind", "River Blind", "Street Blind"))),
    row("close every blind", *(off("cover", name) for name in ("Kitchen Blind", "River Blind", "Street Blind"))),
    row("close both blinds in the living room", off("cover", area="Living Room")),
    row("turn off all the lights in the kitchen", off("light", area="Kitchen")),
    row("turn off everything in the kitchen", call("HassTurnOff", area="Kitchen", domain=["light", "switch", "media_player"])),
    row("set all thermostats to 20",
        heats(20, "Living Room Radiator"), heats(20, "Bedroom Thermostat")),
    row("lock the doors", on("lock", "Front Door")),
    row("turn off all lights", off("light"), off("switch", "String Lights"), off("switch", "Bubble-Lamp")),
    row("turn on any lamp"),
)  # fmt: skip
def test_all_of_a_kind(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@table(
    row("turn off all lights upstairs", off("light", floor="upstairs")),
    row("turn off the lights on the first floor", off("light", floor="first floor")),
    row("turn the lights off downstairs", off("light", floor="downstairs")),
    row("turn everything off downstairs",
        call("HassTurnOff", floor="downstairs", domain=["light", "switch", "fan", "media_player", "input_boolean"])),
    row("turn on the kitchen lights downstairs", on("light", area="Kitchen", floor="downstairs")),
    row("turn on the lamp upstairs"),
    row("open the blind upstairs"),
)  # fmt: skip
def test_floors_are_passed_on_and_never_widened(sentence: str, expected: list[Expected]) -> None:
    made = calls(sentence, MILL)
    assert made == expected
    assert all("floor" in arguments for _, arguments in made)


def test_a_floor_that_the_tool_cannot_take_does_not_act() -> None:
    tools = tuple(tool for tool in NOW if tool.intent == "GetLiveContext")
    assert calls("turn off the lights upstairs", MILL, tools=tools) == []


def test_what_a_thing_is_follows_from_what_its_owner_calls_it() -> None:
    assert calls("turn on the light in the garden", house({"Garden": ["switch: String Lights"]})) == [
        on("switch", "String Lights")
    ]
    assert calls("turn on the light in the garden", house({"Garden": ["switch: Pump"]})) == []
    assert calls("open the garage door", house({"": ["cover: Garage Door", "cover: Blind"]})) == [on("cover", "Garage Door")]


def test_a_name_of_two_domains_is_told_apart_by_the_action() -> None:
    twins = house({"Den": ["lock: Gate", "cover: Gate", "sensor: Gate"]})
    assert calls("lock the gate", twins) == [on("lock", "Gate")]
    assert calls("open the gate", twins) == [on("cover", "Gate")]


def test_names_that_look_like_words_of_a_command() -> None:
    odd = house({"Den": ["light: The Sun", "light: Off Switch", "switch: All Lights", "light: 30"]})
    assert calls("turn on the sun", odd) == [on("light", "The Sun")]
    assert calls("turn on the off switch", odd) == [on("light", "Off Switch")]
    assert calls("turn off off switch", odd) == [off("light", "Off Switch")]
    assert calls("turn on all lights", odd) == [on("switch", "All Lights")]
    assert calls("turn on 30", odd) == [on("light", "30")]


def test_a_comma_in_names_is_read_in_every_way_and_the_joined_text_is_sent_only_if_it_was_said() -> None:
    commas = house({"Den": ["light: Sun, Moon", "light: Trader, Joe's Sign", "light: Lamp, Big, Small", "light: Small"]})
    assert calls("turn on the moon", commas) == [on("light", "Moon")]
    assert calls("turn on sun and moon", commas) == [on("light", "Sun"), on("light", "Moon")]
    assert calls("turn on trader joe's sign", commas) == [on("light", "Trader, Joe's Sign")]
    assert calls("turn on big", commas) == [on("light", "Big")]
    # One thing may be called so, another surely is: nobody knows which is meant.
    assert problem("turn on small", commas).kind == "ambiguous"


def test_the_tools_of_an_older_home_assistant() -> None:
    assert calls("turn on the desk lamp", MILL, tools=THEN) == [SWITCHED_ON]
    assert calls("set the desk lamp to 30%", MILL, tools=THEN) == [shines("Desk Lamp", brightness=30)]
