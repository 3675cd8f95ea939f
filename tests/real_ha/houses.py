"""Home Assistant's side of a conversation, seen from the client: offers, executed calls, and what changed.

`RealHouse` is a real Home Assistant in a process of its own; `recording.RecordedHouse` replays one.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import environment, homes, live
from .dialects import Offer

DRIVER = Path(__file__).parent / "driver"
START = "start"

Json = dict[str, Any]


class HouseError(Exception):
    """Home Assistant, or our driver of it, failed."""


class NotRecorded(Exception):
    """The recordings do not know what Home Assistant would do here."""


@dataclass(frozen=True)
class Call:
    """A tool call by Home Assistant's own name, and what the user said."""

    name: str
    args: Json
    text: str = ""


@dataclass
class Outcome:
    """What came of something that happened in a house: the call's result, changed views, entities that were commanded."""

    result: Any = None
    changes: Json = field(default_factory=dict)
    touched: list[str] = field(default_factory=list)
    pending: str = ""


@dataclass
class Mirror:
    """What we know about one house at this moment."""

    initial: Json
    views: Json
    pending: str = ""

    @classmethod
    def of(cls, views: Json) -> Mirror:
        """A house that has just been reset."""
        return cls(views, dict(views))

    def take(self, outcome: Outcome) -> Outcome:
        """Note what an outcome changed."""
        self.views.update(outcome.changes)
        self.pending = outcome.pending
        return outcome

    def state_key(self) -> str:
        """A short name for the present state: equal exactly when the same entities differ from the start in the same way."""
        changed = {key: view["values"] for key, view in self.views.items() if view != self.initial[key]}
        if not changed and not self.pending:
            return START
        text = json.dumps([changed, self.pending], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


class House:
    """What the client needs of Home Assistant. Homes are opened on first use and stay open."""

    def __init__(self) -> None:
        self._mirrors: dict[str, Mirror] = {}
        self._offers: dict[tuple[str, str | None], Offer] = {}

    def views(self, home: str) -> Json:
        """Every entity's present view: `values` in a person's units, `live` as GetLiveContext lists it."""
        return dict(self._mirror(home).views)

    def offer(self, home: str, area: str | None) -> Offer:
        """Prompt and tools for a speaker in an area."""
        self._mirror(home)
        key = (home, area)
        if key not in self._offers:
            self._offers[key] = self._offer(home, area)
        return self._offers[key]

    def reset(self, home: str) -> None:
        """Back to the home as written."""
        mirror = self._mirror(home)
        self._reset(home)
        self._mirrors[home] = Mirror.of(mirror.initial)

    def call(self, home: str, area: str | None, call: Call) -> Outcome:
        """Execute one tool call; reading changes nothing and needs no Home Assistant."""
        mirror = self._mirror(home)
        if call.name == live.TOOL:
            return Outcome({"success": True, "result": live.text(live.everything(mirror.views))}, pending=mirror.pending)
        return mirror.take(self._call(home, area, call))

    def advance(self, home: str, seconds: float) -> Outcome:
        """Let time pass; nothing comes of it when nothing is on its way."""
        mirror = self._mirror(home)
        return mirror.take(self._advance(home, seconds)) if mirror.pending else Outcome()

    def settle(self, home: str) -> Outcome:
        """Let time pass until nothing is on its way."""
        mirror = self._mirror(home)
        return mirror.take(self._settle(home)) if mirror.pending else Outcome()

    def close(self) -> None:
        """Give up whatever is held."""

    def _mirror(self, home: str) -> Mirror:
        if home not in self._mirrors:
            self._mirrors[home] = Mirror.of(self._load(home))
        return self._mirrors[home]

    def _load(self, home: str) -> Json:
        raise NotImplementedError

    def _offer(self, home: str, area: str | None) -> Offer:
        raise NotImplementedError

    def _reset(self, home: str) -> None:
        raise NotImplementedError

    def _call(self, home: str, area: str | None, call: Call) -> Outcome:
        raise NotImplementedError

    def _advance(self, home: str, seconds: float) -> Outcome:
        raise NotImplementedError

    def _settle(self, home: str) -> Outcome:
        raise NotImplementedError


class RealHouse(House):
    """A real Home Assistant, driven over JSON lines."""

    def __init__(self, python: Path | None = None) -> None:
        super().__init__()
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - lives as long as the process
        self._process = subprocess.Popen(
            [python or environment.ready(), DRIVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
        )

    def ask(self, do: str, home: str, **details: Any) -> Any:
        """Send one request to the driver."""
        assert self._process.stdin
        assert self._process.stdout
        try:
            self._process.stdin.write(json.dumps({"do": do, "home": home, **details}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise HouseError(f"the Home Assistant process ended: {self._last_words()}")
        reply = json.loads(line)
        if "error" in reply:
            raise HouseError(f"{do} in {home}: {reply['error']}\n{self._last_words()}")
        return reply["ok"]

    def _last_words(self) -> str:
        self._errors.seek(0)
        return self._errors.read()[-2000:]

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin
        self._process.stdin.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._errors.close()

    def _load(self, home: str) -> Json:
        return self.ask("load", home, spec=homes.load(home).for_driver())

    def whole_prompt(self, home: str, area: str | None) -> str:
        """Home Assistant's own system message, to check ours against."""
        self._mirror(home)
        return self.ask("offer", home, area=area)["whole"]

    def _offer(self, home: str, area: str | None) -> Offer:
        offer = self.ask("offer", home, area=area)
        del offer["whole"]
        return Offer(**offer)

    def live_text(self, home: str) -> str:
        """What Home Assistant's own GetLiveContext says, to check ours against."""
        self._mirror(home)
        return self.ask("call", home, area=None, name=live.TOOL, args={}, text="")["result"]["result"]

    def _reset(self, home: str) -> None:
        self.ask("reset", home)

    def _call(self, home: str, area: str | None, call: Call) -> Outcome:
        return Outcome(**self.ask("call", home, area=area, name=call.name, args=call.args, text=call.text))

    def _advance(self, home: str, seconds: float) -> Outcome:
        return Outcome(**self.ask("advance", home, seconds=seconds))

    def _settle(self, home: str) -> Outcome:
        return Outcome(**self.ask("settle", home))
