"""Numbers as people say them."""

import pytest
from ha_assist.adapters.intents.numbers import number_words
from ha_assist.adapters.intents.text import norms


@pytest.mark.parametrize(
    ("language", "said", "value"),
    [
        ("en", "zero", 0),
        ("en", "twenty-one", 21),
        ("en", "twenty one", 21),
        ("en", "one hundred", 100),
        ("en", "two thousand seven hundred", 2700),
        ("de", "null", 0),
        ("de", "einundzwanzig", 21),
        ("de", "dreißig", 30),
        ("de", "dreissig", 30),
        ("de", "zweitausendsiebenhundert", 2700),
        ("fr", "vingt et un", 21),
        ("fr", "quatre-vingt-dix", 90),
        ("es", "treinta y cinco", 35),
        ("it", "ventuno", 21),
        ("nl", "eenentwintig", 21),
        ("pl", "dwadzieścia jeden", 21),
        ("pt", "vinte e um", 21),
        ("ru", "двадцать один", 21),
        ("pt-BR", "trinta", 30),
    ],
)
def test_a_number_in_words(language: str, said: str, value: int) -> None:
    assert number_words(language)[norms(said)] == value


def test_a_language_without_rules_has_no_words() -> None:
    assert number_words("tlh") == {}


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "it", "nl", "pl", "pt", "ru"])
def test_every_percentage_can_be_said_and_no_words_are_digits(language: str) -> None:
    words = number_words(language)
    assert set(range(101)) <= set(words.values())
    assert not any(word.isdigit() for phrase in words for word in phrase)
