"""Home Assistant's templates, and what is said instead of those that would say something untrue or no words."""

from collections.abc import Sequence
from typing import Any

import pytest
from ha_assist.adapters.home_assistant.types import ActionResult, House, OfferedTool, ResultTarget
from ha_assist.adapters.intents.grammars import official
from ha_assist.adapters.openai.wire import FunctionCall, ToolCall
from ha_assist.machine.turn import Exchange
from ha_assist.states.verification.official import official_words
from hypothesis import given
from hypothesis import strategies as st

LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pl", "ru", "pt")


def words(language: str, intent: str, arguments: dict[str, Any], *names: str, domain: str = "", failed: Sequence[str] = (),
          **data: Any) -> list[str | None]:  # fmt: skip
    """What is said of a call that reached things of these names."""
    domain = domain or (arguments.get("domain") or ["light"])[0]
    result = ActionResult(
        "action_done",
        tuple(ResultTarget(name, "entity", f"{domain}.x") for name in names),
        tuple(ResultTarget(name, "entity", f"{domain}.x") for name in failed),
        data=data,
    )
    tool = OfferedTool(f"intent__{intent}", intent, "", {})
    return list(official_words(Exchange(ToolCall(FunctionCall(tool.name)), arguments, tool, result), result, House(), language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", ["lock", "valve", "button", "input_button"])
def test_what_is_locked_opened_or_pressed_is_not_said_to_be_turned_on(language: str, domain: str) -> None:
    switched = words(language, "HassTurnOn", {"name": "Xyz", "domain": ["siren"]}, "Xyz")
    (said,) = words(language, "HassTurnOn", {"name": "Xyz", "domain": [domain]}, "Xyz")
    assert said
    assert [said] != switched


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_door_that_is_unlocked_and_one_that_is_locked_are_told_apart(language: str) -> None:
    door = {"name": "Xyz", "domain": ["lock"]}
    assert words(language, "HassTurnOn", door, "Xyz") != words(language, "HassTurnOff", door, "Xyz")


@pytest.mark.parametrize(
    ("name", "domain", "on", "off"),
    [
        ("Торшер", "light", "Торшер включен", "Торшер выключен"),
        ("Люстра", "light", "Люстра включена", "Люстра выключена"),
        ("Лампа над столом", "light", "Лампа над столом включена", "Лампа над столом выключена"),
        ("Звёздное небо", "light", "Звёздное небо включено", "Звёздное небо выключено"),
        ("Лампочки на веранде", "switch", "Лампочки на веранде включены", "Лампочки на веранде выключены"),
        ("Штора у камина", "cover", "Штора у камина открывается", "Штора у камина закрывается"),
        ("Гаражные ворота", "cover", "Гаражные ворота открываются", "Гаражные ворота закрываются"),
    ],
)
def test_a_template_that_prints_only_a_part_of_the_name_is_not_used(name: str, domain: str, on: str, off: str) -> None:
    call = {"name": name, "domain": [domain]}
    assert (words("ru", "HassTurnOn", call, name), words("ru", "HassTurnOff", call, name)) == ([on], [off])


def test_several_things_are_all_named_or_none() -> None:
    call = {"area": "Кухня", "domain": ["switch"]}
    assert words("ru", "HassTurnOff", call, "Чайник", "Кофеварка") == ["Чайник, Кофеварка выключены"]
    assert words("de", "HassTurnOff", call, "Herd", "Radio") == ["Herd, Radio ausgeschaltet"]
    assert words("de", "HassTurnOff", call, *map(str, range(1001, 1020))) == [None]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("device_class", ["blind", "shutter", "curtain", "awning", "shade", "damper"])
def test_identifiers_are_spoken_only_where_they_are_words(language: str, device_class: str) -> None:
    call = {"area": "Xyz", "domain": ["cover"], "device_class": [device_class]}
    (said,) = words(language, "HassTurnOff", call, "Qrs")
    assert said is not None
    assert (device_class in said.split()) == (language == "en")


def test_a_colour_is_not_named_in_another_language() -> None:
    assert words("it", "HassLightSet", {"name": "Piantana", "color": "red"}, "Piantana") == [None]
    assert words("de", "HassLightSet", {"name": "Lampe", "color": "red"}, "Lampe") == ["Farbe eingestellt"]


def test_a_kind_of_cover_is_named_where_it_is_one_and_no_name_was_said() -> None:
    blinds = {"area": "Den", "domain": ["cover"], "device_class": ["blind"]}
    assert words("de", "HassTurnOff", blinds, "Ost") == ["Jalousie geschlossen"]
    assert words("de", "HassTurnOff", blinds | {"device_class": ["blind", "shutter"]}, "Ost") == ["geschlossen"]
    assert words("it", "HassTurnOff", {"name": "Garage", "domain": ["cover"], "device_class": ["garage"]}, "Garage") == [
        "Ho chiuso Garage"
    ]


def test_all_is_not_said_where_something_failed() -> None:
    lights = {"domain": ["light"]}
    assert words("en", "HassTurnOff", lights, "A", "B") == ["Turned off all of the lights"]
    assert words("it", "HassTurnOff", lights, "A", "B") == ["Ho spento tutte le luci"]
    assert words("en", "HassTurnOff", lights, "A", failed=["B"]) == ["Turned off the light"]


def test_every_value_that_was_set_is_told() -> None:
    call = {"name": "Lamp", "brightness": 30, "color": "red"}
    assert words("en", "HassLightSet", call, "Lamp") == ["Brightness set", "Color set"]
    assert words("it", "HassLightSet", {"area": "Den", "brightness": 30}, "A", "B") == ["Ho impostato la luminosità in Den al 30"]


@pytest.mark.parametrize(
    ("language", "intent", "arguments", "said"),
    [
        ("de", "HassStartTimer", {"minutes": 5}, "Timer für 5 Minuten gestartet"),
        ("en", "HassStartTimer", {"hours": 1, "minutes": 30}, "Timer set for 1 hour and 30 minutes"),
        ("en", "HassClimateSetTemperature", {"name": "Stove", "temperature": 21.0}, "Temperature set to 21 degrees"),
        ("en", "HassClimateSetTemperature", {"name": "Stove", "temperature": 21.5}, "Temperature set to 21.5 degrees"),
        ("nl", "HassTurnOn", {"area": "Gang", "domain": ["lock"]}, "Sloten vergrendeld"),
        ("pt-BR", "HassTurnOn", {"name": "Gate", "domain": ["lock"]}, "Trancando"),
        ("xx", "HassTurnOn", {"name": "Lamp"}, None),
        ("en", "HassUnknown", {"name": "Lamp"}, None),
    ],
)
def test_numbers_are_said_as_somebody_would(language: str, intent: str, arguments: Any, said: str | None) -> None:
    things = ["Xyz"] if "name" in arguments or "area" in arguments else []
    assert words(language, intent, arguments, *things, domain="climate" if "temperature" in arguments else "") == [said]


def test_what_ha_has_counted_stays_a_number() -> None:
    assert words("ru", "HassCancelAllTimers", {}, speech_slots={"canceled": 3}) == ["Выключено 3 таймера."]


@given(
    language=st.sampled_from(LANGUAGES),
    intent=st.sampled_from(sorted(official("en")["responses"]["intents"])),
    arguments=st.fixed_dictionaries(
        {},
        optional={
            "name": st.sampled_from(["Xyz", "Xyz Qrs", "none"]),
            "area": st.just("Den"),
            "floor": st.just("Attic"),
            "domain": st.sampled_from([["light"], ["lock"], ["cover"], ["fan"], ["light", "fan"], [], "light"]),
            "device_class": st.sampled_from([["blind"], ["garage"], [], "door"]),
            "brightness": st.integers(0, 100),
            "color": st.sampled_from(["red", "blue"]),
            "temperature": st.floats(5, 3000),
            "minutes": st.integers(1, 60),
            "item": st.just("milk"),
        },
    ),
    names=st.lists(st.sampled_from(["Xyz", "Xyz Qrs", "Lamp 2"]), max_size=3),
)
def test_there_is_a_text_or_none_for_everything(language: str, intent: str, arguments: Any, names: list[str]) -> None:
    said = words(language, intent, arguments, *names, domain="light")
    assert said
    assert all(text is None or (text.strip() and "None" not in text.split()) for text in said)
