"""Timers as people say them, and commands with a timer among them."""

import pytest
from ha_assist.adapters.home_assistant.tools import offered_tools
from ha_assist.adapters.openai.wire import ChatRequest, Message
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Calls, Turn
from ha_assist.states.deterministic.handler import deterministic
from ha_assist.states.services import Services
from told import MILL, MORE, Earlier, Expected, call, calls, function, house, named_calls, off, on, row, table

TEXT, WHOLE = {"type": "string"}, {"type": "integer"}
LENGTH = dict.fromkeys(("hours", "minutes", "seconds"), WHOLE)
WHICH = {"name": TEXT, "area": TEXT, **dict.fromkeys(("start_hours", "start_minutes", "start_seconds"), WHOLE)}
TOOLS = (
    *MORE,
    *offered_tools(
        [
            function("intent__HassCancelTimer", WHICH),
            function("intent__HassUnpauseTimer", WHICH),
            function("intent__HassIncreaseTimer", {**LENGTH, **WHICH}),
            function("intent__HassDecreaseTimer", {**LENGTH, **WHICH}),
        ]
    ),
)


async def acts(sentence: str, language: str = "en") -> list[Expected]:
    request = ChatRequest("HA-Assist", [Message("user", sentence)])
    turn = Turn(b"", request=request, house=MILL, tools=TOOLS, sentence=sentence, languages=(language,))
    await deterministic(turn, Services(Settings(settings=Assist())))
    return named_calls(turn.plan.calls, TOOLS) if isinstance(turn.plan, Calls) else []


@table(
    row("set a timer for an hour and twenty minutes", call("HassStartTimer", hours=1, minutes=20)),
    row("timer for three quarters of an hour", call("HassStartTimer", minutes=45)),
    row("two and a half hour timer", call("HassStartTimer", hours=2, minutes=30)),
    row("ten minute egg timer", call("HassStartTimer", minutes=10, name="egg")),
    row("set a roast timer for one hour and twenty minutes", call("HassStartTimer", hours=1, minutes=20, name="roast")),
    row("five minute timer for the noodles", call("HassStartTimer", minutes=5, name="noodles")),
    row("count down from 30 seconds", call("HassStartTimer", seconds=30)),
    row("timer 1 hour 15 minutes", call("HassStartTimer", hours=1, minutes=15)),
    row("give the timer another five minutes", call("HassIncreaseTimer", minutes=5)),
    row("add five minutes to that", call("HassIncreaseTimer", minutes=5)),
    row("extend the egg timer by five minutes", call("HassIncreaseTimer", minutes=5, name="egg")),
    row("take two minutes off the timer", call("HassDecreaseTimer", minutes=2)),
    row("turn off the timer", call("HassCancelTimer")),
    row("cancel the egg timer", call("HassCancelTimer", name="egg")),
    row("don't set a timer for ten minutes"),
    row("i set a timer for ten minutes"),
    row("is the timer running"),
    row("wake me in 20 minutes"),
)
async def test_timers(sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence) == expected


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        ("de", "gib dem Timer noch fünf Minuten", [call("HassIncreaseTimer", minutes=5)]),
        ("de", "Timer fünf Minuten länger", [call("HassIncreaseTimer", minutes=5)]),
        ("de", "zieh zwei Minuten vom Timer ab", [call("HassDecreaseTimer", minutes=2)]),
        ("de", "brich den Timer ab", [call("HassCancelTimer")]),
        ("de", "lass den Timer weiterlaufen", [call("HassUnpauseTimer")]),
        ("de", "lass das Licht noch fünf Minuten an", []),
        ("nl", "geef de timer nog vijf minuten", [call("HassIncreaseTimer", minutes=5)]),
        ("nl", "doe er vijf minuten bij op de timer", [call("HassIncreaseTimer", minutes=5)]),
        ("nl", "timer twee minuten korter", [call("HassDecreaseTimer", minutes=2)]),
        ("nl", "zet de timer uit", [call("HassCancelTimer")]),
        ("nl", "timer verder", [call("HassUnpauseTimer")]),
        ("pl", "przedłuż minutnik o 5 minut", [call("HassIncreaseTimer", minutes=5)]),
        ("pl", "dodaj jeszcze pięć minut", [call("HassIncreaseTimer", minutes=5)]),
        ("pl", "skróć minutnik o 2 minuty", [call("HassDecreaseTimer", minutes=2)]),
        ("ru", "добавь к таймеру 5 минут", [call("HassIncreaseTimer", minutes=5)]),
        # All of its words are known, and it is no command to a thing.
        ("ru", "добавь ещё пять минут", [call("HassIncreaseTimer", minutes=5)]),
        ("ru", "сократи таймер на 2 минуты", [call("HassDecreaseTimer", minutes=2)]),
        ("fr", "rajoute 5 minutes au minuteur des pâtes", [call("HassIncreaseTimer", minutes=5, name="pâtes")]),
        ("fr", "enlève deux minutes au minuteur", [call("HassDecreaseTimer", minutes=2)]),
        ("es", "súmale cinco minutos al temporizador de la pasta", [call("HassIncreaseTimer", minutes=5, name="pasta")]),
        ("es", "añade cinco minutos", [call("HassIncreaseTimer", minutes=5)]),
        ("it", "aggiungi altri cinque minuti al timer della pasta", [call("HassIncreaseTimer", minutes=5, name="pasta")]),
        ("it", "accorcia il timer di due minuti", [call("HassDecreaseTimer", minutes=2)]),
        ("pt", "adiciona mais 5 minutos no timer da massa", [call("HassIncreaseTimer", minutes=5, name="massa")]),
        ("pt", "mais cinco minutos no temporizador", [call("HassIncreaseTimer", minutes=5)]),
        ("it", "non aggiungere cinque minuti", []),
        ("fr", "n'ajoute pas cinq minutes", []),
        # Whether a new one, or more of the old one, is left open.
        ("pt", "põe cinco minutos", []),
        ("ru", "не добавляй пять минут", []),
        ("ru", "добавь свет на пять минут", []),
    ],
)
async def test_timers_are_made_longer_and_shorter(language: str, sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence, language) == expected


