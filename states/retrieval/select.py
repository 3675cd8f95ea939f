"""From a Turn to what a model gets to see of it: evidence, fusion, and the limits of how much is kept."""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...adapters.embeddings.store import Embeddings
from ...adapters.home_assistant.tools import reads
from ...adapters.home_assistant.types import Entity, House, OfferedTool
from ...adapters.intents.topics import topic_words
from ...adapters.intents.vocabulary import words_of
from ...adapters.openai.wire import NamedToolChoice
from ...machine.turn import Kept, Selection, Turn
from ..validation.formats import structured
from .documents import documents
from .evidence import ENTITY_WEIGHTS, TOOL_WEIGHTS, entity_evidence, nearby, tool_evidence
from .fusion import fuse
from .hearing import hear
from .history import calls_of, needed, rounds
from .lookup import look_up
from .meaning import for_topics, nearness, of_topics
from .relevance import about_the_house, stands_alone


class Limits(Struct, frozen=True):
    """At most ``most`` are kept, and more only of what is required. Behind the first ``least``, only what has ``share`` of the
    best one's score: where there is good evidence, little has to be kept."""

    least: int
    most: int
    share: float


ENTITIES = Limits(least=1, most=12, share=0.65)
UNSURE_ENTITIES = Limits(least=8, most=16, share=0.4)
"""Entities; and if nothing tells what a sentence is about, only where."""

TOOLS = Limits(least=1, most=4, share=0.5)
UNSURE_TOOLS = Limits(least=5, most=7, share=0.3)
"""Tools besides those that turn things on and off; and if nothing tells what is to be done, only on what."""

_BASIC = ("HassTurnOn", "HassTurnOff")
_CERTAIN = frozenset({"candidate", "named", "earlier", "asked for"})
_NEEDED = _CERTAIN | {"reads"}
"""Of tools: what is asked or made a condition can only be told by the tool that reads."""

_KNOWN = frozenset({"named", "part of a name", "kind", "topic", "candidate", "earlier"})
_TELLING = frozenset({"verb", "value", "topic", "hint", "reads", *_CERTAIN})

_BY_NAME = frozenset({"named", "part of a name", "candidate", "earlier"})
_PLACED = frozenset({"area", "here"})
_SPOKEN_FOR = frozenset({"topic", "hint"})

CALLED = ("called",)
"""The reasons of what was called in this turn, and was not chosen for its sentence."""

MOST_REQUIRED = 32
"""So many entities can be required: a name that more of them share says nothing."""


