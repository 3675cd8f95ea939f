"""Home Assistant's official words for what an action came to, in one language: the closest template that says nothing untrue."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...adapters.home_assistant.types import ActionResult, House
from ...adapters.intents.grammars import respond
from ...machine.turn import Exchange
from .naming import called, domain_of, domains_of, target_in

PLACES = ("area", "floor")
"""Slots that say where."""

# A template that has no word for a domain prints this.
_NO_WORD = "None"
# Stands for a name, to see whether a template prints it.
_ANY_NAME = "\ue000"
# More names than this are not spoken one after the other.
_MOST_NAMES = 6
_SWITCHING = ("HassTurnOn", "HassTurnOff")
# These tools lock, open, press and start things of such domains (homeassistant/components/intent): who hears that a door has
# been turned off does not know that it is open now.
_NOT_SWITCHED = frozenset({"lock", "cover", "valve", "button", "input_button", "scene", "script"})
# Slots that hold identifiers, which are words of this language only.
_IDENTIFIERS, _IDENTIFIED_IN = ("device_class", "color"), "en"
_LIGHT_VALUES = ("brightness", "color", "temperature")


def official_words(exchange: Exchange, result: ActionResult, house: House, language: str) -> Iterator[str | None]:
    """A text for every domain that was acted on, and for every value that was set; None where there is no fitting template."""
    intent = exchange.tool.intent if exchange.tool is not None else None
    if intent is None:
        yield None
        return
    slots = _slots(exchange.arguments, result)
    for domain in _domains(exchange, result, house):
        things = [target for target in result.success if target.type == "entity" and domain_of(target.id) in ("", domain)]
        names = [str(slots["name"])] if slots.get("name") else [target.name for target in things] or [target_in(slots)]
        said = [
            next(filter(None, (_said(language, intent, key, slots, domain, names) for key in keys)), None)
            for keys in _keys(intent, slots, domain, everything=not result.failed)
        ]
        yield from filter(None, said) if any(said) else (None,)


def own_languages(language: str) -> tuple[str, ...]:
    """The language, and the one that it is a variety of."""
    return tuple(dict.fromkeys([language, language.partition("-")[0]]))


def _said(language: str, intent: str, key: str, slots: Mapping[str, Any], domain: str, names: Sequence[str]) -> str | None:
    """The text of one template, if what it prints are words, and names as they are."""
    name = ", ".join(names)
    text = _rendered(language, intent, key, slots, domain, name)
    if not text or _NO_WORD in text.split():
        return None
    without_name = text.casefold().replace(name.casefold(), "") if name else text.casefold()
    identifiers = {str(slots[slot]).casefold() for slot in _IDENTIFIERS if slot in slots}
    if not identifiers.isdisjoint(without_name.split()) and language.partition("-")[0] != _IDENTIFIED_IN:
        return None
    whole = name.casefold() in text.casefold() and len(names) <= _MOST_NAMES
    if name and not whole and _ANY_NAME in (_rendered(language, intent, key, slots, domain, _ANY_NAME) or ""):
        return None
    return text


def _rendered(language: str, intent: str, key: str, slots: Mapping[str, Any], domain: str, name: str) -> str | None:
    known = {**slots, "name": name} if name else slots
    return respond(own_languages(language), intent, (key,), slots=known, state={"domain": domain, "name": name})


def _slots(arguments: Mapping[str, Any], result: ActionResult) -> dict[str, Any]:
    """What the templates call slots: the arguments as text, and what HA found out (timers)."""
    slots = {name: _text(value[0] if isinstance(value, list) and value else value) for name, value in arguments.items()}
    classes = arguments.get("device_class")
    if isinstance(classes, list) and len(classes) != 1:
        del slots["device_class"]
    found = result.data.get("speech_slots")
    return slots | found if isinstance(found, dict) else slots


def _text(value: Any) -> Any:
    """A number as somebody would say it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return str(int(value)) if value == int(value) else str(value)


def _keys(intent: str, slots: Mapping[str, object], domain: str, *, everything: bool) -> Iterator[tuple[str, ...]]:
    """The keys of the official responses that can fit, the closest first, for each thing that is to be said. ``everything``:
    nothing failed."""
    scope = next((scope for scope in PLACES if scope in slots and "name" not in slots), None)
    values = [name for name in _LIGHT_VALUES if name in slots] if intent == "HassLightSet" else []
    if values:
        yield from ((f"{value}_{scope}", value) for value in values)
        return
    keys: list[str] = []
    if domain == "cover" and "device_class" in slots and "name" not in slots:
        keys.append("cover_device_class")
    if scope is not None:
        keys += (f"{domain}s_{scope}", f"{domain}_{scope}", f"{domain}s")
    elif "name" not in slots and "device_class" not in slots and everything:
        keys += (f"{domain}_all", f"{domain}s_all")
    keys += ("item_added", "item_completed", "item_deleted") if "item" in slots else ()
    keys += ("command",) if "conversation_command" in slots else ()
    keys += (domain, domain.removeprefix("input_"), f"{domain}_named", *((scope,) if scope else ()))
    if intent not in _SWITCHING or domain not in _NOT_SWITCHED:
        keys += ("default", "named")
    yield tuple(keys)


def _domains(exchange: Exchange, result: ActionResult, house: House) -> list[str]:
    """The domains that were acted on: of what HA reached, else of the call, else of the thing with that name. One at least."""
    reached = [domain_of(target.id) for target in result.success if target.type == "entity"]
    given = domains_of(exchange.arguments)
    if len(given) == 1:
        return list(given)
    named = [entity.domain for entity in called(str(exchange.arguments.get("name") or ""), None, house)]
    return list(dict.fromkeys([*filter(None, reached)] or given or named[:1])) or [""]
