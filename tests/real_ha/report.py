"""What came out: a table for the terminal, Markdown, JSON, and single conversations in full."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from .conversation import Turn
from .judge import Verdict, changed
from .session import Result

COLOURS = {
    Verdict.RIGHT: "green",
    Verdict.ASKED_BACK: "yellow",
    Verdict.LEFT_TO_MODEL: "cyan",
    Verdict.NOT_RECORDED: "magenta",
    Verdict.WRONG: "bold red",
}
GROUPS: dict[str, Callable[[Result], str]] = {
    "kind": lambda result: result.case.kind,
    "language": lambda result: result.case.language,
    "home": lambda result: result.case.home,
    "wire": lambda result: result.wire.name,
}
HEADINGS = ["", "sentences", *Verdict, "right %", "model calls", "refused by HA"]


@dataclass
class Tally:
    """Counts over some results."""

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    model_calls: int = 0
    refused: int = 0

    @classmethod
    def of(cls, results: Iterable[Result]) -> Tally:
        """Count."""
        tally = cls()
        for result in results:
            tally.verdicts[result.judgement.verdict] += 1
            tally.model_calls += result.model_calls
            tally.refused += result.refused
        return tally

    @property
    def total(self) -> int:
        """How many conversations."""
        return self.verdicts.total()

    def row(self, name: str) -> list[str]:
        """As a table row."""
        counts = [str(self.verdicts[verdict] or "·") for verdict in Verdict]
        share = f"{100 * self.verdicts[Verdict.RIGHT] / self.total:.1f}" if self.total else "·"
        return [name, str(self.total), *counts, share, str(self.model_calls or "·"), str(self.refused or "·")]

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        verdicts = {verdict.value: self.verdicts[verdict] for verdict in Verdict}
        return {"sentences": self.total, **verdicts, "model_calls": self.model_calls, "refused": self.refused}


def grouped(results: list[Result], by: str) -> dict[str, Tally]:
    """A tally for each kind, language, home or wire."""
    key = GROUPS[by]
    return {name: Tally.of(r for r in results if key(r) == name) for name in sorted({key(r) for r in results})}


def _interesting(results: list[Result]) -> list[str]:
    return [by for by in GROUPS if len({GROUPS[by](result) for result in results}) > 1]


def tables(results: list[Result], seconds: float) -> Group:
    """The report for the terminal."""
    table = Table(title=None, header_style="bold", pad_edge=False, box=None)
    for number, heading in enumerate(HEADINGS):
        style = COLOURS[Verdict(heading)] if heading in list(Verdict) else None
        table.add_column(heading, justify="left" if number == 0 else "right", style=style, no_wrap=number == 0)
    for by in _interesting(results):
        table.add_row(f"[bold]by {by}[/bold]")
        for name, tally in grouped(results, by).items():
            table.add_row(*tally.row(f"  {escape(name)}"))
        table.add_row()
    table.add_row(*Tally.of(results).row("[bold]all[/bold]"))
    return Group(table, Text(f"{len(results)} conversations in {seconds:.1f} s: {len(results) / seconds:.1f} a second"))


def markdown(results: list[Result], seconds: float) -> str:
    """The report as Markdown."""
    lines = ["# Judged by a real Home Assistant", ""]
    for by in [*_interesting(results), None]:
        lines += [f"## By {by}" if by else "## All", ""]
        lines += [f"| {' | '.join(HEADINGS)} |", f"|{'---|' * len(HEADINGS)}"]
        rows = grouped(results, by) if by else {"all": Tally.of(results)}
        lines += [f"| {' | '.join(tally.row(name))} |" for name, tally in rows.items()]
        lines.append("")
    lines.append(f"{len(results)} conversations, {len(results) / seconds:.1f} a second.")
    failures = [result for result in results if result.judgement.verdict is not Verdict.RIGHT]
    if failures:
        lines += ["", "## Not right", ""]
        for result in failures:
            lines.append(f"- **{result.judgement.verdict}** · {result.case.home} · {result.case.kind} · {result.case.text}")
            lines += [f"  - {reason}" for reason in result.judgement.reasons]
    return "\n".join(lines) + "\n"


def _turn_json(turn: Turn) -> dict[str, Any]:
    return {
        "said": turn.text,
        "calls": [{"name": step.name, "args": step.args, "result": step.result} for step in turn.steps],
        "reply": turn.reply,
        "error": turn.error or turn.not_recorded,
        "model_calls": turn.model_calls,
        "changed": {entity: {k: list(v) for k, v in keys.items()} for entity, keys in changed(turn).items()},
        "metrics": turn.metrics,
    }


def as_json(results: list[Result], seconds: float) -> str:
    """The report as JSON, failures with their conversations."""
    report = {
        "all": Tally.of(results).as_json(),
        **{by: {name: tally.as_json() for name, tally in grouped(results, by).items()} for by in GROUPS},
        "seconds": round(seconds, 3),
        "not_right": [
            {
                "verdict": result.judgement.verdict.value,
                "reasons": list(result.judgement.reasons),
                "home": result.case.home,
                "kind": result.case.kind,
                "language": result.case.language,
                "from": result.case.area,
                "wire": result.wire.name,
                "turns": [_turn_json(turn) for turn in result.turns],
            }
            for result in results
            if result.judgement.verdict is not Verdict.RIGHT
        ],
    }
    return json.dumps(report, ensure_ascii=False, indent=1) + "\n"


def show(console: Console, result: Result, states: bool = False) -> None:
    """One conversation: what was said and done, what changed, the path through the machine, and the verdict."""
    case = result.case
    console.print(f"[dim]{escape(case.home)} · {escape(case.kind)} · {result.wire.name} · from {case.area or 'nowhere'}[/dim]")
    for turn in result.turns:
        console.print(f"  [bold]» {escape(turn.text)}[/bold]")
        for step in turn.steps:
            console.print(f"    [blue]{escape(step.name)}[/blue] {escape(json.dumps(step.args, ensure_ascii=False))}")
            console.print(f"      [dim]{escape(_short(step.result))}[/dim]")
        if turn.reply:
            console.print(f"    « {escape(turn.reply)}")
        if turn.model_calls:
            console.print(f"    [cyan]{turn.model_calls} generative call(s)[/cyan]")
        _show_metrics(console, turn)
        _show_changes(console, turn, states)
    if not case.file:
        console.print("  [dim]not in the corpus, so there is no verdict[/dim]")
        return
    verdict = result.judgement.verdict
    console.print(f"  [{COLOURS[verdict]}]{verdict}[/]")
    for reason in result.judgement.reasons:
        console.print(f"    {escape(reason)}")
    if case.why:
        console.print(f"    [dim]why: {escape(case.why)}[/dim]")


def _show_metrics(console: Console, turn: Turn) -> None:
    """What the server told about itself: the path through the machine on one line, the rest as it is."""
    for number, metrics in enumerate(turn.metrics, 1):
        rest = dict(metrics)
        path = rest.pop("ha_path", None)
        where = " → ".join(map(str, path)) if isinstance(path, list) else ""
        console.print(f"    [dim]round {number}: {escape(where)}[/dim]")
        for name, value in rest.items():
            console.print(f"      [dim]{escape(name)}: {escape(json.dumps(value, ensure_ascii=False))}[/dim]")


def _show_changes(console: Console, turn: Turn, always: bool) -> None:
    changes = changed(turn)
    if not changes:
        if always:
            console.print("    nothing changed")
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("    entity", "before", "after"):
        table.add_column(heading)
    for entity_id in changes:
        before, after = turn.before[entity_id]["values"], turn.after[entity_id]["values"]
        table.add_row(f"    {entity_id}", _describe(before), _describe(after))
    console.print(table)


def _describe(values: dict[str, Any]) -> str:
    return escape(", ".join(str(v) if k == "state" else f"{k} {v}" for k, v in values.items()))


def _short(result: Any) -> str:
    text = json.dumps(result, ensure_ascii=False)
    return text if len(text) <= 240 else f"{text[:240]}…"
