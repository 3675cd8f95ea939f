"""What all commands share: where the settings come from, and how a command says that it cannot go on."""

from pathlib import Path
from typing import NoReturn

import click

from ..adapters.settings import Settings, SettingsError, load_settings, settings_path

FAILED, WRONG_SETTINGS, CANNOT_LISTEN = 1, 3, 4

EXIT_CODES = """\b
Exit codes:
  0  all went well
  1  the request was refused, or failed (ask); a file could not be read, written, fetched or used
  2  the command line itself is wrong
  3  a setting is wrong, or would open the server to strangers
  4  the address cannot be listened on (serve)"""

config_option = click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The settings file (YAML). Without it: config.yaml in the platform's configuration directory, if there is one.",
)


def settings_of(config: Path | None) -> Settings:
    """The settings; ends the command if they are wrong."""
    try:
        return load_settings(config)
    except SettingsError as error:
        file = settings_path(config)
        where = f" (in {file}, or in the environment)" if file is not None and str(file) not in str(error) else ""
        *others, last = [f"{problem}{where}" for problem in error.problems]
        for problem in others:
            click.echo(f"Error: {problem}", err=True)
        fail(last, WRONG_SETTINGS)


def fail(message: str, code: int) -> NoReturn:
    """End the command with one line and an exit code."""
    click.echo(f"Error: {' '.join(message.split())}", err=True)
    raise SystemExit(code)
