"""A model's call is aimed at what there is, by its one exact name; what can only mean one thing is put right, with evidence."""

from typing import Any

import pytest
from validated import LIGHT, LIVE, OFF, ON, POSITION, Call, home, reason, said, sent


@pytest.mark.parametrize(
    ("sentence", "call", "name", "kind"),
    [
        ("the big lamp could do with some light", (ON, {"name": "Floor Lamp, Big Lamp"}), "Floor Lamp", "joined"),
        ("the big lamp could do with some light", (ON, {"name": "big lamp"}), "Big Lamp", None),
        ("do something with the desk lamp", (ON, {"name": "Desk Lammp"}), "Desk Lamp", "repaired"),
        ("do something with the desk lamp", (ON, {"name": "Living Room Desk Lamp"}), "Desk Lamp", "with its area"),
        ("do something with the counter", (ON, {"name": "Counter"}), "Counter Lamp", "part of a name"),
        ("do something with the kettle", (ON, {"name": "switch.kettle"}), "Kettle", "exact"),
    ],
)
async def test_a_name_becomes_the_exact_one(sentence: str, call: Call, name: str, kind: str | None) -> None:
    turn = await said(sentence, call)
    assert [arguments["name"] for _, arguments in sent(turn)] == [name]
    if kind is not None:
        (evidence,) = turn.metrics["ha_validation"]["evidence"]
        assert (evidence.said, evidence.found) == (call[1]["name"], name)


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ((ON, {"name": "Ventilator 3000"}), "there is nothing called 'Ventilator 3000'"),
        ((ON, {"name": "Lamp"}), "there is nothing called 'Lamp'"),
        ((LIGHT, {"name": "Fan", "brightness": 25}), "'Fan' is a fan"),
        ((ON, {"area": "Attic", "domain": ["light"]}), "there is no area 'Attic'"),
        ((ON, {"name": "Desk Lamp", "area": "Kitchen"}), "there is nothing called 'Desk Lamp'"),
        ((ON, {"area": "Garage", "domain": ["light"]}), "nothing of that kind is there"),
    ],
)
async def test_what_is_not_there_is_not_called(call: Call, why: str) -> None:
    turn = await said("do something with the lamp and the fan in the living room", call)
    assert sent(turn) == []
    assert why in str(reason(turn))


async def test_what_opens_is_never_called_by_a_name_that_is_nearly_its_own() -> None:
    assert sent(await said("open that rolling thing", (ON, {"name": "Garage Dor"}))) == []


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ({"name": "Kettle", "domain": ["light"]}, {"name": "Kettle", "domain": ["switch"]}),
        ({"name": "Kettle", "domain": "switch"}, {"name": "Kettle", "domain": ["switch"]}),
        ({"name": "Kettle", "device_class": ["outlet"]}, {"name": "Kettle"}),
        ({"name": "Kettle", "device_class": ["light"]}, {"name": "Kettle"}),
        ({"name": "Kettle", "area": "", "floor": None, "device_class": []}, {"name": "Kettle"}),
        ({"name": "kettle", "area": "kitchen"}, {"name": "Kettle", "area": "Kitchen"}),
    ],
)
async def test_what_is_said_besides_a_name_is_made_to_agree_with_it(given: dict[str, Any], made: dict[str, Any]) -> None:
    assert sent(await said("I could do with the kettle", (ON, given))) == [(ON, made)]


async def test_a_device_class_that_does_not_exist_is_dropped_where_area_and_domain_say_it_all() -> None:
    call = (OFF, {"area": "Kitchen", "domain": ["light"], "device_class": ["light"]})
    assert sent(await said("somehow kill the kitchen lights", call)) == [(OFF, {"area": "Kitchen", "domain": ["light"]})]


async def test_a_device_class_alone_is_not_dropped() -> None:
    assert sent(await said("somehow kill the kitchen lights", (OFF, {"device_class": ["light"]}))) == []


async def test_several_names_in_one_call_are_several_calls() -> None:
    sentence = "some light from the desk lamp and the floor lamp"
    call = (ON, {"name": ["Desk Lamp", "Floor Lamp"], "domain": ["light"]})
    made = [(ON, {"name": name, "domain": ["light"]}) for name in ("Desk Lamp", "Floor Lamp")]
    turn = await said(sentence, call)
    assert sent(turn) == made
    assert turn.answer is not None
    assert len({call.id for call in turn.answer.calls}) == 2
    assert sent(await said(sentence, call, parallel_tool_calls=False)) == made[:1]


async def test_a_read_gets_the_exact_name_too_and_is_never_stopped_by_words() -> None:
    assert sent(await said("is the desk lamp on", (LIVE, {"name": "desk lampp"}))) == [(LIVE, {"name": "Desk Lamp"})]
    assert sent(await said("don't you know the weather", (LIVE, {"name": "Weather"}))) == [(LIVE, {"name": "Weather"})]


async def test_numbers_and_lists_come_in_the_types_of_the_schema() -> None:
    call = (LIGHT, {"name": "Desk Lamp", "brightness": "40"})
    assert sent(await said("desk lamp, roughly 40 percent", call)) == [(LIGHT, {"name": "Desk Lamp", "brightness": 40})]


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ((LIGHT, {"name": "Desk Lamp", "brightness": 255}), "greater than the maximum"),
        ((LIGHT, {"name": "Desk Lamp", "color": "warm_white"}), "no colour"),
        ((LIGHT, {"name": "Desk Lamp", "temperature": 99}), "not between 1000 and 12000"),
        ((POSITION, {"name": "Desk Lamp", "position": 40}), "'Desk Lamp' is a light"),
    ],
)
async def test_values_are_within_the_means_of_the_thing(call: Call, why: str) -> None:
    turn = await said("something nice for the desk lamp", call)
    assert sent(turn) == []
    assert why in str(reason(turn))


async def test_of_things_with_the_same_name_the_domain_tells_which_is_meant() -> None:
    house = home({"Den": ["light: Mood", "scene: Mood"]})
    assert sent(await said("give me the mood", (ON, {"name": "Mood"}), house=house)) == []
    assert sent(await said("give me the mood", (ON, {"name": "Mood", "domain": ["scene"]}), house=house)) == [
        (ON, {"name": "Mood", "domain": ["scene"]})
    ]


async def test_without_a_list_of_the_house_the_schema_and_the_words_alone_decide() -> None:
    unlisted = home({})
    unlisted = type(unlisted)()
    assert sent(await said("put on the tall lamp", (ON, {"name": "Tall Lamp"}), house=unlisted)) == [(ON, {"name": "Tall Lamp"})]
    assert sent(await said("good evening, how are you", (ON, {"name": "Tall Lamp"}), house=unlisted)) == []
