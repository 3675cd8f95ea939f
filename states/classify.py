"""The state ``classify``: reads a request as Home Assistant's. Facts only; the table decides what they mean."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import msgspec

from ..adapters.home_assistant.enrich import with_context
from ..adapters.home_assistant.house import parse_house
from ..adapters.home_assistant.languages import known_language
from ..adapters.home_assistant.results import parse_result
from ..adapters.home_assistant.tools import offered_tools, reads
from ..adapters.home_assistant.types import House, OfferedTool
from ..adapters.openai.wire import ChatRequest, Message, ToolCall
from ..machine.turn import Exchange, Turn
from .retrieval.hearing import hear
from .services import Services

SYSTEM = ("system", "developer")
RESULT = ("tool", "function")
STRUCTURED = ("json_schema", "json_object")


async def classify(turn: Turn, services: Services) -> None:
    """Fill in what the request says: house, tools, sentence, history, exchanges, languages, and what may be answered."""
    request = turn.request
    if request is None:
        raise ValueError("there is no request to classify")
    conversation = [message for message in request.messages if message.role not in SYSTEM]
    user = _last_user(conversation)
    current = conversation[user:]
    turn.tools = offered_tools(request.tools)
    turn.house = _house(turn, request, services.settings.settings.ha_assist_context_max_age)
    turn.history = tuple(conversation[:user])
    turn.sentence = current[0].text if current else ""
    turn.has_image = bool(current and current[0].images)
    turn.exchanges = _exchanges(current, turn.tools)
    turn.has_results = bool(current) and current[-1].role in RESULT and _any_result(turn.exchanges)
    told = [language for language in (request.language, turn.house.language) if language]
    turn.languages = _languages(told, services.settings.settings.ha_assist_languages, turn.sentence)
    turn.direct_forbidden = _forbidden(request, current, has_results=turn.has_results)


def _house(turn: Turn, request: ChatRequest, max_age: float) -> House:
    """The house of the system messages, with a context block; ``turn.metrics`` gets ``ha_context`` where there is one."""
    house = parse_house([message.text for message in request.messages if message.role in SYSTEM])
    given = None if request.ha_context is msgspec.UNSET else request.ha_context
    acted = _acted(request.messages, turn.tools)
    house, metrics = with_context(house, given, now=datetime.now(UTC), max_age=max_age, acted=acted)
    if metrics is not None:
        turn.metrics["ha_context"] = metrics
    return house


def _acted(messages: Sequence[Message], tools: Sequence[OfferedTool]) -> bool:
    """Whether a tool has been called that may have changed something."""
    harmless = {tool.name for tool in tools if reads(tool)}
    return any(call.function.name not in harmless for message in messages for call in message.tool_calls or ())


def _last_user(conversation: Sequence[Message]) -> int:
    """Where the current turn begins: the last message of the user; the end if there is none."""
    places = (place for place in range(len(conversation) - 1, -1, -1) if conversation[place].role == "user")
    return next(places, len(conversation))


def _exchanges(current: Sequence[Message], tools: Sequence[OfferedTool]) -> tuple[Exchange, ...]:
    """The calls of the current turn in order, each with its result. A round's results follow it before the next round."""
    offered = {tool.name: tool for tool in reversed(tools)}
    exchanges: list[Exchange] = []
    for place, message in enumerate(current):
        if message.role != "assistant" or not message.tool_calls:
            continue
        following = current[place + 1 :]
        end = next((index for index, later in enumerate(following) if later.role not in RESULT), len(following))
        results = _paired(message.tool_calls, following[:end])
        exchanges.extend(
            Exchange(
                call=call,
                arguments=(call.function.parsed or {}),
                tool=offered.get(call.function.name),
                result=None if result is None else parse_result(result.text),
            )
            for call, result in zip(message.tool_calls, results, strict=True)
        )
    return tuple(exchanges)


def _paired(calls: Sequence[ToolCall], results: Sequence[Message]) -> list[Message | None]:
    """The result of every call: by its id, and by position among those calls and results that no id tells apart."""
    call_ids = _unique(call.id for call in calls)
    result_ids = _unique(result.tool_call_id for result in results)
    by_id = {result.tool_call_id: result for result in results if result.tool_call_id in result_ids}
    unmarked = iter([result for result in results if result.tool_call_id not in result_ids])
    strangers = iter([result for result in results if result.tool_call_id in result_ids - call_ids])
    paired: list[Message | None] = []
    for call in calls:
        if call.id in call_ids:
            paired.append(by_id.get(call.id) or next(unmarked, None))
        else:
            paired.append(next(unmarked, None) or next(strangers, None))
    return paired


def _unique(ids: Iterable[str | None]) -> set[str | None]:
    """The ids that are there exactly once."""
    once: set[str | None] = set()
    more: set[str | None] = {None, ""}
    for identifier in ids:
        if identifier in once:
            more.add(identifier)
        once.add(identifier)
    return once - more


def _any_result(exchanges: Sequence[Exchange]) -> bool:
    return any(exchange.result is not None for exchange in exchanges)


def _languages(told: Sequence[str], configured: Sequence[str], sentence: str) -> tuple[str, ...]:
    """The languages that the request tells first, where the official intents know them, then the configured ones: the one that
    explains most of the sentence, then the others in their order."""
    known = filter(None, map(known_language, told))
    spoken = [hear(sentence, configured).language] if len(configured) > 1 else []
    return tuple(dict.fromkeys([*known, *spoken, *configured]))


def _forbidden(request: ChatRequest, current: Sequence[Message], *, has_results: bool) -> str | None:
    """Why this turn is not ours to answer directly. At its limit of rounds a client sends the last results with
    ``tool_choice`` none: they may still be put into words."""
    kind = (request.response_format or {}).get("type")
    if kind in STRUCTURED:
        return f"response_format {kind}"
    if request.tool_choice == "none" and not has_results:
        return "tool_choice none"
    if current and current[-1].role == "assistant":
        return "the turn has already been answered"
    return None
