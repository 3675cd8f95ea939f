"""One clause of what the user said: what it names, wants, denies and asks, as the vocabulary explains its words."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ...adapters.intents.talk import Talk, talk, told
from ...adapters.intents.topics import topic_words
from ...adapters.intents.vocabulary import Meaning, Vocabulary
from ..deterministic.little import POLAR
from ..deterministic.mentions import EXACT, INFLECTED, HouseIndex, Match
from ..retrieval.hearing import hear
from .segments import Segment
from .stance import POLITE, stance
from .wording import Said, counts_of, lengths_of, meanings_of, numbers_of, told_apart, values_of

FULL = (EXACT, INFLECTED)
"""The costs of whole names."""

_POLAR = POLAR | {"up", "down", "play", "pause", "mute", "unmute", "stop", "dock", "next", "previous", "clean", "mow"}
_FLAGS = frozenset({"all", "both", "everything", "everywhere", "here", "pronoun", "relative"})
WIDE = frozenset({"all", "both", "everything", "everywhere"})


class Clause(Struct, frozen=True):
    """A part of what was said, between conjunctions, commas and full stops.

    ``names`` are entities (by index) that are called by a whole name, ``parts`` by a part of one, ``areas`` the areas (by
    index), ``namesakes`` areas that are called like one of the names; ``kinds`` are alternatives. ``numbers`` are all that were
    said outside names, ``values`` those that something can be set to. ``closed`` says why it wants nothing done: it
    ``denies``, ``asks``, ``postpones`` or ``reports``, ``keeps`` something as it is or ``excepts`` it; ``wishes`` which way
    something is to go (brighter, ...). ``stated`` are values that only tell how it is now; ``half``: a half more is said;
    ``counts`` how many things of a kind are spoken of; ``lengths`` of time in seconds, None for a number that is none.
    ``list_work`` is what is said about a list: it ``adds``, ``removes``, tells what ``lacks`` or is ``unneeded``. ``mark`` and
    ``corrects`` are the segment's. ``begins``: it is a request of its own, not the rest of the one before; ``tells``: to be told
    something is all that it wants ("tell me about lamps").
    """

    words: tuple[str, ...]
    names: frozenset[int] = frozenset()
    parts: frozenset[int] = frozenset()
    areas: frozenset[int] = frozenset()
    namesakes: frozenset[int] = frozenset()
    kinds: frozenset[str] = frozenset()
    floors: frozenset[str] = frozenset()
    properties: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    values: tuple[Said, ...] = ()
    stated: tuple[Said, ...] = ()
    half: bool = False
    counts: frozenset[int] = frozenset()
    numbers: tuple[float, ...] = ()
    lengths: tuple[float | None, ...] = ()
    topics: frozenset[str] = frozenset()
    content: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()
    wishes: frozenset[str] = frozenset()
    list_work: frozenset[str] = frozenset()
    mark: str = ""
    corrects: bool = False
    begins: bool = False
    tells: bool = False

    @property
    def polar(self) -> frozenset[str]:
        """The actions that have an opposite."""
        return self.actions & _POLAR

    @property
    def has_thing(self) -> bool:
        return bool(self.names or self.parts or self.kinds)


def clause_of(text: str, segment: Segment, matches: Sequence[Match], index: HouseIndex) -> Clause:
    """The clause of a ``segment`` of ``text``; ``matches`` are the names and areas in all of it."""
    vocabulary = index.vocabulary
    tokens, first = segment.tokens, segment.begin
    words = tuple(token.norm for token in tokens)
    here = [match for match in matches if first <= match.start < first + len(words)]
    # An inflected name may be a room and a kind of thing as well ("kitchen lights").
    # So may a name that is nothing but the word for a kind.
    sure = [match for match in here if match.cost == EXACT or (match.role == "area" and match.cost in FULL)]
    named = {
        place - first
        for match in sure
        for place in range(match.start, match.end)
        if match.role == "area" or "".join(words[match.start - first : match.end - first]) not in vocabulary.kind_words
    }
    called = [match for match in here if match.role == "name" and match.cost in FULL]
    areas, namesakes = set[int](), set[int]()
    for match in here:
        if match.role == "area":
            shared = any(name.start <= match.start and match.end <= name.end for name in called)
            (namesakes if shared else areas).update(c.index for c in match.candidates)
    meanings = list(told_apart(meanings_of(tokens, named, vocabulary), tokens, vocabulary))
    for place, word in enumerate(words):
        for area, kind in _compound(word, index) if not any(at == place for at, _ in meanings) else ():
            areas |= area
            meanings.append((place, kind))
    heard = hear(text[tokens[0].start : tokens[-1].end], (vocabulary.language,))
    roles = {meaning.role for _, meaning in meanings}
    phrases = _verbs({meaning.value for _, meaning in meanings if meaning.role == "verb"}, vocabulary)
    actions = frozenset[str]().union(*(vocabulary.actions[phrase] for phrase in phrases))
    # "Open the garage": the room's name is that of what closes it.
    moved = actions & {"open", "close"} and not any(meaning.role == "kind" for _, meaning in meanings)
    rooms = {words[match.start - first] for match in here if match.role == "area" and match.end == match.start + 1}
    gates = {kind for word in rooms for kind in vocabulary.kind_words.get(word, ())} if moved else set[str]()
    kinds = (
        gates
        or {m.value for _, m in meanings if m.role == "kind"}
        or {vocabulary.implied.get(phrase) for phrase in phrases} - {None}
    )
    spoken = talk(vocabulary.language)
    values = tuple(values_of(tokens, meanings, vocabulary, named, moved=bool(actions & {"up", "down"})))
    numbers = dict(numbers_of(tokens, meanings, named, vocabulary))
    taken = stance(
        text,
        segment,
        meanings,
        actions,
        vocabulary,
        valued=bool(values),
        numbered=frozenset(numbers),
        named_first=0 in named,
    )
    states = told(spoken.stating, words, gap=2) and not taken.actions & _POLAR and not _wanted(meanings)
    stated = (values or tuple(Said(number, "number") for number in numbers.values())) if states else ()
    return Clause(
        words=words,
        names=frozenset(c.index for m in here if m.role == "name" and m.cost in FULL for c in m.candidates),
        parts=frozenset(c.index for m in here if m.role == "name" and m.cost not in FULL for c in m.candidates),
        areas=frozenset(areas),
        namesakes=frozenset(namesakes),
        kinds=frozenset(kind for kind in kinds if kind is not None),
        floors=frozenset(m.value for _, m in (*meanings, *index.floors_in(words)) if m.role == "floor"),
        properties=frozenset(m.value for _, m in meanings if m.role == "property"),
        flags=frozenset(roles & _FLAGS),
        actions=taken.actions,
        values=() if states else values,
        stated=stated,
        half="half" in roles,
        counts=frozenset(counts_of(tokens, meanings, vocabulary)),
        numbers=tuple(numbers.values()),
        lengths=tuple(
            lengths_of(
                words,
                {place: number for place, number in numbers.items() if words[place] not in vocabulary.articles},
                frozenset(place for place, meaning in meanings if meaning.role == "half"),
                vocabulary.language,
            )
        ),
        topics=topic_words(vocabulary.language).found(
            tuple(vocabulary.stem(word) for place, word in enumerate(words) if place not in named)
        ),
        content=frozenset(heard.content),
        closed=taken.closed,
        wishes=frozenset(wish for wish, phrases in spoken.wishes.items() if told(phrases, words)),
        list_work=frozenset(_list_work(spoken, words)),
        mark=segment.mark,
        corrects=segment.corrects,
        begins=_begins(meanings, words),
        tells=heard.asks and not heard.question,
    )


def _wanted(meanings: Sequence[tuple[int, Meaning]]) -> bool:
    return any(meaning.role == "filler" and meaning.value == "oneself" for _, meaning in meanings)


def _list_work(spoken: Talk, words: Sequence[str]) -> Iterator[str]:
    """What is said to be done to a list, or to be no longer there."""
    works = {"adds": spoken.adding, "removes": spoken.removing, "lacks": spoken.lacking, "unneeded": spoken.unneeded}
    for work, phrases in works.items():
        if told(phrases, words):
            yield work


def _compound(word: str, index: HouseIndex) -> Iterator[tuple[set[int], Meaning]]:
    """A word that is a room and a kind of thing in one."""
    for area, rest in index.compounds(word):
        for meaning in index.vocabulary.alone(rest):
            if meaning.role == "kind":
                yield {candidate.index for candidate in area.candidates}, meaning


def _begins(meanings: Sequence[tuple[int, Meaning]], words: Sequence[str]) -> bool:
    """Whether a clause begins a request of its own: with a verb, or politely; a denial in front does not count."""
    by_place: dict[int, set[str]] = {}
    for place, meaning in meanings:
        by_place.setdefault(place, set()).add(
            "courtesy" if meaning.role == "filler" and meaning.value in POLITE else meaning.role
        )
    for place in range(len(words)):
        roles = by_place.get(place, set())
        if roles & {"verb", "courtesy"}:
            return True
        if not roles or not roles <= {"negation", "filler"}:
            return False
    return False


def _verbs(verbs: set[str], vocabulary: Vocabulary) -> list[tuple[str, ...]]:
    """The verbs' phrases; words that belong together mean only what they mean together."""
    phrases = [phrase for phrase in vocabulary.actions if phrase and verbs.issuperset(phrase)]
    return [phrase for phrase in phrases if not any(set(phrase) < set(other) for other in phrases)]
