"""A text that tells of a deed, where no call was made, is not passed on as done."""

import pytest
from ha_assist.adapters.intents.replies import known_replies, reply
from ha_assist.adapters.intents.talk import talk
from ha_assist.adapters.intents.vocabulary import languages
from ha_assist.states.validation.claims import claims_a_deed
from validated import ON, said, sent, told

DONE = {
    "en": "I turned the desk lamp on for you.",
    "de": "Ich habe die Lampe eingeschaltet.",
    "fr": "J'ai allumé la lampe.",
    "es": "He encendido la lámpara.",
    "it": "Ho acceso la lampada.",
    "pt": "Liguei o candeeiro.",
    "nl": "Ik heb de lamp aangezet.",
    "pl": "Włączyłam lampę.",
    "ru": "Я включила лампу.",
}
NOT_DONE = {
    "en": "I could not have turned the lamp on.",
    "de": "Ich habe die Lampe nicht eingeschaltet.",
    "fr": "Je n'ai pas allumé la lampe.",
    "es": "No he encendido la lámpara.",
    "it": "Non ho acceso la lampada.",
    "pt": "Não liguei o candeeiro.",
    "nl": "Ik heb de lamp niet aangezet.",
    "pl": "Nie włączyłam lampy.",
    "ru": "Я не включила лампу.",
}


ALSO_DONE = {
    "en": ["Done!", "The desk lamp has been switched on.", "Alright, I'll turn that on for you.", "Got it, lowering the blinds."],
    "de": [
        "Erledigt!",
        "Die Lampe wurde auf 50 Prozent gestellt.",
        "Die Rollläden fahren jetzt herunter.",
        "Alles klar, das Licht ist aus.",
    ],
    "fr": ["C'est fait !", "Je viens d'éteindre la lampe.", "Le volet est en train de descendre."],
    "es": ["¡Listo!", "Acabo de apagar la luz.", "La persiana se está bajando."],
    "it": ["Fatto!", "Sto abbassando la tapparella.", "Ecco, luce spenta."],
    "pt": ["Feito!", "Acabei de desligar a luz.", "Ok, a ligar a luz."],
    "nl": ["Klaar!", "Oké, ik zet de lamp aan.", "De lamp is uitgeschakeld."],
    "pl": ["Gotowe!", "Światło zostało wyłączone.", "Dobrze, włączam światło."],
    "ru": ["Готово!", "Свет выключен.", "Хорошо, включаю свет."],
}
HONEST = {
    "en": [
        "I can't do that.",
        "Which colour would you like?",
        "Lamps are more pleasant with warm light.",
        "There is no such lamp here.",
    ],
    "de": ["Das kann ich leider nicht.", "Welche Farbe hättest du gerne?", "Warmes Licht wirkt gemütlicher."],
    "fr": ["Je ne peux pas faire cela.", "Une lumière chaude est plus agréable."],
    "es": ["No puedo hacer eso.", "¿Qué color quieres?"],
    "it": ["Non posso farlo.", "Che colore vuoi?"],
    "pt": ["Não posso fazer isso.", "Que cor queres?"],
    "nl": ["Dat kan ik niet.", "Welke kleur wil je?"],
    "pl": ["Nie mogę tego zrobić.", "Jaki kolor?"],
    "ru": ["Я не могу этого сделать.", "Какой цвет вы хотите?"],
}


@pytest.mark.parametrize("language", ALSO_DONE)
def test_what_else_models_say_of_deeds_is_heard_and_what_is_honest_is_not(language: str) -> None:
    assert [text for text in ALSO_DONE[language] if not claims_a_deed(text, [language])] == []
    assert [text for text in HONEST[language] if claims_a_deed(text, [language])] == []


def test_every_language_has_words_for_it() -> None:
    assert set(DONE) == set(languages()) == set(known_replies())
    assert all(talk(language).claims and talk(language).small_talk for language in DONE)


@pytest.mark.parametrize("language", DONE)
def test_a_deed_is_heard_and_its_denial_and_an_offer_are_not(language: str) -> None:
    assert claims_a_deed(DONE[language], [language])
    assert not claims_a_deed(NOT_DONE[language], [language]) or language == "en"
    assert not claims_a_deed(DONE[language].replace(".", "?"), [language])


@pytest.mark.parametrize("language", DONE)
async def test_it_is_replaced_by_the_truth(language: str) -> None:
    sentence = {"en": "somehow the desk lamp should burn"}.get(language, "Desk Lamp")
    assert told(await said(sentence, text=DONE[language], languages=(language,))) == reply("nothing_done", [language])


async def test_what_was_streamed_before_stays_and_the_truth_follows() -> None:
    turn = await said("somehow the desk lamp should burn", text="Good idea. I turned it on. Enjoy!", stream=True)
    assert told(turn) == f"Good idea. {reply('nothing_done', ['en'])}"


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("tell me a story about a lamp", "Once a boy turned on a lamp."),
        ("is the desk lamp on", "Yes, it was turned on at noon."),
        ("somehow the desk lamp should burn", "Which one? I know two of them."),
        ("somehow the desk lamp should burn", "Shall it be turned on now?"),
        ("what is the capital of France", "Paris."),
    ],
)
async def test_other_texts_are_passed_on(sentence: str, text: str) -> None:
    assert told(await said(sentence, text=text)) == text


async def test_next_to_a_call_that_is_sent_the_deed_may_be_told() -> None:
    turn = await said("somehow the desk lamp should burn", (ON, {"name": "Desk Lamp"}), text="Right away.")
    assert (len(sent(turn)), told(turn)) == (1, "Right away.")


@pytest.mark.parametrize(
    "text", ["I will call HassTurnOn for you.", 'To do that: {"HassTurnOn": {"name": "Desk Lamp"}}', "<x>HassTurnOn</x>"]
)
@pytest.mark.parametrize("stream", [False, True])
async def test_names_of_tools_are_not_spoken(text: str, stream: bool) -> None:
    turn = await said("somehow the desk lamp should burn", text=f"Sure! {text}", stream=stream)
    assert told(turn) in (reply("call_rejected", ["en"]), f"Sure! {reply('call_rejected', ['en'])}")
