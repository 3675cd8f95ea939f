"""Words that say no, in languages without a vocabulary."""

import pytest
from ha_assist.adapters.intents.negations import denies


@pytest.mark.parametrize(
    ("language", "text", "no"),
    [
        ("sv", "inte mjölk", True),
        ("sv", "Inte!", True),
        ("sv", "vintermjölk", False),
        ("nb", "mel, ikke smør", True),
        ("ca", "no", True),
        ("ca", "nou", False),
        ("da", "lad være med mel", True),
        # With their marks: "not yet", and "sour".
        ("vi", "chưa", True),
        ("vi", "sữa chua", False),
        # Inside of words, where no spaces are written.
        ("zh-CN", "不要牛奶", True),
        ("zh-TW", "別加牛奶", True),
        ("zh-CN", "牛奶", False),
        ("th", "อย่าเพิ่มนม", True),
        ("ja", "牛乳を買わない", True),
        # Nothing is known of what has a vocabulary, or of what nobody speaks.
        ("tlh", "no", False),
    ],
)
def test_denials(language: str, text: str, no: bool) -> None:
    assert denies(text, language) is no
