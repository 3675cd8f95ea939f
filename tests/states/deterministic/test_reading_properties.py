"""What holds for any house and any sentence."""

import string
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from ha_assist.adapters.home_assistant.tools import problems
from ha_assist.adapters.home_assistant.types import Area, Entity, House, Named
from ha_assist.adapters.intents.text import norms
from ha_assist.adapters.intents.vocabulary import Vocabulary
from ha_assist.machine.turn import Call
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import DamerauLevenshtein
from told import MILL, MORE, NOW, THEN, calls, house, reading, words

ENGLISH, GERMAN = words("en"), words("de")
TOOLSETS = (NOW, THEN, MORE)
quick = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


def phrases(vocabulary: Vocabulary, *roles: str) -> list[str]:
    """The phrases of a language that can have one of these roles; all, without a role."""
    return sorted(
        " ".join(phrase)
        for group in vocabulary.phrases.values()
        for phrase, meanings in group
        if not roles or any(meaning.role in roles for meaning in meanings)
    )


# Houses whose names share words with each other, with areas, and with the language of commands.
NAME_WORDS = [
    "desk",
    "lamp",
    "light",
    "fan",
    "kitchen",
    "hall",
    "big",
    "blue",
    "door",
    "two",
    "2",
    "on",
    "zebra",
    "Müller's",
    "tv",
]
DOMAINS = ["light", "switch", "fan", "cover", "lock", "climate", "media_player", "vacuum", "valve", "sensor", "scene", "button"]
AREAS = ["Kitchen", "Hall", "Home Office", "Office", "Room 2", "Big Hall, Foyer", "Living Room"]
thing_names = st.lists(st.sampled_from(NAME_WORDS), min_size=1, max_size=3).map(" ".join)
joined_names = st.lists(thing_names, min_size=1, max_size=2, unique=True).map(", ".join)
things = st.builds(lambda domain, name: f"{domain}: {name}", st.sampled_from(DOMAINS), joined_names)
houses = st.builds(
    house,
    st.dictionaries(st.sampled_from([*AREAS, ""]), st.lists(things, max_size=4), max_size=4),
    st.sampled_from([None, "Kitchen", "Hall"]),
)
noise = st.text(string.ascii_letters + string.digits + " ,.'\"%°?!-äöüßéłŻ\n\u2019\u201e\x00", max_size=8)


def sentences(vocabulary: Vocabulary) -> st.SearchStrategy[str]:
    """Words of the language, names and noise, in any order; and commands that may be about something."""
    word = st.one_of(st.sampled_from(phrases(vocabulary)), thing_names, st.sampled_from(AREAS), noise)
    command = st.builds(
        "{} {} {} {}".format,
        st.sampled_from(phrases(vocabulary, "verb")),
        st.sampled_from(["", "the", "all", "every", "die", "alle"]),
        thing_names,
        st.sampled_from(
            ["", "on", "off", "aus", "to 50 percent", "to 20 degrees", "in the kitchen", "in the office", "upstairs"]
        ),
    )
    return st.one_of(st.lists(word, max_size=7).map(" ".join), command, st.builds("{} and {}".format, command, command))


ENGLISH_SENTENCES, GERMAN_SENTENCES = sentences(ENGLISH), sentences(GERMAN)


OF_ONE_DOMAIN = {
    "HassClimateSetTemperature": "climate",
    "HassVacuumCleanArea": "vacuum",
    "HassSetVolumeRelative": "media_player",
}


def reached(call: Call, intent: str | None, home: House) -> Iterator[Entity]:
    """The entities that Home Assistant would find for a call by name, area and domain."""
    domains = call.arguments.get("domain")
    for entity in home.entities:
        if domains and entity.domain not in domains:
            continue
        # The tools without a domain slot that are for one domain.
        if entity.domain != OF_ONE_DOMAIN.get(intent or "", entity.domain):
            continue
        if not _is_called(entity.names, call.arguments.get("name")):
            continue
        # What a vacuum is to clean is not where it stands.
        area = call.arguments.get("area") if intent != "HassVacuumCleanArea" else None
        if area is not None and (entity.area is None or not _is_called(entity.area, area)):
            continue
        yield entity


