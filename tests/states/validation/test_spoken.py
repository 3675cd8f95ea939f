"""What of a model's text is spoken, and when: without thoughts and marks, word by word, and never a call."""

import itertools

import pytest
from ha_assist.states.validation.spoken import Spoken, spoken, without_thoughts
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("It is **very** warm, *really*.", "It is very warm, really."),
        ("# Weather\n\n- sun\n- wind\n\n---\nThat's it.", "Weather\n\nsun\nwind\n\n\nThat's it."),
        ("See [the page](https://example.org/a_b) or `code`.", "See the page or code."),
        ("| room | light |\n|---|---|\n| hall | on |", "room, light\n\nhall, on"),
        ("5 * 3 is 15, and snake_case stays.", "5 * 3 is 15, and snake_case stays."),
        ("1. first\n2. second", "1. first\n2. second"),
        ("<think>They want tea.</think>Tea is ready.", "Tea is ready."),
        ("They want tea.</think>Tea is ready.", "Tea is ready."),
        ("<think>They want", ""),
        ("Tea is ready.<|im_end|>\n<|im_start|>user\nThanks", "Tea is ready."),
        ("Tea.<end_of_turn>", "Tea."),
        ('<tool_response>{"success": true}</tool_response>Tea.', "Tea."),
        ("```python\nprint(1)\n```", "print(1)"),
    ],
)
def test_thoughts_and_marks_are_not_spoken(written: str, heard: str) -> None:
    assert spoken(written) == heard


def test_words_are_given_out_as_they_come() -> None:
    speech = Spoken()
    pieces = ("The mo", "on orb", "its the **ear", "th** slowly", ".")
    assert [speech.feed(piece) for piece in pieces] == ["The", " moon", " orbits the", " earth", ""]
    assert speech.end() == " slowly."


@pytest.mark.parametrize("piece", ['{"name": "x"', "```json\n{", "<tool_call>{", "<start_function_call>call:", '[ {"name"'])
def test_what_may_be_a_call_is_held_back(piece: str) -> None:
    speech = Spoken(calls=True)
    assert speech.feed(piece) + speech.feed(" and so on, for long") + speech.end() == ""
    assert speech.held.startswith(piece)


def test_json_is_spoken_where_no_calls_were_offered() -> None:
    speech = Spoken()
    assert speech.feed('{"a": 1} is JSON ') + speech.end() == '{"a": 1} is JSON '


def test_sentences_are_given_out_up_to_the_first_that_is_doubted() -> None:
    speech = Spoken(doubt=lambda sentence: "lamp" in sentence)
    assert speech.feed("Good idea. The lamp ") == "Good idea."
    assert speech.feed("is on. Anything else? ") + speech.end() == ""
    assert speech.doubted


@pytest.mark.parametrize("text", ["<think>a</think> b", "a</think>b", "<thinking>\na\n</thinking>b", "b<think>a"])
def test_thoughts_are_cut_out(text: str) -> None:
    assert without_thoughts(text) == "b"


letters = st.text(st.sampled_from("ab *_`#-<>/|[]()\n.{}"), max_size=40)


@given(text=letters | st.text(max_size=30), sizes=st.lists(st.integers(1, 5), min_size=1, max_size=60), calls=st.booleans())
def test_nothing_is_lost_or_made_up_however_a_text_is_cut(text: str, sizes: list[int], calls: bool) -> None:
    speech = Spoken(calls=calls)
    given_out, place = "", 0
    for size in sizes:
        given_out += speech.feed(text[place : place + size])
        place += size
    given_out += speech.feed(text[place:]) + speech.end() + speech.held
    letters_of = [letter for letter in text if letter.isalpha()]
    remaining = iter(letters_of)
    assert all(letter in remaining for letter in given_out if letter.isalpha())


@given(words=st.lists(st.text(st.sampled_from("abcdef.,"), min_size=1, max_size=6), max_size=10), size=st.integers(1, 7))
def test_plain_text_arrives_as_it_is(words: list[str], size: int) -> None:
    text = " ".join(words)
    speech = Spoken(calls=True)
    pieces = [speech.feed(text[place : place + size]) for place in range(0, len(text), size)]
    assert "".join(pieces) + speech.end() == text


FRAGMENTS = st.sampled_from(
    [
        "Sure! ",
        "One ",
        "**bold** ",
        "\n",
        "<think>",
        "<think>hm</think>",
        "<tool_call>{}",
        "```json\n{}",
        "```",
        "# x",
        "<",
        "{",
        "[",
        "`",
        "- ",
    ]
)


@given(text=st.lists(FRAGMENTS, max_size=8).map("".join), cuts=st.lists(st.integers(0, 60), max_size=6), doubt=st.booleans())
def test_nothing_is_said_twice_or_lost_however_the_text_is_cut(text: str, cuts: list[int], doubt: bool) -> None:
    def heard(pieces: list[str]) -> list[str]:
        speech = Spoken(calls=True, doubt=(lambda sentence: "bold" in sentence) if doubt else None)
        given = "".join([speech.feed(piece) for piece in pieces]) + speech.end()
        return f"{given} {spoken(speech.held)}".split()

    places = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    assert heard([text[start:end] for start, end in itertools.pairwise(places)]) == heard([text])
