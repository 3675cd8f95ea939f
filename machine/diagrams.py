"""The table as pictures: Mermaid text, which GitHub draws by itself, and an SVG, through Graphviz where it is installed.

Both say what ``table.py`` says: every state, every guard, and in which order a state's guards are tried. They are written
straight from the rows: the diagrams of ``transitions`` join the guards of an arrow into one and lose their order.
"""

import logging
import shutil
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from .states import FINAL, INITIAL, State
from .table import TABLE, Row, rows_from

_log = logging.getLogger(__name__)

NAME = "request"
NOTE = ("A state's guards are tried in the order of their numbers.", "A broken promise leads from every state to failed.")

_PLAIN, _CALL, _GOOD, _BAD = "plain", "call", "good", "bad"
# Fill, border and text of each kind of state: legible on a white page as well as on a dark one.
_COLOURS = {
    _PLAIN: ("#eef2f7", "#5b6b82", "#1c2733"),
    _CALL: ("#f7b500", "#8a5a00", "#2b1c00"),
    _GOOD: ("#d9f2dd", "#2e7d3a", "#12391a"),
    _BAD: ("#fbe0dd", "#b3372b", "#4d120c"),
}
# Drawn straight down: what most requests do, and beside it the way to the model.
_WEIGHTS = {
    **dict.fromkeys(
        pairwise((State.RECEIVED, State.BOUNDARY, State.CLASSIFY, State.DETERMINISTIC, State.VALIDATE, State.ANSWERED)), 6
    ),
    **dict.fromkeys(pairwise((State.RETRIEVE, State.COMPILE, State.GENERATE)), 5),
    (State.DETERMINISTIC, State.RETRIEVE): 3,
}
_ORDER = list(State)


def export(directory: Path) -> list[Path]:
    """Write ``request.mmd`` and ``request.svg`` into ``directory``, which is made if it is not there; the files written.

    Without Graphviz's ``dot`` on the path there is no SVG, and a warning in the log. Raises OSError where a file cannot be
    written, and CalledProcessError where ``dot`` fails.
    """
    directory.mkdir(parents=True, exist_ok=True)
    written = [directory / f"{NAME}.mmd"]
    written[0].write_text(mermaid(), encoding="utf-8")
    program = shutil.which("dot")
    if program is None:
        _log.warning("no SVG was written: Graphviz's dot is not installed")
        return written
    drawn = subprocess.run([program, "-Tsvg"], input=dot().encode(), capture_output=True, check=True)
    written.append(directory / f"{NAME}.svg")
    written[1].write_bytes(drawn.stdout)
    return written


def mermaid() -> str:
    """The table as a Mermaid state diagram."""
    lines = ["stateDiagram-v2", "    direction TB", f"    [*] --> {INITIAL.value}"]
    lines += [
        f"    {source.value} --> {destination.value}: {', '.join(labels)}"
        if labels
        else f"    {source.value} --> {destination.value}"
        for source, destination, labels, _ in arrows()
    ]
    lines += [f"    {state.value} --> [*]" for state in State if state in FINAL]
    lines += [f"    note left of {State.FAILED.value}", *(f"        {line}" for line in NOTE), "    end note"]
    for kind, (fill, border, text) in _COLOURS.items():
        names = ",".join(state.value for state in State if _kind(state) is kind)
        weight = ",stroke-width:3px,font-weight:bold" if kind is _CALL else ""
        lines += [f"    classDef {kind} fill:{fill},stroke:{border},color:{text}{weight}", f"    class {names} {kind}"]
    return "\n".join(lines) + "\n"


def dot() -> str:
    """The table in Graphviz's language. Tooltips say why each row is there."""
    font = 'fontname="Helvetica,Arial,sans-serif"'
    lines = [
        "digraph request {",
        f'  graph [rankdir=TB, nodesep=0.45, ranksep=0.5, {font}, fontsize=11, fontcolor="#5b6b82", labelloc=b, bgcolor="#ffffff"'
        f', pad=0.2, tooltip="The states of a request", label="{NOTE[0]}\\n{NOTE[1]}"]',
        f'  node [shape=box, style="rounded,filled", {font}, fontsize=14, margin="0.2,0.08"]',
        f'  edge [{font}, fontsize=11, color="#5b6b82", fontcolor="#1c2733", arrowsize=0.7]',
        '  start [shape=circle, label="", width=0.16, fixedsize=true, fillcolor="#1c2733", color="#1c2733", tooltip="a request"]',
        f"  start -> {INITIAL.value}",
        *(f"  {state.value} [{_node_style(state)}]" for state in State),
    ]
    for source, destination, labels, reasons in arrows():
        text = "".join(f"&#160;&#160;{label}\\l" for label in labels)
        style = f"weight={_WEIGHTS.get((source, destination), 1)}"
        if destination is State.GENERATE:
            style += f', penwidth=2.5, color="{_COLOURS[_CALL][1]}"'
        if _ORDER.index(destination) < _ORDER.index(source):
            style += ", constraint=false"
        lines.append(f'  {source.value} -> {destination.value} [label="{text}", tooltip="{" / ".join(reasons)}", {style}]')
    lines += [f"  {{ rank=sink; {'; '.join(state.value for state in State if state in FINAL)} }}", "}"]
    return "\n".join(lines) + "\n"


def arrows() -> Iterator[tuple[State, State, list[str], list[str]]]:
    """The arrows to draw: source, destination, labels and reasons; rows between the same two states share an arrow.

    A label is the row's place among the rows of its state, and its guard. A state's only row has no label.
    """
    drawn: dict[tuple[State, State], list[Row]] = {}
    for row in TABLE:
        drawn.setdefault((row.source, row.destination), []).append(row)
    for (source, destination), rows in drawn.items():
        of_source = rows_from(source)
        labels = [f"{of_source.index(row) + 1} {row.label}" for row in rows] if len(of_source) > 1 else []
        yield source, destination, labels, [row.why for row in rows]


def _kind(state: State) -> str:
    if state is State.GENERATE:
        return _CALL
    if state not in FINAL:
        return _PLAIN
    return _GOOD if state is State.ANSWERED else _BAD


def _node_style(state: State) -> str:
    kind = _kind(state)
    fill, border, text = _COLOURS[kind]
    extra = ""
    if kind is _CALL:
        extra = f', penwidth=2.5, label=<<b>{state.value}</b>>, tooltip="the one generative call"'
    elif state in FINAL:
        extra = ", peripheries=2"
    return f'fillcolor="{fill}", color="{border}", fontcolor="{text}"{extra}'
