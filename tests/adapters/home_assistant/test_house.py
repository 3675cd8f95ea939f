"""System messages of many versions of HA, with what users put around them."""

from time import process_time
from typing import Any

import pytest
from dumps import HEADER, as_written, catalogues, dump
from ha_assist.adapters.home_assistant.house import parse_house
from hypothesis import given
from hypothesis import strategies as st

LAMP = "- names: Lamp\n  domain: light\n  areas: Kitchen\n"
CONTROL = (
    "When controlling Home Assistant always call the intent tools. "
    "Use HassTurnOn to lock and HassTurnOff to unlock a lock. "
    "When controlling a device, prefer passing just name and domain. "
    "When controlling an area, prefer passing just area name and domain."
)
AREA = "You are in area Kitchen (floor Ground Floor) and all generic commands like 'turn on the lights' should target this area."
NO_TIMERS = "This device is not able to start timers."
NO_ENTITIES = (
    "Only if the user wants to control a device, tell them to expose entities to their voice assistant in Home Assistant."
)
LIVE_2025 = """You ARE equipped to answer questions about the current state of
the home using the `GetLiveContext` tool. This is a primary function. Do not state you lack the
functionality if the question requires live data.
If the user asks about device existence/type (e.g., "Do I have lights in the bedroom?"): Answer
from the static context below.
If the user asks about the CURRENT state, value, or mode (e.g., "Is the lock locked?",
"Is the fan on?", "What mode is the thermostat in?", "What is the temperature outside?"):
    1.  Recognize this requires live data.
    2.  You MUST call `GetLiveContext`. This tool will provide the needed real-time information (like temperature from the local weather, lock status, etc.).
    3.  Use the tool's response** to answer the user accurately (e.g., "The temperature outside is [value from tool].").
For general knowledge questions not about the home: Answer truthfully from internal knowledge.
"""  # noqa: E501
LIVE_2026 = LIVE_2025.replace("using the `GetLiveContext` tool", "by retrieving live context").replace(
    "call `GetLiveContext`", "use the provided tool to retrieve live context"
)

BLOCKS = [
    "Current time is 17:41:58. Today's date is 2026-11-30.",
    "Current time is 05:41:58 PM. Today's date is 11/30/26.",
    CONTROL,
    CONTROL.replace("Use HassTurnOn", "Use intent__HassTurnOn").replace("and HassTurnOff", "and intent__HassTurnOff"),
    CONTROL.replace(". ", ".\n"),
    CONTROL.replace("name and domain. When", "its name and its domain (what comes before the dot in its entity id). When"),
    AREA,
    "You are in area Kitchen and all generic commands like 'turn on the lights' should target this area.",
    "When a user asks to turn on all devices of a specific type, ask user to specify an area, "
    "unless there is only one device of that type.",
    "When a user asks to turn on all devices of a specific type, ask the user to specify an area, "
    "unless there is only one device of that type.",
    "When a user asks to turn on all devices of a specific type, ask user to specify an area.",
    "When a request names a generic device without an area, treat it as the user's current area and call "
    "`GetCurrentLocation` to resolve it before targeting.",
    "When a request names a generic device without an area, ask the user to specify which area they mean before targeting.",
    NO_TIMERS,
    "This device does not support timers.",
    NO_ENTITIES,
    LIVE_2025,
    LIVE_2026,
]


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_of_ha_is_no_instruction_but_what_surrounds_it_is(block: str) -> None:
    house = parse_house([f"Sei freundlich.\n\n{block}\nSprich Deutsch.\n"])
    assert house.instructions == ("Sei freundlich.", "Sprich Deutsch.")


@pytest.mark.parametrize(
    "instruction",
    [
        "You are in area 51 and should be mysterious.",
        "Please note: " + NO_TIMERS,
        NO_TIMERS + " So never offer one.",
        "This device is not able to start timers. Or is it?",
        "When controlling Home Assistant always call the intent tools, twice.",
        "Current time is a river.",
        "Our list is called: Static Context: An overview of the areas and the devices in this smart home:",
        HEADER + "\nis what the list below is called.",
        HEADER + "\n- Be polite.",
        "Never mention the <ha_context> tag.",
        "- names: are never to be spelled.",
    ],
)
def test_an_instruction_that_only_resembles_a_block_survives(instruction: str) -> None:
    assert parse_house([instruction]).instructions == (instruction,)
    assert parse_house([f"{CONTROL}\n{instruction}\n{NO_TIMERS}"]).instructions == (instruction,)


