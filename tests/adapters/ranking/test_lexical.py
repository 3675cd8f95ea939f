"""Ranking by words: those that few documents have count most."""

from ha_assist.adapters.ranking.lexical import Lexical
from hypothesis import given
from hypothesis import strategies as st

WORDS = st.lists(st.sampled_from(["lamp", "kitchen", "floor", "fan", "door"]), max_size=5)


def test_a_rare_word_counts_more_than_a_frequent_one():
    scores = Lexical([["lamp", "floor"], ["lamp", "kitchen"], ["lamp", "fan"]]).scores(["lamp", "fan"])
    assert max(scores, key=lambda place: scores[place]) == 2
    assert scores.keys() == {0, 1, 2}


def test_unknown_words_say_nothing():
    assert Lexical([["lamp"]]).scores(["dragon"]) == {}
    assert Lexical([["lamp"]]).scores([]) == {}


def test_nothing_can_be_indexed():
    assert Lexical([]).scores(["lamp"]) == {}
    assert Lexical([[], []]).scores(["lamp"]) == {}


@given(st.lists(WORDS, max_size=8), WORDS)
def test_exactly_the_documents_that_share_a_word_are_found(documents, query):
    found = Lexical(documents).scores(query)
    assert found.keys() == {place for place, document in enumerate(documents) if set(document) & set(query)}
    assert all(score > 0 for score in found.values())


def test_a_word_that_no_document_has_stands_for_those_that_begin_alike():
    index = Lexical([["coffeemaker"], ["toaster"], ["milk"]])
    assert index.scores(["coffee"]).keys() == {0}
    assert index.scores(["milkfrother"]).keys() == {2}
    assert index.scores(["tea"]) == {}
