"""Verdicts: states decide. Every situation is a small house before and after, and what was expected."""

import copy

import pytest

from tests.real_ha import homes
from tests.real_ha.conversation import Turn
from tests.real_ha.corpus import Answer, Case, Expectation, Utterance
from tests.real_ha.judge import Verdict, judge, judge_turn

HOME = homes.Home(about="", language="en", time_zone="UTC", now="2026-01-01T00:00:00")
BEFORE = {
    "light.kitchen": {"state": "on", "brightness": 80},
    "light.bedroom": {"state": "off", "brightness": 40},
    "cover.blind": {"state": "open", "position": 100},
    "todo.shopping": {"state": "1", "items": ["milk"], "done": []},
    "scene.movie": {"times": 0},
}
KITCHEN_OFF = Expectation(changes={"light.kitchen": "off"})


def turn(*changes, reply="Done.", touched=None, model_calls=0, text="…"):
    """A turn that changed entities: pairs of (entity, values that differ)."""
    before = {entity_id: {"values": values, "live": None} for entity_id, values in BEFORE.items()}
    after = copy.deepcopy(before)
    for entity_id, values in changes:
        after[entity_id]["values"].update(values)
    commanded = {entity_id for entity_id, _ in changes} if touched is None else touched
    return Turn(text, before=before, after=after, touched=commanded, reply=reply, model_calls=model_calls)


def verdict(what, expected):
    return judge_turn(what, expected, HOME).verdict


class TestCommands:
    def test_exactly_what_was_asked_for_is_right(self):
        assert verdict(turn(("light.kitchen", {"state": "off"})), KITCHEN_OFF) is Verdict.RIGHT

    def test_the_wrong_room_is_wrong_whatever_is_said(self):
        judgement = judge_turn(turn(("light.bedroom", {"state": "on"}), reply="Which light?"), KITCHEN_OFF, HOME)
        assert judgement.verdict is Verdict.WRONG
        assert "light.bedroom changed: state off → on" in judgement.reasons

    def test_more_than_was_asked_for_is_wrong(self):
        both = turn(("light.kitchen", {"state": "off"}), ("light.bedroom", {"state": "on"}))
        assert verdict(both, KITCHEN_OFF) is Verdict.WRONG

    def test_commanding_something_else_is_wrong_even_without_effect(self):
        wide = turn(("light.kitchen", {"state": "off"}), touched={"light.kitchen", "light.bedroom"})
        judgement = judge_turn(wide, KITCHEN_OFF, HOME)
        assert judgement.verdict is Verdict.WRONG
        assert judgement.reasons == ("light.bedroom was commanded, without effect",)

    def test_another_value_of_the_right_thing_is_wrong(self):
        assert verdict(turn(("light.kitchen", {"state": "off", "brightness": 10})), KITCHEN_OFF) is Verdict.WRONG

    def test_saying_done_without_doing_is_wrong(self):
        assert verdict(turn(), KITCHEN_OFF) is Verdict.WRONG

    def test_asking_instead_of_doing_is_asking_back(self):
        assert verdict(turn(reply="Which one do you mean?"), KITCHEN_OFF) is Verdict.ASKED_BACK

    def test_a_question_from_the_model_is_the_models(self):
        assert verdict(turn(reply="Which one?", model_calls=1), KITCHEN_OFF) is Verdict.LEFT_TO_MODEL

    def test_two_model_calls_are_wrong(self):
        assert verdict(turn(model_calls=2), KITCHEN_OFF) is Verdict.WRONG

    def test_an_alternative_will_do(self):
        either = Expectation(changes={"light.bedroom": "on"}, alternative=[KITCHEN_OFF])
        assert verdict(turn(("light.kitchen", {"state": "off"})), either) is Verdict.RIGHT


class TestWhatFollows:
    @pytest.mark.parametrize(
        ("entity_id", "given", "after"),
        [
            ("cover.blind", "closed", {"state": "closed", "position": 0}),
            ("cover.blind", {"position": 40}, {"position": 40}),
            ("light.bedroom", {"brightness": 70}, {"state": "on", "brightness": 70}),
            ("todo.shopping", {"adds": ["eggs"]}, {"state": "2", "items": ["milk", "Eggs"]}),
            ("todo.shopping", {"completes": ["milk"]}, {"state": "0", "items": [], "done": ["milk"]}),
            ("scene.movie", "once", {"times": 1}),
        ],
    )
    def test_consequences_need_not_be_written(self, entity_id, given, after):
        assert verdict(turn((entity_id, after)), Expectation(changes={entity_id: given})) is Verdict.RIGHT

    def test_brightness_may_be_off_by_one_percent(self):
        expected = Expectation(changes={"light.bedroom": {"brightness": 70}})
        assert verdict(turn(("light.bedroom", {"state": "on", "brightness": 71})), expected) is Verdict.RIGHT
        assert verdict(turn(("light.bedroom", {"state": "on", "brightness": 72})), expected) is Verdict.WRONG


