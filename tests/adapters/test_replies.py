"""HA-Assist's own sentences: data, one file a language, English where a language has none."""

import re
from string import Formatter

import pytest
from ha_assist.adapters.intents.grammars import respond_error
from ha_assist.adapters.intents.replies import known_replies, reply, sentences
from home_assistant_intents import get_languages


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_the_first_language_that_has_it_wins() -> None:
    assert reply("no_model", ["de", "en"]) == sentences("de")["no_model"]
    assert reply("no_model", ["tlh", "de"]) == sentences("de")["no_model"]


@pytest.mark.parametrize("language", [code for code in sorted(get_languages()) if code.split("-")[0] not in known_replies()])
def test_a_language_of_home_assistant_has_its_official_words(language: str) -> None:
    official = respond_error([language], "no_area", area="Den")
    assert official
    assert reply("unknown_area", [language, "en"], place="Den", said="") == official
    assert reply("ambiguous", [language, "en"], candidates="A, B").endswith(": A, B")
    assert reply("done", [language, "en"]) not in {"", sentences("en")["done"]}
    # What Home Assistant has no words for.
    assert reply("no_vision_model", [language, "de"]) == sentences("de")["no_vision_model"]


@pytest.mark.parametrize(("languages", "expected"), [(["de-CH"], "de"), (["tlh"], "en"), ([], "en"), (["../secrets"], "en")])
def test_a_language_without_its_own_file(languages: list[str], expected: str) -> None:
    assert reply("no_model", languages) == sentences(expected)["no_model"]


def test_an_unknown_key_is_a_bug() -> None:
    with pytest.raises(KeyError):
        reply("no_such_sentence", ["en"])


@pytest.mark.parametrize("language", sorted(known_replies()))
class TestEveryFile:
    def test_is_of_a_known_language(self, language: str) -> None:
        assert language in get_languages()

    def test_has_all_sentences_with_the_same_places(self, language: str) -> None:
        english = sentences("en")
        assert sentences(language).keys() == english.keys()
        for key, sentence in sentences(language).items():
            assert isinstance(sentence, str)
            assert sentence.strip()
            assert places(sentence) == places(english[key])

    def test_is_written_for_speech(self, language: str) -> None:
        for sentence in sentences(language).values():
            assert not re.search(r"[*_#`\n]", sentence)
