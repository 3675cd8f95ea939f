"""Which earlier rounds stay: what a follow-up needs, and nothing else."""

import pytest
from ha_assist.adapters.openai.wire import Message
from ha_assist.states.retrieval.history import rounds
from hypothesis import given
from hypothesis import strategies as st
from turns import called, chosen, entities, result, said, tools, user

ON = "intent__HassTurnOn"
LAMP = [user("turn on the floor lamp"), called(ON, name="Floor Lamp"), result(), said("Turned on the light")]
MOON = [user("how far away is the moon?"), said("384,000 kilometres.")]
NORWAY = [user("what is the capital of Norway?"), said("Oslo.")]


async def kept(*messages):
    turn = await chosen(*messages)
    assert turn.selection is not None
    return [messages[0].text for messages in turn.selection.rounds]


async def test_completed_work_on_the_house_goes():
    assert await kept(*LAMP, user("it is too dark in the bedroom")) == []


async def test_what_it_refers_to_stays():
    assert await kept(*LAMP, user("could it be cosier")) == ["turn on the floor lamp"]
    turn = await chosen(*LAMP, user("could it be cosier"))
    assert "Floor Lamp, Living Room" in entities(turn)
    assert "HassTurnOn" in tools(turn)


async def test_so_does_the_last_round_for_a_sentence_that_cannot_stand_alone():
    assert await kept(*LAMP, user("a bit cosier")) == ["turn on the floor lamp"]


async def test_only_the_last_round_of_work_is_referred_to():
    fan = [user("turn on the bedroom fan"), called(ON, name="Bedroom Fan"), result(), said("Turned on the fan")]
    assert await kept(*fan, *LAMP, user("could it be cosier")) == ["turn on the floor lamp"]


async def test_a_question_back_and_what_it_was_about_stay_for_the_answer():
    asked = [user("make the bedside lamp cosier"), said("Which one do you mean: Bedroom or Guest Room?")]
    assert await kept(*asked, user("the one in the bedroom")) == ["make the bedside lamp cosier"]


async def test_general_conversation_stays_for_a_general_follow_up():
    assert await kept(*MOON, user("and how long would it take to walk there?")) == ["how far away is the moon?"]


async def test_what_it_may_be_is_left_to_the_model():
    assert await kept(*MOON, *LAMP, user("tell me more about it")) == ["how far away is the moon?", "turn on the floor lamp"]


async def test_general_conversation_goes_when_the_sentence_stands_alone():
    assert await kept(*MOON, *NORWAY, user("it is pitch dark, do something about the wardrobe")) == []


async def test_unless_it_speaks_of_the_same():
    told = [user("my favourite temperature is 21 degrees"), said("Good to know.")]
    assert await kept(*told, user("bring the bedroom fan to my favourite temperature")) == [
        "my favourite temperature is 21 degrees"
    ]


@pytest.mark.parametrize("context", [user("Weather: 3 degrees, rain."), result("Weather: 3 degrees, rain.", "nobody asked")])
async def test_what_a_client_has_put_in_by_itself_always_stays(context):
    turn = await chosen(*LAMP, context, user("it is too dark in the bedroom"))
    assert turn.selection is not None
    assert [[message.text for message in messages] for messages in turn.selection.rounds] == [["Weather: 3 degrees, rain."]]


async def test_a_history_that_was_cut_in_a_round_is_read_all_the_same():
    assert await kept(result(), said("Turned on the light"), user("it is too dark in the bedroom")) == []


async def test_the_current_turn_is_never_history():
    turn = await chosen(*LAMP, user("and the bedroom, is it dark"), called("homeassistant__GetLiveContext"), result("{}"))
    assert len(turn.history) == len(LAMP)


@given(st.lists(st.sampled_from(["user", "assistant", "tool"]), max_size=12))
def test_rounds_lose_nothing_and_start_with_the_user(roles):
    history = [Message(role, str(place)) for place, role in enumerate(roles)]
    found = rounds(history)
    assert [message for messages in found for message in messages] == history
    assert all(messages[0].role == "user" for messages in found[1:])
    assert all(message.role != "user" for messages in found for message in messages[1:])
