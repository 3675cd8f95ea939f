"""A model's call must be what the user's words ask for: not their opposite, not more, not elsewhere, not without being asked."""

import pytest
from ha_assist.adapters.intents.replies import reply
from ha_assist.adapters.openai.wire import Message
from validated import LIGHT, OFF, ON, POSITION, TEMPERATURE, Call, reason, said, sent, told

LISTED = {"item": "milk", "name": "Shopping"}
VOLUME, TIMER, LIST, BROADCAST = "HassSetVolumeRelative", "HassStartTimer", "HassListAddItem", "HassBroadcast"


@pytest.mark.parametrize(
    ("sentence", "call", "at"),
    [
        ("make it cosy in the living room", (LIGHT, {"name": "Desk Lamp", "brightness": 30}), None),
        ("make it cosy in the living room", (LIGHT, {"area": "Living Room", "brightness": 30}), None),
        ("it's too dark in here", (ON, {"area": "Kitchen", "domain": ["light"]}), "Kitchen"),
        ("I'm freezing, do something", (TEMPERATURE, {"name": "Radiator", "temperature": 23}), None),
        ("the fish water is not moving, can you do something about the aquarium pump", (ON, {"name": "Aquarium Pump"}), None),
        ("open the garage door a crack", (POSITION, {"name": "Garage Door", "position": 10}), None),
        ("close the blind in the kitchen halfway or so", (POSITION, {"name": "Blind", "position": 50}), None),
        ("the music is too loud", (VOLUME, {"volume_step": "down"}), None),
        ("we ran out of milk", (LIST, LISTED), None),
        ("let me know in five minutes that the pasta is done", (TIMER, {"minutes": 5}), None),
        ("ninety seconds for the egg, a timer please", (TIMER, {"minutes": 1, "seconds": 30}), None),
        ("tell everyone that dinner is on the table", (BROADCAST, {"message": "Dinner is on the table"}), None),
        ("read a poem to me", ("script__speak_text", {"text": "The rain it raineth every day"}), None),
    ],
)
async def test_what_the_words_ask_for_is_sent(sentence: str, call: Call, at: str | None) -> None:
    turn = await said(sentence, call, at=at)
    assert (reason(turn), sent(turn)) == (None, [call])


class TestNothingIsDone:
    @pytest.mark.parametrize(
        ("sentence", "language"),
        [
            ("don't you dare to touch the desk lamp", "en"),
            ("the desk lamp and the fan should not be turned on", "en"),
            ("is the desk lamp on by any chance", "en"),
            ("the desk lamp off?", "en"),
            ("why is the desk lamp on", "en"),
            ("when it gets dark turn the desk lamp on", "en"),
            ("turn the desk lamp on in ten minutes", "en"),
            ("schalte die Desk Lamp auf keinen Fall an", "de"),
            ("schalte die Desk Lamp nihct an", "de"),
            ("ist die Desk Lamp an", "de"),
            ("wenn es dunkel wird, schalte die Desk Lamp an", "de"),
            ("n'allume surtout pas la desk lamp", "fr"),
            ("no enciendas la desk lamp", "es"),
            ("non accendere la desk lamp", "it"),
            ("não ligues a desk lamp", "pt"),
            ("doe de desk lamp niet aan", "nl"),
            ("nie włączaj desk lamp", "pl"),
            ("не включай desk lamp", "ru"),
        ],
    )
    async def test_where_the_sentence_denies_asks_or_postpones(self, sentence: str, language: str) -> None:
        turn = await said(sentence, (ON, {"name": "Desk Lamp"}), languages=(language,))
        assert sent(turn) == []
        assert told(turn) == reply("call_rejected", [language])
        assert turn.metrics["ha_validation"]["accepted"] is False

    @pytest.mark.parametrize(
        ("sentence", "language"),
        [
            ("good evening, how are you", "en"),
            ("guten Abend, wie geht es dir", "de"),
            ("bonsoir, comment ça va", "fr"),
            ("buenas noches, qué tal", "es"),
            ("buonasera, come stai", "it"),
            ("boa noite, tudo bem", "pt"),
            ("goedenavond, hoe gaat het", "nl"),
            ("dobry wieczór, co słychać", "pl"),
            ("добрый вечер, как дела", "ru"),
        ],
    )
    async def test_in_small_talk_which_is_answered_in_words(self, sentence: str, language: str) -> None:
        calls = ("script__speak_text", {"text": "hello"}), (OFF, {"name": "Kettle"})
        turn = await said(sentence, *calls, text="I am fine.", languages=(language,))
        assert (sent(turn), told(turn)) == ([], "I am fine.")

    async def test_and_not_told_to_be_done_either(self) -> None:
        turn = await said("good evening, how are you", (OFF, {"name": "Kettle"}), text="I turned off the kettle.")
        assert told(turn) == reply("call_rejected", ["en"])

    async def test_because_a_room_is_mentioned(self) -> None:
        assert sent(await said("I love the kitchen", (ON, {"area": "Kitchen", "domain": ["light"]}))) == []

    async def test_that_is_about_something_else(self) -> None:
        assert sent(await said("make it warmer", (LIGHT, {"name": "Ceiling Light", "brightness": 80}), at="Kitchen")) == []


