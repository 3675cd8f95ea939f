"""When a thing is where an action should have brought it."""

from typing import Any

import pytest
from ha_assist.adapters.home_assistant.names import exactly
from ha_assist.adapters.home_assistant.types import Entity
from ha_assist.states.verification.aims import Sight, aim_of
from hypothesis import given
from hypothesis import strategies as st

ALL = ("light", "switch", "input_boolean", "fan", "lock", "cover", "valve", "media_player", "climate", "brightness")
BRIGHTNESS, POSITION = ("HassLightSet", {"brightness": 40}), ("HassSetPosition", {"position": 40})
WARMTH, VOLUME = ("HassClimateSetTemperature", {"temperature": 21.5}), ("HassSetVolume", {"volume_level": 40})
ON, OFF = ("HassTurnOn", {}), ("HassTurnOff", {})


def entity(domain: str, state: str | None, **attributes: Any) -> Entity:
    return Entity(exactly("It"), domain, state=state, attributes=attributes)


@pytest.mark.parametrize(
    ("call", "domain", "state", "attributes", "expected"),
    [
        (ON, "light", "on", {}, Sight.REACHED),
        (ON, "light", "off", {}, Sight.DIFFERS),
        (OFF, "switch", "off", {}, Sight.REACHED),
        (OFF, "switch", "unknown", {}, Sight.DIFFERS),
        (ON, "fan", "unavailable", {}, Sight.UNAVAILABLE),
        (ON, "light", None, {}, Sight.UNSEEN),
        (ON, "lock", "locked", {}, Sight.REACHED),
        (ON, "lock", "locking", {}, Sight.UNDER_WAY),
        (ON, "lock", "jammed", {}, Sight.DIFFERS),
        (OFF, "lock", "unlocking", {}, Sight.UNDER_WAY),
        (ON, "cover", "open", {}, Sight.REACHED),
        (ON, "cover", "opening", {}, Sight.UNDER_WAY),
        (OFF, "cover", "closing", {}, Sight.UNDER_WAY),
        (OFF, "cover", "opening", {}, Sight.DIFFERS),
        (OFF, "valve", "closed", {}, Sight.REACHED),
        (ON, "media_player", "idle", {}, Sight.REACHED),
        (OFF, "media_player", "standby", {}, Sight.REACHED),
        (OFF, "media_player", "playing", {}, Sight.DIFFERS),
        (ON, "climate", "heat", {}, Sight.REACHED),
        (OFF, "climate", "off", {}, Sight.REACHED),
        (BRIGHTNESS, "light", "on", {"brightness": "102"}, Sight.REACHED),
        (BRIGHTNESS, "light", "on", {"brightness": "128"}, Sight.DIFFERS),
        (BRIGHTNESS, "light", "on", {"brightness": "255", "brightness_pct": "41"}, Sight.REACHED),
        (BRIGHTNESS, "light", "on", {"brightness": None}, Sight.DIFFERS),
        (BRIGHTNESS, "light", "on", {}, Sight.UNSEEN),
        (BRIGHTNESS, "light", "off", {"brightness": None}, Sight.DIFFERS),
        (("HassLightSet", {"brightness": 0}), "light", "off", {"brightness": None}, Sight.REACHED),
        (POSITION, "cover", "open", {"current_position": "43"}, Sight.REACHED),
        (POSITION, "cover", "open", {"current_position": "90"}, Sight.DIFFERS),
        (POSITION, "cover", "closing", {"current_position": "90"}, Sight.UNDER_WAY),
        (POSITION, "valve", "open", {"current_position": 40}, Sight.REACHED),
        (WARMTH, "climate", "heat", {"temperature": "21.5"}, Sight.REACHED),
        (WARMTH, "climate", "heat", {"temperature": "20"}, Sight.DIFFERS),
        (WARMTH, "climate", "off", {"temperature": None}, Sight.DIFFERS),
        (VOLUME, "media_player", "playing", {"volume_level": 0.38}, Sight.REACHED),
        (VOLUME, "media_player", "playing", {"volume_level": "0.9"}, Sight.DIFFERS),
        (VOLUME, "media_player", "off", {}, Sight.UNSEEN),
    ],
)
def test_how_it_looks(call: tuple[str, Any], domain: str, state: str | None, attributes: Any, expected: Sight) -> None:
    aim = aim_of(*call, domain, ALL)
    assert aim is not None
    assert aim.sight(entity(domain, state, **attributes)) is expected


@pytest.mark.parametrize(
    ("call", "domain", "verified"),
    [
        (ON, "light", ("switch",)),
        (ON, "cover", ("light", "switch")),
        (BRIGHTNESS, "light", ("light", "switch")),
        (POSITION, "cover", ("light",)),
        (("HassToggle", {}), "light", ALL),
        (("HassSetVolumeRelative", {"volume_step": 5}), "media_player", ALL),
        (("HassLightSet", {"color": "red"}), "light", ALL),
        (("HassSetPosition", {"position": "half"}), "cover", ALL),
        ((None, {}), "light", ALL),
        (ON, "scene", ALL),
    ],
)
def test_what_cannot_be_seen_or_is_not_asked_for_has_no_aim(
    call: tuple[Any, Any], domain: str, verified: tuple[str, ...]
) -> None:
    assert aim_of(*call, domain, verified) is None


@pytest.mark.parametrize(
    ("call", "domain", "words"),
    [
        (BRIGHTNESS, "light", [("brightness",)]),
        (POSITION, "cover", [("position",), ("cover",)]),
        (POSITION, "valve", [("position",), ("valve",)]),
        (WARMTH, "climate", [("temperature",), ("climate",)]),
        (VOLUME, "media_player", [("volume",), ("media_player",)]),
    ],
)
def test_a_value_is_verified_by_its_own_word_or_with_its_domain(call: tuple[str, Any], domain: str, words: Any) -> None:
    assert all(aim_of(*call, domain, verified) is not None for verified in words)


VALUES = st.one_of(st.none(), st.text(max_size=5), st.floats(), st.integers(), st.booleans(), st.lists(st.integers(), max_size=1))


@given(
    call=st.sampled_from([ON, OFF, BRIGHTNESS, POSITION, WARMTH, VOLUME]),
    domain=st.sampled_from(ALL[:-1]),
    state=st.one_of(st.none(), st.text(max_size=8), st.sampled_from(["on", "off", "opening", "unavailable"])),
    attributes=st.dictionaries(
        st.sampled_from(["brightness", "brightness_pct", "current_position", "temperature", "volume_level"]), VALUES
    ),
)
def test_no_state_and_no_attribute_breaks_it(call: tuple[str, Any], domain: str, state: str | None, attributes: Any) -> None:
    aim = aim_of(*call, domain, ALL)
    if aim is not None:
        assert aim.sight(entity(domain, state, **attributes)) in Sight
