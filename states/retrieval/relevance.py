"""Whether a sentence has to do with the house at all. In doubt it has: a house too many costs time, one too few the answer."""

from collections.abc import Mapping

from .evidence import Evidence
from .hearing import Heard

NEAR = 0.35
"""A cosine from which on a thing or a tool of the house may be what the sentence is about, though no word says so."""

_OWN_TARGET = ("named", "part of a name", "area")
_OF_THE_HOUSE = (*_OWN_TARGET, "kind", "topic", "floor", "words")


def stands_alone(heard: Heard, entities: Evidence) -> bool:
    """Whether the sentence says itself what it is about. "Turn it off in the bedroom" does not; in "it is too dark in the
    bedroom", "it" stands for nothing that was said before."""
    refers = "pronoun" in heard.roles and not heard.topics and "kind" not in heard.roles
    return not refers and any(entities.get(kind) for kind in _OWN_TARGET)


def about_the_house(
    heard: Heard, entities: Evidence, tool_words: Mapping[int, float], *, nearest: float = 0.0, follows: bool = False
) -> bool:
    """Only a sentence that asks to be told something can be about anything but the house; and it is, if no word of it is one
    of the house, its things, its tools or their topics, and nothing there is near to it in meaning.

    ``tool_words`` are the tools whose names share a word with it, ``nearest`` the cosine of what is nearest. ``follows``: the
    last round was about the house, and may go on with few words, or with "it".
    """
    if not heard.asks or heard.topics or tool_words or any(entities.get(kind) for kind in _OF_THE_HOUSE):
        return True
    if follows and (not heard.things or "pronoun" in heard.roles):
        return True
    return nearest >= NEAR
