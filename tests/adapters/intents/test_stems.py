"""Words without their endings."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from ha_assist.adapters.intents.stems import stemmer

WORDS = [
    f"{start}{end}" for start in ("leucht", "schalt", "heiz") for end in ("", "er", "ung", "eren", "ungen", "ers", "en", "s")
]


@pytest.fixture
def hurried():
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def in_eight_threads(stem: Callable[[str], str]) -> list[dict[str, str]]:
    def all_words(_: int) -> dict[str, str]:
        return {word: stem(word) for word in WORDS}

    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(all_words, range(8)))


@pytest.mark.usefixtures("hurried")
def test_threads_do_not_get_each_others_endings() -> None:
    alone = stemmer("german")
    expected = {word: alone(word) for word in WORDS}
    for _ in range(20):
        assert all(stems == expected for stems in in_eight_threads(stemmer("german")))


def test_without_a_rule_words_stay_as_they_are() -> None:
    assert stemmer(None)("lights") == "lights"
    assert stemmer("english")("lights") == "light"
