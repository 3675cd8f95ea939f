"""Loads the words of the configured languages before the first request needs them: grammars, vocabularies, replies.

What there is to load is known to the states alone, so they are run, without any model, on what somebody might say in the
sample home. That takes part of a second for each language.
"""

import asyncio
import logging
from time import perf_counter

import msgspec

from ..adapters.intents.grammars import parse
from ..adapters.openai.wire import ChatRequest
from ..machine.runner import Runner
from ..machine.turn import Turn
from ..states.classify import classify
from ..states.registry import handlers
from ..states.retrieve import selected
from ..states.services import Services
from .sample import sample_area, sample_home

_log = logging.getLogger(__name__)


def warm_encoder(services: Services) -> None:
    """Load the encoder, and let it read what it needs for every home: HA's tools, and what people say in the languages of the
    settings. Blocks for a second or so."""
    for language in services.settings.settings.ha_assist_languages:
        # Something that is no name, for of a room there is nothing to be found.
        body = msgspec.json.encode({**sample_home("1"), "language": language})
        turn = Turn(body, "warming", request=msgspec.json.decode(body, type=ChatRequest))
        asyncio.run(classify(turn, services))
        selected(turn, services.embeddings)


def warm(services: Services) -> None:
    """Load everything for the languages of the settings. Blocks; never raises: what cannot be loaded is told of when it is
    needed."""
    started = perf_counter()
    runner = Runner(handlers(services, {}))
    languages = services.settings.settings.ha_assist_languages
    for language in languages:
        parse(language)
        # The name of a room and nothing else: every way of reading has to do its best with it.
        body = msgspec.json.encode({**sample_home(sample_area()), "language": language})
        asyncio.run(runner.run(Turn(body, "warming")))
    _log.info("loaded in %.1f s: %s", perf_counter() - started, ", ".join(languages))
