"""What a command is about where it names no thing: implied by a property, a value, or what is done."""

from .actions import ACTIONS, PROPERTIES
from .frames import Command
from .kinds import KINDS
from .targets import Place

# A bare number for a room is a temperature within these bounds (Celsius or Fahrenheit).
_ROOM_TEMPERATURES = ((5.0, 32.0), (55.0, 85.0))
_TURNED = frozenset({"up", "down"})
_MOVING = frozenset({"open", "close"})
# Kinds that are meant all together where a room is all that was said.
_COLLECTIVE = frozenset({"light", "thermostat"})


def kinds_of(command: Command, where: Place) -> tuple[tuple[str, str], ...]:
    """The kinds that the command is about: said, or implied by the property, the value or the action."""
    target = command.target
    if target.kinds:
        return target.kinds
    if target.properties:
        domain = PROPERTIES[target.properties[0]][0]
        return kind_of_domain(domain)
    if command.implied is not None:
        return ((command.implied, "many" if command.implied in _COLLECTIVE else "one"),)
    if command.values and where.areas:
        return _kind_of_value(command, where)
    domains = {domain for action in command.actions for domain in ACTIONS.get(action, {})}
    if len(domains) == 1 and not command.values and "unlock" not in command.actions:
        return kind_of_domain(domains.pop())
    return ()


def _kind_of_value(command: Command, where: Place) -> tuple[tuple[str, str], ...]:
    """A room that is "set to 20" is heated, one that is "set to 50 percent" is lit."""
    if command.actions & _MOVING:
        return ()
    types = {value.type for value in command.values}
    if types <= {"percent", "color", "kelvin"}:
        return (("light", "many"),)
    value = command.values[0].value
    if types == {"degree"} or (
        types == {"number"} and isinstance(value, float) and any(low <= value <= high for low, high in _ROOM_TEMPERATURES)
    ):
        return (("thermostat", "many"),)
    return ()


def is_open(command: Command) -> bool:
    """Whether something is only turned up or down to a value: as loud, as bright or as warm?"""
    return bool(command.values and command.actions & _TURNED) and not (command.target.has_thing or command.implied)


def kind_of_domain(domain: str) -> tuple[tuple[str, str], ...]:
    kind = next((name for name, kind in KINDS.items() if domain in kind.domains), None)
    return ((kind, "many" if kind in _COLLECTIVE else "one"),) if kind else ()
