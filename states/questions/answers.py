"""The words of an answer, from HA's official templates: what matched, what did not, a state with its unit."""

from collections.abc import Mapping, Sequence
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from ...adapters.home_assistant.types import Entity
from ...adapters.intents.grammars import respond
from ...adapters.intents.replies import reply
from .meanings import SILENT, Reading, holds, kind_of_state, measured, number
from .query import TOGETHER, Query

_INTENT = "HassGetState"
# More values than this are not spoken one after the other.
_MOST_VALUES = 6


class Speaker(Struct, frozen=True):
    """Says answers in the first of ``languages`` that has the words. ``states`` are the spoken words for states."""

    languages: tuple[str, ...]
    states: Mapping[str, str]

    def about_states(self, query: Query, entities: Sequence[Entity]) -> str | None:
        """The answer to a question about the state of ``entities``, all with live data; None if there is nothing to say."""
        state = query.state or ""
        if "both" in query.flags and len(entities) != 2:
            return None
        matched, unmatched, silent = _sorted(query, entities)
        if not matched and not unmatched:
            return self.silent(silent) if silent else None
        form = query.form
        if form == "yesno" and len(matched) + len(unmatched) > 1:
            form = "all" if query.state in TOGETHER or not unmatched else "any"
        if form == "yesno" and all(entity.domain == "weather" for entity in (*matched, *unmatched)):
            return self.whether(None if matched else ())
        if form == "yesno":
            return self._official("one_yesno", query, matched, unmatched, (matched or unmatched)[0])
        if form == "none":
            return self._official("one_yesno", query, () if matched else (unmatched[0],), matched, (matched or unmatched)[0])
        key = {"count": "how_many"}.get(form, form)
        text = self._official(key, query, matched, unmatched, (matched or unmatched)[0], state=self.word(state))
        # What does not say how it is must not seem to have been counted.
        return f"{text}. {self.silent(silent)}" if text and silent else text

    def about_values(self, query: Query, entities: Sequence[Entity]) -> str | None:
        """The answer to a question for a value: of one thing, or of each of a few."""
        found: list[tuple[Entity, Reading]] = []
        silent: list[Entity] = []
        for entity in entities:
            if _says_nothing(entity):
                silent.append(entity)
            elif (reading := self._reading(query, entity)) is not None:
                found.append((entity, reading))
        if not found:
            return self.silent(silent) if silent else None
        if len(found) > _MOST_VALUES:
            return None
        labels = _labels([entity for entity, _ in found])
        texts = [self._value(query, entity, reading, label) for (entity, reading), label in zip(found, labels, strict=True)]
        if query.measure is None and not query.states:
            # "What is on TV?" wants the title, too.
            titles = (
                measured(entity, "media") for entity, _ in found if entity.domain == "media_player" and entity.state == "playing"
            )
            texts.extend(title.spoken for title in titles if title is not None)
        return ". ".join(text for text in texts if text) or None

    def playing(self, players: Sequence[Entity]) -> str | None:
        """What players play: the title, and the state of one that is not at it or does not tell."""
        if not 0 < len(players) <= _MOST_VALUES:
            return None
        return ". ".join(filter(None, map(self._played, players))) or None

    def _played(self, player: Entity) -> str | None:
        if _says_nothing(player):
            return self.silent([player])
        title = measured(player, "media")
        if title is not None and player.state == "playing":
            return title.spoken
        spoken = self.word(kind_of_state(player) or "")
        state = respond(self.languages, _INTENT, ("one",), slots={"name": _label(player)}, state=_State(spoken, spoken, player))
        return f"{state}. {title.spoken}" if state and title is not None and player.state == "paused" else state

    def things(self, query: Query, entities: Sequence[Entity]) -> str | None:
        """What there is, from the catalogue alone."""
        if query.form == "count":
            return self._official("how_many", query, entities, (), entities[0] if entities else None)
        key = "any" if query.form == "exists" else "which"
        return self._official(key, query, entities, (), entities[0] if entities else None)

    def where(self, query: Query, entity: Entity) -> str | None:
        """Where somebody is."""
        state = entity.state or ""
        if state.casefold() in SILENT:
            return self.silent([entity])
        if entity.domain in {"vacuum", "lawn_mower"}:
            return self._official("one", query, (entity,), (), entity)
        if entity.domain not in {"person", "device_tracker"}:
            return None
        spoken = self.word(kind_of_state(entity) or "")
        return respond(
            self.languages, _INTENT, ("where",), slots={"name": _label(entity)},
            state=_State(spoken, spoken, entity), query=_Matches([entity], []),
        )  # fmt: skip

    def weather(self, entity: Entity) -> str | None:
        """The weather now."""
        told = entity.attributes
        if (entity.state or "").casefold() in SILENT:
            return self.silent([entity])
        if entity.domain != "weather" or number(str(told.get("temperature"))) is None:
            return None
        if not told.get("temperature_unit"):
            entity = replace(entity, attributes={**told, "temperature_unit": ""})
        return respond(
            self.languages, "HassGetWeather", ("default",), state=_State(entity.state or "", entity.state or "", entity)
        )

    def count(self, things: Sequence[str]) -> str | None:
        """How many there are."""
        return respond(self.languages, _INTENT, ("how_many",), slots={"name": "", "state": ""}, state=None, query=_Names(things))

    def whether(self, things: Sequence[str] | None) -> str | None:
        """Yes with the names of what there is, no where nothing is, and just yes for None."""
        if things is None:
            return respond(self.languages, _INTENT, ("one_yesno",), slots={"name": "", "state": ""}, query=_Names(("",)))
        slots = {"name": "", "state": ""}
        return respond(self.languages, _INTENT, ("any",), slots=slots, state=_State("", "", None), query=_Names(things))

    def silent(self, entities: Sequence[Entity]) -> str:
        """That things do not say how they are."""
        return reply("unavailable", self.languages, targets=", ".join(_labels(entities)))

    def word(self, state: str) -> str:
        """The spoken word for a state; HA's own where there is none."""
        return self.states.get(state, state.replace("_", " "))

    def _reading(self, query: Query, entity: Entity) -> Reading | None:
        if entity.device_class == "timestamp":
            return None
        if query.measure in {None, "state", "mode"}:
            if entity.domain == "sensor":
                return measured(entity, "temperature")
            return Reading(self.word(kind_of_state(entity) or ""))
        return measured(entity, query.measure or "")

    def _value(self, query: Query, entity: Entity, reading: Reading, label: str) -> str | None:
        is_state = query.measure in {None, "state", "mode"} and entity.domain != "sensor"
        state = _State(reading.value, reading.spoken, entity, is_state=is_state)
        return respond(self.languages, _INTENT, ("one",), slots={"name": label}, state=state)

    def _official(
        self,
        key: str,
        query: Query,
        matched: Sequence[Entity],
        unmatched: Sequence[Entity],
        first: Entity | None,
        *,
        state: str = "",
    ) -> str | None:
        spoken = self.word(kind_of_state(first) or "") if first is not None else ""
        return respond(
            self.languages, _INTENT, (key,), slots={"name": _label(first) if first is not None else "", "state": state},
            state=_State(spoken, spoken, first), query=_Matches(matched, unmatched),
        )  # fmt: skip


