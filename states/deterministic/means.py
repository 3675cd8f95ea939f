"""How a command is carried out on a thing: HA's intent and the arguments that are not its target."""

from collections.abc import Mapping

from ...adapters.home_assistant.types import OfferedTool
from ...adapters.intents.text import norms
from .abilities import takes
from .actions import ACTIONS, MOVED, PROPERTIES, SETTING_ACTIONS, SETTINGS, Means, Setting
from .frames import Command
from .mentions import HouseIndex
from .parts import Value

Way = Means | tuple[tuple[Setting, Value], ...]
_COLOR = Setting("HassLightSet", "color", 0, 0)
_VOLUME_STEP = "HassSetVolumeRelative"


_POWER = frozenset({"on", "off"})
_WAYS = frozenset({"open", "close"})
_ENTRANCES = frozenset({"garage", "gate", "door", "window"})
_DIRECTIONS = frozenset({"up", "down"})
_STRETCHED = frozenset({"extend", "retract"})
_OF_PROPERTIES = frozenset({"up", "down", "mute", "unmute", "on", "off", "play", "pause"})
# What it means that a sound is switched, and that what plays is.
_SOUNDING = {"on": "unmute", "off": "mute"}
_PLAYING = {"on": "play", "off": "pause"}
_AGAIN = "previous"
_MOST, _HALF, _LEAST = 100.0, 50.0, 1.0


class Ways:
    """What the offered tools can do with the things of a house. ``tools`` by HA's name for them."""

    def __init__(self, index: HouseIndex, tools: Mapping[str, OfferedTool]) -> None:
        self._index = index
        self._tools = tools

    def find(self, command: Command, entity: int) -> Way | None:
        """How ``command`` is carried out on an entity (by index); None if it makes no sense there or is not offered."""
        thing = self._index.entities[entity]
        if command.repeated is not None:
            domain, means = command.repeated
            return means if domain == thing.domain else None
        if command.implied is not None and not (command.actions & _POWER or self._index.membership(command.implied, entity)):
            # No blind is dimmed, and no gate is made quieter; but much is switched on that is no light.
            return None
        if "described" in command.target.flags and self._lets_in(entity):
            # "The garage door open" may only tell so.
            return None
        if command.relative:
            return self._relative(command, thing.domain)
        if "slightly" in command.target.flags and (thing.domain != "media_player" or not command.actions & _DIRECTIONS):
            # Only a volume can be changed by an amount that nobody tells.
            return None
        if command.values and not _says_the_same(command, thing.domain):
            return self._settings(command, entity)
        # A property without a value says which thing is meant ("turn the volume up"); of all, only a sound can be switched.
        if command.target.properties and not (command.actions & _OF_PROPERTIES and thing.domain == "media_player"):
            return None
        if any(PROPERTIES[prop][0] != thing.domain for prop in command.target.properties):
            return None
        shades = bool(self._index.membership("awning", entity))
        if command.actions & (_DIRECTIONS if shades else _STRETCHED):
            # One awning is let down, another rolled down, to give shade: which way is open, the words do not tell. Of other
            # things, "extend" tells as little.
            return None
        actions = self.meant(command)
        found = {means for action in actions if (means := ACTIONS.get(action, {}).get(thing.domain)) is not None}
        if not self.is_script(entity):
            found = {means for means in found if means.intent in self._tools}
        return next(iter(found)) if len(found) == 1 else None

    def meant(self, command: Command) -> frozenset[str]:
        """What is to be done: who switches the sound off wants silence, who switches the music off wants it to stop, and
        neither a player without power. A player may be switched on again; a song is played again, and does not go on."""
        plays = self._plays(command)
        switched = _SOUNDING if "volume" in command.target.properties else _PLAYING if plays else {}
        meant = frozenset(switched.get(action, action) for action in command.actions)
        again = "again" in command.target.flags and "play" in meant and (plays or "on" not in command.actions)
        return frozenset({_AGAIN}) if again or (plays and _AGAIN in meant) else meant

    def _plays(self, command: Command) -> bool:
        """Whether a command is about what is played, by its last word for a kind, and not about a player."""
        vocabulary, words = self._index.vocabulary, command.target.kind_words
        return bool(words) and norms(words[-1], vocabulary.elisions) in vocabulary.played

    def is_script(self, entity: int) -> bool:
        """Whether an entity is a script that HA offers as a tool of its own."""
        return self._index.entities[entity].entity_id in self._index.scripts

    def call(self, way: Way, entity: int) -> tuple[OfferedTool, dict[str, object]]:
        """The tool to call, and its arguments apart from the target."""
        if isinstance(way, Means):
            if self.is_script(entity):
                return self._index.scripts[self._index.entities[entity].entity_id or ""], {}
            return self._tools[way.intent], dict(way.fixed)
        arguments: dict[str, object] = {}
        for setting, value in way:
            if isinstance(value.value, float):
                whole = setting.whole or value.value.is_integer()
                arguments[setting.slot] = round(value.value) if whole else value.value
            else:
                arguments[setting.slot] = value.value
        return self._tools[way[0][0].intent], arguments

    def _settings(self, command: Command, entity: int) -> tuple[tuple[Setting, Value], ...] | None:
        """The settings for all values of a command, if one call can make them."""
        if not command.actions & SETTING_ACTIONS or _contradicts(command) or not _says_how_far(command):
            return None
        if self._index.vocabulary.attributive == "after" and not _is_set_to(command):
            return None
        thing = self._index.entities[entity]
        chosen: list[tuple[Setting, Value]] = []
        for value in command.values:
            setting = self._setting(value, command, entity)
            if setting is None or setting.intent not in self._tools or not takes(thing, setting.slot, value.value):
                return None
            chosen.append((setting, value))
        if len({setting.intent for setting, _ in chosen}) != 1 or len({setting.slot for setting, _ in chosen}) != len(chosen):
            return None
        return tuple(chosen)

    def _setting(self, value: Value, command: Command, entity: int) -> Setting | None:
        type_, domain = value.type, self._index.entities[entity].domain
        if "color_temperature" in command.target.properties and type_ == "number":
            type_ = "kelvin"
        for prop in command.target.properties:
            owner, types = PROPERTIES[prop]
            if (owner != domain and not {owner, domain} <= MOVED) or type_ not in types:
                return None
        if type_ == "color":
            return _COLOR if domain == "light" else None
        told = command.target.properties or (value.bound and command.actions & _WAYS)
        if type_ == "number" and not told and self._is_risky(entity):
            # "Sprinkler 10" may be minutes; and no number opens a gate, unless it is said to be opened so far.
            return None
        if type_ == "number" and domain == "media_player" and not (command.target.properties or command.actions & _OF_PROPERTIES):
            # "The radio to 98" is a station, "the television to 5" a channel.
            return None
        setting = SETTINGS.get(domain, {}).get(type_)
        if setting is None or not isinstance(value.value, float) or not setting.low <= value.value <= setting.high:
            return None
        return setting

    def _is_risky(self, entity: int) -> bool:
        """Whether water runs, or somebody can come in, if a thing is opened."""
        return self._index.entities[entity].domain == "valve" or self._lets_in(entity)

    def _lets_in(self, entity: int) -> bool:
        return bool({self._index.entities[entity].device_class, *self._index.kinds[entity]} & _ENTRANCES)

    def _relative(self, command: Command, domain: str) -> Means | None:
        """A change by an amount: only the volume can be changed so."""
        direction = command.actions & _DIRECTIONS
        if domain != "media_player" or len(direction) != 1 or len(command.values) != 1 or _VOLUME_STEP not in self._tools:
            return None
        value = command.values[0]
        if value.type not in {"percent", "number"} or not isinstance(value.value, float) or not 0 < value.value <= 100:
            return None
        step = int(value.value)
        return Means(_VOLUME_STEP, (("volume_step", step if "up" in direction else -step),))


