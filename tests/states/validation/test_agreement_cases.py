"""In nine languages: calls that the words ask for are sent, and calls that contradict them are not."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from ha_assist.adapters.home_assistant.types import House
from validated import Call, home, said, sent

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "agreement.yaml").read_text(encoding="utf-8"))


@cache
def house(language: str) -> House:
    return home(CASES[language]["home"])


def cases(kind: str) -> list[Any]:
    return [
        pytest.param(language, case, id=f"{language}-{case['say']}-{number}")
        for language, told in CASES.items()
        for number, case in enumerate(told[kind])
    ]


async def leaves(language: str, case: dict[str, Any]) -> list[Call]:
    calls: list[Call] = [(name, arguments) for call in case["calls"] for name, arguments in call.items()]
    return sent(await said(case["say"], *calls, at=case.get("at"), house=house(language), languages=(language,)))


@pytest.mark.parametrize(("language", "case"), cases("asked_for"))
async def test_what_is_asked_for_is_sent(language: str, case: dict[str, Any]) -> None:
    assert len(await leaves(language, case)) == len(case["calls"])


@pytest.mark.parametrize(("language", "case"), cases("contradicting"))
async def test_what_contradicts_the_words_is_not_sent(language: str, case: dict[str, Any]) -> None:
    assert await leaves(language, case) == []
