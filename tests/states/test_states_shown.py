"""Which states of a context block a model is shown: those that may still hold, and no others."""

from datetime import UTC, datetime, timedelta

import pytest
from ha_assist.adapters.backends.protocol import Capabilities
from ha_assist.adapters.embeddings.store import Embeddings
from ha_assist.states.prompt.build import build
from ha_assist.states.retrieve import selected
from turns import called, result, said, system, turn_of, user

HOME = {"Kitchen": ["light: Ceiling Light", "switch: Kettle"]}
WISH = user("make the ceiling light in the kitchen cosy")
ACTED = [user("turn on the kettle"), called("homeassistant__HassTurnOn", name="Kettle"), result(), said("Done.")]


def block(age: float | None):
    entities = [{"id": "light.ceiling", "names": ["Ceiling Light"], "area": "Kitchen", "state": "on"}]
    at = {} if age is None else {"generated_at": (datetime.now(UTC) - timedelta(seconds=age)).isoformat()}
    return {"entities": entities, **at}


async def shown(*messages, **fields):
    """What the model is told in this turn."""
    turn = await turn_of(system(HOME), *messages, **fields)
    assert turn.request is not None
    prompt = build(turn, turn.request, selected(turn, Embeddings()), Capabilities())
    return str(prompt.messages[-1]["content"])


async def test_a_fresh_state_is_shown():
    assert "Ceiling Light (light, on)" in await shown(WISH, ha_context=block(age=0.2))


@pytest.mark.parametrize(
    ("before", "age"), [([], 60), ([], None), (ACTED, 0.2)], ids=["stale", "undated", "after an action of the conversation"]
)
async def test_a_state_that_may_not_hold_any_more_is_not(before, age):
    told = await shown(*before, WISH, ha_context=block(age))
    assert "Ceiling Light (light)" in told
