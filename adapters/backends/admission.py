"""How much a backend takes on: what it works on, and a queue that is never longer than was set.

A long queue helps nobody who waits for a light: whoever would have to wait behind a full one is told so at once.
"""

from math import ceil
from threading import Lock
from time import monotonic

from .protocol import BackendError

FIRST_GUESS = 5.0
"""Seconds that a generation is taken to last until one has been measured."""

WEIGHT = 0.3
"""How much of the expected time the last generation decides."""


class Ticket:
    """A place in a backend: taken by ``Admission.enter``, begun when the work begins, given back once the work has ended."""

    def __init__(self, admission: "Admission") -> None:
        self._admission = admission
        self._entered = monotonic()
        self._begun: float | None = None
        self._left = False

    def begin(self) -> float:
        """The work begins. Returns the seconds that were waited."""
        self._begun = monotonic()
        return self._begun - self._entered

    def leave(self) -> None:
        """The work has ended, or never begun. Once is enough; more does no harm."""
        with self._admission.lock:
            if not self._left:
                self._left = True
                self._admission.inside -= 1
                if self._begun is not None:
                    self._admission.learn(monotonic() - self._begun)


class Admission:
    """At most ``at_once`` requests are worked on and ``waiting`` wait. Safe to use from several threads."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self.lock = Lock()
        self.inside = 0
        self._at_once = at_once
        self._most = at_once + waiting
        self._expected = FIRST_GUESS

    def enter(self) -> Ticket:
        """A place, or BackendError 503 with the seconds after which one is likely to be free."""
        with self.lock:
            if self.inside >= self._most:
                waiting = self.inside - self._at_once + 1
                seconds = float(max(1, ceil(self._expected * waiting / self._at_once)))
                raise BackendError(
                    f"the backend is busy: {self.inside} requests are being answered or wait",
                    status=503,
                    code="backend_busy",
                    retry_after=seconds,
                )
            self.inside += 1
        return Ticket(self)

    def learn(self, seconds: float) -> None:
        """How long a generation took."""
        self._expected += WEIGHT * (seconds - self._expected)

    @property
    def load(self) -> dict[str, int]:
        """For ``/health``: how many are ``active`` or ``waiting``, and how many may wait."""
        active = min(self.inside, self._at_once)
        return {"active": active, "waiting": self.inside - active, "queue": self._most - self._at_once}