def select(turn: Turn, embeddings: Embeddings) -> Selection:
    """What of the request a model needs. Blocks while texts are encoded that are new; pure apart from the caches.

    The rounds of one turn get the same selection, apart from what was called meanwhile and is not in it: so they share the
    beginning of their prompts.
    """
    heard = hear(turn.sentence, turn.languages)
    # Data that a client wants is read and given, whatever the words: it asks.
    heard = replace(heard, question=heard.question or structured(turn.request) is not None)
    index, texts = documents(turn.house, turn.tools, words_of(heard.language))
    found = look_up(heard, index)
    things = entity_evidence(found, turn.house, index, texts)
    near = nearness(found.text, texts, topic_words(heard.language).sayings, embeddings)
    things["meaning"], things["saying"], near_tools = near.things, of_topics(near.topics, texts), near.tools
    nearest = max([*near.things.values(), *near.tools.values()], default=0.0)

    def about_house(sentence: str) -> bool:
        earlier = look_up(hear(sentence, turn.languages), index)
        words = texts.tool_names.scores(earlier.about.things)
        return about_the_house(earlier.heard, entity_evidence(earlier, turn.house, index, texts), words)

    past = rounds(turn.history)
    wanted = _wanted(turn)
    follows = bool(past) and (bool(calls_of(past[-1])) or about_house(past[-1][0].text))
    candidates = _called(turn.house, turn.recognition.candidates)
    house = (
        wanted is not None
        or bool(candidates)
        or any(exchange.tool is not None and exchange.tool.intent is not None for exchange in turn.exchanges)
        or about_the_house(heard, things, texts.tool_names.scores(found.about.things), nearest=nearest, follows=follows)
    )
    kept = needed(past, heard, stands_alone=stands_alone(heard, things), house=house, about_house=about_house)
    now = [(exchange.call.function.name, exchange.arguments) for exchange in turn.exchanges]
    if not house:
        foreign = {place for place, tool in enumerate(turn.tools) if tool.intent is None and reads(tool)}
        tools = fuse({"meaning": _only(near_tools, foreign)}, TOOL_WEIGHTS)[: UNSURE_TOOLS.most]
        tools = _and(tools, _offered_as(turn.tools, [name for name, _ in now]))
        return Selection(heard.language, house=False, question=heard.question, tools=tools, rounds=kept)

    then = [call for messages in kept for call in calls_of(messages)]
    things["candidate"] = dict.fromkeys(candidates, 1.0)
    things["earlier"] = dict.fromkeys(_targets(turn.house, then), 1.0)
    things["few"] = dict.fromkeys(range(len(turn.house.entities)), 1.0) if len(turn.house.entities) <= ENTITIES.most else {}
    fused = fuse(nearby(things), ENTITY_WEIGHTS)
    known = bool(fused) and bool(_KNOWN.intersection(fused[0].reasons))
    entities = _cut(fused, ENTITIES if known and not heard.question else UNSURE_ENTITIES)
    entities = (*entities, *_others_spoken_for(fused, entities, turn.house))

    means = tool_evidence(found, index, turn.tools, texts, entities)
    guessed = known or any("hint" in kept.reasons for kept in entities[:1])
    likely = turn.house.entities[entities[0].item].domain if guessed else None
    own = frozenset(place for place, domains in enumerate(texts.served) if likely in domains and len(domains) == 1)
    means["meaning"] = near_tools
    means["saying"] = for_topics(near.topics, turn.tools)
    means["earlier"] = dict.fromkeys(_offered_as(turn.tools, [name for name, _ in then]), 1.0)
    means["asked for"] = dict.fromkeys(_offered_as(turn.tools, [wanted]), 1.0)
    means["few"] = dict.fromkeys(range(len(turn.tools)), 1.0) if len(turn.tools) <= UNSURE_TOOLS.most else {}
    if heard.question:
        # A question never becomes an action: only what reads is left, and what was called, whose results are to be told.
        allowed = (
            {place for place, tool in enumerate(turn.tools) if reads(tool)} | means["earlier"].keys() | means["asked for"].keys()
        )
        means = {kind: _only(scores, allowed) for kind, scores in means.items()}
    return Selection(
        heard.language,
        question=heard.question,
        floor="floor" in heard.roles,
        entities=_and(entities, _targets(turn.house, now)),
        tools=_and(
            _tools(fuse(means, TOOL_WEIGHTS), turn.tools, own, known=known or bool(found.about.topics)),
            _offered_as(turn.tools, [name for name, _ in now]),
        ),
        rounds=kept,
        candidates=candidates,
    )


def _and(kept: Sequence[Kept], called: Iterable[int]) -> tuple[Kept, ...]:
    """``kept`` with what was called in this turn: what of it is there already stays where it is."""
    there = {item.item for item in kept}
    return (*kept, *(Kept(place, 0.0, CALLED, required=True) for place in called if place not in there))


def _offered_as(tools: Sequence[OfferedTool], names: Iterable[str | None]) -> list[int]:
    wanted = set(names)
    return [place for place, tool in enumerate(tools) if tool.name in wanted]


def _cut(fused: Sequence[Kept], limits: Limits, certain: Set[str] = _CERTAIN) -> tuple[Kept, ...]:
    """The best, within ``limits``; what is required comes first: that for which a reason is ``certain``."""
    marked = [replace(kept, required=True) if not certain.isdisjoint(kept.reasons) else kept for kept in fused]
    required = [kept for kept in marked if kept.required][:MOST_REQUIRED]
    others = [kept for kept in marked if not kept.required][: max(0, limits.most - len(required))]
    least = max(0, limits.least - len(required))
    return (*required, *others[:least], *(kept for kept in others[least:] if kept.score >= limits.share * fused[0].score))


