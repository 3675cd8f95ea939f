"""The selected things as text."""

from ha_assist.adapters.home_assistant.names import exactly, named
from ha_assist.adapters.home_assistant.types import Entity
from ha_assist.adapters.intents.prompts import prompt_texts
from ha_assist.states.prompt.listing import listing, name_of
from hypothesis import given
from hypothesis import strategies as st

TEXTS = prompt_texts("en")
LAMP = Entity(named("Lamp"), "light", named("Kitchen, Galley"), state="on")
KETTLE = Entity(named("Kettle"), "switch", named("Kitchen, Galley"))
ROVER = Entity(named("Rover"), "vacuum")


def listed(*entities):
    return listing(entities, frozenset(), TEXTS)


def test_things_are_listed_by_area_with_domain_and_known_state():
    assert listed(LAMP, ROVER, KETTLE) == "without a room: Rover (vacuum)\nKitchen: Kettle (switch); Lamp (light, on)"


def test_equal_names_are_told_apart_by_their_areas():
    assert listed(LAMP, Entity(named("Lamp"), "light", named("Den"))) == "Den: Lamp (light)\nKitchen: Lamp (light, on)"


def test_and_in_one_area_by_what_else_is_known():
    left = Entity(exactly("Lamp"), "light", named("Den"), entity_id="light.left")
    right = Entity(exactly("Lamp"), "light", named("Den"), entity_id="light.right")
    assert listed(left, right) == "Den: Lamp (light, light.left); Lamp (light, light.right)"


def test_the_name_is_the_one_that_was_said_and_never_the_joined_text():
    lamp = Entity(named("Floor Lamp, Reading Light"), "light")
    assert name_of(lamp, ("reading", "light")) == "Reading Light"
    assert name_of(lamp, ()) == "Floor Lamp"
    assert name_of(lamp, ("floor", "lamp", "reading", "light")) in {"Floor Lamp", "Reading Light"}


@given(st.permutations([LAMP, KETTLE, ROVER]))
def test_the_order_in_which_things_were_found_does_not_show(entities):
    assert listed(*entities) == listed(LAMP, KETTLE, ROVER)
