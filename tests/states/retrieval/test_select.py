"""What of the house and the tools a model gets to see, and why."""

import pytest
from ha_assist.adapters.embeddings.minilm import MiniLM
from ha_assist.adapters.embeddings.store import Embeddings
from ha_assist.machine.turn import Recognition
from ha_assist.states.retrieval.select import MOST_REQUIRED, UNSURE_ENTITIES, UNSURE_TOOLS, select
from hypothesis import given, settings
from hypothesis import strategies as st
from turns import HOME, TOOLS, called, chosen, entities, result, said, system, tools, turn_of, user

ENCODED = Embeddings(MiniLM)


def reasons(turn, name):
    assert turn.selection is not None
    return next(
        kept.reasons for kept in turn.selection.entities if turn.house.entities[kept.item].names.display == name
    )  # fmt: skip


async def test_a_thing_that_is_named_is_kept_and_says_so():
    turn = await chosen(user("the floor lamp should glow like a candle"))
    assert entities(turn) == {"Floor Lamp, Living Room"}
    assert reasons(turn, "Floor Lamp")[0] == "named"


async def test_an_alias_is_a_name():
    assert "Floor Lamp, Living Room" in entities(await chosen(user("the reading light is too bright")))


async def test_an_area_brings_what_is_in_it_and_a_topic_chooses_among_that():
    turn = await chosen(user("it is pitch dark in the bedroom"))
    assert {"Bedside Lamp, Bedroom", "Wardrobe, Bedroom"} <= entities(turn)
    assert "Bedroom Blind, Bedroom" not in entities(turn)
    assert "Bedside Lamp, Guest Room" not in entities(turn)
    assert reasons(turn, "Wardrobe") == ("area", "topic", "usual")


async def test_without_an_area_it_is_where_the_speaker_is():
    turn = await chosen(system(area="Living Room"), user("it is getting gloomy"))
    assert "Floor Lamp, Living Room" in entities(turn)
    assert "here" in reasons(turn, "Floor Lamp")


async def test_things_of_the_same_name_are_kept_together():
    assert {"Bedside Lamp, Bedroom", "Bedside Lamp, Guest Room"} <= entities(await chosen(user("make the bedside lamp cosier")))


async def test_the_candidates_of_the_deterministic_state_are_always_kept():
    turn = await turn_of(user("do what I said"))
    turn.recognition = Recognition(candidates=("Bedside Lamp (Bedroom)", "Bedside Lamp (Guest Room)"))
    turn.selection = select(turn, Embeddings())
    assert {"Bedside Lamp, Bedroom", "Bedside Lamp, Guest Room"} <= entities(turn)
    assert len(turn.selection.candidates) == 2
    assert all(kept.required for kept in turn.selection.entities if kept.item in turn.selection.candidates)


@pytest.mark.parametrize(
    ("sentence", "tool"),
    [
        *(("I am freezing in the living room", "HassClimateSetTemperature"), ("a bit of green for the wardrobe", "HassLightSet")),
        *(("so stuffy in the bedroom", "HassFanSetSpeed"), ("I'd like the street blind half way", "HassSetPosition")),
        *(("the television is deafening", "HassSetVolumeRelative"), ("crumbs all over the kitchen", "HassVacuumCleanArea")),
    ],
)
@pytest.mark.parametrize("embeddings", [Embeddings(), ENCODED], ids=["words alone", "encoder"])
async def test_the_tool_for_it_is_kept(sentence, tool, embeddings):
    assert tool in tools(await chosen(user(sentence), embeddings=embeddings))


@pytest.mark.parametrize(
    "sentence", ["why is it so cold in the bedroom", "did I leave the floor lamp on?", "warum ist es so laut"]
)
async def test_a_question_leaves_only_what_reads(sentence):
    turn = await chosen(user(sentence), languages=("en", "de"))
    assert tools(turn) <= {"GetLiveContext", "GetDateTime"}
    assert "GetLiveContext" in tools(turn)


