"""Text from a runtime: calls in their wrapper, and stop markers that leak, however the text is cut into pieces."""

from itertools import pairwise

import pytest
from ha_assist.adapters.backends.protocol import CallPiece, TextPiece
from ha_assist.adapters.backends.speech import Speech
from hypothesis import given
from hypothesis import strategies as st


def heard(*pieces: str) -> tuple[str, list[tuple[str, object]]]:
    """What is said and what is called in the end."""
    speech = Speech(["<stop>"])
    found = [certain for piece in pieces for certain in speech.feed(piece)] + speech.end()
    text = "".join(piece.text for piece in found if isinstance(piece, TextPiece))
    calls = [piece.call.function for piece in found if isinstance(piece, CallPiece)]
    return text, [(call.name, call.arguments) for call in calls]


LAMP = '<tool_call>{"name": "on", "arguments": {"name": "lamp"}}</tool_call>'


@pytest.mark.parametrize(
    ("said", "text", "calls"),
    [
        ("Hello.", "Hello.", []),
        ("", "", []),
        ("Hello.<|im_end|>", "Hello.", []),
        ("Hello.<|eot_id|>user: and on", "Hello.", []),
        ("Hello.<stop>", "Hello.", []),
        ("2 < 3 and <b>", "2 < 3 and <b>", []),
        ("ends with <tool", "ends with <tool", []),
        ("ends with <|im", "ends with <|im", []),
        (LAMP, "", [("on", {"name": "lamp"})]),
        (f"On it. {LAMP}\n{LAMP}<|im_end|>", "On it. \n", [("on", {"name": "lamp"})] * 2),
        ('<tool_call>\n{"name": "all"}\n</tool_call>', "", [("all", {})]),
        # What is no call stays what was said, for others to judge.
        ("<tool_call>{bad}</tool_call>", "<tool_call>{bad}</tool_call>", []),
        ('<tool_call>{"name": "on", "arguments": "lamp"}</tool_call>',) * 2 + ([],),
        ('<tool_call>{"name": ""}</tool_call>',) * 2 + ([],),
        ('<tool_call>{"name": "on"', '<tool_call>{"name": "on"', []),
        ('<tool_call>{"name": "on"<|im_end|>', '<tool_call>{"name": "on"', []),
        ("</tool_call>", "</tool_call>", []),
    ],
)
def test_is_taken_apart(said: str, text: str, calls: list) -> None:
    assert heard(said) == (text, calls)
    assert heard(*said) == (text, calls)


def test_nothing_that_is_certain_is_held_back() -> None:
    speech = Speech()
    assert speech.feed("Hello") == [TextPiece("Hello")]
    assert speech.feed(" <") == [TextPiece(" ")]
    assert speech.feed("b>") == [TextPiece("<b>")]


@given(data=st.data())
def test_however_it_is_cut_it_says_the_same(data: st.DataObject) -> None:
    marks = [LAMP, "<tool_call>", "</tool_call>", "<|im_end|>", "<stop>", "<", "<|", "hello ", "\n", "{}"]
    said = "".join(data.draw(st.lists(st.sampled_from(marks) | st.text(max_size=4), max_size=8)))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(said)), max_size=6)) | {0, len(said)})
    assert heard(*(said[start:end] for start, end in pairwise(cuts))) == heard(said)


@given(st.text())
def test_text_without_markers_comes_out_as_it_went_in(said: str) -> None:
    if "<" not in said:
        assert heard(*said) == (said, [])
