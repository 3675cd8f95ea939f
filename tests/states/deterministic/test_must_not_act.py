"""What must not act, whatever else the sentence says: with the reader and with the official grammar."""

import pytest
from ha_assist.states.deterministic.reader import Reading
from told import MILL, MORE, Expected, call, calls, house, not_yet, official_calls, on, reading, row, table, within

KITCHEN = within(MILL, "Kitchen")


def acts(sentence: str) -> list[Expected]:
    """What any of the recognisers does, spoken in the kitchen."""
    return calls(sentence, KITCHEN, tools=MORE) or official_calls(sentence, KITCHEN, tools=MORE)


def test_the_same_words_act_where_nothing_stands_against_it() -> None:
    for sentence in ("turn on the desk lamp", "unlock the front door", "turn off the lights"):
        assert acts(sentence) != []


@table(
    row("don't turn on the desk lamp"),
    row("don\u2019t turn on the desk lamp"),
    row("dont turn on the desk lamp"),
    row("do not turn on the desk lamp"),
    row("please do not unlock the front door"),
    row("never turn on the desk lamp"),
    row("turn on the desk lamp not"),
    row("turn on the desk lamp but not the fan"),
    row("turn on everything except the desk lamp"),
    row("turn off all lights except in the kitchen"),
    row("turn off all the lights but the desk lamp"),
    row("turn on the study fan instead of the desk lamp"),
    row("turn on no lights"),
    row("leave the desk lamp on without turning on the fan"),
)
def test_negations_and_exceptions(sentence: str, expected: list[Expected]) -> None:
    assert acts(sentence) == expected


@table(
    row("I turned on the desk lamp"),
    row("I turned off the desk lamp yesterday"),
    row("she turned on the desk lamp"),
    row("turned on the desk lamp"),
    row("we have turned off the lights"),
    row("the desk lamp is on"),
    row("the desk lamp was on"),
    row("I will turn on the desk lamp"),
    row("I was going to turn on the desk lamp"),
    row("somebody unlocked the front door"),
    row("he wants the desk lamp on"),
    row("remind me to turn on the desk lamp"),
    row("tell him to turn on the desk lamp"),
    row("thank you for turning on the desk lamp"),
    row("thanks for turning off the lights"),
)
def test_reports(sentence: str, expected: list[Expected]) -> None:
    assert acts(sentence) == expected


@table(
    row("turn on the desk lamp if it is dark"),
    row("turn on the desk lamp when I come home"),
    row("when I say so turn on the desk lamp"),
    row("turn on the desk lamp unless it is day"),
    row("turn off the lights after the film"),
    row("turn off the lights until morning"),
    row("turn on the desk lamp as soon as it rains"),
    row("unlock the front door whenever I come home"),
)
def test_conditions(sentence: str, expected: list[Expected]) -> None:
    assert acts(sentence) == expected


@table(
    row("turn on the desk lamp tomorrow"),
    row("turn on the desk lamp at 10 pm"),
    row("turn on the desk lamp at 7:30"),
    row("turn on the desk lamp at noon"),
    row("turn on the desk lamp at sunset"),
    row("turn on the desk lamp for five minutes"),
    row("turn on the desk lamp every day"),
    row("turn on the desk lamp from 10 to 12"),
    row("turn on the desk lamp tonight"),
    row("turn on the desk lamp at seven"),
    row("turn on the desk lamp in five"),
    row("turn on the desk lamp for 5"),
    # What the offered tools can do later is a timer, never the action itself.
    row("turn on the desk lamp in 10 minutes", call("HassStartTimer", minutes=10, conversation_command="turn on the desk lamp")),
)
def test_times(sentence: str, expected: list[Expected]) -> None:
    assert acts(sentence) == expected


