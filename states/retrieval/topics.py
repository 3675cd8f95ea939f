"""What vague sentences can be about: the domains and the intents that a topic speaks for. Its words are in data files.

"It is pitch dark in here" names neither a thing nor an action; that it is about brightness brings the lights to the model, and
the tools for lights. This is evidence for what the model gets to see, never a reason to act.
"""

from msgspec import Struct


class Topic(Struct, frozen=True):
    """``domains`` are HA's, ``intents`` HA's names of the tools that serve the topic best, the best first."""

    domains: tuple[str, ...] = ()
    intents: tuple[str, ...] = ()


_ON_OFF = ("HassTurnOn", "HassTurnOff")

TOPICS: dict[str, Topic] = {
    "brightness": Topic(("light",), ("HassLightSet", *_ON_OFF)),
    "warmth": Topic(("climate", "water_heater"), ("HassClimateSetTemperature", *_ON_OFF)),
    "air": Topic(("fan", "humidifier"), ("HassFanSetSpeed", *_ON_OFF, "HassHumidifierSetpoint")),
    "volume": Topic(("media_player",), ("HassSetVolume", "HassSetVolumeRelative", "HassMediaPlayerMute")),
    "media": Topic(("media_player",), ("HassMediaUnpause", "HassMediaSearchAndPlay", "HassTurnOn", "HassMediaPause")),
    "track": Topic(("media_player",), ("HassMediaNext", "HassMediaPrevious")),
    "replay": Topic((), ("HassMediaPrevious",)),
    "covering": Topic(("cover",), (*_ON_OFF, "HassSetPosition", "HassStopMoving")),
    "security": Topic(("lock", "alarm_control_panel"), _ON_OFF),
    "cleaning": Topic(("vacuum",), ("HassVacuumCleanArea", "HassVacuumStart", "HassVacuumReturnToBase")),
    "garden": Topic(("valve", "lawn_mower"), ("HassTurnOn", "HassLawnMowerStartMowing", "HassTurnOff")),
    "power": Topic(("switch",), _ON_OFF),
    "timer": Topic((), ("HassStartTimer", "HassCancelTimer", "HassTimerStatus", "HassIncreaseTimer", "HassCancelAllTimers")),
    "list": Topic(("todo",), ("HassListAddItem", "HassShoppingListAddItem", "todo_get_items", "HassListCompleteItem")),
    "calendar": Topic(("calendar",), ("calendar_get_events",)),
    "weather": Topic(("weather",), ("HassGetWeather", "GetLiveContext")),
    "clock": Topic((), ("GetDateTime", "HassGetCurrentTime", "HassGetCurrentDate")),
    "broadcast": Topic((), ("HassBroadcast",)),
    "state": Topic((), ("GetLiveContext",)),
    "scene": Topic(("scene", "script"), _ON_OFF),
}

USUAL: dict[str, float] = {
    "HassLightSet": 1.0, "HassClimateSetTemperature": 0.95, "HassSetVolumeRelative": 0.6, "HassSetVolume": 0.55,
    "HassSetPosition": 0.5, "HassFanSetSpeed": 0.45, "HassVacuumCleanArea": 0.4, "GetLiveContext": 0.35, "HassMediaUnpause": 0.3,
    "HassMediaPause": 0.3, "HassMediaNext": 0.3,
}  # fmt: skip
"""How likely a wish is to need a tool, besides those that turn things on and off, if nothing tells what it is about."""

USUAL_THINGS: dict[str, float] = {
    "light": 1.0, "climate": 0.8, "media_player": 0.7, "cover": 0.6, "fan": 0.5, "switch": 0.4, "lock": 0.3,
}  # fmt: skip
"""The same for things: how likely a wish is about one of a domain."""
