"""Where a sentence names entities, areas and floors: an index of all names, made once per house and language."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from ...adapters.home_assistant.types import Area, Entity, Floor, House, Named, OfferedTool
from ...adapters.intents.text import norms
from ...adapters.intents.vocabulary import Meaning, Vocabulary
from .kinds import membership, named_kinds
from .little import BLOCKED, CALLED, DOING, FLOOR, GENERIC, KIND, LITTLE, POLAR, SEVERAL, can_be, canonical, is_little, roles_of

# A name is looked for in at most so many words of the sentence.
_LONGEST_NAME = 9
# What a reading of a span costs: the lowest total wins, so names are taken word by word only when nothing else fits.
EXACT, INFLECTED, PART = 0.0, 0.4, 3.0
_PER_WORD = 0.15
_UMLAUTS = (("\u00e4", "ae"), ("\u00f6", "oe"), ("\u00fc", "ue"), ("\u00c4", "Ae"), ("\u00d6", "Oe"), ("\u00dc", "Ue"))
_EVIDENCE = {EXACT: "exact", INFLECTED: "inflected", PART: "part of a name"}


class Candidate(Struct, frozen=True):
    """A thing that words may stand for: an index into the house's entities or areas, and the name that they match."""

    index: int
    reading: str
    evidence: str


class Match(Struct, frozen=True):
    """A span of words that names something. ``role`` is "name" (entities) or "area"; ``start`` and ``end`` count words.
    ``plural``: it is said of several things what is the name of each ("the bedside lamps")."""

    role: str
    start: int
    end: int
    cost: float
    candidates: tuple[Candidate, ...]
    bonus: float = 0.0
    plural: bool = False


@dataclass(frozen=True)
class _Entry:
    """One name. ``head`` is the stem of the word that the others only describe."""

    index: int
    reading: str
    words: tuple[str, ...]
    stems: tuple[str, ...]
    head: str


@dataclass(frozen=True)
class _Said:
    """The words of a sentence, as names are looked up by them: in canonical form (``keys``) and without their endings.

    ``little`` marks articles and the like, which names are recognised across, ``specific`` words that can make a part of a name
    unique, ``blocked`` words that belong to no name but one that is said in full, and ``plural`` words for several things.
    """

    keys: Sequence[str]
    stems: Sequence[str]
    little: Sequence[bool]
    specific: Sequence[bool]
    blocked: Sequence[bool]
    plural: Sequence[bool]

    def plurals(self, start: int, end: int) -> list[str]:
        """The words for several things between two places."""
        return [self.keys[place] for place in range(start, end) if self.plural[place]]


