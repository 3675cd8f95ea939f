"""Help is there at once: a command's module is loaded when the command is run, and says the same of itself."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner
from ha_assist.http.cli import main

CONTEXT = click.Context(main)


def test_help_loads_no_server_and_no_language() -> None:
    heavy = ("litestar", "openai", "hassil", "numpy", "ha_assist.states.registry")
    program = f"""
import sys
from click.testing import CliRunner
from ha_assist.http.cli import main
assert CliRunner().invoke(main, ["--help"]).exit_code == 0
print([name for name in {heavy!r} if name in sys.modules])
"""
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip() == "[]"


@pytest.mark.parametrize("name", main.list_commands(CONTEXT))
def test_every_command_is_listed_with_its_own_short_help(name: str) -> None:
    command = main.get_command(CONTEXT, name)
    assert command is not None
    assert command.name == name
    assert f"{name} " in (listed := CliRunner().invoke(main, ["--help"]).output)
    assert command.get_short_help_str(limit=200) in " ".join(listed.split())
