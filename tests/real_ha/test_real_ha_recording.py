"""Replaying Home Assistant, and holding conversations against a replayed one."""

import shutil

import pytest

from tests.real_ha.conversation import Client, Conversation, Wire
from tests.real_ha.corpus import Case, Utterance
from tests.real_ha.dialects import PLAIN, WRAPPED
from tests.real_ha.homes import load
from tests.real_ha.houses import START, Call, NotRecorded
from tests.real_ha.judge import Verdict, judge
from tests.real_ha.recording import FOLDER, RecordedHouse, Recording, call_key
from tests.real_ha.scripted import ScriptedServer

HOME = "small-flat"
AREAS = {"Kitchen": ("light.kitchen_ceiling", "light.kitchen_counter"), "Bedroom": ("light.wardrobe", "light.bedside_lamp")}
CASE = Case("file", HOME, "en", "kind", None, (Utterance(say="…", changes=dict.fromkeys(AREAS["Kitchen"], "off")),))


def off(area):
    return Call("HassTurnOff", {"area": area, "domain": ["light"]})


@pytest.fixture
def folder(tmp_path):
    """Recordings in which the lights of two rooms can be switched off from the start, the kitchen's first, and no more."""
    shutil.copy(FOLDER / f"{HOME}.json", tmp_path)
    recording = Recording.read(HOME, tmp_path)
    recording.happened = {
        call_key(START, None, off(area)): {
            "result": {"response_type": "action_done", "data": {"targets": [], "success": [], "failed": []}},
            "changes": {lights[0]: {"values": {**recording.views[lights[0]]["values"], "state": "off"}, "live": None}},
            "touched": list(lights),
        }
        for area, lights in AREAS.items()
    }
    recording.write(tmp_path)
    return tmp_path


@pytest.fixture(params=[Wire(dialect, stream) for dialect in (PLAIN, WRAPPED) for stream in (False, True)], ids=lambda w: w.name)
def wire(request):
    return request.param


@pytest.fixture
def hold(folder, wire):
    """Hold a conversation with a scripted server."""

    def run(*lines, said=("…",)):
        client = Client(RecordedHouse(folder), lambda: 0)
        with ScriptedServer(*lines) as server:
            turns = client.converse(Conversation(server.url, wire, HOME, None), list(said))
        client.close()
        return turns, server.requests

    return run


@pytest.fixture
def turn_off(wire):
    """The name under which a client of this dialect is offered HassTurnOff."""
    return f"intent__{name}" if wire.dialect is WRAPPED and (name := "HassTurnOff") else "HassTurnOff"


class TestConversations:
    def test_the_right_call_is_right(self, hold, turn_off):
        turns, _ = hold([(turn_off, off("Kitchen").args)], "Done.")
        assert turns[0].reply == "Done."
        assert judge(CASE, turns, load(HOME)).verdict is Verdict.RIGHT

    def test_a_call_in_the_wrong_area_is_wrong(self, hold, turn_off):
        turns, _ = hold([(turn_off, off("Bedroom").args)], "Done.")
        judgement = judge(CASE, turns, load(HOME))
        assert judgement.verdict is Verdict.WRONG
        assert any(reason.startswith("light.wardrobe changed") for reason in judgement.reasons)

    def test_what_is_not_recorded_is_reported_and_not_guessed(self, hold, turn_off):
        turns, _ = hold([(turn_off, off("Bathroom").args)], "Done.")
        judgement = judge(CASE, turns, load(HOME))
        assert judgement.verdict is Verdict.NOT_RECORDED
        assert "Bathroom" in judgement.reasons[0]

    def test_a_tool_that_was_not_offered_does_nothing(self, hold):
        turns, _ = hold([("HassSelfDestruct", {})], "Done.")
        assert turns[0].refused == 1
        assert judge(CASE, turns, load(HOME)).verdict is Verdict.WRONG

    def test_the_whole_history_is_sent_again(self, hold, turn_off):
        _, requests = hold([(turn_off, off("Kitchen").args)], "Done.", "Welcome.", said=("lights off", "thanks"))
        roles = [message["role"] for message in requests[-1]["messages"]]
        assert roles == ["system", "user", "assistant", "tool", "assistant", "user"]

    def test_it_gives_up_after_ten_rounds(self, hold, turn_off):
        turns, requests = hold(*[[("llm__GetDateTime", {})]] * 12)
        assert len(requests) == 10
        assert "no text after 10 rounds" in turns[0].error


class TestRecordings:
    def test_reading_shows_what_calls_changed(self, folder):
        house = RecordedHouse(folder)
        reading = Call("GetLiveContext", {})
        assert "Wardrobe Light" in house.call(HOME, None, reading).result["result"]
        house.call(HOME, None, off("Bedroom"))
        assert "Wardrobe Light" not in house.call(HOME, None, reading).result["result"]

    def test_a_call_in_another_state_is_another_call(self, folder):
        house = RecordedHouse(folder)
        house.call(HOME, None, off("Kitchen"))
        with pytest.raises(NotRecorded):
            house.call(HOME, None, off("Bedroom"))
        house.reset(HOME)
        house.call(HOME, None, off("Bedroom"))

    def test_writing_again_changes_nothing(self, folder):
        before = (folder / f"{HOME}.json").read_bytes()
        recording = Recording.read(HOME, folder)
        recording.happened = dict(reversed(recording.happened.items()))
        recording.write(folder)
        assert (folder / f"{HOME}.json").read_bytes() == before

    def test_another_home_than_recorded_is_refused(self, folder):
        recording = Recording.read(HOME, folder)
        recording.source = {"home": "another"}
        recording.write(folder)
        with pytest.raises(NotRecorded, match="has changed"):
            RecordedHouse(folder).views(HOME)
