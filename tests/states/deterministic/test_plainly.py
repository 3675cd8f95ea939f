"""Sentences put more plainly before they are read: what is to be so is made so, hesitations are left out."""

import pytest
from ha_assist.adapters.intents.text import tokenise
from ha_assist.states.deterministic.plainly import brought_about, wished, without_courtesies
from hypothesis import given
from hypothesis import strategies as st
from told import MILL, Expected, calls, off, on, row, table, words

ENGLISH, GERMAN = words("en"), words("de")


@table(
    row("make sure the front door is locked", on("lock", "Front Door")),
    row(
        "please make sure that the front door is locked and the kitchen lights are off",
        on("lock", "Front Door"),
        off("light", area="Kitchen"),
    ),
    row("make sure the river blind is closed", off("cover", "River Blind")),
    row("ensure that the piano light is turned off", off("light", "Piano Light")),
    # Later, or of people, or not at all.
    row("make sure the piano light is off when I leave"),
    row("make sure nobody is in the study"),
    row("make sure the front door is not locked"),
    row("did you make sure the front door is locked"),
    row("is the front door locked"),
    row("the front door is locked"),
    row("the front door's locked"),
)
def test_what_is_to_be_so_is_made_so(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@given(
    st.lists(st.sampled_from(["make", "sure", "that", "the", "door", "is", "locked", "off", "lamp", "and", "not"]), max_size=9)
)
def test_nothing_but_these_words_is_changed(said: list[str]) -> None:
    tokens = tokenise(" ".join(said))
    changed = brought_about(tokens, ENGLISH)
    if changed is None:
        assert not any(said[place : place + 2] == ["make", "sure"] for place in range(len(said)))
    else:
        own = {"make", "sure", "that", "is", "locked", "lock"}
        assert [token.norm for token in changed if token.norm not in own] == [word for word in said if word not in own]


WISHING = ["das", "Licht", "soll", "muss", "bitte", "aus", "ausgeschaltet", "werden", "sein", "auf", "30", "und", ","]


@given(st.lists(st.sampled_from(WISHING), max_size=9))
def test_a_wish_is_said_after_what_it_is_about_and_adds_no_words(said: list[str]) -> None:
    tokens = tokenise(" ".join(said))
    changed = wished(tokens, GERMAN)
    if changed is not None:
        verb = next(place for place, token in enumerate(tokens) if token.norm in GERMAN.wishes)
        before = [token.norm for token in tokens[:verb]]
        assert set(before) - {"bitte", "und", ","}
        assert [token.norm for token in changed][:verb] == before
        assert {token.norm for token in changed} <= {token.norm for token in tokens} | {"ausschalten"}


@table(
    row("turn on the, um, piano light", on("light", "Piano Light")),
    row("um, turn on the uh piano light", on("light", "Piano Light")),
    row("right, turn off the piano light", off("light", "Piano Light")),
    row("hey jarvis turn off the piano light, thank you very much", off("light", "Piano Light")),
    row("um"),
    row("turn off, um"),
    row("um, don't turn off the piano light"),
)
def test_hesitations_and_who_is_spoken_to(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("um, could you please add eggs to the list", "add eggs to the list"),
        ("add 2% milk, um, and eggs to the list please, thank you very much", "add 2% milk and eggs to the list"),
        ("Hey Jarvis, add Eggs and, uh, Bread to the list", "add Eggs and Bread to the list"),
        ("add eggs to the list", "add eggs to the list"),
        ("add eggs, bread and butter to the list", "add eggs, bread and butter to the list"),
        ("please", "please"),
        ("", ""),
    ],
)
def test_what_is_left_of_a_sentence_without_courtesies(said: str, left: str) -> None:
    assert without_courtesies(said, ENGLISH) == left


@given(st.text(max_size=40))
def test_any_text_can_be_put_plainly(said: str) -> None:
    assert len(without_courtesies(said, ENGLISH)) <= len(said) + 1
