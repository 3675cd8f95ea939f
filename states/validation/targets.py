"""What a generated call is aimed at: its target put into the exact names of the house, and the entities that it reaches."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ...adapters.home_assistant.types import Entity, OfferedTool
from ...adapters.intents.text import norms
from ...machine.turn import Evidence
from ..deterministic.actions import DOMAINS
from ..deterministic.mentions import EXACT, INFLECTED, PART, Candidate, HouseIndex, Match
from ..deterministic.repair import RepairSettings, nearest

_ENTITY_ID = re.compile(r"(?P<domain>[a-z_]+)\.(?P<object>[a-z0-9_]+)")
_SCORES = {EXACT: 100.0, INFLECTED: 95.0, PART: 90.0}


class Aimed(Struct, frozen=True):
    """A call whose target is known. ``reached`` are entities by index; ``loose``: the name was not quite that of the house."""

    arguments: dict[str, Any]
    reached: frozenset[int] = frozenset()
    evidence: tuple[Evidence, ...] = ()
    loose: bool = False


class NoTarget(Struct, frozen=True):
    """Why a call is aimed at nothing that there is."""

    reason: str


def aim(tool: OfferedTool, arguments: Mapping[str, Any], index: HouseIndex, repair: RepairSettings) -> Aimed | NoTarget:
    """The target of a call in the house. Pure.

    A name that is nearly that of just one thing becomes that; a domain that is not the thing's own is put right, for the name
    alone says what is meant; a device class that nothing has is left out where a name is there.
    """
    made = dict(arguments)
    evidence: list[Evidence] = []
    area: int | None = None
    if isinstance(made.get("area"), str):
        area = _area(made["area"], index)
        if area is None:
            return NoTarget(f"there is no area {made['area']!r}")
        made["area"] = _spelt(made["area"], index.areas[area].names.readings)
    floor: str | None = None
    if isinstance(made.get("floor"), str):
        floor = made["floor"] = index.floor_called(made["floor"])
        if floor is None:
            return NoTarget(f"there is no floor {arguments['floor']!r}")
    loose = False
    pool = index.pool(area, floor)
    domains = DOMAINS.get(tool.intent or "")
    if isinstance(made.get("name"), str):
        found = _named(made["name"], index, set(pool), domains, made.get("domain"), repair)
        if isinstance(found, NoTarget):
            return found
        reached, found_evidence = found
        made["name"] = found_evidence.found
        loose = found_evidence.kind != "exact"
        if found_evidence.said != found_evidence.found:
            evidence.append(found_evidence)
        _agree(made, [index.entities[i] for i in reached])
        return Aimed(made, frozenset(reached), tuple(evidence), loose)
    listed = _texts(made.get("domain"))
    reached = [
        i
        for i in pool
        if index.entities[i].domain in (listed or domains or (index.entities[i].domain,))
        and (not domains or index.entities[i].domain in domains)
    ]
    _drop_nonsense(made, tool)
    classes = _texts(made.get("device_class"))
    if classes:
        reached = [i for i in reached if _of_class(index.entities[i], index.kinds[i], classes)]
    if not reached:
        return NoTarget("nothing of that kind is there")
    return Aimed(made, frozenset(reached), tuple(evidence))


def reached_by(arguments: Mapping[str, Any], tool: OfferedTool, index: HouseIndex) -> frozenset[int]:
    """The entities that a call reached which Home Assistant has carried out."""
    found = aim(tool, arguments, index, RepairSettings(names=False))
    return found.reached if isinstance(found, Aimed) else frozenset()


def _named(
    name: str, index: HouseIndex, pool: set[int], domains: set[str] | None, given: Any, repair: RepairSettings
) -> tuple[list[int], Evidence] | NoTarget:
    """The entities with this name, and the name to send. Several are one target only if Home Assistant is to choose by domain
    or area, which leaves one."""
    candidates, kind, score = _candidates(name, index, pool, repair)
    if not candidates:
        return NoTarget(f"there is nothing called {name!r}")
    fitting = [c for c in candidates if domains is None or index.entities[c.index].domain in domains]
    if not fitting:
        return NoTarget(f"{name!r} is a {index.entities[candidates[0].index].domain}, which this tool is not for")
    listed = _texts(given)
    chosen = [c for c in fitting if index.entities[c.index].domain in listed] or fitting
    if len({c.index for c in chosen}) > 1:
        return NoTarget(f"{name!r} is not unique")
    best = chosen[0]
    thing = index.entities[best.index]
    exact = kind == "exact" and name.casefold() != thing.names.joined.casefold()
    sent = best.reading if exact or thing.names.certain else thing.names.display
    kind = "exact" if sent.casefold() == name.casefold() else "joined" if kind == "exact" else kind
    return [best.index], Evidence(kind, name, sent, score)


def _candidates(name: str, index: HouseIndex, pool: set[int], repair: RepairSettings) -> tuple[list[Candidate], str, float]:
    """Who can be meant by ``name``, and how that is known: exactly, as HA joins names, by an entity id, inflected, by a part of
    its name, with its area in front, or nearly."""
    wanted = name.strip().casefold()
    here = [(i, index.entities[i]) for i in sorted(pool)]
    exact = [
        Candidate(i, reading, "exact") for i, entity in here for reading in entity.names.readings if reading.casefold() == wanted
    ]
    if exact:
        return exact, "exact", 100.0
    joined = [Candidate(i, entity.names.display, "joined") for i, entity in here if _joined(wanted, entity)]
    if joined:
        return joined, "joined", 100.0
    found = _ENTITY_ID.fullmatch(wanted)
    if found is not None:
        own = [Candidate(i, e.names.display, "entity id") for i, e in here if (e.entity_id or "").casefold() == wanted]
        if own:
            return own, "entity id", 100.0
        pool = {i for i, entity in here if entity.domain == found["domain"]}
        name = found["object"].replace("_", " ")
    words = norms(name, index.vocabulary.elisions)
    matches = list(index.matches(words)) if words else []
    for cost in (EXACT, INFLECTED, PART):
        whole = [m for m in matches if m.role == "name" and m.cost == cost and (m.start, m.end) == (0, len(words))]
        led = [] if whole else list(_led_by_area(matches, cost, len(words), index))
        candidates = [c for m in whole for c in m.candidates if c.index in pool] or [c for c in led if c.index in pool]
        if candidates:
            return candidates, candidates[0].evidence if whole else "with its area", _SCORES[cost]
    names = index.full_names[0]
    near = (
        nearest("".join(words), names.spellings, repair.threshold, repair.margin, names.same) if repair.names and words else None
    )
    if near is None:
        return [], "", 0.0
    match = names.match_of(near[0], 0, len(words))
    return [c for c in match.candidates if c.index in pool], "repaired", near[1]


def _led_by_area(matches: Sequence[Match], cost: float, length: int, index: HouseIndex) -> Iterable[Candidate]:
    """Things called by their name with their area before or behind it."""
    for area in matches:
        if area.role != "area" or area.cost == PART:
            continue
        there = {i for candidate in area.candidates for i in index.in_area(candidate.index)}
        for thing in matches:
            beside = (area.end == thing.start and area.start == 0 and thing.end == length) or (
                thing.end == area.start and thing.start == 0 and area.end == length
            )
            if thing.role == "name" and thing.cost == cost and beside:
                yield from (candidate for candidate in thing.candidates if candidate.index in there)


def _joined(wanted: str, entity: Entity) -> bool:
    """Whether a text is several of a thing's names, as Home Assistant joins them."""
    if wanted == entity.names.joined.casefold():
        return True
    readings = {reading.casefold() for reading in entity.names.readings}
    parts = [part.strip() for part in wanted.split(",")]
    return len(parts) > 1 and all(part in readings for part in parts)