async def test_a_script_is_an_action_for_a_question_too():
    script = {"type": "function", "function": {"name": "movie_night", "description": "Movie night", "parameters": {}}}
    assert "movie_night" in tools(await chosen(user("something like movie night for tonight, dear"), tools=[*TOOLS, script]))
    assert "movie_night" not in tools(await chosen(user("is it movie night?"), tools=[*TOOLS, script]))


async def test_the_tools_of_this_turn_stay_with_what_they_were_called_for():
    before = await chosen(user("it is too dark in the bedroom"))
    after = await chosen(
        user("it is too dark in the bedroom"), called("media_player__HassMediaPause", name="Television"), result("{}")
    )  # fmt: skip
    assert tools(after) == tools(before) | {"HassMediaPause"}
    assert entities(after) == entities(before) | {"Television, Living Room"}


async def test_a_demanded_tool_is_kept():
    choice = {"type": "function", "function": {"name": "vacuum__HassVacuumStart"}}
    assert "HassVacuumStart" in tools(await chosen(user("it is too dark in the bedroom"), tool_choice=choice))


async def test_a_small_home_is_kept_whole_where_nothing_else_speaks():
    home = {"Den": ["light: Lamp", "switch: Plug"]}
    assert entities(await chosen(system(home), user("xyzzy"))) == {"Lamp, Den", "Plug, Den"}


async def test_a_request_without_house_and_tools_is_served():
    turn = await chosen({"role": "system", "content": "Be kind."}, user("hello"), tools=[])
    assert (entities(turn), tools(turn)) == (set(), set())


async def test_of_a_name_that_very_many_share_not_all_are_required():
    home = {f"Room {number}": ["light: Lamp"] for number in range(50)}
    turn = await chosen(system(home), user("the lamp should be cosier"))
    assert turn.selection is not None
    assert len(turn.selection.entities) <= MOST_REQUIRED


WORDS = st.sampled_from(
    ["it", "is", "the", "lamp", "bedroom", "dark", "turn", "kettle", "why", "red", "not", "21", "and", "cosy", "fan", "lock"]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=9).map(" ".join))
async def test_whatever_is_said_the_selection_is_small_unique_and_repeatable(sentence):
    first, second = await chosen(user(sentence)), await chosen(user(sentence))
    assert first.selection == second.selection
    assert first.selection is not None
    for kept, most in ((first.selection.entities, UNSURE_ENTITIES.most), (first.selection.tools, 2 + UNSURE_TOOLS.most)):
        places = [item.item for item in kept]
        assert len(places) == len(set(places))
        assert len([item for item in kept if not item.required]) <= most
        assert all(item.reasons for item in kept)


async def test_the_encoder_finds_what_no_word_tells():
    home = {"Den": [*HOME["Kitchen"], "switch: Coffee Maker", *(f"sensor: Gauge {number}" for number in range(20))]}
    turn = await chosen(system(home), user("espresso would be lovely"), embeddings=ENCODED)
    assert "Coffee Maker, Den" in entities(turn)
    assert "meaning" in reasons(turn, "Coffee Maker")


async def test_what_was_said_before_is_not_needed_to_choose():
    turn = await chosen(user("hello"), said("Hello!"), user("it is too dark in the bedroom"))
    assert "Wardrobe, Bedroom" in entities(turn)


async def test_a_condition_can_be_read():
    turn = await chosen(user("if it is over 25 degrees in the bedroom, get some air moving there"))
    assert "GetLiveContext" in tools(turn)


async def test_where_nothing_tells_what_is_meant_the_usual_things_come_first():
    turn = await chosen(user("I keep bumping into everything in the bedroom"))
    ranked = [turn.house.entities[kept.item].domain for kept in turn.selection.entities]
    assert ranked.index("light") < ranked.index("cover")


async def test_of_several_topics_none_is_forgotten():
    home = {"": ["switch: Espresso Machine", "switch: Freezer", "todo: Groceries"]} | {
        f"Room {number}": [f"light: Lamp {number}"] for number in range(20)
    }
    turn = await chosen(system(home), user("I would die for some coffee"))
    assert {"switch", "todo"} <= {turn.house.entities[kept.item].domain for kept in turn.selection.entities}
