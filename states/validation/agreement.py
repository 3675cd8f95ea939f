"""Whether a call agrees with what the user said: nothing is done that the words deny, ask, contradict or do not speak of."""

from collections.abc import Iterable, Sequence
from itertools import chain

from rapidfuzz.distance import DamerauLevenshtein

from ...adapters.home_assistant.types import OfferedTool
from ...adapters.intents.text import norms
from ...machine.turn import Call
from ..deterministic.actions import ACTIONS, AIMED_BY_HA, DOMAINS, SETTING_ACTIONS, SETTINGS, TARGETED
from ..deterministic.mentions import HouseIndex
from ..deterministic.risks import risky
from ..retrieval.topics import TOPICS
from .amounts import against_amounts
from .clause import WIDE, Clause
from .free import against_free
from .meaning import Words, asks_a_deed, meant, meant_by, of_kind, of_kinds
from .messages import MESSAGES, against_message
from .targets import Aimed
from .wishes import WISHED, against_wishes

_SETS = frozenset(setting.intent for by_type in SETTINGS.values() for setting in by_type.values())
_SECURED = frozenset({"lock", "door", "gate", "garage", "valve"})
_HEATS = frozenset({"climate", "water_heater"})
_OPENING = frozenset({"open", "unlock"})
_SHUTTING = frozenset({"off", "close", "lock", "stop", "pause", "mute", "dock"})
_PLACES = frozenset({"name", "area", "floor"})
_STEP = "volume_step"
# Words that are so long and so much alike may be the same word.
_SHORTEST_ALIKE, _ALIKE, _NEARLY, _SHORTEST_BEGINNING = 4, 0.75, 0.8, 5


def against(call: Call, tool: OfferedTool, aimed: Aimed | None, words: Words) -> str | None:
    """Why the words do not ask for this call; None if they do. ``aimed`` None: it is not known what is in the house."""
    targeted = tool.intent in TARGETED
    if tool.intent in MESSAGES:
        return against_message(call, words)
    clauses = words.open(now=targeted)
    if not clauses:
        stops = sorted(frozenset[str]().union(*(clause.closed for clause in words.own)))
        return f"the sentence {' and '.join(stops)}" if stops else "the sentence asks for nothing"
    # Yes and no say what they answer.
    said = clauses if any(map(_says_something, clauses)) and _acts(clauses) else (*clauses, *words.question, *words.proposed)
    if not targeted:
        return against_free(call, tool, said, words)
    if aimed is not None:
        if reason := _Target(aimed, tool, clauses, said, words).against(call):
            return reason
    elif not asks_a_deed(said):
        return "nothing in the sentence asks for it"
    domains = _domains(aimed, tool, words.index)
    relevant = _relevant(said, aimed, words)
    return (
        _against_action(tool, call, domains, relevant)
        or _against_others(call, said, aimed, words)
        or against_wishes(tool, call.arguments, domains, relevant, words.stated)
        or against_amounts(tool, call.arguments, domains, relevant, words.stated, looked=words.looked)
    )


