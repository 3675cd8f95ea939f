"""How a clause stands to what it speaks of: whether it wants something done, or denies, asks, postpones, reports, keeps it so."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from ...adapters.intents.talk import Talk, spans, talk, told, where_told
from ...adapters.intents.text import APOSTROPHES, Token, spelling
from ...adapters.intents.vocabulary import Meaning, Phrase, Vocabulary, words_of
from ..retrieval.hearing import hear
from .segments import EXCEPTS, Segment

KEEPS = "keeps"
POLITE = frozenset({"courtesy", "oneself"})
_STOPS = {"negation": "denies", "condition": "postpones"}
_OPPOSITE = {"on": "off", "open": "close", "lock": "unlock", "up": "down", "play": "pause", "mute": "unmute"}
_OPPOSITE |= {opposite: action for action, opposite in _OPPOSITE.items()}


class Stance(Struct, frozen=True):
    """Why a clause wants nothing done (``closed``), and the ``actions`` that it wants, which may not be those of its words: who
    needs no light wants it off."""

    closed: frozenset[str]
    actions: frozenset[str]


def stance(
    text: str,
    segment: Segment,
    meanings: Sequence[tuple[int, Meaning]],
    actions: frozenset[str],
    vocabulary: Vocabulary,
    *,
    valued: bool,
    numbered: frozenset[int],
    named_first: bool,
) -> Stance:
    """The stance of a ``segment`` of ``text``, whose words have ``meanings`` and ``actions``. ``valued``: a value to set is said;
    ``numbered`` are the places of numbers; ``named_first``: it begins with a name."""
    spoken = talk(vocabulary.language)
    words = tuple(token.norm for token in segment.tokens)
    closed = set(_stopped(text, segment.tokens, meanings, vocabulary, named_first=named_first))
    if any(place + 1 in numbered for place in spans(spoken.moments, words)):
        closed.add("postpones")
    if segment.mark == EXCEPTS:
        closed.add(EXCEPTS)
    if told(spoken.unneeded, words):
        if not actions:
            actions, closed = frozenset({"off"}), closed - {"denies", "reports"}
    else:
        closed -= _only_less(spoken, words, meanings)
        if not actions and told((*_denying_wishes(vocabulary.language), *spoken.lacking), words):
            closed.discard("denies")
    if keeping := _keeping(spoken, words, vocabulary):
        denied = any(meaning.role == "negation" and place not in keeping for place, meaning in meanings)
        closed -= {"denies"} if denied or not told(spoken.denials, words) else set()
        if denied:
            # Not to leave it so is to change it.
            actions = frozenset(_OPPOSITE.get(action, action) for action in actions) - {"set"}
            closed -= {"postpones", "reports"}
        elif not valued:
            closed.add(KEEPS)
    return Stance(frozenset(closed), actions)


def _keeping(spoken: Talk, words: Phrase, vocabulary: Vocabulary) -> frozenset[int]:
    """The places of the words that have something stay as it is."""
    polite = _polite(words, vocabulary)
    last = max((place for place in range(len(words)) if place not in polite), default=-1)
    leaving = where_told(spoken.leaving, words)
    return where_told(spoken.keeping, words) | (leaving if last in leaving else frozenset())


def _stopped(
    text: str, tokens: Sequence[Token], meanings: Sequence[tuple[int, Meaning]], vocabulary: Vocabulary, *, named_first: bool
) -> Iterator[str]:
    """The stops that words and phrases tell of."""
    spoken = talk(vocabulary.language)
    words = tuple(token.norm for token in tokens)
    roles = {meaning.role for _, meaning in meanings}
    yield from (_STOPS[role] for role in roles & _STOPS.keys())
    if told(spoken.denials, words):
        yield "denies"
    if told(spoken.reports, words, gap=1):
        yield "reports"
    if spans(spoken.postponing, words) - _polite(words, vocabulary):
        yield "postpones"
    heard = hear(text[tokens[0].start : tokens[-1].end], (vocabulary.language,))
    # A name may begin like a question.
    asks = (heard.question and not (named_first and "question" not in roles)) or (
        "question" in roles and text.rstrip().endswith("?")
    )
    if asks and not _asked_to_do(tokens, text, vocabulary) and not _contracted(tokens[0], vocabulary):
        yield "asks"


def _only_less(spoken: Talk, words: Phrase, meanings: Sequence[tuple[int, Meaning]]) -> set[str]:
    """What only belongs to a complaint, and stops nothing: "not so bright", and in French "si fort", which is no condition."""
    complaints = [phrase for phrases in spoken.wishes.values() for phrase in phrases if len(phrase) > 1]
    much = where_told(complaints, words, gap=0)
    denied = [place for place, meaning in meanings if meaning.role == "negation"]
    postponed = [place for place, meaning in meanings if meaning.role == "condition"]
    stops = {"denies"} if denied and all(place + 1 in much for place in denied) else set[str]()
    return stops | ({"postpones"} if postponed and much.issuperset(postponed) else set())


def _polite(words: Phrase, vocabulary: Vocabulary) -> frozenset[int]:
    """The places of words of politeness."""
    return frozenset(
        place
        for start in range(len(words))
        for length, meanings in vocabulary.meanings(words, start)
        if any(meaning.role == "filler" and meaning.value in POLITE for meaning in meanings)
        for place in range(start, start + length)
    )


def _contracted(token: Token, vocabulary: Vocabulary) -> bool:
    """Whether a word is only like a question's word without its apostrophe ("we're", "were")."""
    found = [meaning for meaning in vocabulary.alone(token.norm) if meaning.role == "question"]
    written = any(
        spelling(form[0]) == token.text.casefold() for m in found for form in vocabulary.written.get(((token.norm,), m), ())
    )
    return bool(APOSTROPHES & set(token.text)) and not written


def _asked_to_do(tokens: Sequence[Token], text: str, vocabulary: Vocabulary) -> bool:
    """Whether what looks like a question word only follows the words that ask for a deed: "can you do something"."""
    words = tuple(token.norm for token in tokens)
    if any(words[: len(phrase)] == phrase for phrase in talk(vocabulary.language).passing):
        return True
    for length, meanings in vocabulary.meanings(words, 0):
        if length > 1 and any(meaning.role == "filler" and meaning.value in POLITE for meaning in meanings):
            rest = text[tokens[length + 1].start : tokens[-1].end] if len(tokens) > length + 1 else ""
            return not rest or not hear(rest, (vocabulary.language,)).question
    return False


@lru_cache(maxsize=64)
def _denying_wishes(language: str) -> tuple[Phrase, ...]:
    """The wishes that deny something, but not what is to be done: "I can't see a thing"."""
    vocabulary = words_of(language)
    return tuple(
        phrase
        for phrases in talk(language).wishes.values()
        for phrase in phrases
        if any(m.role == "negation" for i in range(len(phrase)) for _, found in vocabulary.meanings(phrase, i) for m in found)
    )
