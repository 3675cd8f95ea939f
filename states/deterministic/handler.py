"""The deterministic state: what the sentence means, if that can be derived from the request alone."""

from collections.abc import Collection, Sequence
from functools import partial
from time import perf_counter

from ...adapters.home_assistant.types import OfferedTool
from ...adapters.intents.grammars import respond_error
from ...adapters.intents.replies import reply
from ...adapters.intents.text import norms, tokenise
from ...adapters.intents.vocabulary import Meaning, vocabulary, words_of
from ...machine.turn import Call, Calls, Plan, Read, Recognition, Reply, Turn
from ..questions.handler import question
from ..services import Services
from ..verification.story import MOST_ROUNDS, in_order, one_at_a_time, since_user
from .earlier import earlier_turn
from .grammar import recognise
from .mentions import PART, HouseIndex, house_index
from .pieces import Piece, pieces
from .plainly import without_courtesies
from .reader import LONGEST_SENTENCE, Reading, is_only_called, read
from .repair import RepairSettings
from .targets import UNCLEAR

# Problems that can be put to the user; the others are left to a model.
_ASKED = frozenset({"ambiguous", "which_area", "none_there", "unknown_area", "unknown_floor", "unknown_thing", "no_timers"})
# Put to the user only where there is no model that may know better.
_ASKED_WITHOUT_A_MODEL = frozenset({"unclear_thing"})
# The letters of the longest sentence that is read.
_MOST_LETTERS = 1000
# The timer's tool, and its slot for what is to be done when the time is up; and the tools for a timer that runs.
_TIMER, _COMMAND = "HassStartTimer", "conversation_command"
_CHANGED = frozenset({"HassIncreaseTimer", "HassDecreaseTimer"})


async def deterministic(turn: Turn, services: Services) -> None:
    """Set ``turn.plan`` if the sentence is a command with one meaning, or a question back if only the target is open."""
    started = perf_counter()
    if len(tokenise(turn.sentence[:_MOST_LETTERS])) > LONGEST_SENTENCE or len(turn.sentence) > _MOST_LETTERS:
        # Nobody says so much in one breath; reading it would keep others waiting.
        turn.recognition = Recognition(request=turn.sentence, language=turn.languages[0] if turn.languages else "", reason="long")
        return
    reading, language, recogniser = understand(turn, services)
    asked = _ASKED if services.settings.settings.ha_assist_text_model else _ASKED | _ASKED_WITHOUT_A_MODEL
    turn.plan = plan_for(turn, reading, asked)
    asked_for = question(turn) if reading.problem is not None else None
    if asked_for is not None:
        turn.plan = asked_for.plan
        call = turn.plan.call if isinstance(turn.plan, Read) else None
        turn.recognition = Recognition(
            request=turn.sentence,
            intent=call.tool if call is not None else None,
            recogniser="questions",
            language=asked_for.language,
            slots=call.arguments if call is not None else {},
            evidence=asked_for.evidence,
            milliseconds=(perf_counter() - started) * 1000,
        )
        return
    turn.recognition = Recognition(
        request=turn.sentence,
        intent=reading.calls[0].tool if reading.calls else None,
        recogniser=recogniser if turn.plan is not None else None,
        language=language,
        slots=reading.calls[0].arguments if reading.calls else {},
        evidence=reading.evidence,
        candidates=reading.problem.candidates if reading.problem else (),
        reason=reading.problem.kind if reading.problem else None,
        milliseconds=(perf_counter() - started) * 1000,
    )


def understand(turn: Turn, services: Services) -> tuple[Reading, str, str]:
    """Read the sentence in each of the Turn's languages: the first that yields calls, else the most telling problem.

    First as it was said, in all languages; then with the official grammars; then with misspelt words repaired. What is no
    command in one of the languages is none in another. Returns the reading, its language and the recogniser's name.
    """
    earlier = earlier_turn(turn.history, turn.tools)
    found: list[tuple[Reading, str, str]] = []
    for repair in (None, repair_settings(services)):
        for language in turn.languages:
            words = vocabulary(language)
            if words is None:
                continue
            reading = read(turn.sentence, turn.house, turn.tools, words, earlier=earlier, repair=repair)
            if reading.problem is None:
                return reading, language, "reader"
            if reading.explained:
                delayed = _delayed(turn, language, services)
                return (reading, language, "reader") if delayed is None else (delayed, language, "hassil")
            found.append((reading, language, "reader"))
        if repair is None:
            for language in turn.languages:
                reading = _official(turn, language, services, [seen for seen, of, _ in found if of == language])
                if reading.problem is None and _can_be_delayed(turn, reading, language, services):
                    return reading, language, "hassil"
                found.append((reading if reading.problem is not None else Reading(problem=UNCLEAR), language, "hassil"))
                alone = partial(_alone, turn=turn, language=language, services=services)
                together = pieces(turn.sentence, words_of(language), alone)
                if together is not None and together.official:
                    return together.reading, language, "hassil"
    return next(
        (one for one in found if one[0].problem is not None and one[0].problem.kind in _ASKED | _ASKED_WITHOUT_A_MODEL), found[0]
    )


def _alone(sentence: str, turn: Turn, language: str, services: Services) -> Piece | None:
    """What a piece of the Turn's sentence says by itself."""
    words = words_of(language)
    reading = read(sentence, turn.house, turn.tools, words)
    if reading.problem is None:
        return None if is_only_called(reading) else Piece(reading)
    reading = _known_to_the_grammar(sentence, turn, language, services, targets=False)
    if reading.problem is not None or not _can_be_delayed(turn, reading, language, services):
        return None
    intents = {tool.name: tool.intent for tool in turn.tools}
    return Piece(reading, official=True, lasts=any(intents.get(call.tool) == _TIMER for call in reading.calls))


