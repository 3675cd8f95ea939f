"""What Home Assistant's states and attributes mean, apart from any language: when a thing is "open", where its battery level is.

Source: Home Assistant's entity states and device classes as its live context lists them. Attributes arrive as text.
"""

import math
from collections.abc import Callable

from msgspec import Struct

from ...adapters.home_assistant.types import Entity

# States that say nothing about the thing. They are said to be so, and never counted, compared or averaged.
SILENT = frozenset({"unavailable", "unknown", "none", ""})

_SWITCHED = frozenset(
    {"light", "switch", "fan", "input_boolean", "humidifier", "siren", "remote", "automation", "group", "script"}
)
_ANY = frozenset[str]()
# Binary sensors by device class: the state that "on" stands for, and that "off" stands for.
_BINARY: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("door", "window", "garage_door", "opening"), ("open", "closed")),
    **dict.fromkeys(("motion", "moving", "vibration"), ("motion", "clear")),
    **dict.fromkeys(("occupancy", "presence"), ("occupied", "clear")),
    "lock": ("unlocked", "locked"),
    "moisture": ("wet", "dry"),
    "smoke": ("smoke", "clear"),
    **dict.fromkeys(("gas", "carbon_monoxide"), ("gas", "clear")),
    "battery": ("low", "battery_ok"),
    "battery_charging": ("charging", "not_charging"),
    **dict.fromkeys(("problem", "safety", "tamper"), ("problem", "problem_free")),
    "connectivity": ("connected", "disconnected"),
    "plug": ("plugged_in", "unplugged"),
}
_BINARY_STATES = frozenset({"on", "off", *(state for pair in _BINARY.values() for state in pair)})
# Further states that the same signal answers for: presence is asked for as motion and the other way round.
_SYNONYMS: dict[str, frozenset[str]] = {
    "motion": frozenset({"motion", "occupied"}),
    "occupied": frozenset({"motion", "occupied"}),
}
_LOW_BATTERY = 20.0
# Domains of which HA's state is another word for on or off: whether it means on.
_ON: dict[str, Callable[[str], bool]] = {
    "climate": lambda state: state != "off",
    "media_player": lambda state: state not in {"off", "standby"},
    "vacuum": lambda state: state in {"cleaning", "on"},
    "valve": lambda state: state != "closed",
    "timer": lambda state: state == "active",
}
# Domains whose states are the answer themselves.
_OWN_STATES: dict[str, frozenset[str]] = {
    "cover": frozenset({"open", "closed", "opening", "closing"}),
    "valve": frozenset({"open", "closed", "opening", "closing"}),
    "lock": frozenset({"locked", "unlocked"}),
    "media_player": frozenset({"playing", "paused", "idle"}),
    "vacuum": frozenset({"cleaning", "docked", "returning", "paused", "idle"}),
    "lawn_mower": frozenset({"mowing", "docked", "returning", "paused"}),
    "timer": frozenset({"paused", "idle"}),
    "alarm_control_panel": frozenset({"armed", "disarmed", "triggered"}),
}
# What covers that go up and down are when they are there.
_HEIGHTS = {"raised": "open", "lowered": "closed"}
# The weather's own words for what people ask.
_WEATHER: dict[str, frozenset[str]] = {
    "raining": frozenset({"rainy", "pouring", "lightning-rainy", "snowy-rainy"}),
    "snowing": frozenset({"snowy", "snowy-rainy"}),
    "sunny": frozenset({"sunny"}),
    "cloudy": frozenset({"cloudy"}),
}
# What appliances call being at work and being done, where their sensors have words of their own.
_AT_WORK = frozenset(
    {"on", "run", "running", "in_use", "active", "washing", "drying", "rinsing", "spinning", "cleaning", "in_progress"}
)
_DONE = frozenset({"finished", "done", "complete", "completed", "end", "ended", "off"})
# What is done with when it has come to rest.
_AT_REST: dict[str, frozenset[str]] = {
    "vacuum": frozenset({"docked", "returning"}),
    "lawn_mower": frozenset({"docked", "returning"}),
    "binary_sensor": frozenset({"off"}),
}
_PEOPLE = frozenset({"person", "device_tracker"})


def kind_of_state(entity: Entity) -> str | None:
    """The state of an entity as a word of ours ("open" for a door sensor that is on); HA's own word where there is none."""
    state = entity.state
    if state is None:
        return None
    if entity.domain == "binary_sensor":
        pair = _BINARY.get(entity.device_class or "", ("on", "off"))
        return pair[0] if state == "on" else pair[1] if state == "off" else state
    if entity.domain in _PEOPLE:
        return "away" if state == "not_home" else state
    return state