def _others_spoken_for(fused: Sequence[Kept], kept: Sequence[Kept], house: House) -> list[Kept]:
    """Where nothing was named, the things of the other domains that the sentence's topics speak for: which of the topics is
    meant, only the model can tell. Those in the place that is meant; without one, the best of each domain."""
    if not kept or _BY_NAME.intersection(kept[0].reasons):
        return []
    there = {house.entities[item.item].domain for item in kept}
    others = [item for item in fused if _SPOKEN_FOR.intersection(item.reasons) and house.entities[item.item].domain not in there]
    if _PLACED.intersection(kept[0].reasons):
        return [item for item in others if _PLACED.intersection(item.reasons)]
    best: dict[str, Kept] = {}
    for item in others:
        best.setdefault(house.entities[item.item].domain, item)
    return list(best.values())


def _tools(fused: Sequence[Kept], offered: Sequence[OfferedTool], own: Set[int], *, known: bool) -> tuple[Kept, ...]:
    """The best tools. Those that turn things on and off serve most wishes, and stay wherever they serve what was chosen, unless
    it is ``known`` what is meant, and something tells that others do. Of those that are the ``own`` ones of what is most likely
    meant, more stay: what somebody wants of it is harder to tell than that it is meant."""
    sure = known and any(_TELLING.intersection(kept.reasons) for kept in fused)
    best = fused[0].score if fused else 0.0
    basic = [
        kept if sure and not _TELLING.intersection(kept.reasons) else replace(kept, score=best)
        for kept in fused
        if offered[kept.item].intent in _BASIC and "domain" in kept.reasons
    ]
    others = [kept for kept in fused if kept.item not in {chosen.item for chosen in basic}]
    chosen = _cut(others, TOOLS if sure else UNSURE_TOOLS, _NEEDED)
    there = {kept.item for kept in chosen}
    more = [kept for kept in others if kept.item in own - there and kept.score >= UNSURE_TOOLS.share * best]
    return (*_cut(basic, Limits(least=2, most=2, share=0)), *chosen, *more[: UNSURE_TOOLS.most - len(chosen)])


def _only(scores: Mapping[int, float], places: Set[int]) -> dict[int, float]:
    return {place: score for place, score in scores.items() if place in places}


def _wanted(turn: Turn) -> str | None:
    """The tool that the client demands."""
    choice = turn.request.tool_choice if turn.request is not None else None
    return choice.function.name if isinstance(choice, NamedToolChoice) else None


def _called(house: House, labels: Iterable[str]) -> tuple[int, ...]:
    """The entities that the deterministic state names as candidates: by name, with the area behind it where names are equal."""
    wanted = set(labels)
    if not wanted:
        return ()
    found = [place for place, entity in enumerate(house.entities) if not wanted.isdisjoint(_labels(entity))]
    return tuple(found[:MOST_REQUIRED])


def _labels(entity: Entity) -> tuple[str, ...]:
    name = entity.names.display
    return (name, f"{name} ({entity.area.display})") if entity.area is not None else (name,)


def _targets(house: House, calls: Iterable[tuple[str, Mapping[str, Any]]]) -> list[int]:
    """The entities that calls were about, by their names; of an area, what is in it."""
    names, areas = set[str](), set[str]()
    for _, given in calls:
        name, area = given.get("name"), given.get("area")
        if isinstance(name, str):
            names.add(name.casefold())
        elif isinstance(area, str):
            areas.add(area.casefold())
    if not names and not areas:
        return []
    found = [
        place
        for place, entity in enumerate(house.entities)
        if _is_one_of(entity.names.readings, names) or (entity.area is not None and _is_one_of(entity.area.readings, areas))
    ]
    return found[:MOST_REQUIRED]


def _is_one_of(readings: Iterable[str], names: Set[str]) -> bool:
    return any(reading.casefold() in names for reading in readings)