class _Word(str):
    """The spoken word for a state, which the official templates may compare with HA's own words for it."""

    __slots__ = ("own",)

    def __new__(cls, spoken: str, *own: str | None) -> Self:
        return super().__new__(cls, spoken)

    def __init__(self, spoken: str, *own: str | None) -> None:
        self.own = own

    def __eq__(self, other: object) -> bool:
        return other in self.own or str.__eq__(self, other)

    __hash__ = str.__hash__


class _State(_Word):
    """A state as the official templates see it: comparable with HA's own word for it, and with more to be asked for."""

    __slots__ = ("attributes", "domain", "name", "state", "state_with_unit")

    def __new__(cls, state: str, with_unit: str, entity: Entity | None, *, is_state: bool = True) -> Self:
        return super().__new__(cls, state)

    def __init__(self, state: str, with_unit: str, entity: Entity | None, *, is_state: bool = True) -> None:
        # A value that was read off a thing is not its state.
        own = (entity.state, kind_of_state(entity)) if entity is not None and is_state else ()
        super().__init__(state, *own)
        self.state = _Word(state, *own)
        self.state_with_unit = _Word(with_unit, *own[1:])
        self.name = _label(entity) if entity is not None else ""
        self.domain = entity.domain if entity is not None else ""
        self.attributes = {"device_class": entity.device_class or "", **entity.attributes} if entity is not None else {}


class _Names:
    """Names of things that are no entities, as the official templates see what matched."""

    def __init__(self, names: Sequence[str]) -> None:
        self.matched = [{"name": name} for name in names]
        self.unmatched: list[dict[str, str]] = []


class _Matches:
    """The outcome of a query as the official templates see it."""

    def __init__(self, matched: Sequence[Entity], unmatched: Sequence[Entity]) -> None:
        labels = _labels([*matched, *unmatched])
        self.matched = [{"name": label} for label in labels[: len(matched)]]
        self.unmatched = [{"name": label} for label in labels[len(matched) :]]


def _labels(entities: Sequence[Entity]) -> list[str]:
    """The names to speak; equal names get their area."""
    names = [_label(entity) for entity in entities]
    return [
        f"{name} ({entity.area.display})" if names.count(name) > 1 and entity.area is not None else name
        for name, entity in zip(names, entities, strict=True)
    ]


def _says_nothing(entity: Entity) -> bool:
    return (entity.state or "").casefold() in SILENT


def _label(entity: Entity) -> str:
    return entity.names.display


def _sorted(query: Query, entities: Sequence[Entity]) -> tuple[list[Entity], list[Entity], list[Entity]]:
    """Those that are in the state that was asked for, those that are not, and those that do not say."""
    matched: list[Entity] = []
    unmatched: list[Entity] = []
    silent: list[Entity] = []
    for entity in entities:
        holding = holds(entity, query.state or "")
        if _says_nothing(entity) and holding is None:
            silent.append(entity)
        elif holding is not None:
            (matched if holding is not ("not" in query.flags) else unmatched).append(entity)
    return matched, unmatched, silent