def _known_to_the_grammar(
    sentence: str,
    turn: Turn,
    language: str,
    services: Services,
    *,
    targets: bool,
    tools: Sequence[OfferedTool] | None = None,
) -> Reading:
    """What the official grammar knows of ``sentence``, with all of the Turn's tools or only with ``tools``."""
    index = house_index(turn.house, turn.tools, words_of(language))
    said = without_courtesies(sentence, index.vocabulary)
    offered = turn.tools if tools is None else tools
    return recognise(said, language, turn.house, index, offered, services.grammars, targets=targets)


def _delayed(turn: Turn, language: str, services: Services) -> Reading | None:
    """A command that is to be carried out later ("the lamp off in ten minutes"), or a change to a timer ("five minutes more"),
    where the speaker's device has timers that can do so."""
    tools = [tool for tool in turn.tools if (tool.intent == _TIMER and _COMMAND in tool.slots) or tool.intent in _CHANGED]
    if not tools or not turn.house.timers:
        return None
    reading = _known_to_the_grammar(turn.sentence, turn, language, services, targets=False, tools=tools)
    changed = {tool.name for tool in tools if tool.intent in _CHANGED}
    later = reading.problem is None and all(_COMMAND in call.arguments or call.tool in changed for call in reading.calls)
    return reading if later and _can_be_delayed(turn, reading, language, services) else None


def _can_be_delayed(turn: Turn, reading: Reading, language: str, services: Services) -> bool:
    """Whether what a timer is to do when it ends can be understood now: nobody is there to ask then."""
    words = words_of(language)
    commands = [str(call.arguments[_COMMAND]) for call in reading.calls if _COMMAND in call.arguments]
    readings = [
        read(command, turn.house, turn.tools, words)
        if words.phrases
        else _known_to_the_grammar(command, turn, language, services, targets=True)
        for command in commands
    ]
    return all(reading.calls and not is_only_called(reading) for reading in readings)


def _official(turn: Turn, language: str, services: Services, seen: Sequence[Reading]) -> Reading:
    """What the official grammar knows. Where the reader has seen what the sentence means, and it is no command or cannot be
    done, only what the reader knows nothing of is left to the grammar: timers, lists, announcements."""
    index = house_index(turn.house, turn.tools, words_of(language))
    targets = all(one.problem is UNCLEAR and not one.no_command for one in seen)
    targets = targets and (not seen or _says_what_to_do(turn.sentence, index))
    return _known_to_the_grammar(turn.sentence, turn, language, services, targets=targets)


def _says_what_to_do(sentence: str, index: HouseIndex) -> bool:
    """Whether a sentence has a verb, a value that is more than a number, or a word that only the grammar may know: "the kitchen
    one" is no command, whatever the grammar makes of it."""
    vocabulary = index.vocabulary
    words = norms(sentence, vocabulary.elisions)
    # "Light" is a verb too, but not in the name of a thing.
    named = {place for match in index.matches(words) if match.cost < PART for place in range(match.start, match.end)}
    known, says = set(named), False
    for place in range(len(words)):
        for length, meanings in vocabulary.meanings(words, place):
            known |= set(range(place, place + length))
            says = says or (place not in named and any(_tells(meaning) for meaning in meanings))
    return says or any(place not in known and not words[place].isdigit() for place in range(len(words)))


def _tells(meaning: Meaning) -> bool:
    return meaning.role in {"verb", "unit", "property"} or (meaning.role == "value" and meaning.detail != "number")


def repair_settings(services: Services) -> RepairSettings:
    """What may be repaired, by the settings."""
    chosen = services.settings.settings
    return RepairSettings(
        names=chosen.ha_assist_fuzzy_enabled,
        threshold=chosen.ha_assist_fuzzy_threshold,
        margin=chosen.ha_assist_fuzzy_margin,
        sentences=chosen.ha_assist_sentence_fuzzy_enabled,
        sentence_threshold=chosen.ha_assist_sentence_threshold,
        exact_for_risky=chosen.ha_assist_exact_for_risky,
    )


def _first_calls(turn: Turn, calls: tuple[Call, ...]) -> Calls | None:
    """The calls of a command, as many at once as the client takes. A command is the first thing that is done in a turn: after
    any other call or result, these may have been made already, in messages that the client has cut out."""
    if since_user(turn) or (one_at_a_time(turn) and len(calls) >= MOST_ROUNDS):
        return None
    return in_order(turn, calls)


def plan_for(turn: Turn, reading: Reading, asked: Collection[str]) -> Plan | None:
    """The plan that a reading allows: its calls (one at a time for a client without parallel calls), or a question back."""
    problem = reading.problem
    if problem is None:
        return _first_calls(turn, reading.calls)
    if problem.kind not in asked or not turn.house.listed:
        # Of a house that was not listed, nothing can be said to be missing.
        return None
    key = problem.kind
    if key == "no_timers":
        return Reply(respond_error(turn.languages, "no_timer_support") or reply("no_timers", turn.languages), kind="refusal")
    if key == "none_there":
        key = "none_there" if problem.place and problem.said else "nothing_there" if problem.place else "none_here"
    text = reply(key, turn.languages, candidates=", ".join(problem.candidates), said=problem.said, place=problem.place)
    return Reply(text, kind="question")