class Names:
    """The names of all entities, or of all areas, to be looked up by span."""

    def __init__(self, role: str, names: Sequence[Named], vocabulary: Vocabulary) -> None:
        self.role = role
        self._exact: dict[str, list[_Entry]] = {}
        self._inflected: dict[str, list[_Entry]] = {}
        self._words: dict[str, list[_Entry]] = {}
        # Names of several words as they are spoken, with the spelling that they are known by.
        self.spoken: dict[str, str] = {}
        for index, named in enumerate(names):
            for reading in named.readings:
                words = canonical(norms(reading, vocabulary.elisions), vocabulary)
                if not words:
                    continue
                words = [word for word in words if word]
                stems = tuple(vocabulary.stem(word) for word in words)
                entry = _Entry(index, reading, tuple(words), stems, _head(words, stems, vocabulary))
                for spelling in {"".join(words), *(_respelled(reading, vocabulary))}:
                    self._exact.setdefault(spelling, []).append(entry)
                core = [stem for word, stem in zip(words, stems, strict=False) if not is_little(word, vocabulary)]
                if len(core) == len(stems) or not all(can_be(word, KIND, vocabulary) for word in core):
                    # "The doors" are no "Back Door", though "back" is a little word.
                    self._inflected.setdefault("".join(core or stems), []).append(entry)
                if len(words) > 1:
                    self.spoken[" ".join(words)] = "".join(words)
                # A part of a name is a part of one of the names that are joined by commas.
                for stem in set(stems) if len(named.readings) == 1 or reading != named.joined else ():
                    self._words.setdefault(stem, []).append(entry)
        self.spellings = tuple(self._exact)

    def has(self, key: str) -> bool:
        """Whether ``key`` is the whole name of something."""
        return key in self._exact

    def same(self, key: str, other: str) -> bool:
        """Whether two of ``spellings`` are spellings of names of just the same things."""
        return {entry.index for entry in self._exact[key]} == {entry.index for entry in self._exact[other]}

    def match_of(self, key: str, start: int, end: int) -> Match:
        """The match of the words ``start`` to ``end`` as the name that is written ``key`` (one of ``spellings``)."""
        return self._match(start, end, EXACT, self._exact[key])

    def matches(self, said: _Said) -> Iterator[Match]:
        """Every span that names something."""
        keys, stems, little, blocked = said.keys, said.stems, said.little, said.blocked
        count = len(keys)
        for start in range(count):
            key = inflected = ""
            parts = self._words.get(stems[start], []) if not blocked[start] else []
            for end in range(start + 1, min(count, start + _LONGEST_NAME) + 1):
                key += keys[end - 1]
                inflected += "" if little[end - 1] else stems[end - 1]
                if end > start + 1 and parts:
                    parts = [entry for entry in parts if _in_order(stems[start:end], little[start:end], entry.stems)]
                found = self._exact.get(key, ())
                if blocked[end - 1]:
                    parts = []
                if any(little[start:end]):
                    # Words are joined to match a name ("bath room"), but not little ones: "le" and "a" are no "Lea".
                    found = [entry for entry in found if len(entry.stems) == end - start]
                if found:
                    yield self._match(start, end, EXACT, found)
                elif not (little[start] or little[end - 1] or any(blocked[start:end])) and (
                    found := self._inflected.get(inflected)
                ):
                    plurals = said.plurals(start, end)
                    # "The bedside lamps" are the left and the right one too.
                    several = [*found, *parts] if plurals and not little[end - 1] else found
                    yield self._match(start, end, INFLECTED, several, plurals)
                if parts and not little[end - 1] and any(said.specific[start:end]):
                    partial = [entry for entry in parts if len(entry.stems) > end - start - sum(little[start:end])]
                    if all(key.isdigit() for key in keys[start:end]):
                        # "Light 1 and 3" is no "Zone 3".
                        partial = [entry for entry in partial if set(entry.stems) - {keys[start]} <= set(stems)]
                    if keys[start].isdigit() and any(said.plural[start + 1 : start + 3]):
                        # "Two lamps" count lamps, and are not "Lamp 2".
                        partial = [entry for entry in partial if entry.words[0] == keys[start]]
                    if self.role == "area":
                        # "The main lights" are not those of the main bedroom.
                        partial = [entry for entry in partial if entry.head in stems[start:end]]
                    if partial:
                        yield self._match(start, end, PART, partial, said.plurals(start, end))

    def compounds(self, word: str, vocabulary: Vocabulary) -> Iterator[tuple[Match, str]]:
        """The ways to take ``word`` apart into a name and a rest ("Kuechenlicht"): the name's match and the rest."""
        for cut in range(3, len(word) - 2):
            head, rest = word[:cut], word[cut:]
            for link in ("", *vocabulary.linking):
                stem = head.removesuffix(link) if link else head
                found = self._exact.get(stem) or self._inflected.get(vocabulary.stem(stem))
                if found and head.endswith(link):
                    yield self._match(0, 1, INFLECTED, found), rest
                    break

    def _match(self, start: int, end: int, cost: float, entries: Sequence[_Entry], plurals: Sequence[str] = ()) -> Match:
        best: dict[int, Candidate] = {}
        for entry in entries:
            best.setdefault(entry.index, Candidate(entry.index, entry.reading, _EVIDENCE[cost]))
        # The more words a name has, the less can they mean something else ("in the home office").
        bonus = _PER_WORD * (end - start - 1) if cost == EXACT else 0.0
        several = any(word not in entry.words for word in plurals for entry in entries)
        return Match(self.role, start, end, cost, tuple(best.values()), bonus, several)


