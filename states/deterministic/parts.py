"""One part of a sentence, between conjunctions: its words sorted by what they do, with the rules on which may stand together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ...adapters.intents.text import Token
from ...adapters.intents.vocabulary import Meaning, Vocabulary
from .cover import role_of
from .little import POLAR
from .mentions import EXACT, PART, Match

# Fillers that lead a noun, and what can follow them: anything but politeness, which stands anywhere.
_LEADING = frozenset({"articles", "prepositions"})
_FLAGS = frozenset({"oneself", "further", "correction", "slightly", "causative", "more", "less", "again"})
_ANYWHERE = _FLAGS | {"courtesy", "adverbs"}
_NOUNS = frozenset({"name", "area", "kind", "property", "everything"})
CONTENT = "media"
# Kinds of which a number says only one thing ("heating 20", "fan 50").
_PLAINLY_SET = frozenset({"thermostat", "fan"})
# A number that follows a thing at once is a value from here on: smaller ones count things.
_LEAST_PLAIN = 10
# No room is as warm as the coldest light.
_LEAST_KELVIN = 1000


class UnreadableError(Exception):
    """A combination of words that means nothing."""


@dataclass(frozen=True)
class Value:
    """A value to set. ``type`` is percent, number (no unit said), degree, kelvin or color. ``bound`` says that a preposition
    leads it ("to 40"), ``word`` that it was no number ("half")."""

    type: str
    value: float | str
    bound: bool = False
    word: bool = False


@dataclass(frozen=True)
class Frame:
    """What a part says. ``start`` is its first word's position, ``comma`` and ``joined`` tell what it follows: a comma, or a
    word for "and"; ``kind_words`` are the words for kinds as they were written."""

    start: int = 0
    comma: bool = False
    joined: bool = False
    verbs: tuple[str, ...] = ()
    names: tuple[Match, ...] = ()
    areas: tuple[Match, ...] = ()
    floors: tuple[str, ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()
    kind_words: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    values: tuple[Value, ...] = ()
    flags: frozenset[str] = frozenset()

    @property
    def has_thing(self) -> bool:
        """Whether the part says what is meant, apart from where."""
        return bool(self.names or self.kinds or self.properties or self.flags & {"everything", "pronoun", "other"})

    @property
    def has_place(self) -> bool:
        return bool(self.areas or self.floors or self.flags & {"everywhere", "here", "there"})

    @property
    def empty(self) -> bool:
        return not (self.verbs or self.values or self.has_thing or self.has_place or self.flags & {"more", "less"})


@dataclass
class Part:
    """Collects the items of a part in their order. ``add`` and ``frame`` raise UnreadableError where they do not fit together."""

    vocabulary: Vocabulary
    start: int
    comma: bool = False
    joined: bool = False
    verbs: list[str] = field(default_factory=list)
    names: list[Match] = field(default_factory=list)
    areas: list[Match] = field(default_factory=list)
    floors: list[str] = field(default_factory=list)
    kinds: list[tuple[str, str]] = field(default_factory=list)
    kind_words: list[str] = field(default_factory=list)
    properties: list[str] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    # The role and the word (in normal form) that came last, and whether an article or a preposition still waits for its noun.
    last: str = ""
    last_word: str = ""
    dangling: bool = False
    after_verb: bool = False
    lead: str = ""
    # The word that a place follows at once, or after an article.
    before_place: str = ""
    plain: bool = False
    # Whether the last name ends with a number, and was said in another form; and whether something was named before it was said
    # what becomes of it.
    numbered: bool = False
    inflected: bool = False
    described: bool = False
    led_by: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing was said yet that means something by itself."""
        return not (self.verbs or self.values or self._has_noun or self.floors or self.flags - _ANYWHERE)

    def add(self, item: Meaning | Match, tokens: Sequence[Token], known: str | None = None) -> None:
        """Add what ``tokens`` mean; ``known`` is the word of ours that they were taken for, where it is not what they say."""
        role = role_of(item)
        word = "".join(token.norm for token in tokens)
        self._check(role, word, item)
        last, last_word = self.last, self.last_word
        self.last, self.last_word = role, word
        if role in {"area", "floor"}:
            self.before_place = self.led_by
        elif role != "articles":
            self.led_by = word
        match item:
            case Match():
                self.numbered = tokens[-1].number is not None
                self.inflected = item.cost > EXACT
                (self.names if role == "name" else self.areas).append(item)
            case Meaning(role="verb"):
                first = not self.verbs and self._has_noun
                self.described = self.described or (first and item.value in self.vocabulary.describing)
                self.verbs.append(item.value)
            case Meaning(role="kind"):
                # "A light" is one of them, though "light" may mean all that there is.
                single = last == "articles" and last_word in self.vocabulary.indefinite
                self.kinds.append((item.value, "one" if single else item.detail))
                self.kind_words.append(known or " ".join(token.text for token in tokens))
            case Meaning(role="property"):
                self.properties.append(item.value)
            case Meaning(role="floor"):
                self.floors.append(item.value)
            case Meaning(role="value"):
                first = tokens[0].norm
                if len(tokens) > 1 and first in self.vocabulary.prepositions:
                    # "A met\u00e0": the preposition belongs to the words for the value.
                    last, last_word = "prepositions", first
                self._add_value(item, last, last_word, word)
            case Meaning(role="half"):
                value = self.values[-1].value
                self.values[-1] = replace(self.values[-1], value=value + 0.5 if isinstance(value, float) else value)
                self.last = last
            case Meaning(role="unit"):
                self.values[-1] = replace(self.values[-1], type=item.value)
            case Meaning(role="both"):
                self.flags |= {"all", "both"}
            case Meaning(role="filler", value=says) if says in _FLAGS:
                self.flags.add(says)
            case Meaning(role="filler" | "stand_in"):
                pass
            case _:
                self.flags.add(role)

    def _check(self, role: str, word: str, item: Meaning | Match) -> None:
        """Whether a word of ``role`` can follow what came before it."""
        last = self.last
        if (role == "verb" and "causative" in self.flags and not self._has_noun) or (role == "causative" and self.verbs):
            # "Have start the vacuum" says nothing.
            raise UnreadableError
        if role == "verb" and "causative" in self.flags:
            # "(Tell Dobby) to clean": nothing that the preposition leads.
            self.dangling = False
        if role == "verb" and self.dangling and not self._goes_on(word):
            raise UnreadableError
        if role == last == "prepositions" and self.vocabulary.actions.get((self.last_word,), frozenset()) & POLAR:
            # The "on" of "(the lamp) on in the kitchen" leads no place.
            raise UnreadableError
        if role == "unit" and last not in {"number", "bound number"}:
            raise UnreadableError
        if role == "stand_in" and not (last == "area" or (last == "name" and self.names[-1].cost >= PART)):
            raise UnreadableError
        if role == "half" and last not in {"number", "bound number", "unit"}:
            raise UnreadableError
        if last == "number" and role not in {"unit", "half"}:
            # A number without a unit is a value only where a preposition says so: "lamp 2" is no brightness.
            raise UnreadableError
        if last == "relative" and role != "value":
            raise UnreadableError
        if last == "pronoun" and role in _NOUNS:
            # It is an article there.
            raise UnreadableError
        if last == "color" and self.vocabulary.attributive == "before" and role in {"kind", "name"}:
            # "The blue lamp" says which lamp.
            raise UnreadableError
        if role in _NOUNS and self.values and self.values[-1].word and not (self.values[-1].bound or self._has_noun):
            # "Half of the lights" are fewer lights, not a brightness.
            raise UnreadableError
        if last == "adverbs" and role in _NOUNS:
            # "The back door" is a door.
            raise UnreadableError
        if isinstance(item, Match) and self._stands_beside(item):
            raise UnreadableError
        # At the end of a part, an article or a preposition would be something else: the "ein" of "schalte die Lampe ein",
        # the "on" of "turn the lamp on".
        self.dangling = role in _LEADING or (self.dangling and role in _ANYWHERE)
        self.after_verb = role in _LEADING and last == "verb"
        if role in _LEADING and not (role == "articles" and last == "prepositions"):
            self.lead = word if role == "prepositions" else ""

    def _goes_on(self, verb: str) -> bool:
        """Whether a verb after a preposition belongs to those before it: what is done then ("send it to clean"), and not which
        of two ways it is ("turn it to off"); unless the preposition joins the words of one action ("vuelve a abrir")."""
        if self.after_verb and (*self.verbs, verb) in self.vocabulary.actions:
            return True
        return bool(self.verbs) and not self.vocabulary.actions.get((verb,), frozenset()) & POLAR

    def _stands_beside(self, match: Match) -> bool:
        """Whether a thing only tells where another is: "the lights by the desk lamp" are other lights. But "the music on the
        kitchen speaker" is that speaker's, and "the light of the desk lamp" its own."""
        genitives = self.vocabulary.genitives
        beside = self.dangling and bool(self.lead) and match.role == "name" and bool(self.kinds)
        return beside and bool(genitives) and self.lead not in genitives and self.kinds[-1][0] != CONTENT

    @property
    def _has_noun(self) -> bool:
        return bool(self.names or self.kinds or self.areas or self.properties)

    @property
    def _leads_place(self) -> bool:
        """Whether the only verb stands where a preposition does: "(the lights in the hall) and on the landing"."""
        place_only = bool(self.areas or self.floors) and not (self.names or self.kinds or self.properties or self.values)
        return place_only and self.before_place in self.vocabulary.prepositions and self.verbs == [self.before_place]

    def _add_value(self, item: Meaning, last: str, last_word: str, word: str) -> None:
        # A word that can also say a difference (the French "de") binds no value where something is raised or lowered.
        led = last == "prepositions"
        bound = led and last_word not in self.vocabulary.differences
        match item.detail:
            case "number":
                # Only "to 40" is a value; "at 7" is a time, and an article that is also "one" counts only with a unit.
                binding = last in {"property", "relative", "pronoun", "correction"} or (led and self.vocabulary.binds(last_word))
                # "Thermostat 20", and nothing else, is a value too; "lamp 2" is a name.
                named = last == "name" and self.names[-1].cost < PART
                valued = last == "kind" and self.kinds[-1][0] in _PLAINLY_SET
                self.plain = (named or valued) and not self.verbs and float(item.value) >= _LEAST_PLAIN
                self.last = "bound number" if binding and word not in self.vocabulary.articles else "number"
            case "color" | "kelvin":
                bound = led or last in {"property", "relative"}
                self.last = "color"
        self.values.append(Value(item.detail, item.value, bound=bound, word=item.detail == "percent"))

    @property
    def _sets_one(self) -> bool:
        """Whether one thing, by its name as it is, is set to something."""
        return not self.inflected and "set" in self.vocabulary.actions.get(tuple(self.verbs), frozenset())

    def _properties(self) -> Iterator[str]:
        """What is set. A temperature in kelvin, or of thousands, is that of a light."""
        of_light = bool(self.values) and all(
            value.type == "kelvin" or (value.type == "number" and float(value.value) >= _LEAST_KELVIN) for value in self.values
        )
        for prop in self.properties:
            yield "color_temperature" if prop == "temperature" and of_light else prop

    def frame(self) -> Frame:
        """The part as a whole."""
        if self.joined and self.last == "adverbs" and self.empty:
            # "Lock the front and back": no door that is known, and not the front alone.
            raise UnreadableError
        if self.dangling or (self.last == "number" and not self.plain) or self._leads_place:
            raise UnreadableError
        if self.numbered and any(value.type == "number" for value in self.values) and not self._sets_one:
            # "Turn on lights 1 to 20" are twenty of them.
            raise UnreadableError
        if self.described:
            self.flags.add("described")
        # "Make it 20 degrees in the kitchen": the pronoun stands for nothing.
        dummy = {"pronoun"} if self.values and (self.areas or self.floors or "here" in self.flags) else set()
        return Frame(
            start=self.start,
            comma=self.comma,
            joined=self.joined,
            verbs=tuple(self.verbs),
            names=tuple(self.names),
            areas=tuple(self.areas),
            floors=tuple(self.floors),
            kinds=tuple(self.kinds),
            kind_words=tuple(self.kind_words),
            properties=tuple(self._properties()),
            values=tuple(self.values),
            flags=frozenset(self.flags - dummy),
        )
