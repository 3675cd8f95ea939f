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
