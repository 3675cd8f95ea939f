"""What states and attributes mean, whatever the language."""

import pytest
from asked import home
from ha_assist.adapters.home_assistant.types import Entity
from ha_assist.adapters.intents.vocabulary import question_vocabulary
from ha_assist.states.questions.meanings import (
    MEASURES,
    SILENT,
    can_be,
    can_measure,
    holds,
    kind_of_state,
    measured,
    number,
    plain,
)
from hypothesis import given
from hypothesis import strategies as st


def thing(told: str) -> Entity:
    """``"light = on; brightness=3"``: a thing with its state and attributes."""
    domain, _, shown = told.partition(" = ")
    return home({"Hall": [f"{domain}: Thing = {shown}"]}).shown.entities[0]


@pytest.mark.parametrize(
    ("told", "state", "holding"),
    [
        ("light = on", "on", True),
        ("light = off", "on", False),
        ("binary_sensor/door = on", "open", True),
        ("binary_sensor/door = on", "closed", False),
        ("binary_sensor/window = off", "closed", True),
        ("binary_sensor/lock = on", "unlocked", True),
        ("binary_sensor/lock = off", "locked", True),
        ("binary_sensor/motion = on", "occupied", True),
        ("binary_sensor/occupancy = on", "motion", True),
        ("binary_sensor/occupancy = off", "clear", True),
        ("binary_sensor/moisture = off", "dry", True),
        ("binary_sensor/battery = on", "low", True),
        ("binary_sensor/connectivity = off", "disconnected", True),
        ("sensor/battery = 20", "low", True),
        ("sensor/battery = 21", "low", False),
        ("sensor/battery = full", "low", None),
        ("cover = opening", "open", False),
        ("cover = closing", "closed", False),
        ("lock = locking", "locked", False),
        ("lock = jammed", "locked", False),
        ("climate = off", "on", False),
        ("climate = heat", "on", True),
        ("climate = off", "heating", False),
        ("climate = heat", "heating", None),
        ("climate = heat; hvac_action=idle", "heating", False),
        ("climate = heat; hvac_action=heating", "heating", True),
        ("climate = auto; hvac_action=cooling", "cooling", True),
        ("media_player = paused", "playing", False),
        ("media_player = paused", "on", True),
        ("media_player = standby", "off", True),
        ("vacuum = docked", "on", False),
        ("vacuum = cleaning", "on", True),
        ("person = Work", "away", True),
        ("person = Work", "home", False),
        ("person = home", "away", False),
    ],
)
def test_whether_a_thing_is_so(told: str, state: str, holding: bool | None) -> None:
    assert holds(thing(told), state) is holding


@pytest.mark.parametrize("silent", sorted(SILENT))
@pytest.mark.parametrize(
    "domain", ["light", "lock", "cover", "climate", "person", "sensor/battery", "binary_sensor/door", "vacuum"]
)
def test_a_silent_thing_is_neither_so_nor_not_so(domain: str, silent: str) -> None:
    quiet = thing(f"{domain} = {silent}")
    for state in ("on", "off", "open", "closed", "locked", "home", "away", "low", "heating"):
        assert holds(quiet, state) is None
    assert holds(quiet, silent) is True
    assert all(
        measured(quiet, measure) is None for measure in MEASURES if quiet.domain == "sensor" and can_measure(quiet, measure)
    )


@pytest.mark.parametrize(
    ("told", "can", "cannot"),
    [
        ("lock = locked", ["locked", "unlocked"], ["open", "closed", "on"]),
        ("binary_sensor/window = on", ["open", "closed"], ["locked", "on", "motion"]),
        ("binary_sensor = on", ["on", "off"], ["open", "motion"]),
        ("cover = open", ["open", "closed", "opening"], ["on", "locked"]),
        ("sensor/battery = 5", ["low"], ["on", "open"]),
        ("sensor/temperature = 5", [], ["low", "on"]),
        ("climate = heat", ["on", "off", "heating"], ["open"]),
        ("person = home", ["home", "away"], ["on"]),
        ("media_player = on", ["on", "off", "playing"], ["open"]),
    ],
)
def test_what_a_thing_can_be(told: str, can: list[str], cannot: list[str]) -> None:
    assert [state for state in can if not can_be(thing(told), state)] == []
    assert [state for state in cannot if can_be(thing(told), state)] == []


