"""Which things of the house a question is about."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ...adapters.home_assistant.types import Entity
from ...adapters.intents.text import norms
from ...adapters.intents.vocabulary import QuestionVocabulary
from ..deterministic.kinds import KINDS, membership
from ..deterministic.mentions import HouseIndex
from .meanings import MEASURES, QUESTION_KINDS, SILENT, can_be, can_measure
from .query import Query

_EVERYTHING = "device"
_WEATHER = "weather"
# What no room has.
_SKY = frozenset({_WEATHER, "wind_speed", "rain"})
# The shortest word that is looked for at the head of a compound.
_SHORTEST_HEAD = 4
# Kinds that are no thing of their own, but measure others.
_SENSING = frozenset({"sensor", "battery", "motion", "thermostat"})
# Domains that are told apart by device classes, which only live data shows.
_CLASSED = frozenset({"sensor", "binary_sensor"})
# What is measured of a room, not of a thing in it.
_AMBIENT = frozenset({"temperature", "humidity", "co2", "air_quality", "illuminance"})


class Scope(Struct, frozen=True):
    """The things that a question may be about, by index, and the one area (by index) that all of them were chosen by.
    ``unknown_floor`` is what was said for a floor that the house does not have, ``unlisted_floor`` for one of which nothing tells
    what is on it."""

    entities: tuple[int, ...]
    area: int | None = None
    unknown_floor: str | None = None
    unlisted_floor: str | None = None


class Selection:
    """Chooses entities for queries. ``satellite`` is the speaker's area (by index), or None."""

    def __init__(
        self, index: HouseIndex, entities: Sequence[Entity], satellite: int | None, questions: QuestionVocabulary
    ) -> None:
        self._index = index
        self._entities = entities
        self._satellite = satellite
        self._outside = questions.outside
        self._words = questions.words

    def select(self, query: Query) -> Scope | None:
        """The things that ``query`` is about, as far as is known before live data; None if its words do not tell."""
        areas = {candidate.index for match in query.areas for candidate in match.candidates}
        if len(areas) > 1 or len(set(query.floors)) > 1 or ("here" in query.flags and self._satellite is None):
            return None
        area = next(iter(areas), self._satellite if "here" in query.flags else None)
        floor = self._index.floor_called(query.floors[0]) if query.floors else None
        if query.floors and floor is None:
            return Scope((), unknown_floor=query.floors[0])
        if floor is not None and self._index.on_floor(floor) is None:
            # Where a name tells of the floor ("Upstairs Hall"), a model may know better.
            return None if self._tells_of(floor) else Scope((), unlisted_floor=query.floors[0])
        pool = self._index.pool(area, floor)
        if query.names:
            named = self._named(query, area)
            named = self._outdoors(named) if "outside" in query.flags else named
            return Scope(tuple(named if floor is None else [i for i in named if i in pool]), area)
        members = self._members(query, pool)
        if members is None:
            return None
        if area is not None and floor is None and not members:
            members = self._loose(query, area)
        if "outside" in query.flags:
            members = self._outdoors(members)
        elif area is None and floor is None and self._satellite is not None and self._generic(query):
            nearby = [i for i in members if i in set(self._index.in_area(self._satellite))]
            if any(self._is_sure(query, i) for i in nearby):
                return Scope(tuple(nearby), self._satellite)
        return Scope(tuple(members), area)

    def _is_sure(self, query: Query, i: int) -> bool:
        """Whether it is known that a thing can answer: of a sensor by its class, and before live data by its name. If it might
        not, the room of the speaker is not all there is to read."""
        entity = self._entities[i]
        if entity.domain not in _CLASSED or entity.state is not None or entity.device_class is not None:
            return True
        asked = {query.measure, query.state, *(kind for kind, _ in query.kinds)} - {None}
        return bool(asked & self._said_of(i, "kind", "measure", "state")) or bool(asked & set(self._index.kinds[i]))

    def _said_of(self, i: int, *roles: str) -> set[str]:
        """The kinds, states or measures that a name tells of."""
        name = self._name(i)
        return {
            meaning.value
            for position in range(len(name))
            for _, meanings in self._words.meanings(name, position)
            for meaning in meanings
            if meaning.role in roles
        }

    def _tells_of(self, floor: str) -> bool:
        """Whether a name of the house has a floor in it."""
        said = set(self._stems(floor))
        named = (entity.names.joined for entity in self._entities), (area.names.joined for area in self._index.areas)
        return any(said <= set(self._stems(name)) for names in named for name in names)

    def _generic(self, query: Query) -> bool:
        """Whether a question without a place is about the room of the speaker: a value, or "the lights"; not "any light"."""
        if query.form == "value":
            return query.measure not in _SKY
        return (
            query.form in {"yesno", "any", "all"}
            and not query.flags & {"any", "all", "everywhere", "people"}
            and bool(query.kinds)
        )

    def _able(self, query: Query, i: int) -> bool:
        entity = self._entities[i]
        if query.state is not None and query.form != "value":
            if not query.names and (query.state == "finished" or (query.state == "on" and entity.domain == "sensor")):
                # Appliances that are not called by name are not told from other things.
                return False
            return can_be(entity, query.state)
        return query.measure not in MEASURES or can_measure(entity, query.measure or "")

    def _measures_another(self, query: Query, i: int) -> bool:
        """Whether the name of a sensor tells that it measures something else, as long as its device class is not known."""
        entity = self._entities[i]
        if entity.domain != "sensor" or entity.device_class is not None or query.measure not in MEASURES:
            return False
        told = self._said_of(i, "measure")
        return bool(told) and query.measure not in told

    def _named(self, query: Query, area: int | None) -> list[int]:
        """The named things that can answer; else those whose names say that they belong to them ("front door" battery)."""
        if len({match.candidates for match in query.names}) > 1:
            # "The lamp of Anna": how the two belong together is not known.
            return []
        called = [candidate.index for match in query.names for candidate in match.candidates]
        there = set(self._index.in_area(area)) if area is not None else set(range(len(self._entities)))
        able = [i for i in dict.fromkeys(called) if i in there and self._able(query, i) and self._fits(query, i)]
        able = [i for i in able if not self._measures_another(query, i)]
        if len(able) > 1 and area is None and self._satellite is not None:
            nearby = [i for i in able if i in set(self._index.in_area(self._satellite))]
            able = nearby or able
        if able and (query.measure not in MEASURES or query.state is not None):
            return able
        wanted = [self._stems(candidate.reading) for match in query.names for candidate in match.candidates]
        # "The battery of the front door lock"
        kinds = [self._index.vocabulary.stem(word) for said in query.kind_words for word in said.split()]
        wanted += [[*words, *kinds] for words in wanted] if kinds else []
        # What a thing does not tell itself, a sensor of its name may ("front door" battery).
        related = [
            i
            for i, entity in enumerate(self._entities)
            if i not in called
            and entity.domain in {"sensor", "binary_sensor"}
            and (i in there or entity.area is None)
            and self._able(query, i)
            and not self._measures_another(query, i)
            and self._fits(query, i)
            and any(self._is_sensor_of(words, i) for words in wanted)
        ]
        return list(dict.fromkeys([*able, *related]))

    def _fits(self, query: Query, i: int) -> bool:
        """Whether a named thing is of all the kinds that are said with it ("the song on the speaker")."""
        return all(
            kind in {_EVERYTHING, query.measure}
            or kind in self._index.kinds[i]
            or (kind in QUESTION_KINDS and self._is(kind, i))
            or (kind in KINDS and membership(kind, self._entities[i], self._index.kinds[i]) > 0)
            for kind, _ in query.kinds
        )

    def _members(self, query: Query, pool: Iterable[int]) -> list[int] | None:
        """The things of a kind, or those that can answer at all."""
        if "people" in query.flags:
            return [i for i in pool if self._entities[i].domain == "person"]
        if query.measure == _WEATHER:
            return self._weather(pool)
        if query.kinds:
            return self._of_kind(query, query.kinds[-1][0], list(pool))
        if query.state is not None or query.measure in MEASURES:
            able = [i for i in pool if self._able(query, i)]
            return able if query.state is not None else self._of_the_room(query, able)
        return None

    def _weather(self, pool: Iterable[int]) -> list[int]:
        """What tells of the weather; where live data shows that none of that does, what measures how warm it is outside."""
        weather = [i for i in pool if self._entities[i].domain == _WEATHER]
        if not weather or any((self._entities[i].state or "").casefold() not in SILENT for i in weather):
            return weather
        told = [i for i in self._index.pool(None, None) if self._entities[i].state is not None]
        warm = [i for i in told if self._entities[i].domain == "sensor" and can_measure(self._entities[i], "temperature")]
        return [*weather, *(i for i in warm if any(map(self._is_outside, self._words_around(i))))]

    def _of_the_room(self, query: Query, able: Sequence[int]) -> list[int]:
        """Sensors that are called after the room or just after what they measure, before those of some thing in it."""
        plain = [i for i in able if self._entities[i].domain != "sensor" or self._is_plain(i)]
        plain = plain or [i for i in able if len(able) == 1 and self._is_plain(i, shortened=True)]
        sure = query.measure in _AMBIENT and "outside" not in query.flags
        return plain if sure or any(self._entities[i].domain == "sensor" for i in plain) else list(able)

    def _is_plain(self, i: int, *, shortened: bool = False) -> bool:
        """Whether the name of a sensor says nothing but the room, also a beginning of its name, and what is measured."""
        room, name = self._room(i), self._name(i)
        short = [word for word in name if shortened and len(word) >= _SHORTEST_HEAD and any(own.startswith(word) for own in room)]
        return self._says_only(name, room.union(map(self._index.vocabulary.stem, short)))

    def _is_sensor_of(self, words: Sequence[str], i: int) -> bool:
        """Whether a thing is called ``words`` and for the rest only what it measures ("front door" battery)."""
        name, heads = self._name(i), frozenset(words)
        stems = [self._index.vocabulary.stem(word) for word in name]
        whole = all(any(word == stem or self._after(word, stem) is not None for stem in stems) for word in heads)
        return whole and self._says_only(name, heads | self._room(i))

    def _says_only(self, name: Sequence[str], heads: frozenset[str]) -> bool:
        """Whether a name says nothing but ``heads`` and what a sensor measures; also in one word ("Haust\u00fcrkontakt")."""
        position = 0
        while position < len(name):
            word = name[position]
            length = self._tells(name, position)
            if not length and word not in self._outside and self._index.vocabulary.stem(word) not in heads:
                rests = (self._after(head, word) for head in heads)
                if not any(rest is not None and self._tells((rest,), 0) for rest in rests):
                    return False
            position += max(length, 1)
        return True

    def _after(self, head: str, word: str) -> str | None:
        """The rest of a compound that begins with ``head``, in languages that write compounds in one word."""
        linking = self._index.vocabulary.linking
        if not linking or len(head) < _SHORTEST_HEAD or not word.startswith(head) or word == head:
            return None
        rest = word.removeprefix(head)
        return next((rest.removeprefix(link) for link in linking if self._tells((rest.removeprefix(link),), 0)), rest)

    def _tells(self, name: Sequence[str], position: int) -> int:
        """How many words of a sensor's name from ``position`` on say what it measures, or nothing."""
        if name[position].isdigit():
            return 1
        telling = (
            length
            for length, meanings in self._words.meanings(tuple(name), position)
            if any(m.role in {"measure", "filler", "unit", "state"} or m.value in _SENSING for m in meanings)
        )
        return max(telling, default=0)

    def _of_kind(self, query: Query, kind: str, pool: Sequence[int]) -> list[int]:
        if len({said for said, _ in query.kinds}) > 1:
            # "The lights or the fans": which of the two is not decided here.
            return []
        asked = query.form not in {"exists", "list"} and (query.state is not None or query.measure is not None)
        able = [i for i in pool if not asked or self._able(query, i)]
        if kind == _EVERYTHING:
            return able
        if kind not in KINDS and kind not in QUESTION_KINDS:
            return []
        # A sensor may be called after the thing that it belongs to ("the lock's battery").
        sensors = [
            i for i in able if query.measure in MEASURES and self._entities[i].domain == "sensor" and kind in self._index.kinds[i]
        ]
        if kind in QUESTION_KINDS:
            # Without live data only a name can tell what is counted.
            sure = query.form in {"exists", "list"} or (query.state is None and query.measure is None)
            found = (i for i in able if self._is(kind, i, sure=sure))
            return list(dict.fromkeys([*found, *sensors]))
        if query.kinds[-1][1] == "called":
            # A word for a particular sort ("the chandelier") means only what is called so.
            word = "".join(self._stems(query.kind_words[-1]))
            able = [i for i in able if word in self._stems(self._entities[i].names.joined)]
        graded = {i: membership(kind, self._entities[i], self._index.kinds[i]) for i in able}
        if not KINDS[kind].domains:
            # Only live data will tell whether it is one.
            graded |= {i: 2 for i in able if self._may_be(kind, i)}
        best = max(graded.values(), default=0)
        return [*(i for i, grade in graded.items() if grade == best and grade), *sensors]

    def _may_be(self, kind: str, i: int) -> bool:
        entity = self._entities[i]
        return entity.domain in KINDS[kind].named and entity.state is None and entity.device_class is None

    def _is(self, kind: str, i: int, *, sure: bool = False) -> bool:
        """Whether a thing is of a kind of questions: by its device class where that is known, else by what it is called."""
        entity = self._entities[i]
        classes = QUESTION_KINDS[kind].get(entity.domain)
        if classes is None:
            return False
        if not classes or kind in self._index.kinds[i]:
            return True
        return entity.device_class in classes if entity.device_class is not None else entity.state is None and not sure

    def _loose(self, query: Query, area: int) -> list[int]:
        """Things without an area that carry the room in their names."""
        room = set(self._stems(self._index.areas[area].names.display))
        loose = [
            i for i, entity in enumerate(self._entities) if entity.area is None and room <= set(self._stems(entity.names.display))
        ]
        return self._members(query, loose) or []

    def _outdoors(self, members: Sequence[int]) -> list[int]:
        """Those that are outside by their name or their area's, else the weather."""
        called = [i for i in members if any(map(self._is_outside, self._words_around(i)))]
        weather = [i for i in members if self._entities[i].domain == _WEATHER]
        unknown = any(self._entities[i].state is None for i in called)
        # Before live data, it is not known whether what is called so tells what was asked for.
        return [*called, *weather] if unknown else called or weather

    def _is_outside(self, word: str) -> bool:
        if word in self._outside:
            return True
        compounds = bool(self._index.vocabulary.linking)
        return compounds and any(word.startswith(out) for out in self._outside if len(out) >= _SHORTEST_HEAD)

    def _words_around(self, i: int) -> tuple[str, ...]:
        entity = self._entities[i]
        area = entity.area.joined if entity.area is not None else ""
        return norms(f"{entity.names.joined} {area}", self._index.vocabulary.elisions)

    def _name(self, i: int) -> tuple[str, ...]:
        return norms(self._entities[i].names.display, self._index.vocabulary.elisions)

    def _room(self, i: int) -> frozenset[str]:
        """The stems of the names of a thing's area."""
        area = self._entities[i].area
        return frozenset(self._stems(area.joined)) if area is not None else frozenset()

    def _stems(self, text: str) -> list[str]:
        return [self._index.vocabulary.stem(word) for word in norms(text, self._index.vocabulary.elisions)]
