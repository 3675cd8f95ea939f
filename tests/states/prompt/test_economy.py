"""What is chosen for a model stays small next to what the client sent."""

from ha_assist.adapters.embeddings.store import Embeddings
from ha_assist.states.prompt.economy import LEAST, SHARE, _asked, _cost, affordable
from ha_assist.states.retrieval.select import select
from turns import called, result, said, system, turn_of, user

LARGE = {f"Room {number}": [f"light: Lamp {number}", f"switch: Plug {number}", f"fan: Fan {number}"] for number in range(120)}
VAGUE = "make it nicer in here"


async def selections(*messages):
    turn = await turn_of(*messages)
    before = select(turn, Embeddings())
    return turn, before, affordable(turn, turn.request, before)


async def test_what_costs_too_much_loses_what_ranks_lowest():
    turn, before, after = await selections(system(LARGE, area="Room 7"), user(VAGUE))
    allowed = max(LEAST, SHARE * _asked(turn.request))
    assert _cost(turn, turn.request, after) <= allowed < _cost(turn, turn.request, before)
    assert set(after.entities) <= set(before.entities)
    assert after.tools[0] == before.tools[0]


async def test_what_costs_little_stays_whole():
    turn, before, after = await selections(user("the floor lamp should glow like a candle"))
    assert _cost(turn, turn.request, before) <= LEAST
    assert after == before


async def test_the_rounds_of_one_turn_get_the_same():
    *_, first = await selections(system(LARGE, area="Room 7"), user(VAGUE))
    name = "homeassistant__GetLiveContext"
    *_, second = await selections(system(LARGE, area="Room 7"), user(VAGUE), called(name), result("x" * 5000))
    assert [kept.item for kept in second.entities] == [kept.item for kept in first.entities]


async def test_earlier_rounds_are_not_its_business():
    _, before, after = await selections(user("who was Bach"), said("A composer."), user("and what did he write"))
    assert after.rounds == before.rounds
