"""Replaying Home Assistant without Home Assistant.

A recording is one JSON file per home: every entity's first view, the offers per area, and for each thing that happened,
keyed by the state it happened in, what came of it. Keys do not depend on the order of sentences: a state is named by how it
differs from the start. Reading (GetLiveContext) is not recorded, it is put together from the entities' views.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from . import homes
from .dialects import Offer
from .houses import Call, House, NotRecorded, Outcome, RealHouse

FOLDER = Path(__file__).parent / "recordings"
NOWHERE = "-"
SHARED = ("time_line", "instructions", "context")

Json = dict[str, Any]


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=False, separators=(", ", ": "))


def call_key(state: str, area: str | None, call: Call) -> str:
    """The key of a call made in a state by a speaker in an area."""
    return f"{state} · {area or NOWHERE} · {call.name} {json.dumps(call.args, sort_keys=True, ensure_ascii=False)}"


def time_key(state: str, what: str) -> str:
    """The key of time passing in a state: `settle`, or `advance` with seconds."""
    return f"{state} · {what}"


class Recording:
    """One home's recording."""

    def __init__(self, home: str, data: Json | None = None) -> None:
        self.home = home
        data = data or {}
        self.source: Json = data.get("source", {})
        self.views: Json = data.get("views", {})
        self.shared: Json = data.get("shared", {})
        self.tools: Json = data.get("tools", {})
        self.offers: Json = data.get("offers", {})
        self.happened: Json = data.get("happened", {})

    @classmethod
    def read(cls, home: str, folder: Path = FOLDER) -> Recording:
        """Read a home's recording; empty when there is none."""
        path = folder / f"{home}.json"
        return cls(home, json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None)

    def write(self, folder: Path = FOLDER) -> None:
        """Write it, one fact a line, in an order that does not depend on how it came about."""
        sections = {
            "source": self.source,
            "views": self.views,  # in Home Assistant's own order, which readings show
            "shared": self.shared,
            "tools": dict(sorted(self.tools.items())),
            "offers": dict(sorted(self.offers.items())),
            "happened": dict(sorted(self.happened.items())),
        }
        parts = []
        for title, facts in sections.items():
            lines = ",\n".join(f"{_line(key)}: {_line(fact)}" for key, fact in facts.items())
            parts.append(f"{_line(title)}: {{\n{lines}\n}}")
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.home}.json"
        path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8", newline="\n")

    def put_offer(self, area: str | None, offer: Offer) -> None:
        """Keep an offer; what all areas share, and equal tools, are kept once."""
        self.shared.update({part: getattr(offer, part) for part in SHARED})
        names = []
        for tool in offer.tools:
            self.tools[tool["name"]] = tool
            names.append(tool["name"])
        self.offers[area or NOWHERE] = {"control": offer.control, "tools": names}

    def get_offer(self, area: str | None) -> Offer:
        """The offer for an area."""
        if (area or NOWHERE) not in self.offers:
            raise NotRecorded(f"{self.home}: nothing is recorded for a speaker in {area or 'no area'}")
        own = self.offers[area or NOWHERE]
        return Offer(**self.shared, control=own["control"], tools=[self.tools[name] for name in own["tools"]])


def _source(home: str) -> Json:
    return {"home": homes.load(home).fingerprint()}


def outcome_to_json(outcome: Outcome) -> Json:
    """An outcome without what is empty."""
    fields = {"result": outcome.result, "changes": outcome.changes}
    fields |= {"touched": outcome.touched, "pending": outcome.pending}
    return {key: value for key, value in fields.items() if value}


class RecordingHouse(RealHouse):
    """A real Home Assistant that also fills recordings."""

    def __init__(self, python: Path | None = None) -> None:
        super().__init__(python)
        self.recordings: dict[str, Recording] = {}

    def _load(self, home: str) -> Json:
        views = super()._load(home)
        self.recordings[home] = Recording(home, {"source": _source(home), "views": views})
        return views

    def _offer(self, home: str, area: str | None) -> Offer:
        offer = super()._offer(home, area)
        self.recordings[home].put_offer(area, offer)
        return offer

    def _note(self, home: str, key: str, outcome: Outcome) -> Outcome:
        self.recordings[home].happened[key] = outcome_to_json(outcome)
        return outcome

    def _call(self, home: str, area: str | None, call: Call) -> Outcome:
        key = call_key(self._mirror(home).state_key(), area, call)
        return self._note(home, key, super()._call(home, area, call))

    def _advance(self, home: str, seconds: float) -> Outcome:
        key = time_key(self._mirror(home).state_key(), f"advance {seconds:g}")
        return self._note(home, key, super()._advance(home, seconds))

    def _settle(self, home: str) -> Outcome:
        return self._note(home, time_key(self._mirror(home).state_key(), "settle"), super()._settle(home))

    def save(self, keep: bool = True) -> list[Path]:
        """Write the recordings; with `keep`, what was recorded earlier stays if the home itself is unchanged."""
        for home, new in self.recordings.items():
            old = Recording.read(home)
            if keep and old.source == new.source and old.views == new.views:
                for area in old.offers:
                    self.offer(home, None if area == NOWHERE else area)
                new.happened = old.happened | new.happened
            new.write()
        return [FOLDER / f"{home}.json" for home in sorted(self.recordings)]


class RecordedHouse(House):
    """A house that says what was recorded, and refuses to guess."""

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__()
        self._folder = folder
        self._recordings: dict[str, Recording] = {}

    def _load(self, home: str) -> Json:
        recording = self._recordings[home] = Recording.read(home, self._folder)
        if not recording.views:
            raise NotRecorded(f"home {home} is not recorded")
        if recording.source != _source(home):
            raise NotRecorded(f"home {home} has changed since it was recorded")
        return recording.views

    def _offer(self, home: str, area: str | None) -> Offer:
        return self._recordings[home].get_offer(area)

    def _reset(self, home: str) -> None:
        pass

    def _replay(self, home: str, key: str) -> Outcome:
        recorded = self._recordings[home].happened.get(key)
        if recorded is None:
            raise NotRecorded(f"{home}: {key}")
        return Outcome(**recorded)

    def _call(self, home: str, area: str | None, call: Call) -> Outcome:
        return self._replay(home, call_key(self._mirror(home).state_key(), area, call))

    def _advance(self, home: str, seconds: float) -> Outcome:
        return self._replay(home, time_key(self._mirror(home).state_key(), f"advance {seconds:g}"))

    def _settle(self, home: str) -> Outcome:
        return self._replay(home, time_key(self._mirror(home).state_key(), "settle"))
