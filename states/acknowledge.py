"""The words for what the calls of a turn came to: HA's own speech, else its official response templates."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ..adapters.home_assistant.results import match_failure
from ..adapters.home_assistant.types import ActionResult, ErrorResult, House, LiveContextResult, OtherResult
from ..adapters.intents.grammars import respond, respond_error
from ..adapters.intents.replies import reply
from ..machine.turn import Exchange
from .verification.naming import called, domains_of
from .verification.values import in_words

# A template that has no word for a domain prints this.
_NO_WORD = "None"
_SENTENCE_ENDS = ".!?。！？…"
_PLACES = ("area", "floor")

# HA's official errors (home_assistant_intents' responses) by its MatchFailedReason, and by its exceptions about timers: those
# that name what failed. "{place}" is filled in where the call had an area or a floor besides the name.
_BY_REASON = {
    "NAME": "no_entity{place}",
    "ASSISTANT": "no_entity{place}",
    "INVALID_AREA": "no_area",
    "INVALID_FLOOR": "no_floor",
    "DUPLICATE_NAME": "duplicate_entities{place}",
}
_BY_CODE = {
    "TimerNotFoundError": "timer_not_found",
    "MultipleTimersMatchedError": "multiple_timers_matched",
    "TimersNotSupportedError": "no_timer_support",
}
_NEEDED = {"no_entity": "name", "duplicate_entities": "name", "no_area": "area", "no_floor": "floor"}


def acknowledge(
    exchanges: Sequence[Exchange],
    house: House,
    languages: Sequence[str],
    *,
    unavailable: Collection[str] = (),
    unconfirmed: Collection[str] = (),
) -> str:
    """One short text for all ``exchanges``: what was done in HA's official words, and what was not, by name. Never empty.

    ``unavailable`` are the names of things that cannot be reached, ``unconfirmed`` of those that have not reported what they
    should. Nothing is said to be done of which all things are unavailable.
    """
    said: list[str] = []
    failed: list[str] = []
    waiting = list(unconfirmed)
    for exchange in exchanges:
        match exchange.result:
            case ActionResult() as result:
                if not _all_in(unavailable, result) and (result.success or not result.failed):
                    said.extend(
                        [result.speech.strip()] if result.speech.strip() else _official(exchange, result, house, languages)
                    )
                failed.extend(target.name for target in result.failed)
            case ErrorResult() as error:
                words = _refused(exchange, error, languages)
                (said if words else failed).append(words or aim(exchange))
            case OtherResult(data=data):
                said.append(in_words(data) or reply("done", languages))
            case LiveContextResult():  # of a tool that is no longer offered
                pass
            case None:
                waiting.append(aim(exchange))
    texts = [*dict.fromkeys(said), *_outcomes(languages, failed=failed, unavailable=unavailable, unconfirmed=waiting)]
    if failed and not any(failed):
        texts.append(reply("failed_altogether", languages))
    return joined(texts or [reply("done", languages)])


def joined(texts: Sequence[str]) -> str:
    """Texts as one: the only one as it is, several as sentences."""
    return " ".join(text if text[-1] in _SENTENCE_ENDS or len(texts) == 1 else f"{text}." for text in texts)


def aim(exchange: Exchange) -> str:
    """What a call was about, in the words of its arguments; empty if they do not say."""
    value = next((exchange.arguments[slot] for slot in ("name", *_PLACES) if exchange.arguments.get(slot)), "")
    return str(value)


def _outcomes(languages: Sequence[str], **by_key: Collection[str]) -> Iterator[str]:
    """A sentence for each key that has names."""
    for key, given in by_key.items():
        names = [name for name in dict.fromkeys(given) if name]
        if names:
            yield reply(key, languages, targets=", ".join(names))


def _all_in(names: Collection[str], result: ActionResult) -> bool:
    things = [target.name for target in result.success if target.type == "entity"]
    return bool(things) and all(name in names for name in things)


def _refused(exchange: Exchange, error: ErrorResult, languages: Sequence[str]) -> str | None:
    """HA's official words for an error; None where it has none that say what failed."""
    key = _BY_CODE.get(error.code) or _BY_REASON.get(match_failure(error) or "")
    if key is None:
        return None
    arguments = exchange.arguments
    needed = _NEEDED.get(key.partition("{")[0])
    if needed is not None and not isinstance(arguments.get(needed), str):
        return None
    place = next((place for place in _PLACES if isinstance(arguments.get(place), str)), None)
    values = {"entity": arguments.get("name"), "area": arguments.get("area"), "floor": arguments.get("floor")}
    return respond_error(languages, key.format(place=f"_in_{place}" if place else ""), **values)


def _official(exchange: Exchange, result: ActionResult, house: House, languages: Sequence[str]) -> Iterator[str]:
    """HA's official words, for every domain that was acted on."""
    intent = exchange.tool.intent if exchange.tool is not None else None
    slots = _slots(exchange.arguments, result)
    for domain in _domains(exchange, result, house):
        things = [target for target in result.success if target.type == "entity" and _domain_of(target.id) in ("", domain)]
        name = ", ".join(target.name for target in things) or aim(exchange)
        values = {"slots": {"name": name} | slots if name else slots, "state": {"domain": domain, "name": name}}
        texts = (respond(languages, intent or "", (key,), **values) for key in _keys(slots, domain))
        yield next((text for text in texts if text and _NO_WORD not in text.split()), None) or reply("done", languages)


def _slots(arguments: Mapping[str, Any], result: ActionResult) -> dict[str, Any]:
    """What the templates call slots: the arguments, and what HA found out (timers)."""
    slots = {name: value[0] if isinstance(value, list) and value else value for name, value in arguments.items()}
    found = result.data.get("speech_slots")
    return slots | found if isinstance(found, dict) else slots


def _keys(slots: Mapping[str, object], domain: str) -> tuple[str, ...]:
    """The keys of the official responses that can fit, the closest first."""
    keys: list[str] = []
    scope = next((scope for scope in _PLACES if scope in slots and "name" not in slots), None)
    if scope is not None:
        keys.append(f"{domain}s_{scope}")
    elif "name" not in slots and "device_class" not in slots:
        keys.append(f"{domain}_all")
    if domain == "cover" and "device_class" in slots:
        keys.append("cover_device_class")
    keys.extend(name for name in ("brightness", "color", "temperature") if name in slots)
    keys.extend(("item_added", "item_completed", "item_deleted") if "item" in slots else ())
    keys.extend(("command",) if "conversation_command" in slots else ())
    return (*keys, domain, *((scope,) if scope else ()), "default")


def _domains(exchange: Exchange, result: ActionResult, house: House) -> list[str]:
    """The domains that were acted on: of what HA reached, else of the call, else of the thing with that name. One at least."""
    reached = [_domain_of(target.id) for target in result.success if target.type == "entity"]
    given = domains_of(exchange.arguments)
    if len(given) == 1:
        return list(given)
    named = [entity.domain for entity in called(str(exchange.arguments.get("name") or ""), None, house)]
    return list(dict.fromkeys([*filter(None, reached)] or given or named[:1])) or [""]


def _domain_of(entity_id: str | None) -> str:
    """The domain in an entity's id; empty if it has none."""
    domain, dot, _ = (entity_id or "").partition(".")
    return domain if dot else ""
