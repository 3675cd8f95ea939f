"""The words for what an action came to, from HA's official response templates."""

from collections.abc import Mapping, Sequence

from ..adapters.home_assistant.types import ActionResult, ErrorResult, House
from ..adapters.intents.grammars import respond
from ..adapters.intents.replies import reply
from ..machine.turn import Exchange

# A template that has no word for a domain prints this.
_NO_WORD = "None"


def acknowledge(exchanges: Sequence[Exchange], house: House, languages: Sequence[str]) -> str:
    """One short text for all ``exchanges`` of actions: what was done in HA's official words, and what was not, by name.

    Never empty. HA's own speech, where it gave some, comes first.
    """
    said: list[str] = []
    failed: list[str] = []
    for exchange in exchanges:
        match exchange.result:
            case ActionResult() as result:
                if result.success or not result.failed:
                    said.append(result.speech.strip() or _official(exchange, result, house, languages))
                failed.extend(target.name for target in result.failed)
            case ErrorResult():
                failed.append(_target(exchange))
            case _:
                said.append(reply("done", languages))
    texts = list(dict.fromkeys(said))
    names = [name for name in dict.fromkeys(failed) if name]
    if names:
        texts.append(reply("failed", languages, targets=", ".join(names)))
    elif failed:
        texts.append(reply("failed_altogether", languages))
    return " ".join(text if text[-1] in ".!?" or len(texts) == 1 else f"{text}." for text in texts)


def _target(exchange: Exchange) -> str:
    """What a call was about, in the words of its arguments."""
    value = next((exchange.arguments[slot] for slot in ("name", "area", "floor") if exchange.arguments.get(slot)), "")
    return str(value)


def _official(exchange: Exchange, result: ActionResult, house: House, languages: Sequence[str]) -> str:
    arguments = exchange.arguments
    intent = exchange.tool.intent if exchange.tool is not None else None
    domain = _domain(exchange, result, house)
    slots = {name: value[0] if isinstance(value, list) and value else value for name, value in arguments.items()}
    first = next((target for target in result.success if target.type == "entity"), None)
    state = {"domain": domain, "name": first.name if first is not None else _target(exchange)}
    for key in _keys(slots, domain):
        text = respond(languages, intent or "", (key,), slots=slots, state=state)
        if text and _NO_WORD not in text.split():
            return text
    return reply("done", languages)


def _keys(slots: Mapping[str, object], domain: str) -> tuple[str, ...]:
    """The keys of the official responses that can fit, the closest first."""
    keys: list[str] = []
    scope = next((scope for scope in ("area", "floor") if scope in slots and "name" not in slots), None)
    if scope is not None:
        keys.append(f"{domain}s_{scope}")
    elif "name" not in slots and "device_class" not in slots:
        keys.append(f"{domain}_all")
    if domain == "cover" and "device_class" in slots:
        keys.append("cover_device_class")
    keys.extend(name for name in ("brightness", "color", "temperature") if name in slots)
    keys.extend(("item_added",) if "item" in slots else ())
    return (*keys, domain, "default")


def _domain(exchange: Exchange, result: ActionResult, house: House) -> str:
    """The domain that was acted on: of the call, of what HA reached, or of the thing with that name."""
    given = exchange.arguments.get("domain")
    if isinstance(given, list) and given and isinstance(given[0], str):
        return given[0]
    if isinstance(given, str):
        return given
    for target in result.success:
        if target.type == "entity" and target.id and "." in target.id:
            return target.id.split(".", maxsplit=1)[0]
    name = exchange.arguments.get("name")
    return next((entity.domain for entity in house.entities if name in entity.names.readings), "")
