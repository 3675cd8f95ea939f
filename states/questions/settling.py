"""What a question comes to whose things are known: the read that will settle it, or the answer from what has been read."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct

from ...adapters.home_assistant.types import Entity, OfferedTool
from ...machine.turn import LIVE_CONTEXT, Evidence
from ..deterministic.mentions import PART, HouseIndex
from .answers import Speaker
from .meanings import MEASURES, QUESTION_KINDS, SILENT, can_be, can_measure, measured
from .query import Query
from .selection import Scope

# Things whose state does not tell what people want to know of them.
_CONTENTS = frozenset({"todo", "calendar", "scene", "script", "button"})
STATELESS = frozenset({"exists", "list"})


class Outcome(Struct, frozen=True):
    """What became of a question: the answer, or the arguments of the GetLiveContext call that will settle it, or that it asks
    for the ``clock`` (time or date), or nothing of these. ``unknown``: the answer is that there is none. ``evidence`` is why
    these things were chosen."""

    text: str | None = None
    unknown: bool = False
    evidence: tuple[Evidence, ...] = ()
    read: dict[str, Any] | None = None
    tool: str | None = None
    clock: str | None = None


NOTHING = Outcome()


def settle(
    chosen: Sequence[tuple[Query, Scope]], index: HouseIndex, entities: Sequence[Entity], tools: Sequence[OfferedTool],
    speaker: Speaker, *, read: bool,
) -> Outcome:  # fmt: skip
    needed = [i for query, scope in chosen if _needs_states(query) for i in scope.entities]
    if not read and any(entities[i].state is None for i in needed):
        tool = next((tool for tool in tools if tool.intent == LIVE_CONTEXT), None)
        return Outcome(read=_filter(chosen, needed, index, tool), tool=tool.name) if tool is not None else NOTHING
    if any(entities[i].state is None for i in needed):
        # The read did not cover all that is asked about.
        return NOTHING
    texts = [_answer(query, [entities[i] for i in scope.entities], speaker) for query, scope in _together(chosen)]
    if any(text is None for text in texts):
        return NOTHING
    return Outcome(text=". ".join(text for text in texts if text))


def _together(chosen: Sequence[tuple[Query, Scope]]) -> Sequence[tuple[Query, Scope]]:
    """Single things that are asked about in one breath ("are the lamp and the fan on?") as one question."""
    alike = [replace(query, flags=query.flags & {"not"}) for query, _ in chosen]
    # One of the parts has the word that asks, whichever it is.
    joint = len(chosen) > 1 and sum("shared" not in query.flags for query, _ in chosen) == 1
    joint = joint and len({query.states for query in alike}) == 1 and not any(query.flags for query in alike)
    single = all(query.form in {"yesno", "all"} and len(scope.entities) == 1 and query.names for query, scope in chosen)
    if not (joint and single):
        return chosen
    whole = tuple(i for _, scope in chosen for i in scope.entities)
    return [(replace(alike[0], form="all"), Scope(whole))]


def _needs_states(query: Query) -> bool:
    return query.form not in STATELESS and not (query.form == "count" and query.state is None)


def _answer(query: Query, entities: Sequence[Entity], speaker: Speaker) -> str | None:
    if not _needs_states(query):
        return speaker.things(query, entities) if entities or not _is_class(query) else None
    if query.measure == "media":
        return _playing(query, [entity for entity in entities if entity.domain == "media_player"], speaker)
    # With live data, what only could have been meant turns out to be or not to be.
    there = [entity for entity in entities if entity.state is not None and _fits(query, entity)]
    if not there:
        return None
    if query.form == "where":
        return speaker.where(query, there[0]) if len(there) == 1 else None
    if query.form == "value":
        if query.measure is None and any(entity.domain in _CONTENTS for entity in there):
            return None
        if query.measure == "weather":
            return _weather(query, there, speaker)
        return speaker.about_values(query, _closest(query, there))
    return speaker.about_states(query, there)


def _weather(query: Query, there: Sequence[Entity], speaker: Speaker) -> str | None:
    """The weather now; where that is not known, how warm it is outside."""
    weather = [entity for entity in there if entity.domain == "weather"]
    outside = [entity for entity in there if entity not in weather]
    text = speaker.weather(weather[0]) if len(weather) == 1 else None
    warm = speaker.about_values(replace(query, measures=("temperature",)), outside) if text and outside else None
    return f"{text} {warm}" if warm else text


def _playing(query: Query, players: Sequence[Entity], speaker: Speaker) -> str | None:
    """What is playing, on a player that is named or on any."""
    if query.names or (query.kinds and len(players) == 1):
        return speaker.playing(players)
    playing = [entity for entity in players if entity.state == "playing"]
    return (
        speaker.playing(playing) if playing else speaker.about_states(replace(query, form="which", states=("playing",)), players)
    )


def _is_class(query: Query) -> bool:
    """Whether a kind is a matter of device classes, which the catalogue does not list: that there is none is not known."""
    return bool(query.kinds) and any(QUESTION_KINDS.get(query.kinds[-1][0], {}).values())


def _fits(query: Query, entity: Entity) -> bool:
    if query.state is not None and query.form != "value":
        return can_be(entity, query.state)
    if query.measure not in MEASURES or (entity.state or "").casefold() in SILENT:
        return query.measure not in MEASURES or can_measure(entity, query.measure or "")
    # With live data it is known whether a thing has such a value at all.
    return can_measure(entity, query.measure or "") and measured(entity, query.measure or "") is not None


def _closest(query: Query, entities: Sequence[Entity]) -> list[Entity]:
    """A room's own sensors before the thermostat that measures too, and the thermostat before the weather."""
    if query.names:
        base = {candidate.reading for match in query.names for candidate in match.candidates}
        own = [
            e
            for e in entities
            if base & set(e.names.readings) and (query.measure not in MEASURES or measured(e, query.measure or ""))
        ]
        return own or list(entities)
    if query.measure is None:
        return list(entities)
    for domains in (("sensor",), ("climate", "water_heater"), ("weather",)):
        found = [entity for entity in entities if entity.domain in domains]
        if found:
            return found
    return list(entities)


def _filter(chosen: Sequence[tuple[Query, Scope]], needed: Sequence[int], index: HouseIndex, tool: OfferedTool) -> dict[str, Any]:
    """The narrowest filter that the offered tool has and that keeps all that is needed."""
    things = [index.entities[i] for i in dict.fromkeys(needed)]
    slots = tool.slots
    arguments: dict[str, Any] = {}
    called = _called(chosen, needed[0]) if things else None
    if len(things) == 1 and "name" in slots and (things[0].names.certain or called):
        name = {"name": called or things[0].names.display}
        return {**name, "domain": [things[0].domain]} if "domain" in slots else name
    areas = {scope.area for _, scope in chosen}
    if len(areas) == 1 and None not in areas and "area" in slots and all(thing.area is not None for thing in things):
        arguments["area"] = index.areas[next(area for area in areas if area is not None)].names.display
    domains = sorted({thing.domain for thing in things})
    if "domain" in slots and domains:
        arguments["domain"] = domains
    return arguments


def _called(chosen: Sequence[tuple[Query, Scope]], entity: int) -> str | None:
    """The whole name by which the question calls an entity, if it does."""
    candidates = (c for query, _ in chosen for match in query.names if match.cost < PART for c in match.candidates)
    return next((candidate.reading for candidate in candidates if candidate.index == entity), None)
