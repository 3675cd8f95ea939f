"""Fixtures for the HTTP floor: see serving.py."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any

import pytest
from ha_assist.adapters.backends.protocol import Backend
from ha_assist.adapters.settings import Settings
from ha_assist.http.routes import application
from ha_assist.machine.runner import Runner
from serving import Machine, Serve, Served, served


@pytest.fixture
def serve() -> Iterator[Serve]:
    """A function that serves a Machine, with settings and backends where the test has some."""
    with ExitStack() as stack:

        def start(
            machine: Machine | None = None,
            settings: Settings | None = None,
            backends: Mapping[str, Backend] | None = None,
            **options: Any,
        ) -> Served:
            runner = Runner((machine or Machine()).handlers())
            return stack.enter_context(served(application(settings or Settings(), runner, backends or {}, **options)))

        yield start