class _Target:
    """A call's target, held against the words. ``clauses`` are the user's, ``said`` also what they answer."""

    def __init__(self, aimed: Aimed, tool: OfferedTool, clauses: Sequence[Clause], said: Sequence[Clause], words: Words) -> None:
        self._aimed = aimed
        self._tool = tool
        self._clauses = clauses
        self._said = said
        self._words = words
        self._index = words.index

    def against(self, call: Call) -> str | None:
        return (
            self._against_left_out(call)
            or self._against_place()
            or self._against_floor()
            or self._against_width()
            or self._against_silence()
            or self._against_opening(call)
        )

    def _against_left_out(self, call: Call) -> str | None:
        """What is excepted, is to stay as it is, or is not to be done this to, is not touched; but who names it again, or speaks
        of it in the same breath, has changed their mind."""
        words, index, reached = self._words, self._index, self._aimed.reached
        domains = {index.entities[i].domain for i in reached}
        denied = [
            clause
            for clause in words.own
            if "denies" in clause.closed
            and clause.has_thing
            and (not clause.polar or any(_does(action, domain, self._tool) for action in clause.polar for domain in domains))
        ]
        spared = words.left_out.union(*(meant_by(clause, frozenset(), words) or () for clause in denied))
        active = [clause for clause in self._clauses if clause.actions or clause.values or clause.wishes or clause.begins]
        anew = frozenset[int]().union(*(clause.names | clause.parts for clause in active))
        if not anew and not any(clause.has_thing for clause in self._clauses):
            anew = words.spoken_of(self._clauses)
        touched = (reached & spared) - anew
        if not touched:
            return None
        names = ", ".join(sorted(index.entities[i].names.display for i in touched)[:3])
        return f"the sentence leaves out {names}"

    def _against_place(self) -> str | None:
        """The things and places that were said bound what may be reached."""
        words, reached = self._words, self._aimed.reached
        allowed = meant(self._said, words)
        if allowed is None:
            near = self._near()
            if not (self._says_what() or self._resembled()):
                return "the sentence does not say what"
            if near:
                own = reached <= near or (self._tool.intent in AIMED_BY_HA and not self._aimed.arguments.keys() & _PLACES)
                return None if own else "the sentence names nothing, and the target is not where the user is"
            domains = {self._index.entities[i].domain for i in reached}
            alike = {i for i, entity in enumerate(self._index.entities) if entity.domain in domains}
            return None if reached == alike or self._resembled() else "the sentence does not say which"
        places = self._aimed.arguments.keys() & _PLACES
        if places == {"floor"} or (not places and self._tool.intent in AIMED_BY_HA):
            # Which of them are on that floor, or which player is playing, only Home Assistant knows.
            reached &= allowed
        if not reached or not reached <= allowed:
            names = ", ".join(sorted(self._index.entities[i].names.display for i in self._aimed.reached - allowed)[:3])
            return f"the sentence does not speak of {names}"
        return None if self._told_apart(allowed) else "the sentence does not say which"

    def _told_apart(self, allowed: frozenset[int]) -> bool:
        """Whether more than a kind was said, where there are several of it: a name, a place, or that all are meant."""
        reached = self._aimed.reached
        domains = {self._index.entities[i].domain for i in reached}
        alike = frozenset(i for i in allowed if self._index.entities[i].domain in domains)
        if reached == alike or reached <= self._words.before or self._words.satellite is not None or self._resembled():
            return True
        return any(
            reached & (clause.names | clause.parts) or clause.areas or clause.namesakes or clause.floors or clause.flags & WIDE
            for clause in self._said
        )

    def _says_what(self) -> bool:
        """Whether the sentence tells what it is about without naming it: by its topic, or by a verb for one kind of thing."""
        actions = frozenset[str]().union(*(clause.actions for clause in self._said))
        return any(clause.topics for clause in self._said) or any(len(ACTIONS.get(action, ())) == 1 for action in actions)

    def _resembled(self, alike: float = _ALIKE) -> bool:
        """Whether a word of the sentence is nearly one of the target's name, as speech recognition may have left it."""
        said = [word for clause in self._said for word in clause.words if len(word) >= _SHORTEST_ALIKE]
        names = chain.from_iterable(self._index.entities[i].names.readings for i in self._aimed.reached)
        called = {word for name in names for word in norms(name) if len(word) >= _SHORTEST_ALIKE}
        # Or it begins a compound: "at the counter" for "Counterlamp".
        return any(
            DamerauLevenshtein.normalized_similarity(word, name) >= alike
            or (alike < _NEARLY and len(word) >= _SHORTEST_BEGINNING and name.startswith(word))
            for word in said
            for name in called
            if alike < _NEARLY or not self._known(word, name)
        )

    def _known(self, word: str, name: str) -> bool:
        """Whether a word is one of the language, or the name's own: then it is no misspelt name."""
        vocabulary = self._index.vocabulary
        return vocabulary.stem(word) == vocabulary.stem(name) or bool(vocabulary.alone(word))

    def _near(self) -> frozenset[int]:
        """What is where the user is, of the domains that the call is for."""
        satellite = self._words.satellite
        if satellite is None:
            return frozenset()
        domains = {self._index.entities[i].domain for i in self._aimed.reached}
        return frozenset(i for i in self._index.in_area(satellite) if self._index.entities[i].domain in domains)

    def _against_floor(self) -> str | None:
        """A floor must be the one that was said; and if one was, things elsewhere need a name of their own. Which floor a room is
        on, Home Assistant does not always tell."""
        said = {self._index.floor_called(name) or name for clause in self._said for name in clause.floors}
        floor = self._aimed.arguments.get("floor")
        if isinstance(floor, str):
            words = " ".join(chain.from_iterable(clause.words for clause in self._said))
            named = floor.casefold() in {name.casefold() for name in said} or " ".join(norms(floor)) in words
            return None if named else f"the sentence does not speak of the floor {floor!r}"
        called = [" ".join(norms(self._index.entities[i].names.joined)) for i in self._aimed.reached]
        said = {name for name in said if not all(" ".join(norms(name)) in words for words in called)}
        if not said or any(self._aimed.reached <= clause.names or clause.areas for clause in self._said):
            return None
        there = frozenset[int]().union(*(self._index.on_floor(name) or () for name in said))
        return None if self._aimed.reached <= there else "the sentence speaks of a floor"

    def _against_width(self) -> str | None:
        """A call without a name needs a place that was said, or the user's own; without a place, the word "all"."""
        arguments, reached, said = self._aimed.arguments, self._aimed.reached, self._said
        counts = [count for clause in said if not clause.flags & WIDE for count in clause.counts]
        counted = [i for i in reached if any(clause.counts and of_kind(i, clause, self._index) for clause in said)]
        if counts and len(counted) > max(counts):
            return f"the sentence speaks of {max(counts)}"
        if arguments.keys() & {"name", "floor"} or len(reached) == 1 or (self._words.before and reached <= self._words.before):
            return None
        flags = frozenset[str]().union(*(clause.flags for clause in said))
        if isinstance(area := arguments.get("area"), str):
            areas = frozenset[int]().union(*(clause.areas | clause.namesakes for clause in said)) or self._words.asides
            here = self._index.area_called(area)
            return (
                None if here in areas or (not areas and here == self._words.satellite) else f"the sentence does not say {area!r}"
            )
        if flags & WIDE or self._tool.intent in AIMED_BY_HA:
            return None
        return "the sentence does not speak of the whole house"

    def _against_silence(self) -> str | None:
        """Something in the sentence must ask for it: a thing, a verb, or what it is about."""
        reached, said, tool = self._aimed.reached, self._said, self._tool
        domains = {self._index.entities[i].domain for i in reached}
        if any(reached & (clause.names | clause.parts) for clause in said):
            return None
        if any(of_kind(i, clause, self._index) for i in reached for clause in said):
            return None
        if self._resembled(_NEARLY):
            return None
        if any(domains <= WISHED[wish] for clause in said for wish in clause.wishes if wish in WISHED):
            return None
        about = [TOPICS[topic] for clause in said for topic in clause.topics]
        if any(tool.intent in topic.intents and domains & set(topic.domains) for topic in about):
            return None
        if about and not any(domains & set(topic.domains) for topic in about) and meant(said, self._words) is None:
            return "the sentence is about something else"
        actions = frozenset[str]().union(*(clause.polar if about else clause.actions for clause in said))
        if any(_does(action, domain, tool) for action in actions for domain in domains):
            return None
        if any(call.tool == tool for call in self._words.earlier) and reached:
            return None
        return "nothing in the sentence asks for it"

    def _against_opening(self, call: Call) -> str | None:
        """What opens, unlocks or disarms must be named by the user, and what secures the house also be opened in words."""
        index, reached = self._index, self._aimed.reached
        if not risky(call, index, (self._tool,)) or all(index.entities[i].domain in _HEATS for i in reached):
            return None
        own = (*self._clauses, *self._words.question)
        if not any(clause.has_thing for clause in self._clauses):
            own += tuple(clause for clause in self._words.own if clause.has_thing and "denies" not in clause.closed)
        if self._aimed.loose and not any(reached <= clause.names for clause in own):
            return "what opens must be called by its name"
        if not all(any(self._called(i, clause) for clause in own) for i in reached):
            return "what opens must be named by the user"
        secured = any(index.entities[i].domain in _SECURED or index.kinds[i] & _SECURED for i in reached)
        actions = frozenset[str]().union(*(clause.actions for clause in own))
        domains = {index.entities[i].domain for i in reached}
        opened = actions & _OPENING or any(_does(action, domain, self._tool) for action in actions for domain in domains)
        return "nobody asked to open it" if secured and not opened else None

    def _called(self, entity: int, clause: Clause) -> bool:
        """Whether a clause names an entity: by its name, by the only part that fits, or by its kind where it is."""
        if entity in clause.names or clause.parts == self._aimed.reached:
            return True
        if not of_kind(entity, clause, self._index):
            return False
        areas = clause.areas | clause.namesakes or ({self._words.satellite} - {None})
        if any(entity in self._index.in_area(area) for area in areas if area is not None):
            return True
        return bool(clause.flags & WIDE) or of_kinds(range(len(self._index.entities)), clause, self._index) == self._aimed.reached


