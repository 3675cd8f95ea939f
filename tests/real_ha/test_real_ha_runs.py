"""The product as it is, judged: on recordings always, by a real Home Assistant when there is one. Two figures must hold."""

import json
from collections import deque

import pytest

from tests.real_ha import agreed, corpus, homes
from tests.real_ha.conversation import Client, Conversation, Wire
from tests.real_ha.dialects import PLAIN, WRAPPED
from tests.real_ha.houses import START, Call, RealHouse
from tests.real_ha.judge import Verdict, judge
from tests.real_ha.recording import NOWHERE, RecordedHouse, Recording, outcome_to_json
from tests.real_ha.scripted import ScriptedServer
from tests.real_ha.session import Session

WIRES = [Wire(PLAIN, False), Wire(WRAPPED, True)]
SEE = "see them: python -m tests.real_ha --failures"


def judged(house, wires):
    with Session(house) as session:
        return list(session.run_all(corpus.load(), wires))


def texts(results, verdict):
    return sorted({f"{r.case.home}: {r.case.text}" for r in results if r.judgement.verdict is verdict})


def hold(results):
    """The two figures, and nothing that is not known."""
    figures, wanted = agreed.Figures.of(results), agreed.read()
    assert figures.wrong <= wanted.wrong, f"wrong ({SEE}): {texts(results, Verdict.WRONG)}"
    assert figures.right >= wanted.right, f"{figures.right} right, {wanted.right} were agreed ({SEE})"


@pytest.fixture(scope="module")
def recorded_results():
    return judged(RecordedHouse(), WIRES)


@pytest.fixture(scope="module")
def house(home_assistant):
    house = RealHouse(home_assistant)
    yield house
    house.close()


class TestRecorded:
    def test_everything_that_happens_is_recorded(self, recorded_results):
        missing = sorted({r.judgement.reasons[0] for r in recorded_results if r.judgement.verdict is Verdict.NOT_RECORDED})
        assert not missing, f"record them: python -m tests.real_ha --record: {missing}"

    def test_the_agreed_figures_hold(self, recorded_results):
        hold(recorded_results)


class TestReal:
    def test_the_agreed_figures_hold(self, home_assistant):
        """On one wire, the newest: that both wires make the same calls is seen on the recordings."""
        hold(judged(RealHouse(home_assistant), WIRES[-1:]))

    @pytest.mark.parametrize("area", ["Kitchen", "Bedroom"])
    def test_a_call_in_the_wrong_area_is_wrong(self, house, area):
        (case,) = corpus.select(corpus.load(home="small-flat"), text="turn off the lights in the kitchen")
        client = Client(house, lambda: 0)
        with ScriptedServer([("HassTurnOff", {"area": area, "domain": ["light"]})], "Done.") as server:
            turns = client.converse(Conversation(server.url, WIRES[0], case.home, None), [case.text])
        client.close()
        expected = Verdict.RIGHT if area == "Kitchen" else Verdict.WRONG
        assert judge(case, turns, homes.load(case.home)).verdict is expected

    @pytest.mark.parametrize("home", homes.names())
    def test_the_plain_system_message_is_home_assistants_own(self, house, home):
        for area in (None, *homes.load(home).areas):
            assert PLAIN.system(house.offer(home, area)) == house.whole_prompt(home, area)

    @pytest.mark.parametrize("home", homes.names())
    def test_readings_are_home_assistants_own(self, house, home):
        house.reset(home)
        assert house.call(home, None, Call("GetLiveContext", {})).result["result"] == house.live_text(home)

    @pytest.mark.parametrize("home", sorted({case.home for case in corpus.load()}))
    def test_recordings_say_what_home_assistant_does(self, house, home):
        """Everything recorded is done again, in the state that it was recorded in."""
        recording = Recording.read(home)
        assert house.views(home) == recording.views
        for area in recording.offers:
            place = None if area == NOWHERE else area
            assert house.offer(home, place) == recording.get_offer(place)
        done = set()
        for path, key in _recorded_steps(home, recording):
            house.reset(home)
            for step in path:
                _do(house, home, step)
            assert outcome_to_json(_do(house, home, key)) == recording.happened[key], key
            done.add(key)
        assert done == set(recording.happened), "recorded in states that nothing recorded leads to; record with --fresh"


def _do(house, home, key):
    """Do again what a key of a recording stands for."""
    _, what, *call = key.split(" · ")
    if call:
        name, _, args = call[0].partition(" ")
        return house.call(home, None if what == NOWHERE else what, Call(name, json.loads(args)))
    if what == "settle":
        return house.settle(home)
    return house.advance(home, float(what.removeprefix("advance ")))


def _recorded_steps(home, recording):
    """Every key with the keys that lead from the start to its state."""
    replay = RecordedHouse()
    paths = {START: []}
    waiting = deque([START])
    while waiting:
        state = waiting.popleft()
        for key in (key for key in recording.happened if key.startswith(f"{state} · ")):
            yield paths[state], key
            replay.reset(home)
            for step in [*paths[state], key]:
                _do(replay, home, step)
            reached = replay._mirror(home).state_key()
            if reached not in paths:
                paths[reached] = [*paths[state], key]
                waiting.append(reached)
