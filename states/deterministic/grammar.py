"""The second recogniser: HA's official grammar, for what our vocabularies do not cover and for languages without one.

It knows sentences as a whole, so nothing is left unexplained; targets are held to the same rules as the reader's.
"""

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from typing import Any

from ...adapters.home_assistant.types import House, OfferedTool
from ...adapters.intents.grammars import GrammarMatch, Grammars, slot_list
from ...adapters.intents.negations import denies
from ...adapters.intents.talk import told
from ...adapters.intents.text import Token, norms, tokenise
from ...adapters.intents.vocabulary import Vocabulary
from ...machine.turn import Call, Evidence
from .actions import AIMED_BY_HA, DOMAINS, EVERYTHING, ROBOTS, TARGETED
from .little import is_little
from .mentions import EXACT, HouseIndex
from .reader import Reading, risky
from .targets import UNCLEAR, Problem
from .wordless import area_as_listed, asks, inflected, is_wordless, says_area

# Questions, small talk and what only HA's own agent does are no actions; they have no place among the calls.
_NO_ACTIONS = frozenset(
    {"HassGetState", "HassGetWeather", "HassClimateGetTemperature", "HassGetCurrentTime", "HassGetCurrentDate", "HassTimerStatus",
     "HassNevermind", "HassRespond"}
)  # fmt: skip
# What a device can be without; then HA does not offer it, and whoever asks for it is told.
TIMERS = frozenset(
    {"HassStartTimer", "HassCancelTimer", "HassPauseTimer", "HassUnpauseTimer", "HassIncreaseTimer", "HassDecreaseTimer"}
)
# Where one tool does the work of another that is not offered: the target is then the only list of the house.
_STAND_INS = {
    "HassShoppingListAddItem": "HassListAddItem",
    "HassShoppingListCompleteItem": "HassListCompleteItem",
}
_DOMAIN_OF_STAND_IN = "todo"
_ITEM = "item"
_NAME = "name"
# It takes any words: it is only asked where nobody else knows what they mean.
_SEARCH = "HassMediaSearchAndPlay"
_QUOTES = ' "\u201c\u201d\u201e\u00ab\u00bb'
# What is said on, word for word, whatever it is.
_TURNING = frozenset({"negation", "alternative", "question", "pronoun"})
_MORE_THAN_A_NAME = _TURNING | {"and", "condition"}
_REFERRING = frozenset({"everything", "all", "both"})
# Roles, and types of values, that tell what is set.
_OF_WHAT = frozenset({"kind", "property", "degree", "color", "kelvin"})
# Who has all lights of the house switched off names no place; who has the lawn mown says so.
_SWITCHING_OFF, _MOWING = "HassTurnOff", "HassLawnMowerStartMowing"
# Words that tell which robot is meant.
_ROBOTS_WORDS = frozenset({"vacuum", "mower", "clean", "mow"})
_FREE_SPEECH = frozenset({"HassBroadcast", "HassMediaSearchAndPlay", "HassStartTimer"})


def recognise(
    sentence: str,
    language: str,
    house: House,
    index: HouseIndex,
    tools: Sequence[OfferedTool],
    grammars: Grammars,
    *,
    targets: bool = True,
) -> Reading:
    """Read ``sentence`` with the official grammar of ``language``. Pure, apart from the grammars' cache.

    Without ``targets``, only intents are looked at that act on no thing of the house (timers, lists, announcements). In a
    language that we have no words of, names may have other endings than they are listed with, if nothing else fits.
    """
    if not is_wordless(index):
        return _recognise(sentence, language, house, index, tools, grammars, targets=targets)
    if asks(sentence, language):
        return Reading(problem=UNCLEAR, no_command=True)
    reading = _recognise(sentence, language, house, index, tools, grammars, targets=targets)
    if reading.problem is not UNCLEAR or not targets or not (forms := inflected(sentence, index)):
        return reading
    other = _recognise(sentence, language, house, index, tools, grammars, targets=True, forms=forms)
    return reading if any(risky(call, index, tools) for call in other.calls) else other


