"""Questions about the house: what they ask, which live data settles them, and the answer once that is there."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec
from msgspec import Struct

from ...adapters.home_assistant.types import Entity, House, OfferedTool
from ...adapters.intents.replies import reply
from ...adapters.intents.text import Token, tokenise
from ...adapters.intents.vocabulary import Meaning, QuestionVocabulary, Vocabulary
from ...machine.turn import Evidence
from ..deterministic.cover import Cover, Span, covers, spans
from ..deterministic.mentions import HouseIndex, Match, house_index
from ..deterministic.reader import AS_GOOD
from .answers import Speaker
from .follow_ups import ABOUT, FollowUp, changed, follow_up, merged, refers, stands_alone
from .meanings import can_measure, measured
from .query import CLOCK, STOPS, Query, parts, queries
from .seen import with_more, with_states
from .selection import Scope, Selection
from .settling import NOTHING, STATELESS, Outcome, settle

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
# By so much a name that is said whole may be likelier than the kind and the place that its words are.
_PUT_OTHERWISE = 2.0
# Roles of words that ask at the head of a sentence without a verb; longer ones ("one of the lamps") may wish.
_INDEFINITE = frozenset({"any", "people", "everyone"})
_GROUPS = frozenset({"any", "all", "none", "which", "count", "exists", "list"})


class Before(Struct, frozen=True):
    """An earlier sentence of the user: what it said, and what was read for it (None if nothing was)."""

    sentence: str
    live: Sequence[Sequence[Entity]] | None = None


@dataclass(frozen=True)
class _Setting:
    """What the questions of a conversation have in common."""

    house: House
    index: HouseIndex
    questions: QuestionVocabulary
    tools: Sequence[OfferedTool]
    languages: Sequence[str]


def ask(
    sentence: str, house: House, tools: Sequence[OfferedTool], words: Vocabulary, questions: QuestionVocabulary,
    languages: Sequence[str], *, live: Sequence[Sequence[Entity]] | None = None, before: Sequence[Before] = (),
) -> Outcome:  # fmt: skip
    """Read ``sentence`` as one or several questions about ``house``. Pure.

    ``live`` are the entities of each GetLiveContext result of this turn, None if nothing has been read yet. States that HA
    listed in the request itself answer at once. ``before`` is what the user has said before, the latest last: a sentence may say
    only what is different from that ("and upstairs?").
    """
    if not tokenise(sentence, words.elisions):
        return NOTHING
    house = with_more(house, live or ())
    setting = _Setting(house, house_index(house, tools, words), questions, tools, languages)
    return _Asked(setting, Before(sentence, live), before).outcome


class _Asked:
    """A sentence that may ask, and what is known of the house."""

    def __init__(self, setting: _Setting, said: Before, before: Sequence[Before]) -> None:
        self._setting = setting
        self._before = before
        self._index, self._questions, self._languages = setting.index, setting.questions, setting.languages
        self._tokens = tokenise(said.sentence, self._index.vocabulary.elisions)
        self._words = [token.norm for token in self._tokens]
        self._marked = said.sentence.rstrip().endswith("?")
        self._house = setting.house
        self._read = said.live is not None
        self._entities = with_states(self._index.entities, said.live or ())
        satellite = self._index.area_called(self._house.satellite_area) if self._house.satellite_area else None
        self._selection = Selection(self._index, self._entities, satellite, self._questions)
        # That there is none of what was asked about; and an answer to what is less likely meant.
        self._honest: str | None = None
        self._spare: _Settled = (NOTHING, [])
        self._understood: list[Query] = []

    @cached_property
    def outcome(self) -> Outcome:
        """What the likeliest reading that can be settled comes to."""
        follows = follow_up(self._words, self._questions.follow_ups) if self._before else None
        found = self._following(follows) if follows is not None or self._refers() else (NOTHING, [])
        found = found if found[0] != NOTHING else self._alone()
        if found[0] == NOTHING and follows is None:
            found = self._following(FollowUp(ABOUT, 0, len(self._words)))
        outcome, self._understood = found
        return Outcome(text=self._honest, unknown=True) if outcome == NOTHING and self._honest else outcome

    def bases(self) -> list[Query]:
        """The one question that the sentence was understood as; and of what it calls by name, the kind and the place that the
        words tell as well ("the kitchen light")."""
        answered = self.outcome != NOTHING and not self.outcome.unknown and len(self._understood) == 1
        base = self._understood[0] if answered else None
        if base is None or not base.names:
            return [base] if base is not None else []
        scope = self._selection.select(base)
        same = [query for query in self._single(self._read_as, _PUT_OTHERWISE) if query.areas and not query.names]
        scopes = [self._selection.select(query) for query in same]
        return [
            base,
            *(
                query
                for query, other in zip(same, scopes, strict=True)
                if scope is not None and other is not None and scope.entities and set(scope.entities) <= set(other.entities)
            ),
        ]

    def _alone(self) -> "_Settled":
        """What the sentence comes to by itself, and its questions."""
        bound = math.inf
        there: tuple[float, _Settled] = (math.inf, (NOTHING, []))
        said: set[str] = set()
        tells = any(token.norm in self._questions.of_oneself for token in self._tokens)
        for cost, cover in self._covers:
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
                return NOTHING, []
            if asked[0].measure in CLOCK:
                return (Outcome(clock=asked[0].measure), asked) if len(asked) == 1 else (NOTHING, [])
            chosen = self._chosen(asked)
            states = {query.state for query in asked if query.state is not None}
            if chosen is None or not said <= states:
                # What was understood as a question for a state is not answered as one for something else.
                continue
            said = states
            outcome = self._settled(chosen, cover, self._tokens)
            if outcome == NOTHING and any(query.form != "value" for query in asked):
                # Another thing that happens to tell must not answer in its stead.
                break
            if outcome == NOTHING or any(map(_for_a_group, asked)):
                # "Which windows": all windows, though one is named just "Window"; unless nothing else can be meant.
                self._spare = self._spare if self._spare[0] != NOTHING else (outcome, asked)
            elif states or all(query.form not in STATELESS for query in asked):
                return outcome, asked
            elif there[1][0] == NOTHING:
                # "Is there water?" asks for a leak rather than for a tap, where the word can mean both.
                there = (cost, (outcome, asked))
        return there[1] if there[1][0] != NOTHING else self._spare

    @cached_property
    def _covers(self) -> list[tuple[float, Cover]]:
        return covers(spans(self._tokens, self._index, self._questions.words), _COVERS)

    def _refers(self) -> bool:
        """Whether the sentence asks for more about the thing that the one before was about."""
        return bool(self._before) and any(refers(said, base) for said in self._single(self._said_in) for base in self._bases)

    @cached_property
    def _bases(self) -> list[Query]:
        """What the sentence before was understood to ask, the likeliest first."""
        return _Asked(self._setting, self._before[-1], self._before[:-1]).bases() if self._before else []

    def _following(self, follows: FollowUp | None) -> "_Settled":
        """What the sentence comes to as the question before with a difference."""
        alone = follows is None
        follows = follows or FollowUp(ABOUT, 0, len(self._words))
        tokens = self._tokens[follows.start : follows.end]
        for base in self._bases:
            asked = base if follows.kind == ABOUT else changed(base, follows.kind, told=bool(tokens))
            if asked is None:
                continue
            found = self._about(asked, tokens, alone=alone) if tokens else self._changed(asked, (), ())
            if found[0] != NOTHING:
                return found
        return NOTHING, []

    def _about(self, base: Query, tokens: Sequence[Token], *, alone: bool) -> "_Settled":
        words = [token.norm for token in tokens]
        starting = spans(tokens, self._index, self._questions.words)
        for _, cover in _believable(covers(starting, _COVERS)):
            more = parts(cover, words, self._questions)
            if len(more) == 1 and stands_alone(more[0]) and not (alone and refers(more[0], base)):
                break
            found = self._changed(merged(base, more[0]) if len(more) == 1 else None, cover, tokens)
            if found[0] != NOTHING:
                return found
        return NOTHING, []

    def _changed(self, query: Query | None, cover: Cover, tokens: Sequence[Token]) -> "_Settled":
        if query is None:
            return NOTHING, []
        if query.measure in CLOCK:
            return Outcome(clock=query.measure), [query]
        chosen = self._chosen([query])
        return (self._settled(chosen, cover, tokens), [query]) if chosen is not None else (NOTHING, [])

    def _single(self, reading: Callable[[Cover], list[Query]], within: float = AS_GOOD) -> Iterator[Query]:
        """The readings of the sentence, the likeliest first, that say one thing."""
        found = (reading(cover) for _, cover in _believable(self._covers, within))
        return (said[0] for said in found if len(said) == 1)

    def _queries(self, cover: Cover) -> list[Query]:
        asked = self._read_as(cover)
        if not asked:
            self._honest = self._honest or self._unknown_room(cover)
        return asked

    def _read_as(self, cover: Cover) -> list[Query]:
        return queries(cover, self._words, self._questions, asking=self._marked or self._asks_unmarked(cover))

    def _asks_unmarked(self, cover: Cover) -> bool:
        """Whether a state without a word that asks is a question, though no mark says so: "any lights on", the German "brennt
        das Licht". Not where somebody wants it so, or where a state comes first that sounds like an order."""
        first = next((span for span in cover if not _says_nothing(span)), None)
        if first is None or any(span.role == "oneself" for span in cover):
            return False
        unmarked, verbs = self._questions.unmarked, self._questions.asking_verbs
        if first.role == "state" and (verbs or not unmarked):
            return self._words[first.start] in verbs
        return unmarked or (first.role in _INDEFINITE and first.end - first.start == 1 and not self._somebody_does(first, cover))

    def _somebody_does(self, first: Span, cover: Cover) -> bool:
        """Whether a sentence that begins with "somebody" is about a thing."""
        meanings = self._questions.words.meanings(tuple(self._words), first.start)
        people = any(meaning.role == "people" for _, found in meanings for meaning in found)
        return people and any(span.role in {"kind", "name"} for span in cover)

    def _said_in(self, cover: Cover) -> list[Query]:
        return parts(cover, self._words, self._questions)

    def _chosen(self, asked: Sequence[Query]) -> list[tuple[Query, Scope]] | None:
        """What each of the questions is about; None if that is not known of all."""
        scopes = [self._selection.select(query) for query in asked]
        told = (_floor(scope, self._languages) for scope in scopes if scope is not None)
        self._honest = self._honest or next(filter(None, told), None)
        chosen = [(query, scope) for query, scope in zip(asked, scopes, strict=True) if scope is not None]
        return chosen if len(chosen) == len(asked) and all(_answerable(query, scope) for query, scope in chosen) else None

    def _settled(self, chosen: Sequence[tuple[Query, Scope]], cover: Cover, tokens: Sequence[Token]) -> Outcome:
        speaker = Speaker(tuple(self._languages), self._questions.spoken)
        outcome = settle(chosen, self._index, self._entities, self._setting.tools, speaker, read=self._read)
        if outcome != NOTHING:
            return msgspec.structs.replace(outcome, evidence=_evidence(cover, tokens))
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


_Settled = tuple[Outcome, list[Query]]


def _believable(found: Sequence[tuple[float, Cover]], within: float = AS_GOOD) -> Iterator[tuple[float, Cover]]:
    """The covers that are hardly harder to believe than the likeliest that explains every word."""
    bound = math.inf
    for cost, cover in found:
        if cost > bound:
            return
        if all(span.role != "unknown" for span in cover):
            bound = min(bound, cost + within)
            yield cost, cover


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


def _says_nothing(span: Span) -> bool:
    return all(isinstance(item, Meaning) and item.role == "filler" for item in span.items)


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
