"""Any sentence-transformers model behind the same protocol. Opt-in: it needs the extra ``semantic``, and for the comparison the
original model, by name or folder, in HA_ASSIST_TEST_ENCODER."""

import importlib.util
import os

import numpy as np
import pytest
from ha_assist.adapters.embeddings.minilm import MiniLM
from ha_assist.adapters.embeddings.protocol import EncoderError
from ha_assist.adapters.embeddings.semantic import SentenceTransformerEncoder

INSTALLED = importlib.util.find_spec("sentence_transformers") is not None
NAMES = [
    f"{room} {thing}"
    for room in ("Kitchen", "Bedroom", "Office")
    for thing in ("Ceiling Light", "Blind", "Speaker", "Fan", "Radiator")
]
SAID = [
    "it is dark in the kitchen",
    "too warm in the office",
    "music in the bedroom",
    "the sun blinds me in the bedroom",
    "some air for the office",
]


@pytest.mark.skipif(INSTALLED, reason="sentence-transformers is installed")
def test_without_the_extra_it_says_what_to_install() -> None:
    with pytest.raises(EncoderError, match=r"ha-assist\[semantic\]"):
        SentenceTransformerEncoder("some/model")


@pytest.mark.skipif(not INSTALLED, reason="needs the extra semantic")
def test_a_model_that_is_not_there_is_an_error_of_ours() -> None:
    with pytest.raises(EncoderError, match="cannot be loaded"):
        SentenceTransformerEncoder("/no/such/model")


@pytest.mark.skipif(not INSTALLED or "HA_ASSIST_TEST_ENCODER" not in os.environ, reason="needs HA_ASSIST_TEST_ENCODER")
def test_the_original_model_ranks_as_the_packaged_one_does() -> None:
    original, packaged = SentenceTransformerEncoder(os.environ["HA_ASSIST_TEST_ENCODER"]), MiniLM()
    for sentence in SAID:
        ours, theirs = (encoder.encode([sentence, *NAMES]) for encoder in (packaged, original))
        cosines, others = ours[1:] @ ours[0], theirs[1:] @ theirs[0]
        assert np.abs(cosines - others).max() < 0.03
        assert others[cosines.argmax()] >= others.max() - 0.03
