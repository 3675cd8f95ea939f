"""The context block: what Home Assistant's templates know of a house beyond the list for assistants, as one JSON object.

It comes as the request field ``ha_context`` or between ``<ha_context>`` tags in a system message. ``data/ha_context.jinja``
is the template that lets Home Assistant write it, ``data/ha_context.schema.json`` its JSON Schema.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from .dialect import FIRST_SENTENCE, OWN_CONTEXT, STATIC_CONTEXT

_BEGIN, _END = OWN_CONTEXT
_OBJECT = re.compile(r"\s*\{")
MESSAGE_LENGTH = 200

Name = Annotated[str, Meta(min_length=1)]


class ContextEntity(Struct, frozen=True):
    """An entity."""

    id: Annotated[str, Meta(description="Its entity id.", pattern=r"^[a-z][a-z0-9_]*\.[a-z0-9_]+$")]
    names: Annotated[list[Name], Meta(description="Its names, the display name first.", min_length=1)]
    aliases: Annotated[list[Name] | None, Meta(description="Its other names. Null or missing: they are not known.")] = None
    area: Annotated[str | None, Meta(description="The display name of its area.")] = None
    floor: Annotated[str | None, Meta(description="The name of its floor.")] = None
    device_class: Annotated[str | None, Meta(description="Its device class.")] = None
    state: Annotated[str | int | float | None, Meta(description="Its state, as Home Assistant has it.")] = None
    attributes: Annotated[dict[str, Any], Meta(description="Its attributes, as Home Assistant has them.")] = {}
    last_changed: Annotated[datetime | None, Meta(description="Since when it is in its state, with an offset from UTC.")] = None

    @property
    def domain(self) -> str:
        return self.id.partition(".")[0]

    @property
    def all_names(self) -> list[str]:
        """All names that are known."""
        return [*self.names, *(self.aliases or ())]


class ContextFloor(Struct, frozen=True):
    """A floor."""

    name: Annotated[Name, Meta(description="Its display name.")]
    areas: Annotated[list[Name], Meta(description="The display names of all areas on it.")]
    aliases: Annotated[
        list[Name] | None, Meta(description="Its other names. Null: they are not known; a floor may then be called differently.")
    ] = []

    @property
    def all_names(self) -> list[str]:
        """All names that are known."""
        return [self.name, *(self.aliases or ())]


class HaContext(Struct, frozen=True):
    """What Home Assistant knows of a house. Fields that are not listed here are ignored."""

    generated_at: Annotated[
        datetime | None, Meta(description="When this was written: the house's local time, with its offset from UTC.")
    ] = None
    language: Annotated[str | None, Meta(description="The language of the conversation, as a language tag.")] = None
    entities: Annotated[list[ContextEntity], Meta(description="The entities of the house.")] = []
    floors: Annotated[
        list[ContextFloor] | None, Meta(description="All floors of the house. Null or missing: they are not known.")
    ] = None


class ContextError(ValueError):
    """A block that cannot be read. The text says why."""


def read(block: Any) -> HaContext:
    """The context in ``block``: the object itself, or its JSON text with or without the tags. Raises ContextError."""
    try:
        if isinstance(block, str):
            text = block.strip().removeprefix(_BEGIN).removesuffix(_END)
            return msgspec.json.decode(text, type=HaContext, strict=False)
        return msgspec.convert(block, HaContext, strict=False)
    except RecursionError:
        raise ContextError("nested too deep") from None
    except ValueError as error:
        raise ContextError(str(error)[:MESSAGE_LENGTH]) from None


def split(text: str) -> tuple[list[str], list[str]]:
    """The texts around the blocks, and what the blocks hold; the blocks never reach a model.

    A block that begins with an object and has no end is broken, and ends where Home Assistant's own words begin again.
    """
    around: list[str] = []
    inside: list[str] = []
    position = 0
    for start, stop, end in _blocks(text):
        around.append(text[position:start])
        inside.append(text[start + len(_BEGIN) : stop])
        position = end
    around.append(text[position:])
    return around, inside


def _blocks(text: str) -> Iterator[tuple[int, int, int]]:
    """Where blocks begin, where what they hold ends, and where they end."""
    end = 0
    while (start := text.find(_BEGIN, end)) >= 0 and (stop := text.find(_END, start)) >= 0:
        end = stop + len(_END)
        yield start, stop, end
    while start >= 0 and not _OBJECT.match(text, start + len(_BEGIN)):
        start = text.find(_BEGIN, start + 1)
    if start >= 0:
        following = (pattern.search(text, start) for pattern in (FIRST_SENTENCE, STATIC_CONTEXT))
        end = min((match.start() for match in following if match), default=len(text))
        yield start, end, end


def schema() -> dict[str, Any]:
    """The JSON Schema of the block."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(HaContext)}
