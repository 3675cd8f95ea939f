"""The two generations of clients, on what a real Home Assistant offered (as recorded)."""

import json

import pytest

from tests.real_ha import homes, live
from tests.real_ha.dialects import PLAIN, WRAPPED
from tests.real_ha.recording import RecordedHouse

HOME = "small-flat"


@pytest.fixture(scope="module")
def house():
    return RecordedHouse()


@pytest.fixture(scope="module")
def offer(house):
    return house.offer(HOME, "Kitchen")


def names(dialect, offer):
    return [tool["function"]["name"] for tool in dialect.tools(offer)]


class TestPlain:
    def test_names_are_home_assistants_own(self, offer):
        assert {"HassTurnOn", "HassLightSet", "GetLiveContext", "good_night"} <= set(names(PLAIN, offer))

    def test_newer_tools_are_not_offered(self, offer):
        assert "HassFanSetSpeed" not in names(PLAIN, offer)
        assert PLAIN.plain_name(offer, "HassFanSetSpeed") is None

    def test_the_time_comes_first_and_the_entities_last(self, offer):
        system = PLAIN.system(offer)
        assert system.startswith("Current time is 18:05:00. Today's date is 2026-03-14.")
        assert system.index("You are in area Kitchen") < system.index("Static Context:")

    def test_results_are_sent_as_they_are(self):
        result = {"success": True, "result": "Live Context"}
        assert json.loads(PLAIN.content(result)) == result


class TestWrapped:
    def test_names_carry_the_component(self, offer):
        expected = {"intent__HassTurnOn", "light__HassLightSet", "climate__HassClimateSetTemperature"}
        expected |= {"homeassistant__GetLiveContext", "llm__GetDateTime", "fan__HassFanSetSpeed", "todo__HassListAddItem"}
        assert expected <= set(names(WRAPPED, offer))
        assert WRAPPED.plain_name(offer, "light__HassLightSet") == "HassLightSet"
        assert WRAPPED.plain_name(offer, "HassLightSet") is None

    def test_nothing_beyond_the_schema_is_allowed(self, offer):
        assert all(tool["function"]["parameters"]["additionalProperties"] is False for tool in WRAPPED.tools(offer))

    def test_the_entities_come_before_the_rules_and_there_is_no_time(self, offer):
        system = WRAPPED.system(offer)
        assert "Current time" not in system
        assert system.index("Static Context:") < system.index("You are in area Kitchen")
        assert "Use intent__HassTurnOn to lock and intent__HassTurnOff to unlock" in system

    def test_results_are_wrapped(self):
        done = {"speech": {}, "response_type": "action_done", "data": {"targets": [], "success": [], "failed": []}}
        wrapped = json.loads(WRAPPED.content(done))
        assert wrapped == {"data": done | {"data": {"success": [], "failed": []}}, "error": False}

    def test_errors_are_marked(self):
        failed = {"error": "MatchFailedError", "error_text": "<... no_match_reason=<MatchFailedReason.NAME: 1> ...>"}
        wrapped = json.loads(WRAPPED.content(failed))
        assert wrapped == {"data": failed | {"error_text": "No entities matched the name"}, "error": True}


class TestLiveFilters:
    @pytest.mark.parametrize(
        ("filters", "found"),
        [
            ({"name": "floor lamp"}, ["Floor Lamp, Reading Light"]),
            ({"name": "READING LIGHT"}, ["Floor Lamp, Reading Light"]),
            ({"area": "lounge", "domain": "climate"}, ["Radiator"]),
            ({"domain": ["lock", "vacuum"]}, ["Front Door", "Rover"]),
            ({"area": "Kitchen", "domain": "lock"}, []),
        ],
    )
    def test_filters_find_what_newer_versions_find(self, house, filters, found):
        entries = live.select(homes.load(HOME), house.views(HOME), filters)
        assert [entry["names"] for entry in entries] == found

    def test_finding_nothing_is_an_error(self, house):
        result = WRAPPED.local_result(homes.load(HOME), house.views(HOME), live.TOOL, {"name": "Sauna"})
        assert result == {"error": "No exposed entities matched name 'Sauna'"}

    def test_what_is_not_exposed_is_never_listed(self, house):
        assert "Cellar Box Light" not in live.text(live.everything(house.views(HOME)))
