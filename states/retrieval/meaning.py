"""What is near to a sentence in meaning, by an encoder: things, tools, and the sayings of topics."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from ...adapters.embeddings.store import Embeddings
from ...adapters.home_assistant.types import OfferedTool
from .documents import Documents
from .evidence import serving
from .topics import TOPICS

NEAREST = 20
"""For so many texts meaning can speak: behind them, similarity is noise."""

UNLIKE, ALIKE = 0.3, 0.7
"""Cosines of a sentence and a saying: up to the first they have nothing in common, from the second on they say the same."""


class Near(Struct, frozen=True):
    """How near a sentence is in meaning, above 0, at most 1: entities and tools by place, topics by id."""

    things: dict[int, float] = {}
    tools: dict[int, float] = {}
    topics: dict[str, float] = {}


def nearness(sentence: str, texts: Documents, sayings: Sequence[tuple[str, str]], embeddings: Embeddings) -> Near:
    """What is nearest in meaning; nothing without an encoder."""
    said = embeddings.vectors((sentence,)) if sentence else None
    if said is None:
        return Near()

    def cosines(documents: tuple[str, ...]) -> list[float]:
        vectors = embeddings.vectors(documents)
        return (vectors @ said[0]).tolist() if vectors is not None else []

    topics: dict[str, float] = {}
    for (topic, _), cosine in zip(sayings, cosines(tuple(text for _, text in sayings)), strict=False):
        if (grade := min(1.0, (cosine - UNLIKE) / (ALIKE - UNLIKE))) > 0:
            topics[topic] = max(topics.get(topic, 0.0), grade)
    things = _nearest(cosines(texts.entity_texts))
    return Near(
        {place: near for text, near in things.items() for place in texts.called[texts.entity_texts[text]]},
        _nearest(cosines(texts.tool_texts)),
        topics,
    )


def of_topics(topics: Mapping[str, float], texts: Documents) -> dict[int, float]:
    """The entities that ``topics`` are about."""
    domains: dict[str, float] = {}
    for topic, grade in topics.items():
        for domain in TOPICS[topic].domains:
            domains[domain] = max(domains.get(domain, 0.0), grade)
    return {place: grade for domain, grade in domains.items() for place in texts.of_domains([domain])}


def for_topics(topics: Mapping[str, float], tools: Sequence[OfferedTool]) -> dict[int, float]:
    """The tools that serve ``topics``."""
    intents = serving(topics)
    return {place: intents[tool.intent] for place, tool in enumerate(tools) if tool.intent in intents}


def _nearest(cosines: Sequence[float]) -> dict[int, float]:
    """The greatest of ``cosines``, by their places."""
    best = sorted(range(len(cosines)), key=lambda place: -cosines[place])[:NEAREST]
    return {place: cosines[place] for place in best if cosines[place] > 0}
