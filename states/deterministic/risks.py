"""What must never rest on a word that was not said just so."""

from collections.abc import Sequence

from ...adapters.home_assistant.types import OfferedTool
from ...machine.turn import Call
from .mentions import HouseIndex

_RISKY = frozenset(
    {
        ("HassTurnOn", "cover"), ("HassSetPosition", "cover"), ("HassTurnOn", "valve"), ("HassSetPosition", "valve"),
        ("HassTurnOff", "lock"), ("HassTurnOff", "alarm_control_panel"),
        ("HassTurnOn", "climate"), ("HassTurnOn", "water_heater"),
    }
)  # fmt: skip
_CALLED_SO = frozenset({"switch", "input_boolean", "button", "input_button", "scene", "script"})
_RISKY_KINDS = frozenset({"thermostat", "valve", "lock", "door", "gate", "garage"})
_ALWAYS_RISKY = frozenset({"HassClimateSetTemperature"})


def risky(call: Call, index: HouseIndex, tools: Sequence[OfferedTool]) -> bool:
    """Whether a call opens, unlocks, disarms, or starts heat or water: what must never rest on a repaired word."""
    intent = next((tool.intent for tool in tools if tool.name == call.tool), None)
    domains = call.arguments.get("domain")
    if not isinstance(domains, list):
        name = call.arguments.get("name")
        domains = [entity.domain for entity in index.entities if name in entity.names.readings]
    if any((intent, domain) in _RISKY for domain in domains) or intent in _ALWAYS_RISKY or intent is None:
        return True
    # A switch that is called a heater, a button that opens the gate.
    name = call.arguments.get("name")
    called = (
        index.kinds[i] for i, entity in enumerate(index.entities) if entity.domain in _CALLED_SO and name in entity.names.readings
    )
    return intent == "HassTurnOn" and any(kinds & _RISKY_KINDS for kinds in called)
