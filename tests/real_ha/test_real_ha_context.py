"""The template for Home Assistant's instructions, rendered by a real one, and the answers that need no reading then."""

from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from ha_assist.adapters.home_assistant import context
from ha_assist.adapters.home_assistant.enrich import enrich
from ha_assist.adapters.home_assistant.house import parse_house
from ha_assist.states.deterministic.abilities import takes

from tests.real_ha import corpus, homes, live
from tests.real_ha.conversation import Wire
from tests.real_ha.dialects import PLAIN, WRAPPED
from tests.real_ha.houses import RealHouse
from tests.real_ha.judge import Verdict
from tests.real_ha.recording import RecordedHouse
from tests.real_ha.session import Session

TEMPLATE = Path(context.__file__).with_name("data") / "ha_context.jinja"
LEAST = {"large-house": 10, "odd-names": 1}
HOMES = tuple(LEAST)
RANK = list(Verdict)


class InstructedHouse(RealHouse):
    """Homes whose assistants have the template in their instructions. Their clocks stand where ours was a moment ago: the
    product compares the block's time with its own."""

    def _load(self, home):
        written = homes.load(home)
        now = datetime.now(ZoneInfo(written.time_zone)) - timedelta(seconds=1)
        instructions = f"Be brief.\n{TEMPLATE.read_text(encoding='utf-8')}\nCall me Bob."
        spec = written.for_driver() | {"instructions": instructions, "now": now.replace(tzinfo=None).isoformat()}
        return self.ask("load", home, spec=spec)


@pytest.fixture(scope="module")
def house(home_assistant):
    house = InstructedHouse(home_assistant)
    yield house
    house.close()


@pytest.fixture(scope="module")
def session(house):
    """A session in which the block may be as old as the session: the clock of Home Assistant stands still."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("HA_ASSIST__SETTINGS__HA_ASSIST_CONTEXT_MAX_AGE", "3600")
        with Session(house) as session:
            yield session


@pytest.mark.parametrize("home", HOMES)
def test_the_rendered_block_tells_of_everything_that_is_listed(house, home):
    written = homes.load(home)
    listed = parse_house([house.whole_prompt(home, None)])
    assert listed.instructions == ("Be brief.", "Call me Bob.")
    (block,) = listed.own_contexts
    told = context.read(block)
    assert told.language == written.language
    assert told.generated_at is not None
    assert told.generated_at.utcoffset() == datetime.now(ZoneInfo(written.time_zone)).utcoffset()
    assert [(floor.name, floor.areas) for floor in told.floors or ()] == [
        (name, [area for area, spec in written.areas.items() if spec.floor == name]) for name in written.floors
    ]
    found, known = enrich(listed, told, states=True)
    assert known == len(listed.entities)
    floors = {name: written.areas[name].floor for name in written.areas}
    for entity in found.entities:
        area, spec = written.placed()[entity.entity_id]
        assert entity.names.display in (spec.name, f"{spec.device} {spec.name}")
        assert entity.names.certain or len(spec.aliases) > 1
        assert (entity.area and entity.area.display, entity.floor) == (area, floors[area] if area else None)


@pytest.mark.parametrize("home", HOMES)
def test_its_states_are_those_of_live_data(house, home):
    house.reset(home)
    listed = parse_house([house.whole_prompt(home, None)])
    found, _ = enrich(listed, context.read(listed.own_contexts[0]), states=True)
    views = house.views(home)
    for entity in found.entities:
        live = views[entity.entity_id]["live"]
        assert entity.state == live["state"], entity.entity_id
        told = live.get("attributes", {})
        assert {name: str(told[name]) for name in told} == {name: str(entity.attributes.get(name)) for name in told}


@pytest.mark.parametrize("home", HOMES)
def test_it_tells_what_lights_can_do(house, home):
    written = homes.load(home)
    listed = parse_house([house.whole_prompt(home, None)])
    found, _ = enrich(listed, context.read(listed.own_contexts[0]), states=True)
    lights = {entity.entity_id: entity for entity in found.entities if entity.domain == "light"}
    assert lights
    for entity_id, entity in lights.items():
        _, spec = written.placed()[entity_id]
        able = set(spec.can or ["brightness"])
        assert takes(entity, "brightness", 20) is (able != {"onoff"}), entity.attributes
        assert takes(entity, "color", "red") is ("color" in able), entity.attributes


@pytest.mark.parametrize("wire", [Wire(PLAIN, False), Wire(WRAPPED, False)], ids=lambda wire: wire.name)
@pytest.mark.parametrize("home", HOMES)
def test_nothing_is_understood_worse_and_questions_need_no_reading(house, session, home, wire):
    """The whole corpus of a home with the block, compared with the same without it."""
    cases = corpus.load(home=home)
    with Session(RecordedHouse()) as without:
        before = {result.case.text: result for result in without.run_all(cases, [wire])}
    at_once = 0
    for result in session.run_all(cases, [wire]):
        was = before[result.case.text]
        assert RANK.index(result.judgement.verdict) <= RANK.index(was.judgement.verdict), (
            result.case.text, was.judgement, result.judgement, [turn.steps for turn in result.turns], result.turns[-1].reply
        )  # fmt: skip
        told = result.turns[0].metrics[0]["ha_context"]
        assert (told["used"], told["fresh"]) == (True, True)
        if result.case.kind.startswith("question") and result.judgement.verdict is Verdict.RIGHT:
            assert not any(step.name.endswith(live.TOOL) for step in result.turns[0].steps), result.case.text
            at_once += 1
    assert at_once >= LEAST[home]
