"""What refers to the turn before: re-derived from the messages, never remembered."""

import pytest
from ha_assist.adapters.openai.wire import FunctionCall, Message, ToolCall
from ha_assist.states.deterministic.earlier import Earlier, earlier_turn
from told import MILL, NOW, Expected, asking, call, calls, done, heats, house, off, on, row, shines, table, within

LAMP_ON = done(on("light", "Desk Lamp"))
KITCHEN_OFF = done(off("light", area="Kitchen"))


@table(
    row("turn it off", off("light", "Desk Lamp")),
    row("turn it off again", off("light", "Desk Lamp")),
    row("set it to 30 percent", shines("Desk Lamp", brightness=30)),
    row("set it to 30", shines("Desk Lamp", brightness=30)),
    row("make it blue", shines("Desk Lamp", color="blue")),
    row("and the piano light too", on("light", "Piano Light")),
    row("the piano light too", on("light", "Piano Light")),
    row("and the kitchen lights", on("light", area="Kitchen")),
    row("make it 50", shines("Desk Lamp", brightness=50)),
    # A lamp was meant, not the lights of a room: another one, where there is only one.
    row("and in the bedroom", on("light", "Bedside Lamp", area="Bedroom")),
    row("and the kitchen too"),
    # What makes no sense for the lamp, or is not the same kind of thing.
    row("close it"),
    row("lock it"),
    row("and the study fan"),
    row("and the river blind"),
    row("turn it off if it is dark"),
    row("don't turn it off"),
    row("not that one"),
    row("and"),
    row("too"),
)
def test_after_the_lamp_was_turned_on(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, earlier=LAMP_ON) == expected


@table(
    row("turn them back on", on("light", area="Kitchen")),
    row("set them to 30 percent", shines(area="Kitchen", brightness=30)),
    row("and the study too", off("light", area="Study")),
    row("and in the study", off("light", area="Study")),
    row("and the desk lamp", off("light", "Desk Lamp")),
    row("and the fan too"),
)
def test_after_the_lights_of_a_room_were_turned_off(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, earlier=KITCHEN_OFF) == expected


BLINDS_CLOSED = done(off("cover", "River Blind"), off("cover", "Street Blind"))


@table(
    row("open them again", on("cover", "River Blind"), on("cover", "Street Blind")),
    row("stop them", call("HassStopMoving", "cover", "River Blind"), call("HassStopMoving", "cover", "Street Blind")),
    row("and the kitchen blind", off("cover", "Kitchen Blind")),
)
def test_after_several_calls_all_are_meant(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, earlier=BLINDS_CLOSED) == expected


def test_the_value_of_the_turn_before_is_repeated() -> None:
    dimmed = done(shines("Desk Lamp", brightness=30))
    assert calls("and the piano light too", MILL, earlier=dimmed) == [shines("Piano Light", brightness=30)]
    warm = done(heats(20, "Bedroom Thermostat"))
    assert calls("and the living room radiator too", MILL, earlier=warm) == [heats(20, "Living Room Radiator")]
    assert calls("set it to 22", MILL, earlier=warm) == [heats(22, "Bedroom Thermostat")]


def test_the_temperature_of_one_room_for_another() -> None:
    warm = done(heats(20, "Bedroom Thermostat"), said="set the bedroom to 20")
    assert calls("and the living room too", MILL, earlier=warm) == [heats(20, "Living Room Radiator")]


def test_a_complete_command_is_not_changed_by_what_was_before() -> None:
    for sentence in ("turn on the study fan", "close the garage door", "turn off the lights in the kitchen"):
        assert calls(sentence, MILL, earlier=LAMP_ON) == calls(sentence, MILL)