class TestAnswers:
    @pytest.mark.parametrize(
        ("reply", "answer", "expected"),
        [
            ("Yes, it is locked.", Answer(says=[["yes", "locked"]], never=["unlocked"]), Verdict.RIGHT),
            ("It is unlocked.", Answer(says=[["yes", "locked"]], never=["unlocked"]), Verdict.WRONG),
            ("18.5 °C", Answer(value=18.5), Verdict.RIGHT),
            ("18,5 °C", Answer(value=18.5), Verdict.RIGHT),
            ("118.5 °C", Answer(value=18.5), Verdict.WRONG),
            ("18.5 °C, set to 21", Answer(value=18.5), Verdict.WRONG),
            ("minus eighteen", Answer(value=-18), Verdict.WRONG),
            ("-18 °C", Answer(value=-18), Verdict.RIGHT),
        ],
    )
    def test_what_a_reply_must_and_must_not_say(self, reply, answer, expected):
        assert verdict(turn(reply=reply), Expectation(answer=answer)) is expected

    def test_numbers_of_the_question_may_be_repeated(self):
        reply = turn(reply="Lamp 2 is at 40 %.", text="how bright is lamp 2")
        assert verdict(reply, Expectation(answer=Answer(value=40))) is Verdict.RIGHT

    def test_the_right_answer_from_the_model_is_still_the_models(self):
        assert verdict(turn(reply="yes", model_calls=1), Expectation(answer=Answer(says=["yes"]))) is Verdict.LEFT_TO_MODEL

    def test_a_question_must_not_act(self):
        acted = turn(("light.kitchen", {"state": "off"}), reply="yes")
        assert verdict(acted, Expectation(answer=Answer(says=["yes"]))) is Verdict.WRONG


class TestWhatMustNotAct:
    @pytest.mark.parametrize("reply", ["Which one?", "I cannot do that."])
    def test_doing_nothing_is_right_whatever_is_said(self, reply):
        assert verdict(turn(reply=reply), Expectation(nothing=True)) is Verdict.RIGHT

    def test_leaving_it_to_the_model_is_doing_nothing(self):
        assert verdict(turn(model_calls=1), Expectation(nothing=True)) is Verdict.RIGHT

    def test_acting_is_wrong(self):
        assert verdict(turn(("light.kitchen", {"state": "off"})), Expectation(nothing=True)) is Verdict.WRONG

    def test_a_question_back_must_come_from_the_product(self):
        asks = Expectation(asks_back=Answer(says=["kitchen"]))
        assert verdict(turn(reply="The kitchen one?"), asks) is Verdict.RIGHT
        assert verdict(turn(reply="The kitchen one?", model_calls=1), asks) is Verdict.LEFT_TO_MODEL

    def test_what_belongs_to_the_model_needs_exactly_one_call(self):
        assert verdict(turn(model_calls=1), Expectation(model=True)) is Verdict.RIGHT
        assert verdict(turn(model_calls=0), Expectation(model=True)) is Verdict.WRONG


class TestTrouble:
    def test_an_answer_that_clients_cannot_read_is_wrong(self):
        broken = turn()
        broken.error = "UnreadableAnswer: a chunk is not JSON"
        assert verdict(broken, Expectation(nothing=True)) is Verdict.WRONG

    def test_what_is_not_recorded_is_never_right(self):
        unknown = turn()
        unknown.not_recorded = "small-flat: start · - · HassTurnOn {}"
        judgement = judge_turn(unknown, Expectation(nothing=True), HOME)
        assert judgement.verdict is Verdict.NOT_RECORDED
        assert "--record" in judgement.reasons[0]

    def test_a_conversation_is_as_good_as_its_worst_turn(self):
        expected = (Utterance(say="a", changes={"light.kitchen": "off"}), Utterance(say="b", nothing=True))
        case = Case("file", "home", "en", "kind", None, expected)
        turns = [turn(reply="Which one?"), turn()]
        assert judge(case, turns, HOME).verdict is Verdict.ASKED_BACK
