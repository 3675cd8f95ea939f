"""Calls that act on no thing of the house, held against the words: lists, timers, scripts, tools of others."""

from collections.abc import Iterable, Sequence
from itertools import chain

from ...adapters.home_assistant.types import OfferedTool
from ...adapters.intents.text import norms
from ...machine.turn import Call
from ..deterministic.mentions import HouseIndex
from ..retrieval.topics import TOPICS
from .amounts import TIMERS, against_amounts
from .clause import FULL, Clause
from .meaning import Words, asks_a_deed
from .utterance import words_in

_ITEM, _NAME, _LIST = "item", "name", "todo"
_SECURED = frozenset({"lock", "door", "gate", "garage", "valve"})
_ADDING = frozenset({"HassListAddItem", "HassShoppingListAddItem"})
_TAKING = frozenset({"HassListCompleteItem", "HassListRemoveItem", "HassShoppingListCompleteItem"})


def against_free(call: Call, tool: OfferedTool, said: Sequence[Clause], words: Words) -> str | None:
    """Why the words do not ask for this call; None if they do. ``said`` are the clauses that want something done."""
    vocabulary = words.index.vocabulary
    content = frozenset[str]().union(*(clause.content for clause in said))
    item = call.arguments.get(_ITEM)
    if tool.intent in _ADDING | _TAKING and (reason := _against_list(call, tool, words)):
        return reason
    if tool.intent is not None and isinstance(item, str) and not words_in(item, vocabulary) & _licensed(said, words):
        return f"the sentence does not speak of {item!r}"
    if _secured_script(tool, words):
        script = next(i for i, entity in enumerate(words.index.entities) if entity.entity_id == tool.name)
        if not any(script in clause.names for clause in said):
            return "what opens must be named by the user"
    told = f"{tool.name.replace('_', ' ')} {tool.description} {' '.join(_strings(call.arguments))}"
    about = tool.intent is not None and any(tool.intent in TOPICS[topic].intents for clause in said for topic in clause.topics)
    about = about or (tool.intent in TIMERS and any("postpones" in clause.closed for clause in said))
    if about or words_in(told, vocabulary) & content or (tool.intent is None and asks_a_deed(said)):
        return against_amounts(tool, call.arguments, frozenset(), _of_timer(call, tool, said, words), (), looked=words.looked)
    return "nothing in the sentence asks for it"


def _licensed(said: Sequence[Clause], words: Words) -> frozenset[str]:
    """The words that an item of a list may be made of: of what is wanted or lacking, and not of what is not needed. Where all
    that is wanted speaks of something told before ("put it on the list"), of that too."""
    needed = [clause for clause in said if "unneeded" not in clause.list_work]
    lacking = [clause for clause in words.own if "lacks" in clause.list_work and "asks" not in clause.closed]
    needed += [clause for clause in lacking if "unneeded" not in clause.list_work]
    if not any(clause.content and "pronoun" not in clause.flags for clause in needed):
        stops = {"denies", "asks", "excepts"}
        needed += [clause for clause in words.own if not clause.closed & stops and "unneeded" not in clause.list_work]
    return frozenset[str]().union(*(clause.content for clause in needed))


def _against_list(call: Call, tool: OfferedTool, words: Words) -> str | None:
    """Adding is not removing, and a list that is named is the one."""
    work = frozenset[str]().union(*(clause.list_work for clause in words.own))
    if tool.intent in _ADDING and "removes" in work and not work & {"adds", "lacks"}:
        return "the sentence takes something off a list"
    if tool.intent in _TAKING and "adds" in work and "removes" not in work:
        return "the sentence puts something on a list"
    name = call.arguments.get(_NAME)
    named = _lists_named(words)
    called = {reading.casefold() for i in named for reading in words.index.entities[i].names.readings}
    if named and isinstance(name, str) and name.casefold() not in called:
        return f"the sentence does not speak of the list {name!r}"
    return None


def _lists_named(words: Words) -> frozenset[int]:
    """The lists that are called by their whole names, or else by a word that only their names have."""
    index = words.index
    lists = [i for i, entity in enumerate(index.entities) if entity.domain == _LIST]
    spoken = tuple(chain.from_iterable(clause.words for clause in words.own))
    matches = [match for match in index.matches(spoken) if match.role == "name"] if lists and spoken else []
    whole = {c.index for match in matches if match.cost in FULL for c in match.candidates} & set(lists)
    if whole:
        return frozenset(whole)
    stems = frozenset(map(index.vocabulary.stem, spoken))
    names = {i: _stems(i, index) for i in lists}
    shared = frozenset(stem for i in lists for stem in names[i] if any(stem in names[j] for j in lists if j != i))
    usual = frozenset(map(index.vocabulary.stem, chain.from_iterable(index.vocabulary.shopping)))
    return frozenset(i for i in lists if names[i] & stems - shared - usual)


def _stems(entity: int, index: HouseIndex) -> frozenset[str]:
    readings = index.entities[entity].names.readings
    return frozenset(index.vocabulary.stem(word) for reading in readings for word in norms(reading, index.vocabulary.elisions))


def _of_timer(call: Call, tool: OfferedTool, said: Sequence[Clause], words: Words) -> Sequence[Clause]:
    """The clauses that may tell a timer's length: where it has a name, and several lengths are told, those with the name."""
    name = call.arguments.get(_NAME)
    timed = [clause for clause in said if clause.lengths]
    if tool.intent not in TIMERS or not isinstance(name, str) or len(timed) < 2:
        return said
    stems = words_in(name, words.index.vocabulary)
    own = [clause for clause in timed if stems & clause.content]
    others = [clause for clause in timed if clause not in own and clause.content - stems]
    return own if own and others else said


def _secured_script(tool: OfferedTool, words: Words) -> bool:
    index = words.index
    return any(entity.entity_id == tool.name and index.kinds[i] & _SECURED for i, entity in enumerate(index.entities))


def _strings(value: object) -> Iterable[str]:
    if isinstance(value, str):
        yield value.replace("_", " ")
    elif isinstance(value, dict):
        yield from chain.from_iterable(map(_strings, value.values()))
    elif isinstance(value, list):
        yield from chain.from_iterable(map(_strings, value))
