"""A name may hold a comma, and HA joins names with commas: every run of parts is a name that the thing can have."""

from ha_assist.adapters.home_assistant.names import MAX_READINGS, exactly, led_by, named
from hypothesis import given
from hypothesis import strategies as st


def test_a_name_without_a_comma_is_certain() -> None:
    assert (named("Lamp").readings, named("Lamp").certain) == (("Lamp",), True)


def test_single_parts_come_first_then_longer_runs() -> None:
    names = named("Floor Lamp, Reading Light, Lamp")
    assert names.display == "Floor Lamp"
    assert names.readings == (
        "Floor Lamp",
        "Reading Light",
        "Lamp",
        "Floor Lamp, Reading Light",
        "Reading Light, Lamp",
        "Floor Lamp, Reading Light, Lamp",
    )
    assert not names.certain


def test_a_comma_without_a_space_is_part_of_a_name() -> None:
    assert named("3,5 mm jack").readings == ("3,5 mm jack",)


def test_what_is_known_to_be_the_display_name_leads() -> None:
    assert led_by(named("Kitchen, Dining, Cook"), "Kitchen, Dining").display == "Kitchen, Dining"
    assert led_by(named("Kitchen, Dining"), "Kitchen, Dining") == exactly("Kitchen, Dining")


def test_an_absurd_text_has_a_bounded_number_of_readings() -> None:
    assert len(named(", ".join(map(str, range(10_000)))).readings) == MAX_READINGS


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8).filter(str.strip), min_size=1, max_size=5)
)
def test_every_true_name_is_among_the_readings(true_names: list[str]) -> None:
    readings = named(", ".join(true_names)).readings
    assert {name.strip() for name in true_names} <= set(readings)
    assert len(readings) == len(set(readings))


@given(st.text())
def test_there_is_always_a_reading(joined: str) -> None:
    assert named(joined).joined == joined
    assert named(joined).readings
