"""Sentences that come near to a command, and would do what was not said: through the whole state ``deterministic``."""

import pytest
from ha_assist.adapters.home_assistant.types import House
from ha_assist.adapters.openai.wire import ChatRequest, Message
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.turn import Calls, Turn
from ha_assist.states.deterministic.handler import deterministic
from ha_assist.states.services import Services
from told import MORE, Expected, house, named_calls, off, on, row, shines, table, within

TERRACE = house(
    {
        "Kitchen": ["light: Ceiling Light", "light: Counter Light", "cover/blind: Kitchen Blind", "light: Milly's Lamp"],
        "Living Room": ["media_player/tv: TV", "light: TV Backlight", "light: Lamp 1", "light: Lamp 11", "fan: Fan"],
        "Bedroom": ["cover/blind: Back Blind", "light: Bedside Lamp", "climate: Radiator"],
        "Yard": ["lock: No. 7 Gate", "lock: Gate Without Code", "cover/garage: Garage Door", "light: Path Lights"],
        "": ["script: Movie Night", "scene: Dinner Time"],
    }
)


async def acts(
    sentence: str, home: House = TERRACE, *, after: tuple[str, str] | None = None, language: str = "en"
) -> list[Expected]:
    """What is done; ``after`` is what was said and answered before."""
    history = () if after is None else (Message("user", after[0]), Message("assistant", after[1]))
    turn = Turn(
        body=b"",
        request=ChatRequest("HA-Assist", [*history, Message("user", sentence)]),
        house=home,
        tools=MORE,
        sentence=sentence,
        history=history,
        languages=(language,),
    )
    await deterministic(turn, Services(Settings(settings=Assist())))
    return named_calls(turn.plan.calls, MORE) if isinstance(turn.plan, Calls) else []


@table(
    row("unlock no gate"),
    row("no unlock the gate"),
    row("unlock gate without"),
    row("unlock the No. 7 gate", off("lock", "No. 7 Gate")),
    row("unlock the gate without code", off("lock", "Gate Without Code")),
)
async def test_a_negation_is_part_of_a_name_only_if_the_name_is_said_in_full(sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence) == expected


@table(
    row("turn off the TV and the backlight", off("media_player", "TV"), off("light", "TV Backlight")),
    row("turn off the TV backlight", off("light", "TV Backlight")),
    # "One" stands for a noun there, if for anything.
    row("turn on lamp one and one"),
    row("turn on lamp one and eleven", on("light", "Lamp 1"), on("light", "Lamp 11")),
    row("turn on lamp eleven", on("light", "Lamp 11")),
)
async def test_two_things_are_not_one_whose_name_joins_them(sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence) == expected


@table(row("close the back blind", off("cover", "Back Blind")), row("close the blinds"), row("close the blind"))
async def test_a_bare_kind_is_not_the_one_whose_other_word_is_little(sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence) == expected


@table(
    row("the garage door's open"),
    row("the garage door\u2019s open again"),
    row("the counter light's on"),
    row("the counter light's still on"),
    row("open the garage door", on("cover", "Garage Door")),
    row("turn Milly's lamp on", on("light", "Milly's Lamp")),
)
async def test_a_short_is_before_a_state_reports(sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence) == expected


@table(row("the counter light"), row("ceiling light please"), row("counter light on", on("light", "Counter Light")))
async def test_a_name_alone_turns_nothing_on(sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence) == expected


@table(row("the kitchen one"), row("kitchen two"), row("kitchen lights 40 percent", shines(area="Kitchen", brightness=40)))
async def test_a_place_with_a_number_sets_nothing(sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence) == expected


@table(row("set lamp 15"), row("set lamp 115"), row("set lamp 1 to 5 percent", shines("Lamp 1", brightness=5)))
async def test_a_number_is_not_split_between_a_name_and_a_value(sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence) == expected


