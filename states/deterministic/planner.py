"""From commands to calls: which tool, which arguments. Nothing leaves here that is not offered, unique and within bounds."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from msgspec import Struct

from ...adapters.home_assistant.types import OfferedTool
from ...adapters.intents.text import norms
from ...machine.turn import Call, Evidence
from .actions import ACTIONS, AIMED_BY_HA, CLEAN_AREA, EVERYTHING, ROBOTS, Means
from .addressing import Addresser, takes_domain
from .cleaning import area_to_clean, is_to_clean
from .earlier import EarlierCall
from .frames import Command
from .implied import is_open, kinds_of
from .kinds import KINDS, is_screen
from .means import Ways
from .mentions import HouseIndex
from .parts import CONTENT, Frame
from .referring import Referring
from .targets import UNCLEAR, UNDOABLE, Group, Place, Problem, Selector, place

# More single calls than this for one command are no longer a command that anybody meant.
_MOST_CALLS = 12
_DOORS = frozenset({"door", "gate"})
# What people also do themselves.
_CHORES = frozenset({"clean", "mow"})
_SWITCHING = frozenset({"on", "off"})
_ENDING = frozenset({"stop", "pause"})
_PAIR = 2


class Planned(Struct, frozen=True):
    """The calls for one command, and why."""

    calls: tuple[Call, ...]
    evidence: tuple[Evidence, ...] = ()


class Planner:
    """Plans commands for one request. ``satellite`` is the index of the speaker's area, or None; ``earlier`` are the calls
    that "it" and "the kitchen too" refer to, ``asked_about`` tells what the question before was about."""

    def __init__(
        self,
        index: HouseIndex,
        tools: Sequence[OfferedTool],
        satellite: int | None,
        earlier: Sequence[EarlierCall] = (),
        asked_about: Callable[[], Frame | None] = lambda: None,
    ) -> None:
        self._index = index
        self._satellite = satellite
        self._asked_about = asked_about
        self._tools: dict[str, OfferedTool] = {}
        for tool in tools:
            if tool.intent is not None:
                self._tools.setdefault(tool.intent, tool)
        self._ways = Ways(index, self._tools)
        self._addresser = Addresser(index)
        self._referring = Referring(index, self._tools, earlier)

    def plan(self, command: Command, before: Sequence[Call] = ()) -> Planned | Problem:
        """The calls for ``command``. ``before`` are the calls for the parts of the same sentence that came before it."""
        if "other" in command.target.flags:
            return self._other(command, before)
        if not command.values and not any(action in ACTIONS for action in command.actions):
            return self._elliptical(command) if self._referring.earlier and not before else UNCLEAR
        if not self._is_for_machines(command):
            return UNCLEAR
        where = self._place(command.target, before)
        if isinstance(where, Problem):
            return where
        if self._refers(command, before):
            return self._same_target(command, before)
        if self._referring.earlier and not before and not (command.target.has_thing or command.target.has_place):
            # "Louder", "off again", "to 30 percent": what was just acted on, if it can be done there.
            again = self._same_target(command, before)
            if isinstance(again, Planned):
                return again
            if command.actions & _ENDING and not self._referring.played():
                # What was started is to stop, and not the music.
                return UNDOABLE
        if "everything" in command.target.flags:
            return self._everything(command, where)
        if where.areas and CLEAN_AREA in self._tools and is_to_clean(command, self._index):
            return self._clean_area(command, where)
        if not command.target.names:
            return self._of_kind(command, where)
        groups = self._selector(command).named(command.target, where)
        return groups if isinstance(groups, Problem) else self._calls(command, groups)

    def _is_for_machines(self, command: Command) -> bool:
        """Whether nobody else may be meant: "I need to mow the lawn" says who does it; "have Dobby clean" too, but that is a
        machine."""
        if "oneself" in command.target.flags:
            return not command.actions & _CHORES
        if "causative" not in command.target.flags:
            return True
        domains = {self.domain_of(candidate.index) for match in command.target.names for candidate in match.candidates}
        kinds = {kind for kind, _ in command.target.kinds}
        return bool(domains or kinds) and domains <= ROBOTS and all(KINDS[kind].domains <= ROBOTS for kind in kinds)

    def _refers(self, command: Command, before: Sequence[Call]) -> bool:
        """Whether a command is about what was spoken of. "Skip this" is about what plays, though nobody spoke of it."""
        if "pronoun" not in command.target.flags:
            return bool(before) and self._only_property(command)
        plays = all(ACTIONS.get(action, {}).keys() == {"media_player"} for action in command.actions)
        return bool(self._referring.calls(before)) or command.target.has_place or not (command.actions and plays)

    def _of_kind(self, command: Command, where: Place) -> Planned | Problem:
        """The calls for things that are not named."""
        kinds = kinds_of(command, where)
        if not kinds:
            return UNCLEAR
        if (rivals := self._doors(command, kinds, where)) is not None:
            return rivals
        if where.said and is_open(command) and any(map(self._is_player, self._pool(where))):
            return UNCLEAR
        all_safe = "lock" in command.actions and kinds[-1][0] == "lock"
        groups = self._selector(command).of_kind(kinds, command.target, where, all_safe=all_safe)
        if isinstance(groups, Problem) and (aimed := self._aimed(command, kinds, where)):
            return aimed
        if isinstance(groups, Problem) and not where.said and (only := self._only_in_room(command, kinds)):
            groups = [only]
        if not isinstance(groups, Problem) and "both" in command.target.flags:
            count = sum(len(group.entities) for group in groups)
            return self._calls(command, groups) if count == _PAIR else UNDOABLE
        return groups if isinstance(groups, Problem) else self._calls(command, groups)

    def _place(self, target: Frame, before: Sequence[Call]) -> Place | Problem:
        """Where a command is to act; "there" is where the calls before have acted."""
        spoken_of = self._referring.place(before) if "there" in target.flags else None
        return place(target, self._index, self._satellite, spoken_of)

    def _selector(self, command: Command) -> Selector:
        return Selector(self._index, self._satellite, lambda i: self._can(command, i))

    def _can(self, command: Command, entity: int) -> bool:
        """Whether a command makes sense for an entity (by index)."""
        kinds = command.target.kinds
        heard = bool(kinds) and kinds[-1][0] == CONTENT and not command.values
        heard = heard and (bool(self._ways.meant(command) & _SWITCHING) or "speaker" in self._kinds_called(command.target))
        # Who switches the radio on does not mean the television.
        seen = heard and is_screen(self._index.entities[entity], self._index.kinds[entity])
        return not seen and self._ways.find(command, entity) is not None

    def _kinds_called(self, target: Frame) -> frozenset[str]:
        """The kinds that the last word for a kind can mean."""
        vocabulary = self._index.vocabulary
        return vocabulary.kind_words.get("".join(norms(target.kind_words[-1], vocabulary.elisions)), frozenset())

    def answers(self, answer: Frame, asked: Frame) -> bool:
        """Whether ``answer`` can name what ``asked`` left open: it names no thing, and no kind, of another sort."""
        kinds = {kind for kind, _ in asked.kinds}
        if kinds and answer.kinds and kinds.isdisjoint(kind for kind, _ in answer.kinds):
            return False
        named = {candidate.index for match in asked.names for candidate in match.candidates}
        chosen = {candidate.index for match in answer.names for candidate in match.candidates}
        if named and answer.kinds and not answer.names:
            return any(self._is(kind, i) for i in named for kind, _ in answer.kinds)
        if named and chosen:
            return not named.isdisjoint(chosen) or any(
                self._index.entities[i].domain == self._index.entities[j].domain for i in named for j in chosen
            )
        return not (kinds and chosen) or any(self._is(kind, i) for i in chosen for kind in kinds)

    def _is(self, kind: str, entity: int) -> bool:
        return kind not in KINDS or self._index.membership(kind, entity) > 0

    def _pool(self, where: Place) -> Sequence[int]:
        return self._index.pool(where.areas[0] if where.areas else None, where.floor)

    def _is_player(self, entity: int) -> bool:
        return self.domain_of(entity) == "media_player"

    def domain_of(self, entity: int) -> str:
        """The domain of an entity (by index)."""
        return self._index.entities[entity].domain

    def _doors(self, command: Command, kinds: Sequence[tuple[str, str]], where: Place) -> Problem | None:
        """A question back if "open the door" could also mean a door with a lock: that would be unlocked, and is not to be
        mistaken for one that merely opens."""
        if "open" not in command.actions or command.values or kinds[-1][0] not in _DOORS:
            return None
        area = where.areas[0] if where.areas else self._satellite
        pool = self._index.in_area(area) if area is not None else range(len(self._index.entities))
        called = [i for i in pool if kinds[-1][0] in self._index.kinds[i] and self._index.entities[i].domain in {"cover", "lock"}]
        if len({self._index.entities[i].domain for i in called}) < 2:
            return None
        return Problem("ambiguous", tuple(self._index.entities[i].names.display for i in called))

    # What refers to something said before.

    def _other(self, command: Command, before: Sequence[Call]) -> Planned | Problem:
        """ "The other one too": the second of two things, the first of which was spoken of."""
        match = self._referring.other()
        if match is None or command.target.names or command.target.kinds:
            return UNCLEAR
        target = replace(command.target, names=(match,), flags=command.target.flags - {"other"})
        return self.plan(replace(command, target=target), before)

    def _same_target(self, command: Command, before: Sequence[Call]) -> Planned | Problem:
        """ "Turn it off again": the action of this sentence on the targets of the calls before."""
        last = self._referring.calls(before)
        if command.target.names or command.target.kinds:
            return UNCLEAR
        if not last and not command.target.has_place and (asked := self._asked_about()) is not None and asked.has_thing:
            return self.plan(replace(command, target=asked))
        if not last or command.target.has_place:
            return UNDOABLE
        if "both" in command.target.flags and sum(len(self._referring.reached(earlier)) for earlier in last) != _PAIR:
            return UNDOABLE
        calls: dict[str, Call] = {}
        for earlier in last:
            entities = self._referring.reached(earlier)
            ways = [self._ways.find(command, i) for i in entities]
            if (
                not ways
                or ways[0] is None
                or any(way != ways[0] for way in ways)
                or not self._referring.same_things(earlier, entities)
            ):
                return UNDOABLE
            tool, values = self._ways.call(ways[0], entities[0])
            domains = sorted({self._index.entities[i].domain for i in entities})
            wanted = {**earlier.target, "domain": domains} if takes_domain(tool, domains[0]) else earlier.target
            target = {slot: value for slot, value in wanted.items() if slot in tool.slots}
            if set(wanted) - set(target) - {"domain"}:
                return UNDOABLE
            call = Call(tool.name, {**target, **values})
            calls[repr(call)] = call
        return Planned(tuple(calls.values()), (Evidence("said before", "", last[0].tool.name),))

    @staticmethod
    def _only_property(command: Command) -> bool:
        """ "... and set the brightness to 50": of what was just said."""
        target = command.target
        return bool(target.properties) and not (target.names or target.kinds or target.has_place)

    def _elliptical(self, command: Command) -> Planned | Problem:
        """ "And the kitchen too": the action of the previous turn on another target. "Hello kitchen" is none."""
        if command.target.flags & {"more", "less"} and not (command.target.has_thing or command.target.has_place):
            more = self._referring.more("less" in command.target.flags)
            return UNCLEAR if more is None else Planned((more,), (Evidence("said before", "", more.tool),))
        if not (command.target.joined or "further" in command.target.flags) or "correction" in command.target.flags:
            # Of a correction, nobody says what is to become of what was done.
            return UNCLEAR
        first = self._referring.earlier[0]
        domains = {
            self._index.entities[i].domain for earlier in self._referring.earlier for i in self._referring.reached(earlier)
        }
        if (
            any(earlier.tool != first.tool or earlier.values != first.values for earlier in self._referring.earlier)
            or len(domains) != 1
        ):
            return UNCLEAR
        where = self._place(command.target, ())
        if isinstance(where, Problem):
            return where
        means = Means(first.tool.intent or "", tuple(first.values.items()))
        domain = domains.pop()
        repeated = Command(frozenset(), command.target, repeated=(domain, means))
        selector = Selector(self._index, self._satellite, lambda i: self._ways.find(repeated, i) is not None)
        kinds = command.target.kinds or self._referring.kinds(domain)
        if command.target.names:
            groups = selector.named(command.target, where)
            named = {candidate.index for match in command.target.names for candidate in match.candidates}
            if isinstance(groups, Problem) and (other := self._referring.other()) and other.candidates[0].index in named:
                # "And the right one", where the left one was spoken of.
                groups = selector.named(replace(command.target, names=(other,)), where)
        elif kinds and (command.target.kinds or where.said):
            groups = selector.of_kind(kinds, command.target, where)
        else:
            return UNCLEAR
        return groups if isinstance(groups, Problem) else self._calls(repeated, groups)

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
        elsewhere = group.floor is not None and group.area is None and index.on_floor(group.floor) is None
        if elsewhere and group.whole and len(by_domain) > 1:
            # Which of the things that only are called so are on that floor, nobody tells us: the kind's own domain it is.
            own = KINDS[command.target.kinds[-1][0]].domains if command.target.kinds else frozenset()
            by_domain = {domain: members for domain, members in by_domain.items() if domain in own}
        for domain, members in by_domain.items():
            means = self._ways.find(command, members[0])
            if means is None:
                return UNCLEAR
            tool, arguments = self._ways.call(means, members[0])
            collective = self._addresser.collective(command.target, group, domain, members, tool)
            if isinstance(collective, Problem):
                return collective
            if collective is not None:
                calls.append(Call(tool.name, {**collective, **arguments}))
                continue
            for i in members:
                target = self._addresser.single(i, group, tool)
                if isinstance(target, Problem):
                    return target
                own_tool, own_arguments = self._ways.call(means, i)
                calls.append(Call(own_tool.name, {**target, **own_arguments}))
        return calls

    def _only_in_room(self, command: Command, kinds: Sequence[tuple[str, str]]) -> Group | None:
        """The one thing to move in a room that is called as such things are: "the garage" has a door, whatever its name."""
        word = command.target.kind_words[-1] if command.target.kind_words else ""
        area = self._index.area_called(word)
        more = command.target.properties or command.values or command.implied is not None
        if area is None or kinds[-1][1] != "one" or len(command.target.kinds) != 1 or more:
            # "The lights in the garage": the door is not meant, whatever cannot be done to the lights.
            return None
        domains = KINDS[kinds[-1][0]].domains
        found = [i for i in self._index.in_area(area) if self.domain_of(i) in domains and self._can(command, i)]
        if len(found) != 1:
            return None
        return Group(tuple(found), evidence=Evidence("only one of its kind", word, self._index.entities[found[0]].names.display))

    def _aimed(self, command: Command, kinds: Sequence[tuple[str, str]], where: Place) -> Planned | None:
        """What HA itself aims at the one player that is playing: nothing was named, and several players are there."""
        kind = KINDS[kinds[-1][0]]
        named = bool(command.target.kinds) and kinds[-1][0] != CONTENT
        if where.floor or where.everywhere or named or kinds[-1][1] != "one" or "media_player" not in kind.domains:
            # "The speaker" is one of them.
            return None
        players = [i for i in self._pool(where) if self._is_player(i)]
        means = self._ways.find(command, players[0]) if len(players) > 1 else None
        if means is None:
            return None
        tool, arguments = self._ways.call(means, players[0])
        if tool.intent not in AIMED_BY_HA:
            return None
        target: dict[str, object] = {"domain": ["media_player"]} if takes_domain(tool, "media_player") else {}
        if where.areas:
            if "area" not in tool.slots:
                return None
            target["area"] = self._addresser.area_name(where.areas[0])
        if kind.device_classes:
            if "device_class" not in tool.slots:
                return None
            target["device_class"] = list(kind.device_classes)
        return Planned((Call(tool.name, {**target, **arguments}),), (Evidence("left to Home Assistant", "", "media_player"),))

    def _everything(self, command: Command, where: Place) -> Planned | Problem:
        """Switch off all that can safely be switched off, in a place that was named; or lock all that can be locked."""
        tool = self._tools.get("HassTurnOff")
        if command.target.names or command.target.kinds or command.target.properties:
            return UNCLEAR
        if "lock" in command.actions and not command.values:
            everywhere = where if where.said else Place(everywhere=True)
            groups = self._selector(command).of_kind((("lock", "many"),), command.target, everywhere)
            return groups if isinstance(groups, Problem) else self._calls(command, groups)
        if "off" not in command.actions or command.values or tool is None or not where.said or "domain" not in tool.slots:
            return UNCLEAR
        pool = self._pool(where)
        present = {self._index.entities[i].domain for i in pool}
        domains = [domain for domain in EVERYTHING if domain in present]
        if not domains:
            return UNCLEAR
        arguments: dict[str, object] = {"domain": domains}
        if where.areas:
            arguments["area"] = self._addresser.area_name(where.areas[0])
        if where.floor is not None:
            arguments["floor"] = where.floor
        if not set(arguments) <= set(tool.slots):
            return UNCLEAR
        return Planned(
            (Call(tool.name, arguments),), (Evidence("everything", "", str(arguments.get("area") or where.floor or "")),)
        )

    def _clean_area(self, command: Command, where: Place) -> Planned | Problem:
        """The one call that sends a vacuum to a room."""
        tool = self._tools[CLEAN_AREA]
        target = area_to_clean(command, where, self._index, tool)
        if target is None:
            return UNCLEAR
        arguments: dict[str, object] = {"area": self._addresser.area_name(where.areas[0]), **target}
        return Planned((Call(tool.name, arguments),), (Evidence("area", "", str(arguments["area"])),))
