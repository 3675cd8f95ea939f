"""What only the official grammar knows: lists, timers, announcements; and languages without words of ours."""

import pytest
from ha_assist.states.deterministic.grammar import split_items
from hypothesis import given
from hypothesis import strategies as st
from told import (
    MILL,
    MORE,
    NOW,
    Expected,
    call,
    heats,
    house,
    off,
    official_calls,
    on,
    row,
    shines,
    table,
    within,
    words,
)


def adds(item: str, name: str = "Groceries") -> Expected:
    return call("HassListAddItem", name=name, item=item)


@table(
    row("add milk to the groceries list", adds("milk")),
    row("add milk to groceries", adds("milk")),
    row("put milk on my shopping list", adds("milk")),
    row("add apples and pears to the groceries list", adds("apples"), adds("pears")),
    row("add salt and pepper to the shopping list", adds("salt"), adds("pepper")),
    row("check off milk from the groceries list", call("HassListCompleteItem", name="Groceries", item="milk")),
    row("add milk to the attic list"),
    row("don't add milk to the groceries list"),
    row("put bread, butter and jam on groceries",
            adds("bread"), adds("butter"), adds("jam")),
)  # fmt: skip
def test_lists(sentence: str, expected: list[Expected]) -> None:
    assert official_calls(sentence, MILL, tools=MORE) == expected


@table(
    row("set a timer for 5 minutes", call("HassStartTimer", minutes=5)),
    row("start a 10 minute timer", call("HassStartTimer", minutes=10)),
    row("set a timer for one hour and 30 minutes", call("HassStartTimer", hours=1, minutes=30)),
    row("set a timer for 90 seconds", call("HassStartTimer", seconds=90)),
    row("timer for 3 minutes", call("HassStartTimer", minutes=3)),
    row("cancel all timers", call("HassCancelAllTimers")),
    row("turn off the lights in 10 minutes", call("HassStartTimer", minutes=10, conversation_command="turn off the lights")),
    row("broadcast dinner is ready", call("HassBroadcast", message="dinner is ready")),
)
def test_timers_and_announcements(sentence: str, expected: list[Expected]) -> None:
    assert official_calls(sentence, MILL, tools=MORE) == expected


@pytest.mark.parametrize(
    "sentence",
    ["set a timer for 5 minutes", "turn off the lights in 10 minutes", "broadcast hello", "add milk to the groceries list"],
)
def test_a_device_without_the_tool_does_nothing(sentence: str) -> None:
    assert official_calls(sentence, MILL, tools=NOW) == []


def test_several_lists_are_told_apart_by_name() -> None:
    lists = house({"": ["todo: Groceries", "todo: Chores"]})
    assert official_calls("add mop to chores", lists, tools=MORE) == [adds("mop", "Chores")]
    assert official_calls("add milk to my shopping list", lists, tools=MORE) == [adds("milk")]
    assert official_calls("add milk to my list", lists, tools=MORE) == []


@table(
    row("turn on the desk lamp", on("light", "Desk Lamp")),
    row("open the garage door", on("cover", "Garage Door")),
    row("unlock the front door", off("lock", "Front Door")),
    row("turn off all the lights in the kitchen", off("light", area="Kitchen")),
    row("set the desk lamp to 30% brightness", shines("Desk Lamp", brightness=30)),
    row("set bedroom temperature to 20 degrees", heats(20, area="Bedroom")),
    row("turn on the bedside lamp"),
    row("turn on the flux capacitor"),
    row("what time is it"),
    row("nevermind"),
    row("is the desk lamp on"),
)
def test_the_targets_are_held_to_the_readers_rules(sentence: str, expected: list[Expected]) -> None:
    assert official_calls(sentence, MILL, tools=MORE) == expected


def test_the_room_of_the_speaker() -> None:
    assert official_calls("turn on the lights", within(MILL, "Kitchen")) == [on("light", area="Kitchen")]
    assert official_calls("turn on the lights", MILL) == []
    assert official_calls("turn on the bedside lamp", within(MILL, "Nursery")) == [on("light", "Bedside Lamp", area="Nursery")]


