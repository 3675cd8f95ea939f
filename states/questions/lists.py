"""What is on a to-do list, through Home Assistant's own tool for that."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...adapters.home_assistant.types import House, OfferedTool, OtherResult
from ...adapters.intents.replies import reply
from ...adapters.intents.text import norms
from ...adapters.intents.vocabulary import QuestionVocabulary, Vocabulary
from ...machine.turn import Call, Plan, Read, Reply, Turn
from .answers import Speaker
from .records import Wanted, wanted_of_lists

TOOL = "todo_get_items"
_LIST = "todo_list"


def list_plan(turn: Turn, questions: QuestionVocabulary, languages: tuple[str, ...]) -> Plan | None:
    """The answer to a question about a list, or the call that will tell; None if it is no such question, or nothing tells."""
    tool = next((tool for tool in turn.tools if tool.intent == TOOL), None)
    if tool is None:
        return None
    names = choices(tool, _LIST) or tuple(
        reading for entity in turn.house.entities if entity.domain == "todo" for reading in entity.names.readings
    )
    wanted = wanted_of_lists(turn.sentence, names, questions)
    chosen = _chosen(wanted, names, turn.house, questions.records) if wanted is not None else None
    if wanted is None or chosen is None:
        return None
    arguments = {_LIST: chosen}
    told = results(turn, TOOL, arguments)
    if told is None:
        return read_once(turn, tool, arguments)
    items = [str(item["summary"]) for item in told if isinstance(item, Mapping) and item.get("summary")]
    text = _answer(wanted, chosen, items, languages, questions)
    return Reply(text) if text else None


def choices(tool: OfferedTool, slot: str) -> tuple[str, ...]:
    """The values that a tool takes for an argument, where it names them."""
    schema = tool.slots.get(slot)
    values = schema.get("enum") if isinstance(schema, dict) else None
    return tuple(value for value in values if isinstance(value, str)) if isinstance(values, list) else ()


def results(turn: Turn, intent: str, arguments: Mapping[str, Any]) -> list[Any] | None:
    """What the latest call of a tool with these arguments brought in this turn; None without one, or if it failed."""
    for exchange in reversed(turn.exchanges):
        tool, result = exchange.tool, exchange.result
        if tool is not None and tool.intent == intent and exchange.arguments == arguments:
            return result.data if isinstance(result, OtherResult) and isinstance(result.data, list) else None
    return None


def read_once(turn: Turn, tool: OfferedTool, arguments: Mapping[str, Any]) -> Plan | None:
    """The call of a tool, if it has not been made in this turn."""
    made = any(exchange.tool is tool and exchange.arguments == arguments for exchange in turn.exchanges)
    return None if made else Read(Call(tool.name, dict(arguments)))


def _chosen(wanted: Wanted, names: Sequence[str], house: House, words: Vocabulary) -> str | None:
    """The name to send for the list that is meant; None if it might be another."""
    if wanted.names:
        return wanted.names[0]
    lists = _apart(names, house)
    if wanted.sort != "any":
        sorts = {name: _sorts(own, words) for name, own in lists.items()}
        called = [name for name, found in sorts.items() if wanted.sort in found]
        # A list that is called after nothing we know may be for anything.
        lists = {name: own for name, own in lists.items() if name in called or (not called and not sorts[name])}
    return next(iter(lists)) if len(lists) == 1 else None


def _apart(names: Sequence[str], house: House) -> dict[str, tuple[str, ...]]:
    """Names by the list that they all mean: aliases are offered like names."""
    lists: dict[str, tuple[str, ...]] = {}
    left = list(names)
    for entity in house.entities:
        own = tuple(name for name in names if name in entity.names.readings)
        if entity.domain == "todo" and own:
            lists[own[0]] = own
            left = [name for name in left if name not in own]
    return lists | {name: (name,) for name in left}


def _sorts(names: Iterable[str], words: Vocabulary) -> set[str]:
    """The sorts of list that names tell of."""
    found: set[str] = set()
    for name in names:
        said = norms(name, words.elisions)
        found |= {
            str(meaning.value)
            for place in range(len(said))
            for _, meanings in words.meanings(said, place)
            for meaning in meanings
            if meaning.role == "list" and meaning.value != "any"
        }
    return found


def _answer(
    wanted: Wanted, name: str, items: Sequence[str], languages: tuple[str, ...], questions: QuestionVocabulary
) -> str | None:
    speaker = Speaker(languages, questions.spoken)
    match wanted.form:
        case "contents":
            return ", ".join(items) if items else reply("nothing_listed", languages, name=name)
        case "count":
            return speaker.count(items)
        case "any":
            return speaker.whether(items)
        case "empty":
            return speaker.whether(()) if items else speaker.whether(None)
        case _:
            found = [_alike(wanted_item, items, questions.records) for wanted_item in wanted.items]
            if any(found) and not all(found):
                # Some are, some are not: what there is says so.
                return ", ".join(items)
            return speaker.whether(list(dict.fromkeys(item for each in found for item in each)))


def _alike(wanted: str, items: Sequence[str], words: Vocabulary) -> list[str]:
    """The items that have all words of what is wanted in them."""
    stems = set(_stems(wanted, words))
    return [item for item in items if stems and stems <= set(_stems(item, words))]


def _stems(text: str, words: Vocabulary) -> list[str]:
    return [words.stem(word) for word in norms(text, words.elisions) if word not in words.articles]