class HouseIndex:
    """A house as one language's recogniser sees it."""

    def __init__(self, house: House, tools: Sequence[OfferedTool], vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        # Scripts come as tools of their own; they are named like things.
        self.scripts = {tool.name: tool for tool in tools if tool.intent is None and not tool.required}
        self.entities: tuple[Entity, ...] = (*house.entities, *map(_as_entity, self.scripts.values()))
        self.areas: tuple[Area, ...] = house.areas
        self.floors: tuple[Floor, ...] | None = house.floors
        self.kinds: tuple[frozenset[str], ...] = tuple(named_kinds(entity, vocabulary) for entity in self.entities)
        self._entity_names = Names("name", [entity.names for entity in self.entities], vocabulary)
        self._area_names = Names("area", [area.names for area in self.areas], vocabulary)
        self.full_names = (self._entity_names, self._area_names)
        self._rooms = _words_for_a_room(vocabulary)
        self._floor_names = Names("floor", [floor.names for floor in self.floors or ()], vocabulary)
        by_area: dict[str, list[int]] = {}
        for index, entity in enumerate(self.entities):
            if entity.area is not None:
                by_area.setdefault(entity.area.joined, []).append(index)
        self._in_area = {area: tuple(indices) for area, indices in by_area.items()}
        self._on_floor = {
            name: frozenset(index for index, entity in enumerate(self.entities) if entity.floor == name)
            for name in (floor.names.display for floor in self.floors or ())
        }

    def membership(self, kind: str, entity: int) -> int:
        """How surely an entity (by index) is of a kind (see ``kinds.membership``)."""
        return membership(kind, self.entities[entity], self.kinds[entity])

    def in_area(self, area: int) -> tuple[int, ...]:
        """The entities (by index) of an area (by index)."""
        return self._in_area.get(self.areas[area].names.joined, ())

    def with_states_of(self, house: House) -> "HouseIndex":
        """The same index, for a house that differs in nothing but states."""
        index = copy(self)
        index.entities = (*house.entities, *self.entities[len(house.entities) :])
        return index

    def floor_called(self, said: str) -> str | None:
        """The name for a floor to send to HA: its display name, or as it was said where only HA knows; None if it is surely
        none of the house's."""
        if self.floors is None:
            return said
        wanted = _joined(said, self.vocabulary)
        for floor in self.floors:
            if any(_joined(reading, self.vocabulary) == wanted for reading in floor.names.readings):
                return floor.names.display
        return None if all(floor.complete for floor in self.floors) else said

    def on_floor(self, floor: str) -> frozenset[int] | None:
        """The entities (by index) on a floor (by its display name), None where only HA knows."""
        return self._on_floor.get(floor)

    def pool(self, area: int | None = None, floor: str | None = None) -> Sequence[int]:
        """The entities (by index) that are in an area (by index), if one is given, and, as far as is known, on a floor."""
        found = self.in_area(area) if area is not None else range(len(self.entities))
        there = self.on_floor(floor) if floor is not None else None
        return found if there is None else [i for i in found if i in there]

    def area_called(self, name: str) -> int | None:
        """The index of the area with exactly this name (case aside), or None."""
        wanted = name.casefold()
        return next(
            (
                index
                for index, area in enumerate(self.areas)
                if any(reading.casefold() == wanted for reading in area.names.readings)
            ),
            None,
        )

    def matches(self, words: Sequence[str]) -> Iterator[Match]:
        """Every span of ``words`` (normal forms) that names an entity or an area."""
        roles = [roles_of(word, self.vocabulary) for word in words]
        little = [not LITTLE.isdisjoint(own) for own in roles]
        blocked = [not BLOCKED.isdisjoint(own) for own in roles]
        keys, stems = self._looked_up(words)
        none = [False] * len(words)
        # "Your room" is no part of "Play Room".
        single = [not small and stem not in self._rooms for small, stem in zip(little, stems, strict=True)]
        areas = list(self._area_names.matches(_Said(keys, stems, little, single, blocked, none)))
        # A room alone is no part of the name of a thing that has it in its name.
        rooms = {place for match in areas if match.cost < PART for place in range(match.start, match.end)}
        specific = [place not in rooms and GENERIC.isdisjoint(own) for place, own in enumerate(roles)]
        plural = [SEVERAL in own for own in roles]
        for match in self._entity_names.matches(_Said(keys, stems, little, specific, blocked, plural)):
            candidates = tuple(c for c in match.candidates if match.cost == EXACT or not self._says_more(c, stems))
            if candidates:
                yield match if len(candidates) == len(match.candidates) else replace(match, candidates=candidates)
        yield from areas

    def _says_more(self, candidate: Candidate, said: Sequence[str]) -> bool:
        """Whether the name of a scene or the like says what to do, in words that were not said: "the office" does not mean
        "Office Off", and "night mode" not "Movie Night"."""
        domain = self.entities[candidate.index].domain
        if domain not in DOING:
            return False
        stem = self.vocabulary.stem
        unsaid = [word for word in norms(candidate.reading, self.vocabulary.elisions) if stem(word) not in said]
        if any(self.vocabulary.actions.get((word,), frozenset()) & POLAR for word in unsaid):
            return True
        return domain in CALLED and any(
            word not in self.vocabulary.articles and roles_of(word, self.vocabulary).isdisjoint(KIND) for word in unsaid
        )

    def floors_in(self, words: Sequence[str]) -> Iterator[tuple[Match, Meaning]]:
        """Every span of ``words`` that names one of the house's floors, as far as they are known."""
        if not self.floors:
            return
        little, none = [is_little(word, self.vocabulary) for word in words], [False] * len(words)
        for match in self._floor_names.matches(_Said(*self._looked_up(words), little, none, none, none)):
            if len(match.candidates) == 1:
                yield match, Meaning("floor", self.floors[match.candidates[0].index].names.display)

    def _looked_up(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        """What names are looked up by: the words in canonical form, and their stems."""
        keys = canonical(words, self.vocabulary)
        return keys, [self.vocabulary.stem(key) if key else "" for key in keys]

    def name(self, word: str) -> Match | None:
        """The entities whose whole name is one word."""
        return self._entity_names.match_of(word, 0, 1) if self._entity_names.has(word) else None

    def compounds(self, word: str) -> Iterator[tuple[Match, str]]:
        """See ``Names.compounds``; for areas only."""
        return self._area_names.compounds(word, self.vocabulary)


def _words_for_a_room(vocabulary: Vocabulary) -> frozenset[str]:
    """The stems of the words for any room: the last ones of phrases such as "in this room"."""
    phrases = (
        phrase
        for group in vocabulary.phrases.values()
        for phrase, meanings in group
        if len(phrase) > 1 and any(meaning.role == "here" for meaning in meanings)
    )
    return frozenset(vocabulary.stem(phrase[-1]) for phrase in phrases)


def _joined(name: str, vocabulary: Vocabulary) -> str:
    """A name for comparisons: HA looks at neither case nor spaces."""
    return "".join(norms(name, vocabulary.elisions))


def _respelled(reading: str, vocabulary: Vocabulary) -> Iterator[str]:
    """Other spellings of umlauts: written out, or as plain vowels where the name writes them out."""
    out = plain = reading
    for letter, pair in _UMLAUTS:
        out = out.replace(letter, pair)
        plain = plain.replace(pair, letter)
    for spelling in {out, plain} - {reading}:
        yield "".join(canonical(norms(spelling, vocabulary.elisions), vocabulary))


def _in_order(part: Sequence[str], little: Sequence[bool], whole: Sequence[str]) -> bool:
    remaining = iter(whole)
    return all(word in remaining for word, skipped in zip(part, little, strict=True) if word and not skipped)


def _head(words: Sequence[str], stems: Sequence[str], vocabulary: Vocabulary) -> str:
    """The stem of the word of a name that the others describe: the last one or the first, as the language has it. Numbers and
    floors describe too ("Bathroom Upstairs")."""
    core = [stem for word, stem in zip(words, stems, strict=False) if not (word.isdigit() or can_be(word, FLOOR, vocabulary))]
    return (core or list(stems))[0 if vocabulary.attributive == "after" else -1]


def _as_entity(tool: OfferedTool) -> Entity:
    """A script that HA offers as a tool, as something that can be named: by the tool's name, and a short description."""
    name = tool.name.rpartition("__")[2].replace("_", " ")
    readings = (name, tool.description) if 0 < len(tool.description.split()) <= _LONGEST_NAME else (name,)
    return Entity(names=Named(name, readings), domain="script", entity_id=tool.name)


@dataclass(frozen=True)
class _Same:
    """What an index is made of. Houses where it is the same differ in states at most."""

    entities: tuple[tuple[Named, str, Named | None, str | None], ...]
    areas: tuple[Area, ...]
    floors: tuple[Floor, ...] | None
    tools: int
    language: str
    source: tuple[House, Sequence[OfferedTool], Vocabulary] = field(compare=False)


_CACHE: OrderedDict[tuple[int, int, int, int, str], tuple[House, object, HouseIndex]] = OrderedDict()
_CACHED_HOUSES = 32


def house_index(house: House, tools: Sequence[OfferedTool], vocabulary: Vocabulary) -> HouseIndex:
    """The index of a house, cached: HA sends the same house with every request, and the parser returns the same objects.

    Keyed by identity; the entry keeps the objects alive, so an identity is never reused while it is cached. A house that comes
    with other states each time is another one, and has the index of its names.
    """
    key = (id(house.entities), id(house.areas), id(house.floors), id(tools), vocabulary.language)
    cached = _CACHE.get(key)
    if cached is None:
        named = tuple((entity.names, entity.domain, entity.area, entity.floor) for entity in house.entities)
        same = _Same(named, house.areas, house.floors, id(tools), vocabulary.language, (house, tools, vocabulary))
        cached = (house, tools, _index(same).with_states_of(house))
        _CACHE[key] = cached
        while len(_CACHE) > _CACHED_HOUSES:
            _CACHE.popitem(last=False)
    else:
        _CACHE.move_to_end(key)
    return cached[-1]


@lru_cache(_CACHED_HOUSES)
def _index(same: _Same) -> HouseIndex:
    return HouseIndex(*same.source)


__all__ = ["EXACT", "INFLECTED", "PART", "Candidate", "HouseIndex", "Match", "Meaning", "house_index"]