@table(
    row("turn on the bedside lamp, movie night"),
    row("movie night, turn on the bedside lamp"),
    row("turn on movie night", on("script", "Movie Night")),
)
async def test_a_script_shares_no_verb_with_something_else(sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence) == expected


@table(
    row("turn on Billy's lamp"),
    row("turn on the bath lights"),
    row("turn off the lights far from the kitchen"),
    row("turn off the kitchen lights at night"),
    row("turn off the bin lights"),
    row("turn on the countre light", on("light", "Counter Light")),
)
async def test_what_is_near_to_a_word_may_be_another_word(sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence, within(TERRACE, "Kitchen")) == expected


@table(
    row("the kitchen blind", on("cover", "Kitchen Blind")),
    row("in the kitchen", on("cover", "Kitchen Blind")),
    row("kitchen light"),
    row("the counter light"),
    row("movie night", on("script", "Movie Night")),
)
async def test_an_answer_names_what_was_open_and_nothing_else(sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence, after=("open the blind", "Which one do you mean: Kitchen Blind, Back Blind?")) == expected


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("mach eine der Lampen in Kitchen aus", "de"),
        ("doe een van de lampen in Kitchen uit", "nl"),
        ("éteins une des lumières de Kitchen", "fr"),
        ("apaga una de las luces de Kitchen", "es"),
        ("Garage Door geöffnet", "de"),
    ],
)
async def test_further_languages_too(sentence: str, language: str) -> None:
    assert await acts(sentence, language=language) == []


# A house where several people named things: the same names, names of one general word, scenes called after what they do.
MEWS = house(
    {
        "Lounge": ["light: Lamp", "light: Fan Light", "fan: Fan", "media_player/tv: TV"],
        "Bedroom": ["light: Lamp", "light: Left Lamp", "climate: Radiator"],
        "Bedroom 2, Back Bedroom": ["light: Lamp", "climate: Radiator"],
        "Hall": ["light: Light", "lock: Front Door", "lock: Back Door"],
        "Office": ["switch: Printer"],
        "": ["scene: Office Off", "switch: Kettle, the red one"],
    }
)


@table(
    row("turn on the light", on("light", area="Lounge")),
    row("turn on the fan and the light", on("fan", "Fan"), on("light", area="Lounge")),
    row("turn on the light in the hall", on("light", "Light")),
    # A word for a single thing is its name wherever it is.
    row("turn off the tv", off("media_player", "TV")),
)
async def test_a_name_that_is_the_word_for_all_of_a_kind_means_those_where_the_speaker_is(
    sentence: str, expected: list[Expected]
) -> None:
    made = await acts(sentence, within(MEWS, "Lounge"))
    assert [(intent, {k: v for k, v in a.items() if k != "area" or "name" not in a}) for intent, a in made] == expected


@table(
    row("turn on the lamp in the lounge and off in the bedroom", *(
        (intent, {"name": "Lamp", "domain": ["light"], "area": area})
        for intent, area in (("HassTurnOn", "Lounge"), ("HassTurnOff", "Bedroom"))
    )),
    row("lamp off in the bedroom and on in the lounge", *(
        (intent, {"name": "Lamp", "domain": ["light"], "area": area})
        for intent, area in (("HassTurnOff", "Bedroom"), ("HassTurnOn", "Lounge"))
    )),
)  # fmt: skip
async def test_what_is_on_in_one_room_and_off_in_another(sentence: str, expected: list[Expected]) -> None:
    assert await acts(sentence, MEWS) == expected


@pytest.mark.parametrize(
    "sentence",
    ["office on", "turn on the office", "turn on one", "two bedroom lamps off", "turn on two bedroom radiators", "set bedroom 2",
     "lock the front and back"],
)  # fmt: skip
async def test_neither_a_part_of_a_name_nor_a_number_says_what_was_not_said(sentence: str) -> None:
    assert await acts(sentence, within(MEWS, "Lounge")) == []
