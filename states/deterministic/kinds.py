"""What kinds of things there are in a house, apart from any language: the words for them are in the vocabularies."""

from collections.abc import Iterable

from msgspec import Struct

from ...adapters.home_assistant.types import Entity
from ...adapters.intents.text import norms
from ...adapters.intents.vocabulary import Vocabulary


class Kind(Struct, frozen=True):
    """A kind of thing.

    ``domains`` are HA's domains for it. ``named`` are domains whose entities belong to it only if their owner calls them so
    (a switch named "String Lights" is a light). ``device_classes`` are HA's classes of covers, players and plugs. Kinds of one
    ``family`` are taken for each other by people when the room has nothing closer.
    """

    domains: frozenset[str]
    named: frozenset[str] = frozenset()
    device_classes: tuple[str, ...] = ()
    family: str | None = None


def _kind(*domains: str, named: Iterable[str] = (), classes: tuple[str, ...] = (), family: str | None = None) -> Kind:
    return Kind(frozenset(domains), frozenset(named), classes, family)


_COVERING = "window covering"
_SWITCHABLE = ("switch", "input_boolean")

KINDS: dict[str, Kind] = {
    "light": _kind("light", named=_SWITCHABLE),
    "switch": _kind(*_SWITCHABLE),
    "outlet": _kind(named=_SWITCHABLE, classes=("outlet",)),
    "fan": _kind("fan", named=_SWITCHABLE),
    "blind": _kind("cover", classes=("blind", "shutter", "shade"), family=_COVERING),
    "curtain": _kind("cover", classes=("curtain",), family=_COVERING),
    "awning": _kind("cover", classes=("awning",)),
    "garage": _kind("cover", classes=("garage",)),
    "gate": _kind("cover", classes=("gate",)),
    "door": _kind("cover", classes=("door",)),
    "window": _kind("cover", classes=("window",)),
    "lock": _kind("lock"),
    "thermostat": _kind("climate", named=_SWITCHABLE),
    "media": _kind("media_player"),
    "tv": _kind("media_player", classes=("tv",), family="tv"),
    "speaker": _kind("media_player", classes=("speaker",), family="speaker"),
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
    for reading in entity.names.readings:
        name = norms(reading, vocabulary.elisions)
        position = 0
        while position < len(name):
            length = next((n for n in (3, 2, 1) if "".join(name[position : position + n]) in vocabulary.kind_words), 0)
            if length:
                # The longest words count: a "garage door" is no door.
                found |= vocabulary.kind_words["".join(name[position : position + length])]
            elif vocabulary.linking:
                found |= _head_of(name[position], vocabulary)
            position += max(length, 1)
    return frozenset(found & KINDS.keys())


def _head_of(word: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The kinds that the end of a compound tells of; the longest word there is its head."""
    heads = (word[cut:] for cut in range(1, len(word) - _SHORTEST_HEAD + 1))
    return next((vocabulary.kind_words[head] for head in heads if head in vocabulary.kind_words), frozenset())


def is_screen(entity: Entity, called: frozenset[str]) -> bool:
    """Whether a player is one to look at: nobody calls it the music or the radio. ``called`` are its named kinds."""
    return entity.device_class == "tv" or "tv" in called


def membership(kind_id: str, entity: Entity, called: frozenset[str]) -> int:
    """How surely ``entity`` is of a kind: 2 yes, 1 if nothing closer is there, 0 no. ``called`` are its named kinds."""
    kind = KINDS[kind_id]
    if entity.domain in kind.named and kind_id in called:
        return 2
    if entity.domain in kind.named and entity.device_class in kind.device_classes:
        return 2
    if entity.domain not in kind.domains:
        return 0
    if not kind.device_classes or kind_id in called or entity.device_class in kind.device_classes:
        return 2
    # A class of covers or players: what the entity is called, or else its own class, may say that it is another.
    others = [KINDS[name] for name in called if entity.domain in KINDS[name].domains and KINDS[name].device_classes]
    if kind.family is None:
        return 0
    if others:
        return 1 if any(other.family == kind.family for other in others) else 0
    if kind.family == "tv" and "media" in called:
        # A stereo, a radio, a player: whoever has no television does not mean it.
        return 0
    return 1 if entity.device_class is None or (kind.family == _COVERING and entity.device_class in _WINDOW_COVERINGS) else 0
