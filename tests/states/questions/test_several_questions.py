"""Several questions in one sentence, and what their parts share: the place, the kind, the state, the way of asking."""

from asked import MANOR, Case, cases, holds, leaves, not_yet, says


@cases(
    says("Is the desk lamp on and is the front door locked?", "No, off. Yes", domain=["light", "lock"]),
    says("Is the front door locked and the garage door closed?", "Yes. Yes", domain=["cover", "lock"]),
    says("Is the desk lamp on and the hob light off?", "No, off. No, on", domain="light"),
    says("Is the desk lamp on, is the hob light on?", "No, off. Yes", domain="light"),
    says("Is the desk lamp on and how many lights are on in the kitchen?", "No, off. 1", domain="light"),
)
def test_each_is_answered_in_its_order(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("Is the desk lamp and the hob light on?", "No, Desk Lamp is not on", domain="light"),
    says("Are the arc lamp and the hob light both on?", "Yes", domain="light"),
    says("Are the desk lamp and the kettle off?", "Yes", domain=["light", "switch"]),
    says("Are the lights on in the kitchen and the study?", "Yes, Hob Light. No", domain="light"),
    says("What lights are on in the kitchen and the study?", "Hob Light. Not any", domain="light"),
    says("Are the lights on in the kitchen and off in the study?", "Yes, Hob Light. Yes", domain="light"),
    says(
        "How warm is it in the kitchen and in the study?",
        "Kitchen Temperature is 21.5 °C. Study Thermostat is 18",
        domain=["climate", "sensor"],
    ),
    says(
        "How warm is it in the kitchen and how humid?",
        "Kitchen Temperature is 21.5 °C. Kitchen Humidity is 0 %",
        area="Kitchen",
        domain="sensor",
    ),
)
def test_what_a_part_lacks_it_has_from_its_neighbours(case: Case) -> None:
    holds(MANOR, case)


@cases(
    not_yet(
        "the second part asks about everything",
        says("Which lights are on in the kitchen and which are off?", "Hob Light. Sink Light", area="Kitchen", domain="light"),
    ),
    not_yet(
        "the second part is a yes or no, between two numbers",
        says("How many lights and switches are on in the kitchen?", "1. 0", area="Kitchen", domain=["light", "switch"]),
    ),
    not_yet(
        "'it' is nothing, and every lamp is told",
        says("Is the desk lamp on and how bright is it?", "No, off. Desk Lamp is 0 %", name="Desk Lamp", domain="light"),
    ),
    not_yet(
        "a state alone has no thing of its own",
        says("Is the front door closed and locked?", "Yes. Yes", domain=["binary_sensor", "lock"]),
    ),
    not_yet(
        "a sentence of its own is ended twice",
        says(
            "Is the piano light on and is the desk lamp on?",
            "Not available right now: Piano Light. No, off",
            domain="light",
        ),
    ),
)
def test_what_parts_do_not_share_yet(case: Case) -> None:
    holds(MANOR, case)


@cases(
    leaves("Is the desk lamp on and why?"),
    leaves("Is the desk lamp on and is the crystal lamp on?"),
    leaves("Is the desk lamp on and who wrote Moby Dick?"),
    leaves("How warm is it in the kitchen and in Paris?"),
    leaves("Is the desk lamp on and what time is it?"),
    leaves("Is the desk lamp on and turn off the hob light"),
    leaves("Is the desk lamp on? Turn it off"),
    leaves("If the desk lamp is on, turn it off"),
    leaves("Check if the lights are on and turn them off"),
)
def test_half_an_answer_is_none(case: Case) -> None:
    holds(MANOR, case)
