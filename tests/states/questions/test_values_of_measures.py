"""Questions for values: what tells a measure, and what only looks like it."""

import pytest
from asked import MANOR, Case, ask, cases, holds, home, leaves, not_yet, says
from told import THEN


@cases(
    says("How warm is it in the kitchen?", "Kitchen Temperature is 21.5 °C", area="Kitchen", domain="sensor"),
    says("What is the kitchen temperature?", "Kitchen Temperature is 21.5 °C", name="Kitchen Temperature", domain="sensor"),
    says("Tell me the temperature in the living room", "Parlour Radiator is 20.5", name="Parlour Radiator", domain="climate"),
    says("What is the temperature in the study?", "Study Thermostat is 18", area="Study", domain=["climate", "sensor"]),
    says("How warm is the parlour radiator?", "Parlour Radiator is 20.5", name="Parlour Radiator", domain="climate"),
    leaves("What is the temperature in the bedroom?"),
)
def test_a_temperature_comes_from_a_sensor_or_else_from_a_thermostat(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("What is the study thermostat set to?", "Study Thermostat is 21", name="Study Thermostat", domain="climate"),
    says("What is the parlour radiator set to?", "Parlour Radiator is 22", name="Parlour Radiator", domain="climate"),
    says("What is the target temperature in the study?", "Study Thermostat is 21", name="Study Thermostat", domain="climate"),
    says("What is the set temperature in the study?", "Study Thermostat is 21", name="Study Thermostat", domain="climate"),
    says("What is the temperature setting in the study?", "Study Thermostat is 21", name="Study Thermostat", domain="climate"),
    says("What is the thermostat set to?", "Parlour Radiator is 22. Study Thermostat is 21", domain="climate"),
)
def test_what_a_thermostat_is_set_to_is_not_what_it_measures(case: Case) -> None:
    holds(MANOR, case)


MEASURED_FOR_SET = "'set' is taken for a filler word, and the measured value is told for the one that was set"


@cases(
    says("What temperature is the study thermostat set to?", "Study Thermostat is 21", name="Study Thermostat", domain="climate"),
    says("What temperature is set in the study?", "Study Thermostat is 21", name="Study Thermostat", domain="climate"),
    not_yet(
        MEASURED_FOR_SET,
        says(
            "What is the humidity set to in the study?", "Study Humidifier is 55 %", name="Study Humidifier", domain="humidifier"
        ),
    ),
    leaves("How warm should the study be?"),
    leaves("What is the desired temperature in the study?"),
)
def test_other_words_for_what_is_set_never_get_a_measured_value(case: Case) -> None:
    holds(MANOR, case)


NOTHING = "I found nothing about that in the house."
"""All that could tell has been read, and nothing measures."""

ONLY_SET = home(
    {
        "Den": ["climate: Wall Regulator = off; temperature=24"],
        "Loft": ["climate: Stove = heat; temperature=24; humidity=60; unit_of_measurement=°C"],
        "Bath": ["humidifier: Dryer = on; humidity=45"],
    }
)


@cases(
    says("What is the temperature in the den?", NOTHING, name="Wall Regulator", domain="climate"),
    says("What is the temperature in the loft?", NOTHING, name="Stove", domain="climate"),
    says("How warm is the wall regulator?", NOTHING, name="Wall Regulator", domain="climate"),
    says("How warm is it?", NOTHING, domain="climate"),
    says("How humid is it in the loft?", NOTHING, name="Stove", domain="climate"),
    leaves("How humid is it in the bath?"),
    says("How humid is it?", NOTHING, domain="climate"),
    says("What is the wall regulator set to?", "Wall Regulator is 24", name="Wall Regulator", domain="climate"),
    says("What is the target humidity in the bath?", "Dryer is 45 %", name="Dryer", domain="humidifier"),
)
def test_a_setpoint_alone_is_no_measurement(case: Case) -> None:
    holds(ONLY_SET, case)


