"""What kinds of things there are in a house, apart from any language: the words for them are in the vocabularies."""

from collections.abc import Iterable

from msgspec import Struct

from ...adapters.home_assistant.types import Entity
from ...adapters.intents.text import norms
from ...adapters.intents.vocabulary import Vocabulary


class Kind(Struct, frozen=True):
    """A kind of thing.

    ``domains`` are HA's domains for it. ``named`` are domains whose entities belong to it only if their owner calls them so
    (a switch named "String Lights" is a light). ``device_class`` is HA's class of covers and plugs. Kinds of one ``family``
    are taken for each other by people when the room has nothing closer.
    """

    domains: frozenset[str]
    named: frozenset[str] = frozenset()
    device_class: str | None = None
    family: str | None = None


def _kind(*domains: str, named: Iterable[str] = (), device_class: str | None = None, family: str | None = None) -> Kind:
    return Kind(frozenset(domains), frozenset(named), device_class, family)


_COVERING = "window covering"
_SWITCHABLE = ("switch", "input_boolean")

KINDS: dict[str, Kind] = {
    "light": _kind("light", named=_SWITCHABLE),
    "switch": _kind(*_SWITCHABLE),
    "outlet": _kind(named=_SWITCHABLE, device_class="outlet"),
    "fan": _kind("fan", named=_SWITCHABLE),
    "blind": _kind("cover", device_class="blind", family=_COVERING),
    "curtain": _kind("cover", device_class="curtain", family=_COVERING),
    "awning": _kind("cover", device_class="awning"),
    "garage": _kind("cover", device_class="garage"),
    "gate": _kind("cover", device_class="gate"),
    "door": _kind("cover", device_class="door"),
    "window": _kind("cover", device_class="window"),
    "lock": _kind("lock"),
    "thermostat": _kind("climate", named=_SWITCHABLE),
    "media": _kind("media_player"),
    "tv": _kind("media_player", device_class="tv", family="tv"),
    "speaker": _kind("media_player", device_class="speaker", family="speaker"),
    "vacuum": _kind("vacuum"),
    "mower": _kind("lawn_mower"),
    "valve": _kind("valve", named=_SWITCHABLE),
    "button": _kind("button", "input_button"),
    "scene": _kind("scene"),
    "script": _kind("script"),
}

# Covers without a word for what they are in their names are mostly blinds; these device classes count as such too.
_WINDOW_COVERINGS = frozenset({"blind", "curtain", "shade", "shutter"})
# The shortest word that is looked for at the end of a compound ("Stehlampe").
_SHORTEST_HEAD = 4


def named_kinds(entity: Entity, vocabulary: Vocabulary) -> frozenset[str]:
    """The kinds that an entity's names say it is."""
    found: set[str] = set()
    words = vocabulary.kind_words
    for reading in entity.names.readings:
        name = norms(reading, vocabulary.elisions)
        for position, word in enumerate(name):
            found |= words.get(word, frozenset())
            found |= words.get("".join(name[position : position + 2]), frozenset())
            if vocabulary.linking:
                for cut in range(1, len(word) - _SHORTEST_HEAD + 1):
                    found |= words.get(word[cut:], frozenset())
    return frozenset(found)


def membership(kind_id: str, entity: Entity, called: frozenset[str]) -> int:
    """How surely ``entity`` is of a kind: 2 yes, 1 if nothing closer is there, 0 no. ``called`` are its named kinds."""
    kind = KINDS[kind_id]
    if entity.domain in kind.named and kind_id in called:
        return 2
    if entity.domain in kind.named and kind.device_class is not None and entity.device_class == kind.device_class:
        return 2
    if entity.domain not in kind.domains:
        return 0
    if kind.device_class is None or kind_id in called or entity.device_class == kind.device_class:
        return 2
    # A class of covers or players: what the entity is called, or else its own class, may say that it is another.
    others = [KINDS[name] for name in called if entity.domain in KINDS[name].domains and KINDS[name].device_class is not None]
    if kind.family is None:
        return 0
    if others:
        return 1 if any(other.family == kind.family for other in others) else 0
    return 1 if entity.device_class is None or (kind.family == _COVERING and entity.device_class in _WINDOW_COVERINGS) else 0
