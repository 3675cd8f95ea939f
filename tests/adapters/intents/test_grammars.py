"""The official grammar and response templates of Home Assistant's intents."""

import re
from pathlib import Path

import pytest
import yaml
from ha_assist.adapters.intents import grammars
from ha_assist.adapters.intents.grammars import Grammars, official, politely, respond, respond_error, slot_list
from home_assistant_intents import get_intents, get_languages

GRAMMARS = Grammars()
_RULE, _LIST = re.compile(r"<([^<>]+)>"), re.compile(r"\{([^{}:]+)(?::[^{}]*)?\}")
LISTS = {
    "name": slot_list([("Desk Lamp", "Desk Lamp", {"domain": "light"}), ("[odd] {name} (x|y)", "Odd", {"domain": "switch"})]),
    "area": slot_list([("Kitchen", "Kitchen")]),
    "floor": slot_list([("upstairs", "upstairs")]),
}


def recognised(sentence: str, *intents: str, language: str = "en", **context: str) -> list[tuple[str, dict[str, object]]]:
    found = GRAMMARS.recognise(sentence, language, intents, LISTS, context)
    return [(match.intent, match.slots) for match in found]


def test_a_whole_sentence() -> None:
    assert recognised("turn on the desk lamp", "HassTurnOn")[0] == ("HassTurnOn", {"name": "Desk Lamp"})
    assert recognised("turn on the desk lamp banana", "HassTurnOn") == []
    assert recognised("", "HassTurnOn") == []


def test_only_the_intents_that_were_asked_for() -> None:
    assert recognised("turn off the desk lamp", "HassTurnOn") == []
    assert recognised("turn off the desk lamp", "HassTurnOff", "HassTurnOn")[0][0] == "HassTurnOff"
    assert recognised("turn on the desk lamp") == []
    assert recognised("turn on the desk lamp", "HassNobodyKnows") == []


def test_the_room_of_the_speaker_is_context() -> None:
    assert recognised("turn on the lights", "HassTurnOn") == []
    assert recognised("turn on the lights", "HassTurnOn", area="Kitchen")[0][1]["area"] == "Kitchen"


def test_names_are_plain_words_and_never_templates() -> None:
    assert recognised("turn on x", "HassTurnOn") == []
    assert recognised("turn on the odd desk lamp y", "HassTurnOn") == []


def test_free_text_is_marked() -> None:
    (match, *_) = GRAMMARS.recognise("broadcast dinner is ready", "en", ["HassBroadcast"], LISTS, {})
    assert match.slots == {"message": "dinner is ready"}
    assert match.wildcards == {"message"}


def test_a_language_without_a_grammar_knows_nothing() -> None:
    assert official("tlh") == {}
    assert recognised("turn on the desk lamp", "HassTurnOn", language="tlh") == []


def test_compiled_grammars_are_kept_and_bounded() -> None:
    fresh = Grammars()
    for number in range(40):
        fresh.recognise("nothing", "en", ["HassNevermind", f"Nobody{number}"], LISTS, {})
    assert len(fresh._compiled) <= 32


SUPPLEMENTS = Path(grammars.__file__).parent / "data" / "supplements"


@pytest.mark.parametrize("source", sorted(SUPPLEMENTS.glob("*.yaml")), ids=lambda source: source.stem)
def test_supplements_are_valid_sentences_of_official_intents(source: Path) -> None:
    added = yaml.safe_load(source.read_text("utf-8")).get("intents", {})
    known = {intent for language in ("en", source.stem) for intent in get_intents(language)["intents"]}
    assert set(added) <= known
    # Compiling and searching reads every sentence.
    assert GRAMMARS.recognise("zzz", source.stem, added, LISTS, {}) == []


@pytest.mark.parametrize(
    ("language", "phrases"), [("hr", {"molim te da", "molim te", "molim"}), ("sv", {"kan du"}), ("zh-CN", {"请帮我"})]
)
def test_polite_words_are_spelt_out(language: str, phrases: set[str]) -> None:
    assert phrases <= set(official(language)["skip_words"])
    assert not any(set("[]()|") & set(word) for word in official(language)["skip_words"])


@pytest.mark.parametrize("sentence", ["kan du tända lampan?", "Snälla, tänd lampan"])
def test_who_is_polite_asks_for_something(sentence: str) -> None:
    assert politely(sentence, "sv")
    assert not politely("tänd lampan?", "sv")
    assert not politely(sentence, "tlh")


@pytest.mark.parametrize("language", sorted(get_languages()))
def test_every_sentence_has_the_rules_that_it_names(language: str) -> None:
    """Also those of ours that a variety (Swiss German) has from the language that it is one of."""
    data = official(language)
    rules, lists = data.get("expansion_rules", {}), {"name", "area", "floor", *data.get("lists", {})}
    for intent in data["intents"].values():
        for block in intent["data"]:
            known = {**rules, **block.get("expansion_rules", {})}
            named = {name for sentence in block["sentences"] for name in _RULE.findall(sentence)}
            assert named <= known.keys()
            listed = {name for sentence in block["sentences"] for name in _LIST.findall(sentence)}
            assert listed <= lists | block.get("lists", {}).keys()


# Responses.


def test_responses_are_rendered_from_what_is_known() -> None:
    assert respond(["en"], "HassListAddItem", ["item_added"], slots={"item": "milk"}, state={}) == "Added milk"
    assert respond(["de"], "HassListAddItem", ["item_added"], slots={"item": "Milch"}, state={}) == "Milch hinzugefügt"


def test_the_first_key_that_a_language_has() -> None:
    first = respond(["en"], "HassTurnOn", ["nobody_knows", "lights_area"], slots={"area": "Den"}, state={})
    assert first == respond(["en"], "HassTurnOn", ["lights_area"], slots={"area": "Den"}, state={}) == "Turned on the lights"


def test_the_first_language_that_has_the_intent() -> None:
    assert respond(["tlh", "en"], "HassTurnOn", ["lights_area"], slots={}, state={}) == "Turned on the lights"
    assert respond(["tlh"], "HassTurnOn", ["lights_area"], slots={}, state={}) is None
    assert respond(["en"], "HassNobodyKnows", ["default"], slots={}, state={}) is None


def test_errors_have_official_words_too() -> None:
    assert "Ballroom" in (respond_error(["en"], "no_area", area="Ballroom") or "")
    assert respond_error(["en"], "nobody_knows") is None


def test_what_is_said_is_never_taken_for_a_template() -> None:
    item = "{{ 7 * 7 }}"
    assert respond(["en"], "HassListAddItem", ["item_added"], slots={"item": item}, state={}) == f"Added {item}"