@cases(
    says("How humid is it in the kitchen?", "Kitchen Humidity is 0 %", area="Kitchen", domain="sensor"),
    says("How much power is the dishwasher using?", "Dishwasher Power is 0 W", name="Dishwasher Power", domain="sensor"),
    says("How bright is the sink light?", "Sink Light is 0 %", name="Sink Light", domain="light"),
    says("How loud is the parlour speaker?", "Parlour Speaker is 0 %", name="Parlour Speaker", domain="media_player"),
    says("What is the position of the bedroom curtains?", "Bedroom Curtains is 0 %", name="Bedroom Curtains", domain="cover"),
)
def test_nought_is_a_value(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("How bright is the hob light?", "Hob Light is 50 %", name="Hob Light", domain="light"),
    says("How bright is the arc lamp?", "Arc Lamp is 100 %", name="Arc Lamp", domain="light"),
    says("How loud is the television?", "Television is 30 %", name="Television", domain="media_player"),
    says("How far open is the kitchen blind?", "Kitchen Blind is 40 %", name="Kitchen Blind", domain="cover"),
    says("How fast is the study fan?", "Study Fan is 33 %", name="Study Fan", domain="fan"),
    says("What is the speed of the fan?", "Study Fan is 33 %", name="Study Fan", domain="fan"),
    leaves("What is the brightness of the bedside lamp in the bedroom?"),
)
def test_what_home_assistant_counts_otherwise_is_said_in_percent(case: Case) -> None:
    holds(MANOR, case)


def test_brightness_in_percent_is_taken_as_it_is() -> None:
    den = home({"Den": ["light: Lamp = on; brightness=200; brightness_pct=78", "light: Bulb = on; brightness=3"]})
    holds(den, says("How bright is the lamp?", "Lamp is 78 %", name="Lamp", domain="light"))
    holds(den, says("How bright is the bulb?", "Bulb is 1 %", name="Bulb", domain="light"))


@cases(
    says("What is the CO2 level in the kitchen?", "Kitchen CO2 is 640 ppm", area="Kitchen", domain="sensor"),
    says("What is the humidity in the study?", "Study Humidity is 41 %", area="Study", domain=["climate", "sensor"]),
    says("How full is the front door battery?", "Front Door Battery is 81 %", name="Front Door Battery", domain="sensor"),
)
def test_sensors_are_read_with_their_units(case: Case) -> None:
    holds(MANOR, case)


@cases(
    says("What is the battery level of the front door?", "Front Door Battery is 81 %", domain=["lock", "sensor"]),
    says("Is the battery of the side door low?", "Yes", name="Side Door Battery", domain="sensor"),
    not_yet("a battery in the room of that name answers for it", leaves("What is the battery level of the garage door?")),
    leaves("What is the battery level of the desk lamp?"),
    leaves("What is the battery level of Dobby?"),
)
def test_the_battery_of_a_thing_may_be_a_sensor_of_its_name(case: Case) -> None:
    holds(MANOR, case)


# The weather, and outside


@cases(
    says("What is the weather?", "8 °C and cloudy", name="Forecast", domain="weather"),
    says("What's the weather like outside?", "8 °C and cloudy", name="Forecast", domain="weather"),
    says("What is the temperature outside?", "Outside Temperature is 7.5 °C", domain=["sensor", "weather"]),
    says("How cold is it outside?", "Outside Temperature is 7.5 °C", at="Kitchen", domain=["sensor", "weather"]),
    says("How humid is it outside?", "Forecast is 80 %", domain=["sensor", "weather"]),
    says("Is it cloudy?", "Yes", name="Forecast", domain="weather"),
    says("Is it raining outside?", "No", name="Forecast", domain="weather"),
    leaves("How windy is it?"),
    leaves("Is it windy?"),
    leaves("Is it raining in Paris?"),
    leaves("Will it rain tomorrow?"),
    leaves("How warm will it be tomorrow?"),
    leaves("What is the weather in Paris?"),
    leaves("What is the temperature in Paris?"),
    not_yet(
        "what is outside is told for the inside",
        says("How warm is it inside?", "Kitchen Temperature is 21.5 °C", domain=["climate", "sensor"]),
    ),
)
def test_weather(case: Case) -> None:
    holds(MANOR, case)


