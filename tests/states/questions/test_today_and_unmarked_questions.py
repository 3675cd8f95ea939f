"""Questions about today, questions without a mark or a word that asks, and what sounds like them and asks for nothing."""

import pytest
from asked import MANOR, Case, ask, cases, decided, heard_in, holds, home, knows, leaves, says

# Rooms are called otherwise than in any of the languages, so that the words of the sentences alone decide.
HOUSE = home(
    {
        "Ostra": [
            "light: Zorvik = on",
            "climate: Deklar = heat; current_temperature=21; temperature=22",
            "binary_sensor/window: Plimta = on",
            "cover/shutter: Wintho = open; current_position=40",
        ],
        "Velmo": ["lock: Brasko = locked", "fan: Quendo = on", "cover/garage: Salpe = opening"],
        "": [
            "weather: Monfri = cloudy; temperature=8; temperature_unit=°C; wind_speed=12; wind_speed_unit=km/h",
            "person: Ida = home",
        ],
    }
)


def answer(sentence: str, language: str, at: str | None = "Ostra") -> str | None:
    return ask(sentence, heard_in(HOUSE, at), language=language, planner=decided).text


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "how warm is it today"),
        ("en", "what's the temperature today"),
        ("de", "wie warm ist es heute"),
        ("de", "wie viel Grad haben wir heute"),
        ("de", "wie kalt ist es heute draußen"),
        ("nl", "hoe warm is het vandaag"),
        ("fr", "il fait combien aujourd'hui"),
        ("fr", "quelle est la température aujourd'hui"),
    ],
)
def test_how_warm_it_is_today_is_asked_of_the_air_outside(language: str, sentence: str) -> None:
    told = answer(sentence, language)
    assert told is not None
    assert "8" in told


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "how warm is it inside today"),
        ("en", "how warm is it in Ostra today"),
        ("de", "wie warm ist es heute in Ostra"),
        ("de", "wie warm ist es heute drinnen"),
        ("nl", "hoe warm is het vandaag in Ostra"),
        ("fr", "quelle est la température aujourd'hui dans Ostra"),
    ],
)
def test_a_place_is_measured_where_it_is(language: str, sentence: str) -> None:
    told = answer(sentence, language)
    assert told is not None
    assert "21" in told


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "how warm will it be today"),
        ("en", "is it going to rain today"),
        ("en", "how much power did we use today"),
        ("de", "wie warm wird es heute"),
        ("de", "regnet es heute"),
        ("de", "was läuft heute im Fernsehen"),
        ("nl", "hoe warm wordt het vandaag"),
        ("nl", "regent het vandaag"),
        ("fr", "va-t-il pleuvoir aujourd'hui"),
        ("fr", "quel temps fera-t-il aujourd'hui"),
    ],
)
def test_what_the_day_will_bring_or_has_brought_is_not_told_by_how_things_are_now(language: str, sentence: str) -> None:
    assert answer(sentence, language) is None


@pytest.mark.parametrize(
    ("language", "sentence", "told"),
    [
        ("en", "any lights on", "Yes, Zorvik"),
        ("en", "any of the windows open", "Yes, Plimta"),
        ("en", "anyone home", "Yes, Ida"),
        ("de", "irgendein Licht an", "Ja, Zorvik"),
        ("de", "jemand zu Hause", "Ja, Ida"),
        ("de", "brennt noch irgendwo Licht", "Ja, Zorvik"),
        ("de", "läuft Quendo", "Ja"),
        ("de", "öffnet sich Salpe", "Ja"),
        ("de", "regnet es", "Nein"),
        ("nl", "ergens nog licht aan", "Ja, Zorvik"),
        ("nl", "iemand thuis", "Ja, Ida"),
        ("nl", "draait Quendo", "Ja"),
        ("nl", "brandt er nog ergens licht", "Ja, Zorvik"),
        ("fr", "quelqu'un à la maison", "Oui, Ida"),
        ("fr", "des lumières allumées", "Oui, Zorvik"),
        ("fr", "il pleut", "Non"),
    ],
)
def test_a_sentence_can_ask_without_a_mark_and_a_word_that_asks(language: str, sentence: str, told: str) -> None:
    assert answer(sentence, language) == told


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "some of the lights are on"),
        ("en", "somebody turned the lights on"),
        ("en", "any lights on later"),
        ("en", "what's up"),
        ("de", "das Licht brennt"),
        ("de", "schließt die Rollläden"),
        ("de", "spielt Musik"),
        ("de", "jemand hat das Licht angelassen"),
        ("nl", "het licht brandt"),
        ("nl", "volgens mij is het licht aan"),
        ("fr", "allumé la lumière"),
        ("fr", "je voudrais la lumière éteinte"),
        ("fr", "selon moi la lumière est allumée"),
    ],
)
def test_who_tells_wants_or_orders_does_not_ask(language: str, sentence: str) -> None:
    assert answer(sentence, language) is None


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "give me light in Ostra"),
        ("de", "gib mir Licht in Ostra"),
        ("nl", "geef me licht in Ostra"),
        ("fr", "donne-moi de la lumière dans Ostra"),
    ],
)
def test_who_wants_to_be_given_light_does_not_want_to_hear_of_it(language: str, sentence: str) -> None:
    assert answer(sentence, language) is None


@pytest.mark.parametrize(
    ("language", "sentence", "told"),
    [
        ("de", "Wetterbericht", "8 Grad und bewölkt"),
        ("de", "was für ein Wetter hat es heute in Monfri", "8 Grad und bewölkt"),
        ("nl", "hoe is het huidige weer volgens het Monfri", "8 graden en bewolkt"),
        ("fr", "donne-moi le bulletin météo", "Nuageux"),
        ("fr", "la météo selon le Monfri", "Nuageux"),
    ],
)
def test_the_weather_by_other_names(language: str, sentence: str, told: str) -> None:
    assert answer(sentence, language) == told


@pytest.mark.parametrize(
    ("language", "sentence"), [("fr", "il y a du vent"), ("fr", "à quelle vitesse souffle le vent"), ("en", "how windy is it")]
)
def test_no_room_has_its_own_wind(language: str, sentence: str) -> None:
    assert "12 km/h" in (answer(sentence, language) or "")


@cases(
    says("Is the kitchen blind up?", "Yes", name="Kitchen Blind", domain="cover"),
    says("Is the kitchen blind down?", "No, open", name="Kitchen Blind", domain="cover"),
    says("Where can I find Dobby?", "Dobby is docked", name="Dobby", domain="vacuum"),
    says("Has the kettle been switched off?", "Yes", name="Kettle", domain="switch"),
    says("Is the front door securely locked?", "Yes", name="Front Door", domain="lock"),
    says("Is Ben out?", "Yes", name="Ben", domain="person"),
    # What may be a door, as far as is known, does not hide the doors of other rooms.
    says("Is the door locked?", "No, Side Door is not locked", at="Kitchen", domain=["binary_sensor", "lock"]),
    knows("Which lights are in the kitchen?", "Hob Light and Sink Light"),
    leaves("Has the front door been opened?"),
)
def test_said_as_people_say_it(case: Case) -> None:
    holds(MANOR, case)


@pytest.mark.parametrize("state", ["up", "down"])
def test_an_awning_that_is_down_is_out_or_in(state: str) -> None:
    terrace = home({"Terrace": ["cover/awning: Awning = open", "cover/shutter: Shutter = open"]})
    assert ask(f"Is the awning {state}?", terrace).text is None
    assert ask(f"Is the shutter {state}?", terrace).text in {"Yes", "No, open"}