def test_the_satellite_tells_its_area_and_floor() -> None:
    house = parse_house([AREA])
    assert (house.satellite_area, house.satellite_floor) == ("Kitchen", "Ground Floor")
    house = parse_house([BLOCKS[7]])
    assert (house.satellite_area, house.satellite_floor) == ("Kitchen", None)
    assert parse_house([CONTROL]).satellite_area is None


def test_timers_are_possible_unless_ha_says_otherwise() -> None:
    assert parse_house([CONTROL]).timers
    assert not parse_house([NO_TIMERS]).timers


def test_the_time_is_kept_word_for_word() -> None:
    assert parse_house([f"Hi.\n{BLOCKS[0]}\nBye."]).time == BLOCKS[0]


def test_a_house_without_exposed_entities_is_listed_and_empty() -> None:
    house = parse_house([NO_ENTITIES])
    assert (house.listed, house.entities) == (True, ())
    assert parse_house([f"{HEADER}\n[]\n\nBe brief."]).instructions == ("Be brief.",)
    assert parse_house([f"{HEADER}\n[]\n"]).listed
    assert not parse_house(["You are a pirate."]).listed


@pytest.mark.parametrize("header", [HEADER, HEADER.removeprefix("Static Context: ")])
@pytest.mark.parametrize("after", ["", "\n", "\n" + CONTROL, "Current time is 10:00:01. Today's date is 2026-05-04.\n"])
def test_the_list_of_entities_may_be_anywhere(header: str, after: str) -> None:
    house = parse_house([f"Be brief.\n{header}\n{LAMP}{after}"])
    assert [entity.names.display for entity in house.entities] == ["Lamp"]
    assert house.listed
    assert house.instructions == ("Be brief.",)


def test_several_messages_are_read_in_order() -> None:
    house = parse_house(["One.", f"{HEADER}\n{LAMP}\n{AREA}", f"{NO_TIMERS}\nTwo."])
    assert house.instructions == ("One.", "Two.")
    assert (len(house.entities), house.satellite_area, house.timers) == (1, "Kitchen", False)


def test_instructions_before_between_and_after_are_kept_apart() -> None:
    house = parse_house([f"Before.\n\n{CONTROL}\n{AREA}\nBetween,\non two lines.\n\n{HEADER}\n{LAMP}\n- After.\n- And more."])
    assert house.instructions == ("Before.", "Between,\non two lines.", "- After.\n- And more.")


def test_headers_of_merged_apis_go_with_has_blocks_and_stay_with_foreign_ones() -> None:
    merged = (
        'Be brief.\nFollow these instructions for tools from "assist":\n'
        f"{CONTROL}\n{AREA}\n{HEADER}\n{LAMP}\n\n\n"
        'Follow these instructions for tools from "radio":\nPlay only jazz.\n\n'
    )
    assert parse_house([merged]).instructions == (
        "Be brief.",
        'Follow these instructions for tools from "radio":\nPlay only jazz.',
    )


def test_our_own_block_is_left_out_whatever_it_holds() -> None:
    text = f'One.\n<ha_context>{{"a": "{HEADER}"}}\n</ha_context>\nTwo.\n{HEADER}\n{LAMP}'
    house = parse_house([text])
    assert house.instructions == ("One.", "Two.")
    assert len(house.entities) == 1


def test_nothing_of_our_own_block_is_left_when_it_speaks_of_itself() -> None:
    assert parse_house(["One.<ha_context>the <ha_context> block</ha_context>Two."]).instructions == ("One.", "Two.")


@pytest.mark.parametrize(
    "text",
    [
        "<ha_context>" * 20_000,
        "You are in area " + "(floor " * 20_000,
        (HEADER + "\n") * 5_000,
        HEADER + "\n- names: '" + "''" * 100_000,
        f"{HEADER}\n{LAMP}" + "- names: x\n" * 20_000,
        (NO_TIMERS + " ") * 10_000 + "x",
        "\n" * 200_000,
    ],
    ids=range(7),
)
def test_no_text_takes_long_to_read(text: str) -> None:
    started = process_time()
    parse_house([text])
    assert process_time() - started < 2


