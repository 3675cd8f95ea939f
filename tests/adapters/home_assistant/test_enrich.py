"""A context block tells more about what Home Assistant listed. It adds nothing, and what could be two things is neither."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from ha_assist.adapters.home_assistant.context import read
from ha_assist.adapters.home_assistant.enrich import enrich, with_context
from ha_assist.adapters.home_assistant.names import named
from ha_assist.adapters.home_assistant.types import Area, Entity, House
from hypothesis import given
from hypothesis import strategies as st

NOW = datetime(2026, 3, 14, 17, 5, tzinfo=UTC)
LOCAL = "2026-03-14T18:05:00+01:00"


def listed(*things: tuple[str, str, str | None], **known: Any) -> House:
    """A house as HA lists it: domain, joined names and joined areas of its entities."""
    entities = tuple(Entity(named(names), domain, area=named(area) if area else None) for domain, names, area in things)
    areas = {entity.area.joined: Area(entity.area) for entity in entities if entity.area is not None}
    return House(entities, tuple(areas.values()), listed=True, **known)


def told(identifier: str, *names: str, **more: Any) -> dict[str, Any]:
    return {"id": identifier, "names": list(names), "state": "on", **more}


def with_told(house: House, *entities: dict[str, Any], states: bool = True, **more: Any) -> House:
    block = {"generated_at": LOCAL, "entities": list(entities), **more}
    return enrich(house, read(block), states=states)[0]


def names_of(house: House) -> list[tuple[tuple[str, ...], bool]]:
    return [(entity.names.readings, entity.names.certain) for entity in house.entities]


class TestNames:
    def test_that_are_told_one_by_one_need_no_guess(self) -> None:
        home = listed(("light", "Lamp, left, Reading Light", "Den"))
        found = with_told(home, told("light.lamp", "Lamp, left", aliases=["Reading Light"], area="Den"))
        assert names_of(found) == [(("Lamp, left", "Reading Light"), True)]
        assert found.entities[0].names.joined == "Lamp, left, Reading Light"
        assert found.entities[0].entity_id == "light.lamp"

    def test_may_be_listed_with_aliases_in_another_order(self) -> None:
        home = listed(("light", "Lamp, One, Two", None))
        assert names_of(with_told(home, told("light.lamp", "Lamp", aliases=["Two", "One"]))) == [(("Lamp", "Two", "One"), True)]

    def test_of_which_the_display_name_is_told_begin_with_it(self) -> None:
        home = listed(("light", "Lamp, left, Reading Light", None), ("fan", "Big, old fan", None), ("lock", "Door, Gate", None))
        found = with_told(
            home, told("light.lamp", "Lamp, left"), told("fan.fan", "Big, old fan"), told("lock.door", "Door", aliases=None)
        )
        assert names_of(found) == [
            (("Lamp, left", "Reading Light"), True),
            (("Big, old fan",), True),
            (("Door", "Gate"), True),
        ]

    def test_that_are_told_differently_are_another_things(self) -> None:
        home = listed(("light", "Lamp, Reading Light", "Den"))
        for other in (
            told("light.lamp", "Lamp", aliases=["Old Lamp"]),
            told("light.lamp", "Lamp", aliases=[]),
            told("switch.lamp", "Lamp"),
            told("light.lamp", "Reading Light"),
            told("light.lamp", "Lamp", area="Kitchen"),
        ):
            assert with_told(home, other).entities == home.entities

    def test_that_two_things_share_tell_them_apart_by_their_area_or_not_at_all(self) -> None:
        home = listed(("light", "Lamp", "Den"), ("light", "Lamp", "Kitchen"))
        den, kitchen = told("light.one", "Lamp", area="Den"), told("light.two", "Lamp", area="Kitchen", state="off")
        assert [entity.state for entity in with_told(home, kitchen, den).entities] == ["on", "off"]
        assert with_told(home, den, kitchen, told("light.three", "Lamp", area="Den")).entities[0].state is None
        twins = listed(("light", "Lamp", "Den"), ("light", "Lamp", "Den"))
        assert with_told(twins, den).entities == twins.entities

    def test_of_areas_are_led_by_what_the_area_is_called(self) -> None:
        home = listed(("light", "Lamp", "Den, Study, Office"), ("light", "Spot", "Den, Study, Office"))
        found = with_told(home, told("light.lamp", "Lamp", area="Den, Study"))
        assert found.areas[0].names.readings == ("Den, Study", "Office")
        assert found.areas[0].names.certain
        assert all(entity.area is found.areas[0].names for entity in found.entities)
        unclear = with_told(home, told("light.lamp", "Lamp", area="Den"), told("light.other", "Other", area="Den, Study"))
        assert unclear.areas == home.areas


class TestWhatIsNotListed:
    def test_is_ignored(self) -> None:
        home = listed(("light", "Lamp", None))
        found = with_told(home, told("light.lamp", "Lamp"), told("lock.safe", "Safe", area="Vault"))
        assert [entity.names.display for entity in found.entities] == ["Lamp"]
        assert found.areas == ()
        assert with_told(House(listed=True), told("light.lamp", "Lamp")).entities == ()

    def test_counts_where_there_is_no_list(self) -> None:
        found = with_told(House(), told("light.lamp", "Lamp", aliases=["Spot"], area="Den", floor="Attic", device_class="x"))
        entity = found.entities[0]
        assert (entity.names.readings, entity.domain, entity.state) == (("Lamp", "Spot"), "light", "on")
        assert (entity.area and entity.area.display, entity.floor, entity.device_class) == ("Den", "Attic", "x")
        assert [area.names.display for area in found.areas] == ["Den"]


class TestFloors:
    FLOORS = (
        {"name": "Ground Floor", "areas": ["Den", "Hall"], "aliases": ["Downstairs"]},
        {"name": "Upper Floor", "areas": ["Bath"], "aliases": None},
    )

    def test_are_those_of_the_areas_also_for_things_that_are_not_told_about(self) -> None:
        home = listed(
            ("light", "Lamp", "Den, Study"), ("fan", "Fan", "Bath"), ("vacuum", "Rover", None), ("lock", "Shed", "Shed")
        )
        found = with_told(home, floors=list(self.FLOORS))
        assert [entity.floor for entity in found.entities] == ["Ground Floor", "Upper Floor", None, None]
        assert [area.floor for area in found.areas] == ["Ground Floor", "Upper Floor", None]

    def test_are_known_with_their_names(self) -> None:
        found = with_told(listed(), floors=list(self.FLOORS)).floors
        assert found is not None
        assert [(floor.names.readings, floor.complete) for floor in found] == [
            (("Ground Floor", "Downstairs"), True),
            (("Upper Floor",), False),
        ]

    def test_are_not_known_unless_they_are_told(self) -> None:
        assert with_told(listed()).floors is None
        assert with_told(listed(), floors=[]).floors == ()

    def test_that_home_assistant_told_for_the_satellite_stay(self) -> None:
        home = House(areas=(Area(named("Den"), "Attic"),), listed=True)
        assert with_told(home).areas == home.areas


class TestStates:
    THERMOMETER = told(
        "sensor.den", "Thermometer", state=0, device_class="temperature", attributes={"unit_of_measurement": "C"},
        last_changed="2026-03-14T16:00:00+00:00",
    )  # fmt: skip

    def test_come_with_attributes_and_the_device_class(self) -> None:
        entity = with_told(listed(("sensor", "Thermometer", None)), self.THERMOMETER).entities[0]
        assert entity.state == "0"
        assert entity.attributes == {"unit_of_measurement": "C", "device_class": "temperature"}

    def test_that_are_old_are_left_out_and_the_device_class_is_not(self) -> None:
        entity = with_told(listed(("sensor", "Thermometer", None)), self.THERMOMETER, states=False).entities[0]
        assert (entity.state, entity.last_changed) == (None, None)
        assert entity.attributes == {"device_class": "temperature"}

    def test_that_home_assistant_listed_itself_stay_where_there_are_no_newer_ones(self) -> None:
        home = House((Entity(named("Lamp"), "light", state="off", attributes={"brightness": "0"}),), listed=True)
        old = with_told(home, told("light.lamp", "Lamp"), states=False).entities[0]
        assert (old.state, old.attributes) == ("off", {"brightness": "0"})
        new = with_told(home, told("light.lamp", "Lamp", attributes={"brightness": "9"})).entities[0]
        assert (new.state, new.attributes) == ("on", {"brightness": "9"})

    def test_have_their_times_in_the_time_of_the_house(self) -> None:
        home = listed(("sensor", "Thermometer", None), ("sensor", "Alarm", None), ("sensor", "Odd", None))
        found = with_told(
            home,
            self.THERMOMETER,
            told("sensor.alarm", "Alarm", device_class="timestamp", state="2026-03-15T05:30:00+00:00"),
            told("sensor.odd", "Odd", device_class="timestamp", state="unknown", last_changed="2025-07-01T10:00:00+02:00"),
        )
        assert found.entities[0].last_changed == "2026-03-14T17:00:00+01:00"
        assert found.entities[1].state == "2026-03-15T06:30:00+01:00"
        assert (found.entities[2].state, found.entities[2].last_changed) == ("unknown", "2025-07-01T10:00:00+02:00")


class TestFreshness:
    HOME = listed(("light", "Lamp", None))

    def outcome(self, given: Any, *, max_age: float = 5, acted: bool = False, home: House = HOME) -> tuple[str | None, Any]:
        house, metrics = with_context(home, given, now=NOW, max_age=max_age, acted=acted)
        return house.entities[0].state, metrics

    def block(self, **more: Any) -> dict[str, Any]:
        return {"generated_at": LOCAL, "entities": [told("light.lamp", "Lamp"), told("light.x", "X")], **more}

    @pytest.mark.parametrize("age", [0, 0.5, 5])
    def test_a_block_of_now_has_the_states_of_now(self, age: float) -> None:
        at = (NOW - timedelta(seconds=age)).isoformat()
        state, metrics = self.outcome(self.block(generated_at=at))
        assert state == "on"
        assert metrics == {"used": True, "fresh": True, "reason": None, "entities": 1, "age": age}

    @pytest.mark.parametrize(
        ("generated_at", "age", "reason"),
        [
            ("2026-03-14T18:04:54+01:00", 6, "older than 5 s"),
            ("2026-03-14T18:05:01+01:00", -1, "generated_at is in the future"),
            ("2026-03-14T18:05:00", None, "generated_at has no offset from UTC"),
            (None, None, "generated_at is missing"),
        ],
    )
    def test_freshness_is_never_invented(self, generated_at: Any, age: float | None, reason: str) -> None:
        state, metrics = self.outcome(self.block(generated_at=generated_at))
        assert state is None
        assert metrics == {"used": True, "fresh": False, "reason": reason, "entities": 1, "age": age}

    def test_an_action_may_have_come_after_the_block(self) -> None:
        assert self.outcome(self.block(), acted=True)[0] is None

    def test_how_old_is_too_old_is_a_setting(self) -> None:
        assert self.outcome(self.block(generated_at="2026-03-14T18:04:30+01:00"), max_age=30)[0] == "on"

    def test_a_broken_block_is_ignored_and_reported(self) -> None:
        for broken in ("{", {"entities": 3}, [1]):
            state, metrics = self.outcome(broken)
            assert state is None
            assert (metrics["used"], metrics["fresh"], metrics["entities"], metrics["age"]) == (False, False, 0, None)
            assert metrics["reason"]

    def test_the_first_block_that_can_be_read_counts_and_the_requests_own_comes_first(self) -> None:
        home = listed(("light", "Lamp", None), own_contexts=("{", '{"language": "de"}', '{"language": "fr"}'))
        assert with_context(home, {"language": "it"}, now=NOW, max_age=5, acted=False)[0].language == "it"
        house, metrics = with_context(home, "broken", now=NOW, max_age=5, acted=False)
        assert house.language == "de"
        assert metrics is not None
        assert metrics["used"]

    def test_without_a_block_nothing_is_told_and_nothing_changes(self) -> None:
        assert with_context(self.HOME, None, now=NOW, max_age=5, acted=False) == (self.HOME, None)


words = st.sampled_from(["A", "B", "C", "A, B", "B, C"])
things = st.tuples(st.sampled_from(["light", "fan"]), st.lists(words, min_size=1, max_size=3), st.none() | words)


@given(st.lists(things, max_size=6), st.lists(st.tuples(things, st.booleans()), max_size=8), st.booleans())
def test_whatever_is_told_the_list_stays_the_list(home: list[Any], block: list[Any], states: bool) -> None:
    """What HA calls things, where it says they are and how many there are never changes; a name that is told was listed."""
    house = listed(*((domain, ", ".join(names), area) for domain, names, area in home))
    entities = [
        told(f"{domain}.x{place}", names[0], aliases=names[1:] if aliases else None, area=area)
        for place, ((domain, names, area), aliases) in enumerate(block)
    ]
    found = with_told(house, *entities, states=states)
    assert [(e.names.joined, e.domain, e.area and e.area.joined) for e in found.entities] == [
        (e.names.joined, e.domain, e.area and e.area.joined) for e in house.entities
    ]
    assert all(
        set(new.names.readings) <= set(old.names.readings) for new, old in zip(found.entities, house.entities, strict=True)
    )
    assert {area.names.joined for area in found.areas} == {area.names.joined for area in house.areas}


@given(st.lists(things, min_size=1, max_size=6, unique_by=lambda thing: (thing[0], thing[1][0], thing[2])))
def test_a_house_that_is_told_as_it_is_listed_has_its_true_names_wherever_they_are_told(home: list[Any]) -> None:
    house = listed(*((domain, ", ".join(names), area) for domain, names, area in home))
    entities = [
        told(f"{domain}.x{place}", names[0], aliases=names[1:], area=area) for place, (domain, names, area) in enumerate(home)
    ]
    for entity, (_, names, _) in zip(with_told(house, *entities).entities, home, strict=True):
        if entity.entity_id is not None and entity.names.certain:
            assert set(entity.names.readings) == set(names)
