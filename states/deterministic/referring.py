"""What words like "it", "there" and "the other one" refer to: the things that the calls before were about."""

from collections.abc import Mapping, Sequence

from ...adapters.home_assistant.types import OfferedTool
from ...adapters.intents.text import norms
from ...machine.turn import Call
from .actions import AIMED_BY_HA, CLEAN_AREA, DOMAINS
from .earlier import EarlierCall
from .implied import kind_of_domain
from .kinds import KINDS
from .mentions import EXACT, Candidate, HouseIndex, Match

_STEP = "HassSetVolumeRelative"


class Referring:
    """The calls of the turn before (``earlier``), as one request's house sees them. ``tools`` by HA's name for them."""

    def __init__(self, index: HouseIndex, tools: Mapping[str, OfferedTool], earlier: Sequence[EarlierCall]) -> None:
        self._index = index
        self._tools = tools
        self.earlier = earlier

    def calls(self, before: Sequence[Call]) -> Sequence[EarlierCall]:
        """The calls that were made last: ``before`` in the same sentence, or in the turn before."""
        by_name = {tool.name: tool for tool in self._tools.values()} if before else {}
        return [EarlierCall(by_name[call.tool], call.arguments) for call in before if call.tool in by_name] or self.earlier

    def place(self, before: Sequence[Call]) -> int | None:
        """The one area (by index) that they were about."""
        areas = {self._index.entities[i].area for earlier in self.calls(before) for i in self.reached(earlier)}
        area = areas.pop() if len(areas) == 1 else None
        return self._index.area_called(area.display) if area is not None else None

    def reached(self, earlier: EarlierCall) -> list[int]:
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
            if entity.domain not in (domains or DOMAINS.get(earlier.tool.intent or "", {entity.domain})):
                continue
            found.append(i)
        return found

    def kinds(self, domain: str) -> tuple[tuple[str, str], ...]:
        """The kind of things that the calls before acted on: where one was named, another one that is called the same."""
        named = [earlier for earlier in self.earlier if "name" in earlier.arguments]
        if not named:
            return kind_of_domain(domain)
        reached = {i for earlier in named for i in self.reached(earlier)}
        found = {kind for i in reached for kind in self._index.kinds[i] if domain in KINDS[kind].domains}
        return ((found.pop(), "one"),) if len(found) == 1 and len(reached) == 1 else ()

    def played(self) -> bool:
        """Whether the calls before were about players."""
        return any(self._index.entities[i].domain == "media_player" for earlier in self.earlier for i in self.reached(earlier))

    def same_things(self, earlier: EarlierCall, entities: Sequence[int]) -> bool:
        """Whether the arguments of an earlier call mean just the things that it was about, whatever the tool: what HA chose
        itself, or a room that was cleaned, is not to be named again so."""
        target = earlier.target
        if "name" in target:
            return len(entities) == 1
        if earlier.tool.intent in AIMED_BY_HA and not target.keys() & {"area", "floor"}:
            return False
        return len({self._index.entities[i].domain for i in entities}) == 1 and earlier.tool.intent != CLEAN_AREA

    def more(self, less: bool) -> Call | None:
        """The volume that was changed, by as much again, or back (``less``): nothing else can be changed by an amount that
        nobody tells."""
        by = self._tools.get(_STEP)
        if by is None or len(self.earlier) != 1 or self.earlier[0].tool.intent not in {_STEP, "HassSetVolume"}:
            return None
        last = self.earlier[0]
        step = last.arguments.get("volume_step", "up")
        if less:
            step = {"up": "down", "down": "up"}.get(step) if isinstance(step, str) else -step
        if not self.same_things(last, self.reached(last)) or step is None:
            return None
        return Call(by.name, {**{slot: value for slot, value in last.target.items() if slot in by.slots}, "volume_step": step})

    def other(self) -> Match | None:
        """The second of two things, as if it had been named: the only one in the room that is called as the one before but for
        a word."""
        reached = {i for earlier in self.earlier for i in self.reached(earlier)}
        if len(reached) != 1:
            return None
        first = self._index.entities[next(iter(reached))]
        own = self._stems(first.names.display)
        found = [
            i
            for i, entity in enumerate(self._index.entities)
            if entity.domain == first.domain
            and entity.area == first.area
            and len(own - self._stems(entity.names.display)) == 1
            and len(self._stems(entity.names.display) - own) == 1
            and own & self._stems(entity.names.display)
        ]
        if len(found) != 1:
            return None
        return Match("name", 0, 0, EXACT, (Candidate(found[0], self._index.entities[found[0]].names.display, "said before"),))

    def _stems(self, name: str) -> set[str]:
        return {self._index.vocabulary.stem(word) for word in norms(name, self._index.vocabulary.elisions)}
