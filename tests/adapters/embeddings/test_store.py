"""Every text is encoded once; without an encoder there are no vectors, and that is said."""

from collections.abc import Sequence

import numpy as np
import pytest
from ha_assist.adapters.embeddings.protocol import EncoderError, Vectors
from ha_assist.adapters.embeddings.store import NONE, PACKAGED, Embeddings, embeddings
from hypothesis import given
from hypothesis import strategies as st


class Letters:
    """An encoder whose vectors count the letters a to c; counts what it is asked for, and fails from the ``breaks``-th on."""

    def __init__(self, breaks: int = 10**9) -> None:
        self.name = "letters"
        self.asked: list[str] = []
        self._breaks = breaks

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.asked.extend(texts)
        if len(self.asked) >= self._breaks:
            raise EncoderError("out of letters")
        return np.array([[text.count(letter) for letter in "abc"] for text in texts], np.float32)


def broken() -> Letters:
    raise EncoderError("no letters today")


@given(st.lists(st.lists(st.text("abc", max_size=3), min_size=1, max_size=6), max_size=6), st.integers(1, 8))
def test_vectors_are_those_of_the_texts_whatever_was_asked_before_and_forgotten(requests, most):
    store = Embeddings(Letters, most=most)
    for texts in requests:
        assert np.array_equal(store.vectors(tuple(texts)), Letters().encode(texts))
    assert store.status().get("vectors", 0) <= most


def test_a_text_is_encoded_once():
    encoder = Letters()
    store = Embeddings(lambda: encoder)
    for texts in (["a", "b", "a"], ["b", "c"], ["a", "b", "c"]):
        store.vectors(tuple(texts))
    assert encoder.asked == ["a", "b", "c"]


def test_what_was_used_lately_is_kept():
    encoder = Letters()
    store = Embeddings(lambda: encoder, most=2)
    for text in ("a", "b", "a", "c", "a"):
        store.vectors((text,))
    assert encoder.asked == ["a", "b", "c"]


def test_it_is_loaded_when_it_is_needed():
    store = Embeddings(Letters)
    assert (store.status(), store.name) == ({"status": "idle"}, None)
    assert store.vectors(()) is None
    assert store.status() == {"status": "idle"}
    store.warm()
    assert (store.status()["status"], store.name) == ("ok", "letters")


def test_without_an_encoder_there_are_no_vectors():
    store = Embeddings()
    assert store.vectors(("a",)) is None
    assert store.status() == {"status": "off"}


def test_one_that_cannot_be_had_is_tried_once_and_said(caplog):
    store = Embeddings(broken)
    assert [store.vectors(("a",)), store.vectors(("b",))] == [None, None]
    assert store.status() == {"status": "unavailable", "reason": "no letters today", "ranking": "lexical"}
    assert len(caplog.records) == 1


def test_one_that_breaks_is_not_asked_again(caplog):
    encoder = Letters(breaks=2)
    store = Embeddings(lambda: encoder)
    assert store.vectors(("a",)) is not None
    assert [store.vectors(("b",)), store.vectors(("a",))] == [None, None]
    assert (store.status()["reason"], store.name) == ("out of letters", None)
    assert encoder.asked == ["a", "b"]
    assert len(caplog.records) == 1


def test_the_setting_chooses():
    assert embeddings(NONE).status() == {"status": "off"}
    packaged = embeddings(PACKAGED)
    packaged.warm()
    assert packaged.status()["encoder"].startswith("minilm")


def test_a_model_that_is_not_there_leaves_lexical_ranking():
    other = embeddings("/no/such/model")
    other.warm()
    assert other.status()["status"] == "unavailable"


@pytest.mark.parametrize("chosen", ["minilm", "/no/such/model"])
def test_choosing_loads_nothing(chosen):
    assert embeddings(chosen).status() == {"status": "idle"}
