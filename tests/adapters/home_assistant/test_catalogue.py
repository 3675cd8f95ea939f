"""Whatever list of entities HA can dump is read back as it was."""

from typing import Any

import pytest
from dumps import DUMPERS, as_written, catalogues, dump
from ha_assist.adapters.home_assistant.catalogue import read
from hypothesis import assume, given
from hypothesis import strategies as st


@given(catalogues, st.sampled_from(DUMPERS))
def test_what_ha_dumps_is_read_back_to_its_last_character(entities: list[dict[str, Any]], dumper: Any) -> None:
    text = dump(entities, dumper)
    if dumper is not DUMPERS[0]:  # PyYAML's Python dumper writes U+0085 so that libyaml reads a line break; HA uses libyaml
        assume("\x85" not in text)
    listing = read(text)
    assert [as_written(entity) for entity in listing.entities] == entities
    assert listing.length == len(text)


def test_scalars_stay_the_text_that_is_written_there() -> None:
    (entity,) = read(
        "- names: on\n  domain: sensor\n  state: 12:30\n  attributes:\n"
        "    temperature: 20.5\n    humidity: 1_0\n    device_class: 0x1\n    brightness:\n    media_title: null\n"
    ).entities
    assert entity.names.joined == "on"
    assert entity.state == "12:30"
    assert entity.attributes == {
        "temperature": "20.5",
        "humidity": "1_0",
        "device_class": "0x1",
        "brightness": None,
        "media_title": None,
    }


def test_a_quoted_null_is_a_name() -> None:
    assert read("- names: 'null'\n  domain: light\n").entities[0].names.joined == "null"


def test_the_order_of_the_keys_and_unknown_keys_do_not_matter() -> None:
    (entity,) = read("- domain: light\n  icon: mdi:lamp\n  areas: Den\n  names: Lamp\n").entities
    assert (entity.names.joined, entity.domain, entity.area and entity.area.joined) == ("Lamp", "light", "Den")


def test_an_empty_list_is_a_list() -> None:
    assert (read("[]\n").entities, read("[]\n").length) == ((), 3)


LAMP = "- names: Lamp\n  domain: light\n  areas: Den\n"


@pytest.mark.parametrize(
    "rest",
    [
        "Be polite.\n",
        "- Be polite.\n",
        "- Note: be polite.\n",
        "- names: are never to be spelled.\n",
        "- names: 'x\n  domain: light\n",
        "- names: Lamp\n  domain: What a domain is, is explained below.\n",
        "- names: [Lamp]\n  domain: light\n",
        "\n    Indented text.\n",
        "\n  two: spaces\n",
        "\n\n- one\n- two\n",
        "- names: &a Lamp\n  domain: light\n",
    ],
)
def test_the_list_ends_where_something_else_begins(rest: str) -> None:
    listing = read(LAMP + LAMP + rest)
    assert len(listing.entities) == 2
    assert (LAMP + LAMP + rest)[listing.length :].strip() == rest.strip()


def test_text_without_a_list_has_length_zero() -> None:
    assert read("Be polite.").length == 0
    assert read("").length == 0


def test_entities_of_one_area_share_its_names() -> None:
    one, two = read(LAMP + LAMP).entities
    assert one.area is two.area


@given(st.text())
def test_any_text_is_survived(text: str) -> None:
    assert read(text).length <= len(text)


@pytest.mark.parametrize("nesting", ["[" * 100_000, "- " * 100_000, "- a:\n" + "".join(f"{' ' * n}a:\n" for n in range(2, 2000))])
def test_deep_nesting_is_survived(nesting: str) -> None:
    assert read(LAMP + nesting).entities == read(LAMP).entities


def test_aliases_are_not_resolved() -> None:
    bomb = "- names: x\n  domain: light\n  attributes:\n    a: &a [x, x]\n    b: [*a, *a]\n"
    assert read(LAMP + bomb).entities == read(LAMP).entities
