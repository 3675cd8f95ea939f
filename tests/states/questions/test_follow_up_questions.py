"""Questions that say only what is different from the one before, which is read anew from the messages."""

import json

import pytest
from asked import MANOR, Home, heard_in, home
from dialogues import BY_MODEL, talk
from ha_assist.adapters.openai.wire import FunctionCall, Message, ToolCall
from hypothesis import given
from hypothesis import strategies as st

Talk = list[tuple[str, str | None]]


def told(known: Home, said: Talk, language: str = "en") -> None:
    """Every sentence of a conversation is answered so; None is left to a model."""
    assert talk(known, *(sentence for sentence, _ in said), language=language) == [answer for _, answer in said]


@pytest.mark.parametrize(
    "said",
    [
        [
            ("How warm is it in the kitchen?", "Kitchen Temperature is 21.5 °C"),
            ("and in the living room?", "Parlour Radiator is 20.5"),
            ("and outside?", "Outside Temperature is 7.5 °C"),
            ("And the nursery?", "Not available right now: Nursery Temperature."),
            ("and now?", "Not available right now: Nursery Temperature."),
        ],
        [("Are any lights on in the kitchen?", "Yes, Hob Light"), ("and in the garage?", "No"), ("the study?", "No")],
        # What is called by its name has a kind and a place, too.
        [("Is the kitchen window open?", "Yes"), ("and in the bedroom?", "No, closed")],
    ],
    ids=lambda said: said[0][0],
)
def test_another_place(said: Talk) -> None:
    told(MANOR, said)


@pytest.mark.parametrize(
    "said",
    [
        [("Is the front door locked?", "Yes"), ("and the side door?", "No, unlocked"), ("what about the front door?", "Yes")],
        [("Where is Anna?", "Anna is at home"), ("and Cleo?", "Cleo is at Work")],
        [("Who is home?", "Anna"), ("and Ben?", "No, away")],
        [
            ("What is the battery of the front door?", "Front Door Battery is 81 %"),
            ("and of the side door?", "Side Door Battery is 9 %"),
        ],
        [("Which lights are on in the kitchen?", "Hob Light"), ("and the sink light?", "No, off")],
        [("Are the lights in the study on?", "No"), ("and the fan?", "Yes")],
        [("How bright is the hob light?", "Hob Light is 50 %"), ("and the volume of the television?", "Television is 30 %")],
    ],
    ids=lambda said: said[0][0],
)
def test_another_thing(said: Talk) -> None:
    told(MANOR, said)


@pytest.mark.parametrize(
    "said",
    [
        [("How warm is it in the kitchen?", "Kitchen Temperature is 21.5 °C"), ("and the humidity?", "Kitchen Humidity is 0 %")],
        [("How warm is it in the study?", "Study Thermostat is 18"), ("and how humid is it?", "Study Humidity is 41 %")],
        [("Is the front door closed?", "Yes"), ("is it locked?", "Yes")],
        [("Is the hob light on?", "Yes"), ("how bright is it?", "Hob Light is 50 %")],
        [("Is the television on?", "Yes"), ("how loud is it?", "Television is 30 %")],
        [("Which lights in the kitchen are off?", "Sink Light"), ("and on?", "Hob Light")],
    ],
    ids=lambda said: said[0][0],
)
def test_another_state_or_value(said: Talk) -> None:
    told(MANOR, said)


