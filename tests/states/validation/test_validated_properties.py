"""Whatever a model says, in whatever house, to whatever sentence: no call leaves that breaks its schema, is aimed at nothing,
or goes against the user's words."""

import json
from typing import Any

from ha_assist.adapters.backends.protocol import CallPiece, Finish, TextPiece
from ha_assist.adapters.home_assistant.tools import problems, reads
from ha_assist.adapters.home_assistant.types import House
from ha_assist.adapters.openai.wire import ChatRequest, FunctionCall, ToolCall
from ha_assist.machine.promises import EXIT, broken
from ha_assist.machine.states import State
from ha_assist.machine.turn import Turn
from ha_assist.states.deterministic.actions import TARGETED
from ha_assist.states.validate import validate
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from validated import SERVICES, home, tools

NAMES = ("Moon Lamp", "Star Lamp", "Kettle", "Gate", "North Door", "Fan", "Stove, Old Stove", "Blue, the small one")
DOMAINS = ("light", "switch", "lock", "cover", "fan", "climate", "media_player", "scene")
AREAS = ("Kitchen", "Den", "Moon Room")
OFFERED = {tool.name: tool for tool in tools()}

houses = st.dictionaries(
    st.sampled_from([*AREAS, ""]),
    st.lists(st.builds("{}: {}".format, st.sampled_from(DOMAINS), st.sampled_from(NAMES)), max_size=4),
    max_size=4,
).map(home)
targets = st.sampled_from([*(name.split(",")[0] for name in NAMES), *AREAS, "moon lamb", "gate 2", "light.moon_lamp", "Nothing"])
values = st.one_of(
    targets,
    st.integers(-20, 300),
    st.sampled_from([None, "", "blue", "warm_white", "up", True, 21.5]),
    st.lists(st.sampled_from([*DOMAINS, "blind", *NAMES]), max_size=2),
)
slots = st.sampled_from(
    ["name", "area", "floor", "domain", "device_class", "brightness", "position", "temperature", "color", "x"]
)
arguments = st.dictionaries(slots, values, max_size=4)
named = st.sampled_from([*OFFERED, "HassTurnOn", "assist__HassTurnOff", "nonsense"])
wrapped = st.builds(lambda *given: json.dumps(dict(zip(("name", "arguments"), given, strict=True))), named, arguments).map(
    lambda text: f"<tool_call>{text}</tool_call>"
)
pieces = st.lists(
    st.one_of(
        st.builds(lambda name, given: CallPiece(ToolCall(FunctionCall(name, json.dumps(given)))), named, arguments),
        wrapped.map(TextPiece),
        st.sampled_from(["Done. ", "I turned it on. ", "<think>", "```", "**yes** "]).map(TextPiece),
    ),
    max_size=3,
)
DENIED = ("don't turn on the {}", "never open the {}", "is the {} on", "what about the {}?", "why is the {} off", "{} not now")
ASKED = ("turn on the {}", "turn off the {}", "open the {} somehow", "set the {} to 40 percent", "make the {} nicer", "{} please")
sentences = st.builds(lambda frame, target: frame.format(target), st.sampled_from(ASKED), targets)


async def answered(sentence: str, house: House, said: list[Any], **fields: Any) -> Turn:
    turn = Turn(b"", request=ChatRequest("HA-Assist", [], **fields), languages=("en",), model="m")
    turn.house, turn.tools, turn.sentence, turn.pieces = house, tools(), sentence, [*said, Finish()]
    turn.permit.spend()
    await validate(turn, SERVICES)
    assert broken(EXIT[State.VALIDATE], turn) is None
    assert turn.answer is not None
    return turn


def calls_of(turn: Turn) -> list[tuple[Any, dict[str, Any]]]:
    assert turn.answer is not None
    return [(OFFERED[call.function.name], json.loads(str(call.function.arguments))) for call in turn.answer.calls]


fast = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=150)


@fast
@given(sentence=sentences, house=houses, said=pieces, choice=st.sampled_from([None, "none", "required"]), many=st.booleans())
async def test_calls_are_sound_and_aimed_at_what_is_there(
    sentence: str, house: House, said: list[Any], choice: Any, many: bool
) -> None:
    turn = await answered(sentence, house, said, tool_choice=choice, parallel_tool_calls=many)
    calls = calls_of(turn)
    assert not (calls and choice == "none")
    assert len(calls) <= 1 or many
    readings = {reading for entity in house.entities for reading in entity.names.readings}
    areas = {reading for area in house.areas for reading in area.names.readings}
    for tool, arguments in calls:
        assert problems(tool, arguments) == []
        if tool.intent in TARGETED:
            assert house.entities
            assert {arguments["name"]} <= readings if "name" in arguments else True
            assert {arguments["area"]} <= areas if "area" in arguments else True
    assert turn.answer is not None
    assert calls or turn.answer.text


