"""What speaks for each entity and each tool of a request: one map from places to scores for every kind of evidence."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ...adapters.embeddings.protocol import Vectors
from ...adapters.home_assistant.types import House, OfferedTool
from ...adapters.intents.vocabulary import Phrase, Vocabulary
from ...machine.turn import Kept
from ..deterministic.actions import ACTIONS, PROPERTIES, SETTINGS
from ..deterministic.kinds import KINDS, membership
from ..deterministic.mentions import EXACT, INFLECTED, HouseIndex, Match
from .documents import Documents
from .fusion import normalised
from .hearing import Heard
from .topics import TOPICS

ENTITY_WEIGHTS = {
    "candidate": 10.0, "named": 8.0, "earlier": 6.0, "area": 4.0, "part of a name": 3.0, "kind": 3.0, "floor": 3.0,
    "topic": 2.5, "here": 4.0, "words": 2.0, "measures": 2.0, "meaning": 2.0, "few": 0.1,
}  # fmt: skip
TOOL_WEIGHTS = {
    "earlier": 10.0, "asked for": 10.0, "named": 8.0, "verb": 3.0, "value": 3.0, "topic": 2.5, "domain": 2.0, "reads": 4.0,
    "meaning": 2.0, "words": 1.5, "few": 0.1,
}  # fmt: skip

NEAREST = 40
"""As many things as meaning can speak for: behind them, similarity is noise."""

_READS_STATES = "GetLiveContext"
_MEASURING = frozenset({"sensor", "binary_sensor", "weather"})

Evidence = dict[str, dict[int, float]]


def entity_evidence(heard: Heard, house: House, index: HouseIndex, texts: Documents) -> Evidence:
    """The evidence for entities from the words of a sentence."""
    count = len(house.entities)
    names, areas, placing = _mentions(heard, index)
    here = index.area_called(house.satellite_area) if house.satellite_area else None
    topical = frozenset(chain.from_iterable(TOPICS[topic].domains for topic in heard.topics))
    topical |= {PROPERTIES[name][0] for name in heard.values("property") if name in PROPERTIES}
    kinds = heard.values("kind") & KINDS.keys()
    found: Evidence = {
        "named": {c.index: 1.0 for match in names if match.cost in (EXACT, INFLECTED) for c in match.candidates},
        "part of a name": {
            # The fewer things share the part, the more it says.
            c.index: len(match.candidates) ** -0.5
            for match in names
            if match.cost not in (EXACT, INFLECTED)
            for c in match.candidates
        },
        "area": dict.fromkeys(chain.from_iterable(map(index.in_area, sorted(areas))), 1.0),
        "here": dict.fromkeys(index.in_area(here), 1.0) if here is not None and not areas else {},
        "kind": {
            place: grade / 2
            for place, entity in enumerate(house.entities)
            if (grade := max((membership(kind, entity, index.kinds[place]) for kind in kinds), default=0))
        },
        "topic": {place: 1.0 for place, entity in enumerate(house.entities) if entity.domain in topical},
        "floor": {place: 1.0 for place, entity in enumerate(house.entities) if entity.floor in heard.values("floor")},
        "measures": {place: 1.0 for place, entity in enumerate(house.entities) if heard.question and entity.domain in _MEASURING},
        # Words that name the area have been counted as such.
        "words": normalised(texts.entities.scores(set(heard.things) - placing)),
    }
    # Behind the entities, the index has scripts, which are tools.
    return {kind: {place: score for place, score in scores.items() if place < count} for kind, scores in found.items()}


def tool_evidence(
    heard: Heard, index: HouseIndex, tools: Sequence[OfferedTool], texts: Documents, entities: Sequence[Kept]
) -> Evidence:
    """The evidence for tools from the words of a sentence, and from the entities that were chosen for it."""
    domains = normalised(
        {place: kept.score for place, kept in enumerate(entities)}
    )  # fmt: skip
    shares: dict[str, float] = {}
    for place, share in domains.items():
        domain = index.entities[entities[place].item].domain
        shares[domain] = max(shares.get(domain, 0.0), share)
    likely = {domain for domain, share in shares.items() if share >= 0.5} or shares.keys()
    scripts = {
        index.entities[candidate.index].entity_id
        for match in _mentions(heard, index)[0]
        for candidate in match.candidates
        if index.entities[candidate.index].entity_id in index.scripts
    }
    verbs = _verb_intents(heard, index.vocabulary, likely)
    values = _value_intents(heard, likely)
    topical: dict[str, float] = {}
    for topic in heard.topics:
        for rank, intent in enumerate(TOPICS[topic].intents):
            topical[intent] = max(topical.get(intent, 0.0), 1.0 - 0.15 * rank)

    def by_intent(score: Callable[[str], float]) -> dict[int, float]:
        return {place: found for place, tool in enumerate(tools) if tool.intent is not None and (found := score(tool.intent))}

    reading = heard.question or heard.marked or "condition" in heard.roles
    return {
        "named": {place: 1.0 for place, tool in enumerate(tools) if tool.name in scripts},
        "verb": by_intent(lambda intent: float(intent in verbs)),
        "value": by_intent(lambda intent: float(intent in values)),
        "topic": by_intent(lambda intent: topical.get(intent, 0.0)),
        "domain": {
            place: share
            for place, tool in enumerate(tools)
            if (share := max((shares.get(domain, 0.0) for domain in served(tool)), default=0.0))
        },
        "reads": by_intent(lambda intent: float(reading and intent == _READS_STATES)),
        "words": normalised(texts.tools.scores(heard.content)),
    }


def meaning(sentence: NDArray[np.float32], documents: Vectors) -> dict[int, float]:
    """The cosines of a sentence with the nearest of ``documents``."""
    cosines = documents @ sentence
    nearest = sorted(range(len(cosines)), key=lambda place: (-cosines[place], place))[:NEAREST]
    return {place: float(cosines[place]) for place in nearest if cosines[place] > 0}


def served(tool: OfferedTool) -> frozenset[str]:
    """The domains of the things that a tool acts on, as far as that is known."""
    schema = tool.slots.get("domain")
    items = schema.get("items") if isinstance(schema, dict) else None
    listed = items.get("enum") if isinstance(items, dict) else None
    if isinstance(listed, list):
        return frozenset(domain for domain in listed if isinstance(domain, str))
    return _SERVED.get(tool.intent or "", frozenset())


def _served() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for ways in ACTIONS.values():
        for domain, means in ways.items():
            found.setdefault(means.intent, set()).add(domain)
    for domain, settings in SETTINGS.items():
        for setting in settings.values():
            found.setdefault(setting.intent, set()).add(domain)
    return {intent: frozenset(domains) for intent, domains in found.items()}


_SERVED = _served()


def _mentions(heard: Heard, index: HouseIndex) -> tuple[list[Match], set[int], set[str]]:
    """The things and the areas (by index) that are mentioned, and the stems that mention areas. What is only a part of a longer
    mention is not meant."""
    matches = list(index.matches(heard.words))
    names = _longest(match for match in matches if match.role == "name")
    areas = _longest(match for match in matches if match.role == "area" and match.cost in (EXACT, INFLECTED))
    areas = areas or _longest(match for match in matches if match.role == "area")
    found = {candidate.index for match in areas for candidate in match.candidates}
    stems = {index.vocabulary.stem(word) for match in areas for word in heard.words[match.start : match.end]}
    if not found:
        parts = chain.from_iterable(index.compounds(word) for word in heard.words)
        found = {candidate.index for match, _ in parts for candidate in match.candidates}
    return names, found, stems


def _longest(matches: Iterable[Match]) -> list[Match]:
    """The matches that do not lie within a better one: a longer one, or one that costs less."""
    kept: list[Match] = []
    for match in sorted(matches, key=lambda match: (match.start - match.end, match.cost)):
        if not any(other.start <= match.start and match.end <= other.end and other.cost <= match.cost for other in kept):
            kept.append(match)
    return kept


def _verb_intents(heard: Heard, words: Vocabulary, domains: Set[str]) -> set[str]:
    said = heard.values("verb")
    phrases = [phrase for phrase in words.actions if phrase and said.issuperset(phrase)]
    whole = [phrase for phrase in phrases if not any(_within(phrase, other) for other in phrases)]
    actions = frozenset[str]().union(*(words.actions[phrase] for phrase in whole))
    return {ACTIONS[action][domain].intent for action in actions & ACTIONS.keys() for domain in domains & ACTIONS[action].keys()}


def _within(phrase: Phrase, other: Phrase) -> bool:
    return len(phrase) < len(other) and set(phrase) < set(other)


def _value_intents(heard: Heard, domains: Set[str]) -> set[str]:
    """The intents that set a value of the kind that was said."""
    types = {meaning.detail for meaning in heard.roles.get("value", ())} | heard.values("unit")
    if any(word.isdigit() for word in heard.words):
        types.add("number")
    settings: Mapping[str, Mapping[str, object]] = SETTINGS
    found = {
        setting.intent
        for domain in domains & settings.keys()
        for type_, setting in SETTINGS[domain].items()
        if type_ in types
    }  # fmt: skip
    return found | ({"HassLightSet"} if types & {"color", "kelvin"} else set())
