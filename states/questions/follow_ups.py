"""Questions that say only what is different from the question before: "and upstairs?", "and the back door?", "which ones?"."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from msgspec import Struct

from ...adapters.intents.vocabulary import Around
from .meanings import MEASURES
from .query import CLOCK, Query, formed

AGAIN, WHICH, COUNT, ABOUT = "again", "which", "count", "about"
# Where a question is about: one of these takes the place of another.
_PLACES = frozenset({"here", "everywhere", "outside"})
# What a question for one thing by its name keeps of the one before: whether it asks that something is not so.
_POLARITY = frozenset({"not", "negated"})
# What asks whether something is so, and of how many, and has no place in a question for which they are.
_AMOUNTS = frozenset({"any", "all", "both", "none", "negated"})
_ALLOWED = _PLACES | {"indefinite", "any", "all"}
# What asks for several things, so that which and how many they are can be asked next.
_SEVERAL = frozenset({"any", "none", "count", "which", "exists", "list"})
_CATALOGUED = frozenset({"exists", "list"})
# What is measured of a room rather than of the thing that was asked about.
_AMBIENT = frozenset({"temperature", "humidity", "co2", "air_quality", "illuminance", "pressure", "wind_speed", "rain"})
# What is the same wherever one is.
_NOWHERE = CLOCK | {"weather"}


class FollowUp(Struct, frozen=True):
    """How a sentence follows up a question. ``kind`` is again, which, count or about; the words from ``start`` to ``end`` say
    what is different, if anything does."""

    kind: str
    start: int = 0
    end: int = 0


def follow_up(words: Sequence[str], phrases: Mapping[str, Sequence[Around]]) -> FollowUp | None:
    """How a sentence of these words follows up a question by its words alone; None if they do not show that it does."""
    said = tuple(words)
    found: list[FollowUp] = []
    for kind, around in phrases.items():
        for first, last in around:
            end = len(said) - len(last or ())
            open_ended = last is not None
            if (
                said[: len(first)] == first
                and said[end:] == (last or ())
                and (len(first) < end) is open_ended
                and len(first) <= end
            ):
                found.append(FollowUp(kind, len(first), end))
    return min(found, key=lambda one: one.end - one.start, default=None)


def refers(query: Query, base: Query) -> bool:
    """Whether a question that would do alone asks for more about the thing of the one before ("how bright is it?")."""
    plain = query.measure in MEASURES and query.measure not in _AMBIENT and not query.states
    return plain and not (query.has_thing or query.has_place) and bool(base.names or base.kinds)


def stands_alone(query: Query) -> bool:
    """Whether a question behind "and" needs nothing of the one before: it says what it is about."""
    form = formed(query, asking=False).form
    # "And which is off?": of those that were asked about.
    partial = query.measure in MEASURES or form == "which"
    return bool(form) and (not partial or query.has_thing or query.has_place)


def changed(base: Query, kind: str, *, told: bool = False) -> Query | None:
    """The question ``base`` put once more, or for which or how many things it is so; None if that was no such question.

    ``told``: what they should be is told anew ("which ones are on?"), so that it does not matter how it was asked before.
    """
    if kind == AGAIN:
        return base
    if base.names or (base.form not in _SEVERAL and not (told and base.has_thing)):
        return None
    asker = "count" if kind == COUNT else "who" if "people" in base.flags else "what"
    also = {"exists"} if base.form in _CATALOGUED and kind == WHICH else set()
    return _whole(replace(base, askers=frozenset({asker, *also}), flags=base.flags - _AMOUNTS))


def merged(base: Query, more: Query) -> Query | None:
    """The question ``base`` with what ``more`` says instead; None if the two do not make one question for sure."""
    if more.flags - _ALLOWED or (more.states and more.measures):
        return None
    query = base
    for step in (_asked, _about_thing, _about_place):
        query = step(query, more)
        if query is None:
            return None
    return _whole(query) if query != base else None


def _whole(query: Query) -> Query | None:
    query = formed(query, asking=False)
    return query if query.form else None


def _asked(base: Query, more: Query) -> Query | None:
    """``base`` for another state or measure, or in another form."""
    askers = more.askers - {"yesno"} or more.askers
    if more.measures:
        return replace(base, states=(), measures=more.measures, askers=askers or frozenset({"what"}), flags=base.flags & _PLACES)
    if more.states:
        if base.form in {"value", "where"} and not askers:
            return None
        return replace(base, states=more.states, measures=(), askers=askers or base.askers)
    if not askers or askers == base.askers:
        return base
    if base.form not in _SEVERAL or askers & {"where", "exists"}:
        return None
    return replace(base, askers=askers, flags=base.flags if askers == {"yesno"} else base.flags - _AMOUNTS)


def _about_thing(base: Query, more: Query) -> Query | None:
    """``base`` about another thing. One that is named is where it is; one of a kind is looked for where the others were."""
    if not more.has_thing:
        return base
    if base.measure in _NOWHERE or "people" in more.flags:
        return None
    about = replace(base, names=more.names, kinds=more.kinds, kind_words=more.kind_words)
    if more.names:
        if base.form in _CATALOGUED or (base.form in _SEVERAL and base.state is None):
            return None
        askers = frozenset({"yesno"}) if base.form in _SEVERAL else base.askers
        return replace(about, askers=askers, areas=(), floors=(), flags=base.flags & _POLARITY)
    return replace(about, flags=base.flags - {"people"} | (more.flags & {"any", "all"}))


def _about_place(base: Query, more: Query) -> Query | None:
    """``base`` about another place. What has been called by name is nowhere else."""
    if not more.has_place:
        return base
    elsewhere = base.measure in _NOWHERE or base.form == "where" or (base.names and not more.names)
    flags = base.flags - _PLACES | (more.flags & _PLACES)
    return None if elsewhere else replace(base, areas=more.areas, floors=more.floors, flags=flags)
