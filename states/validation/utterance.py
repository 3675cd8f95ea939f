"""What the user said, taken apart so that a call can be held against it: clause by clause."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from msgspec.structs import replace

from ...adapters.intents.text import norms, tokenise
from ...adapters.intents.vocabulary import Vocabulary
from ..deterministic.mentions import EXACT, HouseIndex, Match
from ..deterministic.targets import TELLING
from ..retrieval.lookup import longest
from .clause import FULL, WIDE, Clause, clause_of
from .segments import CONTRASTS, EXCEPTS, segments

_SENTENCE = re.compile(r"(?:[^.!?;\n\u2026]|(?<=\d)[.](?=\d))+[.!?;\n\u2026]*")


def clauses(text: str, index: HouseIndex) -> tuple[Clause, ...]:
    """The clauses of ``text`` as the vocabulary of ``index`` explains them. Pure.

    A clause without a verb of its own denies, asks and wants what the one does that it belongs to.
    """
    found: list[Clause] = []
    for match in _SENTENCE.finditer(text):
        found += _corrected(_contrasted(_shared(_sentence(match[0], index))), index)
    return tuple(_told_now(found))


def _sentence(text: str, index: HouseIndex) -> list[Clause]:
    vocabulary = index.vocabulary
    tokens = [token for token in tokenise(text, vocabulary.elisions) if token.norm != '"']
    # Commas are no words: a name's match is found across them.
    words = [token for token in tokens if token.norm != ","]
    everything = list(index.matches(tuple(token.norm for token in words)))
    names = longest(match for match in everything if match.role == "name" and not _only_tells(match, index))
    areas = longest(match for match in everything if match.role == "area" and match.cost in FULL)
    names = [name for name in names if name.cost in FULL or not any(_inside(name, area) for area in areas)]
    matches = [*names, *(area for area in areas if not any(_inside(area, name) for name in names if name.cost == EXACT))]
    called = [match for match in matches if match.cost in FULL]
    parts = [clause_of(text, segment, matches, index) for segment in segments(tokens, called, vocabulary)]
    later = frozenset({"postpones"}) if any("postpones" in part.closed for part in parts) else frozenset[str]()
    asked = text.rstrip().endswith("?") and bool(parts) and not parts[0].begins
    later |= frozenset({"asks"}) if asked else frozenset()
    return [replace(part, closed=part.closed | later) for part in parts]


def _only_tells(match: Match, index: HouseIndex) -> bool:
    """Whether a name is only that of things that nothing can be done to: "the kitchen temperature" is also what is set."""
    return all(index.entities[candidate.index].domain in TELLING for candidate in match.candidates)


def _inside(match: Match, other: Match) -> bool:
    """Whether a match is a part of a longer one, or not so good a reading of the same words."""
    longer = match.end - match.start < other.end - other.start or match.cost > other.cost
    return other.start <= match.start and match.end <= other.end and longer


def _shared(parts: Sequence[Clause]) -> list[Clause]:
    """Parts without a verb of their own share what their neighbours deny, ask and want."""
    shared = list(parts)
    for place, part in enumerate(shared):
        before = shared[place - 1] if place else None
        if before is None or part.begins:
            continue
        if not part.has_thing and (part.areas or part.floors):
            part = replace(part, kinds=before.kinds)  # noqa: PLW2901
        passed = before.closed & {"denies", EXCEPTS} if not (part.polar or part.mark or part.corrects) else frozenset()
        closed = part.closed | (before.closed & {"asks"}) | passed
        shared[place] = replace(part, closed=closed)
    for place in range(len(shared) - 2, -1, -1):
        part, after = shared[place], shared[place + 1]
        if not (part.polar or after.begins or after.mark or after.corrects):
            closed = part.closed | (after.closed & {"denies"})
            shared[place] = replace(part, closed=closed)
    return shared


def _contrasted(parts: Sequence[Clause]) -> list[Clause]:
    """What stands against all of a kind, with nothing else said of it, is left out: "all the lights off but the lamp"."""
    wide = False
    found: list[Clause] = []
    for part in parts:
        bare = not (part.actions or part.values or part.closed or part.wishes)
        if part.mark == CONTRASTS and wide and bare and part.has_thing:
            part = replace(part, closed=frozenset({EXCEPTS}))  # noqa: PLW2901
        wide = wide or bool(part.flags & WIDE)
        found.append(part)
    return found


def _corrected(parts: Sequence[Clause], index: HouseIndex) -> list[Clause]:
    """What is said anew takes back what was said before: the thing, the deed, the value or the word for it."""
    anew = [part for part in parts if part.corrects]
    if not anew:
        return list(parts)
    if all("denies" in part.closed and not part.has_thing for part in anew):
        return [replace(part, closed=part.closed | {"denies"}) for part in parts]
    anew = [part for part in anew if not part.closed & {"denies", "asks", EXCEPTS}]
    things, deeds = any(part.has_thing for part in anew), any(part.polar for part in anew)
    amounts, places = any(part.values or part.numbers for part in anew), any(part.areas for part in anew)
    words = any(part.content for part in anew) and not (things or deeds or places)
    found: list[Clause] = []
    for part in parts:
        if part.corrects:
            found.append(part)
            continue
        nothing = frozenset[int]()
        kept = replace(part, actions=part.actions - part.polar) if deeds else part
        kept = replace(kept, values=(), numbers=(), lengths=()) if amounts else kept
        kept = replace(kept, areas=nothing, namesakes=nothing) if places else kept
        kept = replace(kept, content=frozenset[str]()) if words else kept
        called = part.names | part.parts
        if called and (things or places):
            found.append(replace(part, actions=frozenset[str](), values=(), closed=frozenset({EXCEPTS})))
            # The one of the bedroom is of the kind of the one of the kitchen.
            kinds = frozenset[str]() if things else part.kinds.union(*(index.kinds[i] for i in called))
            kept = replace(kept, names=nothing, parts=nothing, kinds=kinds)
        found.append(replace(kept, kinds=frozenset[str]()) if things else kept)
    return found


def _told_now(parts: Sequence[Clause]) -> Iterator[Clause]:
    """A value before a complaint tells how it is, where a language needs no verb for that: "25 degrees here, too hot"."""
    for part, after in zip_longest(parts, parts[1:]):
        complains = after is not None and bool(after.wishes & {"warmer", "cooler"}) and not after.actions
        told = complains and bool(part.values) and not (part.actions or part.begins)
        yield replace(part, values=(), stated=part.values) if told else part


def words_in(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The stems of the words of ``text``."""
    return frozenset(map(vocabulary.stem, norms(text, vocabulary.elisions)))
