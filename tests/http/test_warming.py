"""After warming up, the first request finds everything loaded."""

from ha_assist.adapters.intents import grammars, vocabulary
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.http.warming import warm
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