def can_be(entity: Entity, state: str) -> bool:
    """Whether an entity can be in a state, as far as is known: an entity without live data may be of any class."""
    if state in SILENT:
        return True
    state = _own(entity, state)
    if state == "finished":
        return _can_finish(entity)
    match entity.domain:
        case "binary_sensor":
            if entity.state is None and entity.device_class is None:
                return state in _BINARY_STATES
            pair = _BINARY.get(entity.device_class or "", ("on", "off"))
            return bool(_SYNONYMS.get(state, frozenset({state})) & set(pair))
        case "sensor":
            classes = {"on": {None, "enum"}, "low": {None, "battery"}}
            return entity.device_class in classes.get(state, set())
        case "climate":
            return state in {"on", "off", "heating", "cooling"}
        case domain if domain in _PEOPLE:
            return state in {"home", "away"}
        case domain if state in {"on", "off"}:
            return domain in _SWITCHED or domain in {"media_player", "vacuum", "valve"} or (domain == "timer" and state == "on")
        case "weather":
            return state in _WEATHER
        case domain:
            return state in _OWN_STATES.get(domain, _ANY)


def _can_finish(entity: Entity) -> bool:
    match entity.domain:
        case "binary_sensor":
            return entity.device_class in {None, "running", "power"}
        case "sensor":
            return entity.device_class in {None, "enum"}
        case domain:
            return domain in {"vacuum", "lawn_mower"}


def holds(entity: Entity, state: str) -> bool | None:
    """Whether an entity with live data is in a state; None if it does not say."""
    is_now = entity.state
    if state in SILENT:
        return is_now is None or is_now.casefold() == state
    state = _own(entity, state)
    if is_now is None or is_now.casefold() in SILENT:
        return None
    match entity.domain:
        case "sensor":
            return _sensor_holds(is_now, state)
        case "climate" if state in {"heating", "cooling"}:
            action = entity.attributes.get("hvac_action")
            if action is not None:
                return action == state
            # Without the action, the mode only tells what it is not doing.
            return None if is_now in {"heat", "cool", "heat_cool", "auto"} else False
        case domain if state == "finished":
            return can_be(entity, state) and is_now in _AT_REST.get(domain, _ANY)
        case domain if state in {"on", "off"} and domain in _ON:
            return _ON[domain](is_now) is (state == "on")
        case "weather":
            return is_now in _WEATHER.get(state, _ANY)
        case "alarm_control_panel" if state == "armed":
            return is_now.startswith("armed")
        case domain if domain in _PEOPLE and state == "away":
            return is_now != "home"
        case _:
            now = kind_of_state(entity) or ""
            return now in _SYNONYMS.get(state, frozenset({state}))


def _sensor_holds(is_now: str, state: str) -> bool | None:
    """Whether a sensor's words or number say so."""
    if state == "low":
        level = number(is_now)
        return None if level is None else level <= _LOW_BATTERY
    words = {"on": _AT_WORK, "finished": _DONE}
    said = next((word for word, own in words.items() if is_now.casefold().replace(" ", "_") in own), None)
    return said == state if said is not None else None


def _own(entity: Entity, state: str) -> str:
    """The entity's own state for one that different things say differently: that it runs, or is up or down."""
    if state == "running":
        return "playing" if entity.domain == "media_player" else "on"
    # An awning that is down is out, and so open; who says so of it may mean either.
    hangs = entity.domain == "cover" and entity.device_class != "awning"
    return _HEIGHTS.get(state, state) if hangs else state


class Reading(Struct, frozen=True):
    """A value that was read off: text as HA gives it, or a number that we converted, and its unit (may be empty)."""

    value: str
    unit: str = ""

    @property
    def spoken(self) -> str:
        return f"{self.value} {self.unit}".strip()


def number(text: object) -> float | None:
    """The number that an attribute or a state holds, or None."""
    try:
        value = float(str(text))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def plain(value: float) -> str:
    """A number as people say it: whole if it is, else with one digit."""
    return str(round(value)) if abs(value - round(value)) < 0.05 else f"{value:.1f}"


Getter = Callable[[Entity], Reading | None]


def _attribute(name: str, *, unit: str = "", unit_attribute: str = "", scale: float = 1.0) -> Getter:
    def get(entity: Entity) -> Reading | None:
        raw = entity.attributes.get(name)
        if raw is None or str(raw).casefold() in SILENT:
            return None
        value = number(raw)
        text = str(raw) if value is None else plain(value * scale) if scale != 1.0 else str(raw)
        return Reading(text, str(entity.attributes.get(unit_attribute) or "") if unit_attribute else unit)

    return get


def _brightness(entity: Entity) -> Reading | None:
    """HA counts 0-255; people say percent. A lamp that is off has none: that is 0."""
    if entity.state == "off":
        return Reading("0", "%")
    percent = number(entity.attributes.get("brightness_pct"))
    raw = number(entity.attributes.get("brightness"))
    if percent is None and raw is not None:
        percent = raw / 255 * 100
    return Reading(str(round(percent)), "%") if percent is not None else None


