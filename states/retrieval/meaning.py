"""What is near to a sentence in meaning, by an encoder: things, tools, and the sayings of topics."""

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ...adapters.embeddings.protocol import Vectors
from ...adapters.embeddings.store import Embeddings
from ...adapters.home_assistant.types import House, OfferedTool
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
    vectors = embeddings.vectors([sentence, *texts.entity_texts, *texts.tool_texts, *(text for _, text in sayings)])
    if vectors is None:
        return Near()
    tools = 1 + len(texts.entity_texts)
    said = tools + len(texts.tool_texts)
    topics: dict[str, float] = {}
    for (topic, _), cosine in zip(sayings, vectors[said:] @ vectors[0], strict=True):
        if (grade := min(1.0, (float(cosine) - UNLIKE) / (ALIKE - UNLIKE))) > 0:
            topics[topic] = max(topics.get(topic, 0.0), grade)
    return Near(_nearest(vectors[0], vectors[1:tools]), _nearest(vectors[0], vectors[tools:said]), topics)


def of_topics(topics: Mapping[str, float], house: House) -> dict[int, float]:
    """The entities that ``topics`` are about."""
    domains: dict[str, float] = {}
    for topic, grade in topics.items():
        for domain in TOPICS[topic].domains:
            domains[domain] = max(domains.get(domain, 0.0), grade)
    return {place: domains[entity.domain] for place, entity in enumerate(house.entities) if entity.domain in domains}


def for_topics(topics: Mapping[str, float], tools: Sequence[OfferedTool]) -> dict[int, float]:
    """The tools that serve ``topics``."""
    intents = serving(topics)
    return {place: intents[tool.intent] for place, tool in enumerate(tools) if tool.intent in intents}


def _nearest(sentence: NDArray[np.float32], documents: Vectors) -> dict[int, float]:
    """The cosines of a sentence with the nearest of ``documents``; those that are equally near stay or go together."""
    cosines = documents @ sentence
    levels = np.unique(cosines.round(4))[-NEAREST:]
    near = (cosines > 0) & (cosines.round(4) >= levels[0]) if len(levels) else ()
    return {int(place): float(cosines[place]) for place in np.flatnonzero(near)}
