"""The command line: run the corpus, or say one sentence in one home, and see what a real Home Assistant makes of it."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
BAD = (Verdict.WRONG, Verdict.NOT_RECORDED)
PIPE_WIDTH = 120
FAILURES = (corpus.CorpusError, environment.NoHomeAssistant, homes.HomeError, HouseError, ProductFailed)


@dataclass(frozen=True)
class Options:
    """What was asked for on the command line."""

    sentence: str | None
    home: str | None
    area: str | None
    kind: str | None
    language: str | None
    text: str | None
    folder: str | None
    wire: str
    failures: bool
    show: bool
    recorded: bool
    record: bool
    fresh: bool
    agree: bool
    prepare: bool
    markdown: Path | None
    json: Path | None
    server: str | None

    def wires(self) -> list[Wire]:
        """How the conversations are held."""
        return list(WIRES.values()) if self.wire == "all" or self.record else [WIRES[self.wire]]

    def cases(self) -> list[Case]:
        """The conversations to hold."""
        cases = corpus.load(corpus.below(self.folder), self.home)
        if self.sentence is None:
            cases = corpus.select(cases, self.home, self.kind, self.language, self.text)
        elif self.home is None:
            raise click.UsageError("a single sentence needs --home")
        else:
            homes.load(self.home)
            cases = [self._one(self.sentence, self.home, cases)]
        if not cases:
            raise click.UsageError("nothing in the corpus fits")
        partly = any((self.sentence, self.home, self.kind, self.language, self.text, self.folder))
        if (self.fresh or self.agree) and partly:
            raise click.UsageError("--fresh and --agree need the whole corpus")
        return cases

    def _one(self, sentence: str, home: str, cases: list[Case]) -> Case:
        """The corpus' own case of a sentence, or one that expects nothing in particular."""
        for case in cases:
            if case.text.casefold() == sentence.casefold() and case.home == home and self.area in (None, case.area):
                return case
        utterance = Utterance(say=sentence, nothing=True)
        return Case("", home, homes.load(home).language, "not in the corpus", self.area, (utterance,))


def _house(options: Options, console: Console) -> House:
    if options.recorded:
        return RecordedHouse()
    if options.record:
        return RecordingHouse(environment.prepare())
    try:
        return RealHouse(environment.ready())
    except environment.NoHomeAssistant as reason:
        console.print(f"[yellow]Recorded mode: {reason}[/yellow]")
        return RecordedHouse()


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
@click.option("--folder", metavar="NAME", help="Only the sentences in this folder of the corpus, which no other run holds.")
@click.option("--wire", type=click.Choice([*WIRES, "all"]), default=PLAIN.name, show_default=True)
@click.option("--failures", is_flag=True, help="Show everything that is not right, with its path through the machine.")
@click.option("--show", is_flag=True, help="Show every conversation.")
@click.option("--recorded", is_flag=True, help="Replay recordings instead of a real Home Assistant.")
@click.option("--record", is_flag=True, help="Run on the real Home Assistant on every wire, and write recordings.")
@click.option("--fresh", is_flag=True, help="With --record on everything: drop recordings that are no longer used.")
@click.option("--agree", is_flag=True, help="Write this run's figures for the whole corpus as the agreed ones.")
@click.option("--prepare", is_flag=True, help="Make the environment with the real Home Assistant, and stop.")
@click.option("--markdown", type=click.Path(path_type=Path, dir_okay=False), help="Write the report as Markdown.")
@click.option("--json", type=click.Path(path_type=Path, dir_okay=False), help="Write the report as JSON.")
@click.option("--server", metavar="URL", help="Judge a server that runs already; its model calls cannot be counted.")
def main(**options: Any) -> None:
    """Judge HA-Assist by what a real Home Assistant does with its tool calls.

    Without SENTENCE, the corpus is run. Exit code 1 when anything is wrong or not recorded.
    """
    try:
        sys.exit(_main(Options(**options)))
    except FAILURES as problem:
        raise click.ClickException(str(problem)) from problem


def _main(options: Options) -> int:
    console = Console()
    if not console.is_terminal:
        console = Console(width=PIPE_WIDTH)
    if options.prepare:
        console.print(f"Home Assistant is ready: {environment.prepare()}")
        return 0
    cases = options.cases()
    house = _house(options, console)
    with Session(house, options.server) as session:
        results, seconds = _run(session, cases, options.wires(), console)
        if isinstance(house, RecordingHouse):
            for path in house.save(keep=not options.fresh):
                console.print(f"[dim]recorded {path.name}: {path.stat().st_size / 1e6:.2f} MB[/dim]")
    _publish(console, options, results, seconds)
    if options.agree:
        agreed.write(agreed.Figures.of(results))
    bad = any(result.judgement.verdict in BAD for result in results)
    return 1 if bad and options.sentence is None else 0


def _publish(console: Console, options: Options, results: list[Result], seconds: float) -> None:
    single = options.sentence is not None
    for result in results:
        if single or options.show or (options.failures and result.judgement.verdict is not Verdict.RIGHT):
            report.show(console, result, states=single)
            console.print()
    if not single:
        console.print(report.tables(results, seconds))
    if options.markdown:
        options.markdown.write_text(report.markdown(results, seconds), encoding="utf-8")
    if options.json:
        options.json.write_text(report.as_json(results, seconds), encoding="utf-8")
