"""The verdict on what happened: right, asked back, left to the model, or wrong. States decide, not intentions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from .conversation import Turn
from .corpus import Answer, Case, Expectation
from .homes import Home

Json = dict[str, Any]


class Verdict(StrEnum):
    """From best to worst; a conversation is as good as its worst turn."""

    RIGHT = "right"
    ASKED_BACK = "asked back"
    LEFT_TO_MODEL = "left to the model"
    NOT_RECORDED = "not recorded"
    WRONG = "wrong"


_WORSE = list(Verdict)


@dataclass(frozen=True)
class Judgement:
    """A verdict, and why it is not better."""

    verdict: Verdict
    reasons: tuple[str, ...] = ()


# --- states ---

_ON_WHEN = {"light": ("brightness", "color"), "fan": ("percentage",)}
_SLACK = {"brightness": 1}  # percent: Home Assistant counts brightness to 255


def _wanted(entity_id: str, given: Any, before: Json) -> Json:
    """Everything that must be true of an entity afterwards: what is given, what follows from it, and the rest as before."""
    if given == "once":
        given = {"times": before["times"] + 1}
    wanted: Json = dict(given) if isinstance(given, Mapping) else {"state": str(given)}
    domain = entity_id.partition(".")[0]
    if domain == "todo":
        items, done = list(before["items"]), list(before["done"])
        completed = wanted.pop("completes", [])
        items = [item for item in items if item not in completed] + wanted.pop("adds", [])
        wanted = {"items": items, "done": done + completed, "state": str(len(items))} | wanted
    if domain in _ON_WHEN and any(wanted.get(key) for key in _ON_WHEN[domain]):
        wanted.setdefault("state", "on")
    if domain in ("cover", "valve") and "position" in before:
        if "position" in wanted:
            wanted.setdefault("state", "open" if wanted["position"] else "closed")
        else:
            wanted["position"] = {"open": 100, "closed": 0}[wanted["state"]]
    return before | wanted


def _folded(value: Any) -> Any:
    if isinstance(value, list):
        return [_folded(item) for item in value]
    if isinstance(value, bool | int | float):
        return value
    return str(value).casefold()


def _same(key: str, value: Any, wanted: Any) -> bool:
    if isinstance(value, int | float) and isinstance(wanted, int | float) and not isinstance(value, bool):
        return abs(value - wanted) <= _SLACK.get(key, 0)
    return _folded(value) == _folded(wanted)


def _values(views: Json) -> Json:
    return {entity_id: view["values"] for entity_id, view in views.items()}


def changed(turn: Turn) -> dict[str, dict[str, tuple[Any, Any]]]:
    """What changed, as entity: {key: (before, after)}."""
    before, after = _values(turn.before), _values(turn.after)
    return {
        entity_id: {
            key: (before[entity_id].get(key), value) for key, value in values.items() if before[entity_id].get(key) != value
        }
        for entity_id, values in after.items()
        if values != before[entity_id]
    }


def _harm(turn: Turn, expected: Mapping[str, Any]) -> Iterator[str]:
    """Everything that was done and should not have been."""
    before = _values(turn.before)
    changes = changed(turn)
    for entity_id, keys in changes.items():
        if entity_id not in expected:
            yield f"{entity_id} changed: {_say_change(keys)}"
            continue
        wanted = _wanted(entity_id, expected[entity_id], before[entity_id])
        for key, (old, new) in keys.items():
            if not _same(key, new, wanted[key]):
                yield f"{entity_id}: {key} changed from {old} to {new}, not to {wanted[key]}"
    for entity_id in sorted(turn.touched - set(expected) - set(changes)):
        yield f"{entity_id} was commanded, without effect"


def _say_change(keys: Mapping[str, tuple[Any, Any]]) -> str:
    return ", ".join(f"{key} {old} → {new}" for key, (old, new) in keys.items())


def _undone(turn: Turn, expected: Mapping[str, Any]) -> Iterator[str]:
    """Everything that should have been done and was not."""
    before, after = _values(turn.before), _values(turn.after)
    for entity_id, given in expected.items():
        for key, wanted in _wanted(entity_id, given, before[entity_id]).items():
            if not _same(key, after[entity_id].get(key), wanted):
                yield f"{entity_id}: {key} is {after[entity_id].get(key)}, not {wanted}"


# --- replies ---

_NUMBER = re.compile(r"(?<![\w.,])[-\N{MINUS SIGN}]?\d+(?:[.,]\d+)?")


def _numbers(text: str) -> set[float]:
    return {float(found.replace(",", ".").replace("\N{MINUS SIGN}", "-")) for found in _NUMBER.findall(text)}


def _contains(reply: str, phrase: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(phrase.casefold())}(?!\w)", reply.casefold()) is not None


def _reply_problems(reply: str, answer: Answer, unspecific: Iterable[str]) -> Iterator[str]:
    for wanted in answer.says:
        phrases = [wanted] if isinstance(wanted, str) else wanted
        if not any(_contains(reply, phrase) for phrase in phrases):
            yield f"the reply does not say {' or '.join(map(repr, phrases))}"
    for phrase in answer.never:
        if _contains(reply, phrase):
            yield f"the reply says {phrase!r}"
    if answer.value is not None:
        wanted_number = float(answer.value)
        others = _numbers(reply) - {wanted_number} - set().union(*(_numbers(text) for text in unspecific))
        if wanted_number not in _numbers(reply):
            yield f"the reply does not say the value {answer.value}"
        if others:
            yield f"the reply says other numbers: {', '.join(f'{number:g}' for number in sorted(others))}"


QUESTION_MARKS = "?\N{FULLWIDTH QUESTION MARK}\N{ARABIC QUESTION MARK}"


def asked_back(turn: Turn) -> bool:
    """Whether the product itself, not a model, ended with a question."""
    return not turn.model_calls and any(mark in turn.reply for mark in QUESTION_MARKS)


# --- the verdict ---


def _problems(turn: Turn, expected: Expectation, names: list[str]) -> list[str]:
    """Why this expectation is not met; nothing when it is."""
    changes = expected.changes or {}
    problems = [*_harm(turn, changes), *_undone(turn, changes)]
    if expected.answer is not None:
        if turn.model_calls and expected.changes is None:
            problems.append("the model was asked for the answer")
        problems += _reply_problems(turn.reply, expected.answer, [*names, turn.text])
    if expected.asks_back:
        if not asked_back(turn):
            problems.append("it did not ask back")
        elif isinstance(expected.asks_back, Answer):
            problems += _reply_problems(turn.reply, expected.asks_back, names)
    if isinstance(expected.nothing, Answer):
        problems += _reply_problems(turn.reply, expected.nothing, names)
    if expected.model and turn.model_calls != 1:
        problems.append(f"{turn.model_calls} model calls instead of one")
    return problems


def judge_turn(turn: Turn, expected: Expectation, home: Home) -> Judgement:
    """The verdict on one utterance."""
    if turn.not_recorded:
        return Judgement(Verdict.NOT_RECORDED, (f"{turn.not_recorded} (record it: --record, with a real Home Assistant)",))
    if turn.error:
        return Judgement(Verdict.WRONG, (turn.error,))
    names = [entity.name or "" for _, entity in home.placed().values()] + [*home.areas]
    names += [alias for _, entity in home.placed().values() for alias in entity.aliases]
    all_problems = [_problems(turn, alternative, names) for alternative in expected.alternatives()]
    if not all(all_problems):
        return Judgement(Verdict.RIGHT)
    reasons = tuple(min(all_problems, key=len))
    harms = [list(_harm(turn, alternative.changes or {})) for alternative in expected.alternatives()]
    if all(harms):
        return Judgement(Verdict.WRONG, reasons)
    if turn.model_calls > 1:
        return Judgement(Verdict.WRONG, (f"{turn.model_calls} model calls for one utterance", *reasons))
    if turn.model_calls:
        return Judgement(Verdict.LEFT_TO_MODEL, reasons)
    if asked_back(turn):
        return Judgement(Verdict.ASKED_BACK, reasons)
    return Judgement(Verdict.WRONG, reasons)


def judge(case: Case, turns: list[Turn], home: Home) -> Judgement:
    """The verdict on a conversation: that of its worst turn."""
    worst = Judgement(Verdict.RIGHT)
    for turn, expected in zip(turns, case.turns, strict=False):
        judgement = judge_turn(turn, expected, home)
        if _WORSE.index(judgement.verdict) > _WORSE.index(worst.verdict):
            worst = judgement
    return worst
