"""What a vacuum is sent to do in a room: the room is what is cleaned, not where the vacuum stands."""

from ...adapters.home_assistant.types import OfferedTool
from .frames import Command
from .mentions import HouseIndex
from .targets import Place

_SENDING = frozenset({"on", "start"})


def is_to_clean(command: Command, index: HouseIndex) -> bool:
    """Whether a room is to be cleaned: that is said, or a vacuum that is named, or the only one, is started there."""
    if "clean" in command.actions:
        return True
    if command.values or not command.actions & _SENDING:
        return False
    vacuums = _named_vacuums(command, index)
    if not command.target.names and [kind for kind, _ in command.target.kinds] == ["vacuum"]:
        vacuums = {i for i, entity in enumerate(index.entities) if entity.domain == "vacuum"}
    return len(vacuums) == 1


def area_to_clean(command: Command, where: Place, index: HouseIndex, tool: OfferedTool) -> dict[str, object] | None:
    """The arguments besides the area of the call that has it cleaned; None if that is not what is said, or not to be had."""
    if command.values or where.floor is not None:
        return None
    if command.target.names:
        vacuums = _named_vacuums(command, index)
        if len(vacuums) != 1 or "name" not in tool.slots:
            return None
        return {"name": index.entities[vacuums.pop()].names.display}
    return None if any(kind != "vacuum" for kind, _ in command.target.kinds) else {}


def _named_vacuums(command: Command, index: HouseIndex) -> set[int]:
    """The vacuums (by index) that a command names."""
    named = {candidate.index for match in command.target.names for candidate in match.candidates}
    return {i for i in named if index.entities[i].domain == "vacuum"}
