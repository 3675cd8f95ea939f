"""The reader's parts: covers of a sentence, numbers in names, kinds of things, the index of a house."""

import msgspec
import pytest
from ha_assist.adapters.home_assistant.names import named
from ha_assist.adapters.home_assistant.types import Entity
from ha_assist.adapters.intents.text import tokenise
from ha_assist.adapters.intents.vocabulary import Meaning
from ha_assist.states.deterministic.actions import ACTIONS, EVERYTHING, PROPERTIES, SETTING_ACTIONS, SETTINGS
from ha_assist.states.deterministic.cover import Span, covers, spans
from ha_assist.states.deterministic.kinds import KINDS, membership, named_kinds
from ha_assist.states.deterministic.little import canonical
from ha_assist.states.deterministic.mentions import HouseIndex, house_index
from hypothesis import given, settings
from hypothesis import strategies as st
from told import MILL, MORE, NOW, house, within, words

ENGLISH = words("en")

# Covers.


def span(start: int, end: int, cost: float) -> Span:
    return Span(start, end, (Meaning("filler", "courtesy"),), cost)


@st.composite
def lattices(draw: st.DrawFn) -> list[list[Span]]:
    """Spans that start at each word of a sentence; a single word can always be covered."""
    count = draw(st.integers(1, 6))
    starting: list[list[Span]] = []
    for start in range(count):
        ends = draw(st.lists(st.integers(start + 1, count), max_size=3))
        starting.append([span(start, end, draw(st.sampled_from([0.1, 0.5, 1.1, 3.1]))) for end in (start + 1, *ends)])
    return starting


@settings(deadline=None)
@given(lattices(), st.integers(1, 20))
def test_covers_explain_every_word_once_the_cheapest_first(starting: list[list[Span]], limit: int) -> None:
    found = covers(starting, limit)
    assert 1 <= len(found) <= limit
    assert [cost for cost, _ in found] == sorted(cost for cost, _ in found)
    for cost, cover in found:
        assert cost == pytest.approx(sum(part.cost for part in cover))
        assert [part.start for part in cover] == [0, *(part.end for part in cover[:-1])]
        assert cover[-1].end == len(starting)


@settings(deadline=None)
@given(lattices(), st.integers(1, 8))
def test_a_wider_search_begins_with_the_narrower(starting: list[list[Span]], limit: int) -> None:
    narrow, wide = covers(starting, limit), covers(starting, limit * 2)
    assert [cost for cost, _ in wide[: len(narrow)]] == pytest.approx([cost for cost, _ in narrow])


def test_no_words_have_one_empty_cover() -> None:
    assert covers([], 3) == [(0.0, ())]


def roles(sentence: str) -> list[list[str]]:
    """The roles that the first word of every span can have, by position."""
    return [
        sorted({part.items[0].role for part in starting})
        for starting in spans(tokenise(sentence), house_index(MILL, NOW, ENGLISH))
    ]


def test_every_word_has_a_span() -> None:
    assert roles("zyx the kitchen") == [["unknown"], ["filler"], ["area"]]
    assert roles("5, desk") == [["value"], ["and"], ["name"]]


# Numbers in names.


@pytest.mark.parametrize(
    ("said", "keys"),
    [
        (("room", "two"), ["room", "2"]),
        (("room", "2"), ["room", "2"]),
        (("lamp", "twenty", "one"), ["lamp", "21", ""]),
        (("desk", "lamp"), ["desk", "lamp"]),
        ((), []),
    ],
)
def test_canonical(said: tuple[str, ...], keys: list[str]) -> None:
    assert canonical(said, ENGLISH) == keys


@given(st.lists(st.sampled_from(["room", "two", "twenty", "one", "hundred", "2", "and", "lamp"]), max_size=6))
def test_canonical_keeps_the_places_of_the_words(said: list[str]) -> None:
    keys = canonical(said, ENGLISH)
    assert len(keys) == len(said)
    assert canonical(keys, ENGLISH) == keys
    assert all(word in {key, ""} or key.isdigit() or key == "" for word, key in zip(said, keys, strict=True))


# Kinds.


def thing(domain: str, name: str, device_class: str | None = None) -> Entity:
    return Entity(named(name), domain, attributes={"device_class": device_class} if device_class else {})


