"""The words for what was done: HA's own, else the official ones; what failed is named; never nothing."""

from typing import Any

import pytest
from ha_assist.adapters.home_assistant.types import (
    ActionResult,
    ErrorResult,
    House,
    OfferedTool,
    OtherResult,
    Result,
    ResultTarget,
)
from ha_assist.adapters.intents.replies import reply
from ha_assist.adapters.openai.wire import FunctionCall, ToolCall
from ha_assist.machine.turn import Exchange
from ha_assist.states.acknowledge import acknowledge
from hypothesis import given
from hypothesis import strategies as st

ENGLISH, GERMAN = ("en",), ("de", "en")
HOUSE = House()


def exchange(intent: str | None, arguments: dict[str, Any], result: Result | None) -> Exchange:
    tool = OfferedTool(f"intent__{intent}", intent, "", {}) if intent is not None else None
    return Exchange(ToolCall(FunctionCall(f"intent__{intent}", arguments), id="0"), arguments, tool, result)


def reached(*entity_ids: str, failed: tuple[str, ...] = (), speech: str = "") -> ActionResult:
    """Things are named after their ids: ``light.desk_lamp`` is the Desk Lamp."""
    return ActionResult("action_done", tuple(map(_target, entity_ids)), tuple(map(_target, failed)), speech)


def _target(entity_id: str) -> ResultTarget:
    return ResultTarget(entity_id.partition(".")[2].replace("_", " ").title(), "entity", entity_id)


@pytest.mark.parametrize(
    ("intent", "arguments", "entity_id", "english", "german"),
    [
        ("HassTurnOn", {"name": "Lamp", "domain": ["light"]}, "light.lamp", "Turned on the light", "Licht eingeschaltet"),
        ("HassTurnOff", {"area": "Den", "domain": ["light"]}, "light.spot", "Turned off the lights", "Licht ausgeschaltet"),
        ("HassTurnOn", {"name": "Gate", "domain": ["lock"]}, "lock.gate", "Locking", "abgeschlossen"),
        ("HassTurnOff", {"name": "Gate", "domain": ["lock"]}, "lock.gate", "Unlocking", "entsperrt"),
        ("HassTurnOff", {"name": "Blind", "domain": ["cover"]}, "cover.blind", "Closing", "geschlossen"),
        ("HassLightSet", {"name": "Lamp", "brightness": 30}, "light.lamp", "Brightness set", "Helligkeit eingestellt"),
        ("HassVacuumStart", {"name": "Dobby"}, "vacuum.dobby", "Started", "Gestartet"),
        ("HassListAddItem", {"name": "Groceries", "item": "milk"}, "todo.groceries", "Added milk", "milk hinzugefügt"),
    ],
)
def test_the_official_words(intent: str, arguments: dict[str, Any], entity_id: str, english: str, german: str) -> None:
    done = [exchange(intent, arguments, reached(entity_id))]
    assert acknowledge(done, HOUSE, ENGLISH) == english
    assert acknowledge(done, HOUSE, GERMAN) == german


def test_has_own_speech_comes_first() -> None:
    done = [exchange("HassTurnOn", {"name": "Desk Lamp"}, reached("light.desk_lamp", speech=" Let there be light. "))]
    assert acknowledge(done, HOUSE, ENGLISH) == "Let there be light."


def test_several_actions_are_several_sentences_and_nothing_is_said_twice() -> None:
    blind = exchange("HassTurnOff", {"name": "Blind", "domain": ["cover"]}, reached("cover.blind"))
    lamp = exchange("HassTurnOn", {"name": "Lamp", "domain": ["light"]}, reached("light.lamp"))
    spot = exchange("HassTurnOn", {"name": "Spot", "domain": ["light"]}, reached("light.spot"))
    assert acknowledge([blind, lamp, spot], HOUSE, ENGLISH) == "Closing. Turned on the light."


def test_what_failed_is_named() -> None:
    partly = exchange("HassTurnOn", {"area": "Den", "domain": ["light"]}, reached("light.lamp", failed=("light.broken_spot",)))
    text = acknowledge([partly], HOUSE, ENGLISH)
    assert text == f"Turned on the lights. {reply('failed', ENGLISH, targets='Broken Spot')}"
    altogether = exchange("HassTurnOn", {"area": "Den"}, reached(failed=("light.broken_spot",)))
    assert acknowledge([altogether], HOUSE, ENGLISH) == reply("failed", ENGLISH, targets="Broken Spot")
    assert acknowledge([altogether], HOUSE, GERMAN) == reply("failed", GERMAN, targets="Broken Spot")