@pytest.mark.parametrize("earlier", [None, Earlier(), Earlier("turn on the bedside lamp")])
@pytest.mark.parametrize("sentence", ["turn it off", "turn them off", "and the kitchen too", "set it to 30", "lock it"])
def test_without_actions_before_there_is_nothing_to_refer_to(sentence: str, earlier: Earlier | None) -> None:
    assert calls(sentence, MILL, earlier=earlier) == []


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        # Home Assistant chose the player; turned off would be every player of the house.
        (call("HassMediaPause", "media_player"), "turn it off"),
        (call("HassSetVolume", "media_player", volume_level=20), "turn it off"),
        # No target at all.
        (call("HassSetVolumeRelative", volume_step="up"), "turn it off"),
        # The room was cleaned; turned off would be all that is in it, locks and covers too.
        (call("HassVacuumCleanArea", area="Kitchen"), "turn it off"),
    ],
)
def test_what_one_tool_was_aimed_at_may_be_far_more_for_another(before: Expected, sentence: str) -> None:
    assert calls(sentence, MILL, earlier=done(before)) == []


@pytest.mark.parametrize("sentence", ["pause the music and turn it off", "turn up the volume and turn it off"])
def test_nor_within_one_sentence(sentence: str) -> None:
    assert calls(sentence, MILL) == []


def test_a_name_that_was_unique_for_one_tool_must_be_so_for_the_next() -> None:
    twins = house({"Den": ["climate: Stove", "switch: Stove"]})
    made = calls("turn it off", twins, earlier=done(heats(20, "Stove")))
    assert made in ([], [off("climate", "Stove")])


# From the messages.

TURN_ON = Message("user", "turn on the desk lamp and the lamp in the hall")
DONE, FAILED = '{"response_type": "action_done", "data": {"success": [], "failed": []}}', '{"error": "MatchFailedError"}'


def result(content: str, identifier: str = "0") -> Message:
    return Message("tool", content, tool_call_id=identifier)


def test_the_last_turn_with_its_calls() -> None:
    history = [
        Message("user", "close the blind"),
        asking(off("cover", "River Blind")),
        result(DONE),
        Message("assistant", "Done."),
        TURN_ON,
        asking(on("light", "Desk Lamp"), on("light", "Hall")),
        result(DONE, "0"),
        result(FAILED, "1"),
        Message("assistant", "Done."),
    ]
    found = earlier_turn(history, NOW)
    assert found.sentence == TURN_ON.text
    assert [(made.tool.intent, made.arguments) for made in found.calls] == [on("light", "Desk Lamp")]


def test_a_call_is_target_and_values() -> None:
    (made,) = earlier_turn([TURN_ON, asking(shines("Desk Lamp", brightness=30)), result(DONE)], NOW).calls
    assert made.target == {"name": "Desk Lamp", "domain": ["light"]}
    assert made.values == {"brightness": 30}


def test_what_only_reads_or_is_unknown_or_broken_is_no_action() -> None:
    reads = asking(("GetLiveContext", {"name": "Desk Lamp"}))
    unknown = Message("assistant", tool_calls=[ToolCall(FunctionCall("somebody__elses", "{}"), id="0")])
    broken = Message("assistant", tool_calls=[ToolCall(FunctionCall("intent__HassTurnOn", "{no json"), id="0")])
    for message in (reads, unknown, broken):
        assert earlier_turn([TURN_ON, message, result(DONE)], NOW) == Earlier(TURN_ON.text)


def test_a_first_turn_has_none_before() -> None:
    assert earlier_turn([], NOW) == Earlier()
    assert earlier_turn([Message("assistant", "Hello.")], NOW) == Earlier()


RADIO = done(call("HassSetVolume", "media_player", "Kitchen Radio", volume_level=20))


@table(
    row("louder", call("HassSetVolumeRelative", None, "Kitchen Radio", volume_step="up")),
    row("to 30 percent", call("HassSetVolume", "media_player", "Kitchen Radio", volume_level=30)),
    row("pause", call("HassMediaPause", "media_player", "Kitchen Radio")),
    row("off", off("media_player", "Kitchen Radio")),
)
def test_what_names_nothing_is_about_what_was_just_acted_on(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, within(MILL, "Living Room"), earlier=RADIO) == expected