@fast
@given(frame=st.sampled_from(DENIED), target=targets, house=houses, said=pieces)
async def test_nothing_is_done_that_is_denied_or_only_asked_about(frame: str, target: str, house: House, said: list[Any]) -> None:
    assert all(reads(tool) for tool, _ in calls_of(await answered(frame.format(target), house, said)))


@fast
@given(house=houses, said=pieces, lock=st.sampled_from(["North Door", "Gate"]))
async def test_nothing_is_unlocked_or_opened_that_the_user_has_not_named(house: House, said: list[Any], lock: str) -> None:
    turn = await answered("turn on the kettle and open up a bit", house, said)
    for tool, arguments in calls_of(turn):
        called = [entity for entity in house.entities if arguments.get("name") in entity.names.readings]
        assert tool.intent not in ("HassTurnOff",) or all(entity.domain != "lock" for entity in called)


@fast
@given(house=houses, said=pieces, off=st.booleans())
async def test_a_switch_is_never_turned_the_other_way(house: House, said: list[Any], off: bool) -> None:
    turn = await answered(f"turn {'off' if off else 'on'} the kettle whatever it takes", house, said)
    for tool, arguments in calls_of(turn):
        kettles = {entity.domain for entity in house.entities if "Kettle" in entity.names.readings}
        if arguments.get("name") == "Kettle" and kettles <= {"light", "switch", "fan"}:
            assert tool.intent != ("HassTurnOn" if off else "HassTurnOff")


SPARED = (
    "turn everything off except the {}",
    "switch off all the lights but not the {}",
    "everything off apart from the {} please",
    "turn off the kettle and leave the {} alone",
    "turn off the stove, the {} may stay on",
    "set all the lights to 40 percent, only let the {} be",
    "turn on the stove instead of the {}",
)


def reaches(arguments: dict[str, Any], house: House, name: str) -> bool:
    """Whether a call for HA would touch what is called so: by its name, or as one of all in its place."""
    for entity in house.entities:
        if name in entity.names.readings:
            if "name" in arguments:
                named = arguments["name"] in entity.names.readings
            else:
                domains = arguments.get("domain") or [entity.domain]
                named = entity.domain in ([domains] if isinstance(domains, str) else domains)
            area = entity.area.readings if entity.area is not None else ()
            if named and ("area" not in arguments or arguments["area"] in area):
                return True
    return False


@fast
@given(frame=st.sampled_from(SPARED), target=st.sampled_from(["Moon Lamp", "Star Lamp", "Fan"]), house=houses, said=pieces)
async def test_what_is_left_out_is_never_touched(frame: str, target: str, house: House, said: list[Any]) -> None:
    turn = await answered(frame.format(target), house, said)
    for tool, arguments in calls_of(turn):
        assert reads(tool) or tool.intent not in TARGETED or not reaches(arguments, house, target)


@fast
@given(first=st.sampled_from(["Moon Lamp", "Kettle"]), second=st.sampled_from(["Star Lamp", "Fan"]), house=houses, said=pieces)
async def test_what_is_taken_back_is_not_done(first: str, second: str, house: House, said: list[Any]) -> None:
    turn = await answered(f"turn on the {first}, no wait, the {second}", house, said)
    for tool, arguments in calls_of(turn):
        assert reads(tool) or tool.intent not in TARGETED or arguments.get("name") != first


@fast
@given(told=st.integers(10, 30), wanted=st.integers(10, 30), cold=st.booleans())
async def test_a_temperature_never_goes_the_other_way_than_what_is_complained_of(told: int, wanted: int, cold: bool) -> None:
    house = home({"Den": ["climate: Stove"]})
    call = CallPiece(
        ToolCall(FunctionCall("climate__HassClimateSetTemperature", json.dumps({"name": "Stove", "temperature": wanted})))
    )
    turn = await answered(f"it's {told} degrees in the den, much too {'cold' if cold else 'hot'}, do something", house, [call])
    if calls_of(turn):
        assert wanted > told if cold else wanted < told
