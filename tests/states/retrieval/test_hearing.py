"""What a sentence says by its words: its language, whether it asks, and what it is about."""

from itertools import chain

import pytest
from ha_assist.adapters.intents.topics import topic_words
from ha_assist.states.retrieval.hearing import hear
from ha_assist.states.retrieval.topics import TOPICS
from hypothesis import given
from hypothesis import strategies as st

BOTH = ("en", "de")
NINE = ("de", "en", "es", "fr", "it", "nl", "pl", "pt", "ru")


@pytest.mark.parametrize(
    ("sentence", "language"),
    [("turn the lamp on please", "en"), ("mach die Lampe bitte an", "de"), ("mir ist kalt", "de"), ("xyzzy", "en")],
)
def test_the_language_is_the_one_that_explains_most(sentence, language):
    assert hear(sentence, BOTH).language == language


@pytest.mark.parametrize(
    "sentence",
    [
        *("What is the capital of France?", "is the window open", "please, is it warm in here?", "hey is the door locked"),
        *("Could you tell me whether the lamp is on", "do you know how warm it is", "Why is it so dark?"),
        *("Ist das Licht an?", "Sag mir, ob das Licht an ist", "und warum ist es so kalt", "Weißt du, wie warm es ist"),
    ],
)
def test_a_question_is_one(sentence):
    assert hear(sentence, BOTH).question


@pytest.mark.parametrize(
    "sentence",
    [
        *("turn on the light", "could you turn on the light?", "It is too dark in here", "There are crumbs on the floor"),
        *("Make sure the door is locked", "I wonder if I should turn it off. Turn it off.", "Is the garage open? Close it then."),
        *("Mir ist kalt", "Kannst du das Licht anmachen?", "Die Lampe ist mir zu hell", "tell me a joke", ""),
    ],
)
def test_what_is_no_question_or_more_than_one_is_none(sentence):
    assert not hear(sentence, BOTH).question


@pytest.mark.parametrize("sentence", ["tell me a joke", "erklär mir das Universum", "What is love?", "write a poem"])
def test_it_asks_to_be_told_something(sentence):
    assert hear(sentence, BOTH).asks


@pytest.mark.parametrize(
    ("sentence", "topic"),
    [
        *(("it is pitch black", "brightness"), ("I am freezing", "warmth"), ("such a stuffy room", "air")),
        *(("es ist stockdunkel", "brightness"), ("hier liegen Katzenhaare", "cleaning"), ("was steht im Kalender", "calendar")),
        ("ein Hauch von Romantikabend", "brightness"),
    ],
)
def test_topics_are_known_by_their_words_inflected_and_compounded(sentence, topic):
    assert topic in hear(sentence, BOTH).topics


def test_words_that_build_sentences_are_about_nothing():
    heard = hear("the lamp and it in all of the", ("en",))
    assert heard.things == ("lamp",)
    assert hear("turn the lamp off", ("en",)).things == ("lamp",)


@pytest.mark.parametrize("language", NINE)
def test_every_language_has_words_for_every_topic(language):
    words = topic_words(language)
    phrases = chain(words.topics.topics.values(), words.hints.topics.values())
    assert {topic for alike in phrases for topics in alike.values() for topic in topics} == TOPICS.keys()
    assert words.openers
    assert words.asking


def test_a_region_speaks_its_language_and_an_unknown_language_has_no_topics():
    assert topic_words("de-CH").topics == topic_words("de").topics
    assert not topic_words("tlh").topics.topics
    assert hear("nuqneH", ("tlh",)).topics == frozenset()


@given(st.text())
def test_any_text_is_heard(text):
    heard = hear(text, BOTH)
    assert set(heard.things) <= set(heard.content)
    assert heard.asks or not heard.question


@pytest.mark.parametrize(
    ("language", "complaint", "question"),
    [
        *(("es", "hay migas por toda la habitación", "hay luces encendidas"), ("pt", "está muito escuro", "está muito escuro?")),
        *(("it", "ho i piedi gelati", "ci sono luci accese"), ("pl", "jest mi zimno", "czy jest zimno")),
    ],
)
def test_a_statement_that_begins_with_its_verb_is_no_question(language, complaint, question):
    assert not hear(complaint, [language]).question
    assert hear(question, [language]).question
