"""Where a question is about: rooms, the speaker's room, floors, outside, the whole house; and where people are."""

from asked import MANOR, Case, Home, ask, cases, heard_in, holds, home, knows, leaves, not_yet, says
from ha_assist.adapters.home_assistant.names import named
from ha_assist.adapters.home_assistant.types import Floor
from msgspec.structs import replace

ALL_ON = "Yes, Arc Lamp, Bedside Lamp (Bedroom) and Hob Light. Not available right now: Piano Light."


@cases(
    says("Are the lights on?", "Yes, Hob Light", at="Kitchen", area="Kitchen", domain="light"),
    says("Is the light on?", "Yes, Hob Light", at="Kitchen", area="Kitchen", domain="light"),
    says("Are the lights on here?", "Yes, Hob Light", at="Kitchen", area="Kitchen", domain="light"),
    says("How warm is it?", "Kitchen Temperature is 21.5 °C", at="Kitchen", area="Kitchen", domain="sensor"),
    says("How warm is it in here?", "Kitchen Temperature is 21.5 °C", at="Kitchen", area="Kitchen", domain="sensor"),
    says("How warm is it?", "Parlour Radiator is 20.5", at="Living Room", name="Parlour Radiator", domain="climate"),
    says("How warm is it?", "Parlour Radiator is 20.5", at="Parlour", name="Parlour Radiator", domain="climate"),
)
def test_without_a_room_it_is_the_speakers(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("Are any lights on?", ALL_ON, at="Kitchen", domain="light"),
    says("Are the lights on everywhere?", ALL_ON, at="Kitchen", domain="light"),
    says("Are the lights in the study on?", "No", at="Kitchen", name="Desk Lamp", domain="light"),
    says("Are the blinds open?", "Yes, Kitchen Blind", at="Study", name="Kitchen Blind", domain="cover"),
    says("Is the front door locked?", "Yes", at="Kitchen", name="Front Door", domain="lock"),
    says("What is the weather?", "8 °C and cloudy", at="Kitchen", name="Forecast", domain="weather"),
    says("Is anyone home?", "Yes, Anna", at="Kitchen", domain="person"),
    says("How many lights are on?", "3. Not available right now: Piano Light.", at="Kitchen", domain="light"),
)
def test_what_is_not_of_the_room_is_of_the_house(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("What is the temperature in the parlour?", "Parlour Radiator is 20.5", name="Parlour Radiator", domain="climate"),
    says("Is there motion in the parlour?", "Yes, Parlour Motion", name="Parlour Motion", domain="binary_sensor"),
    says("Are all lights on in the parlour?", "Yes. Not available right now: Piano Light.", area="Living Room", domain="light"),
    leaves("Are the lights on in the attic?"),
    leaves("Are the lights on here?"),
    knows("Are the lights on in Paris?", "I don't know a room called Paris."),
    knows("Is the window open in the squash court?", "I don't know a room called squash court."),
    leaves("How warm is it in Paris?"),
    leaves("Are the lights on in case of fire?"),
    leaves("Are the lights on in the kitchen hall?"),
)
def test_rooms(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("Is there motion in the bedroom?", "Yes, Bedroom Bed Sensor", name="Bedroom Bed Sensor", domain="binary_sensor"),
    says("Is the bedroom lamp on?", "Yes", name="Bedroom Lamp", domain="light"),
    leaves("Is there smoke in the bedroom?"),
)
def test_a_room_may_be_only_in_a_name(case: Case) -> None:
    holds(home({"": ["binary_sensor/occupancy: Bedroom Bed Sensor = on"], "Bedroom": ["light: Bedroom Lamp = on"]}), case)


def storeys(*floors: str) -> Home:
    """A house that knows its floors: the attic is upstairs."""
    flat = home({"Attic": ["light: Beam Light = on"], "Cellar": ["light: Bare Bulb = off"]})
    on = {"Attic": "Upstairs", "Cellar": "Basement"}
    placed = tuple(replace(thing, floor=on[thing.area.display] if thing.area else None) for thing in flat.shown.entities)
    known = tuple(Floor(named(floor)) for floor in floors)
    return Home(replace(flat.shown, entities=placed, floors=known))


def test_floors_are_known_where_a_context_block_tells_them() -> None:
    house = storeys("Upstairs", "Basement")
    holds(house, says("Are the lights on upstairs?", "Yes, Beam Light", name="Beam Light", domain="light"))
    holds(house, says("Are any lights on in the basement?", "No", name="Bare Bulb", domain="light"))
    assert ask("Are the lights on on the ground floor?", house).text == "I don't know a floor called ground floor."


