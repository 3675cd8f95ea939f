"""Questions about the house: what they ask, which live data settles them, and the answer once that is there."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import Struct

from ...adapters.home_assistant.types import Entity, House, OfferedTool
from ...adapters.intents.replies import reply
from ...adapters.intents.text import Token, tokenise
from ...adapters.intents.vocabulary import Meaning, QuestionVocabulary, Vocabulary
from ...machine.turn import LIVE_CONTEXT, Evidence
from ..deterministic.cover import Cover, Span, covers, spans
from ..deterministic.mentions import PART, HouseIndex, Match, house_index
from ..deterministic.reader import AS_GOOD
from .answers import Speaker
from .meanings import MEASURES, QUESTION_KINDS, SILENT, can_be, can_measure, measured
from .query import CLOCK, STOPS, Query, queries
from .selection import Scope, Selection

_COVERS = 24
# What people tell of in words that also ask for it: how warm it is to them, how bright.
_FELT = frozenset({"temperature", "brightness", "illuminance"})
# What the words of a question stand for that its evidence tells of.
_TELLING = frozenset({"kind", "state", "measure", "floor"})
# Words of a name for a room that the house does not have.
_LONGEST_ROOM = 3
# What is set must never be told for what is measured; a model would have nothing else to tell.
_CONFUSABLE = frozenset({"temperature", "humidity"})
# Costs that differ by less are the same.
_EQUAL = 1e-6
# Things whose state does not tell what people want to know of them.
_CONTENTS = frozenset({"todo", "calendar", "scene", "script", "button"})
_GROUPS = frozenset({"any", "all", "none", "which", "count", "exists", "list"})
_STATELESS = frozenset({"exists", "list"})


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


def ask(
    sentence: str, house: House, tools: Sequence[OfferedTool], words: Vocabulary, questions: QuestionVocabulary,
    languages: Sequence[str], *, live: Sequence[Sequence[Entity]] | None = None,
) -> Outcome:  # fmt: skip
    """Read ``sentence`` as one or several questions about ``house``. Pure.

    ``live`` are the entities of each GetLiveContext result of this turn, None if nothing has been read yet. States that HA
    listed in the request itself answer at once.
    """
    if not tokenise(sentence, words.elisions):
        return NOTHING
    house = _with_more(house, live or ())
    index = house_index(house, tools, words)
    return _Asked(sentence, house, index, questions, tools=tools, languages=languages, live=live).outcome()


class _Asked:
    """A sentence that may ask, and what is known of the house."""

    def __init__(
        self,
        sentence: str,
        house: House,
        index: HouseIndex,
        questions: QuestionVocabulary,
        *,
        tools: Sequence[OfferedTool],
        languages: Sequence[str],
        live: Sequence[Sequence[Entity]] | None,
    ) -> None:
        self._tokens = tokenise(sentence, index.vocabulary.elisions)
        self._words = [token.norm for token in self._tokens]
        self._marked = sentence.rstrip().endswith("?")
        self._house = house
        self._index = index
        self._tools = tools
        self._questions = questions
        self._languages = languages
        self._read = live is not None
        self._entities = _with_states(index.entities, live or ())
        satellite = index.area_called(house.satellite_area) if house.satellite_area else None
        self._selection = Selection(index, self._entities, satellite, questions)
        # That there is none of what was asked about; and an answer to what is less likely meant.
        self._honest: str | None = None
        self._spare = NOTHING

    def outcome(self) -> Outcome:
        """What the likeliest reading that can be settled comes to."""
        bound = math.inf
        there: tuple[float, Outcome] = (math.inf, NOTHING)
        said: set[str] = set()
        starting = spans(self._tokens, self._index, self._questions.words)
        tells = any(token.norm in self._questions.of_oneself for token in self._tokens)
        for cost, cover in covers(starting, _COVERS):
            if cost > min(bound, there[0] + _EQUAL):
                break
            asked = self._queries(cover)
            roles = {item.role for span in cover for item in span.items}
            if asked or ("unknown" not in roles and roles & STOPS):
                # A sentence once understood, or stopped, is not taken for another that is harder to believe.
                bound = min(bound, cost + AS_GOOD)
            if not asked or (self._questions.asker_first and not self._marked and not _begins_with_asker(cover)):
                # "The lights are on" tells.
                continue
            if tells and asked[0].measure in _FELT and not _asks_how_much(cover):
                # "I am cold" tells how somebody feels.
                return NOTHING
            if asked[0].measure in CLOCK:
                return Outcome(clock=asked[0].measure) if len(asked) == 1 else NOTHING
            chosen = self._chosen(asked)
            states = {query.state for query in asked if query.state is not None}
            if chosen is None or not said <= states:
                # What was understood as a question for a state is not answered as one for something else.
                continue
            said = states
            outcome = self._settled(chosen, cover)
            if outcome == NOTHING and any(query.form != "value" for query in asked):
                # Another thing that happens to tell must not answer in its stead.
                break
            if outcome == NOTHING or any(map(_for_a_group, asked)):
                # "Which windows": all windows, though one is named just "Window"; unless nothing else can be meant.
                self._spare = self._spare if self._spare != NOTHING else outcome
            elif states or all(query.form not in _STATELESS for query in asked):
                return outcome
            elif there[1] == NOTHING:
                # "Is there water?" asks for a leak rather than for a tap, where the word can mean both.
                there = (cost, outcome)
        found = there[1] if there[1] != NOTHING else self._spare
        return Outcome(text=self._honest, unknown=True) if found == NOTHING and self._honest else found

    def _queries(self, cover: Cover) -> list[Query]:
        asked = queries(cover, self._words, self._questions, asking=self._questions.unmarked or self._marked)
        if not asked:
            self._honest = self._honest or self._unknown_room(cover)
        return asked

    def _chosen(self, asked: Sequence[Query]) -> list[tuple[Query, Scope]] | None:
        """What each of the questions is about; None if that is not known of all."""
        scopes = [self._selection.select(query) for query in asked]
        told = (_floor(scope, self._languages) for scope in scopes if scope is not None)
        self._honest = self._honest or next(filter(None, told), None)
        chosen = [(query, scope) for query, scope in zip(asked, scopes, strict=True) if scope is not None]
        return chosen if len(chosen) == len(asked) and all(_answerable(query, scope) for query, scope in chosen) else None

    def _settled(self, chosen: Sequence[tuple[Query, Scope]], cover: Cover) -> Outcome:
        speaker = Speaker(tuple(self._languages), self._questions.spoken)
        outcome = _settle(chosen, self._index, self._entities, self._tools, speaker, read=self._read)
        if outcome != NOTHING:
            return msgspec.structs.replace(outcome, evidence=_evidence(cover, self._tokens))
        if _tell_nothing(chosen, self._entities):
            self._honest = self._honest or reply("nothing_read", self._languages)
        return NOTHING

    def _asks_otherwise(self, span: Span) -> bool:
        """Whether a word that no question of ours has asks or conditions ("since when")."""
        meanings = self._index.vocabulary.meanings(tuple(self._words), span.start)
        return any(meaning.role in {"question", "condition", "negation"} for _, found in meanings for meaning in found)

    def _unknown_room(self, cover: Cover) -> str | None:
        """That the house does not have the room that a question about its things names; None if it is no such question."""
        unknown = [place for place, span in enumerate(cover) if span.role == "unknown"]
        joined = bool(unknown) and unknown[-1] - unknown[0] + 1 == len(unknown) <= _LONGEST_ROOM
        if not joined or not self._house.listed or any(self._asks_otherwise(cover[place]) for place in unknown):
            return None
        leading = unknown[0]
        while leading and cover[leading - 1].role in {"articles", "prepositions"}:
            leading -= 1
        if not any(span.role == "prepositions" for span in cover[leading : unknown[0]]):
            return None
        if not leading or (cover[leading - 1].role == "asker" and unknown[-1] + 1 < len(cover)):
            # "How many of ...?"
            return None
        asked = queries((*cover[:leading], *cover[unknown[-1] + 1 :]), self._words, self._questions)
        plain = len(asked) == 1 and bool(asked[0].kinds) and not (asked[0].has_place or asked[0].names or asked[0].measures)
        if not plain or "people" in asked[0].flags:
            return None
        said = self._tokens[cover[unknown[0]].start : cover[unknown[-1]].end]
        return reply("unknown_area", self._languages, place=" ".join(token.text for token in said))


def _tell_nothing(chosen: Sequence[tuple[Query, Scope]], entities: Sequence[Entity]) -> bool:
    """Whether all that could tell a value has been read, and nothing does: least of all by what is set."""
    (query, scope), *others = chosen
    measure = query.measure or ""
    if others or measure not in _CONFUSABLE:
        return False
    known = [entities[i] for i in scope.entities]
    return all(thing.state is not None and not (can_measure(thing, measure) and measured(thing, measure)) for thing in known)


def _floor(scope: Scope, languages: Sequence[str]) -> str | None:
    """What can be said of a floor that the house does not have, or of which nothing tells what is on it."""
    if scope.unknown_floor is not None:
        return reply("unknown_floor", languages, place=scope.unknown_floor)
    return reply("rooms_unknown", languages, place=scope.unlisted_floor) if scope.unlisted_floor is not None else None


def _evidence(cover: Cover, tokens: Sequence[Token]) -> tuple[Evidence, ...]:
    """Why the things of an answer were chosen: by which of the words."""
    found: list[Evidence] = []
    for span in cover:
        said = " ".join(token.text for token in tokens[span.start : span.end])
        for item in span.items:
            if isinstance(item, Match):
                found.extend(Evidence(candidate.evidence, said, candidate.reading) for candidate in item.candidates)
            elif item.role in _TELLING:
                found.append(Evidence(item.role, said, str(item.value or said)))
    return tuple(found)


def _asks_how_much(cover: Cover) -> bool:
    """Whether a word asks for a measure, and not merely whether something is so."""
    askers = (item for span in cover if span.role == "asker" for item in span.items)
    return any(isinstance(item, Meaning) and item.value != "yesno" for item in askers)


def _begins_with_asker(cover: Cover) -> bool:
    """Whether a sentence begins with what asks, apart from politeness and where; or asks with no verb ("kitchen temperature")."""
    roles = [item.role for span in cover for item in span.items]
    first = next((role for role in roles if role not in {"filler", "area", "floor", "here", "outside"}), "")
    return first == "asker" or "asker" not in roles


def _for_a_group(query: Query) -> bool:
    """Whether a question that uses a name asks for several things."""
    several = query.form in _GROUPS or any(len(match.candidates) > 1 for match in query.names)
    return bool(query.names) and several


def _answerable(query: Query, scope: Scope) -> bool:
    """Whether a question has something to be about; that there is no such thing is an answer only to "is there?"."""
    missing = query.form in {"exists", "count"} and not query.names and "outside" not in query.flags
    return scope.unknown_floor is None and scope.unlisted_floor is None and (bool(scope.entities) or missing)


def _settle(
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
    return query.form not in _STATELESS and not (query.form == "count" and query.state is None)


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
            return speaker.weather(there[0]) if len(there) == 1 else None
        return speaker.about_values(query, _closest(query, there))
    return speaker.about_states(query, there)


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


def _with_more(house: House, live: Sequence[Sequence[Entity]]) -> House:
    """The house with what only live data shows: a client may keep an old list while things are exposed."""
    known = {_key(entity) for entity in house.entities}
    more = {_key(entity): entity for read in live for entity in read if _key(entity) not in known}
    return msgspec.structs.replace(house, entities=(*house.entities, *more.values())) if more else house


def _with_states(entities: Sequence[Entity], live: Sequence[Sequence[Entity]]) -> list[Entity]:
    """The entities of the catalogue with the states that have been read; what was not read keeps what it had."""
    known: dict[tuple[str, str, str], list[Entity]] = {}
    for read in live:
        latest: dict[tuple[str, str, str], list[Entity]] = {}
        for entity in read:
            latest.setdefault(_key(entity), []).append(entity)
        known |= latest
    merged = []
    for entity in entities:
        now = known.get(_key(entity))
        if now is not None:
            # Things that nothing tells apart are listed in the same order.
            now = now.pop(0) if len(now) > 1 else now[0]
            entity = msgspec.structs.replace(entity, state=now.state or "unknown", attributes=now.attributes)  # noqa: PLW2901
        merged.append(entity)
    return merged


def _key(entity: Entity) -> tuple[str, str, str]:
    return entity.names.joined, entity.domain, entity.area.joined if entity.area is not None else ""