def _is_called(names: Named, wanted: Any) -> bool:
    return wanted is None or str(wanted).casefold() in {name.casefold() for name in names.readings}


@quick
@given(home=houses, sentence=ENGLISH_SENTENCES, tools=st.sampled_from(TOOLSETS))
def test_every_call_can_be_sent_and_every_name_is_one_thing(home: House, sentence: str, tools: Any) -> None:
    found = reading(sentence, home, tools=tools)
    assert (found.calls == ()) == (found.problem is not None)
    offered = {tool.name: tool for tool in tools}
    for made in found.calls:
        tool = offered[made.tool]
        assert problems(tool, made.arguments) == []
        if "name" in made.arguments:
            assert len(list(reached(made, tool.intent, home))) == 1
        if "area" in made.arguments:
            assert any(_is_called(area.names, made.arguments["area"]) for area in home.areas)
        if "area" in made.arguments and "name" not in made.arguments and tool.intent != "HassVacuumCleanArea":
            assert list(reached(made, tool.intent, home)) != []


@quick
@given(home=houses, sentence=GERMAN_SENTENCES)
def test_in_another_language_too(home: House, sentence: str) -> None:
    offered = {tool.name: tool for tool in NOW}
    for made in reading(sentence, home, language="de").calls:
        assert problems(offered[made.tool], made.arguments) == []
        if "name" in made.arguments:
            assert len(list(reached(made, offered[made.tool].intent, home))) == 1


@quick
@given(home=houses, sentence=st.text(max_size=60))
def test_any_text_can_be_read(home: House, sentence: str) -> None:
    reading(sentence, home)


@quick
@given(home=houses, sentence=ENGLISH_SENTENCES)
def test_reading_is_deterministic(home: House, sentence: str) -> None:
    again = msgspec.structs.replace(home, entities=(*home.entities[:1], *home.entities[1:]))
    assert reading(sentence, home) == reading(sentence, home) == reading(sentence, again)


@quick
@given(home=houses, sentence=ENGLISH_SENTENCES, seed=st.randoms(use_true_random=False))
def test_the_order_of_the_house_does_not_change_what_is_done(home: House, sentence: str, seed: Any) -> None:
    entities, areas = list(home.entities), list(home.areas)
    seed.shuffle(entities)
    seed.shuffle(areas)
    shuffled = msgspec.structs.replace(home, entities=tuple(entities), areas=tuple(areas))
    assert unordered(calls(sentence, shuffled)) == unordered(calls(sentence, home))


def unordered(made: list[tuple[str, dict[str, Any]]]) -> list[str]:
    return sorted(repr((intent, sorted(arguments.items()))) for intent, arguments in made)


# Commands that are understood in the mill, to be changed.
UNDERSTOOD = [
    "turn on the desk lamp",
    "turn off the lights in the kitchen",
    "set the desk lamp to 30 percent",
    "close the blinds in the parlour",
    "unlock the front door",
    "lock the door",
    "start the vacuum",
    "turn everything off in the study",
    "set the bedroom thermostat to 20.5 degrees",
    "make the piano light blue",
    "turn on the desk lamp and the study fan",
    "turn the desk lamp off and close the garage door",
    "pause the television and turn it off",
    "open the irrigation",
    "clean the kitchen",
    "turn off all lights upstairs",
    "increase the volume by 5 on the kitchen radio",
]
understood = st.sampled_from(UNDERSTOOD)


def spliced(sentence: str, word: str, place: int) -> str:
    parts = sentence.split()
    place %= len(parts) + 1
    return " ".join([*parts[:place], word, *parts[place:]])


@pytest.mark.parametrize("sentence", UNDERSTOOD)
def test_these_are_understood(sentence: str) -> None:
    assert calls(sentence, MILL) != []