@table(
    row("is the desk lamp on"),
    row("is the desk lamp on?"),
    row("are the lights off in the kitchen"),
    row("did you turn on the desk lamp"),
    row("have you locked the front door"),
    row("who turned on the desk lamp"),
    row("why is the desk lamp on"),
    row("which lights are on"),
    row("should I turn on the desk lamp"),
    row("what happens if you turn on the desk lamp"),
    row("what does turn on the desk lamp mean"),
    row("do you turn on the desk lamp"),
    row("can I turn on the desk lamp"),
    row("how do I turn on the desk lamp"),
    not_yet("only its mark tells this question from a command", "desk lamp on?"),
)
def test_questions(sentence: str, expected: list[Expected]) -> None:
    assert acts(sentence) == expected


@table(
    row('she said "turn on the desk lamp"'),
    row('"turn on the desk lamp"'),
    row("\u201cturn on the desk lamp\u201d"),
    row("say turn on the desk lamp"),
    row("the word unlock in unlock the front door"),
    row("spell turn on the desk lamp"),
)
def test_quotations(sentence: str, expected: list[Expected]) -> None:
    assert acts(sentence) == expected


@table(
    row("make it more comfortable"),
    row("it is too dark in here"),
    row("I am cold"),
    row("make it warmer"),
    row("make the study brighter"),
    row("a little more light"),
    row("do something about the light"),
    row("dim the lights"),
    row("turn on some lights"),
    row("turn on most lights in the kitchen"),
    row("turn on another lamp"),
    row("turn on the other light"),
    row("turn on the left lamp"),
    row("turn on the desk lamp or the fan"),
    row("turn the desk lamp on or off"),
    row("set the desk lamp to 20 or 30 percent"),
    row("set the desk lamp to 20-30 percent"),
    row("set the desk lamp to 30 percent less"),
    row("set the desk lamp to 1,000 percent"),
    row("turn on the lights in 2"),
    row("turn on one of the lights in the kitchen"),
    row("turn on two lights in the kitchen"),
    row("make the bedroom warm"),
    row("make the bedroom cold"),
)
def test_vague_wishes(sentence: str, expected: list[Expected]) -> None:
    assert acts(sentence) == expected


@table(
    row("turn on the flux capacitor"),
    row("turn on the lights in the ballroom"),
    row("turn on the ballroom lights"),
    row("turn on the quantum desk lamp"),
    row("turn on the desk lamp in the ballroom"),
    row("turn on the desk lamp in the bedroom"),
    row("turn on the blue lamp"),
    row("turn on the blue desk lamp"),
    row("turn on the bedside lamp"),
    row("turn on the kitchen desk lamp"),
    row("turn off the tv in the bedroom"),
    row("lock the shed door"),
    row("unlock the back door"),
    row("open the back door"),
    row("turn on the back light"),
    row("set the temperature in the kitchen to 20"),
    not_yet("the official grammar does not look at the device class", "open the window"),
    row("return to base"),
    row("turn on the kitchen tv"),
    row("turn off the study"),
    row("turn off the kitchen"),
    row("turn on the desk lamp and in the kitchen"),
)
def test_unknown_or_ambiguous_things_and_rooms(sentence: str, expected: list[Expected]) -> None:
    assert acts(sentence) == expected


@table(
    row("turn on the desk lamp banana"),
    row("banana turn on the desk lamp"),
    row("turn on banana the desk lamp"),
    row("turn on the desk lamp slowly"),
    row("turn on the desk lamp only"),
    row("almost turn on the desk lamp"),
    row("pretend to turn on the desk lamp"),
    row("stop turning on the desk lamp"),
    row("forget to turn on the desk lamp"),
    row("turn on the light next to the kitchen"),
    row("turn on the second light in the kitchen"),
    row("desk lamp piano light on"),
    row("turn on the desk lamp the piano light"),
    row("turn on and off the desk lamp"),
    row("turn everything off in the kitchen except the radio"),
    row("clean the kitchen lights"),
    row("turn off everything lamp in the study"),
    row("turn off everything in the study desk lamp"),
    row("clean the kitchen to 50 percent"),
    row("turn off the lights by the desk lamp"),
    row("turn the desk lamp on off"),
    not_yet("two actions in one, the second half taken for a preposition", "turn off on the desk lamp"),
)
def test_words_that_carry_a_meaning_of_their_own_are_not_left_over(sentence: str, expected: list[Expected]) -> None:
    assert acts(sentence) == expected


