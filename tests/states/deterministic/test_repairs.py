"""Misspelt words, as speech recognition leaves them: repaired only where one thing is near, and never into what opens."""

import msgspec
import pytest
from ha_assist.states.deterministic.repair import RepairSettings, nearest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz
from rapidfuzz.distance import DamerauLevenshtein
from told import MILL, MORE, REPAIR, Expected, call, calls, house, off, on, reading, row, shines, table

SPOTS = on("light", "Coat Rack Spots")


@table(
    row("turn on the piamo light", on("light", "Piano Light")),
    row("turn on the pianolihgt", on("light", "Piano Light")),
    row("turn on the coat rack sptos", SPOTS),
    row("turn off the lights in the hallwy", off("light", area="Hallway")),
    row("turn off the lights in the livingg room", off("light", area="Living Room")),
    row("set the piamo light to 30 percent", shines("Piano Light", brightness=30)),
    row("close the garge door", off("cover", "Garage Door")),
    row("lock the frnt door", on("lock", "Front Door")),
    row("turn on the piamo light and the coat rack sptos", on("light", "Piano Light"), SPOTS),
)
def test_a_name_with_one_error(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


@table(
    row("tuurn off all of the lights in the kitchen please", off("light", area="Kitchen")),
    row("turn off all of the lihgts in the kitchen please", off("light", area="Kitchen")),
    row("switch of the lights in the kitchen and lock the front door please"),
    # One error in a short sentence changes too much of it.
    row("tuurn on the desk lamp"),
    # Two verbs are as near as each other.
    row("trun off all of the sockets in the kitchen please"),
    row("turn of the desk lamp"),
    row("tirn off the desk lamp"),
)
def test_a_word_of_the_sentence_with_one_error(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


def test_a_long_name_does_not_hide_a_changed_word() -> None:
    long_names = house({"Den": ["light: Extraordinarily Decorative Aquamarine Lamp"]})
    assert calls("turn on the extraordinarily decorativ aquamarin lamp", long_names) != []
    assert calls("tuurn on the extraordinarily decorative aquamarine lamp", long_names) == []


@table(
    row("turn on the dusk lamp"),
    row("turn on the dask lemp"),
    row("start bobby"),
    row("turn on the piano night"),
    row("dnt turn on the desk lamp"),
    row("nto turn on the lights in the kitchen"),
    row("turn on the lights in the kitchen nevr"),
    row("iff it is dark turn on the lights in the kitchen"),
    row("wehn the door opens turn on the lights in the kitchen"),
    row("set the desk lamp to thrity percent in the study please"),
    row("set the desk lamp to 30 prcnt"),
    row("turn on the piamo light and the sofa light"),
    row("they turn off the lights in the kitchen"),
    row("turn on the new lamp in the study please"),
    row("turn on the van lights in the garage"),
    row("turn on the piamo light in the ballroom"),
)
def test_what_is_too_far_or_changes_the_meaning_is_not_repaired(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, MILL) == expected


OPENING = house(
    {
        "Yard": ["lock: Orchard Gate", "cover: Old Barn Doors", "valve: Irrigation Line", "climate: Greenhouse Heating"],
        "Cellar": ["switch: Water Heater", "switch: Garden Sprinkler", "button: Open Sesame Gate", "light: Wine Rack"],
    }
)


@pytest.mark.parametrize(
    ("exact", "misheard"),
    [
        ("unlock the orchard gate", "unlock the orchrd gate"),
        ("open the old barn doors", "open the old barm doors"),
        ("set the old barn doors to 50 percent", "set the old barm doors to 50 percent"),
        ("open the irrigation line", "open the irigation line"),
        ("turn on the irrigation line", "turn on the irigation line"),
        ("turn on the greenhouse heating", "turn on the grenhouse heating"),
        ("set the greenhouse heating to 25", "set the grenhouse heating to 25"),
        pytest.param("turn on the water heater", "turn on the watr heater"),
        pytest.param("turn on the garden sprinkler", "turn on the gardn sprinkler"),
        pytest.param("press the open sesame gate", "press the opn sesame gate"),
    ],
)  # fmt: skip
def test_what_opens_unlocks_or_starts_heat_or_water_needs_exact_words(exact: str, misheard: str) -> None:
    brave = msgspec.structs.replace(REPAIR, exact_for_risky=False)
    assert calls(exact, OPENING) != []
    assert calls(misheard, OPENING, repair=brave) == calls(exact, OPENING)
    assert calls(misheard, OPENING) == []


@table(
    row("lock the orchrd gate", on("lock", "Orchard Gate")),
    row("close the old barm doors", off("cover", "Old Barn Doors")),
    row("close the irigation line", off("valve", "Irrigation Line")),
    row("turn on the wine rak", on("light", "Wine Rack")),
)
def test_closing_and_locking_may_rest_on_a_repair(sentence: str, expected: list[Expected]) -> None:
    assert calls(sentence, OPENING) == expected


def test_each_repair_has_its_switch() -> None:
    name, word = "turn on the piamo light", "tuurn off all of the lights in the kitchen please"
    assert calls(name, MILL, repair=RepairSettings(names=False)) == []
    assert calls(word, MILL, repair=RepairSettings(names=False)) != []
    assert calls(word, MILL, repair=RepairSettings(sentences=False)) == []
    assert calls(name, MILL, repair=RepairSettings(sentences=False)) != []
    assert calls(name, MILL, repair=None) == calls(word, MILL, repair=None) == []


def test_each_threshold_counts() -> None:
    assert calls("turn on the piamo light", MILL, repair=RepairSettings(threshold=99)) == []
    assert calls("turn on the painq light", MILL, repair=RepairSettings(sentences=False)) == []
    long = "tuurn off all of the lights in the kitchen please"
    assert calls(long, MILL, repair=RepairSettings(sentence_threshold=99.5)) == []
    assert calls("tuurn on the piano light", MILL, repair=RepairSettings(sentence_threshold=80)) == [on("light", "Piano Light")]


def test_the_runner_up_must_be_a_margin_away() -> None:
    apart = house({"Den": ["switch: Alpha Station", "switch: Alpine Station"]})
    assert calls("turn on alpha staton", apart) == [on("switch", "Alpha Station")]
    assert calls("turn on alpha staton", apart, repair=RepairSettings(margin=40)) == []
    close = house({"Den": ["switch: Alpha Station East", "switch: Alpha Station West"]})
    assert calls("turn on alpha station eest", close) == []


def test_a_repair_leaves_its_evidence() -> None:
    found = [evidence for evidence in reading("turn on the piamo light", MILL).evidence if evidence.kind == "repaired"]
    assert [(evidence.said, evidence.found) for evidence in found] == [("piamolight", "Piano Light")]
    assert 90 <= found[0].score < 100


def test_an_exact_reading_is_never_repaired() -> None:
    near = house({"Den": ["light: Dusk Lamp", "light: Desk Lamp"]})
    for name in ("Dusk Lamp", "Desk Lamp"):
        found = reading(f"turn on the {name}", near)
        assert found.calls[0].arguments["name"] == name
        assert all(evidence.kind != "repaired" for evidence in found.evidence)


def test_a_misheard_script_or_vacuum() -> None:
    assert calls("run good nihgt", MILL, tools=MORE, repair=RepairSettings(names=False)) == []
    assert calls("start dobby atic", MILL) == [call("HassVacuumStart", "vacuum", "Dobby Attic")]


# The measure.


def test_nearest() -> None:
    names = ("desklamp", "pianolight", "hoblight")
    assert nearest("pianolihgt", names, 90, 8) == ("pianolight", pytest.approx(90))
    assert nearest("pianolight", names, 90, 8) == ("pianolight", 100)
    assert nearest("sofa", names, 90, 8) is None
    assert nearest("desklamp", ("desklamp", "dusklamp"), 80, 20) is None
    assert nearest("desklamp", (), 90, 8) is None


KEYS = st.lists(st.text("abcde", min_size=1, max_size=8), unique=True, max_size=6)


@given(said=st.text("abcde", min_size=1, max_size=8), keys=KEYS, threshold=st.integers(50, 100), margin=st.integers(0, 30))
def test_the_nearest_is_one_of_the_keys_whatever_their_order(said: str, keys: list[str], threshold: int, margin: int) -> None:
    found = nearest(said, keys, threshold, margin)
    assert found is None or (found[0] in keys and threshold <= found[1] <= 100)
    if margin > 0:
        assert found == nearest(said, keys[::-1], threshold, margin)


@given(said=st.text("abcde", min_size=1, max_size=8), keys=KEYS, threshold=st.integers(50, 99), margin=st.integers(1, 30))
def test_a_stricter_threshold_or_margin_never_finds_more(said: str, keys: list[str], threshold: int, margin: int) -> None:
    found = nearest(said, keys, threshold, margin)
    for stricter in (nearest(said, keys, threshold + 1, margin), nearest(said, keys, threshold, margin + 1)):
        assert stricter is None or stricter == found


@given(st.text("abcdef ", max_size=12), st.text("abcdef ", max_size=12))
def test_character_similarity_is_never_less_than_that_of_damerau_and_levenshtein(one: str, other: str) -> None:
    # So that names may be looked for by the first alone.
    assert fuzz.ratio(one, other) >= 100 * DamerauLevenshtein.normalized_similarity(one, other) - 1e-9
