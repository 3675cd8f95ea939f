"""The words of a language, compiled from its data file."""

from typing import Any

import pytest
from ha_assist.adapters.intents.text import norms
from ha_assist.adapters.intents.vocabulary import (
    Meaning,
    Vocabulary,
    compile_questions,
    compile_vocabulary,
    languages,
    question_vocabulary,
    vocabulary,
)

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


# Questions

FEW: dict[str, Any] = {
    "askers": {"yesno": ["is", "are"], "what": ["what is"]},
    "any": ["any"],
    "none": ["no"],
    "negation": ["not"],
    "outside": ["outdoors", "out in the open"],
    "people": ["anyone"],
    "nobody": ["nobody"],
    "states": {"on": ["on", "burning"], "off": ["off"]},
    "measures": {"temperature": ["temperature", "warm"]},
    "kinds": {"battery": {"many": ["batteries"], "one": ["battery"]}},
    "courtesy": ["right now"],
}


def test_words_of_questions_are_the_shared_ones_and_their_own() -> None:
    few = compile_questions("xx", SMALL, FEW).words
    found = {" ".join(phrase): {(m.role, m.value) for m in ms} for group in few.phrases.values() for phrase, ms in group}
    assert found["what is"] == {("asker", "what")}
    assert found["burning"] == {("state", "on")}
    assert found["warm"] == {("measure", "temperature")}
    assert found["on"] == {("state", "on"), ("filler", "prepositions")}
    assert found["not"] == {("not", None)}
    assert found["nobody"] == {("nobody", None)}
    assert found["batteries"] == {("kind", "battery")}
    assert found["lights"] == {("kind", "light")}
    assert found["right now"] == {("filler", "courtesy")}
    assert found["upstairs"] == {("floor", "upstairs")}
    assert "turn" not in found
    assert "dont" not in found


def test_the_first_word_of_a_state_is_the_one_to_say() -> None:
    few = compile_questions("xx", SMALL, FEW)
    assert few.spoken == {"on": "on", "off": "off"}
    assert few.prepositions == {"in", "on"}
    assert few.outside == {"outdoors"}


def question_languages() -> list[str]:
    return [language for language in languages() if question_vocabulary(language) is not None]


def test_the_languages_that_have_words_for_questions() -> None:
    assert {"en", "de", "fr", "es", "it", "nl", "pl", "ru", "pt"} <= set(question_languages())
    assert question_vocabulary("en-GB") is not None
    assert question_vocabulary("tlh") is None


@pytest.mark.parametrize("language", question_languages())
def test_every_language_can_ask_for_the_same(language: str) -> None:
    found, english = question_vocabulary(language), question_vocabulary("en")
    assert found is not None
    assert english is not None

    def values(vocabulary: Vocabulary, role: str) -> set[Any]:
        return {m.value for group in vocabulary.phrases.values() for _, ms in group for m in ms if m.role == role}

    assert values(found.words, "measure") >= values(english.words, "measure") - {"mode"}
    assert values(found.words, "asker") >= values(english.words, "asker")
    # Elsewhere, what is up or down is said with words for open and closed.
    assert set(found.spoken) >= set(english.spoken) - {"raised", "lowered"}
    for role in ("any", "outside", "people"):
        assert values(found.words, role), role


OPPOSITES = [
    ("on", "off"),
    ("open", "closed"),
    ("locked", "unlocked"),
    ("home", "away"),
    ("wet", "dry"),
    ("connected", "disconnected"),
    ("heating", "cooling"),
]


@pytest.mark.parametrize("language", question_languages())
def test_no_word_is_a_state_and_its_opposite(language: str) -> None:
    found = question_vocabulary(language)
    assert found is not None
    for group in found.words.phrases.values():
        for phrase, ms in group:
            states = {m.value for m in ms if m.role == "state"}
            assert not any(set(pair) <= states for pair in OPPOSITES), phrase


@pytest.mark.parametrize("language", question_languages())
def test_what_is_measured_is_not_what_is_set(language: str) -> None:
    found = question_vocabulary(language)
    assert found is not None
    for group in found.words.phrases.values():
        for phrase, ms in group:
            measures = {m.value for m in ms if m.role == "measure"}
            assert not {"temperature", "target_temperature"} <= measures, phrase
            assert not {"humidity", "target_humidity"} <= measures, phrase


# Words that can be both: "still" and "always", "now" and "now that", "whether" and "if".
BOTH = {"fr": {"toujours"}, "it": {"ora"}, "pt": {"se"}}


@pytest.mark.parametrize("language", question_languages())
def test_what_makes_a_condition_is_no_courtesy_in_a_question(language: str) -> None:
    found = question_vocabulary(language)
    assert found is not None
    courtesy = Meaning("filler", "courtesy")
    phrases = [(phrase, ms) for group in found.words.phrases.values() for phrase, ms in group]
    both = {" ".join(phrase) for phrase, ms in phrases if courtesy in ms and any(m.role == "condition" for m in ms)}
    assert both == BOTH.get(language, set())
