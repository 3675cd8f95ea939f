"""The commands ``ha-assist serve``, ``ask``, ``diagrams`` and ``check-config``, with all that they need."""

import asyncio
import logging
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console

from ..adapters import telemetry
from ..adapters.backends.factory import build_backends
from ..adapters.backends.protocol import Backend
from ..adapters.embeddings.store import embeddings
from ..adapters.models.catalogue import location, source
from ..adapters.settings import Settings, SettingsError, settings_path, shown
from ..machine.diagrams import export
from ..machine.runner import Runner
from ..machine.states import State
from ..machine.turn import Turn
from ..states.registry import handlers
from ..states.services import Services
from . import report, sample, server
from .app import create_app
from .cli_base import CANNOT_LISTEN, EXIT_CODES, FAILED, WRONG_SETTINGS, config_option, fail, settings_of
from .health import VERSION


@click.command(epilog=EXIT_CODES, short_help="Answer Home Assistant's requests.")
@config_option
@click.option("--host", help="The address to listen on, instead of the settings' server.host.")
@click.option("--port", type=click.IntRange(1, 65535), help="The port to listen on, instead of the settings' server.port.")
@click.option("--insecure", is_flag=True, help="Listen beyond this machine although no server.api_key is set.")
def serve(config: Path | None, host: str | None, port: int | None, insecure: bool) -> None:
    """Answer Home Assistant's requests until interrupted.

    Point Home Assistant's llama.cpp (or another OpenAI-compatible) integration at http://HOST:PORT/v1.
    """
    settings = settings_of(config)
    host, port = host or settings.server.host, port or settings.server.port
    if settings.server.api_key is None and not insecure and not server.loopback(host):
        fail(
            f"{host} can be reached from other machines and server.api_key is not set: set a key, or accept this with --insecure",
            WRONG_SETTINGS,
        )
    backends = _backends(settings)
    app = create_app(settings, backends, warm=True)
    try:
        sockets = server.listen(host, port)
    except OSError as error:
        # What Python adds in brackets is the address once more.
        reason = (error.strerror or str(error)).partition(" (while")[0]
        fail(f"cannot listen on {host}, port {port}: {reason}", CANNOT_LISTEN)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for chatty in ("httpx", "httpx2", "transitions"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    provider = telemetry.configure(settings.telemetry)
    click.echo(f"HA-Assist {VERSION} listens on {server.url(host, port)}/v1 ({_mode(settings)})", err=True)
    try:
        server.serve(app, sockets)
    finally:
        if provider is not None:
            provider.shutdown()


@click.command(epilog=EXIT_CODES, short_help="Show how one request is answered.")
@click.argument("sentence", required=False)
@config_option
@click.option("--request", type=click.Path(path_type=Path, dir_okay=False), help="A captured request body (JSON or JSON lines).")
@click.option("--line", type=click.IntRange(1), default=1, show_default=True, help="Which line of a file of JSON lines.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def ask(sentence: str | None, config: Path | None, request: Path | None, line: int, as_json: bool) -> None:
    """Run one request through the machine and show how it is answered. Nothing is sent to Home Assistant.

    SENTENCE is said in a built-in sample home, or in the home of a captured request (--request), where it starts a new
    conversation; a captured request without a SENTENCE is run as it is.
    """
    settings = settings_of(config)
    body = _body(sentence, request, line)
    backends = _backends(settings)
    turn = asyncio.run(_run(settings, backends, body))
    console = Console()
    if as_json:
        console.print_json(msgspec.json.encode(report.as_json(turn)).decode())
    else:
        report.show(turn, console)
    if turn.state is not State.ANSWERED:
        raise SystemExit(FAILED)


@click.command(epilog=EXIT_CODES, short_help="Export the state machine's diagrams.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("diagrams"), show_default=True, help="Where to."
)
def diagrams(out: Path) -> None:
    """Export the state machine as Mermaid and, where Graphviz's dot is installed, as SVG."""
    try:
        for path in export(out):
            click.echo(path)
    except (OSError, subprocess.CalledProcessError) as error:
        fail(str(error), FAILED)


@click.command("check-config", epilog=EXIT_CODES, short_help="Check and show the settings.")
@config_option
def check_config(config: Path | None) -> None:
    """Check the settings and print them as they are in force; keys are masked."""
    settings = settings_of(config)
    _backends(settings)
    file = settings_path(config)
    click.echo(f"# {file or 'no settings file: defaults'}, and what the environment overrides\n{shown(settings)}", nl=False)
    encoding = embeddings(settings.settings.ha_assist_encoder)
    encoding.warm()
    if reason := encoding.status().get("reason"):
        fail(f"settings.ha_assist_encoder: {settings.settings.ha_assist_encoder!r} cannot be used: {reason}", WRONG_SETTINGS)
    for key, model in settings.models.native.items():
        path = location(model, settings.models)
        if path is not None and not path.exists():
            fetch = f" (ha-assist models pull {model.model})" if source(model) is not None else ""
            click.echo(f"note: {path}, the file of models.{key}, is not there{fetch}", err=True)
    if settings.server.api_key is None and not server.loopback(settings.server.host):
        click.echo("note: serve refuses server.host without server.api_key, except with --insecure", err=True)
    click.echo(f"{file or 'the defaults'}: the settings are good ({_mode(settings)})", err=True)


def _backends(settings: Settings) -> dict[str, Backend]:
    try:
        return build_backends(settings)
    except SettingsError as error:
        fail(str(error), WRONG_SETTINGS)


def _body(sentence: str | None, request: Path | None, line: int) -> dict[str, Any]:
    if request is None:
        if sentence is None or not sentence.strip():
            raise click.UsageError("say something, or name a captured request with --request")
        return sample.sample_home(sentence)
    try:
        body = sample.captured(request, line)
    except sample.CaptureError as error:
        fail(str(error), FAILED)
    return body if sentence is None else sample.saying(body, sentence)


async def _run(settings: Settings, backends: Mapping[str, Backend], body: dict[str, Any]) -> Turn:
    services = Services(settings, embeddings=embeddings(settings.settings.ha_assist_encoder))
    runner = Runner(handlers(services, backends))
    try:
        return await runner.run(Turn(msgspec.json.encode(body)))
    finally:
        for backend in backends.values():
            await backend.close()


def _mode(settings: Settings) -> str:
    model = settings.settings.ha_assist_text_model
    return f"text model {model}" if model else "deterministic only: no text model is set"
