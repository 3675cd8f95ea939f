"""`python -m tests.real_ha`."""

from __future__ import annotations

from .cli import main

main(prog_name="python -m tests.real_ha")
