"""The figures that must hold: nothing wrong, and not fewer right than last agreed (`tests/corpus/agreed.yaml`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Self

import yaml

from .corpus import AGREED, FOLDER
from .judge import Verdict
from .session import Result

PATH = FOLDER / f"{AGREED}.yaml"
_HEAD = "# Held by CI: wrong is the most that may be wrong, right the fewest conversations per wire that must be right.\n"


@dataclass(frozen=True)
class Figures:
    """Two figures, the second per wire since every wire runs the whole corpus."""

    wrong: int
    right: int

    @classmethod
    def of(cls, results: Iterable[Result]) -> Self:
        """The figures of a run: the worst wire counts."""
        wires: dict[str, list[Verdict]] = {}
        for result in results:
            wires.setdefault(result.wire.name, []).append(result.judgement.verdict)
        return cls(
            wrong=max(verdicts.count(Verdict.WRONG) for verdicts in wires.values()),
            right=min(verdicts.count(Verdict.RIGHT) for verdicts in wires.values()),
        )


def read() -> Figures:
    """The agreed figures."""
    return Figures(**yaml.safe_load(PATH.read_text(encoding="utf-8")))


def write(figures: Figures) -> None:
    """Agree on new figures. What may be wrong never grows: that is a decision to be made by hand."""
    figures = replace(figures, wrong=min(figures.wrong, read().wrong))
    PATH.write_text(_HEAD + yaml.safe_dump(asdict(figures), sort_keys=False), encoding="utf-8", newline="\n")
