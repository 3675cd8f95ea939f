"""Text in one normal form."""

from itertools import pairwise

import pytest
from ha_assist.adapters.intents.text import fold, norms, tokenise
from hypothesis import assume, example, given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("word", "normal"),
    [
        ("Lamp", "lamp"),
        ("LAMP", "lamp"),
        ("K\u00fcche", "kuche"),
        ("Ku\u0308che", "kuche"),
        ("Stra\u00dfe", "strasse"),
        ("\u0141\u00f3d\u017a", "lodz"),
        ("\u0152uvre", "oeuvre"),
        ("\u00c6r\u00f8", "aero"),
        ("don't", "dont"),
        ("don\u2019t", "dont"),
        ("\ufb01x", "fix"),
        ("\u0421\u0412\u0415\u0422", "\u0441\u0432\u0435\u0442"),
        ("", ""),
    ],
)
def test_fold(word: str, normal: str) -> None:
    assert fold(word) == normal


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("Turn on the lamp.", ["turn", "on", "the", "lamp"]),
        ("  turn\non\tthe lamp!? ", ["turn", "on", "the", "lamp"]),
        ("Bubble-Lamp", ["bubble", "lamp"]),
        ("lamp2", ["lamp", "2"]),
        ("lamp-2", ["lamp", "2"]),
        ("room2a", ["room", "2", "a"]),
        ("Grandma's", ["grandmas"]),
        ("to 30%", ["to", "30", "%"]),
        ("20 \u00b0C", ["20", "\u00b0", "c"]),
        ("lamp, fan", ["lamp", ",", "fan"]),
        ("\u201ehi\u201c \u00abho\u00bb", ['"', "hi", '"', '"', "ho", '"']),
        ("A+B", ["a", "+", "b"]),
        ("snake_case", ["snake", "case"]),
        ("...", []),
        ("", []),
    ],
)
def test_tokenise(text: str, normal: list[str]) -> None:
    assert [token.norm for token in tokenise(text)] == normal


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("20", [20]),
        ("20.5 20,5", [20.5, 20.5]),
        ("-5", [-5]),
        ("\u22125", [-5]),
        ("to 20.", [20]),
        ("lamp-2", [2]),
        ("20-30", [20, 30]),
        ("1. 2, 3", [1, 2, 3]),
        ("05", [5]),
        ("twenty", []),
        pytest.param("3,000", [3000]),
    ],
)  # fmt: skip
def test_numbers(text: str, numbers: list[float]) -> None:
    assert [token.number for token in tokenise(text) if token.number is not None] == numbers


def test_a_number_is_written_in_one_way() -> None:
    assert norms("20.0 20,50 007") == ("20", "20.5", "7")


def test_an_elision_is_a_word_of_its_own() -> None:
    assert norms("l'\u00e9clairage d\u2019entr\u00e9e", ("l", "d")) == ("l", "eclairage", "d", "entree")
    assert norms("l'\u00e9clairage") == ("leclairage",)
    assert norms("aujourd'hui", ("l", "d")) == ("aujourdhui",)


@example("\U0001d54a")
@given(st.text())
def test_folding_twice_is_folding_once(word: str) -> None:
    assert fold(fold(word)) == fold(word)


LETTERS = st.text(st.characters(categories=("Lu", "Ll"), max_codepoint=0x24F), min_size=1, max_size=10)


@given(LETTERS)
def test_case_does_not_matter(word: str) -> None:
    # Left out: letters that have no single letter as their upper case, and the dotless i, which shares that of another.
    assume(len(word.upper()) == len(word) and "\u0131" not in word)
    assert fold(word) == fold(word.upper()) == fold(word.lower())


@given(st.text(), st.sampled_from([(), ("l", "d")]))
def test_tokens_stand_where_they_say_and_never_overlap(text: str, elisions: tuple[str, ...]) -> None:
    tokens = tokenise(text, elisions)
    assert all(text[token.start : token.end] == token.text for token in tokens)
    assert all(before.end <= after.start for before, after in pairwise(tokens))
    assert all(token.text for token in tokens)


@given(
    st.lists(st.text("abcdeXYZ\u00e4\u00f6\u00fc", min_size=1, max_size=6), max_size=6),
    st.sampled_from([" ", "  ", "\n", " - ", " . "]),
)
def test_what_stands_between_words_does_not_matter(words: list[str], between: str) -> None:
    assert norms(between.join(words)) == tuple(map(fold, words))


@given(st.text())
def test_norms_are_the_words_without_signs_of_the_sentence(text: str) -> None:
    assert norms(text) == tuple(token.norm for token in tokenise(text) if token.norm not in (",", '"'))