@pytest.mark.parametrize(
    ("kind", "entity", "grade"),
    [
        ("light", thing("light", "Spot"), 2),
        ("light", thing("switch", "String Lights"), 2),
        ("light", thing("switch", "Pump"), 0),
        ("light", thing("fan", "Fan Light"), 0),
        ("fan", thing("fan", "Tower"), 2),
        ("fan", thing("switch", "Attic Fan"), 2),
        ("blind", thing("cover", "River Blind"), 2),
        ("blind", thing("cover", "River"), 1),
        ("blind", thing("cover", "River", "shutter"), 2),
        ("blind", thing("cover", "River", "garage"), 0),
        ("blind", thing("cover", "Bedroom Curtain"), 1),
        ("blind", thing("cover", "Garage Door"), 0),
        ("garage", thing("cover", "Garage Door"), 2),
        ("garage", thing("cover", "Big Door", "garage"), 2),
        ("garage", thing("cover", "Blind"), 0),
        ("garage", thing("cover", "Thing"), 0),
        ("lock", thing("lock", "Front Door"), 2),
        ("lock", thing("cover", "Front Door"), 0),
        ("tv", thing("media_player", "Den", "tv"), 2),
        ("tv", thing("media_player", "Television"), 2),
        ("tv", thing("media_player", "Den", "speaker"), 0),
        ("tv", thing("media_player", "Bedroom Speaker"), 0),
        ("media", thing("media_player", "Bedroom Speaker"), 2),
        ("outlet", thing("switch", "Kettle", "outlet"), 2),
        ("outlet", thing("switch", "Kettle"), 0),
        ("vacuum", thing("vacuum", "Dobby"), 2),
        ("thermostat", thing("climate", "Radiator"), 2),
    ],
)
def test_membership(kind: str, entity: Entity, grade: int) -> None:
    assert membership(kind, entity, named_kinds(entity, ENGLISH)) == grade


def test_compounds_tell_their_kind_at_the_end() -> None:
    german = words("de")
    assert "light" in named_kinds(thing("light", "Küchenlampe"), german)
    assert "blind" in named_kinds(thing("cover", "Flussrollo"), german)
    assert "light" not in named_kinds(thing("switch", "Lampenladen"), german)


@given(kind=st.sampled_from(sorted(KINDS)), domain=st.sampled_from(["light", "cover", "lock", "media_player", "sensor", "x"]))
def test_only_its_domains_are_of_a_kind(kind: str, domain: str) -> None:
    grade = membership(kind, thing(domain, "Zzz"), frozenset(KINDS))
    assert grade in {0, 1, 2}
    assert grade == 0 or domain in KINDS[kind].domains | KINDS[kind].named


# What can be done.


def test_everything_that_is_done_goes_through_a_known_tool() -> None:
    intents = {tool.intent for tool in MORE}
    means = {way.intent for ways in ACTIONS.values() for way in ways.values()}
    assert means <= intents
    assert {setting.intent for by_type in SETTINGS.values() for setting in by_type.values()} <= intents


def test_opening_and_unlocking_are_not_among_what_everything_means() -> None:
    assert set(EVERYTHING).isdisjoint({*ACTIONS["open"], *ACTIONS["unlock"], "climate"})


def test_each_property_belongs_to_a_domain_whose_values_can_be_set() -> None:
    for domain, types in PROPERTIES.values():
        assert types - {"color"} <= set(SETTINGS[domain]) | {"number"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_action_of_a_language_can_be_carried_out(language: str) -> None:
    said = {action for actions in words(language).actions.values() for action in actions}
    assert said <= {*ACTIONS, *SETTING_ACTIONS, "amount"}


# The index of a house.


def test_a_house_is_indexed_once() -> None:
    assert house_index(MILL, NOW, ENGLISH) is house_index(MILL, NOW, ENGLISH)
    assert house_index(MILL, NOW, ENGLISH) is not house_index(MILL, MORE, ENGLISH)
    assert house_index(MILL, NOW, ENGLISH) is not house_index(MILL, NOW, words("de"))
    other = msgspec.structs.replace(MILL, entities=MILL.entities[:-1])
    assert house_index(MILL, NOW, ENGLISH) is not house_index(other, NOW, ENGLISH)


def test_a_house_with_other_areas_is_another_house() -> None:
    more_rooms = msgspec.structs.replace(MILL, areas=(*MILL.areas, *house({"Ballroom": []}).areas))
    house_index(MILL, NOW, ENGLISH)
    assert house_index(more_rooms, NOW, ENGLISH).area_called("Ballroom") is not None


def test_scripts_are_things_of_the_house() -> None:
    index = HouseIndex(MILL, MORE, ENGLISH)
    scripts = [entity for entity in index.entities if entity.domain == "script"]
    assert [entity.names.display for entity in scripts] == ["good night"]
    assert scripts[0].names.readings == ("good night", "Good Night")


def test_areas_are_found_by_any_of_their_names() -> None:
    index = HouseIndex(within(MILL, "Parlour"), NOW, ENGLISH)
    assert index.area_called("parlour") == index.area_called("LIVING ROOM") is not None
    assert index.area_called("ballroom") is None
