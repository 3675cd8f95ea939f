"""The entities and tools of a request as texts that can be ranked, made once for each house."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from ...adapters.home_assistant.types import Entity, House, OfferedTool
from ...adapters.intents.topics import stems_of
from ...adapters.intents.vocabulary import Vocabulary
from ...adapters.ranking.lexical import Lexical
from ..deterministic.mentions import HouseIndex, house_index

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|_+")
_PREFIX = re.compile(r"^.*(?:__|\.)")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\d])")


@dataclass(frozen=True)
class Documents:
    """``entities`` and ``tools`` by their words, ``tool_names`` by those of their names alone; ``entity_texts`` and
    ``tool_texts`` are for an encoder. All by their places."""

    entities: Lexical
    tools: Lexical
    tool_names: Lexical
    entity_texts: tuple[str, ...]
    tool_texts: tuple[str, ...]


_CACHE: WeakKeyDictionary[HouseIndex, Documents] = WeakKeyDictionary()


def documents(house: House, tools: Sequence[OfferedTool], words: Vocabulary) -> tuple[HouseIndex, Documents]:
    """The index of a house and its documents. Both live as long as the index is cached."""
    index = house_index(house, tools, words)
    found = _CACHE.get(index)
    if found is None:
        found = _CACHE[index] = Documents(
            # Names are all short: that one of them is longer says nothing against it.
            Lexical([_entity_words(entity, words) for entity in house.entities], b=0.25),
            Lexical([stems_of(_tool_text(tool), words) for tool in tools]),
            Lexical([stems_of(_tool_name(tool), words) for tool in tools]),
            tuple(map(_entity_text, house.entities)),
            tuple(map(_tool_text, tools)),
        )
    return index, found


def sentences(text: str) -> list[str]:
    """The sentences of a tool's description."""
    return _SENTENCE_END.split(" ".join(text.split()))


def _entity_words(entity: Entity, words: Vocabulary) -> list[str]:
    area = entity.area.readings if entity.area is not None else ()
    texts = (*entity.names.readings, *area, entity.floor or "", _CAMEL.sub(" ", entity.domain), entity.device_class or "")
    return list(dict.fromkeys(stem for text in texts for stem in stems_of(text, words)))


def _entity_text(entity: Entity) -> str:
    """What a thing is, apart from where it is: the name without its area's, and its kind. The many things in a house that are
    alike in this share their vector, and the place of one says nothing about the meaning of another."""
    name = entity.names.display
    for area in entity.area.readings if entity.area is not None else ():
        name = re.sub(rf"(?i)\b{re.escape(area)}\b", " ", name)
    return " ".join(f"{name} {_CAMEL.sub(' ', entity.device_class or entity.domain)}".split())


def _tool_text(tool: OfferedTool) -> str:
    """What a tool is called, apart from the marks of its origin, and the first sentences that say what it does."""
    return f"{_tool_name(tool)}. {' '.join(sentences(tool.description)[:2])}"


def _tool_name(tool: OfferedTool) -> str:
    return _CAMEL.sub(" ", _PREFIX.sub("", tool.name).removeprefix("Hass"))
