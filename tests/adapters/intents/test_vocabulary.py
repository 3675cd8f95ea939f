"""The words of a language, compiled from its data file."""

from typing import Any

import pytest
from ha_assist.adapters.intents.text import norms
from ha_assist.adapters.intents.vocabulary import Meaning, Vocabulary, compile_vocabulary, languages, vocabulary

SMALL: dict[str, Any] = {
    "fillers": {"articles": ["the", "ein"], "courtesy": ["please", "can you"], "prepositions": ["in", "on"]},
    "conjunctions": ["and", "and then"],
    "negations": ["don't"],
    "actions": {"on": ["turn on", "switch the on", "ein"], "set": ["turn", ""]},
    "kinds": {"light": {"many": ["lights"], "one": ["light bulb"]}, "lock": {"one": ["door"]}, "door": {"one": ["door"]}},
    "implied": {"light": ["illuminate"]},
    "values": {"color": {"Dark Red": "darkred"}, "percent": {"half": "50"}},
    "units": {"percent": ["%", "per cent"]},
    "floors": ["upstairs"],
}


def compiled() -> Vocabulary:
    return compile_vocabulary("xx", SMALL)


def meanings(said: str, start: int = 0) -> dict[int, set[tuple[str, Any, str]]]:
    """What the words can mean, by the number of words."""
    found = compiled().meanings(norms(said), start)
    return {length: {(meaning.role, meaning.value, meaning.detail) for meaning in ms} for length, ms in found}


def test_a_phrase_can_mean_several_things() -> None:
    assert meanings("door") == {1: {("kind", "lock", "one"), ("kind", "door", "one")}}
    assert meanings("on") == {1: {("filler", "prepositions", ""), ("verb", "on", "")}}


def test_longer_phrases_come_first() -> None:
    assert list(meanings("and then")) == [2, 1]
    assert [length for length, _ in compiled().meanings(("and", "then"), 0)] == [2, 1]


def test_phrases_are_found_where_they_start() -> None:
    assert meanings("the light bulb", 1) == {2: {("kind", "light", "one")}}
    assert meanings("the light", 1) == {}
    assert meanings("a b") == {}


def test_words_are_compared_in_their_normal_form() -> None:
    assert meanings("DON'T") == {1: {("negation", None, "")}}
    assert meanings("Dark red") == {2: {("value", "darkred", "color")}}
    assert meanings("%") == {1: {("unit", "percent", "")}}


def test_actions_leave_out_articles_unless_the_word_is_an_action_of_its_own() -> None:
    actions = compiled().actions
    assert actions["turn", "on"] == {"on"}
    assert actions["switch", "on"] == {"on"}
    assert actions["ein",] == {"on"}
    assert actions[()] == {"set"}


def test_kind_words_are_joined() -> None:
    assert compiled().kind_words == {"lights": {"light"}, "lightbulb": {"light"}, "door": {"lock", "door"}}
    assert compiled().implied == {("illuminate",): "light"}


def test_yaml_words_stay_words() -> None:
    found = vocabulary("en")
    assert found is not None
    assert ("on",) in found.actions
    assert ("off",) in found.actions
    assert any(meaning == Meaning("negation") for _, ms in found.meanings(("no",), 0) for meaning in ms)


def test_a_region_falls_back_to_its_language() -> None:
    assert vocabulary("en-GB") is not None
    assert vocabulary("tlh") is None


def test_a_bare_vocabulary_knows_no_words() -> None:
    bare = Vocabulary.bare("is")
    assert bare.language == "is"
    assert list(bare.meanings(("lampi",), 0)) == []
    assert bare is Vocabulary.bare("is")


def test_the_languages_that_have_words() -> None:
    assert {"en", "de", "fr", "es", "it", "nl", "pl", "ru", "pt"} <= set(languages())


@pytest.mark.parametrize("language", languages())
def test_every_language_is_whole(language: str) -> None:
    """What keeps a sentence from being acted on must be there, and every action needs its opposite."""
    found = vocabulary(language)
    assert found is not None
    roles = {meaning.role for group in found.phrases.values() for _, ms in group for meaning in ms}
    assert {"filler", "and", "all", "verb", "kind", "value", "question", "negation", "condition"} <= roles
    actions = {action for meant in found.actions.values() for action in meant}
    for one, other in (("on", "off"), ("open", "close"), ("lock", "unlock"), ("up", "down"), ("mute", "unmute")):
        assert {one, other} <= actions


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("one", "other"), [("on", "off"), ("open", "close"), ("lock", "unlock"), ("mute", "unmute")])
def test_no_phrase_means_an_action_and_its_opposite(language: str, one: str, other: str) -> None:
    found = vocabulary(language)
    assert found is not None
    assert [phrase for phrase, actions in found.actions.items() if {one, other} <= actions] == []


@pytest.mark.parametrize("language", languages())
def test_what_stops_a_sentence_is_not_also_a_courtesy(language: str) -> None:
    found = vocabulary(language)
    assert found is not None
    stops = {"negation", "condition", "question"}
    for group in found.phrases.values():
        for phrase, ms in group:
            assert not (any(m.role in stops for m in ms) and any(m == Meaning("filler", "courtesy") for m in ms)), phrase