def _extremes(command: Command) -> set[float]:
    """The ends of the scale that a command names in words ("all the way")."""
    return {
        value.value
        for value in command.values
        if value.word and value.value in {_MOST, _LEAST} and isinstance(value.value, float)
    }


def _says_the_same(command: Command, domain: str) -> bool:
    """Whether the values only say how far something moves that moves all the way anyhow ("close the blinds completely")."""
    extremes = _extremes(command)
    if (
        domain not in {"cover", "valve"}
        or len(extremes) != len(command.values)
        or not command.actions & {"open", "close", "up", "down"}
    ):
        return False
    return extremes == {_MOST} or (extremes == {_LEAST} and bool(command.actions & {"close", "down"}))


def _contradicts(command: Command) -> bool:
    """Whether a value in words goes against the direction ("turn it down to the maximum")."""
    extremes = _extremes(command)
    return (_MOST in extremes and "down" in command.actions) or (_LEAST in extremes and "up" in command.actions)


def _says_how_far(command: Command) -> bool:
    """Whether the values say to where something is closed, if it is ("close the blind to 20 percent", "halfway"): "close it 20
    percent" leaves open whether that is the way or the end of it."""
    return "close" not in command.actions or all(
        value.value == _HALF or (value.bound and value.value != _MOST) for value in command.values
    )


def _is_set_to(command: Command) -> bool:
    """Where colours follow their nouns, whether a colour is what something is set to: a preposition leads it, or nothing else
    is said ("pon la l\u00e1mpara roja", but not "enciende la l\u00e1mpara roja")."""
    loose = [value for value in command.values if value.type in {"color", "kelvin"} and not value.bound]
    return not loose or (len(command.values) == 1 and "on" not in command.actions)
