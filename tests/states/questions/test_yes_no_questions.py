"""Questions that are answered with yes or no: about one thing, about some, about all, about none, in both polarities."""

from asked import MANOR, Case, cases, holds, home, knows, leaves, not_yet, says

LAMPS_ON = "Arc Lamp, Bedside Lamp (Bedroom) and Hob Light"
SILENT = "Not available right now: Piano Light."


@cases(
    says("Is the desk lamp on?", "No, off", name="Desk Lamp", domain="light"),
    says("Is the desk lamp off?", "Yes", name="Desk Lamp", domain="light"),
    says("Is the desk lamp not on?", "Yes", name="Desk Lamp", domain="light"),
    says("Isn't the desk lamp on?", "No, off", name="Desk Lamp", domain="light"),
    says("Is the desk lamp on, please answer yes or no", "No, off", name="Desk Lamp", domain="light"),
    says("Can you tell me if the desk lamp is on?", "No, off", name="Desk Lamp", domain="light"),
    says("Could you check whether the front door is locked?", "Yes", name="Front Door", domain="lock"),
    says("Is the front door locked?", "Yes", name="Front Door", domain="lock"),
    says("Is the front door unlocked?", "No, locked", name="Front Door", domain="lock"),
    says("Is the front door not unlocked?", "Yes", name="Front Door", domain="lock"),
    says("Is the side door locked?", "No, unlocked", name="Side Door", domain="lock"),
    says("Is the kitchen window open?", "Yes", name="Kitchen Window", domain="binary_sensor"),
    says("Is the kitchen window closed?", "No, open", name="Kitchen Window", domain="binary_sensor"),
    says("Is the kitchen blind open?", "Yes", name="Kitchen Blind", domain="cover"),
    says("Is the garage door open?", "No, closed", name="Garage Door", domain="cover"),
    says("Is the irrigation closed?", "Yes", name="Irrigation", domain="valve"),
    says("Is the valve open?", "No, closed", name="Irrigation", domain="valve"),
    says("Is the vacuum docked?", "Yes", name="Dobby", domain="vacuum"),
    says("Is Dobby cleaning?", "No, docked", name="Dobby", domain="vacuum"),
    says("Is the study thermostat on?", "No, off", name="Study Thermostat", domain="climate"),
    says("Is the television playing?", "Yes", name="Television", domain="media_player"),
    says("Is the tv on?", "Yes", name="Television", domain="media_player"),
    says("Is the parlour speaker playing?", "No, paused", name="Parlour Speaker", domain="media_player"),
    says("Is the sink leak wet?", "No, dry", name="Sink Leak", domain="binary_sensor"),
)
def test_one_thing(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("Is the reading lamp on?", "Yes", name="Reading Lamp", domain="light"),
    says("Is the arc lamp on?", "Yes", name="Arc Lamp", domain="light"),
)
def test_a_name_is_read_as_it_was_said_never_joined(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("Is the desk lamp on or off?", "Desk Lamp is off", name="Desk Lamp", domain="light"),
    leaves("Are the lights in the kitchen on or off?"),
    says("Is the front door locked or unlocked?", "Front Door is locked", name="Front Door", domain="lock"),
)
def test_a_choice_of_states_asks_for_the_state(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("Are any lights on?", f"Yes, {LAMPS_ON}. {SILENT}", domain="light"),
    says("Are there any lights on?", f"Yes, {LAMPS_ON}. {SILENT}", domain="light"),
    says("Are the lights on?", f"Yes, {LAMPS_ON}. {SILENT}", domain="light"),
    says("Isn't any light on?", f"Yes, {LAMPS_ON}. {SILENT}", domain="light"),
    says("Are the lights in the kitchen on?", "Yes, Hob Light", area="Kitchen", domain="light"),
    says("Is any light on in the study?", "No", name="Desk Lamp", domain="light"),
    says("Is there a window open in the bedroom?", "No", area="Bedroom", domain=["binary_sensor", "cover"]),
    says("Is a door open?", "No", domain=["binary_sensor", "cover"]),
    says("Is any door unlocked?", "Yes, Side Door", domain=["binary_sensor", "lock"]),
    says("Is anything unlocked?", "Yes, Side Door", domain=["binary_sensor", "lock"]),
    says("Is there smoke?", "No", domain="binary_sensor"),
    says("Is there a leak?", "No", domain="binary_sensor"),
    says("Is there motion in the living room?", "Yes, Parlour Motion", name="Parlour Motion", domain="binary_sensor"),
    says("Are any batteries low?", "Yes, Side Door Battery", domain=["binary_sensor", "sensor"]),
)
def test_any(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("Are all lights off in the garage?", "Yes", name="Workbench Light", domain="light"),
    says("Are all lights on in the kitchen?", "No, Sink Light is not on", area="Kitchen", domain="light"),
    says("Are both lights in the kitchen on?", "No, Sink Light is not on", area="Kitchen", domain="light"),
    says("Are all the lights off?", f"No, {LAMPS_ON} are not off. {SILENT}", domain="light"),
    says("Are the lights off?", f"No, {LAMPS_ON} are not off. {SILENT}", domain="light"),
    says("Are the doors locked?", "No, Side Door is not locked", domain=["binary_sensor", "lock"]),
    says("Are all locks locked?", "No, Side Door is not locked", domain=["binary_sensor", "lock"]),
    says("Are the curtains closed?", "Yes", name="Bedroom Curtains", domain="cover"),
    says("Are the covers closed?", "No, Kitchen Blind is not closed", domain="cover"),
    says("Is the light off in the kitchen?", "No, Hob Light is not off", area="Kitchen", domain="light"),
)
def test_all(case: Case) -> None:
    holds(MANOR, case)