def _media(entity: Entity) -> Reading | None:
    title, artist = entity.attributes.get("media_title"), entity.attributes.get("media_artist")
    if not title:
        return None
    return Reading(f"{title}, {artist}" if artist else str(title))


class Measure(Struct, frozen=True):
    """What can be read off: sensors of these device classes by their state, other domains by an attribute."""

    classes: frozenset[str] = frozenset()
    attributes: dict[str, Getter] = {}


def _sensor(*classes: str, **attributes: Getter) -> Measure:
    return Measure(frozenset(classes), attributes)


_BATTERY = _attribute("battery_level", unit="%")

MEASURES: dict[str, Measure] = {
    "temperature": _sensor(
        "temperature",
        climate=_attribute("current_temperature", unit_attribute="temperature_unit"),
        water_heater=_attribute("current_temperature", unit_attribute="temperature_unit"),
        weather=_attribute("temperature", unit_attribute="temperature_unit"),
    ),
    "target_temperature": _sensor(
        climate=_attribute("temperature", unit_attribute="temperature_unit"),
        water_heater=_attribute("temperature", unit_attribute="temperature_unit"),
    ),
    "humidity": _sensor("humidity", climate=_attribute("current_humidity", unit="%"), weather=_attribute("humidity", unit="%")),
    "target_humidity": _sensor(humidifier=_attribute("humidity", unit="%")),
    "brightness": _sensor(light=_brightness),
    "illuminance": _sensor("illuminance"),
    "position": _sensor(cover=_attribute("current_position", unit="%"), valve=_attribute("current_position", unit="%")),
    "speed": _sensor(fan=_attribute("percentage", unit="%")),
    "volume": _sensor(media_player=_attribute("volume_level", unit="%", scale=100.0)),
    "battery": _sensor("battery", vacuum=_BATTERY, lawn_mower=_BATTERY, lock=_BATTERY, device_tracker=_BATTERY),
    "power": _sensor("power", "apparent_power"),
    "energy": _sensor("energy", "energy_storage"),
    "voltage": _sensor("voltage"),
    "current": _sensor("current"),
    "co2": _sensor("carbon_dioxide"),
    "air_quality": _sensor("aqi", "carbon_dioxide", "pm25", "pm10", "volatile_organic_compounds"),
    "pressure": _sensor("pressure", "atmospheric_pressure", weather=_attribute("pressure", unit_attribute="pressure_unit")),
    "wind_speed": _sensor("wind_speed", weather=_attribute("wind_speed", unit_attribute="wind_speed_unit")),
    "rain": _sensor("precipitation", "precipitation_intensity"),
    "media": _sensor(media_player=_media),
    "mode": _sensor(climate=lambda entity: Reading(entity.state) if entity.state else None),
}


def can_measure(entity: Entity, measure: str) -> bool:
    """Whether an entity can tell a measure, as far as is known: a sensor without live data may be of any class."""
    known = MEASURES[measure]
    if entity.domain == "sensor":
        unknown = entity.state is None and entity.device_class is None
        return bool(known.classes) and (unknown or entity.device_class in known.classes)
    return entity.domain in known.attributes


def measured(entity: Entity, measure: str) -> Reading | None:
    """What an entity with live data tells of a measure; None if it does not tell."""
    if entity.domain == "sensor":
        if entity.state is None or entity.state.casefold() in SILENT:
            return None
        return Reading(entity.state, str(entity.attributes.get("unit_of_measurement") or ""))
    return MEASURES[measure].attributes[entity.domain](entity)


# The kinds of a question that no single domain makes up: domain -> device classes (empty: all of the domain).
QUESTION_KINDS: dict[str, dict[str, frozenset[str]]] = {
    "window": {"binary_sensor": frozenset({"window", "opening"}), "cover": frozenset({"window"})},
    "door": {
        "binary_sensor": frozenset({"door", "garage_door", "opening"}),
        "cover": frozenset({"door", "garage", "gate"}),
        "lock": _ANY,
    },
    "garage": {"binary_sensor": frozenset({"garage_door"}), "cover": frozenset({"garage"})},
    "gate": {"binary_sensor": frozenset({"opening"}), "cover": frozenset({"gate"})},
    "lock": {"lock": _ANY, "binary_sensor": frozenset({"lock"})},
    "motion": {"binary_sensor": frozenset({"motion", "occupancy", "presence", "moving"})},
    "battery": {"sensor": frozenset({"battery"}), "binary_sensor": frozenset({"battery"})},
    "sensor": {"sensor": _ANY, "binary_sensor": _ANY},
    "cover": {"cover": _ANY},
    "person": {"person": _ANY},
}