def _recognise(
    sentence: str,
    language: str,
    house: House,
    index: HouseIndex,
    tools: Sequence[OfferedTool],
    grammars: Grammars,
    *,
    targets: bool,
    forms: Sequence[tuple[str, str]] = (),
) -> Reading:
    """``recognise``, with ``forms`` of names besides those of the house: as they are said, and as they are listed."""
    offered: dict[str, OfferedTool] = {}
    for tool in tools:
        if tool.intent is not None:
            offered.setdefault(tool.intent, tool)
    timers = TIMERS - set(offered) if not house.timers or not TIMERS & set(offered) else set()
    intents = (set(offered) | timers | {name for name, stand_in in _STAND_INS.items() if stand_in in offered}) - _NO_ACTIONS
    if not targets:
        intents -= TARGETED | {_SEARCH}
    context = {"area": house.satellite_area} if house.satellite_area else {}
    matches = grammars.recognise(sentence, language, intents, _lists(index, house.satellite_floor, tuple(forms)), context)
    tokens = tokenise(sentence, index.vocabulary.elisions)
    numbers = [(place, token.number) for place, token in enumerate(tokens) if token.number is not None]
    named = _in_names(tokens, index) if numbers else set[int]()
    written = {number for place, number in numbers if place not in named}
    problem: Problem = UNCLEAR
    found: Reading | None = None
    for match in matches:
        if match.intent in timers:
            return Reading(problem=Problem("no_timers"))
        if match.intent in TARGETED and numbers and not (_as_written(match, written) and _says_of_what(match, sentence, index)):
            continue
        reading = _Mapper(match, offered, index, house.satellite_area, sentence).reading()
        if reading.problem is None:
            if match.intent not in TARGETED or "name" in match.slots:
                return found or reading
            if found is not None and found.calls[0].tool != reading.calls[0].tool:
                # "Turn it up to 50": what is to be so loud, so bright or so warm, nobody said.
                return Reading(problem=UNCLEAR)
            found = found or reading
        elif problem is UNCLEAR:
            problem = reading.problem
    return found or Reading(problem=problem)


def _in_names(tokens: Sequence[Token], index: HouseIndex) -> set[int]:
    """The places of the words that are in a name of several words that is said in full."""
    found = index.matches([token.norm for token in tokens])
    return {
        place for match in found if match.cost == EXACT and match.end > match.start + 1 for place in range(match.start, match.end)
    }


def _as_written(match: GrammarMatch, written: Set[float]) -> bool:
    """Whether the numbers of a match are those that are ``written``: the grammar may read "lamp 15" as "Lamp 1" and 5, and
    "room 2" as a room and 2."""
    return all(
        float(value) in written or -float(value) in written
        for value in match.slots.values()
        if isinstance(value, int | float) and not isinstance(value, bool)
    )


def _says_of_what(match: GrammarMatch, sentence: str, index: HouseIndex) -> bool:
    """Whether a word tells what of a room is set: a thing, a kind of things, or what is measured. "Turn the kitchen down to 20"
    may be about its light, its music or its warmth, though the grammar knows it of one of them only."""
    told = "name" in match.slots or not index.vocabulary.phrases
    return told or bool(_tells_of(sentence, index) & _OF_WHAT)


def _tells_of(sentence: str, index: HouseIndex) -> set[str]:
    """What the words of a sentence can tell of: their roles, types of values, kinds of things, and what is done."""
    vocabulary = index.vocabulary
    words = norms(sentence, vocabulary.elisions)
    found = [meaning for place in range(len(words)) for _, meanings in vocabulary.meanings(words, place) for meaning in meanings]
    kinds = {meaning.value for meaning in found if meaning.role == "kind"}
    deeds = {deed for meaning in found if meaning.role == "verb" for deed in vocabulary.actions.get((meaning.value,), ())}
    return {meaning.role for meaning in found} | {meaning.detail for meaning in found} | kinds | deeds


