"""Evidence of several kinds becomes one order, and every item in it says why it is there."""

import pytest
from ha_assist.states.retrieval.fusion import fuse, normalised
from hypothesis import given
from hypothesis import strategies as st

WEIGHTS = {"named": 8.0, "area": 4.0, "words": 2.0}
SCORES = st.dictionaries(st.integers(0, 20), st.floats(0, 1))
EVIDENCE = st.dictionaries(st.sampled_from(sorted(WEIGHTS)), SCORES)


def test_an_item_is_worth_the_weighted_sum_of_what_speaks_for_it():
    first, second = fuse({"named": {3: 1.0}, "area": {3: 0.5, 7: 1.0}}, WEIGHTS)
    assert (first.item, first.score, first.reasons) == (3, 10.0, ("named", "area"))
    assert (second.item, second.score, second.reasons) == (7, 4.0, ("area",))


def test_equal_items_stay_in_the_order_of_the_house():
    assert [kept.item for kept in fuse({"area": {9: 1.0, 2: 1.0, 5: 1.0}}, WEIGHTS)] == [2, 5, 9]


def test_what_nothing_speaks_for_is_not_there():
    assert fuse({"area": {1: 0.0}, "words": {}}, WEIGHTS) == []


def test_evidence_without_a_weight_is_a_bug():
    with pytest.raises(KeyError):
        fuse({"rumour": {1: 1.0}}, WEIGHTS)


@given(EVIDENCE)
def test_the_best_come_first_and_everything_has_its_reasons(evidence):
    fused = fuse(evidence, WEIGHTS)
    assert [kept.score for kept in fused] == sorted((kept.score for kept in fused), reverse=True)
    assert {kept.item for kept in fused} == {item for scores in evidence.values() for item, score in scores.items() if score > 0}
    for kept in fused:
        assert set(kept.reasons) == {kind for kind, scores in evidence.items() if scores.get(kept.item, 0) > 0}


@given(EVIDENCE)
def test_the_order_in_which_evidence_comes_does_not_matter(evidence):
    backwards = {kind: dict(reversed(scores.items())) for kind, scores in reversed(evidence.items())}
    there, back = fuse(evidence, WEIGHTS), fuse(backwards, WEIGHTS)
    assert {kept.item: kept.reasons for kept in there} == {kept.item: kept.reasons for kept in back}
    assert {kept.item: kept.score for kept in there} == pytest.approx({kept.item: kept.score for kept in back})


@given(EVIDENCE, st.sampled_from(sorted(WEIGHTS)), st.integers(0, 20))
def test_more_evidence_never_lowers_an_item(evidence, kind, item):
    def rank(of):
        return next((place for place, kept in enumerate(fuse(of, WEIGHTS)) if kept.item == item), 99)

    more = {**evidence, kind: {**evidence.get(kind, {}), item: 1.0}}
    assert rank(more) <= rank(evidence)


@given(SCORES)
def test_normalised_scores_are_shares_of_the_highest(scores):
    shares = normalised(scores)
    assert all(0 < share <= 1 for share in shares.values())
    assert (max(shares.values()) == 1) if any(score > 0 for score in scores.values()) else not shares
