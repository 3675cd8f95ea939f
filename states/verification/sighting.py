"""What live data says about the things that were acted on, and the narrowest question that gets such data."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ...adapters.home_assistant.tools import problems
from ...adapters.home_assistant.types import ActionResult, Entity, House, LiveContextResult, OfferedTool, Result
from ...machine.turn import LIVE_CONTEXT, Call, Exchange
from .aims import Aim, Sight, aim_of
from .naming import called, domain_of, domains_of


class Target(Struct, frozen=True):
    """A thing that Home Assistant says it acted on, and what it should look like now. ``area`` is the call's."""

    name: str
    domain: str
    area: str | None
    aim: Aim


class Sighting(Struct, frozen=True):
    """How the targets look, each with its ``Sight``, in their order."""

    seen: tuple[tuple[Target, Sight], ...] = ()

    def names(self, sight: Sight) -> tuple[str, ...]:
        """The targets that look so, each name once."""
        return tuple(dict.fromkeys(target.name for target, found in self.seen if found is sight))

    @property
    def verdict(self) -> str:
        """The worst that was seen, in a word."""
        return _VERDICTS[max((sight for _, sight in self.seen), default=Sight.UNSEEN)]


_VERDICTS = {
    Sight.REACHED: "confirmed",
    Sight.UNDER_WAY: "under_way",
    Sight.UNSEEN: "not_verified",
    Sight.UNAVAILABLE: "unavailable",
    Sight.DIFFERS: "not_confirmed",
}


def targets_of(outcomes: Sequence[Exchange], verified: Collection[str], house: House) -> tuple[Target, ...]:
    """The things to verify. Of several actions on one thing, the last counts."""
    targets: dict[tuple[str, str, str | None], list[Target]] = {}
    for exchange in outcomes:
        new: dict[tuple[str, str, str | None], list[Target]] = {}
        for target in _reached(exchange, verified, house):
            new.setdefault((target.name.casefold(), target.domain, target.area), []).append(target)
        targets |= new
    return tuple(target for found in targets.values() for target in found)


def _reached(exchange: Exchange, verified: Collection[str], house: House) -> Iterator[Target]:
    result, arguments = exchange.result, exchange.arguments
    if not isinstance(result, ActionResult) or result.response_type != "action_done":
        return
    area = arguments.get("area")
    for name, domain in _things(result, arguments, house):
        aim = aim_of(exchange.tool.intent if exchange.tool else None, arguments, domain, verified)
        if aim is not None:
            yield Target(name, domain, area if isinstance(area, str) else None, aim)


def _things(result: ActionResult, arguments: Mapping[str, Any], house: House) -> Iterator[tuple[str, str]]:
    """Name and domain of what was acted on: as the result says, else, where it names no things, as the listing has what the
    call named."""
    given = domains_of(arguments)
    reached = [target for target in result.success if target.type == "entity"]
    for target in reached:
        yield target.name, domain_of(target.id) or (given[0] if len(given) == 1 else "")
    if not reached and not result.failed and "device_class" not in arguments:
        yield from ((entity.names.display, entity.domain) for entity in _listed(arguments, given, house))


def _listed(arguments: Mapping[str, Any], domains: Sequence[str], house: House) -> list[Entity]:
    """What a call means by a name or an area; nothing where only Home Assistant knows."""
    name, area = arguments.get("name"), arguments.get("area")
    if not isinstance(name or area, str) or "floor" in arguments:
        return []
    found = called(name, None, house) if isinstance(name, str) else list(house.entities)
    if isinstance(area, str):
        found = [entity for entity in found if _is_in(entity, area)]
    return [entity for entity in found if not domains or entity.domain in domains]


def sighting(targets: Sequence[Target], seen: Result | None) -> Sighting:
    """How ``targets`` look in what a read brought.

    Things of the same name in the same place cannot be told apart: each target gets the best look that is left, so what is
    said to differ surely does.
    """
    live = House(entities=seen.entities) if isinstance(seen, LiveContextResult) else House()
    taken: Counter[tuple[str, str, str | None]] = Counter()
    found: list[tuple[Target, Sight]] = []
    for target in targets:
        key = (target.name.casefold(), target.domain, target.area)
        looks = sorted(target.aim.sight(entity) for entity in _in(target.area, called(target.name, target.domain, live)))
        found.append((target, looks[taken[key]] if taken[key] < len(looks) else Sight.UNSEEN))
        taken[key] += 1
    return Sighting(tuple(found))


def _in(area: str | None, entities: list[Entity]) -> list[Entity]:
    """Those in an area, where it is known and tells them apart."""
    if area is None or len(entities) < 2:
        return entities
    return [entity for entity in entities if _is_in(entity, area)] or entities


def _is_in(entity: Entity, area: str) -> bool:
    return entity.area is not None and area.casefold() in {name.casefold() for name in entity.area.readings}


def read_call(targets: Sequence[Target], house: House, tools: Sequence[OfferedTool]) -> Call | None:
    """The call that reads the targets' states, with the narrowest filter that the offered tool takes; None without the tool."""
    tool = next((tool for tool in tools if tool.intent == LIVE_CONTEXT), None)
    if tool is None:
        return None
    filters = (given for given in _filters(targets, house) if set(given) <= set(tool.slots) and not problems(tool, given))
    return Call(tool.name, next(filters, {}))


def _filters(targets: Sequence[Target], house: House) -> Iterator[dict[str, Any]]:
    """Filters that let all targets through, the narrowest first."""
    domains = sorted({target.domain for target in targets})
    listed = [called(target.name, target.domain, house) for target in targets]
    by_domain: list[dict[str, Any]] = [{"domain": domains}, *([{"domain": domains[0]}] if len(domains) == 1 else []), {}]
    for place in (_by_name(targets, listed), _by_area(targets, listed), {}):
        if place is not None:
            yield from (place | domain for domain in by_domain)


def _by_name(targets: Sequence[Target], listed: Sequence[list[Entity]]) -> dict[str, Any] | None:
    """One name for all. Home Assistant's own listing has it, so its filter knows it."""
    names = {target.name for target in targets}
    return {"name": names.pop()} if len(names) == 1 and all(listed) else None


def _by_area(targets: Sequence[Target], listed: Sequence[list[Entity]]) -> dict[str, Any] | None:
    """One area for all: the calls', or the one that the listing shows."""
    said = {target.area for target in targets}
    if len(said) == 1 and (area := said.pop()) is not None:
        return {"area": area}
    shown = {entity.area for found in listed for entity in found}
    area = shown.pop() if len(shown) == 1 else None
    return {"area": area.display} if all(listed) and area is not None and area.certain else None
