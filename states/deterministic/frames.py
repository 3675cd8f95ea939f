"""From an explained sentence to commands: what to do, to what, with which values; shared verbs and targets resolved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...adapters.intents.text import Token
from ...adapters.intents.vocabulary import Meaning, Vocabulary
from .actions import Means
from .cover import Cover
from .mentions import PART
from .parts import Frame, Part, UnreadableError, Value

# Actions with which a value that nothing leads is a difference.
_CHANGES = frozenset({"up", "down", "amount"})
_OPPOSITES = (("on", "off"), ("open", "close"), ("lock", "unlock"), ("up", "down"), ("mute", "unmute"), ("play", "pause"))
# Words that say a value, whatever the direction ("turn it down halfway", "up to the top").
_ENDS = frozenset({0, 50, 100})
_NEEDS_VALUE = frozenset({"set"})
# Roles that make a sentence something else than a plain command.
_STOPS = frozenset({"question", "negation", "alternative", "condition", "unknown"})


@dataclass(frozen=True)
class Command:
    """One thing to do. ``actions`` are the meanings that the verb can have; the target decides between them. ``implied`` is
    the kind that the verb is about by itself ("illuminate")."""

    actions: frozenset[str]
    target: Frame
    values: tuple[Value, ...] = ()
    relative: bool = False
    implied: str | None = None
    repeated: tuple[str, Means] | None = None

    def aimed_at(self, answer: Frame) -> "Command":
        """The same command, its target named more closely by ``answer``."""
        target = replace(
            self.target,
            names=answer.names or self.target.names,
            areas=answer.areas or self.target.areas,
            floors=answer.floors or self.target.floors,
            flags=self.target.flags | (answer.flags & {"all", "here", "there", "everywhere"}),
        )
        return replace(self, target=target)


def frames(cover: Cover, tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Frame]:
    """The parts of a covered sentence that say something, in order. Empty if the sentence is no plain command."""
    parts = [Part(vocabulary, 0)]
    try:
        for span in cover:
            for item in span.items:
                if isinstance(item, Meaning) and (item.role in _STOPS or (item.value == "correction" and _said(parts))):
                    return []
                if isinstance(item, Meaning) and item.role == "and":
                    comma = item.detail == "comma"
                    parts.append(Part(vocabulary, span.end, comma=comma, joined=not comma))
                else:
                    parts[-1].add(item, tokens[span.start : span.end], span.word)
        if parts[-1].joined and parts[-1].empty:
            # A sentence that was cut off, or a "then" that says later.
            return []
        return [frame for frame in (part.frame() for part in parts) if not frame.empty]
    except UnreadableError:
        return []


def _said(parts: Sequence[Part]) -> bool:
    """Whether something was said already: what is corrected in the same breath ("the lamp, no, the fan") is not to be done."""
    return any(not part.empty for part in parts)


def commands(parts: Sequence[Frame], vocabulary: Vocabulary) -> list[Command]:
    """The commands that the parts of a sentence make, in order. Empty if a part has no reading.

    A part without a verb shares its neighbour's ("the lamp and the fan off"), a part without a thing or a place shares
    those of the parts with the same verb ("the lights in the kitchen and the hall").
    """
    result: list[Command] = []
    parts = _share_things(_merge_leading(list(parts)), vocabulary)
    for verbs, group in _verb_groups(parts, vocabulary):
        shared = list(_share(group))
        # One value for all ("the lamp and the fan to 50"), unless parts have their own.
        common = next((frame.values for frame in reversed(shared) if frame.values), ())
        for part in shared:
            # "The lights in the kitchen off and in the hall on": another place for the same thing.
            frame = part
            if (
                result
                and part.has_place
                and not part.has_thing
                and not (part.values or result[-1].values)
                and (result[-1].target.has_place or not result[-1].target.names)
            ):
                frame = _with_thing(part, result[-1].target)
            actions, values = vocabulary.actions[verbs], frame.values or common
            # "Up by 10", and "up 10 percent" too: only "up to 10" is a value.
            moved = bool(actions & _CHANGES) and any(
                not value.bound and not (value.word and value.value in _ENDS) for value in values
            )
            relative = "relative" in frame.flags or (moved and bool(values))
            result.append(Command(actions, frame, values, relative, vocabulary.implied.get(verbs)))
    return result


def _merge_leading(parts: list[Frame]) -> list[Frame]:
    """Join a place, or a thing, that stands before a comma with the command after it ("in the kitchen, turn on the lights",
    "Dobby, clean the kitchen")."""
    merged: list[Frame] = []
    for part in parts:
        last = merged[-1] if merged else None
        if (
            last is not None
            and part.comma
            and last.has_place
            and all(match.cost < PART for match in last.areas)
            and not last.has_thing
            and not last.verbs
            and part.verbs
            and not part.has_place
        ):
            merged[-1] = replace(
                part, start=last.start, comma=last.comma, areas=last.areas, floors=last.floors, flags=part.flags | last.flags
            )
        elif last is not None and part.comma and _only_verbs(last) and not part.verbs:
            # "Turn on, please, the lights in the bedroom".
            merged[-1] = replace(part, verbs=last.verbs, start=last.start, comma=last.comma, flags=part.flags | last.flags)
        elif last is not None and part.comma and _is_called(last) and part.verbs and not part.has_thing:
            merged[-1] = replace(_with_thing(part, last), start=last.start, comma=last.comma, flags=part.flags | last.flags)
        else:
            merged.append(part)
    return merged


def _only_verbs(part: Frame) -> bool:
    return bool(part.verbs) and not (part.has_thing or part.has_place or part.values)


def _is_called(part: Frame) -> bool:
    """Whether a part only calls something by its whole name."""
    named = len(part.names) == 1 and part.names[0].cost < PART
    return named and not (part.verbs or part.values or part.has_place or part.kinds or part.properties)


def _share_things(parts: list[Frame], vocabulary: Vocabulary) -> list[Frame]:
    """Give verbs that stand alone the thing of the part after them ("lock and close the gate"), unless the two undo each other
    ("turn on and off")."""
    shared: list[Frame] = []
    for position in range(len(parts) - 1, -1, -1):
        part = parts[position]
        alone = part.verbs and not (part.has_thing or part.has_place or part.values)
        following = shared[0] if shared else None
        if alone and following is not None and following.verbs and following.has_thing and not _undo(part, following, vocabulary):
            part = replace(_with_thing(part, following), areas=following.areas, floors=following.floors)
        shared.insert(0, part)
    return shared


def _undo(part: Frame, other: Frame, vocabulary: Vocabulary) -> bool:
    first, second = (vocabulary.actions.get(frame.verbs, frozenset()) for frame in (part, other))
    return any((one in first and two in second) or (two in first and one in second) for one, two in _OPPOSITES)


def _verb_groups(parts: Sequence[Frame], vocabulary: Vocabulary) -> list[tuple[tuple[str, ...], list[Frame]]]:
    """Parts that share a verb, with its words. Empty if words that should be a verb are none.

    A verb may come in pieces ("turn the lamp and the fan off"), or only at the end ("the lamp and the fan off").
    """
    groups: list[tuple[tuple[str, ...], list[Frame]]] = []
    waiting: list[Frame] = []
    carried: tuple[str, ...] = ()
    for part in parts:
        verbs = carried + part.verbs
        if groups and not waiting and part.values and not (part.verbs or part.has_thing or part.has_place):
            # "To 30 percent and blue": another value for the same thing.
            last = groups[-1][1]
            last[-1] = replace(last[-1], values=last[-1].values + part.values)
        elif not part.verbs and groups and not waiting and (not part.values or _value_to_come(*groups[-1], vocabulary)):
            groups[-1][1].append(part)
        elif not part.verbs and part.values and groups and not waiting:
            # "The lamp to 30 and the fan to 50": the same verb, with a value of its own.
            groups.append((groups[-1][0], [part]))
        elif _complete(verbs, part, vocabulary):
            groups.append((verbs, [*waiting, part]))
            waiting, carried = [], ()
        else:
            waiting.append(part)
            carried = verbs
    if waiting:
        # No verb at all: what else is meant, after an earlier command.
        return [((), waiting)] if not groups and not carried else []
    return groups


def _value_to_come(verbs: tuple[str, ...], group: Sequence[Frame], vocabulary: Vocabulary) -> bool:
    """Whether a group sets something and its value has not been said yet ("set the lamp and the fan to 50")."""
    return "set" in vocabulary.actions[verbs] and not any(part.values for part in group)


def _complete(verbs: tuple[str, ...], part: Frame, vocabulary: Vocabulary) -> bool:
    """Whether these words are a verb with all that it needs: what only sets a value needs one."""
    actions = vocabulary.actions.get(verbs)
    return actions is not None and (bool(part.values) or actions != _NEEDS_VALUE)


def _share(group: Sequence[Frame]) -> Iterator[Frame]:
    """Give parts without a thing, or without a place, those of their neighbours with the same verb."""
    for position, part in enumerate(group):
        around = [*reversed(group[:position]), *group[position + 1 :]]
        if not part.has_thing:
            donor = next((other for other in around if other.has_thing), None)
            yield part if donor is None else _with_thing(part, donor)
        elif not part.has_place and not part.names:
            donor = next((other for other in around if other.has_place and not other.names), None)
            yield (
                part
                if donor is None
                else replace(
                    part,
                    areas=donor.areas,
                    floors=donor.floors,
                    flags=part.flags | (donor.flags & {"here", "there", "everywhere"}),
                )
            )
        else:
            yield part


def _with_thing(part: Frame, donor: Frame) -> Frame:
    """``part`` with the thing that ``donor`` is about."""
    return replace(
        part,
        names=donor.names,
        kinds=donor.kinds,
        kind_words=donor.kind_words,
        properties=donor.properties,
        flags=part.flags | (donor.flags & {"all", "everything"}),
    )