class TestTheOpposite:
    @pytest.mark.parametrize(
        ("sentence", "call"),
        [
            ("kindly turn the desk lamp off somehow", (ON, {"name": "Desk Lamp"})),
            ("the tv, mute it or whatever", ("HassMediaPlayerUnmute", {"name": "TV"})),
            ("close the front door properly", (OFF, {"name": "Front Door"})),
            ("shut the kitchen blind or so", (ON, {"name": "Blind"})),
            ("turn the desk lamp off somehow", (LIGHT, {"name": "Desk Lamp", "brightness": 80})),
            ("the tv is way too quiet, louder", (VOLUME, {"volume_step": "down"})),
            ("put the desk lamp somewhere around 40 percent", (LIGHT, {"name": "Desk Lamp", "brightness": 70})),
            ("put the desk lamp somewhere around 40 percent", (OFF, {"name": "Desk Lamp"})),
            ("desk lamp, something red", (LIGHT, {"name": "Desk Lamp", "color": "blue"})),
            ("raise the tv by 10 percent somehow", ("HassSetVolume", {"name": "TV", "volume_level": 10})),
            ("a timer of 5 minutes would help", (TIMER, {"minutes": 15})),
            ("we ran out of milk", (LIST, {"item": "beer", "name": "Shopping"})),
        ],
    )
    async def test_of_what_was_said_is_not_sent(self, sentence: str, call: Call) -> None:
        turn = await said(sentence, call)
        assert (sent(turn), turn.metrics["ha_validation"]["accepted"]) == ([], False)

    async def test_is_judged_thing_by_thing(self) -> None:
        sentence = "somehow turn the desk lamp on and the fan off"
        assert sent(await said(sentence, (ON, {"name": "Desk Lamp"}), (OFF, {"name": "Fan"})))
        assert sent(await said(sentence, (OFF, {"name": "Desk Lamp"}))) == []
        assert sent(await said("don't turn off the desk lamp, turn off the fan", (OFF, {"name": "Desk Lamp"}))) == []
        assert sent(await said("don't turn off the desk lamp, turn off the fan", (OFF, {"name": "Fan"})))


class TestMoreThanWasSaid:
    @pytest.mark.parametrize(
        ("sentence", "call", "at"),
        [
            ("make the desk lamp go away", (OFF, {"area": "Living Room", "domain": ["light"]}), None),
            ("make the desk lamp go away", (OFF, {"name": "Floor Lamp"}), None),
            ("make the kitchen go dark", (OFF, {"domain": ["light"]}), None),
            ("make the kitchen go dark", (OFF, {"area": "Living Room", "domain": ["light"]}), None),
            ("turn on the pantry lights", (ON, {"domain": ["light"]}), None),
            ("it's too dark in here", (ON, {"area": "Living Room", "domain": ["light"]}), "Kitchen"),
            ("it's too dark", (ON, {"name": "Desk Lamp"}), None),
            ("darken the lights on the ground floor", (OFF, {"floor": "attic", "domain": ["light"]}), None),
        ],
    )
    async def test_is_not_done(self, sentence: str, call: Call, at: str | None) -> None:
        assert sent(await said(sentence, call, at=at)) == []


class TestWhatOpens:
    async def test_needs_the_target_in_the_users_words(self) -> None:
        assert sent(await said("let me in", (OFF, {"name": "Front Door"}))) == []
        assert sent(await said("I want to drive out", (ON, {"name": "Garage Door"}))) == []

    async def test_needs_to_be_asked_for(self) -> None:
        assert sent(await said("what about the front door, hm", (OFF, {"name": "Front Door"}))) == []
        assert sent(await said("the front door, please unlock it for me", (OFF, {"name": "Front Door"})))

    async def test_is_not_a_script_that_nobody_named(self) -> None:
        assert sent(await said("read something to me", "script__unlock_gate")) == []


class TestAnAnswer:
    """ "Yes" says what it answers."""

    ASKED = (
        Message("user", "it is so dull where I read"),
        Message("assistant", "Shall I turn on the Desk Lamp?"),
    )

    async def test_to_a_question_back_takes_its_words_from_there(self) -> None:
        assert sent(await said("oh yes", (ON, {"name": "Desk Lamp"}), history=self.ASKED))
        assert sent(await said("oh yes", (OFF, {"name": "Desk Lamp"}), history=self.ASKED)) == []
        assert sent(await said("oh yes", (ON, {"name": "Fan"}), history=self.ASKED)) == []

    async def test_that_denies_does_nothing(self) -> None:
        assert sent(await said("no, not now", (ON, {"name": "Desk Lamp"}), history=self.ASKED)) == []

    async def test_is_not_enough_for_what_opens(self) -> None:
        asked = Message("user", "somebody is coming"), Message("assistant", "Shall I unlock the Front Door?")
        assert sent(await said("oh yes", (OFF, {"name": "Front Door"}), history=asked)) == []
