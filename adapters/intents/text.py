"""Text as the recognisers compare it: tokens in one normal form, whatever the case, accents, hyphens or apostrophes."""

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

from msgspec import Struct

# A number (with its sign and fraction), a word (apostrophes inside it belong to it), or one of the signs that carry meaning.
_TOKEN = re.compile(
    r"(?P<number>(?<![\w.,])[-\u2212]?(?:\d{1,3}(?:[.,]\d{3})+(?!\d)|\d+(?:[.,]\d+)?)|\d+)"
    r"|(?P<word>[^\W\d_]+(?:['\u2019\u02bc][^\W\d_]+)*)"
    r"|(?P<sign>%|\u00b0|,|[\"\u201c\u201d\u201e\u00ab\u00bb]|[+])"
)
_GROUPED = re.compile(r"[-\u2212]?\d{1,3}(?:[.,]\d{3})+")
_THOUSANDS = re.compile(r"[.,]")
APOSTROPHES = frozenset("'\u2019\u02bc")
_QUOTES = frozenset('"\u201c\u201d\u201e\u00ab\u00bb')
_APOSTROPHES = re.compile(r"['\u2019\u02bc]")
# Letters that Unicode does not take apart into a base letter and a mark.
_LETTERS = str.maketrans(
    {"\u0142": "l", "\u00f8": "o", "\u0111": "d", "\u00e6": "ae", "\u0153": "oe", "\u0131": "i", "\u00f0": "d", "\u00fe": "th"}
)


class Token(Struct, frozen=True):
    """A piece of text: as written, in normal form, and where it stands. ``number`` is its value if it is written in digits;
    ``hyphened`` says that a hyphen joins it to the one before."""

    text: str
    norm: str
    start: int
    end: int
    number: float | None = None
    hyphened: bool = False


@lru_cache(maxsize=16384)
def fold(word: str) -> str:
    """The normal form of a word: case folded, without marks on its letters and without apostrophes."""
    folded = _APOSTROPHES.sub("", word).casefold()
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFKD", folded.translate(_LETTERS))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).casefold()


def spelling(word: str) -> str:
    """A word as it is spelt: case folded and without apostrophes, but with the marks on its letters. Russian's two dots, which
    are left out as a rule, do not count."""
    return _APOSTROPHES.sub("", word).casefold().replace("\u0451", "\u0435")


def tokenise(text: str, elisions: Collection[str] = ()) -> tuple[Token, ...]:
    """The tokens of ``text``, in order. A word that starts with one of ``elisions`` and an apostrophe is two tokens.

    Punctuation is dropped, apart from commas and quotation marks, which say how a sentence is built.
    """
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        start, end, written = match.start(), match.end(), match.group()
        match match.lastgroup:
            case "number":
                grouped = _THOUSANDS.sub("", written) if _GROUPED.fullmatch(written) else written
                value = float(grouped.replace(",", ".").replace("\u2212", "-"))
                tokens.append(Token(written, _digits(value), start, end, value))
            case "sign":
                tokens.append(Token(written, '"' if written in _QUOTES else written, start, end))
            case _:
                parts = _APOSTROPHES.split(written, maxsplit=1) if elisions else [written]
                if len(parts) == 2 and fold(parts[0]) in elisions:
                    middle = start + len(parts[0])
                    tokens.append(Token(parts[0], fold(parts[0]), start, middle))
                    tokens.append(Token(parts[1], fold(parts[1]), middle + 1, end))
                else:
                    hyphened = start > 1 and text[start - 1] == "-" and text[start - 2].isalpha()
                    tokens.append(Token(written, fold(written), start, end, hyphened=hyphened))
    return tuple(tokens)


def _digits(value: float) -> str:
    return str(int(value)) if value.is_integer() else str(value)


def norms(text: str, elisions: Collection[str] = ()) -> tuple[str, ...]:
    """The normal forms of the words of a phrase or a name, without punctuation."""
    return tuple(token.norm for token in tokenise(text, elisions) if token.norm not in {",", '"'})
