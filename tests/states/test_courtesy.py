"""What is only polite has a friendly answer, also where no language model is there to talk."""

import pytest
from ha_assist.adapters.intents.replies import sentences
from ha_assist.adapters.intents.talk import talk
from ha_assist.adapters.intents.vocabulary import languages
from ha_assist.states.courtesy import courtesy


@pytest.mark.parametrize(
    ("sentence", "language", "key"),
    [
        ("Hello", "en", "hello"),
        ("hey there, good morning!", "en", "hello"),
        ("thanks", "en", "welcome"),
        ("Hello, what can you do?", "en", "abilities"),
        ("ok, thank you very much, bye", "en", "welcome"),
        ("Guten Abend", "de", "hello"),
        ("Was kannst du alles?", "de", "abilities"),
        ("Merci beaucoup !", "fr", "welcome"),
        ("Qu'est-ce que tu sais faire ?", "fr", "abilities"),
        ("¡Hola! ¿Qué tal?", "es", "hello"),
        ("grazie mille", "it", "welcome"),
        ("tot ziens", "nl", "goodbye"),
        ("Co potrafisz?", "pl", "abilities"),
        ("Спасибо", "ru", "welcome"),
        ("bom dia", "pt", "hello"),
    ],
)
def test_a_polite_sentence_has_its_reply(sentence: str, language: str, key: str) -> None:
    assert courtesy(sentence, [language]) == key


@pytest.mark.parametrize(
    "sentence", ["", "hello kitchen", "thanks for the lamp", "please", "what can you see", "good morning routine"]
)
def test_others_have_none(sentence: str) -> None:
    assert courtesy(sentence, ["en"]) is None


@pytest.mark.parametrize("language", languages())
def test_every_language_has_words_and_replies_for_all_of_them(language: str) -> None:
    keys = list(talk(language).courtesies)
    assert keys == ["abilities", "welcome", "goodbye", "hello"]
    assert set(keys) <= sentences(language).keys()
