"""What ``ha-assist ask`` shows of a Turn: its path through the machine, the evidence, and what Home Assistant would get."""

from typing import Any

import msgspec
from rich.console import Console, Group
from rich.highlighter import JSONHighlighter
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..machine.states import State
from ..machine.turn import Turn
from .answers import metrics

_COLOURS = {State.GENERATE: "yellow", State.ANSWERED: "green", State.REFUSED: "red", State.FAILED: "red"}


def as_json(turn: Turn) -> dict[str, Any]:
    """The Turn as plain objects: ``outcome``, ``path``, ``answer`` or ``error``, and ``metrics`` as a client gets them."""
    trouble = turn.failure or turn.refusal
    return msgspec.to_builtins(
        {
            "outcome": turn.state.value,
            "path": [
                {"state": step.state.value, "guard": step.guard, "milliseconds": round(step.milliseconds, 3)}
                for step in turn.path
            ],
            "answer": turn.answer if turn.state is State.ANSWERED else None,
            "error": trouble,
            "metrics": metrics(turn),
        },
        enc_hook=str,
    )


def show(turn: Turn, console: Console) -> None:
    """Print the Turn for a reader."""
    parts = [_heading("Path"), _path(turn)]
    if turn.recognition.request or turn.recognition.reason:
        parts += [_heading("Understood"), _understood(turn)]
    if turn.recognition.evidence:
        parts += [_heading("Evidence"), _evidence(turn)]
    parts += [_heading("Answer"), _answer(turn)]
    console.print(Group(*parts))


def _heading(title: str) -> Text:
    return Text(title, style="bold")


def _path(turn: Turn) -> Padding:
    table = _table("state", "because", "ms")
    table.columns[2].justify = "right"
    for step in turn.path:
        colour = _COLOURS.get(step.state, "cyan")
        table.add_row(Text(step.state.value, style=colour), step.guard, f"{step.milliseconds:.2f}")
    return Padding(table, (0, 0, 1, 2))


def _understood(turn: Turn) -> Padding:
    seen = turn.recognition
    table = _table("", "")
    table.show_header = False
    for name, value in (
        ("request", seen.request),
        ("intent", seen.intent),
        ("recogniser", seen.recogniser),
        ("language", seen.language),
        ("slots", _json(seen.slots) if seen.slots else None),
        ("candidates", ", ".join(seen.candidates)),
        ("reason", seen.reason),
    ):
        if value:
            table.add_row(Text(name, style="dim"), value if isinstance(value, Text) else Text(value))
    return Padding(table, (0, 0, 1, 2))


def _evidence(turn: Turn) -> Padding:
    table = _table("kind", "said", "found", "score")
    table.columns[3].justify = "right"
    for item in turn.recognition.evidence:
        table.add_row(Text(item.kind, style="cyan"), Text(item.said), Text(item.found), f"{item.score:g}")
    return Padding(table, (0, 0, 1, 2))


def _answer(turn: Turn) -> Padding:
    answer = turn.answer
    lines: list[Text] = []
    if turn.state is not State.ANSWERED or answer is None:
        trouble = turn.failure or turn.refusal
        lines.append(Text(f"{turn.state.value}: {trouble.message if trouble else 'no reason given'}", style="red"))
    elif answer.raw is not None:
        lines.append(_json(answer.raw))
    else:
        if answer.text:
            lines.append(Text(answer.text))
        for call in answer.calls:
            arguments = call.function.arguments
            shown = Text(arguments) if isinstance(arguments, str) else _json(arguments or {})
            lines.append(Text.assemble((call.function.name, "bold green"), " ", JSONHighlighter()(shown)))
    return Padding(Group(*lines), (0, 0, 0, 2))


def _json(value: Any) -> Text:
    return JSONHighlighter()(Text(msgspec.json.encode(value, enc_hook=str).decode()))


def _table(*columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
