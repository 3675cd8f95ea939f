"""Which entity a call's ``name`` means, and how else that entity may be called."""

from collections.abc import Mapping
from typing import Any

from ...adapters.home_assistant.results import match_failure
from ...adapters.home_assistant.types import Entity, ErrorResult, House
from ...machine.turn import Call, Exchange

# Home Assistant found nothing of that name, so nothing was done. None: it did not say why nothing matched.
_NO_SUCH_NAME = frozenset({"NAME", None})


def domains_of(arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """The domains that a call names, given as a list or as one text."""
    given = arguments.get("domain")
    listed = given if isinstance(given, list) else [given]
    return tuple(domain for domain in listed if isinstance(domain, str))


def domain_of(entity_id: str | None) -> str:
    """The domain in an entity's id; empty if it has none."""
    domain, dot, _ = (entity_id or "").partition(".")
    return domain if dot else ""


def target_in(arguments: Mapping[str, Any]) -> str:
    """What a call is about, in the words of its arguments; empty if they do not say."""
    return str(next((arguments[slot] for slot in ("name", "area", "floor") if arguments.get(slot)), ""))


def called(name: str, domain: str | None, house: House) -> list[Entity]:
    """The entities that can have this name, of one domain or (None) of any; those that it is the likeliest name of, if any."""
    wanted = name.casefold()
    found = [
        entity
        for entity in house.entities
        if domain in (None, entity.domain) and any(wanted == reading.casefold() for reading in entity.names.readings)
    ]
    named = [entity for entity in found if wanted in (entity.names.display.casefold(), entity.names.joined.casefold())]
    return named or found


def nothing_of_that_name(exchange: Exchange) -> bool:
    """Whether Home Assistant refused the call because it knows nothing of that name: nothing was done."""
    error = exchange.result
    return (
        isinstance(error, ErrorResult)
        and error.code == "MatchFailedError"
        and bool(exchange.arguments.get("name"))
        and match_failure(error) in _NO_SUCH_NAME
    )


def another_reading(exchange: Exchange, house: House) -> Call | None:
    """The call with the longest name that holds the one that Home Assistant did not know; None if there is none, or if it is
    not certain what was meant.

    A thing listed as "Kettle, the red one" may be called just that, or Kettle with the alias "the red one".
    """
    name = exchange.arguments.get("name")
    if not isinstance(name, str) or not nothing_of_that_name(exchange):
        return None
    domains = domains_of(exchange.arguments) or (None,)
    meant = [entity for domain in domains for entity in called(name, domain, house)]
    if len(meant) != 1 or meant[0].names.certain:
        return None
    longest = max((reading for reading in meant[0].names.readings if name.casefold() in reading.casefold()), key=len)
    if longest.casefold() == name.casefold() or called(longest, None, house) != meant:
        return None
    return Call(exchange.call.function.name, {**exchange.arguments, "name": longest})
