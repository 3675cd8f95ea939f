"""From commands to calls: which tool, which arguments. Nothing leaves here that is not offered, unique and within bounds."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ...adapters.home_assistant.types import OfferedTool
from ...machine.turn import Call, Evidence
from .actions import ACTIONS, AIMED_BY_HA, EVERYTHING, PROPERTIES, SETTING_ACTIONS, SETTINGS, Means, Setting
from .earlier import EarlierCall
from .frames import Command, Frame, Value
from .kinds import KINDS
from .mentions import HouseIndex
from .targets import UNCLEAR, UNDOABLE, Group, Place, Problem, Selector, place

# More single calls than this for one command are no longer a command that anybody meant.
_MOST_CALLS = 12
# A bare number for a room is a temperature within these bounds (Celsius or Fahrenheit).
_ROOM_TEMPERATURES = ((5.0, 35.0), (41.0, 95.0))
_CLEAN_AREA = "HassVacuumCleanArea"
# Kinds that are meant all together where a room is all that was said.
_COLLECTIVE = frozenset({"light", "thermostat"})
# The action of a command that says only what else is meant.
_REPEAT = "repeat"


class Planned(Struct, frozen=True):
    """The calls for one command, and why."""

    calls: tuple[Call, ...]
    evidence: tuple[Evidence, ...] = ()


class Planner:
    """Plans commands for one request. ``satellite`` is the index of the speaker's area, or None; ``earlier`` are the calls
    that "it" and "the kitchen too" refer to."""

    def __init__(
        self, index: HouseIndex, tools: Sequence[OfferedTool], satellite: int | None, earlier: Sequence[EarlierCall] = ()
    ) -> None:
        self._index = index
        self._satellite = satellite
        self._earlier = earlier
        self._scripts = frozenset(entity.entity_id for entity in index.entities if entity.domain == "script" and entity.entity_id)
        self._repeat: tuple[str, Means] | None = None
        self._tools: dict[str, OfferedTool] = {}
        for tool in tools:
            if tool.intent is not None:
                self._tools.setdefault(tool.intent, tool)

    def plan(self, command: Command, before: Sequence[Call] = ()) -> Planned | Problem:
        """The calls for ``command``. ``before`` are the calls for the parts of the same sentence that came before it."""
        if not command.values and not any(action in ACTIONS for action in command.actions):
            return self._elliptical(command) if self._earlier and not before else UNCLEAR
        where = place(command.target, self._index, self._satellite)
        if isinstance(where, Problem):
            return where
        if "pronoun" in command.target.flags:
            return self._same_target(command, before)
        if "everything" in command.target.flags:
            return self._everything(command, where)
        if "clean" in command.actions and where.areas and _CLEAN_AREA in self._tools:
            return self._clean_area(command, where)
        selector = Selector(self._index, self._satellite, lambda i: self._means(command, i) is not None)
        if command.target.names:
            groups = selector.named(command.target, where)
        else:
            kinds = self._kinds(command, where)
            if not kinds:
                return UNCLEAR
            groups = selector.of_kind(kinds, command.target, where, all_safe="lock" in command.actions)
            if isinstance(groups, Problem) and (aimed := self._aimed(command, kinds, where)):
                return aimed
        return groups if isinstance(groups, Problem) else self._calls(command, groups)

    # What refers to something said before.

    def _same_target(self, command: Command, before: Sequence[Call]) -> Planned | Problem:
        """ "Turn it off again": the action of this sentence on the targets of the calls before."""
        by_name = {tool.name: tool for tool in self._tools.values()}
        last = [EarlierCall(by_name[call.tool], call.arguments) for call in before if call.tool in by_name] or self._earlier
        if not last or command.target.names or command.target.kinds or command.target.has_place:
            return UNDOABLE
        calls: dict[str, Call] = {}
        for earlier in last:
            entities = self._reached(earlier)
            means = self._means(command, entities[0]) if entities else None
            if means is None:
                return UNDOABLE
            tool, values = self._tool_and_arguments(means, entities[0])
            target = {slot: value for slot, value in earlier.target.items() if slot in tool.slots}
            if set(earlier.target) - set(target) - {"domain"}:
                return UNDOABLE
            call = Call(tool.name, {**target, **values})
            calls[repr(call)] = call
        return Planned(tuple(calls.values()), (Evidence("said before", "", last[0].tool.name),))

    def _elliptical(self, command: Command) -> Planned | Problem:
        """ "And the kitchen too": the action of the previous turn on another target."""
        first = self._earlier[0]
        domains = {self._index.entities[i].domain for earlier in self._earlier for i in self._reached(earlier)}
        if any(earlier.tool != first.tool or earlier.values != first.values for earlier in self._earlier) or len(domains) != 1:
            return UNCLEAR
        where = place(command.target, self._index, self._satellite)
        if isinstance(where, Problem):
            return where
        means = Means(first.tool.intent or "", tuple(first.values.items()))
        domain = domains.pop()
        repeated = Command(frozenset({_REPEAT}), command.target)
        self._repeat = (domain, means)
        selector = Selector(self._index, self._satellite, lambda i: self._means(repeated, i) is not None)
        if command.target.names:
            groups = selector.named(command.target, where)
        elif command.target.kinds or where.said:
            groups = selector.of_kind(command.target.kinds or self._kind_of_domain(domain), command.target, where)
        else:
            return UNCLEAR
        return groups if isinstance(groups, Problem) else self._calls(repeated, groups)

    def _reached(self, earlier: EarlierCall) -> list[int]:
        """The entities (by index) that an earlier call was about."""
        name, area, domains = earlier.arguments.get("name"), earlier.arguments.get("area"), earlier.arguments.get("domain")
        found = []
        for i, entity in enumerate(self._index.entities):
            if name is not None and str(name).casefold() not in {reading.casefold() for reading in entity.names.readings}:
                continue
            if area is not None and (
                entity.area is None or str(area).casefold() not in {a.casefold() for a in entity.area.readings}
            ):
                continue
            if domains and entity.domain not in domains:
                continue
            found.append(i)
        return found

    # What the action is for an entity.

    def _means(self, command: Command, entity: int) -> Means | tuple[tuple[Setting, Value], ...] | None:
        """How the command is carried out on an entity, or None if it makes no sense there or HA does not offer it."""
        domain = self._index.entities[entity].domain
        if _REPEAT in command.actions:
            return self._repeat[1] if self._repeat is not None and self._repeat[0] == domain else None
        if command.relative:
            return self._relative(command, domain)
        if command.values:
            return self._settings(command, domain)
        if command.target.properties:
            # A property without a value says which thing is meant ("turn the volume up").
            if any(PROPERTIES[prop][0] != domain for prop in command.target.properties):
                return None
        found = {means for action in command.actions if (means := ACTIONS.get(action, {}).get(domain)) is not None}
        found = {
            means for means in found if self._index.entities[entity].entity_id in self._scripts or means.intent in self._tools
        }
        return next(iter(found)) if len(found) == 1 else None

    def _settings(self, command: Command, domain: str) -> tuple[tuple[Setting, Value], ...] | None:
        if not command.actions & SETTING_ACTIONS:
            return None
        chosen = []
        for value in command.values:
            type_ = value.type
            if "color_temperature" in command.target.properties and type_ == "number":
                type_ = "kelvin"
            for prop in command.target.properties:
                owner, types = PROPERTIES[prop]
                if owner != domain or type_ not in types:
                    return None
            setting = (
                Setting("HassLightSet", "color", 0, 0)
                if type_ == "color" and domain == "light"
                else SETTINGS.get(domain, {}).get(type_)
            )
            if setting is None or setting.intent not in self._tools:
                return None
            if isinstance(value.value, float) and not setting.low <= value.value <= setting.high:
                return None
            chosen.append((setting, value))
        if len({setting.intent for setting, _ in chosen}) != 1 or len({setting.slot for setting, _ in chosen}) != len(chosen):
            return None
        return tuple(chosen)

    def _relative(self, command: Command, domain: str) -> Means | None:
        """A change by an amount: only the volume can be changed so."""
        direction = command.actions & {"up", "down"}
        if (
            domain != "media_player"
            or len(direction) != 1
            or len(command.values) != 1
            or "HassSetVolumeRelative" not in self._tools
        ):
            return None
        value = command.values[0]
        if value.type not in {"percent", "number"} or not isinstance(value.value, float) or not 0 < value.value <= 100:
            return None
        step = int(value.value)
        return Means("HassSetVolumeRelative", (("volume_step", step if "up" in direction else -step),))

    # What is meant where no name and no kind was said.

    def _kinds(self, command: Command, where: Place) -> tuple[tuple[str, str], ...]:
        """The kinds that the command is about: said, or implied by the property, the value or the action."""
        target = command.target
        if target.kinds:
            return target.kinds
        if command.implied is not None:
            return ((command.implied, "many" if command.implied in _COLLECTIVE else "one"),)
        if target.properties:
            domain = PROPERTIES[target.properties[0]][0]
            return self._kind_of_domain(domain)
        if command.values and where.areas:
            return self._kind_of_value(command, where)
        domains = {domain for action in command.actions for domain in ACTIONS.get(action, {})}
        if len(domains) == 1 and not command.values:
            return self._kind_of_domain(domains.pop())
        return ()

    def _kind_of_value(self, command: Command, where: Place) -> tuple[tuple[str, str], ...]:
        """A room that is "set to 20" is heated, one that is "set to 50 percent" is lit."""
        types = {value.type for value in command.values}
        if types <= {"percent", "color", "kelvin"}:
            return (("light", "many"),)
        value = command.values[0].value
        if types == {"degree"} or (
            types == {"number"} and isinstance(value, float) and any(low <= value <= high for low, high in _ROOM_TEMPERATURES)
        ):
            return (("thermostat", "many"),)
        return ()

    @staticmethod
    def _kind_of_domain(domain: str) -> tuple[tuple[str, str], ...]:
        kind = next((name for name, kind in KINDS.items() if domain in kind.domains), None)
        return ((kind, "many" if kind in _COLLECTIVE else "one"),) if kind else ()

    # The calls.

    def _calls(self, command: Command, groups: Sequence[Group]) -> Planned | Problem:
        calls: list[Call] = []
        for group in groups:
            made = self._group_calls(command, group)
            if isinstance(made, Problem):
                return made
            calls.extend(made)
        if not calls or len(calls) > _MOST_CALLS:
            return UNDOABLE
        return Planned(tuple(calls), tuple(group.evidence for group in groups if group.evidence is not None))

    def _group_calls(self, command: Command, group: Group) -> list[Call] | Problem:
        index = self._index
        calls: list[Call] = []
        by_domain: dict[str, list[int]] = {}
        for i in group.entities:
            by_domain.setdefault(index.entities[i].domain, []).append(i)
        if group.floor is not None and group.area is None and group.whole and len(by_domain) > 1:
            # Which of the things that only are called so are on that floor, nobody tells us: the kind's own domain it is.
            own = KINDS[command.target.kinds[-1][0]].domains if command.target.kinds else frozenset()
            by_domain = {domain: members for domain, members in by_domain.items() if domain in own}
        for domain, members in by_domain.items():
            means = self._means(command, members[0])
            if means is None:
                return UNCLEAR
            tool, arguments = self._tool_and_arguments(means, members[0])
            collective = self._collective(command, group, domain, members, tool)
            if isinstance(collective, Problem):
                return collective
            if collective is not None:
                calls.append(Call(tool.name, {**collective, **arguments}))
                continue
            for i in members:
                target = self._single(i, group, tool)
                if isinstance(target, Problem):
                    return target
                own_tool, own_arguments = self._tool_and_arguments(means, i)
                calls.append(Call(own_tool.name, {**target, **own_arguments}))
        return calls

    def _tool_and_arguments(
        self, means: Means | tuple[tuple[Setting, Value], ...], entity: int
    ) -> tuple[OfferedTool, dict[str, object]]:
        if isinstance(means, Means):
            script = self._index.entities[entity].entity_id
            if script in self._scripts and script is not None:
                return OfferedTool(script, None, "", {}), {}
            return self._tools[means.intent], dict(means.fixed)
        arguments: dict[str, object] = {}
        for setting, value in means:
            if isinstance(value.value, float):
                whole = setting.whole or value.value.is_integer()
                arguments[setting.slot] = round(value.value) if whole else value.value
            else:
                arguments[setting.slot] = value.value
        return self._tools[means[0][0].intent], arguments

    def _collective(
        self, command: Command, group: Group, domain: str, members: Sequence[int], tool: OfferedTool
    ) -> dict[str, object] | Problem | None:
        """Arguments that mean all of ``members`` at once, by place and domain; None if each must be called by its name."""
        index = self._index
        if not group.whole or not _takes_domain(tool, domain):
            return None
        if group.floor is not None and group.area is None:
            if "floor" not in tool.slots:
                return UNDOABLE
            return self._on_floor(command.target, group, domain, members, tool)
        pool: Iterable[int] = (
            range(len(index.entities)) if group.house else index.in_area(group.area) if group.area is not None else ()
        )
        if {i for i in pool if index.entities[i].domain == domain} != set(members):
            return None
        if group.house:
            return {"domain": [domain]}
        if group.area is None or "area" not in tool.slots or (len(members) == 1 and domain != "light"):
            return None
        arguments: dict[str, object] = {"area": self._area_name(group.area), "domain": [domain]}
        if group.floor is not None and "floor" in tool.slots:
            arguments["floor"] = group.floor
        return arguments

    def _on_floor(
        self, target: Frame, group: Group, domain: str, members: Sequence[int], tool: OfferedTool
    ) -> dict[str, object] | Problem | None:
        """All of a kind on a floor. Which of them are there only HA knows, so nothing else may share their domain and class."""
        arguments: dict[str, object] = {"floor": group.floor, "domain": [domain]}
        if {i for i, entity in enumerate(self._index.entities) if entity.domain == domain} == set(members):
            return arguments
        kind = KINDS[target.kinds[-1][0]] if target.kinds else None
        if kind is None or kind.device_class is None or "device_class" not in tool.slots:
            return UNDOABLE
        return {**arguments, "device_class": [kind.device_class]}

    def _single(self, entity: int, group: Group, tool: OfferedTool) -> dict[str, object] | Problem:
        """Arguments that mean just one entity: a name that only it has, with its area where that is needed or was said."""
        index = self._index
        thing = index.entities[entity]
        if thing.entity_id in self._scripts:
            return {}
        if "name" not in tool.slots:
            return UNCLEAR
        position = group.entities.index(entity)
        name = group.readings[position] if group.readings else thing.names.display
        with_domain = _takes_domain(tool, thing.domain)
        rivals = [
            other
            for i, other in enumerate(index.entities)
            if i != entity
            and (other.domain == thing.domain or not with_domain)
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
            arguments["area"] = self._area_name(area)
        return arguments

    def _area_name(self, area: int) -> str:
        return self._index.areas[area].names.display

    def _aimed(self, command: Command, kinds: Sequence[tuple[str, str]], where: Place) -> Planned | None:
        """What HA itself aims at the one player that is playing: nothing was named, and several players are there."""
        kind = KINDS[kinds[-1][0]]
        if where.said or kinds[-1][1] != "one" or "media_player" not in kind.domains:
            return None
        players = [i for i, entity in enumerate(self._index.entities) if entity.domain == "media_player"]
        means = self._means(command, players[0]) if len(players) > 1 else None
        if means is None:
            return None
        tool, arguments = self._tool_and_arguments(means, players[0])
        if tool.intent not in AIMED_BY_HA:
            return None
        target: dict[str, object] = {"domain": ["media_player"]} if _takes_domain(tool, "media_player") else {}
        if kind.device_class is not None:
            if "device_class" not in tool.slots:
                return None
            target["device_class"] = [kind.device_class]
        return Planned((Call(tool.name, {**target, **arguments}),), (Evidence("left to Home Assistant", "", "media_player"),))

    def _everything(self, command: Command, where: Place) -> Planned | Problem:
        """Switch off all that can safely be switched off, in a place that was named."""
        tool = self._tools.get("HassTurnOff")
        if "off" not in command.actions or command.values or tool is None or not where.said or "domain" not in tool.slots:
            return UNCLEAR
        pool = self._index.in_area(where.areas[0]) if where.areas else range(len(self._index.entities))
        present = {self._index.entities[i].domain for i in pool}
        domains = [domain for domain in EVERYTHING if domain in present]
        if not domains:
            return UNCLEAR
        arguments: dict[str, object] = {"domain": domains}
        if where.areas:
            arguments["area"] = self._area_name(where.areas[0])
        if where.floor is not None:
            arguments["floor"] = where.floor
        if not set(arguments) <= set(tool.slots):
            return UNCLEAR
        return Planned(
            (Call(tool.name, arguments),), (Evidence("everything", "", str(arguments.get("area") or where.floor or "")),)
        )

    def _clean_area(self, command: Command, where: Place) -> Planned | Problem:
        """ "Vacuum the kitchen": the room is what is cleaned, not where the vacuum stands."""
        tool = self._tools[_CLEAN_AREA]
        arguments: dict[str, object] = {"area": self._area_name(where.areas[0])}
        if command.target.names:
            found = {candidate for match in command.target.names for candidate in match.candidates}
            vacuums = [candidate for candidate in found if self._index.entities[candidate.index].domain == "vacuum"]
            if len(vacuums) != 1 or "name" not in tool.slots:
                return UNCLEAR
            arguments["name"] = self._index.entities[vacuums[0].index].names.display
        elif any(kind != "vacuum" for kind, _ in command.target.kinds):
            return UNCLEAR
        return Planned((Call(tool.name, arguments),), (Evidence("area", "", str(arguments["area"])),))


def _takes_domain(tool: OfferedTool, domain: str) -> bool:
    """Whether the tool has a ``domain`` slot that accepts this domain."""
    slot = tool.slots.get("domain")
    if not isinstance(slot, dict):
        return False
    items = slot.get("items")
    allowed = items.get("enum") if isinstance(items, dict) else None
    return allowed is None or domain in allowed
