"""A judging session: one house, one counting model, one running product per language setting, and cases to run."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from . import homes
from .backend import CountingBackend
from .conversation import Client, Conversation, Turn, Wire
from .corpus import Case
from .houses import House
from .judge import Judgement, judge
from .product import Product


@dataclass
class Result:
    """One case on one wire: what happened and the verdict."""

    case: Case
    wire: Wire
    turns: list[Turn]
    judgement: Judgement
    seconds: float = 0.0

    @property
    def model_calls(self) -> int:
        """Generative calls, counted at the model."""
        return sum(turn.model_calls for turn in self.turns)

    @property
    def refused(self) -> int:
        """Calls that Home Assistant refused."""
        return sum(turn.refused for turn in self.turns)


@dataclass
class Session:
    """Use as a context manager; everything that was started is stopped at the end."""

    house: House
    server: str | None = None
    command: list[str] | None = None
    _products: dict[tuple[str, ...], Product] = field(default_factory=dict)

    def __enter__(self) -> Self:
        self.backend = CountingBackend()
        self.client = Client(self.house, lambda: self.backend.calls)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for product in self._products.values():
            product.close()
        self.client.close()
        self.backend.close()
        self.house.close()

    def url(self, home: str) -> str:
        """The server for a home: started on first use, one per language setting."""
        if self.server is not None:
            return self.server
        languages = homes.load(home).assistant_languages()
        key = tuple(languages)
        if key not in self._products:
            self._products[key] = Product(languages, self.backend.base_url, self.command)
        return self._products[key].url

    def run(self, case: Case, wire: Wire) -> Result:
        """Hold one conversation and judge it."""
        conversation = Conversation(self.url(case.home), wire, case.home, case.area)
        start = time.perf_counter()
        turns = self.client.converse(conversation, [turn.say for turn in case.turns])
        seconds = time.perf_counter() - start
        return Result(case, wire, turns, judge(case, turns, homes.load(case.home)), seconds)

    def run_all(self, cases: Iterable[Case], wires: Iterable[Wire]) -> Iterator[Result]:
        """Hold every conversation on every wire."""
        wires = list(wires)
        for case in cases:
            for wire in wires:
                if case.since is None or case.since <= wire.dialect.name:
                    yield self.run(case, wire)
