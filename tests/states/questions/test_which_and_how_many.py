"""Questions for things: which are so, how many, what there is, and that there is none."""

import pytest
from asked import MANOR, Case, ask, cases, heard_in, holds, home, knows, leaves, not_yet, says

SILENT = "Not available right now: Piano Light."
WINDOWS = ["binary_sensor", "cover"]


@cases(
    says("Which lights are on?", f"Arc Lamp, Bedside Lamp (Bedroom) and Hob Light. {SILENT}", domain="light"),
    says(
        "Which lights are off?",
        f"Bedside Lamp (Nursery), Desk Lamp, Sink Light and Workbench Light. {SILENT}",
        domain="light",
    ),
    says(
        "Which lights are not on?",
        f"Bedside Lamp (Nursery), Desk Lamp, Sink Light and Workbench Light. {SILENT}",
        domain="light",
    ),
    says("Which lights are on in the bedroom?", "Bedside Lamp", name="Bedside Lamp", domain="light"),
    says("Which windows are open?", "Kitchen Window. Not available right now: Nursery Window.", domain=WINDOWS),
    says("Which doors are open?", "Not any", domain=WINDOWS),
    says("Which doors are unlocked?", "Side Door", domain=["binary_sensor", "lock"]),
    says("Which batteries are low?", "Side Door Battery", domain=["binary_sensor", "sensor"]),
    says(
        "What is on in the study?",
        "Study Fan and Study Humidifier",
        area="Study",
        domain=["climate", "fan", "humidifier", "light"],
    ),
    says("Who is home?", "Anna", domain="person"),
    says("Who is away?", "Ben and Cleo", domain="person"),
    says("Who is not at home?", "Ben and Cleo", domain="person"),
    says("Who isn't home?", "Ben and Cleo", domain="person"),
    says("Which lights aren't on in the kitchen?", "Sink Light", area="Kitchen", domain="light"),
)
def test_which(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("How many lights are on?", f"3. {SILENT}", domain="light"),
    says("How many lights are off?", f"4. {SILENT}", domain="light"),
    says("How many lights are not on?", f"4. {SILENT}", domain="light"),
    says("How many lights are on in the kitchen?", "1", area="Kitchen", domain="light"),
    says("How many lights are on in the garage?", "0", name="Workbench Light", domain="light"),
    says("How many windows are open?", "1. Not available right now: Nursery Window.", domain=WINDOWS),
    says("How many doors are unlocked?", "1", domain=["binary_sensor", "lock"]),
    says("How many people are away?", "2", domain="person"),
    says("How many people are not home?", "2", domain="person"),
    says("How many people are home?", "1", domain="person"),
    leaves("How many lights are on or off?"),
    leaves("How many lights or switches are on?"),
)
def test_how_many(case: Case) -> None:
    holds(MANOR, case)


def test_more_than_four_are_three_and_the_rest() -> None:
    hall = home({"Hall": [f"light: Spot {place} = on" for place in range(1, 7)]})
    holds(hall, says("Which lights are on?", "Spot 1, Spot 2, Spot 3 and 3 more", domain="light"))
    holds(hall, says("Are any lights on?", "Yes, Spot 1, Spot 2, Spot 3 and 3 more", domain="light"))
    holds(hall, says("Are the lights off?", "No, Spot 1, Spot 2, Spot 3 and 3 more are not off", domain="light"))


@pytest.mark.parametrize("sentence", ["How many windows are open?", "How many locks are locked?", "How many people are away?"])
def test_what_cannot_be_counted_is_not_none(sentence: str) -> None:
    assert ask(sentence, home({"Hall": ["light: Lamp = on"]})).text != "0"


# One name for several things


@cases(
    says("Is the bedside lamp on?", "Yes, Bedside Lamp (Bedroom)", domain="light"),
    says("Is the bedside lamp in the nursery on?", "No, off", name="Bedside Lamp", domain="light"),
    says("Is the bedside lamp on?", "Yes", at="Bedroom", name="Bedside Lamp", domain="light"),
    says("Is the bedside lamp on?", "No, off", at="Nursery", name="Bedside Lamp", domain="light"),
)
def test_namesakes_are_told_apart_by_their_rooms(case: Case) -> None:
    holds(MANOR, case)


TWINS = home({"Den": ["light: Lamp = on", "light: Lamp = off"]})


@cases(
    says("How many lights are on in the den?", "1", area="Den", domain="light"),
    says("Are any lights on?", "Yes, Lamp (Den)", domain="light"),
    says("Are all the lights off?", "No, Lamp (Den) is not off", domain="light"),
)
def test_two_things_alike_in_one_room_are_two(case: Case) -> None:
    holds(TWINS, case)


# What there is, from the catalogue alone


@cases(
    knows("Do I have lights in the kitchen?", "Yes, Hob Light and Sink Light"),
    knows("Do I have lights in the garden?", "No"),
    knows("Do we have a vacuum?", "Yes, Dobby"),
    knows("Is there a fan in the study?", "Yes, Study Fan"),
    knows("Is there a fan in the kitchen?", "No"),
    knows("Is there a thermostat in the bedroom?", "No"),
    knows("What lights do I have in the kitchen?", "Hob Light and Sink Light"),
    knows("Which lights are in the living room?", "Arc Lamp and Piano Light"),
    knows("How many lights do I have?", "8"),
    knows("How many lights are there in the kitchen?", "2"),
)
def test_existence_is_known_without_a_read(case: Case) -> None:
    holds(MANOR, case)


@cases(
    leaves("Do I have lights in the attic?"),
    knows("Is there a light in the ballroom?", "I don't know a room called ballroom."),
    leaves("Do I have two lights in the kitchen?"),
    leaves("Do I have a dishwasher?"),
)
def test_existence_of_what_is_not_understood_is_not_denied(case: Case) -> None:
    holds(MANOR, case)


@cases(
    knows("How many windows do I have?", "3"),
    not_yet(
        "what is not called a motion sensor is said not to be there",
        says("Do I have motion sensors?", "Yes, Parlour Motion", domain="binary_sensor"),
    ),
    not_yet(
        "what is not called a battery by its last word is not counted",
        says("How many batteries do I have?", "2", domain=["binary_sensor", "sensor"]),
    ),
)
def test_what_only_a_class_tells_is_not_known_without_a_read(case: Case) -> None:
    holds(MANOR, case)


def test_an_empty_room_does_not_make_the_house_empty() -> None:
    assert ask("Are any lights on in the garden?", heard_in(MANOR, "Kitchen")).text is None
