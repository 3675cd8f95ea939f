"""Home Assistant's things as typed values: the house of a request, the tools that it offers, the results of its tools."""

from typing import Any

from msgspec import Struct


class Named(Struct, frozen=True):
    """The names of one thing, as far as they can be known.

    HA joins display name and aliases with ``", "``, and a name may itself hold a comma. ``joined`` is the text as HA listed
    it; it is never sent back when there is more than one reading. ``readings`` are all names that the thing can have, the
    likeliest display name first: for ``"A, B"`` these are ``A``, ``B`` and ``A, B``. ``certain`` says that the readings are
    known to be the true names (no comma, or listed one by one).
    """

    joined: str
    readings: tuple[str, ...]
    certain: bool = True

    @property
    def display(self) -> str:
        """The name to speak."""
        return self.readings[0]


class Entity(Struct, frozen=True):
    """An entity that HA exposes to us. ``state`` is None where HA did not list it; ``attributes`` are as HA gave them.
    ``last_changed`` is a timestamp in the house's own time."""

    names: Named
    domain: str
    area: Named | None = None
    state: str | None = None
    attributes: dict[str, Any] = {}
    floor: str | None = None
    entity_id: str | None = None
    last_changed: str | None = None

    @property
    def device_class(self) -> str | None:
        value = self.attributes.get("device_class")
        return value if isinstance(value, str) else None


class Area(Struct, frozen=True):
    """An area that at least one exposed entity, or the satellite, is in. ``floor`` is None where it is not known."""

    names: Named
    floor: str | None = None


class Floor(Struct, frozen=True):
    """A floor of the house. ``complete``: it has no other names than these."""

    names: Named
    complete: bool = True


class House(Struct, frozen=True):
    """What the system messages of one request say, and a context block that came with it.

    ``listed`` tells whether HA's static context was there at all (a house without exposed entities is listed, and empty).
    ``instructions`` are the parts of the system text that are not HA's own blocks, in order, never empty strings.
    ``time`` is HA's line with the current time and date, word for word, where there is one. ``own_contexts`` is what our own
    blocks in the messages hold, as text. ``floors`` are all floors of the house, None where only HA knows them; ``language`` is
    that of the conversation, where a block tells it.
    """

    entities: tuple[Entity, ...] = ()
    areas: tuple[Area, ...] = ()
    satellite_area: str | None = None
    satellite_floor: str | None = None
    timers: bool = True
    listed: bool = False
    instructions: tuple[str, ...] = ()
    time: str | None = None
    own_contexts: tuple[str, ...] = ()
    floors: tuple[Floor, ...] | None = None
    language: str | None = None


class OfferedTool(Struct, frozen=True):
    """A tool of the request.

    ``name`` is the exact name to send back. ``intent`` is HA's own name for it (``HassTurnOn``, ``GetLiveContext``) where
    the last part of the name is one that we know and the schema has the slots that this tool must have; None for scripts
    and for tools of other origin. ``parameters`` is its JSON Schema.
    """

    name: str
    intent: str | None
    description: str
    parameters: dict[str, Any]

    @property
    def slots(self) -> dict[str, Any]:
        """The schema of every argument, by name."""
        properties = self.parameters.get("properties")
        return properties if isinstance(properties, dict) else {}

    @property
    def required(self) -> tuple[str, ...]:
        """The arguments that must be there."""
        names = self.parameters.get("required")
        return tuple(names) if isinstance(names, list) else ()


class ResultTarget(Struct, frozen=True):
    """One thing that an action reached or missed. ``type`` is entity, area, floor or device_class, ..."""

    name: str
    type: str = "entity"
    id: str | None = None


class ActionResult(Struct, frozen=True):
    """HA carried out an intent. ``speech`` is HA's own wording, if it gave one; ``response_type`` is HA's."""

    response_type: str
    success: tuple[ResultTarget, ...] = ()
    failed: tuple[ResultTarget, ...] = ()
    speech: str = ""
    data: dict[str, Any] = {}


class ErrorResult(Struct, frozen=True):
    """HA did not carry out the call: nothing was done. ``code`` is HA's error name where it gave one."""

    code: str
    text: str


class LiveContextResult(Struct, frozen=True):
    """The answer to GetLiveContext."""

    entities: tuple[Entity, ...]


class OtherResult(Struct, frozen=True):
    """Any other result (a script's return value, date and time, a foreign tool): the unwrapped value."""

    data: Any


Result = ActionResult | ErrorResult | LiveContextResult | OtherResult
