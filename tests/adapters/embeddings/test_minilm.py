"""The packaged encoder: what it gives, and that it never works on files that are not what they should be."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from ha_assist.adapters.embeddings import minilm
from ha_assist.adapters.embeddings.minilm import CHECKSUMS, DATA, LENGTHS, MODEL, TOKENIZER, MiniLM, verified
from ha_assist.adapters.embeddings.protocol import EncoderError

ENCODER = MiniLM()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def test_vectors_have_length_one() -> None:
    vectors = ENCODER.encode(["Kitchen Ceiling Light", "Rover", ""])
    assert vectors.shape == (3, 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-3)
    assert ENCODER.encode([]).shape == (0, 384)


@pytest.mark.parametrize(
    ("said", "near", "far"),
    [
        ("it is dark in here", "Ceiling Light light", "Front Door lock"),
        ("I would like some espresso", "Coffee Maker switch", "Bedroom Blind cover"),
        ("the music is too loud", "Sets the volume percentage of a media player", "Starts a vacuum"),
    ],
)
def test_like_meanings_are_close(said: str, near: str, far: str) -> None:
    sentence, one, other = ENCODER.encode([said, near, far])
    assert sentence @ one > sentence @ other + 0.1


def test_a_text_has_the_same_vector_alone_and_among_others() -> None:
    assert np.array_equal(ENCODER.encode(["a lamp"])[0], ENCODER.encode(["a long text about something else", "a lamp"])[1])


def test_a_text_has_the_same_vector_in_an_input_of_any_length() -> None:
    for text in ("", "a lamp", "it is far too gloomy for my taste in the upper hall"):
        shortest, *longer = [vector for length in LENGTHS if (vector := in_an_input_of(length, text)) is not None]
        assert all(np.array_equal(shortest, vector) for vector in longer)


def in_an_input_of(length: int, text: str):
    """The vector of a text in an input of ``length`` tokens; None if it does not fit."""
    tokens = len(ENCODER._tokenizer.encode(text).ids)
    if tokens > length:
        return None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(minilm, "LENGTHS", (length,))
        return ENCODER.encode([text])[0]


def test_long_texts_are_cut_not_refused() -> None:
    long = ENCODER.encode(["lamp " * 500, "lamp " * 600])
    assert np.array_equal(long[0], long[1])


def test_threads_do_not_get_each_others_vectors() -> None:
    texts = [f"lamp {number} in room {number * 7}" for number in range(40)]
    alone = ENCODER.encode(texts)
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda text: ENCODER.encode([text])[0], texts * 3))
    assert all(np.array_equal(vector, alone[place % 40]) for place, vector in enumerate(together))


def test_the_name_tells_which_file_it_is() -> None:
    assert ENCODER.name.startswith(MODEL)
    assert verified(DATA)[MODEL][:12] in ENCODER.name


@pytest.mark.parametrize("name", [MODEL, TOKENIZER])
def test_a_single_wrong_bit_is_found_before_loading(files: Path, name: str) -> None:
    content = bytearray((files / name).read_bytes())
    content[len(content) // 2] ^= 1
    (files / name).write_bytes(content)
    with pytest.raises(EncoderError, match="sha256"):
        MiniLM(files)


@pytest.mark.parametrize("name", [MODEL, TOKENIZER, CHECKSUMS])
def test_a_missing_file_is_said_to_be_missing(files: Path, name: str) -> None:
    (files / name).unlink()
    with pytest.raises(EncoderError, match="cannot be checked"):
        MiniLM(files)


def test_a_file_that_is_listed_but_no_model_cannot_be_loaded(files: Path) -> None:
    (files / MODEL).write_bytes(b"not a model")
    listed = (files / CHECKSUMS).read_text(encoding="ascii").splitlines()
    right = minilm.hashlib.sha256(b"not a model").hexdigest()
    (files / CHECKSUMS).write_text("\n".join(f"{right}  {MODEL}" if MODEL in line else line for line in listed), encoding="ascii")
    with pytest.raises(EncoderError, match="cannot be loaded"):
        MiniLM(files)


def test_a_platform_without_the_runtime_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "Interpreter", None)
    with pytest.raises(EncoderError, match="not installed"):
        MiniLM()


def test_its_notice_is_with_it() -> None:
    notice = (DATA / "NOTICE").read_text(encoding="utf-8")
    assert "Apache License, Version 2.0" in notice
    assert MODEL in notice
    assert TOKENIZER in notice
