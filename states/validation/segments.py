"""Where a sentence turns: its parts between conjunctions and commas, and what is excepted, contrasted or corrected."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ...adapters.intents.talk import spans, talk
from ...adapters.intents.text import Token
from ...adapters.intents.vocabulary import Phrase, Vocabulary
from ..deterministic.mentions import Match

EXCEPTS, CONTRASTS = "excepts", "contrasts"
_CORRECTS = "corrects"
_COMMA = ","
_BARE_NO = frozenset({"negation", "filler", "and"})


class Segment(Struct, frozen=True):
    """A part of a sentence: its ``tokens``, the place of the first among the sentence's words (commas do not count), and how it
    stands to what was said before: it ``excepts`` something ("except the lamp"), ``contrasts`` ("but the lamp"), or simply goes
    on. ``corrects``: it takes back what it says anew."""

    tokens: tuple[Token, ...]
    begin: int
    mark: str = ""
    corrects: bool = False


def segments(tokens: Sequence[Token], called: Sequence[Match], vocabulary: Vocabulary) -> Iterator[Segment]:
    """The parts of a sentence; small talk and the words at which it turns are left out. ``called`` are names, which stay whole
    (a scene may be called "good night")."""
    words = [token for token in tokens if token.norm != _COMMA]
    norms = tuple(token.norm for token in words)
    within = {place for match in called for place in range(match.start, match.end)}
    whole = {place for match in called for place in range(match.start + 1, match.end)} | _numbers(norms, vocabulary)
    whole |= spans(talk(vocabulary.language).lengths, norms)
    turns = {place: turn for place, turn in _turns(tokens, vocabulary).items() if place not in within}
    dropped = set(spans(talk(vocabulary.language).small_talk, norms)) - within
    dropped |= {place for place, token in enumerate(words) if place not in whole and _joins(token, vocabulary)}
    dropped |= {place for start, (length, _) in turns.items() for place in range(start, start + length)}
    begins = _after_commas(tokens) - whole
    part: list[Token] = []
    begin = 0
    mark, said, corrects = "", False, False
    for place, token in enumerate(words):
        back = mark == EXCEPTS and _goes_on(token, place == len(words) - 1, part, vocabulary)
        if part and (place in dropped or place in begins or back):
            if said and _bare_no(part, vocabulary):
                corrects = True
            else:
                said = True
                yield Segment(tuple(part), begin, mark, corrects)
            part, mark = [], ""
        if place in turns:
            turn = turns[place][1]
            corrects = corrects or (said and turn == _CORRECTS)
            mark = turn if turn != _CORRECTS else mark
        if place not in dropped:
            begin = begin if part else place
            part.append(token)
    if part and not (said and _bare_no(part, vocabulary)):
        yield Segment(tuple(part), begin, mark, corrects)


def _after_commas(tokens: Sequence[Token]) -> set[int]:
    """The places of the words that follow a comma."""
    places, place = set[int](), 0
    for token in tokens:
        if token.norm == _COMMA:
            places.add(place)
        place += token.norm != _COMMA
    return places


def _turns(tokens: Sequence[Token], vocabulary: Vocabulary) -> dict[int, tuple[int, str]]:
    """Where the sentence turns: by the place of the first word, how many words say so, and which way."""
    spoken = talk(vocabulary.language)
    every = tuple(token.norm for token in tokens)
    words = tuple(norm for norm in every if norm != _COMMA)
    turns: dict[int, tuple[int, str]] = {}
    place = 0
    for at, norm in enumerate(every):
        if norm == _COMMA:
            continue
        found = [(0, "")]
        for length, meanings in vocabulary.meanings(every, at):
            written = tokens[at : at + length]
            if place and any(m.value == "correction" and vocabulary.written_so(written, m) for m in meanings):
                found.append((sum(token.norm != _COMMA for token in written), _CORRECTS))
        found += [(len(phrase), EXCEPTS) for phrase in spoken.exceptions if words[place : place + len(phrase)] == phrase]
        for phrase in spoken.contrasts:
            # Some words contrast only after a comma.
            comma = phrase[0] == _COMMA
            if every[at - comma : at - comma + len(phrase)] == phrase:
                found.append((len(phrase) - comma, CONTRASTS))
        # What excepts may be longer ("rather than") than what corrects ("rather").
        if (turn := max(found, key=lambda item: item[0]))[0]:
            turns[place] = turn
        place += 1
    return turns


def _numbers(words: Phrase, vocabulary: Vocabulary) -> set[int]:
    """The places of words that belong to a number that began before ("vingt et un", "ten and a half")."""
    return {
        place
        for start in range(len(words))
        for length, meanings in vocabulary.meanings(words, start)
        for place in range(start + (0 if any(m.role == "half" for m in meanings) else 1), start + length)
        if any(meaning.detail == "number" or meaning.role == "half" for meaning in meanings)
    }


def _joins(token: Token, vocabulary: Vocabulary) -> bool:
    return any(meaning.role == "and" and vocabulary.written_so([token], meaning) for meaning in vocabulary.alone(token.norm))


def _goes_on(token: Token, last: bool, part: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a word after an exception is what the sentence goes on with: its verb ("all but the lamp off")."""
    said = [word for word in part if not any(m.role in _BARE_NO for m in vocabulary.alone(word.norm))]
    verb = any(meaning.role == "verb" for meaning in vocabulary.alone(token.norm))
    return bool(said) and verb and (last or token.norm not in vocabulary.prepositions)


def _bare_no(part: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a part says nothing but no."""
    roles = [{meaning.role for meaning in vocabulary.alone(word.norm)} for word in part]
    silent = [word.norm in vocabulary.hesitations or bool(found & _BARE_NO) for word, found in zip(part, roles, strict=True)]
    return all(silent) and any("negation" in found for found in roles)