def test_windows_line_ends_are_survived() -> None:
    house = parse_house([f"Be brief.\n{HEADER}\n{LAMP}\n{AREA}".replace("\n", "\r\n")])
    assert (house.entities[0].domain, house.satellite_area, house.instructions) == ("light", "Kitchen", ("Be brief.",))


def areas_of(lines: str, satellite: str | None = None) -> list[tuple[str, str | None]]:
    sentence = AREA.replace("Kitchen", satellite) if satellite else ""
    house = parse_house([f"{HEADER}\n{lines}\n{sentence}"])
    return [(area.names.display, area.floor) for area in house.areas]


def test_every_area_is_listed_once_in_order() -> None:
    other = LAMP.replace("Kitchen", "Den, Study")
    assert areas_of(LAMP + other + LAMP) == [("Kitchen", None), ("Den", None)]


def test_the_satellites_area_is_an_area_and_has_its_floor() -> None:
    assert areas_of(LAMP, "Kitchen") == [("Kitchen", "Ground Floor")]
    assert areas_of(LAMP, "Den") == [("Kitchen", None), ("Den", "Ground Floor")]


def test_the_satellites_area_tells_what_is_an_alias_and_what_is_a_comma() -> None:
    lines = LAMP.replace("Kitchen", "Kitchen, Dining, Cook")
    assert areas_of(lines, "Kitchen") == [("Kitchen", "Ground Floor")]
    assert areas_of(lines, "Kitchen, Dining") == [("Kitchen, Dining", "Ground Floor")]
    house = parse_house([f"{HEADER}\n{lines}\n{AREA.replace('Kitchen', 'Kitchen, Dining, Cook')}"])
    assert house.areas[0].names.certain
    assert house.entities[0].area == house.areas[0].names


def test_where_the_satellites_area_could_be_two_none_is_chosen() -> None:
    lines = LAMP.replace("Kitchen", "Kitchen, Dining") + LAMP.replace("Kitchen", "Kitchen, Cook")
    assert areas_of(lines, "Kitchen") == [("Kitchen", None), ("Kitchen", None)]


def test_two_apis_that_list_the_same_house_list_it_once() -> None:
    lines = LAMP + LAMP + LAMP.replace("Lamp", "Spot")
    house = parse_house([f"{HEADER}\n{lines}\n", f"{HEADER}\n{lines}{LAMP.replace('Lamp', 'Fan')}"])
    assert [entity.names.display for entity in house.entities] == ["Lamp", "Lamp", "Spot", "Fan"]


def test_a_repeated_list_is_read_once_whatever_surrounds_it() -> None:
    first = parse_house([f"Current time is 17:41:58. Today's date is 2026-11-30.\n{HEADER}\n{LAMP}\nOne."])
    again = parse_house([f"Current time is 17:41:59. Today's date is 2026-11-30.\n{HEADER}\n{LAMP}\nTwo."])
    assert first.entities is again.entities
    assert first.areas is again.areas


NASTY = [
    "",
    "Be brief.",
    "- Be polite.\n- Note: be brief.",
    "    indented",
    "  two: spaces",
    "'quoted",
    '"quoted',
    "[]",
    "- names:\n",
    "- names: are never spelled",
    "domain: light",
    "Static Context: see below",
    "You are in area 51.",
    "\n\n\n- a: b\n  c: d",
    "--- \n...",
    "<ha_context>",
]
instructions = st.one_of(st.sampled_from(NASTY), st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r")))


@given(instructions, catalogues, instructions)
def test_instructions_around_the_list_never_change_it_nor_are_they_changed(
    before: str, entities: list[dict[str, Any]], after: str
) -> None:
    house = parse_house([f"{before}\n{HEADER}\n{dump(entities)}\n{after}"])
    assert [as_written(entity) for entity in house.entities] == entities
    assert house.instructions == tuple(text.strip() for text in (before, after) if text.strip())
    assert {area.names.joined for area in house.areas} == {entity["areas"] for entity in entities if "areas" in entity}


@given(st.lists(st.text()))
def test_any_text_is_survived(texts: list[str]) -> None:
    parse_house(texts)
