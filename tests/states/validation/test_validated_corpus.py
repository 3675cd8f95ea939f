"""Nine languages, nine homes: what a sentence means is sent when a model says it, and what other sentences mean is not.

The right calls are those of our own reader. A foreign call that passes is mostly another name of the same thing, or a part of
what was asked for; the bounds are what was measured, with a little room.
"""

import random
from collections.abc import Iterator, Sequence

import msgspec
import pytest
from ha_assist.adapters.home_assistant.types import House
from ha_assist.adapters.intents.vocabulary import vocabulary
from ha_assist.adapters.openai.wire import ChatRequest, FunctionCall, ToolCall
from ha_assist.machine.turn import Call, Turn
from ha_assist.states.deterministic.reader import read
from ha_assist.states.deterministic.repair import RepairSettings
from ha_assist.states.validation.calls import Accepted, checked
from validated import home, tools

from tests.real_ha import corpus, homes

HOMES = (
    "small-flat",
    "altbau-leipzig",
    "maison-du-canal",
    "casa-del-olivo",
    "villa-sul-lago",
    "casa-da-praia",
    "grachtenhuis",
    "mieszkanie-na-pradze",
    "dacha-u-ozera",
)
MOST_SENTENCES = 80
FOREIGN = 4
REPAIR = RepairSettings()


def house_of(name: str) -> House:
    """A home of the corpus as Home Assistant lists it: names, aliases, domains and areas."""
    found = homes.load(name)
    rooms: dict[str, list[str]] = {", ".join([area, *given.aliases]): [] for area, given in found.areas.items()}
    rooms[""] = []
    for entity_id, (area, entity) in found.placed().items():
        if entity.exposed:
            domain, _, rest = entity_id.partition(".")
            key = ", ".join([area, *found.areas[area].aliases]) if area is not None else ""
            names = ", ".join([entity.name or rest.replace("_", " ").title(), *entity.aliases])
            rooms[key].append(f"{domain}: {names}")
    return home(rooms)


def sentences(name: str, house: House) -> Iterator[tuple[str, House, tuple[Call, ...]]]:
    """Sentences said in a home, with the house as the speaker's room sees it, and the calls that they mean (none: no command)."""
    words = vocabulary(homes.load(name).language)
    assert words is not None
    cases = [case for case in corpus.load(home=name) if len(case.turns) == 1 and case.language == words.language]
    for case in random.Random(0).sample(cases, min(MOST_SENTENCES, len(cases))):
        here = msgspec.structs.replace(house, satellite_area=case.area)
        found = read(case.turns[0].say, here, tools(), words, repair=REPAIR)
        yield case.turns[0].say, here, found.calls if found.problem is None else ()


def passes(sentence: str, house: House, calls: Sequence[Call], language: str) -> bool:
    turn = Turn(b"", request=ChatRequest("HA-Assist", []), languages=(language,), house=house, tools=tools(), sentence=sentence)
    return isinstance(checked(turn, [ToolCall(FunctionCall(call.tool, call.arguments)) for call in calls], REPAIR), Accepted)


@pytest.mark.parametrize("name", HOMES)
def test_own_calls_pass_and_foreign_ones_do_not(name: str) -> None:
    language, house = homes.load(name).language, house_of(name)
    rows = list(sentences(name, house))
    commands = [row for row in rows if row[2]]
    assert len(commands) >= 10
    own = [passes(*row, language) for row in commands]
    assert sum(own) >= 0.95 * len(own)
    chance = random.Random(1)
    others = {repr(calls): calls for _, _, calls in commands}
    foreign = [
        passes(sentence, here, calls, language)
        for sentence, here, right in rows
        for calls in chance.sample(list(others.values()), min(FOREIGN, len(others)))
        if calls != right
    ]
    assert sum(foreign) <= 0.03 * len(foreign)