@cases(leaves("Are both lights on?"), leaves("Are both kitchen blinds open?"))
def test_both_are_two(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("Are there no windows open in the bedroom?", "Yes", area="Bedroom", domain=["binary_sensor", "cover"]),
    not_yet(
        "the answer says 'No, on' and does not name them", says("Are no lights on?", f"No, {LAMPS_ON}. {SILENT}", domain="light")
    ),
)
def test_none(case: Case) -> None:
    holds(MANOR, case)


@cases(
    not_yet(
        "'not all' is read as 'all not'",
        says("Are not all lights on in the kitchen?", "Yes, Sink Light", area="Kitchen", domain="light"),
    ),
    not_yet(
        "what is on is said to be not on",
        says("Are all lights in the kitchen not on?", "No, Hob Light is on", area="Kitchen", domain="light"),
    ),
    says("Are any lights not on in the kitchen?", "Yes, Sink Light", area="Kitchen", domain="light"),
    says("Are the doors not locked?", "Yes, Side Door", domain=["binary_sensor", "lock"]),
)
def test_negations_of_many(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says(
        "Is the window closed?",
        "No, Kitchen Window is not closed. Not available right now: Nursery Window.",
        domain=["binary_sensor", "cover"],
    ),
    says("Is the door locked?", "No, Side Door is not locked", domain=["binary_sensor", "lock"]),
)
def test_one_that_is_several_is_only_safe_if_all_are(case: Case) -> None:
    holds(MANOR, case)


@cases(
    leaves("Are the lights or the fans on?"),
    leaves("Is the light or the switch on in the kitchen?"),
    leaves("Is the tv light on?"),
    leaves("Is the door light on?"),
    leaves("Is the hob fan on?"),
    leaves("Is the front door window open?"),
    leaves("Is the hob light or the sink light on?"),
    leaves("Is the kitchen door open?"),
    leaves("Is the kitchen open?"),
    leaves("Is the crystal lamp on?"),
    leaves("Is the desk lamp in the kitchen on?"),
)
def test_what_is_not_quite_there_is_not_answered_about_something_else(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("Is the gate locked?", "No, unlocked", name="Gate", domain="binary_sensor"),
    says("Is there gas?", "Yes, Alarm", domain="binary_sensor"),
    says("Is the remote low?", "Yes", name="Remote", domain="binary_sensor"),
    says("Is the router online?", "Yes", name="Router", domain="binary_sensor"),
    says("Is the router disconnected?", "No, connected", name="Router", domain="binary_sensor"),
    says("Is the car plugged in?", "No, unplugged", name="Car", domain="binary_sensor"),
    says("Is there a problem with the boiler?", "No, problem free", name="Boiler", domain="binary_sensor"),
    says("Is the tablet charging?", "Yes", name="Tablet", domain="binary_sensor"),
    says("Is the chair occupied?", "Yes", name="Chair", domain="binary_sensor"),
    says("Is the pump running?", "Yes", name="Pump", domain="binary_sensor"),
    says("Is the doorbell on?", "No, off", name="Doorbell", domain="binary_sensor"),
    says("What is the state of the car?", "Car is unplugged", name="Car", domain="binary_sensor"),
    leaves("Is the router open?"),
    leaves("Is the alarm locked?"),
)
def test_binary_sensors_say_what_their_class_means(case: Case) -> None:
    signals = home(
        {
            "Yard": [
                "binary_sensor/lock: Gate = on",
                "binary_sensor/gas: Alarm = on",
                "binary_sensor/battery: Remote = on",
                "binary_sensor/connectivity: Router = on",
                "binary_sensor/plug: Car = off",
                "binary_sensor/problem: Boiler = off",
                "binary_sensor/battery_charging: Tablet = on",
                "binary_sensor/presence: Chair = on",
                "binary_sensor/running: Pump = on",
                "binary_sensor: Doorbell = off",
            ]
        }
    )
    holds(signals, case)


@cases(
    says("Is the front door open?", "No, closed", name="Front Door Contact", domain="binary_sensor"),
    says("Is the front door closed?", "Yes", name="Front Door Contact", domain="binary_sensor"),
)
def test_a_lock_does_not_say_whether_its_door_is_open_but_its_contact_does(case: Case) -> None:
    holds(MANOR, case)


@cases(leaves("Is the front door open?"))
def test_something_with_the_name_of_a_door_in_its_own_is_not_the_door(case: Case) -> None:
    holds(home({"Hallway": ["lock: Front Door = locked", "binary_sensor/door: Front Door Letterbox = off"]}), case)


@cases(
    leaves("Is the radiator heating?"),
    says("Is the radiator on?", "Yes", name="Radiator", domain="climate"),
    says("Is the convector heating?", "No, off", name="Convector", domain="climate"),
)
def test_a_thermostat_that_may_heat_is_not_said_to_heat(case: Case) -> None:
    holds(home({"Den": ["climate: Radiator = heat; temperature=22", "climate: Convector = off; temperature=22"]}), case)


@cases(
    leaves("It is cold in the kitchen"),
    leaves("The temperature in the kitchen is high"),
    leaves("She asked if the lights are on"),
    leaves("The lights are on"),
    leaves("It's cold in the kitchen"),
)
def test_a_statement_asks_nothing(case: Case) -> None:
    holds(MANOR, case)


def test_a_house_with_one_door_needs_no_name() -> None:
    hut = home({"": ["lock: Bolt = unlocked"]})
    holds(hut, says("Is the door locked?", "No, unlocked", name="Bolt", domain="lock"))
    holds(hut, knows("Do I have lights?", "No"))
