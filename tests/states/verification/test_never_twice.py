"""Whatever happened in a turn, and whatever the house then shows: what was sent is never sent again."""

import json
from typing import Any

import pytest
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import State
from ha_assist.machine.turn import Turn
from ha_assist.states.registry import handlers
from ha_assist.states.services import Services
from hypothesis import example, given, settings
from hypothesis import strategies as st
from slow_house import MOST_ROUNDS, SlowHouse, Thing, in_virtual_time

THINGS = [
    Thing("Desk Lamp"),
    Thing("Floor Lamp", area="Den"),
    Thing("Kettle, the red one", domain="switch"),
    Thing("Fan", domain="fan"),
]
HOUSES = {"2026": SlowHouse(THINGS), "2025": SlowHouse(THINGS, filters=False)}
READ = "GetLiveContext"
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
        f"- names: {thing.names}\n  domain: {thing.domain}\n  state: '{state}'\n  areas: {thing.area}\n" for thing in THINGS
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
        ("HassTurnOn", {"name": "Desk Lamp", "domain": ["light"]}),
        ("HassTurnOff", {"name": "Floor Lamp", "domain": ["light"]}),
        ("HassTurnOn", {"name": "Kettle", "domain": ["switch"]}),
        ("HassTurnOn", {"name": "Kettle, the red one", "domain": ["switch"]}),
        ("HassTurnOff", {"area": "Kitchen", "domain": ["light"]}),
        ("good_night", {}),
        (READ, {}),
        (READ, {"name": "Desk Lamp", "domain": ["light"]}),
    ]
)
ROUNDS = st.lists(st.lists(st.tuples(CALLS, RESULTS), min_size=1, max_size=3), min_size=1, max_size=9)
IDS = st.sampled_from(["call_{}", "call_verify1_{}", "call_verify9_{}"])


EARLIER = st.sampled_from(
    [
        [],
        [([(("HassTurnOn", {"name": "Desk Lamp", "domain": ["light"]}), done("Desk Lamp"))], "Turn on the desk lamp", "Done.")],
        [([((READ, {}), lit("on"))], "Is the desk lamp on?", "Yes"), ([], "Thanks", None)],
    ]
)


def messages_of(rounds: list[list[tuple[tuple[str, Any], Any]]], id_: str, dialect: str) -> list[dict[str, Any]]:
    """The rounds as a client of this dialect sends them back."""
    messages: list[dict[str, Any]] = []
    for number, made in enumerate(rounds):
        ids = [id_.format(f"{number}_{place}") for place in range(len(made))]
        calls = [
            {"id": call_id, "type": "function", "function": {"name": offered(name, dialect), "arguments": json.dumps(arguments)}}
            for call_id, ((name, arguments), _) in zip(ids, made, strict=True)
        ]
        messages.append({"role": "assistant", "content": None, "tool_calls": calls})
        for call_id, (_, result) in zip(ids, made, strict=True):
            if result is not None:
                content = json.dumps({"data": result, "error": "error" in result} if dialect == "2026" else result)
                messages.append({"role": "tool", "tool_call_id": call_id, "content": content})
    return messages


def offered(name: str, dialect: str) -> str:
    """A tool's name in a dialect."""
    prefix = {READ: "homeassistant__", "good_night": "script__"}.get(name, "intent__")
    return f"{prefix}{name}" if dialect == "2026" else name


def answered(sentence: str, earlier: list[dict[str, Any]], following: list[dict[str, Any]], dialect: str, **fields: Any) -> Turn:
    house = HOUSES[dialect]
    script = {"type": "function", "function": {"name": offered("good_night", dialect), "parameters": {"type": "object"}}}
    body = {
        "model": "HA-Assist",
        "messages": [{"role": "system", "content": house.system()}, *earlier, {"role": "user", "content": sentence}, *following],
        "tools": [*house.tools(), script],
        **fields,
    }
    machine = Runner(handlers(Services(Settings(settings=Assist(ha_assist_verify_attempts=10))), {}))
    return in_virtual_time(machine.run(Turn(json.dumps(body).encode())))


def history(turns: Any, dialect: str) -> list[dict[str, Any]]:
    """Turns that are over: what was done in them may be done again when it is asked for again."""
    messages: list[dict[str, Any]] = []
    for rounds, sentence, answer in turns:
        messages.append({"role": "user", "content": sentence})
        messages += messages_of([rounds] if rounds else [], "call_old{}", dialect)
        messages += [{"role": "assistant", "content": answer}] if answer else []
    return messages


@settings(max_examples=300, deadline=None)
@given(
    sentence=st.sampled_from(SENTENCES),
    rounds=ROUNDS,
    id_=IDS,
    cut=st.integers(0, 4),
    choice=st.sampled_from([None, "auto", "none", "required"]),
    parallel=st.sampled_from([None, True, False]),
    dialect=st.sampled_from(sorted(HOUSES)),
    earlier=EARLIER,
)
@example(
    "Turn on the kettle",
    [[(("HassTurnOn", {"name": "Kettle", "domain": ["switch"]}), lit("off"))]],
    "call_{}",
    0,
    None,
    None,
    "2026",
    [],
)
def test_never_twice(  # noqa: PLR0917
    sentence: str, rounds: Any, id_: str, cut: int, choice: Any, parallel: Any, dialect: str, earlier: Any
) -> None:
    following = messages_of(rounds, id_, dialect)[cut:]
    turn = answered(sentence, history(earlier, dialect), following, dialect, tool_choice=choice, parallel_tool_calls=parallel)
    assert turn.state is State.ANSWERED, turn.failure
    assert turn.answer is not None
    assert not turn.permit.spent
    read = offered(READ, dialect)
    sent = [(call.function.name, json.loads(str(call.function.arguments))) for call in turn.answer.calls]
    made = [
        (call["function"]["name"], json.loads(call["function"]["arguments"]))
        for message in following
        for call in message.get("tool_calls", ())
    ]
    assert [call for call in sent if call in made and call[0] != read] == []
    if made and parallel is not False:  # all that is ever added is the whole name of what was unknown by a part of it
        whole = (offered("HassTurnOn", dialect), {"name": "Kettle, the red one", "domain": ["switch"]})
        assert all(call == whole or call[0] == read for call in sent)
    assert all(sent.count(call) == 1 for call in sent)
    assert sent == [] or choice != "none"
    assert bool(sent) != bool(turn.answer.text)
    if sent and made:
        assert sum(bool(message.get("tool_calls")) for message in following) + 2 <= MOST_ROUNDS


@pytest.mark.parametrize("dialect", sorted(HOUSES))
def test_what_is_asked_for_again_is_done_again(dialect: str) -> None:
    earlier = [([(("HassTurnOn", {"name": "Desk Lamp", "domain": ["light"]}), done("Desk Lamp"))], SENTENCES[0], "Done.")]
    turn = answered(SENTENCES[0], history(earlier, dialect), [], dialect)
    assert turn.answer is not None
    assert [call.function.name for call in turn.answer.calls] == [offered("HassTurnOn", dialect)]
