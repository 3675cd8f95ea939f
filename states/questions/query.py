"""What a question asks, read from its words: the form of the answer, what it is about, and which state or value."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ...adapters.intents.vocabulary import Meaning, QuestionVocabulary
from ..deterministic.cover import Cover
from ..deterministic.mentions import Match

CLOCK = frozenset({"time", "date"})
"""Measures that no thing of the house tells."""

# Words that make a sentence more than a question that the house's states can settle.
STOPS = frozenset({"unknown", "condition", "value", "unit", "pronoun"})
# States that a plural is asked about as a whole ("are the doors locked?"): one that is not decides.
TOGETHER = frozenset({"off", "closed", "lowered", "locked", "clear", "dry", "docked", "connected", "away"})
# States that only sensors tell of, so that a place is enough ("is the bathroom occupied?").
_SENSED = frozenset({"motion", "occupied", "clear", "wet", "dry", "smoke", "gas"})
# What is asked of a day, and what of that is the air's.
_AIR = frozenset({"temperature", "humidity", "pressure", "wind_speed", "air_quality"})
_OF_DAYS = CLOCK | {"weather"} | _AIR
_HEIGHTS = frozenset({"raised", "lowered"})
_SKY = frozenset({"raining", "snowing", "sunny", "cloudy"})
_NOUNS = frozenset({"articles", "name", "area", "kind"})
# Words that usually say nothing of what a question is about.
_SAYING_NOTHING = frozenset({"courtesy", "adverbs", "further", "correction", "slightly", "more", "less"})
_PLAYERS = frozenset({"media", "tv", "speaker"})


@dataclass(frozen=True)
class Query:
    """One question. ``form`` is yesno (of single things), any, all, none, which, count, value, where or exists."""

    form: str = ""
    askers: frozenset[str] = frozenset()
    names: tuple[Match, ...] = ()
    areas: tuple[Match, ...] = ()
    floors: tuple[str, ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()
    kind_words: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()

    @property
    def state(self) -> str | None:
        return self.states[0] if self.states else None

    @property
    def measure(self) -> str | None:
        return self.measures[0] if self.measures else None

    @property
    def has_place(self) -> bool:
        return bool(self.areas or self.floors or self.flags & {"here", "everywhere", "outside"})

    @property
    def has_thing(self) -> bool:
        return bool(self.names or self.kinds or "people" in self.flags)


@dataclass
class _Builder:
    askers: set[str] = field(default_factory=set)
    names: list[Match] = field(default_factory=list)
    areas: list[Match] = field(default_factory=list)
    floors: list[str] = field(default_factory=list)
    kinds: list[tuple[str, str]] = field(default_factory=list)
    kind_words: list[str] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    measures: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)

    def add(self, item: Meaning | Match, word: str) -> None:
        if isinstance(item, Match):
            (self.names if item.role == "name" else self.areas).append(item)
            return
        match item.role:
            case "asker":
                self.askers.add(item.value)
            case "kind":
                self.kinds.append((item.value, item.detail))
                self.kind_words.append(word)
            case "state":
                self.states.append(item.value)
            case "measure":
                self.measures.append(item.value)
            case "floor":
                self.floors.append(item.value)
            case "filler":
                pass
            case "negated":
                self.askers.add("yesno")
                self.flags.add("negated")
            case "everyone":
                self.flags |= {"people", "all"}
            case "everything":
                self.flags.add("all")
            case "nobody":
                self.flags |= {"people", "none"}
            case role:
                self.flags.add(role)

    @property
    def only_asks(self) -> bool:
        return self.query() == Query(askers=frozenset(self.askers))

    def query(self) -> Query:
        return Query(
            askers=frozenset(self.askers),
            names=tuple(self.names),
            areas=tuple(self.areas),
            floors=tuple(self.floors),
            kinds=tuple(self.kinds),
            kind_words=tuple(self.kind_words),
            states=tuple(dict.fromkeys(self.states)),
            measures=tuple(dict.fromkeys(self.measures)),
            flags=frozenset(self.flags),
        )


def queries(cover: Cover, words: Sequence[str], vocabulary: QuestionVocabulary, *, asking: bool = False) -> list[Query]:
    """The questions of a covered sentence, in order. Empty if it is none, or says more than its questions.

    ``asking`` says that a state without a word that asks is a question too ("door open?").
    """
    said = parts(cover, words, vocabulary)
    if any(_of_nothing(first, second) for first, second in pairwise(said)):
        return []
    whole = [formed(query, asking=asking) for query in _completed(said)]
    return whole if all(query.form for query in whole) else []


def parts(cover: Cover, words: Sequence[str], vocabulary: QuestionVocabulary) -> list[Query]:
    """What the parts of a covered sentence say, in order, whether or not each is a question. Empty if it says more than that.

    A preposition leads a noun where one follows ("on the television"), whatever else it can be, and only there.
    """
    for span, following in pairwise(cover):
        word = "".join(words[span.start : span.end])
        if word in vocabulary.prepositions and span.role in {"state", "measure"} and following.role in _NOUNS:
            return []
        if (
            word in vocabulary.states
            and span.role == "prepositions"
            and following.role in {"courtesy", "further", "state", "and"}
        ):
            return []
    if _dangles(cover, words, vocabulary) or _tells_which(cover, words, vocabulary):
        return []
    said = [_Builder()]
    for place, span in enumerate(cover):
        before = "".join(words[cover[place - 1].start : span.start]) if place else ""
        for item in span.items:
            if isinstance(item, Meaning) and item.role in STOPS:
                return []
            if isinstance(item, Meaning) and item.role == "and":
                # "Tell me, is the fan on?" is one question.
                if item.detail == "comma" and said[-1].only_asks:
                    said[-1] = _Builder()
                else:
                    said.append(_Builder())
            else:
                if span.role in {"name", "kind"} and before in vocabulary.words.indefinite:
                    said[-1].flags.add("indefinite")
                said[-1].add(item, span.word or " ".join(words[span.start : span.end]))
    return [query for query in (part.query() for part in said) if query != Query()]


def _dangles(cover: Cover, words: Sequence[str], vocabulary: QuestionVocabulary) -> bool:
    """Whether a sentence ends with a word for a state that was taken for a preposition ("is there a light on?")."""
    if not cover or any(isinstance(item, Meaning) and item.value == "where" for span in cover for item in span.items):
        return False
    last = cover[-1]
    return last.role == "prepositions" and "".join(words[last.start : last.end]) in vocabulary.states


def _tells_which(cover: Cover, words: Sequence[str], vocabulary: QuestionVocabulary) -> bool:
    """Whether a word that says nothing elsewhere tells which thing is meant ("the back door", "the left lamp")."""
    return any(
        (before.role == "articles" or span.role == "adverbs")
        and span.role in _SAYING_NOTHING
        and following.role in {"name", "kind"}
        and not vocabulary.words.hesitations.issuperset(words[span.start : span.end])
        for before, span, following in zip(cover, cover[1:], cover[2:], strict=False)
    )


def _of_nothing(first: Query, second: Query) -> bool:
    """Whether a measure of nothing is followed by just a thing ("the temperature and the humidity sensor")."""
    bare = bool(first.measures) and not (first.has_thing or first.has_place)
    return bare and bool(second.names) and not (second.askers or second.measures or second.states)


def _completed(said: Sequence[Query]) -> Iterator[Query]:
    """Give parts that lack what is asked, or what about, those of their neighbours ("the kitchen and hall lights on?")."""
    for position, query in enumerate(said):
        around = [*reversed(said[:position]), *said[position + 1 :]]
        whole = query
        if not query.askers:
            askers = next((other.askers for other in around if other.askers), frozenset())
            whole = replace(whole, askers=askers, flags=whole.flags | {"shared"})
        donor = next((other for other in around if other.states or other.measures), None)
        if donor is not None and not query.states and not query.measures:
            whole = replace(whole, states=donor.states, measures=donor.measures)
        donor = next((other for other in around if other.has_thing), None)
        if donor is not None and not query.has_thing and query.has_place and not query.measures:
            flags = query.flags | donor.flags
            whole = replace(whole, names=donor.names, kinds=donor.kinds, kind_words=donor.kind_words, flags=flags)
        donor = next((other for other in around if other.has_place), None)
        if donor is not None and not (whole.has_place or whole.has_thing):
            flags = whole.flags | (donor.flags & {"here", "everywhere", "outside"})
            whole = replace(whole, areas=donor.areas, floors=donor.floors, flags=flags)
        yield whole


def formed(query: Query, *, asking: bool) -> Query:
    """The query with its form; an empty form if the words make no question that we know."""
    if asking and not query.askers and (query.state is not None or query.flags & {"people", "any"}):
        query = replace(query, askers=frozenset({"yesno"}))
    if "give" in query.askers:
        # Who wants to be given light does not want to hear of it.
        instead = {"what"} if query.measures or query.states else set[str]()
        query = replace(query, askers=query.askers - {"give"} | instead)
    if "today" in query.flags:
        query = _by_day(query)
    if query.states == ("on",) and query.kinds and query.kinds[-1] == ("media", "one"):
        # Music that is paused is not on.
        query = replace(query, states=("running",))
    if "negated" in query.flags and query.askers - {"yesno"}:
        # "Which lights aren't on?", but "aren't the lights on?" asks whether they are.
        query = replace(query, flags=query.flags | {"not"})
    if "none" in query.flags:
        # Many languages negate twice ("nobody is not at home").
        query = replace(query, flags=query.flags - {"not"})
    if query.measures == ("position",) and query.states == ("open",):
        # "How far are the blinds open?"
        query = replace(query, states=())
    if _presence(query):
        # "Is anyone in the kitchen?"
        query = replace(query, states=("occupied",), flags=query.flags - {"people"} | {"any"})
    if len(query.measures) > 1:
        # "What temperature is it set to?"
        query = replace(query, measures=tuple(m for m in query.measures if f"target_{m}" not in query.measures))
    return replace(query, form=_form(query))


def _by_day(query: Query) -> Query:
    """A question about today, which is now for what is told of days and of the air outside; not for what has run up since
    midnight, or may still come ("is it raining today?")."""
    if query.states or not query.measures or not _OF_DAYS.issuperset(query.measures):
        return Query()
    ambient = bool(_AIR & set(query.measures)) and not (query.has_thing or query.has_place)
    return replace(query, flags=query.flags - {"today"} | ({"outside"} if ambient else set()))


def _presence(query: Query) -> bool:
    """Whether a question for people is one for a room, whose sensors know of them."""
    somewhere = bool(query.areas) or "here" in query.flags
    plain = not (query.names or query.kinds or query.states or query.measures or query.flags & {"all", "none", "not", "negated"})
    return (
        "people" in query.flags and somewhere and plain and bool(query.askers & {"yesno", "exists"}) and "who" not in query.askers
    )


def _form(query: Query) -> str:
    if query.measure in CLOCK:
        return "value" if not (query.has_thing or query.has_place or query.states) and len(query.measures) == 1 else ""
    # In "how warm is it" the "is" only links.
    askers = query.askers - {"yesno"} if len(query.askers) > 1 else query.askers
    if query.state is not None and query.measure is not None and (query.state, query.measure) != ("low", "battery"):
        # "How far is it open?" with the words of two questions.
        return ""
    if len(query.states) > 1 or len(query.measures) > 1:
        # "Is it open or closed?" asks for the state itself.
        return "value" if query.names and not query.measures else ""
    if "where" in askers:
        return _form_of_where(query)
    if "count" in askers and (query.measure is None or query.state is not None):
        return _form_of_count(query)
    if "exists" in askers and not query.states and not query.measures:
        return ("list" if "what" in askers else "exists") if query.kinds and "people" not in query.flags else ""
    if query.measure is not None and query.state is None:
        return "value" if askers <= {"what", "count"} and not query.flags & {"any", "all", "none", "people"} else ""
    if askers & {"what", "who"}:
        return _form_of_what(query)
    return _form_of_yesno(query, askers) if askers & {"yesno", "exists"} and query.state is not None else ""


def _form_of_where(query: Query) -> str:
    """Where a thing is; or, of what only sensors tell, which of them do ("where is there motion?")."""
    if not query.names and query.state in _SENSED:
        return "which"
    alone = len(query.kinds) == 1 and query.kinds[0][1] == "one" and not query.states
    return "where" if query.names or alone else ""


def _form_of_count(query: Query) -> str:
    if query.kinds or ("people" in query.flags and query.state is not None):
        return "count"
    # "How many percent has the lock's battery?"
    return "value" if query.names and query.state is None and query.measure is not None else ""


def _form_of_yesno(query: Query, askers: Set[str]) -> str:
    flags = query.flags
    if "people" in flags and query.names:
        # "Who turned on the lamp?"
        return ""
    if "none" in flags:
        return "none"
    if flags & {"all", "both"}:
        # "Are not all on?" and "are all not on?" mean different things, and are said one for the other.
        return "all" if "not" not in flags else ""
    if "any" in flags or "exists" in askers:
        return "any"
    if query.names or (query.kinds and query.kinds[-1][1] in {"one", "called"}) or query.state in _SKY:
        return "yesno"
    if query.kinds or "people" in flags or (query.has_place and query.state in _SENSED):
        return "all" if query.state in TOGETHER else "any"
    return ""


def _form_of_what(query: Query) -> str:
    """What a "what" or "who" wants: which things are in a state, what there is, or how one thing is."""
    if "who" in query.askers and (query.names or query.kinds):
        # "Who turned on the lamp?"
        return ""
    if query.state is not None:
        named = bool(query.names) or (bool(query.kinds) and query.kinds[-1][0] in _PLAYERS and query.kinds[-1][1] != "many")
        if (query.state in {"playing", "paused"} and named) or (query.state == "playing" and not query.kinds):
            # What is playing is the title, which the measure of the same word asks for.
            return ""
        if query.state in _HEIGHTS and not query.has_thing:
            # "What's up?"
            return ""
        return "which" if query.kinds or "people" in query.flags or "who" in query.askers or not query.names else "value"
    if query.names:
        # "What is a thermostat?"
        return "value" if "who" not in query.askers and "indefinite" not in query.flags else ""
    return "list" if len(set(query.kinds)) == 1 and query.has_place else ""