def _area(name: str, index: HouseIndex) -> int | None:
    found = index.area_called(name.strip())
    if found is not None:
        return found
    words = norms(name, index.vocabulary.elisions)
    matches = [m for m in index.matches(words) if m.role == "area" and m.cost != PART and (m.start, m.end) == (0, len(words))]
    areas = {candidate.index for match in matches for candidate in match.candidates}
    return areas.pop() if len(areas) == 1 else None


def _spelt(name: str, readings: Sequence[str]) -> str:
    return next((reading for reading in readings if reading.casefold() == name.strip().casefold()), readings[0])


def _agree(made: dict[str, Any], things: Sequence[Entity]) -> None:
    """Make what else is said of a thing that is called by its name agree with it, for the name alone identifies it."""
    if "domain" in made:
        made["domain"] = sorted({thing.domain for thing in things}) if isinstance(made["domain"], list) else things[0].domain
    classes = _texts(made.get("device_class"))
    if "device_class" in made and not all(thing.device_class in classes for thing in things):
        del made["device_class"]


def _drop_nonsense(made: dict[str, Any], tool: OfferedTool) -> None:
    """Leave out device classes that the tool does not know, where area and domain say what is meant ("light" is none)."""
    schema = tool.slots.get("device_class")
    items = schema.get("items") if isinstance(schema, dict) else None
    allowed = items.get("enum") if isinstance(items, dict) else None
    classes = _texts(made.get("device_class"))
    if isinstance(allowed, list) and classes and not classes & set(allowed) and classes <= _texts(made.get("domain")):
        del made["device_class"]


def _of_class(entity: Entity, kinds: frozenset[str], classes: frozenset[str]) -> bool:
    """Whether a thing can be of one of these classes; static contexts do not tell, so what is not known may be."""
    if entity.device_class is not None:
        return entity.device_class in classes
    return not kinds or bool(kinds & classes) or entity.domain not in ("cover", "media_player")


def _texts(value: Any) -> frozenset[str]:
    if isinstance(value, str):
        return frozenset({value})
    return frozenset(item for item in value if isinstance(item, str)) if isinstance(value, list) else frozenset()
