"""Questions about lists and calendars: what they ask of which list, or of which day."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from ...adapters.intents.text import Token, norms, tokenise
from ...adapters.intents.vocabulary import Meaning, QuestionVocabulary, Vocabulary
from ..deterministic.cover import Span, covers

_COVERS = 24
_SPAN, _FILLER, _UNKNOWN = 0.1, 0.11, 100.0
_LONGEST_ITEM = 4
_ASKS = frozenset({"asker", "filler", "any"})
_ABOUT_LISTS = _ASKS | {"list", "entries"}
_ABOUT_DAYS = _ASKS | {"agenda", "day", "planned", "entries", "when", "next"}
_CLOSED = frozenset({"yesno", "exists"})


class Wanted(Struct, frozen=True):
    """What is asked. ``form`` is contents, count, any, empty, has (of ``items``) or next. ``names`` are the lists or calendars
    that are called by name; ``sort`` is that of a list that is not (shopping, tasks or any), ``day`` a day, week or weekend."""

    form: str
    names: tuple[str, ...] = ()
    sort: str = ""
    day: str = ""
    items: tuple[str, ...] = ()


def wanted_of_lists(sentence: str, names: Sequence[str], questions: QuestionVocabulary) -> Wanted | None:
    """What ``sentence`` asks of one of the lists called ``names``; None if nothing that we know."""
    marked = sentence.rstrip().endswith("?")
    readings = _readings(sentence, names, questions)
    return next((found for cover, tokens in readings if (found := _of_list(cover, tokens, marked=marked))), None)


def wanted_of_calendars(sentence: str, names: Sequence[str], questions: QuestionVocabulary) -> Wanted | None:
    """What ``sentence`` asks of one or all of the calendars called ``names``; None if nothing that we know."""
    marked = sentence.rstrip().endswith("?")
    readings = _readings(sentence, names, questions)
    return next((found for cover, _ in readings if (found := _of_calendar(cover, marked=marked))), None)


def asks_for_timers(sentence: str, questions: QuestionVocabulary) -> bool:
    """Whether ``sentence`` asks for all timers, and for nothing but them."""
    marked = sentence.rstrip().endswith("?")
    return any(
        {"timer"} <= {span.role for span in cover} <= _ASKS | {"timer", "running"}
        and bool(_asked(cover, marked=marked) - {"where", "who"})
        for cover, _ in _readings(sentence, (), questions)
    )


def _readings(
    sentence: str, names: Sequence[str], questions: QuestionVocabulary
) -> Iterator[tuple[Sequence[Span], Sequence[Token]]]:
    """The ways to explain the words with ours and the names, the likeliest first."""
    words = questions.records
    tokens = tokenise(sentence, words.elisions)
    if tokens:
        called = {norms(name, words.elisions): name for name in names}
        for _, cover in covers(_spans(tokens, called, words), _COVERS):
            yield cover, tokens


def _spans(tokens: Sequence[Token], called: Mapping[tuple[str, ...], str], words: Vocabulary) -> list[list[Span]]:
    said = tuple(token.norm for token in tokens)
    stems = [words.stem(word) for word in said]
    starting: list[list[Span]] = []
    for start, token in enumerate(tokens):
        here = [
            Span(start, start + len(name), (Meaning("name", display),), _SPAN - 0.02 * len(name))
            for name, display in called.items()
            if name and stems[start : start + len(name)] == [words.stem(word) for word in name]
        ]
        here.extend(
            Span(start, start + length, (meaning,), _FILLER if meaning.role == "filler" else _SPAN)
            for length, meanings in words.meanings(said, start)
            for meaning in meanings
            if words.written_so(tokens[start : start + length], meaning)
        )
        if token.norm == ",":
            here.append(Span(start, start + 1, (Meaning("and", None, "comma"),), _SPAN))
        if not any(span.end == start + 1 for span in here):
            here.append(Span(start, start + 1, (Meaning("unknown"),), _UNKNOWN))
        starting.append(here)
    return starting


def _asked(cover: Sequence[Span], *, marked: bool) -> set[str]:
    """How the words ask: with a mark alone for yes or no."""
    return set(_values(cover, "asker")) or ({"yesno"} if marked else set())


def _of_list(cover: Sequence[Span], tokens: Sequence[Token], *, marked: bool) -> Wanted | None:
    places = [place for place, span in enumerate(cover) if span.role in {"name", "list"}]
    if not places:
        return None
    names = tuple(dict.fromkeys(_values(cover, "name")))
    sorts = [sort for sort in _values(cover, "list") if sort != "any" or not names]
    if len(names) > 1 or (not names and len(set(sorts) - {"any"}) > 1):
        return None
    sort = "" if names else next((sort for sort in sorts if sort != "any"), "any")
    askers = _asked(cover, marked=marked)
    roles = {span.role for span in cover}
    if roles <= _ABOUT_LISTS | {"name", "and", "empty"} and _one_clause(cover):
        form = _form_of_contents(cover, askers)
        return Wanted(form, names, sort) if form else None
    items = _items(cover, places, tokens)
    return Wanted("has", names, sort, items=items) if items and askers & _CLOSED else None


def _form_of_contents(cover: Sequence[Span], askers: set[str]) -> str:
    roles = {span.role for span in cover}
    if "empty" in roles:
        return "empty" if askers & _CLOSED else ""
    if "count" in askers:
        return "count"
    if "where" in askers or "who" in askers:
        return ""
    if askers & _CLOSED and not askers - _CLOSED:
        return "any" if roles & {"filler", "any"} and roles & {"any", "entries"} else ""
    return "contents" if "what" in askers else ""


def _items(cover: Sequence[Span], places: Sequence[int], tokens: Sequence[Token]) -> tuple[str, ...]:
    """What may stand on the list: the words between what asks and the list, or none if they are more than that."""
    first, last = 0, places[0]
    while first < last and cover[first].role in _ASKS | {"and"}:
        first += 1
    while last > first and cover[last - 1].role in _ASKS and not set(_values(cover[last - 1 : last], "asker")) - _CLOSED:
        last -= 1
    middle, rest = cover[first:last], (*cover[:first], *cover[last:])
    if any(span.role not in _ASKS | {"name", "list", "and"} for span in rest) or not middle:
        return ()
    items: list[list[str]] = [[]]
    for span in middle:
        if span.role == "and":
            items.append([])
        elif span.role in {"unknown", "filler", "any", "entries"}:
            items[-1].extend(token.text for token in tokens[span.start : span.end])
        else:
            return ()
    unknown = any(span.role == "unknown" for span in middle)
    whole = all(0 < len(item) <= _LONGEST_ITEM for item in items)
    return tuple(" ".join(item) for item in items) if unknown and whole else ()


def _of_calendar(cover: Sequence[Span], *, marked: bool) -> Wanted | None:
    roles = {span.role for span in cover}
    names = tuple(dict.fromkeys(_values(cover, "name")))
    days = list(dict.fromkeys(_values(cover, "day")))
    askers = _asked(cover, marked=marked)
    if not roles <= _ABOUT_DAYS | {"name", "and"} or len(names) > 1 or len(days) > 1 or not _one_clause(cover):
        return None
    day = days[0] if days else ""
    about = bool(names) or "agenda" in roles or (bool(day) and bool(roles & {"planned", "any"}))
    if not about or askers & {"where", "who"}:
        return None
    if "next" in roles:
        # "Next Monday" and "next week" are other days than those that we know.
        return Wanted("next", names) if not day and (askers | roles) & {"what", "when"} else None
    if "when" in roles:
        return None
    if "count" in askers:
        return Wanted("count", names, day=day)
    if askers & _CLOSED and "what" not in askers:
        return Wanted("any", names, day=day)
    return Wanted("contents", names, day=day) if "what" in askers else None


def _one_clause(cover: Sequence[Span]) -> bool:
    """Whether nothing but a comma after what asks joins words."""
    joints = [place for place, span in enumerate(cover) if span.role == "and"]
    return all(
        isinstance(item := cover[place].items[0], Meaning)
        and item.detail == "comma"
        and all(span.role in {"asker", "filler"} for span in cover[:place])
        for place in joints
    )


def _values(cover: Sequence[Span], role: str) -> Iterator[str]:
    for span in cover:
        for item in span.items:
            if isinstance(item, Meaning) and item.role == role:
                yield str(item.value)
