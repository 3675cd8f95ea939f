"""The command line: run the corpus, or say one sentence in one home, and see what a real Home Assistant makes of it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from . import agreed, corpus, environment, homes, report
from .conversation import Wire
from .corpus import Case, Utterance
from .dialects import DIALECTS, PLAIN
from .houses import House, HouseError, RealHouse
from .judge import Verdict
from .product import ProductFailed
from .recording import RecordedHouse, RecordingHouse
from .session import Result, Session

WIRES = {wire.name: wire for dialect in DIALECTS.values() for wire in (Wire(dialect, False), Wire(dialect, True))}


def _house(recorded: bool, record: bool, console: Console) -> House:
    if recorded:
        return RecordedHouse()
    if record:
        return RecordingHouse(environment.prepare())
    try:
        return RealHouse(environment.ready())
    except environment.NoHomeAssistant as reason:
        console.print(f"[yellow]Recorded mode: {reason}[/yellow]")
        return RecordedHouse()


def _one(sentence: str, home: str, area: str | None, cases: list[Case]) -> Case:
    """The corpus' own case of a sentence, or one that expects nothing in particular."""
    for case in cases:
        if case.text == sentence and case.home == home and area in (None, case.area):
            return case
    utterance = Utterance(say=sentence, nothing=True)
    return Case("", home, homes.load(home).language, "not in the corpus", area, (utterance,))


def _run(session: Session, cases: list[Case], wires: list[Wire], console: Console) -> tuple[list[Result], float]:
    for home in dict.fromkeys(case.home for case in cases):
        session.url(home)
    results: list[Result] = []
    start = time.perf_counter()
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("judging", total=len(cases) * len(wires))
        for result in session.run_all(cases, wires):
            results.append(result)
            progress.advance(task)
    return results, time.perf_counter() - start


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("sentence", required=False)
@click.option("--home", help="Only this home; needed for a single sentence.")
@click.option("--from", "area", metavar="AREA", help="Where the speaker of a single sentence is.")
@click.option("--kind", help="Only kinds that begin like this.")
@click.option("--language", help="Only this language.")
@click.option("--text", help="Only conversations that contain this text.")
@click.option("--wire", "wire_name", type=click.Choice([*WIRES, "all"]), default=PLAIN.name, show_default=True)
@click.option("--failures", is_flag=True, help="Show everything that is not right, with its path through the machine.")
@click.option("--show", "show_all", is_flag=True, help="Show every conversation.")
@click.option("--recorded", is_flag=True, help="Replay recordings instead of a real Home Assistant.")
@click.option("--record", is_flag=True, help="Run on the real Home Assistant on every wire and write recordings.")
@click.option("--fresh", is_flag=True, help="With --record over everything: drop recordings that are no longer used.")
@click.option("--agree", is_flag=True, help="Write the figures of this run over the whole corpus as the agreed ones.")
@click.option("--prepare", is_flag=True, help="Make the environment with the real Home Assistant, and stop.")
@click.option("--markdown", type=click.Path(path_type=Path, dir_okay=False), help="Write the report as Markdown.")
@click.option("--json", "json_path", type=click.Path(path_type=Path, dir_okay=False), help="Write the report as JSON.")
@click.option("--server", help="Judge a server that runs already; its model calls cannot be counted.")
def main(
    sentence: str | None,
    home: str | None,
    area: str | None,
    kind: str | None,
    language: str | None,
    text: str | None,
    wire_name: str,
    failures: bool,
    show_all: bool,
    recorded: bool,
    record: bool,
    fresh: bool,
    agree: bool,
    prepare: bool,
    markdown: Path | None,
    json_path: Path | None,
    server: str | None,
) -> None:
    """Judge HA-Assist by what a real Home Assistant does with its tool calls.

    Without SENTENCE, the corpus is run. Exit code 1 when anything is wrong or not recorded.
    """
    console = Console()
    try:
        if prepare:
            console.print(f"Home Assistant is ready: {environment.prepare()}")
            return
        cases = corpus.load()
        if sentence is not None:
            if home is None:
                raise click.UsageError("a single sentence needs --home")
            homes.load(home)
            cases = [_one(sentence, home, area, cases)]
        else:
            cases = corpus.select(cases, home, kind, language, text)
        if not cases:
            raise click.UsageError("nothing in the corpus fits")
        whole = not any((sentence, home, kind, language, text))
        if (fresh or agree) and not whole:
            raise click.UsageError("--fresh and --agree need the whole corpus")
        wires = list(WIRES.values()) if wire_name == "all" or record else [WIRES[wire_name]]
        house = _house(recorded, record, console)
        with Session(house, server) as session:
            results, seconds = _run(session, cases, wires, console)
            if isinstance(house, RecordingHouse):
                for path in house.save(keep=not fresh):
                    console.print(f"[dim]recorded {path.name}: {path.stat().st_size / 1e6:.2f} MB[/dim]")
    except (
        corpus.CorpusError,
        environment.NoHomeAssistant,
        homes.HomeError,
        HouseError,
        ProductFailed,
        report.json.JSONDecodeError,
    ) as problem:
        raise click.ClickException(str(problem)) from problem
    _publish(console, results, seconds, sentence is not None, failures, show_all, markdown, json_path)
    if agree:
        agreed.write(agreed.Figures.of(results))
    bad = (Verdict.WRONG, Verdict.NOT_RECORDED)
    if sentence is None and any(result.judgement.verdict in bad for result in results):
        sys.exit(1)


def _publish(
    console: Console,
    results: list[Result],
    seconds: float,
    single: bool,
    failures: bool,
    show_all: bool,
    markdown: Path | None,
    json_path: Path | None,
) -> None:
    for result in results:
        if single or show_all or (failures and result.judgement.verdict is not Verdict.RIGHT):
            report.show(console, result, states=single)
            console.print()
    if not single:
        console.print(report.tables(results, seconds))
    if markdown:
        markdown.write_text(report.markdown(results, seconds), encoding="utf-8")
    if json_path:
        json_path.write_text(report.as_json(results, seconds), encoding="utf-8")
