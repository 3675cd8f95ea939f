"""The words for what the calls of a turn came to: HA's own speech, else its official response templates."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ..adapters.home_assistant.results import match_failure
from ..adapters.home_assistant.types import ActionResult, ErrorResult, House, LiveContextResult, OtherResult
from ..adapters.intents.grammars import respond_error
from ..adapters.intents.replies import reply
from ..machine.turn import Exchange
from .verification.naming import target_in
from .verification.official import PLACES, official_words, own_languages
from .verification.values import in_words, sayable

_SENTENCE_ENDS = ".!?。！？…"
_ITEMS = "todo_get_items"

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
    undone: Collection[str] = (),
) -> str:
    """One short text for all ``exchanges``: what was done in HA's official words, and what was not, by name. Never empty.

    ``languages``: the first is spoken, and no other is mixed with it. ``unavailable`` are the names of things that cannot be
    reached, ``unconfirmed`` of those that have not reported what they should, ``undone`` of those whose turn has not come
    because something failed before. Nothing is said to be done of which all things are unavailable.
    """
    tongue = own_languages(languages[0])
    said: list[str] = []
    failed: list[str] = []
    waiting = list(unconfirmed)
    for exchange in exchanges:
        match exchange.result:
            case ActionResult() as result:
                if not _all_in(unavailable, result) and (result.success or not result.failed):
                    words = [_speech(result)] if result.speech.strip() else official_words(exchange, result, house, tongue[0])
                    said.extend(text or reply("done", tongue) for text in words)
                failed.extend(target.name for target in result.failed)
            case ErrorResult() as error:
                words = _refused(exchange, error, tongue)
                (said if words else failed).append(words or target_in(exchange.arguments))
            case OtherResult(data=data):
                said.append(in_words(data) or _nothing(exchange, data, tongue))
            case LiveContextResult():  # of a tool that is no longer offered
                pass
            case None:
                waiting.append(target_in(exchange.arguments))
    texts = [*dict.fromkeys(said), *_outcomes(tongue, failed=[*failed, *undone], unavailable=unavailable, unconfirmed=waiting)]
    if failed and not any(failed):
        texts.append(reply("failed_altogether", tongue))
    return joined(texts or [reply("done", tongue)])


def joined(texts: Sequence[str]) -> str:
    """Texts as one: the only one as it is, several as sentences."""
    return " ".join(text if text[-1] in _SENTENCE_ENDS or len(texts) == 1 else f"{text}." for text in texts)


def _nothing(exchange: Exchange, data: Any, languages: Sequence[str]) -> str:
    """That a list is empty, if that is what was asked; else that something was done."""
    name = exchange.arguments.get("todo_list")
    asked = exchange.tool is not None and exchange.tool.intent == _ITEMS and isinstance(name, str)
    return reply("nothing_listed", languages, name=name) if asked and data == [] else reply("done", languages)


def _speech(result: ActionResult) -> str:
    """HA's own speech, with the names of things instead of their ids."""
    text = result.speech
    for target in (*result.success, *result.failed):
        if target.id and "." in target.id:
            text = text.replace(target.id, target.name)
    return sayable(text)


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
    place = next((place for place in PLACES if isinstance(arguments.get(place), str)), None)
    values = {"entity": arguments.get("name"), "area": arguments.get("area"), "floor": arguments.get("floor")}
    return respond_error(languages, key.format(place=f"_in_{place}" if place else ""), **values)