@pytest.mark.parametrize(
    "said",
    [
        [("Are any lights on in the kitchen?", "Yes, Hob Light"), ("which ones?", "Hob Light"), ("how many?", "1")],
        [("How many lights are on in the garage?", "0"), ("which ones?", "Not any")],
        [("Do I have lights in the kitchen?", "Yes, Hob Light and Sink Light"), ("how many?", "2")],
        [("Is anyone home?", "Yes, Anna"), ("who?", "Anna")],
        # Which of those that were asked about, and what they should be, whatever was asked of them before.
        [("Are the lights in the kitchen off?", "No, Hob Light is not off"), ("and which ones are on?", "Hob Light")],
        [("Are all lights in the kitchen on?", "No, Sink Light is not on"), ("how many of them are off?", "1")],
        [("Which lights are on in the kitchen?", "Hob Light"), ("and which is off?", "Sink Light")],
        # Of windows that are not all closed, those that are not may be meant, and of one lamp there is no which.
        [("Are the windows in the kitchen closed?", "No, Kitchen Window is not closed"), ("which ones?", None)],
        [("Is the hob light on?", "Yes"), ("which ones?", None)],
        [("How warm is it in the kitchen?", "Kitchen Temperature is 21.5 °C"), ("how many?", None)],
    ],
    ids=lambda said: said[0][0],
)
def test_which_or_how_many(said: Talk) -> None:
    told(MANOR, said)


@pytest.mark.parametrize(
    "said",
    [
        # There is no such thing, or no such room.
        [("Is the front door locked?", "Yes"), ("and the back door?", None)],
        [("How warm is it in the kitchen?", "Kitchen Temperature is 21.5 °C"), ("and in the greenhouse?", None)],
        # Things have places, and the weather has none.
        [("Is Anna home?", "Yes"), ("and in the kitchen?", None)],
        [("What's the weather like?", "8 °C and cloudy"), ("and in the kitchen?", None)],
        [("Is the kettle on?", "No, off"), ("and in the study?", None)],
        # A lamp is not locked, and a door is not bright.
        [("Is the front door locked?", "Yes"), ("and the hob light?", None)],
        [("How bright is the hob light?", "Hob Light is 50 %"), ("and the front door?", None)],
        # More than a question.
        [("Is the hob light on?", "Yes"), ("and the sink light, and why?", None)],
        [("Is the hob light on?", "Yes"), ("and since when?", None)],
        [("Is the hob light on?", "Yes"), ("and", None)],
        [("Is the hob light on?", "Yes"), ("thanks", None)],
        # What a model answered is not known.
        [("Is it cosy in the kitchen?", None), ("and in the study?", None)],
        [
            ("How warm is it in the kitchen?", "Kitchen Temperature is 21.5 °C"),
            ("is that cosy?", None),
            ("and in the study?", None),
        ],
        # Two questions at once: which of them, nobody said.
        [("Is the hob light on and is the front door locked?", "Yes. Yes"), ("and the sink light?", None)],
        [("and in the kitchen?", None)],
        [("which ones?", None)],
    ],
    ids=lambda said: " ".join(sentence for sentence, _ in said),
)
def test_what_is_not_sure_is_left_to_a_model(said: Talk) -> None:
    told(MANOR, said)


def test_a_question_behind_and_that_says_all_needs_none_before() -> None:
    told(MANOR, [("Is it raining?", "No"), ("and is the kitchen window open?", "Yes"), ("and is it cloudy?", "Yes")])


def test_what_is_asked_again_is_read_again() -> None:
    """A value of an earlier turn is never told for that of now."""
    warm = home({"Bathroom": ["sensor/temperature: Bath Sensor = 22; unit_of_measurement=°C"]})
    cold = home({"Bathroom": ["sensor/temperature: Bath Sensor = 19; unit_of_measurement=°C"]})
    before = [Message("user", "how warm is the bathroom?"), Message("assistant", talk(warm, "how warm is the bathroom?")[0])]
    assert talk(cold, "and now?", history=before) == ["Bath Sensor is 19 °C"]


def test_a_client_may_leave_out_what_was_called() -> None:
    said = ("Are any lights on in the kitchen?", "which ones?", "and in the bedroom?")
    assert talk(MANOR, *said, trimmed=True) == talk(MANOR, *said) == ["Yes, Hob Light", "Hob Light", "Bedside Lamp"]