@cases(
    knows("Are the lights on upstairs?", "I don't know which rooms are on that floor: upstairs."),
    knows("Which windows are open on the ground floor?", "I don't know which rooms are on that floor: ground floor."),
)
def test_where_home_assistant_lists_no_floors_nothing_is_said_of_one(case: Case) -> None:
    holds(MANOR, case)


def test_a_name_that_tells_of_a_floor_is_left_to_a_model() -> None:
    holds(home({"Upstairs Hall": ["light: Lamp = on"], "Den": ["light: Spot = off"]}), leaves("Are the lights on upstairs?"))


# People


@cases(
    says("Is Anna home?", "Yes", name="Anna", domain="person"),
    says("Is Ben home?", "No, away", name="Ben", domain="person"),
    says("Is Ben away?", "Yes", name="Ben", domain="person"),
    says("Is Cleo home?", "No, Work", name="Cleo", domain="person"),
    says("Is Cleo away?", "Yes", name="Cleo", domain="person"),
    says("Where is Anna?", "Anna is at home", name="Anna", domain="person"),
    says("Where is Ben?", "Ben is away", name="Ben", domain="person"),
    says("Where is Cleo?", "Cleo is at Work", name="Cleo", domain="person"),
    says("Is anyone home?", "Yes, Anna", domain="person"),
    says("Is somebody home?", "Yes, Anna", domain="person"),
    says("Is anyone not home?", "Yes, Ben and Cleo", domain="person"),
    says("Is everyone home?", "No, Ben and Cleo are not home", domain="person"),
    says("Is everyone away?", "No, Anna is not away", domain="person"),
    not_yet("the answer says 'No, home' and does not name them", says("Is nobody home?", "No, Anna", domain="person")),
    leaves("Where is Dora?"),
    leaves("Is Dora home?"),
    says("Is anybody in the parlour?", "Yes, Parlour Motion", name="Parlour Motion", domain="binary_sensor"),
    leaves("Is anybody in the study?"),
    leaves("Where is the desk lamp?"),
)
def test_people_are_home_away_or_in_a_zone(case: Case) -> None:
    holds(MANOR, case)


def test_an_empty_house() -> None:
    gone = home({"": ["person: Anna = not_home", "person: Ben = Work"]})
    holds(gone, says("Is anyone home?", "No", domain="person"))
    holds(gone, says("Is nobody home?", "Yes", domain="person"))
    holds(gone, says("Who is home?", "Not any", domain="person"))
    holds(gone, says("Is everyone away?", "Yes", domain="person"))
    assert ask("Is anyone home?", heard_in(gone, None)).text == "No"


@cases(
    says("Are the locks locked?", "Yes", at="Hallway", domain=["binary_sensor", "lock"]),
    says("Are the locks locked?", "Yes", at="Garage", name="Bolt", domain="lock"),
)
def test_the_room_is_not_all_while_nothing_in_it_surely_answers(case: Case) -> None:
    """Only live data tells that a contact is none of a lock."""
    holds(home({"Hallway": ["binary_sensor/door: Porch Contact = on"], "Garage": ["lock: Bolt = locked"]}), case)


@cases(
    says("How warm is the bathroom?", "Bath Sensor is 22 °C", name="Bath Sensor", domain="sensor"),
    leaves("How warm is the kitchen?"),
)
def test_a_sensor_may_be_called_by_the_beginning_of_its_rooms_name(case: Case) -> None:
    warm = "sensor/temperature: {} = {}; unit_of_measurement=°C"
    holds(home({"Bathroom": [warm.format("Bath Sensor", 22)], "Kitchen": [warm.format("Fridge Sensor", 4)]}), case)


@cases(
    leaves("Is the left light on?"),
    leaves("Is the current light on?"),
    leaves("Are the remaining lights on?"),
    leaves("Is the back door locked?"),
    says("Is the light back on?", "Yes, Hob Light", at="Kitchen", area="Kitchen", domain="light"),
    says("Is the um light on?", "Yes, Hob Light", at="Kitchen", area="Kitchen", domain="light"),
)
def test_a_word_that_tells_which_thing_is_meant_is_not_passed_over(case: Case) -> None:
    holds(MANOR, case)


def test_what_has_no_room_but_is_called_after_it_is_of_it() -> None:
    known = home({"": ["binary_sensor/occupancy: Bedroom Bed Sensor = on"], "Bedroom": ["light: Bedroom Lamp = off"]})
    holds(known, says("Is anyone in the bedroom?", "Yes, Bedroom Bed Sensor", name="Bedroom Bed Sensor", domain="binary_sensor"))
