"""How long timers still run, through Home Assistant's own tool for that, on devices that have timers."""

from ...adapters.intents.grammars import Grammars, slot_list
from ...adapters.intents.vocabulary import QuestionVocabulary
from ...machine.turn import Call, Plan, Read, Turn
from .records import asks_for_timers

TOOL = "HassTimerStatus"

_GRAMMARS = Grammars()


def timer_plan(turn: Turn, language: str, questions: QuestionVocabulary) -> Plan | None:
    """The call that will tell, once; None if it is no such question, or nothing tells. What it brings speaks for itself."""
    tool = next((tool for tool in turn.tools if tool.intent == TOOL), None)
    if tool is None or any(exchange.tool is tool for exchange in turn.exchanges):
        return None
    areas = slot_list((reading, area.names.display) for area in turn.house.areas for reading in area.names.readings)
    sentence = turn.sentence.strip().rstrip("?!. ")
    for match in _GRAMMARS.recognise(sentence, language, (TOOL,), {"area": areas}, {}):
        slots = {name: value.strip() if isinstance(value, str) else value for name, value in match.slots.items()}
        if slots.keys() <= tool.slots.keys():
            return Read(Call(tool.name, slots))
    return Read(Call(tool.name, {})) if asks_for_timers(turn.sentence, questions) else None