def test_states_in_the_request_are_used_at_once() -> None:
    said = ("Are any lights on in the kitchen?", "which ones?", "and in the garage?")
    assert talk(MANOR, *said, listed=MANOR.shown) == ["Yes, Hob Light", "Hob Light", "Not any"]


def test_after_something_was_done_nothing_is_asked_about_any_more() -> None:
    call = ToolCall(FunctionCall("intent__HassTurnOn", json.dumps({"name": "Sink Light"})), id="call_00000001")
    before = [
        Message("user", "is the hob light on?"),
        Message("assistant", "Yes"),
        Message("user", "turn on the sink light"),
        Message("assistant", tool_calls=[call]),
        Message("tool", '{"response_type": "action_done", "data": {"success": [], "failed": []}}', tool_call_id="call_00000001"),
        Message("assistant", "Done"),
    ]
    assert talk(MANOR, "and now?", history=before) == [None]
    assert talk(MANOR, "and now?", history=before[:2]) == ["Yes"]


def test_who_is_in_a_room_asks_about_it_until_another_is_named() -> None:
    asked = heard_in(MANOR, "Study")
    told(asked, [("How warm is it?", "Study Thermostat is 18"), ("and in the kitchen?", "Kitchen Temperature is 21.5 °C")])


HOUSES = {
    "de": home(
        {
            "Küche": [
                "light: Küchenlampe = on",
                "sensor/temperature: Temperatur Küche = 21.5; unit_of_measurement=°C",
                "sensor/humidity: Feuchte Küche = 40; unit_of_measurement=%",
            ],
            "Bad": ["light: Badlicht = off", "sensor/temperature: Temperatur Bad = 23; unit_of_measurement=°C"],
            "Flur": ["lock: Haustür = locked", "lock: Hintertür = unlocked"],
        }
    ),
    "fr": home(
        {
            "Cuisine": [
                "light: Plafonnier = on",
                "sensor/temperature: Température cuisine = 21.5; unit_of_measurement=°C",
                "sensor/humidity: Humidité cuisine = 40; unit_of_measurement=%",
            ],
            "Salle de bain": [
                "light: Miroir = off",
                "sensor/temperature: Température salle de bain = 23; unit_of_measurement=°C",
            ],
            "Entrée": ["lock: Porte d'entrée = locked", "lock: Porte arrière = unlocked"],
        }
    ),
    "es": home(
        {
            "Cocina": [
                "light: Techo = on",
                "sensor/temperature: Temperatura cocina = 21.5; unit_of_measurement=°C",
                "sensor/humidity: Humedad cocina = 40; unit_of_measurement=%",
            ],
            "Baño": ["light: Espejo = off", "sensor/temperature: Temperatura baño = 23; unit_of_measurement=°C"],
            "Entrada": ["lock: Puerta principal = locked", "lock: Puerta trasera = unlocked"],
        }
    ),
    "it": home(
        {
            "Cucina": [
                "light: Plafoniera = on",
                "sensor/temperature: Temperatura cucina = 21.5; unit_of_measurement=°C",
                "sensor/humidity: Umidità cucina = 40; unit_of_measurement=%",
            ],
            "Bagno": ["light: Specchio = off", "sensor/temperature: Temperatura bagno = 23; unit_of_measurement=°C"],
            "Ingresso": ["lock: Porta d'ingresso = locked", "lock: Porta sul retro = unlocked"],
        }
    ),
    "nl": home(
        {
            "Keuken": [
                "light: Plafondlamp = on",
                "sensor/temperature: Temperatuur keuken = 21.5; unit_of_measurement=°C",
                "sensor/humidity: Vochtigheid keuken = 40; unit_of_measurement=%",
            ],
            "Badkamer": ["light: Spiegel = off", "sensor/temperature: Temperatuur badkamer = 23; unit_of_measurement=°C"],
            "Hal": ["lock: Voordeur = locked", "lock: Achterdeur = unlocked"],
        }
    ),
    "pl": home(
        {
            "Kuchnia": [
                "light: Plafon = on",
                "sensor/temperature: Temperatura w kuchni = 21.5; unit_of_measurement=°C",
                "sensor/humidity: Wilgotność w kuchni = 40; unit_of_measurement=%",
            ],
            "Łazienka": ["light: Lustro = off", "sensor/temperature: Temperatura w łazience = 23; unit_of_measurement=°C"],
            "Przedpokój": ["lock: Drzwi wejściowe = locked", "lock: Drzwi tylne = unlocked"],
        }
    ),
    "pt": home(
        {
            "Cozinha": [
                "light: Teto = on",
                "sensor/temperature: Temperatura da cozinha = 21.5; unit_of_measurement=°C",
                "sensor/humidity: Humidade da cozinha = 40; unit_of_measurement=%",
            ],
            "Banheiro": ["light: Espelho = off", "sensor/temperature: Temperatura do banheiro = 23; unit_of_measurement=°C"],
            "Entrada": ["lock: Porta da frente = locked", "lock: Porta dos fundos = unlocked"],
        }
    ),
    "ru": home(
        {
            "Кухня": [
                "light: Люстра = on",
                "sensor/temperature: Температура на кухне = 21.5; unit_of_measurement=°C",
                "sensor/humidity: Влажность на кухне = 40; unit_of_measurement=%",
            ],
            "Ванная": ["light: Зеркало = off", "sensor/temperature: Температура в ванной = 23; unit_of_measurement=°C"],
            "Прихожая": ["lock: Входная дверь = locked", "lock: Задняя дверь = unlocked"],
        }
    ),
}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "de",
            [
                ("Wie warm ist es in der Küche?", "Temperatur Küche ist 21,5 Grad"),
                ("und im Bad?", "Temperatur Bad ist 23 Grad"),
                ("und jetzt?", "Temperatur Bad ist 23 Grad"),
                ("Und wie sieht es in der Küche aus?", "Temperatur Küche ist 21,5 Grad"),
                ("und die Luftfeuchtigkeit?", "Feuchte Küche ist 40 %"),
            ],
        ),
        ("de", [("Ist die Haustür abgeschlossen?", "Ja"), ("und die Hintertür?", "Nein, aufgeschlossen")]),
        (
            "de",
            [("Sind noch Lichter an?", "Ja, Küchenlampe"), ("welche?", "Küchenlampe"), ("wie viele?", "1"), ("und im Bad?", "0")],
        ),
        (
            "fr",
            [
                ("Quelle est la température dans la cuisine ?", "Température cuisine est 21.5 °C"),
                ("et dans la salle de bain ?", "Température salle de bain est 23 °C"),
                ("et maintenant ?", "Température salle de bain est 23 °C"),
            ],
        ),
        ("fr", [("La porte d'entrée est-elle verrouillée ?", "Oui"), ("et la porte arrière ?", "Non")]),
        ("fr", [("Y a-t-il des lumières allumées ?", "Oui, Plafonnier"), ("lesquelles ?", "Plafonnier"), ("combien ?", "1")]),
        (
            "es",
            [
                ("¿Qué temperatura hay en la cocina?", "El dispositivo Temperatura cocina indica 21.5 °C"),
                ("¿y en el baño?", "El dispositivo Temperatura baño indica 23 °C"),
                ("¿y ahora?", "El dispositivo Temperatura baño indica 23 °C"),
            ],
        ),
        ("es", [("¿Está cerrada con llave la puerta principal?", "Sí"), ("¿y la trasera?", "No, su estado es desbloqueado")]),
        ("es", [("¿Hay luces encendidas?", "Sí, el dispositivo Techo"), ("¿cuáles?", "Techo"), ("¿cuántas?", "1")]),
        (
            "it",
            [
                ("Che temperatura c'è in cucina?", "Temperatura cucina è 21.5 °C"),
                ("e in bagno?", "Temperatura bagno è 23 °C"),
                ("e adesso?", "Temperatura bagno è 23 °C"),
            ],
        ),
        ("it", [("La porta d'ingresso è chiusa a chiave?", "Sì"), ("e la porta sul retro?", "No, è sbloccato")]),
        ("it", [("Ci sono luci accese?", "Sì, Plafoniera"), ("quali?", "Plafoniera"), ("quante?", "1"), ("e in bagno?", "0")]),
        (
            "nl",
            [
                ("Hoe warm is het in de keuken?", "Temperatuur keuken is 21.5 °C"),
                ("en in de badkamer?", "Temperatuur badkamer is 23 °C"),
                ("en nu?", "Temperatuur badkamer is 23 °C"),
                ("en hoe zit het met de keuken?", "Temperatuur keuken is 21.5 °C"),
            ],
        ),
        ("nl", [("Is de voordeur op slot?", "Ja"), ("en de achterdeur?", "Nee, die is van het slot")]),
        ("nl", [("Zijn er lampen aan?", "Ja, Plafondlamp"), ("welke?", "Plafondlamp"), ("hoeveel?", "1")]),
        (
            "pl",
            [
                ("Jaka jest temperatura w kuchni?", "Temperatura w kuchni jest 21,5 °C"),
                ("a w łazience?", "Temperatura w łazience jest 23 °C"),
                ("a teraz?", "Temperatura w łazience jest 23 °C"),
                ("a co z kuchnią?", "Temperatura w kuchni jest 21,5 °C"),
            ],
        ),
        ("pl", [("Czy drzwi wejściowe są zamknięte na klucz?", "Tak"), ("a tylne drzwi?", "Nie, Drzwi tylne są odryglowane")]),
        ("pl", [("Czy są włączone jakieś światła?", "Tak, Plafon"), ("które?", "Plafon"), ("ile?", "1"), ("a w łazience?", "0")]),
        (
            "pt",
            [
                ("Qual é a temperatura na cozinha?", "Temperatura da cozinha está 21.5 °C"),
                ("e no banheiro?", "Temperatura do banheiro está 23 °C"),
                ("e agora?", "Temperatura do banheiro está 23 °C"),
            ],
        ),
        ("pt", [("A porta da frente está trancada?", "Sim"), ("e a porta dos fundos?", "Não, destrancado")]),
        ("pt", [("Há luzes acesas?", "Sim, Teto"), ("quais?", "Teto"), ("quantas?", "1"), ("e no banheiro?", "0")]),
        (
            "ru",
            [
                ("Какая температура на кухне?", "Температура на кухне 21.5 °C"),
                ("а в ванной?", "Температура в ванной 23 °C"),
                ("а сейчас?", "Температура в ванной 23 °C"),
            ],
        ),
        ("ru", [("Входная дверь заперта?", "Да"), ("а задняя дверь?", "Нет, Задняя дверь не заперта")]),
        ("ru", [("Есть включённые лампы?", "Да, Люстра"), ("какие?", "Люстра"), ("сколько?", "1"), ("а в ванной?", "0")]),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0][0],
)
def test_in_every_language(language: str, said: Talk) -> None:
    told(HOUSES[language], said, language)


WHOLE = (
    "Is the hob light on?",
    "How warm is it in the kitchen?",
    "Are any lights on in the study?",
    "Which windows are open?",
    "Who is home?",
    "Where is Cleo?",
    "How many lights are there in the kitchen?",
    "Is the front door locked?",
    "What is the study thermostat set to?",
    "What's playing on the television?",
    "Do I have lights in the garage?",
    "What's the weather like?",
    "turn it",
    "Tell me a joke.",
)


@given(before=st.lists(st.sampled_from(WHOLE), max_size=3), sentence=st.sampled_from(WHOLE))
def test_what_stands_alone_means_the_same_whatever_was_said_before(before: list[str], sentence: str) -> None:
    history = [message for said in before for message in (Message("user", said), Message("assistant", BY_MODEL))]
    assert talk(MANOR, sentence, history=history) == talk(MANOR, sentence)
