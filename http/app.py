"""Puts the whole together: settings, backends, the states' code, the machine, the routes."""

from collections.abc import Mapping

from litestar import Litestar

from ..adapters.backends.factory import build_backends
from ..adapters.backends.protocol import Backend
from ..adapters.settings import Settings
from ..machine.runner import Runner
from ..states.registry import handlers
from ..states.services import Services
from .routes import application


def create_app(settings: Settings, backends: Mapping[str, Backend] | None = None) -> Litestar:
    """HA-Assist as an ASGI application. ``backends`` by model id; those of the settings where None."""
    runtimes = build_backends(settings) if backends is None else backends
    return application(settings, Runner(handlers(Services(settings), runtimes)), runtimes)