def test_errors_are_no_success() -> None:
    unknown = ErrorResult("SomeError", "it did not work")
    named = exchange("HassTurnOn", {"name": "Desk Lamp"}, unknown)
    assert acknowledge([named], HOUSE, ENGLISH) == reply("failed", ENGLISH, targets="Desk Lamp")
    assert acknowledge([exchange("HassTurnOn", {"area": "Den"}, unknown)], HOUSE, ENGLISH) == reply(
        "failed", ENGLISH, targets="Den"
    )
    assert acknowledge([exchange("HassTurnOn", {}, unknown)], HOUSE, ENGLISH) == reply("failed_altogether", ENGLISH)
    lamp = exchange("HassTurnOn", {"name": "Lamp", "domain": ["light"]}, reached("light.lamp"))
    assert acknowledge([lamp, named], HOUSE, ENGLISH) == f"Turned on the light. {reply('failed', ENGLISH, targets='Desk Lamp')}"


def test_a_failure_is_told_once() -> None:
    error = exchange("HassTurnOn", {"name": "Desk Lamp"}, ErrorResult("SomeError", "no"))
    assert acknowledge([error, error], HOUSE, ENGLISH) == reply("failed", ENGLISH, targets="Desk Lamp")


def test_things_that_cannot_be_reached_are_not_said_to_be_done() -> None:
    lamp = exchange("HassTurnOn", {"name": "Lamp"}, reached("light.lamp"))
    den = exchange("HassTurnOff", {"area": "Den", "domain": ["light"]}, reached("light.spot", "light.far_spot"))
    gone, late = reply("unavailable", ENGLISH, targets="Lamp"), reply("unconfirmed", ENGLISH, targets="Spot")
    assert acknowledge([lamp], HOUSE, ENGLISH, unavailable=["Lamp"]) == gone
    both = acknowledge([lamp, den], HOUSE, ENGLISH, unavailable=["Lamp"], unconfirmed=["Spot"])
    assert both == f"Turned off the lights. {gone} {late}"


def test_every_domain_that_was_acted_on_has_its_words() -> None:
    everything = exchange(
        "HassTurnOff", {"area": "Den", "domain": ["light", "fan"]}, reached("light.spot", "fan.breeze", "fan.gale")
    )
    assert acknowledge([everything], HOUSE, ENGLISH) == "Turned off the lights. Turned off the fans."
    fans = exchange("HassTurnOff", {"floor": "Attic", "domain": ["switch"]}, reached("switch.breeze", "switch.gale"))
    assert acknowledge([fans], HOUSE, GERMAN) == "Breeze, Gale ausgeschaltet"


NAMES = st.sampled_from(["Desk Lamp", "Gate", "", "Blind"])
IDS = st.sampled_from(["light.desk_lamp", "lock.gate", "cover.blind", "weird", "scene.x", "valve.tap"])
RESULTS: st.SearchStrategy[Result] = st.one_of(
    st.builds(lambda ids, failed, speech: reached(*ids, failed=tuple(failed), speech=speech),
              st.lists(IDS, max_size=3), st.lists(IDS, max_size=2), st.sampled_from(["", "  ", "Fine."])),
    st.builds(ErrorResult, st.sampled_from(["", "MatchFailedError", "InvalidSlotInfo"]), st.text(max_size=20)),
    st.builds(OtherResult, st.one_of(st.none(), st.text(max_size=10), st.integers(), st.lists(st.integers(), max_size=2))),
)  # fmt: skip
ARGUMENTS = st.fixed_dictionaries(
    {}, optional={"name": NAMES, "area": st.just("Den"), "domain": st.sampled_from([["light"], ["lock"], [], "cover"]),
                  "brightness": st.integers(0, 100), "item": st.just("milk")}
)  # fmt: skip
INTENTS = st.sampled_from(
    [None, "HassTurnOn", "HassTurnOff", "HassLightSet", "HassVacuumStart", "HassListAddItem", "HassUnknown"]
)


@given(
    st.lists(st.builds(exchange, INTENTS, ARGUMENTS, RESULTS), max_size=4), st.sampled_from([("en",), ("de",), ("ru",), ("xx",)])
)
def test_there_are_always_words(exchanges: list[Exchange], languages: tuple[str, ...]) -> None:
    text = acknowledge(exchanges, HOUSE, languages)
    assert text.strip()
    assert "None" not in text.split()


@given(st.lists(st.builds(exchange, INTENTS, st.builds(lambda name: {"name": name}, st.sampled_from(["Desk Lamp", "Gate"])),
                          st.builds(ErrorResult, st.just("SomeError"), st.just("no"))), min_size=1, max_size=3))  # fmt: skip
def test_everything_that_failed_is_named(exchanges: list[Exchange]) -> None:
    text = acknowledge(exchanges, HOUSE, ENGLISH)
    assert all(failed.arguments["name"] in text for failed in exchanges)
