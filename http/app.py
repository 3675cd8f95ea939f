"""Puts the whole together: settings, backends, the states' code, the machine, the routes."""

from collections.abc import Mapping
from functools import partial

from litestar import Litestar

from ..adapters.backends.factory import build_backends
from ..adapters.backends.protocol import Backend
from ..adapters.embeddings.store import embeddings
from ..adapters.settings import Settings
from ..machine.runner import Runner
from ..states.registry import handlers
from ..states.services import Services
from .routes import application
from .warming import warm as load_languages
from .warming import warm_encoder


def create_app(settings: Settings, backends: Mapping[str, Backend] | None = None, *, warm: bool = False) -> Litestar:
    """HA-Assist as an ASGI application. ``backends`` by model id; those of the settings where None. ``warm``: the languages
    are loaded before the first request is answered, and not with it."""
    runtimes = build_backends(settings) if backends is None else backends
    services = Services(settings, embeddings=embeddings(settings.settings.ha_assist_encoder))
    runner = Runner(handlers(services, runtimes))
    return application(
        settings,
        runner,
        runtimes,
        services.embeddings,
        warm=partial(load_languages, services) if warm else None,
        prepare=partial(warm_encoder, services) if warm else None,
    )