@table(
    row("turn on the desk lamp, no, the piano light"),
    row("turn on the desk lamp, no wait"),
    row("turn on the desk lamp, scratch that"),
    row("turn off, sorry, on the desk lamp"),
    row("turn on the desk lamp I mean the piano light"),
    # What comes before anything was said corrects the turn before, if anything.
    row("sorry, turn on the desk lamp", on("light", "Desk Lamp")),
)
def test_what_is_corrected_in_the_same_breath_is_not_done(sentence: str, expected: list[Expected]) -> None:
    assert acts(sentence) == expected


@table(
    row("turn on the two lamps"),
    row("turn off two lamps"),
    row("turn on the three lights in the kitchen"),
    row("set room 2"),
    row("turn on lamp two", on("light", "Lamp 2")),
)
def test_numbers_that_count_are_no_names_and_those_of_names_no_values(sentence: str, expected: list[Expected]) -> None:
    assert acts(sentence) == expected


@table(
    row("lock the front and back"), row("turn on the desk lamp and"), row("turn off her lights"), row("switch off their light")
)
def test_half_of_what_was_said_or_what_others_own_is_not_done(sentence: str, expected: list[Expected]) -> None:
    assert acts(sentence) == expected


def test_a_then_that_nothing_follows_says_later() -> None:
    assert calls("выключи свет", KITCHEN, tools=MORE, language="ru") != []
    assert calls("выключи свет потом", KITCHEN, tools=MORE, language="ru") == []


FRAGMENTS = [
    "", " ", "...", "?", "the", "please", "turn on", "on", "and", ",", "it", "30 percent", "all", "everything", "kitchen",
    "in the kitchen", "river blind", "the front door", "open", "set", "to",
]  # fmt: skip


@pytest.mark.parametrize("sentence", FRAGMENTS)
def test_fragments(sentence: str) -> None:
    assert acts(sentence) == []


@pytest.mark.xfail(strict=True, reason="the official grammar turns on what is only named")
@pytest.mark.parametrize("sentence", ["desk lamp", "the kettle", "bedroom thermostat"])
def test_a_name_alone_may_be_the_answer_to_a_question_and_is_no_command(sentence: str) -> None:
    assert acts(sentence) == []


@pytest.mark.parametrize(
    "sentence", ["turn everything off", "turn on everything", "turn on everything in the kitchen", "open everything",
                 "unlock everything", "set everything to 20", "turn on all devices", "open all doors and windows"]
)  # fmt: skip
def test_everything_is_only_switched_off_and_only_where_a_place_is_said(sentence: str) -> None:
    assert calls(sentence, MILL) == []


def test_everything_leaves_locks_covers_valves_and_heating_alone() -> None:
    ((_, arguments),) = calls("turn everything off in the whole house", MILL)
    assert set(arguments["domain"]).isdisjoint({"lock", "cover", "valve", "climate", "water_heater", "alarm_control_panel"})


def test_a_house_without_anything() -> None:
    for sentence in ("turn on the lights", "turn off everything here", "turn it off", "lock the door"):
        assert calls(sentence, house({}, "Kitchen")) == []


def test_names_that_two_things_of_one_room_have_are_never_sent() -> None:
    twins = house({"Kitchen": ["light: Lamp", "light: Lamp"], "Hall": ["switch: Lamp"]})
    assert calls("turn on the lamp in the kitchen", twins) == []
    assert calls("turn on the kitchen lamp", twins) == []
    assert calls("turn on the lamp", twins) == []


def test_a_novel_is_not_a_command() -> None:
    assert reading("turn on the desk lamp " * 30, MILL) == Reading(problem=reading("?", MILL).problem)
