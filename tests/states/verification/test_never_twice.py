"""Whatever happened in a turn, and whatever the house then shows: what was sent is never sent again."""

import json
from typing import Any

from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import State
from ha_assist.machine.turn import Turn
from ha_assist.states.registry import handlers
from ha_assist.states.services import Services
from hypothesis import example, given, settings
from hypothesis import strategies as st
from slow_house import MOST_ROUNDS, SlowHouse, Thing, in_virtual_time

HOUSE = SlowHouse(
    [
        Thing("Desk Lamp"),
        Thing("Floor Lamp", area="Den"),
        Thing("Kettle, the red one", domain="switch"),
        Thing("Fan", domain="fan"),
    ]
)
READ = "homeassistant__GetLiveContext"
SENTENCES = [
    "Turn on the desk lamp",
    "Turn on the desk lamp and turn off the floor lamp and turn on the kettle",
    "Turn on the kettle",
    "Turn off the kitchen lights",
    "Is the desk lamp on?",
    "Write a poem",
]


def lit(state: str) -> Any:
    listed = "".join(
        f"- names: {thing.names}\n  domain: {thing.domain}\n  state: '{state}'\n  areas: {thing.area}\n" for thing in HOUSE.things
    )
    return {"result": f"Live Context: An overview of the areas and the devices in this smart home:\n{listed}"}


def done(*names: str, failed: tuple[str, ...] = (), kind: str = "action_done") -> Any:
    def targets(given: tuple[str, ...]) -> list[Any]:
        return [{"name": name, "type": "entity", "id": "light.x"} for name in given]

    return {"speech": {}, "response_type": kind, "data": {"success": targets(names), "failed": targets(failed)}}


RESULTS = st.sampled_from(
    [
        None,
        done("Desk Lamp"),
        done("Desk Lamp", failed=("Floor Lamp",)),
        done(kind="query_answer"),
        {"error": "MatchFailedError", "error_text": "No entities matched the name"},
        {"error": "HomeAssistantError", "error_text": "broken"},
        {"error": "InvalidSlotInfo"},
        {"success": True, "result": {"a": 1, "b": "x"}},
        lit("on"),
        lit("off"),
        lit("unavailable"),
        {"error": "No exposed entities matched name 'X'"},
    ]
)
CALLS = st.sampled_from(
    [
        ("intent__HassTurnOn", {"name": "Desk Lamp", "domain": ["light"]}),
        ("intent__HassTurnOff", {"name": "Floor Lamp", "domain": ["light"]}),
        ("intent__HassTurnOn", {"name": "Kettle", "domain": ["switch"]}),
        ("intent__HassTurnOn", {"name": "Kettle, the red one", "domain": ["switch"]}),
        ("intent__HassTurnOff", {"area": "Kitchen", "domain": ["light"]}),
        ("script__unknown", {}),
        (READ, {}),
        (READ, {"name": "Desk Lamp", "domain": ["light"]}),
    ]
)
ROUNDS = st.lists(st.lists(st.tuples(CALLS, RESULTS), min_size=1, max_size=3), min_size=1, max_size=9)
IDS = st.sampled_from(["call_{}", "call_verify1_{}", "call_verify9_{}"])


def messages_of(rounds: list[list[tuple[tuple[str, Any], Any]]], id_: str) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    for number, made in enumerate(rounds):
        ids = [id_.format(f"{number}_{place}") for place in range(len(made))]
        calls = [
            {"id": call_id, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
            for call_id, ((name, arguments), _) in zip(ids, made, strict=True)
        ]
        messages.append({"role": "assistant", "content": None, "tool_calls": calls})
        for call_id, (_, result) in zip(ids, made, strict=True):
            if result is not None:
                messages.append(
                    {"role": "tool", "tool_call_id": call_id, "content": json.dumps({"data": result, "error": False})}
                )
    return messages


def answered(sentence: str, following: list[dict[str, Any]], **fields: Any) -> Turn:
    body = {
        "model": "HA-Assist",
        "messages": [{"role": "system", "content": HOUSE.system()}, {"role": "user", "content": sentence}, *following],
        "tools": HOUSE.tools(),
        **fields,
    }
    machine = Runner(handlers(Services(Settings(settings=Assist(ha_assist_verify_attempts=10))), {}))
    return in_virtual_time(machine.run(Turn(json.dumps(body).encode())))


@settings(max_examples=200, deadline=None)
@given(
    sentence=st.sampled_from(SENTENCES),
    rounds=ROUNDS,
    id_=IDS,
    cut=st.integers(0, 4),
    choice=st.sampled_from([None, "auto", "none", "required"]),
    parallel=st.sampled_from([None, False]),
)
@example(
    "Turn on the kettle",
    [[(("intent__HassTurnOn", {"name": "Kettle", "domain": ["switch"]}), lit("off"))]],
    "call_{}",
    0,
    None,
    None,
)
def test_never_twice(sentence: str, rounds: Any, id_: str, cut: int, choice: Any, parallel: Any) -> None:
    following = messages_of(rounds, id_)[cut:]
    turn = answered(sentence, following, tool_choice=choice, parallel_tool_calls=parallel)
    assert turn.state is State.ANSWERED, turn.failure
    assert turn.answer is not None
    assert not turn.permit.spent
    sent = [(call.function.name, json.loads(str(call.function.arguments))) for call in turn.answer.calls]
    made = [
        (call["function"]["name"], json.loads(call["function"]["arguments"]))
        for message in following
        for call in message.get("tool_calls", ())
    ]
    assert [call for call in sent if call in made and call[0] != READ] == []
    if made and parallel is None:  # all that is ever added is the whole name of what was unknown by a part of it
        whole = ("intent__HassTurnOn", {"name": "Kettle, the red one", "domain": ["switch"]})
        assert all(call == whole or call[0] == READ for call in sent)
    assert all(sent.count(call) == 1 for call in sent)
    assert sent == [] or choice != "none"
    assert bool(sent) != bool(turn.answer.text)
    if sent and made:
        assert sum(bool(message.get("tool_calls")) for message in following) + 2 <= MOST_ROUNDS