@lru_cache(maxsize=32)
def _lists(index: HouseIndex, satellite_floor: str | None, forms: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """HassIL's slot lists for a house. Cached by the index, which is made once per house."""
    names = [
        (said, reading, {"domain": entity.domain})
        for entity in index.entities
        for reading in entity.names.readings
        for said in _said_for(reading, forms)
    ]
    areas = [(said, reading) for area in index.areas for reading in area.names.readings for said in _said_for(reading, forms)]
    floors = {
        meaning.value
        for group in index.vocabulary.phrases.values()
        for _, ms in group
        for meaning in ms
        if meaning.role == "floor"
    }
    if satellite_floor:
        floors.add(satellite_floor)
    return {"name": slot_list(names), "area": slot_list(areas), "floor": slot_list([(floor, floor) for floor in sorted(floors)])}


def _said_for(reading: str, forms: Sequence[tuple[str, str]]) -> list[str]:
    """How a name is said: as it is listed, and in the forms of it."""
    return [reading, *(said for said, listed in forms if listed == reading)] if reading.strip() else []


class _Mapper:
    """Maps one match to calls: slots to the offered schema, targets to things that are there and unique."""

    def __init__(
        self,
        match: GrammarMatch,
        offered: dict[str, OfferedTool],
        index: HouseIndex,
        satellite_area: str | None,
        sentence: str,
    ) -> None:
        self._match = match
        self._index = index
        self._satellite_area = satellite_area
        self._sentence = sentence
        self._slots = dict(match.slots)
        intent = match.intent
        if intent not in offered:
            intent = _STAND_INS[intent]
            if (name := _shopping_list(index, sentence)) is not None:
                self._slots["name"] = name
        self._tool = offered[intent]

    def reading(self) -> Reading:
        if not set(self._tool.required) <= set(self._slots):
            return Reading(problem=UNCLEAR)
        if any(not self._free(slot, str(self._slots[slot])) for slot in self._match.wildcards if slot in self._slots):
            return Reading(problem=UNCLEAR)
        arguments: dict[str, Any] = {}
        for slot, said in self._slots.items():
            if slot not in self._tool.slots:
                return Reading(problem=UNCLEAR)
            value = said.strip(_QUOTES) if isinstance(said, str) else said
            if slot in self._match.wildcards and self._match.intent in TIMERS and slot == _NAME:
                # "The noodles" have a timer called "noodles".
                value = " ".join(_without_lead(str(value).split(), self._index.vocabulary))
            arguments[slot] = _fit(value, self._tool.slots[slot])
        problem = self._check_target(arguments)
        if problem is not None:
            return Reading(problem=problem)
        calls = tuple(Call(self._tool.name, one) for one in self._one_item_each(arguments))
        return Reading(
            calls, (Evidence("official sentence", self._match.intent, str(arguments.get("name") or arguments.get("area") or "")),)
        )

    def _free(self, slot: str, text: str) -> bool:
        """Whether free words hold nothing that turns the sentence round ("no eggs"), leaves it open ("milk or cream") or refers
        to something ("butter, put it"), and are more than a word for all that there is ("everything")."""
        vocabulary = self._index.vocabulary
        if is_wordless(self._index) and self._says_no(text):
            return False
        tokens = tokenise(text, vocabulary.elisions)
        words = tuple(token.norm for token in tokens)
        found = (
            meaning
            for place in range(len(words))
            for length, meanings in vocabulary.meanings(words, place)
            for meaning in meanings
            if vocabulary.written_so(tokens[place : place + length], meaning)
        )
        roles = [meaning.role for meaning in found]
        if self._match.intent in TIMERS and slot == _NAME:
            # "A five minute timer and a ten minute timer" is not called "timer and a ten minute".
            # And none is called "give the", though there is one to be given five minutes.
            return _MORE_THAN_A_NAME.isdisjoint(roles) and vocabulary.articles.isdisjoint(words[-1:])
        if self._match.intent in _FREE_SPEECH:
            return True
        referring = len(words) == 1 and not _REFERRING.isdisjoint(roles)
        return not referring and _TURNING.isdisjoint(roles)

    def _says_no(self, text: str) -> bool:
        """Whether free words say no to something; in what is played or told, only if the sentence begins with it."""
        spoken = self._match.intent in _FREE_SPEECH and self._match.intent not in TIMERS
        return denies(text, self._index.vocabulary.language) and (not spoken or self._sentence.lstrip().startswith(text))

    def _check_target(self, arguments: dict[str, Any]) -> Problem | None:
        """The named thing must be one, and there; a room must have something that is meant."""
        name, area = arguments.get("name"), arguments.get("area")
        if (floor := arguments.get("floor")) is not None:
            known = self._index.floor_called(str(floor))
            if known is None:
                return Problem("unknown_floor", place=str(floor))
            arguments["floor"] = known
        domains = _as_set(arguments.get("domain")) or _as_set(self._match.context.get("domain"))
        domains = domains or DOMAINS.get(self._tool.intent or "", set())
        if area is not None and is_wordless(self._index):
            area = arguments["area"] = area_as_listed(str(area), self._index)
        pool = [
            entity
            for entity in self._index.entities
            if (not domains or entity.domain in domains)
            and (area is None or (entity.area is not None and area in entity.area.readings) or area in entity.names.readings)
        ]
        if self._tool.intent in TARGETED - AIMED_BY_HA and not arguments.keys() & {"name", "area", "floor"}:
            if is_wordless(self._index) and self._tool.intent == _SWITCHING_OFF and domains <= set(EVERYTHING):
                # The grammar knows of no place where all places are meant.
                return None if pool else UNCLEAR
            # "Stop mowing" is clear where one thing can do it; "return to base" only where there is no other.
            robots = [entity for entity in self._index.entities if entity.domain in ROBOTS]
            told = self._tool.intent == _MOWING or bool(_tells_of(self._sentence, self._index) & _ROBOTS_WORDS)
            alone = len(robots) == 1 or (len(pool) == 1 and told)
            return None if alone and domains <= ROBOTS and pool else UNCLEAR
        if name is not None and "name" not in self._match.wildcards:
            found = [entity for entity in pool if name in entity.names.readings]
            if len(found) > 1 and area is None and self._satellite_area is not None and "area" in self._tool.slots:
                nearby = [entity for entity in found if entity.area is not None and self._satellite_area in entity.area.readings]
                if len(nearby) == 1:
                    arguments["area"] = self._satellite_area
                    found = nearby
            if not found:
                return UNCLEAR
            if len(found) > 1:
                return Problem(
                    "ambiguous", tuple(f"{e.names.display} ({e.area.display})" if e.area else e.names.display for e in found)
                )
            if "domain" in self._tool.slots and "domain" not in arguments:
                arguments["domain"] = [found[0].domain]
        elif area is not None and domains and not pool and "name" not in arguments:
            aside = is_wordless(self._index) and area == self._satellite_area
            if aside and not says_area(self._sentence, str(area), self._index):
                return self._elsewhere(arguments, domains)
            return Problem("none_there", place=str(area))
        return None

    def _elsewhere(self, arguments: dict[str, Any], domains: set[str]) -> Problem | None:
        """What is to be done with something that is not where the speaker is, who named no room: to the only such thing of the
        house, or to the player that Home Assistant finds playing."""
        del arguments["area"]
        found = [entity for entity in self._index.entities if entity.domain in domains]
        if self._tool.intent in AIMED_BY_HA and found:
            return None
        names = [entity.names.display for entity in self._index.entities]
        only = found[0] if len(found) == 1 and domains <= {*EVERYTHING, "climate"} else None
        if only is None or "name" not in self._tool.slots or "device_class" in arguments or names.count(only.names.display) > 1:
            return UNCLEAR
        arguments["name"] = only.names.display
        return None

    def _one_item_each(self, arguments: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """ "Apples and pears" are two items of a list."""
        item = arguments.get(_ITEM)
        if not isinstance(item, str):
            yield arguments
            return
        for part in split_items(item, self._index.vocabulary):
            yield {**arguments, _ITEM: part}


def _shopping_list(index: HouseIndex, sentence: str) -> str | None:
    """The name of the list for what is to be bought: the only list of the house, or the only one that is called so, if the
    sentence calls it so too."""
    vocabulary = index.vocabulary
    lists = [entity.names for entity in index.entities if entity.domain == _DOMAIN_OF_STAND_IN]
    if len(lists) > 1 and told(vocabulary.shopping, norms(sentence, vocabulary.elisions), gap=0):
        called = {"".join(phrase) for phrase in vocabulary.shopping}
        lists = [
            names for names in lists if any("".join(norms(reading, vocabulary.elisions)) in called for reading in names.readings)
        ]
    return lists[0].display if len(lists) == 1 else None


def split_items(text: str, vocabulary: Vocabulary) -> list[str]:
    """The things of an enumeration, as they were said: separated by commas and by the language's word for "and"."""
    parts: list[list[str]] = [[]]
    for word in text.replace(",", " , ").split():
        meanings = [
            m for length, ms in vocabulary.meanings(norms(word, vocabulary.elisions) or ("",), 0) if length == 1 for m in ms
        ]
        if word == "," or any(meaning.role == "and" for meaning in meanings):
            parts.append([])
        else:
            parts[-1].append(word)
    items = [parts[0], *(_without_lead(part, vocabulary) for part in parts[1:])]
    return [" ".join(item) for item in items if item] or [text.strip()]


def _without_lead(words: list[str], vocabulary: Vocabulary) -> list[str]:
    """A further item without the article or preposition that leads it ("des pommes et du lait")."""
    lead = 0
    while lead < len(words) - 1 and is_little("".join(norms(words[lead], vocabulary.elisions)), vocabulary):
        lead += 1
    return words[lead:]


def _fit(value: Any, schema: Any) -> Any:
    """A slot's value in the type that the offered schema wants: a list where it wants one, whole numbers, trimmed text."""
    type_ = schema.get("type") if isinstance(schema, dict) else None
    if type_ == "array" and not isinstance(value, list):
        return [value]
    if isinstance(value, float) and value.is_integer() and type_ != "number":
        return int(value)
    return value.strip() if isinstance(value, str) else value


def _as_set(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value}
    return {item for item in value if isinstance(item, str)} if isinstance(value, list | tuple) else set()
