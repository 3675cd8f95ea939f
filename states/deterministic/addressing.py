"""How things are named to HA so that just they are meant: by place and domain, or one by one by a name that only they have."""

from collections.abc import Sequence

from ...adapters.home_assistant.types import OfferedTool
from .actions import OF_ONE_DOMAIN
from .kinds import KINDS
from .mentions import HouseIndex
from .parts import Frame
from .targets import UNCLEAR, UNDOABLE, Group, Problem


class Addresser:
    """Makes the target arguments of calls for the things of one house."""

    def __init__(self, index: HouseIndex) -> None:
        self._index = index

    def collective(
        self, target: Frame, group: Group, domain: str, members: Sequence[int], tool: OfferedTool
    ) -> dict[str, object] | Problem | None:
        """Arguments that mean all of ``members`` at once, by place and domain; None if each must be called by its name."""
        index = self._index
        if group.whole and group.area is None and group.floor is not None and index.on_floor(group.floor) is None:
            return self._on_unknown_floor(target, group, domain, members, tool)
        if not group.whole or not takes_domain(tool, domain):
            return None
        place: dict[str, object] = {}
        if group.area is not None:
            place["area"] = self.area_name(group.area)
        if group.floor is not None and ("floor" in tool.slots or group.area is None):
            place["floor"] = group.floor
        if not place.keys() <= tool.slots.keys() or not (place or group.house):
            return None
        pool = index.pool(group.area, group.floor)
        if {i for i in pool if index.entities[i].domain == domain} != set(members):
            return None
        if place and len(members) == 1 and domain != "light":
            return None
        return {**place, "domain": [domain]}

    def _on_unknown_floor(
        self, target: Frame, group: Group, domain: str, members: Sequence[int], tool: OfferedTool
    ) -> dict[str, object] | Problem | None:
        """All of a kind on a floor. Which of them are there only HA knows, so nothing else may share their domain and class."""
        if "floor" not in tool.slots:
            return UNDOABLE
        if tool.intent in OF_ONE_DOMAIN:
            return {"floor": group.floor}
        if not takes_domain(tool, domain):
            return None
        arguments: dict[str, object] = {"floor": group.floor, "domain": [domain]}
        if {i for i, entity in enumerate(self._index.entities) if entity.domain == domain} == set(members):
            return arguments
        kind = KINDS[target.kinds[-1][0]] if target.kinds else None
        if kind is None or not kind.device_classes or "device_class" not in tool.slots:
            return UNDOABLE
        return {**arguments, "device_class": list(kind.device_classes)}

    def single(self, entity: int, group: Group, tool: OfferedTool) -> dict[str, object] | Problem:
        """Arguments that mean just one entity: a name that only it has, with its area where that is needed or was said."""
        index = self._index
        thing = index.entities[entity]
        if thing.entity_id in index.scripts:
            return {}
        if "name" not in tool.slots:
            return UNCLEAR
        position = group.entities.index(entity)
        name = group.readings[position] if group.readings else thing.names.display
        with_domain = takes_domain(tool, thing.domain)
        if not thing.names.certain and not group.readings and (alone := self._alone_in_area(entity, tool)):
            return alone
        rivals = [
            other
            for i, other in enumerate(index.entities)
            if i != entity
            and (other.domain == thing.domain or not (with_domain or tool.intent in OF_ONE_DOMAIN))
            and any(reading.casefold() == name.casefold() for reading in other.names.readings)
        ]
        arguments: dict[str, object] = {"name": name}
        if with_domain:
            arguments["domain"] = [thing.domain]
        if group.floor is not None and "floor" in tool.slots:
            arguments["floor"] = group.floor
        if (group.area is not None and group.readings) or rivals:
            if thing.area is None or "area" not in tool.slots:
                return Problem("ambiguous", (name,)) if rivals else arguments
            if any(other.area == thing.area for other in rivals):
                return Problem("ambiguous", (name,))
            area = group.area if group.area is not None else index.area_called(thing.area.display)
            if area is None:
                return UNCLEAR
            arguments["area"] = self.area_name(area)
        return arguments

    def _alone_in_area(self, entity: int, tool: OfferedTool) -> dict[str, object] | None:
        """Area and domain of a thing whose true name is not known (it may hold a comma), if that means nothing else."""
        thing = self._index.entities[entity]
        area = self._index.area_called(thing.area.display) if thing.area is not None else None
        if area is None or "area" not in tool.slots or not takes_domain(tool, thing.domain):
            return None
        if [i for i in self._index.in_area(area) if self._index.entities[i].domain == thing.domain] != [entity]:
            return None
        return {"area": self.area_name(area), "domain": [thing.domain]}

    def area_name(self, area: int) -> str:
        """The name of an area (by index) to send."""
        return self._index.areas[area].names.display


def takes_domain(tool: OfferedTool, domain: str) -> bool:
    """Whether the tool has a ``domain`` slot that accepts this domain."""
    slot = tool.slots.get("domain")
    if not isinstance(slot, dict):
        return False
    items = slot.get("items")
    allowed = items.get("enum") if isinstance(items, dict) else None
    return allowed is None or domain in allowed
