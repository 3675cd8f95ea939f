"""What does not say how it is: it is said to be so, and never counted, compared or taken for off."""

import pytest
from asked import Case, ask, cases, holds, home, leaves, says

QUIET = ("unavailable", "unknown", "none", "")


def den(state: str, *more: str) -> list[str]:
    return [f"light: Lamp = {state}", *more]


@pytest.mark.parametrize("state", QUIET)
def test_whatever_it_is_called(state: str) -> None:
    alone = home({"Den": den(state)})
    silent = "Not available right now: Lamp."
    for question in ("Is the lamp on?", "Is the lamp off?", "Is the lamp not on?", "How bright is the lamp?"):
        assert ask(question, alone).text == silent, question
    for question in ("Are any lights on?", "Are all lights off?", "How many lights are on?", "Which lights are off?"):
        assert ask(question, alone).text == silent, question


@pytest.mark.parametrize("state", QUIET)
def test_it_is_neither_counted_nor_left_out(state: str) -> None:
    two = home({"Den": den(state, "light: Bulb = off")})
    silent = "Not available right now: Lamp."
    assert ask("How many lights are on?", two).text == f"0. {silent}"
    assert ask("How many lights are off?", two).text == f"1. {silent}"
    assert ask("How many lights are not on?", two).text == f"1. {silent}"
    assert ask("Are any lights on?", two).text == f"No. {silent}"
    assert ask("Are all lights off?", two).text == f"Yes. {silent}"
    assert ask("Which lights are off?", two).text == f"Bulb. {silent}"


LOFT = home(
    {
        "Loft": [
            "lock: Hatch = unavailable",
            "lock: Trapdoor = locked",
            "sensor/temperature: Loft Temperature = unknown; unit_of_measurement=°C",
            "climate: Stove = unavailable; current_temperature=20; temperature=24",
            "media_player: Radio = unavailable; media_title=Old Song; volume_level=0.4",
            "cover: Shutter = unavailable; current_position=100",
            "person: Anna = unknown",
            "sensor/battery: Hatch Battery = unavailable; unit_of_measurement=%",
            "vacuum: Dobby = unavailable; battery_level=80",
        ],
    }
)


@cases(
    says("Are all locks locked?", "Yes. Not available right now: Hatch.", domain="lock"),
    says("Is the hatch locked?", "Not available right now: Hatch.", name="Hatch", domain="lock"),
    says("What is the state of the hatch?", "Not available right now: Hatch.", name="Hatch", domain="lock"),
    says("What is the stove set to?", "Not available right now: Stove.", name="Stove", domain="climate"),
    says("How loud is the radio?", "Not available right now: Radio.", name="Radio", domain="media_player"),
    says("How far open is the shutter?", "Not available right now: Shutter.", name="Shutter", domain="cover"),
    says("Is Anna home?", "Not available right now: Anna.", name="Anna", domain="person"),
    says("Where is Anna?", "Not available right now: Anna.", name="Anna", domain="person"),
    says("Where is Dobby?", "Not available right now: Dobby.", name="Dobby", domain="vacuum"),
    says("Is the hatch battery low?", "Not available right now: Hatch Battery.", name="Hatch Battery", domain="sensor"),
    says("Is the hatch unavailable?", "Yes", name="Hatch", domain="lock"),
    says("Is the trapdoor unavailable?", "No, locked", name="Trapdoor", domain="lock"),
    says("Are any locks unavailable?", "Yes, Hatch", domain="lock"),
    says("How many locks are unavailable?", "1", domain="lock"),
    says("Which locks are unavailable?", "Hatch", domain="lock"),
)
def test_what_a_silent_thing_still_shows_is_old(case: Case) -> None:
    holds(LOFT, case)


def test_silent_namesakes_are_told_apart() -> None:
    two = home({"Den": ["light: Lamp = unavailable"], "Loft": ["light: Lamp = unknown"]})
    assert ask("Are any lights on?", two).text == "Not available right now: Lamp (Den), Lamp (Loft)."


def test_a_silent_sensor_does_not_hide_the_one_that_speaks() -> None:
    two = {
        "Den": [
            "sensor/temperature: Den Temperature 1 = unavailable",
            "sensor/temperature: Den Temperature 2 = 19; unit_of_measurement=°C",
        ]
    }
    holds(home(two), says("How warm is it in the den?", "Den Temperature 2 is 19 °C", area="Den", domain="sensor"))


def test_an_empty_value_is_no_value() -> None:
    bare = home({"Den": ["light: Lamp = on; brightness=", "climate: Stove = heat; current_temperature=None; temperature=20"]})
    nothing = "I found nothing about that in the house."
    holds(bare, leaves("How bright is the lamp?"))
    holds(bare, says("How warm is it in the den?", nothing, name="Stove", domain="climate"))


def test_a_weather_service_that_is_down_hides_no_thermometer() -> None:
    """What a read of everything shows; the service's last temperature is not told."""
    porch = ["sensor/temperature: Outside Temperature = 11; unit_of_measurement=°C", "sensor/humidity: Outside Humidity = 60"]
    down = home({"Porch": porch, "": ["weather: Forecast = unavailable; temperature=98"]})
    assert ask("What's the weather like?", down, listed=down.shown).text == (
        "Not available right now: Forecast. Outside Temperature is 11 °C"
    )
    works = home({"Porch": porch, "": ["weather: Forecast = cloudy; temperature=12; temperature_unit=°C"]})
    assert ask("What's the weather like?", works, listed=works.shown).text == "12 °C and cloudy"