def _domains(aimed: Aimed | None, tool: OfferedTool, index: HouseIndex) -> frozenset[str]:
    if aimed is not None and aimed.reached:
        return frozenset(index.entities[i].domain for i in aimed.reached)
    return frozenset(DOMAINS.get(tool.intent or "", ()))


def _relevant(said: Sequence[Clause], aimed: Aimed | None, words: Words) -> tuple[Clause, ...]:
    """The clauses that speak of the target, with those that belong to them; all of them if none says what to do with it."""
    if aimed is None:
        return tuple(said)
    own: list[Clause] = []
    belongs = False
    for clause in said:
        things = meant_by(clause, frozenset(), words)
        # What names nothing belongs to what was named before it: "the lamp a bit darker, 20 percent or so".
        belongs = belongs if things is None and not clause.actions else things is not None and bool(things & aimed.reached)
        if belongs:
            own.append(clause)
    return tuple(own) if any(clause.actions or clause.values for clause in own) else tuple(said)


def _against_others(call: Call, said: Sequence[Clause], aimed: Aimed | None, words: Words) -> str | None:
    """A value that was said of something else is not for this."""
    reached = aimed.reached if aimed is not None else frozenset[int]()
    things = [meant_by(clause, frozenset(), words) for clause in said]
    others = {v.value for clause, of in zip(said, things, strict=True) if of and not of & reached for v in clause.values}
    own = {v.value for clause, of in zip(said, things, strict=True) if not of or of & reached for v in clause.values}
    for slot, value in call.arguments.items():
        if isinstance(value, int | float) and not isinstance(value, bool) and value in others - own:
            return f"{slot} {value} was said of something else"
    return None