@table(
    row("set a timer for ten minutes and turn on the desk lamp", call("HassStartTimer", minutes=10), on("light", "Desk Lamp")),
    row("turn off the desk lamp and set a timer for ten minutes", off("light", "Desk Lamp"), call("HassStartTimer", minutes=10)),
    row(
        "turn off the desk lamp, lock the front door and add milk to the shopping list",
        off("light", "Desk Lamp"),
        on("lock", "Front Door"),
        call("HassListAddItem", item="milk", name="Groceries"),
    ),
    row(
        "make a five minute timer and a ten minute timer",
        call("HassStartTimer", minutes=5),
        call("HassStartTimer", minutes=10),
    ),
    # Every piece must be understood by itself.
    row("do not turn on the desk lamp and set a timer for ten minutes"),
    row("turn on the desk lamp and do not set a timer for ten minutes"),
    row("set a timer for ten minutes and tell me a joke"),
    row("turn on the desk lamp and set a timer for ten minutes if it rains"),
    row("set a timer for ten minutes, no, twenty minutes"),
)
async def test_a_timer_or_a_list_among_other_commands(sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence) == expected


@pytest.mark.parametrize(("answer", "lamp"), [("carol's", "Carol's Nightstand"), ("mikes", "Mike's Nightstand")])
def test_an_answer_that_could_also_be_a_person(answer: str, lamp: str) -> None:
    home = house({"Bedroom": ["light: Mike's Nightstand", "light: Carol's Nightstand"], "": ["person: Carol"]})
    assert calls(answer, home, earlier=Earlier("turn on the nightstand")) == [on("light", lamp)]
