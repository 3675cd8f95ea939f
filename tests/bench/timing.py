"""How long something takes."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any


@dataclass(frozen=True)
class Times:
    """Durations in milliseconds."""

    samples: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.samples)

    @property
    def p95(self) -> float:
        return sorted(self.samples)[int(0.95 * (len(self.samples) - 1))]

    def json(self) -> dict[str, float]:
        numbers = {"median_ms": self.median, "least_ms": min(self.samples), "p95_ms": self.p95, "samples": len(self.samples)}
        return {name: round(number, 4) for name, number in numbers.items()}


def together(calls: Sequence[Callable[[], Any]], *, seconds: float, least: int = 3) -> list[Times]:
    """Times of several calls, taken in turns so that whatever else the machine does hits them alike; a first round is not
    counted. Goes on for ``seconds``, and for ``least`` rounds at least."""
    samples: list[list[float]] = [[] for _ in calls]
    for call in calls:
        call()
    end = perf_counter() + seconds
    while perf_counter() < end or len(samples[0]) < least:
        for call, found in zip(calls, samples, strict=True):
            started = perf_counter()
            call()
            found.append((perf_counter() - started) * 1000)
    return [Times(tuple(found)) for found in samples]


def awaited(call: Callable[[], Coroutine[Any, Any, Any]], *, seconds: float, batch: int = 50) -> Times:
    """Times of a coroutine that is too short to be timed one by one: in one event loop, the mean of every ``batch``."""

    async def measure() -> list[float]:
        found: list[float] = []
        end = perf_counter() + seconds
        while perf_counter() < end or len(found) < 3:
            started = perf_counter()
            for _ in range(batch):
                await call()
            found.append((perf_counter() - started) * 1000 / batch)
        return found[1:]

    return Times(tuple(asyncio.run(measure())))