SCANDINAVIAN = house({"K\u00f8kken": ["light: Lampe", "light: Spot"], "Stue": ["light: Gulvlampe"]})


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("da", "t\u00e6nd lyset i K\u00f8kken"),
        ("nb", "sl\u00e5 p\u00e5 lyset p\u00e5 K\u00f8kken"),
        ("sv", "t\u00e4nd lampan i K\u00f8kken"),
    ],
)
def test_a_language_without_words_of_ours_has_its_official_grammar(language: str, sentence: str) -> None:
    assert official_calls(sentence, SCANDINAVIAN, language=language) == [on("light", area="K\u00f8kken")]


def test_a_language_that_nobody_knows_does_nothing() -> None:
    assert official_calls("turn on the desk lamp", MILL, language="tlh") == []


# Enumerations.


@pytest.mark.parametrize(
    ("language", "text", "items"),
    [
        ("en", "milk", ["milk"]),
        ("en", "apples and pears", ["apples", "pears"]),
        ("en", "bread, butter and jam", ["bread", "butter", "jam"]),
        ("en", "bread,butter, and jam", ["bread", "butter", "jam"]),
        ("en", "two bottles of Red Wine", ["two bottles of Red Wine"]),
        ("en", "and", ["and"]),
        ("de", "Brot und Butter", ["Brot", "Butter"]),
        ("de", "Brot and Butter", ["Brot and Butter"]),
    ],
)
def test_split_items(language: str, text: str, items: list[str]) -> None:
    assert split_items(text, words(language)) == items


ITEMS = st.lists(st.text("bcdfgz", min_size=4, max_size=8), min_size=1, max_size=5)


@given(ITEMS, st.sampled_from([", ", " and ", ",", " , "]))
def test_every_item_is_there_once_and_in_order(items: list[str], between: str) -> None:
    assert split_items(between.join(items), words("en")) == items


@given(st.text(max_size=40).filter(str.strip))
def test_items_are_never_empty(text: str) -> None:
    items = split_items(text, words("en"))
    assert items
    assert all(items)


LISTS = house({"": ["todo: Groceries, Shopping List", "todo: Chores", "todo: Anna's List"]})


@table(
    row("add eggs to the grocery list", adds("eggs")),
    row("put eggs and bread on my shopping list", adds("eggs", "Shopping List"), adds("bread", "Shopping List")),
    row('add "paper towels" to the groceries', call("HassListAddItem", None, "Groceries", item="paper towels")),
    row("add fix the gate to chores", call("HassListAddItem", None, "Chores", item="fix the gate")),
    row("check eggs off the grocery list", call("HassListCompleteItem", None, "Groceries", item="eggs")),
    row("mark eggs as done on the grocery list", call("HassListCompleteItem", None, "Groceries", item="eggs")),
    # Which of the three, nobody said.
    row("add eggs to the list"),
    row("check off eggs"),
)
def test_the_shopping_list_is_the_one_that_is_called_so(sentence: str, expected: list[Expected]) -> None:
    assert official_calls(sentence, LISTS, tools=MORE) == expected


def test_of_two_shopping_lists_none_is_chosen() -> None:
    two = house({"": ["todo: Groceries", "todo: Shopping"]})
    assert official_calls("add eggs to the grocery list", two, tools=MORE) == []


def test_a_single_list_is_the_list() -> None:
    one = house({"": ["todo: Chores"]})
    assert official_calls("add eggs to the list", one, tools=MORE) == [call("HassListAddItem", None, "Chores", item="eggs")]


def test_what_refers_to_something_is_no_item() -> None:
    assert official_calls("we need butter put it on the grocery list", LISTS, tools=MORE) == []
    assert official_calls("we need butter on the grocery list", LISTS, tools=MORE) == [adds("butter")]
