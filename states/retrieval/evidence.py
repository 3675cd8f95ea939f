"""What speaks for each entity and each tool of a request: one map from places to scores for every kind of evidence."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain

from ...adapters.home_assistant.types import House, OfferedTool
from ...adapters.intents.vocabulary import Phrase, Vocabulary
from ...machine.turn import Kept
from ..deterministic.actions import ACTIONS, PROPERTIES, SETTINGS
from ..deterministic.kinds import KINDS, membership
from ..deterministic.mentions import EXACT, INFLECTED, HouseIndex
from .documents import Documents
from .fusion import normalised
from .hearing import Heard
from .lookup import Found
from .topics import TOPICS, USUAL, USUAL_THINGS

ENTITY_WEIGHTS = {
    "candidate": 10.0, "named": 8.0, "earlier": 6.0, "area": 4.0, "here": 4.0, "part of a name": 3.0, "kind": 3.0, "floor": 3.0,
    "topic": 2.5, "saying": 2.5, "hint": 2.0, "alone": 2.0, "words": 2.0, "measures": 2.0, "meaning": 2.0,
    "usual": 0.7, "few": 0.1,
}  # fmt: skip
TOOL_WEIGHTS = {
    "earlier": 10.0, "asked for": 10.0, "named": 8.0, "reads": 4.0, "verb": 3.0, "value": 3.0, "topic": 3.0, "saying": 3.0,
    "hint": 2.5, "serves": 2.0, "meaning": 2.0, "domain": 1.5, "words": 1.5, "usual": 0.7, "few": 0.1,
}  # fmt: skip

ELSEWHERE = 0.4
"""What evidence counts for things that are not in the place that is meant; and for tools, not for the thing that is named."""

UNABLE = 0.3
"""What a place counts for things in it that can do nothing, if something is to be done."""

ALONE_BY_NAME = 0.3
"""What it counts, where no place is meant, that no other thing is called so: who wants coffee means the machine, not a plug."""

_BY_ITSELF = frozenset({"named", "part of a name", "area", "here"})
_READS_STATES = "GetLiveContext"
_MEASURING = frozenset({"sensor", "binary_sensor", "weather"})

Evidence = dict[str, dict[int, float]]


def entity_evidence(found: Found, house: House, index: HouseIndex, texts: Documents) -> Evidence:
    """The evidence for entities from the words of a sentence."""
    about, areas = found.about, found.areas
    here = index.area_called(house.satellite_area) if house.satellite_area else None
    topical, hinted = _domains(about.topics), _domains(about.hints)
    topical |= {PROPERTIES[name][0] for name in about.values("property") if name in PROPERTIES}
    kinds = about.values("kind") & KINDS.keys()
    floors = {index.floor_called(said) for said in found.heard.values("floor")} - {None}
    asks = found.heard.question or found.heard.marked
    whole = [match for match in found.names if match.cost in (EXACT, INFLECTED)]
    parts = [match for match in found.names if match.cost not in (EXACT, INFLECTED)]
    there = frozenset(chain.from_iterable(map(index.in_area, sorted(areas) or ([here] if here is not None else []))))
    # Of what is in a place, a wish is about what can act.
    in_place = {
        place: UNABLE if not asks and house.entities[place].domain in _MEASURING else 1.0
        for place in sorted(there)
        if place < len(house.entities)
    }
    # Of what is elsewhere, it may be about the only one of its kind.
    lonely = dict.fromkeys(() if there else _only_ones(texts.called), ALONE_BY_NAME)
    lonely |= dict.fromkeys((place for place in _only_ones(texts.of_domain) if place not in there), 1.0)
    evidence: Evidence = {
        "named": {candidate.index: 1.0 for match in whole for candidate in match.candidates},
        # The fewer things share a part of their names, the more it says.
        "part of a name": {c.index: len(match.candidates) ** -0.5 for match in parts for c in match.candidates},
        "area": in_place if areas else {},
        "here": {} if areas else in_place,
        "kind": {
            place: grade / 2
            for place, entity in enumerate(house.entities if kinds else ())
            if (grade := max(membership(kind, entity, index.kinds[place]) for kind in kinds))
        },
        "topic": dict.fromkeys(texts.of_domains(topical), 1.0),
        "hint": dict.fromkeys(texts.of_domains(hinted - topical), 1.0),
        "floor": {place: 1.0 for place, entity in enumerate(house.entities if floors else ()) if entity.floor in floors},
        "usual": {place: USUAL_THINGS.get(house.entities[place].domain, 0.0) for place in there if not asks},
        "alone": lonely,
        "measures": dict.fromkeys(texts.of_domains(_MEASURING if asks else ()), 1.0),
        "words": normalised(texts.entities.scores(about.things)),
    }
    # Behind the entities, the index has scripts, which are tools.
    return {kind: {at: score for at, score in scores.items() if at < len(house.entities)} for kind, scores in evidence.items()}


def nearby(evidence: Evidence) -> Evidence:
    """``evidence`` for a sentence that speaks of a place, or is said in one: what is elsewhere counts less, where the same
    speaks for something there too."""
    there = evidence["area"].keys() | evidence["here"].keys()

    def weighed(kind: str, scores: dict[int, float]) -> dict[int, float]:
        if kind in _BY_ITSELF or there.isdisjoint(scores):
            return scores
        return {place: score if place in there else score * ELSEWHERE for place, score in scores.items()}

    return {kind: weighed(kind, scores) for kind, scores in evidence.items()}


def tool_evidence(
    found: Found, index: HouseIndex, tools: Sequence[OfferedTool], texts: Documents, entities: Sequence[Kept]
) -> Evidence:
    """The evidence for tools from the words of a sentence, and from the entities that were chosen for it."""
    about = found.about
    shares: dict[str, float] = {}
    for kept, share in zip(entities, _shares(entities), strict=True):
        domain = index.entities[kept.item].domain
        shares[domain] = max(shares.get(domain, 0.0), share)
    likely = {domain for domain, share in shares.items() if share >= 0.5}
    scripts = {index.entities[candidate.index].entity_id for match in found.names for candidate in match.candidates}
    verbs = _verb_intents(about, index.vocabulary, likely)
    values = _value_intents(about, likely)
    topical, hinted = (serving(dict.fromkeys(topics, 1.0)) for topics in (about.topics, about.hints - about.topics))
    named = {index.entities[kept.item].domain for kept in entities if "named" in kept.reasons}

    def by_intent(score: Callable[[str], float]) -> dict[int, float]:
        return {place: given for place, tool in enumerate(tools) if tool.intent is not None and (given := score(tool.intent))}

    return {
        "named": {place: 1.0 for place, tool in enumerate(tools) if tool.name in scripts & index.scripts.keys()},
        "serves": {place: 1.0 for place, domains in enumerate(texts.served) if named & domains},
        "verb": by_intent(lambda intent: float(intent in verbs)),
        # The more tools can set such a value, the less it says for any of them.
        "value": by_intent(lambda intent: 1.0 / len(values) if intent in values else 0.0),
        "topic": by_intent(lambda intent: topical.get(intent, 0.0)),
        "hint": by_intent(lambda intent: hinted.get(intent, 0.0)),
        "domain": {
            place: share
            for place, domains in enumerate(texts.served)
            if (share := max((shares.get(domain, 0.0) for domain in domains), default=0.0))
        },
        "reads": by_intent(lambda intent: float(found.heard.reads and intent == _READS_STATES)),
        "words": normalised(texts.tools.scores(about.content)),
        "usual": by_intent(lambda intent: USUAL.get(intent, 0.0)),
    }


def serving(topics: Mapping[str, float]) -> dict[str, float]:
    """The intents that serve ``topics`` (with how much each of them counts), the best of a topic the most."""
    found: dict[str, float] = {}
    for topic, grade in topics.items():
        for rank, intent in enumerate(TOPICS[topic].intents):
            found[intent] = max(found.get(intent, 0.0), grade / (1.0 + 0.3 * rank))
    return found


def _only_ones(places: Mapping[str, Sequence[int]]) -> Iterator[int]:
    return (alike[0] for alike in places.values() if len(alike) == 1)


def _domains(topics: Iterable[str]) -> frozenset[str]:
    return frozenset(chain.from_iterable(TOPICS[topic].domains for topic in topics))


def _shares(entities: Sequence[Kept]) -> list[float]:
    """The scores as shares of the best."""
    best = max((kept.score for kept in entities), default=1.0)
    return [kept.score / best for kept in entities]


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