@pytest.mark.parametrize("shown", ["rainy", "rainy; temperature=22", "rainy; temperature=None; temperature_unit=°C"])
def test_what_the_weather_does_not_tell_is_not_said(shown: str) -> None:
    assert "None" not in (ask("What is the weather?", home({"": [f"weather: Forecast = {shown}"]})).text or "")


def test_the_weather_is_not_settled_by_order() -> None:
    two = {
        "": [
            "weather: Home = rainy; temperature=0; temperature_unit=°C",
            "weather: Cabin = sunny; temperature=9; temperature_unit=°C",
        ]
    }
    holds(home(two), leaves("What is the weather?"))
    holds(home(two), says("What is the temperature outside?", "Home is 0 °C. Cabin is 9 °C", domain="weather"))


def test_two_sensors_are_both_named() -> None:
    patio = home(
        {
            "Patio": [
                "sensor/temperature: Outside West = 11; unit_of_measurement=°C",
                "sensor/temperature: Outside East = 17; unit_of_measurement=°C",
            ]
        }
    )
    holds(patio, says("What is the temperature outside?", "Outside West is 11 °C. Outside East is 17 °C", domain="sensor"))
    holds(patio, leaves("How is the weather outside?"))


def test_a_service_that_is_down_does_not_tell_its_last_value() -> None:
    patio = home(
        {
            "": ["weather: Forecast = unavailable; temperature=98; temperature_unit=°C"],
            "Patio": ["sensor/temperature: Outside Wall = 11; unit_of_measurement=°C"],
        }
    )
    holds(patio, says("How warm is it outside?", "Outside Wall is 11 °C", domain=["sensor", "weather"]))
    told = ask("What is the weather?", patio)
    assert (told.text, told.read) == ("Not available right now: Forecast.", {"name": "Forecast", "domain": ["weather"]})
    # What was read of everything shows a thermometer, too.
    assert ask("What is the weather?", patio, tools=THEN).text == "Not available right now: Forecast. Outside Wall is 11 °C"


@cases(
    says("How hot is the boiler?", "Boiler is 50", name="Boiler", domain="water_heater"),
    says("What is the boiler set to?", "Boiler is 60", name="Boiler", domain="water_heater"),
    not_yet("the water of a boiler is told for the air of its room", leaves("What is the temperature in the cellar?")),
)
def test_water_is_not_the_air_of_a_room(case: Case) -> None:
    holds(home({"Cellar": ["water_heater: Boiler = eco; current_temperature=50; temperature=60"]}), case)


@cases(
    not_yet(
        "a number is said without its unit",
        says("Is the front door battery low?", "No, 81 %", name="Front Door Battery", domain="sensor"),
    ),
    says(
        "What is the state of the front door battery?", "Front Door Battery is 81 %", name="Front Door Battery", domain="sensor"
    ),
)
def test_a_number_is_said_with_its_unit(case: Case) -> None:
    holds(MANOR, case)


# Media


@cases(
    says("What is playing on the television?", "Alien", name="Television", domain="media_player"),
    says("What is on the television?", "Television is playing. Alien", name="Television", domain="media_player"),
    says("What is playing on the parlour speaker?", "Parlour Speaker is paused", name="Parlour Speaker", domain="media_player"),
    says("What is playing in the living room?", "Alien", area="Living Room", domain="media_player"),
)
def test_what_is_playing(case: Case) -> None:
    holds(MANOR, case)


RADIO = home(
    {
        "Den": [
            "media_player: Radio = playing; volume_level=0.555; media_title=Yes; media_artist=Owner",
            "media_player/speaker: Puck = unavailable; media_title=Old",
        ]
    }
)


