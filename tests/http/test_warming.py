"""After warming up, the first request finds everything loaded."""

from ha_assist.adapters.embeddings.store import PACKAGED, embeddings
from ha_assist.adapters.intents import grammars, vocabulary
from ha_assist.adapters.intents.topics import topic_words
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.http.warming import warm, warm_encoder
from ha_assist.states.services import Services


def test_every_configured_language_is_loaded() -> None:
    cached = (grammars.official, grammars.compiled, vocabulary.vocabulary)
    for function in cached:
        function.cache_clear()
    services = Services(Settings(settings=Assist(ha_assist_languages=("pl", "nl"))))
    warm(services)
    loaded = [function.cache_info().misses for function in cached]
    for language in ("pl", "nl"):
        for function in cached:
            function(language)
    assert [function.cache_info().misses for function in cached] == loaded


def test_a_language_of_the_official_grammar_alone_is_no_trouble() -> None:
    warm(Services(Settings(settings=Assist(ha_assist_languages=("sv",)))))


def test_the_encoder_has_read_what_people_say_in_every_configured_language() -> None:
    encoding = embeddings(PACKAGED)
    warm_encoder(Services(Settings(settings=Assist(ha_assist_languages=("en", "de"))), embeddings=encoding))
    read = encoding.status()["vectors"]
    assert encoding.vectors(tuple(text for _, text in topic_words("en").sayings)) is not None
    assert encoding.status()["vectors"] == read
