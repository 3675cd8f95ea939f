"""The entities and tools of a request as texts that can be ranked, made once for each house."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from ...adapters.home_assistant.types import Entity, House, OfferedTool
from ...adapters.intents.topics import stems_of
from ...adapters.intents.vocabulary import Vocabulary
from ...adapters.ranking.lexical import Lexical
from ..deterministic.actions import DOMAINS
from ..deterministic.mentions import HouseIndex, Names, house_index
from .topics import TOPICS

_DOMAINS = frozenset(domain for topic in TOPICS.values() for domain in topic.domains)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|_+")
_PREFIX = re.compile(r"^.*(?:__|\.)")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\d])")


@dataclass(frozen=True)
class Documents:
    """``entities`` and ``tools`` by their words, ``tool_names`` by those of their names alone, all by their places.

    ``called`` are the places of the entities by their texts for an encoder, ``of_domain`` by their domains; ``tool_texts`` are
    the texts of the tools, ``served`` the domains that each is for.
    """

    entities: Lexical
    tools: Lexical
    tool_names: Lexical
    called: Mapping[str, Sequence[int]]
    entity_texts: tuple[str, ...]
    of_domain: Mapping[str, Sequence[int]]
    tool_texts: tuple[str, ...]
    served: tuple[frozenset[str], ...]

    def of_domains(self, domains: Iterable[str]) -> list[int]:
        """The places of the entities of these domains."""
        return [place for domain in domains for place in self.of_domain.get(domain, ())]


# A house that comes with other states each time has the same names.
_CACHE: WeakKeyDictionary[Names, Documents] = WeakKeyDictionary()


def documents(house: House, tools: Sequence[OfferedTool], words: Vocabulary) -> tuple[HouseIndex, Documents]:
    """The index of a house and its documents. Both live as long as the index is cached."""
    index = house_index(house, tools, words)
    names, _ = index.full_names
    found = _CACHE.get(names)
    if found is None:
        called = _places(map(_entity_text, house.entities))
        found = _CACHE[names] = Documents(
            # Names are all short: that one of them is longer says nothing against it.
            Lexical([_entity_words(entity, words) for entity in house.entities], b=0.25),
            Lexical([stems_of(_tool_text(tool), words) for tool in tools]),
            Lexical([stems_of(_tool_name(tool), words) for tool in tools]),
            called,
            tuple(called),
            _places(entity.domain for entity in house.entities),
            tuple(map(_tool_text, tools)),
            tuple(map(served, tools)),
        )
    return index, found


def sentences(text: str) -> list[str]:
    """The sentences of a tool's description."""
    return _SENTENCE_END.split(" ".join(text.split()))


def served(tool: OfferedTool) -> frozenset[str]:
    """The domains of the things that a tool acts on, as far as that is known."""
    schema = tool.slots.get("domain")
    items = schema.get("items") if isinstance(schema, dict) else None
    listed = items.get("enum") if isinstance(items, dict) else None
    if isinstance(listed, list):
        return frozenset(domain for domain in listed if isinstance(domain, str))
    # HA puts the domain that a tool comes from in front of its name.
    return frozenset(DOMAINS.get(tool.intent or "", _DOMAINS & {tool.name.partition("__")[0]}))


def _places(keys: Iterable[str]) -> dict[str, list[int]]:
    found: defaultdict[str, list[int]] = defaultdict(list)
    for place, key in enumerate(keys):
        found[key].append(place)
    return dict(found)


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