@cases(
    says("How loud is the radio?", "Radio is 55.5 %", name="Radio", domain="media_player"),
    says("What is the radio doing?", "Radio is playing", name="Radio", domain="media_player"),
    says("What is playing on the puck?", "Not available right now: Puck.", name="Puck", domain="media_player"),
    says("What is playing on the radio?", "Yes, Owner", name="Radio", domain="media_player"),
)
def test_media_of_a_player_that_is_called_like_its_kind(case: Case) -> None:
    holds(RADIO, case)


# States as values


@cases(
    says("What is the state of the kettle?", "Kettle is off", name="Kettle", domain="switch"),
    says("What is Dobby doing?", "Dobby is docked", name="Dobby", domain="vacuum"),
    says("How is the front door?", "Front Door is locked", name="Front Door", domain="lock"),
    says("What about the front door?", "Front Door is locked", name="Front Door", domain="lock"),
    says("What mode is the study thermostat in?", "Study Thermostat is off", name="Study Thermostat", domain="climate"),
    says("Where is Dobby?", "Dobby is docked", name="Dobby", domain="vacuum"),
)
def test_the_state_of_a_thing(case: Case) -> None:
    holds(MANOR, case)


def test_a_timestamp_is_not_read_out_as_a_machine_writes_it() -> None:
    den = home({"Den": ["sensor/timestamp: Next Alarm = 2026-12-01T06:00:00+00:00"]})
    assert "T06:00" not in (ask("What is the state of the next alarm?", den).text or "")


def test_more_values_than_one_can_listen_to_are_left() -> None:
    many = home(
        {f"Room {place}": [f"sensor/temperature: Probe {place} = {place}; unit_of_measurement=°C"] for place in range(1, 9)}
    )
    holds(many, leaves("How warm is it?"))


# What no state settles


@cases(
    leaves("And now?"),
    leaves("What is the average temperature?"),
    leaves("What is the highest temperature in the house?"),
    leaves("Which room is the warmest?"),
    leaves("Is it warmer in the kitchen than in the study?"),
    leaves("Is it above 20 degrees in the kitchen?"),
    leaves("Is it cold outside?"),
    leaves("Since when is the desk lamp on?"),
    leaves("How long has the desk lamp been on?"),
    leaves("When was the front door opened?"),
    leaves("Why is the desk lamp on?"),
    leaves("How much power am I using in total?"),
    leaves("What is the total power consumption?"),
    leaves("Is only the desk lamp on?"),
    leaves("Is the desk lamp on if it is dark?"),
    leaves("Is the desk lamp still on because of me?"),
    leaves("Was the front door locked yesterday?"),
    leaves("Did I lock the front door?"),
    leaves("How warm was it yesterday in the kitchen?"),
    leaves("Was the front door locked today?"),
    leaves("Did the front door open today?"),
)
def test_comparisons_histories_and_conditions_are_left(case: Case) -> None:
    holds(MANOR, case)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("it", "ho freddo"),
        ("it", "che caldo che fa"),
        ("it", "fa freddo"),
        ("es", "tengo frío"),
        ("es", "qué calor hace"),
        ("fr", "j'ai froid"),
        ("fr", "on a froid"),
        ("fr", "qu'est-ce qu'il fait chaud"),
        ("pt", "tenho frio"),
        ("pt", "que calor"),
    ],
)
def test_who_is_cold_asks_for_no_temperature(language: str, sentence: str) -> None:
    holds(home({"Salotto": ["climate: Termostato = heat; current_temperature=19"]}), leaves(sentence), language)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("it", "quanto freddo fa?"), ("es", "¿cuánto calor hace?"), ("fr", "fait-il froid ?")],
)
def test_how_cold_it_is_asks_for_one(language: str, sentence: str) -> None:
    known = home({"Salotto": ["climate: Termostato = heat; current_temperature=19"]})
    assert ask(sentence, known, language=language).read is not None
