"""What an action is in Home Assistant: for each action and domain, HA's intent and the arguments that go with it."""

from collections.abc import Collection

from msgspec import Struct


class Means(Struct, frozen=True):
    """How an action is carried out. ``fixed`` arguments are always sent."""

    intent: str
    fixed: tuple[tuple[str, object], ...] = ()


class Setting(Struct, frozen=True):
    """How a value is set. ``slot`` takes the value; ``whole`` values are integers; ``low`` and ``high`` bound them."""

    intent: str
    slot: str
    low: float
    high: float
    whole: bool = True


_ON = Means("HassTurnOn")
_OFF = Means("HassTurnOff")
_SWITCHED = (
    "light",
    "switch",
    "fan",
    "media_player",
    "input_boolean",
    "humidifier",
    "climate",
    "water_heater",
    "siren",
    "remote",
    "group",
    "automation",
)
# What has a position.
MOVED = frozenset({"cover", "valve"})
# What runs, and can be started and stopped.
_MACHINES = ("switch", "fan", "humidifier")
_VACUUM_START, _VACUUM_DOCK = Means("HassVacuumStart"), Means("HassVacuumReturnToBase")
_MOWER_START, _MOWER_DOCK = Means("HassLawnMowerStartMowing"), Means("HassLawnMowerDock")
_STOP = Means("HassStopMoving")
_PAUSE = Means("HassMediaPause")


def _for(domains: Collection[str], means: Means) -> dict[str, Means]:
    return dict.fromkeys(domains, means)


ACTIONS: dict[str, dict[str, Means]] = {
    "on": {
        **_for((*_SWITCHED, "valve", "scene", "script"), _ON), "vacuum": _VACUUM_START, "lawn_mower": _MOWER_START,
    },
    "off": {**_for(_SWITCHED, _OFF), "valve": _OFF, "vacuum": _VACUUM_DOCK, "lawn_mower": _MOWER_DOCK},
    "open": _for(MOVED, _ON),
    "close": _for(MOVED, _OFF),
    # Of awnings.
    "extend": {"cover": _ON},
    "retract": {"cover": _OFF},
    # Who stops the sprinkler wants no more water, and not a valve that stays as it is.
    "stop": {"cover": _STOP, **_for((*_MACHINES, "valve"), _OFF), "media_player": _PAUSE},
    "lock": {"lock": _ON},
    "unlock": {"lock": _OFF},
    "press": {"button": _ON, "input_button": _ON},
    "activate": {"scene": _ON, "script": _ON},
    "start": {**_for((*_MACHINES, "valve"), _ON), "vacuum": _VACUUM_START, "lawn_mower": _MOWER_START},
    "dock": {"vacuum": _VACUUM_DOCK, "lawn_mower": _MOWER_DOCK},
    "clean": {"vacuum": Means("HassVacuumStart")},
    "mow": {"lawn_mower": _MOWER_START},
    "play": {"media_player": Means("HassMediaUnpause")},
    "pause": {"media_player": _PAUSE},
    "next": {"media_player": Means("HassMediaNext")},
    "previous": {"media_player": Means("HassMediaPrevious")},
    "mute": {"media_player": Means("HassMediaPlayerMute")},
    "unmute": {"media_player": Means("HassMediaPlayerUnmute")},
    "up": {"media_player": Means("HassSetVolumeRelative", (("volume_step", "up"),))},
    "down": {"media_player": Means("HassSetVolumeRelative", (("volume_step", "down"),))},
}  # fmt: skip

# "raise the blinds", "turn the blinds down": for what moves, up and down are open and closed.
ACTIONS["up"] |= _for({"cover"}, _ON)
ACTIONS["down"] |= _for({"cover"}, _OFF)

# Actions that may come with a value: it is the value that is set then ("turn the lamp on at 50 percent").
SETTING_ACTIONS = frozenset({"set", "on", "open", "close", "extend", "retract", "up", "down"})

# By domain and type of value. A bare number is what people mean by it for that domain.
SETTINGS: dict[str, dict[str, Setting]] = {
    "light": {
        "percent": Setting("HassLightSet", "brightness", 0, 100),
        "number": Setting("HassLightSet", "brightness", 0, 100),
        "kelvin": Setting("HassLightSet", "temperature", 1000, 12000),
    },
    "cover": dict.fromkeys(("percent", "number"), Setting("HassSetPosition", "position", 0, 100)),
    "valve": dict.fromkeys(("percent", "number"), Setting("HassSetPosition", "position", 0, 100)),
    # A small number is a level of the fan, which HA does not know.
    "fan": {
        "percent": Setting("HassFanSetSpeed", "percentage", 0, 100),
        "number": Setting("HassFanSetSpeed", "percentage", 10, 100),
    },
    "media_player": dict.fromkeys(("percent", "number"), Setting("HassSetVolume", "volume_level", 0, 100)),
    # Celsius or Fahrenheit: HA takes the number in its own unit, and the thermostat refuses what it cannot do.
    "climate": dict.fromkeys(("degree", "number"), Setting("HassClimateSetTemperature", "temperature", 4, 95, whole=False)),
}

# What a property belongs to, and the types of value that it can take.
PROPERTIES: dict[str, tuple[str, frozenset[str]]] = {
    "brightness": ("light", frozenset({"percent", "number"})),
    "color": ("light", frozenset({"color", "kelvin"})),
    "color_temperature": ("light", frozenset({"kelvin", "number"})),
    "position": ("cover", frozenset({"percent", "number"})),
    "temperature": ("climate", frozenset({"degree", "number"})),
    "speed": ("fan", frozenset({"percent", "number"})),
    "volume": ("media_player", frozenset({"percent", "number"})),
}

# What "everything" can be switched off; never what opens, unlocks or keeps a house warm.
EVERYTHING = ("light", "switch", "fan", "media_player", "input_boolean")

# Media intents that HA itself aims at the player that is playing, when none is named.
AIMED_BY_HA = frozenset(
    {
        "HassMediaPause",
        "HassMediaUnpause",
        "HassMediaNext",
        "HassMediaPrevious",
        "HassSetVolume",
        "HassSetVolumeRelative",
        "HassMediaPlayerMute",
        "HassMediaPlayerUnmute",
    }
)

# What does its work by itself.
ROBOTS = frozenset({"vacuum", "lawn_mower"})

# The vacuum goes to a room.
CLEAN_AREA = "HassVacuumCleanArea"

# Every intent that acts on things of the house.
TARGETED = frozenset(
    {means.intent for by_domain in ACTIONS.values() for means in by_domain.values()}
    | {setting.intent for by_type in SETTINGS.values() for setting in by_type.values()}
    | {CLEAN_AREA, "HassClimateSetFanMode", "HassToggle"}
)

# The domains that each intent acts on.
DOMAINS: dict[str, set[str]] = {}
for _by_domain in ACTIONS.values():
    for _domain, _means in _by_domain.items():
        DOMAINS.setdefault(_means.intent, set()).add(_domain)
for _domain, _by_type in SETTINGS.items():
    for _setting in _by_type.values():
        DOMAINS.setdefault(_setting.intent, set()).add(_domain)

# Intents that are for one domain only, and so have no slot for it.
OF_ONE_DOMAIN = frozenset({"HassClimateSetTemperature", "HassSetVolumeRelative"})
