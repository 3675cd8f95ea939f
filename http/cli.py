"""The command line: ``ha-assist``. What a command needs is loaded when it is run, so that help is there at once."""

from importlib import import_module
from importlib.metadata import version

import click

from .cli_base import EXIT_CODES

_COMMANDS = {
    "ask": (".commands", "ask", "Show how one request is answered."),
    "check-config": (".commands", "check_config", "Check and show the settings."),
    "diagrams": (".commands", "diagrams", "Export the state machine's diagrams."),
    "models": (".cli_models", "models", "List, fetch, verify and remove model files."),
    "serve": (".commands", "serve", "Answer Home Assistant's requests."),
}
"""For each command its module, its name there, and its short help."""


class _Late(click.Group):
    """A group that loads a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, name, _ = _COMMANDS[cmd_name]
        return getattr(import_module(module, __package__), name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, _, about) in _COMMANDS.items()])


@click.group(cls=_Late, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("ha-assist"), prog_name="ha-assist")
def main() -> None:
    """HA-Assist: a virtual model for Home Assistant, behind an OpenAI-compatible endpoint."""


if __name__ == "__main__":
    main()
