"""Who says how cold it is to them asks for nothing that can be read from a thermostat: that is left to a model."""

import pytest
from asked import Heard, ask, home

FLAT = home(
    {
        "Salon, Гостиная": [
            "climate: Ogrzewanie salonu = heat; current_temperature=20; temperature=21",
            "sensor/temperature: Temperatura = 20; unit_of_measurement=°C",
        ],
    },
    "Salon",
)


@pytest.mark.parametrize(
    "sentence", ["zimno mi", "jest mi zimno", "trochę mi zimno", "gorąco nam", "mi jest za gorąco", "duszno mi"]
)
def test_polish(sentence: str) -> None:
    assert ask(sentence, FLAT, language="pl") == Heard()


@pytest.mark.parametrize("sentence", ["мне холодно", "мне жарко", "холодно мне", "нам тут очень душно", "нам тут душно"])
def test_russian(sentence: str) -> None:
    assert ask(sentence, FLAT, language="ru") == Heard()


def test_the_question_is_still_one() -> None:
    assert ask("ile jest stopni w salonie?", FLAT, language="pl") != Heard()
    assert ask("сколько градусов в гостиной?", FLAT, language="ru") != Heard()


@pytest.mark.parametrize("sentence", ["it's too bright in here", "it's bright in here", "it's so warm in here", "I'm too warm"])
def test_english(sentence: str) -> None:
    den = home({"Den": ["light: Lamp = on; brightness=200", "sensor/temperature: Den Temperature = 20"]}, "Den")
    assert ask(sentence, den) == Heard()
    assert ask("how bright is it in here?", den) != Heard()