def test_of_a_sensor_that_was_not_read_anything_is_possible() -> None:
    listed = home({"Hall": ["binary_sensor/door: Contact = on", "sensor/battery: Charge = 5"]}).listed.entities
    assert all(can_be(listed[0], state) for state in ("open", "motion", "wet", "unlocked", "on"))
    assert can_be(listed[1], "low")
    assert all(can_measure(listed[1], measure) for measure in ("temperature", "battery", "power"))
    assert not can_measure(listed[1], "target_temperature")


@pytest.mark.parametrize(
    ("told", "measure", "spoken"),
    [
        ("sensor/temperature = 0; unit_of_measurement=\u00b0C", "temperature", "0 \u00b0C"),
        ("climate = heat; current_temperature=20.5; temperature=22", "temperature", "20.5"),
        ("climate = heat; current_temperature=20.5; temperature=22", "target_temperature", "22"),
        ("climate = heat; temperature=22", "temperature", None),
        ("climate = heat; humidity=40", "humidity", None),
        ("climate = heat; current_humidity=0", "humidity", "0 %"),
        ("weather = sunny; temperature=-1; temperature_unit=\u00b0C; humidity=80", "temperature", "-1 \u00b0C"),
        ("weather = sunny; humidity=80", "humidity", "80 %"),
        ("humidifier = on; humidity=45", "target_humidity", "45 %"),
        ("light = on; brightness=255", "brightness", "100 %"),
        ("light = on; brightness=1", "brightness", "0 %"),
        ("light = on; brightness=128; brightness_pct=51", "brightness", "51 %"),
        ("light = off", "brightness", "0 %"),
        ("light = on", "brightness", None),
        ("light = on; brightness=None", "brightness", None),
        ("cover = open; current_position=0", "position", "0 %"),
        ("fan = on; percentage=33", "speed", "33 %"),
        ("media_player = playing; volume_level=0", "volume", "0 %"),
        ("media_player = playing; volume_level=0.3", "volume", "30 %"),
        ("media_player = playing; media_title=Alien", "media", "Alien"),
        ("media_player = playing; media_title=Yes; media_artist=Owner", "media", "Yes, Owner"),
        ("media_player = playing", "media", None),
        ("vacuum = docked; battery_level=7", "battery", "7 %"),
    ],
)
def test_what_is_read_off(told: str, measure: str, spoken: str | None) -> None:
    shown = thing(told)
    assert can_measure(shown, measure)
    found = measured(shown, measure)
    assert (found.spoken if found is not None else None) == spoken


@pytest.mark.parametrize(
    ("told", "measure"),
    [
        ("climate = heat; humidity=40", "target_humidity"),
        ("humidifier = on; humidity=45", "humidity"),
        ("sensor/humidity = 40", "temperature"),
        ("sensor = 40", "temperature"),
        ("sensor/temperature = 40", "target_temperature"),
        ("light = on; brightness=3", "illuminance"),
    ],
)
def test_what_only_looks_like_a_measure(told: str, measure: str) -> None:
    assert not can_measure(thing(told), measure)


BINARY = [
    "door",
    "window",
    "garage_door",
    "opening",
    "motion",
    "occupancy",
    "presence",
    "lock",
    "moisture",
    "smoke",
    "gas",
    "battery",
    "plug",
]
STATES = sorted(question_vocabulary("en").spoken)  # pyright: ignore[reportOptionalMemberAccess]


@given(device_class=st.sampled_from(BINARY), state=st.sampled_from(STATES))
def test_a_binary_sensor_is_one_of_two(device_class: str, state: str) -> None:
    on, off = thing(f"binary_sensor/{device_class} = on"), thing(f"binary_sensor/{device_class} = off")
    if state in SILENT:
        return
    if can_be(on, state):
        assert holds(on, state) is not holds(off, state)
        assert kind_of_state(on) != kind_of_state(off)
    else:
        assert holds(on, state) is holds(off, state) is False


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e6, max_value=1e6))
def test_numbers_are_said_with_one_digit_at_most(value: float) -> None:
    assert abs(float(plain(value)) - value) <= 0.051
    assert len(plain(value).partition(".")[2]) <= 1
    assert number(str(value)) == value


@pytest.mark.parametrize("text", ["", "None", "nan", "inf", "on", "12 W", None])
def test_what_is_no_number(text: object) -> None:
    assert number(text) is None