def _against_action(tool: OfferedTool, call: Call, domains: Iterable[str], said: Sequence[Clause]) -> str | None:
    """The verbs must not mean something else for the things that are reached."""
    actions = frozenset[str]().union(*(clause.polar for clause in said))
    all_actions = frozenset[str]().union(*(clause.actions for clause in said))
    bare = any(not value.word and value.type == "number" for clause in said for value in clause.values)
    if bare and tool.intent not in _SETS and _STEP not in call.arguments:
        return "the sentence says a number, and the call has none"
    spoken = any(value.type != "number" or clause.properties for clause in said for value in clause.values)
    types = {value.type for clause in said for value in clause.values}
    for domain in domains:
        own = {action for action in actions if domain in ACTIONS[action]}
        if spoken and not own and tool.intent not in _SETS and types & SETTINGS.get(domain, {}).keys():
            return "the sentence says what to set it to"
        wanted = {means for action in actions if (means := ACTIONS[action].get(domain)) is not None}
        others = {means for action in all_actions - actions if (means := ACTIONS.get(action, {}).get(domain)) is not None}
        if tool.intent in _SETS:
            shut = actions and actions <= _SHUTTING and not _all_the_way_down(call)
            if wanted and (shut or (call.arguments.get("position") == 0 and actions == {"open"})):
                return f"the sentence says {', '.join(sorted(actions))}"
        elif wanted and not any(_is(means.intent, dict(means.fixed), tool, call) for means in wanted | others):
            return f"the sentence says {', '.join(sorted(actions))}"
        if domain == "lock" and tool.intent == "HassTurnOn" and actions & _OPENING:
            return f"the sentence says {', '.join(sorted(actions))}"
    return None


def _is(intent: str, fixed: dict[str, object], tool: OfferedTool, call: Call) -> bool:
    if tool.intent != intent:
        return False
    step, wanted = call.arguments.get("volume_step"), fixed.get("volume_step")
    return wanted is None or step == wanted or (isinstance(step, int) and (step > 0) == (wanted == "up"))


def _all_the_way_down(call: Call) -> bool:
    """Nothing at all, or less than all of a cover: "close the blinds halfway"."""
    position = call.arguments.get("position")
    if isinstance(position, int | float):
        return position < 100
    return any(call.arguments.get(slot) == 0 for slot in ("brightness", "percentage", "volume_level"))


def _does(action: str, domain: str, tool: OfferedTool) -> bool:
    means = ACTIONS.get(action, {}).get(domain)
    return (means is not None and means.intent == tool.intent) or (tool.intent in _SETS and action in SETTING_ACTIONS)


def _says_something(clause: Clause) -> bool:
    return clause.has_thing or bool(clause.areas or clause.actions or clause.values or clause.topics)


def _acts(said: Sequence[Clause]) -> bool:
    return any(clause.actions or clause.topics for clause in said)


def commands(words: Words) -> bool:
    """Whether the user asks for a deed, as far as words can tell."""
    said = [clause for clause in words.own if "asks" not in clause.closed and not clause.tells]
    return asks_a_deed(said)