@table(
    row("off again", off("light", "Desk Lamp")),
    row("turn off", off("light", "Desk Lamp")),
    row("now red", shines("Desk Lamp", color="red")),
    # One thing is not both.
    row("turn them both off"),
)
def test_a_bare_action_goes_to_the_lamp(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, earlier=LAMP_ON) == expected


@table(
    row("thanks, study"),
    row("hello study"),
    row("study"),
    row("what about the study", off("light", area="Study")),
    row("same in the study", off("light", area="Study")),
)
def test_only_what_is_joined_on_goes_on(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, earlier=KITCHEN_OFF) == expected


@table(
    row("open the blind there", on("cover", "Kitchen Blind")),
    row("turn on the lights over there", on("light", area="Kitchen")),
    row("turn everything off there", call("HassTurnOff", ["light", "switch", "media_player"], area="Kitchen")),
)
def test_there_is_where_something_was_done(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, earlier=KITCHEN_OFF) == expected


def test_there_is_nowhere_at_the_beginning() -> None:
    assert calls("turn on the lights over there", within(MILL, "Study")) == []


@pytest.mark.parametrize(
    ("question", "sentence", "expected"),
    [
        ("is the piano light on?", "turn it off", [off("light", "Piano Light")]),
        ("is the garage door open?", "close it please", [off("cover", "Garage Door")]),
        ("are the lights in the kitchen on?", "turn them off", [off("light", area="Kitchen")]),
        ("which lights are on in the kitchen?", "turn them off", [off("light", area="Kitchen")]),
        ("is the bedside lamp on?", "turn it off", []),
        ("is the flurble on?", "turn it off", []),
        ("how are you?", "turn it off", []),
        ("tell me about the piano light", "turn it off", [off("light", "Piano Light")]),
    ],
)
def test_what_a_question_was_about_is_meant_by_it(question: str, sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, earlier=Earlier(question)) == expected


BLIND_CLOSED = done(off("cover", "River Blind"))


@table(
    row("the other one too", off("cover", "Street Blind")),
    row("and the other one", off("cover", "Street Blind")),
    row("and the street one", off("cover", "Street Blind")),
    row("open the other one", on("cover", "Street Blind")),
    row("the other one"),
    row("open the other lamp"),
)
def test_the_other_one_is_the_second_of_two(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, earlier=BLIND_CLOSED) == expected


@table(
    row("and the other one"),
    row("turn off the other one"),
)
def test_where_there_are_not_two_there_is_no_other(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, earlier=LAMP_ON) == expected


WARMED = done(heats(19, "Bedroom Thermostat"))


@table(
    row("make that 20", heats(20, "Bedroom Thermostat")),
    row("no, twenty", heats(20, "Bedroom Thermostat")),
    row("sorry I meant 21", heats(21, "Bedroom Thermostat")),
    # What becomes of the bedroom then, nobody said.
    row("no I meant the living room"),
    row("no, the living room too"),
    row("no"),
    row("no don't"),
)
def test_a_value_can_be_corrected(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL, earlier=WARMED) == expected


LOUDER = done(call("HassSetVolumeRelative", None, "Kitchen Radio", volume_step=10))


def test_as_much_again() -> None:
    radio = "Kitchen Radio"
    assert calls("a bit more", MILL, earlier=LOUDER) == [call("HassSetVolumeRelative", None, radio, volume_step=10)]
    assert calls("a little less", MILL, earlier=LOUDER) == [call("HassSetVolumeRelative", None, radio, volume_step=-10)]
    assert calls("a bit more", MILL, earlier=RADIO) == [call("HassSetVolumeRelative", None, radio, volume_step="up")]
    assert calls("a bit more", MILL, earlier=LAMP_ON) == []
    assert calls("a bit more", MILL) == []
    assert calls("a bit more light", MILL, earlier=LOUDER) == []