@quick
@given(sentence=understood, word=st.sampled_from(phrases(ENGLISH, "negation", "condition", "question")), place=st.integers(0, 9))
def test_a_negation_a_condition_or_a_question_anywhere_stops_a_command(sentence: str, word: str, place: int) -> None:
    assume(word not in {"hour", "second"})
    assert calls(spliced(sentence, word, place), MILL) == []


KNOWN_WORDS = sorted({word for phrase in phrases(ENGLISH) for word in phrase.split()})
NAMES_OF_THE_MILL = sorted(
    {word for named in (*MILL.entities, *MILL.areas) for name in named.names.readings for word in norms(name)}
)


def looks_like_a_known_word(word: str) -> bool:
    return any(
        DamerauLevenshtein.distance(word, known, score_cutoff=2) <= 2 or word in known
        for known in (*KNOWN_WORDS, *NAMES_OF_THE_MILL)
    )


@quick
@given(sentence=understood, word=st.text(string.ascii_lowercase, min_size=4, max_size=9), place=st.integers(0, 9))
def test_an_unknown_word_anywhere_stops_a_command(sentence: str, word: str, place: int) -> None:
    assume(not looks_like_a_known_word(word))
    assert calls(spliced(sentence, word, place), MILL) == []


@quick
@given(
    sentence=understood,
    change=st.sampled_from([str.upper, str.title, str.capitalize, str.casefold]),
    spaces=st.integers(1, 3),
    around=st.sampled_from([("", ""), (" ", " "), ("", "."), ("", "!"), ("\n", "\n"), ("... ", " ...")]),
)
def test_case_spaces_and_punctuation_change_nothing(sentence: str, change: Any, spaces: int, around: tuple[str, str]) -> None:
    assume("20.5" not in sentence or change is not None)
    written = around[0] + change(sentence).replace(" ", " " * spaces) + around[1]
    assert calls(written, MILL) == calls(sentence, MILL)


@quick
@given(sentence=understood, courtesy=st.sampled_from(["please", "thanks", "hey", "could you", "ok"]), last=st.booleans())
def test_courtesy_changes_nothing(sentence: str, courtesy: str, last: bool) -> None:
    polite = f"{sentence} please" if last else f"{courtesy} {sentence}"
    assert calls(polite, MILL) == calls(sentence, MILL)


# One name for another.

SINGLES = {"light": ["Desk Lamp", "Piano Light", "Sink Light"], "cover": ["River Blind", "Street Blind", "Garage Door"]}
SHAPES = {
    "light": ["turn on the {}", "{} off", "set the {} to 40 percent", "turn the {} off and lock the door", "make {} red"],
    "cover": [
        "open the {}",
        "close {} please",
        "set the {} to 40 percent",
        "stop the {}",
        "lock the front door and close the {}",
    ],
}


@pytest.mark.parametrize(("domain", "shape"), [(domain, shape) for domain, shapes in SHAPES.items() for shape in shapes])
def test_another_name_of_the_same_domain_changes_only_the_name(domain: str, shape: str) -> None:
    first, *others = SINGLES[domain]
    expected = calls(shape.format(first), MILL)
    assert expected != []
    for other in others:
        renamed = [
            (intent, {slot: other if value == first else value for slot, value in arguments.items()})
            for intent, arguments in expected
        ]
        assert calls(shape.format(other), MILL) == renamed


UNIQUE_WORDS = st.text(string.ascii_lowercase, min_size=5, max_size=10).filter(lambda word: not looks_like_a_known_word(word))


@quick
@given(name=st.lists(UNIQUE_WORDS, min_size=1, max_size=3).map(" ".join), shape=st.sampled_from(SHAPES["light"]))
def test_any_new_name_is_understood_like_an_old_one(name: str, shape: str) -> None:
    new = Entity(Named(name, (name,)), "light", area=Area(Named("Attic", ("Attic",))).names)
    larger = msgspec.structs.replace(MILL, entities=(*MILL.entities, new))
    old = calls(shape.format("Desk Lamp"), MILL)
    renamed = [(intent, {slot: name if value == "Desk Lamp" else value for slot, value in args.items()}) for intent, args in old]
    assert calls(shape.format(name), larger) == renamed
