"""Questions as people put them when they do not use the plainest words."""

import pytest
from asked import MANOR, Case, ask, cases, holds, home, knows, leaves, says

LAUNDRY = home(
    {
        "Utility Room": [
            "binary_sensor/running: Washing Machine = on",
            "binary_sensor/running: Tumble Dryer = off",
            "sensor: Dishwasher Status = finished",
            "binary_sensor/moisture: Drain Sensor = on",
            "valve/water: Main Tap = open",
        ],
        "Garden": ["lawn_mower: Mowgli = mowing"],
        "": [
            "weather: Home = rainy; temperature=8; temperature_unit=\u00b0C",
            "person: Ann = home",
            "timer: Egg Timer = active",
            "alarm_control_panel: House Alarm = armed_away",
            "climate: Thermostat = heat; current_temperature=19",
        ],
    }
)
"""Appliances that say what they are at, a leak, and a weather service that is called like being home."""


@cases(
    says("Is the washing machine finished?", "No, on", name="Washing Machine", domain="binary_sensor"),
    says("Is the tumble dryer done yet?", "Yes", name="Tumble Dryer", domain="binary_sensor"),
    says("Is the dishwasher ready?", "Yes", name="Dishwasher Status", domain="sensor"),
    says("Is the dishwasher running?", "No, finished", name="Dishwasher Status", domain="sensor"),
    says("Is Mowgli done?", "No, mowing", name="Mowgli", domain="lawn_mower"),
    says("Is the egg timer still running?", "Yes", name="Egg Timer", domain="timer"),
    says("Is the house alarm armed?", "Yes", name="House Alarm", domain="alarm_control_panel"),
    leaves("Is the thermostat finished?"),
    leaves("What is finished?"),
)
def test_what_is_at_work_and_what_is_done(case: Case) -> None:
    holds(LAUNDRY, case)


@cases(
    says("Is there water in the utility room?", "Yes, Drain Sensor", area="Utility Room", domain="binary_sensor"),
    says("Is it raining?", "Yes", name="Home", domain="weather"),
    says("Is it sunny outside?", "No", name="Home", domain="weather"),
    says("How many people are home?", "1", name="Ann", domain="person"),
    knows("Is there a tap in the utility room?", "Yes, Main Tap"),
    leaves("What is a thermostat?"),
    leaves("Who turned on the thermostat?"),
)
def test_words_that_could_mean_something_else(case: Case) -> None:
    holds(LAUNDRY, case)


@cases(
    says("Please tell me, is the front door locked?", "Yes", name="Front Door", domain="lock"),
    says("Did I leave the kettle on?", "No, off", name="Kettle", domain="switch"),
    says("I'd like to know whether the arc lamp is on", "Yes", name="Arc Lamp", domain="light"),
    says("Answer with yes or no only: is the desk lamp on?", "No, off", name="Desk Lamp", domain="light"),
    says("How open is the kitchen blind?", "Kitchen Blind is 40 %", name="Kitchen Blind", domain="cover"),
    says("How far is the kitchen blind open?", "Kitchen Blind is 40 %", name="Kitchen Blind", domain="cover"),
    says("What level is the hob light at?", "Hob Light is 50 %", name="Hob Light", domain="light"),
    says("Is everything locked?", "No, Side Door is not locked", domain=["binary_sensor", "lock"]),
    says("Where is there motion?", "Parlour Motion", domain="binary_sensor"),
    leaves("Did I lock the front door?"),
)
def test_asked_in_a_roundabout_way(case: Case) -> None:
    holds(MANOR, case)


def test_a_sensor_may_be_called_after_a_thing_and_its_kind() -> None:
    hall = home({"Hall": ["lock: Front Door = locked", "sensor/battery: Front Door Lock Battery = 64; unit_of_measurement=%"]})
    for sentence in ("What's the battery level of the front door lock?", "front door lock battery"):
        assert ask(sentence, hall).text == "Front Door Lock Battery is 64 %"


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("\u00bfDesde cu\u00e1ndo est\u00e1 abierta la puerta del garaje?", "es"),
        ("Since when is the garage door open?", "en"),
        ("Seit wann ist das Fenster offen?", "de"),
    ],
)
def test_since_when_names_no_room(sentence: str, language: str) -> None:
    assert ask(sentence, MANOR, language=language).text is None
