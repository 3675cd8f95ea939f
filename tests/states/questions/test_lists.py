"""What is on a to-do list, through Home Assistant's own tool."""

from collections.abc import Sequence
from typing import Any

import pytest
from asked import EMPTY, home
from ha_assist.adapters.home_assistant.types import House
from rounds import Told, lists, told

HOUSE = home({"": ["todo: Shopping List, Groceries = 3", "todo: Chores = 0"]}).listed


def items(*summaries: str) -> list[dict[str, Any]]:
    """As the tool gives them."""
    return [{"uid": str(place), "summary": summary, "status": "needs_action"} for place, summary in enumerate(summaries)]


RESULTS = {"Shopping List": items("oat milk", "Eggs", "bread"), "Groceries": items("oat milk", "Eggs", "bread"), "Chores": []}


def asked(sentence: str, *, names: Sequence[str] = ("Shopping List", "Groceries", "Chores"), house: House = HOUSE) -> Told:
    return told(sentence, (lists(*names),), RESULTS, house)


@pytest.mark.parametrize(
    ("sentence", "name", "answer"),
    [
        ("What's on my shopping list?", "Shopping List", "oat milk, Eggs, bread"),
        ("Read me the groceries", "Groceries", "oat milk, Eggs, bread"),
        ("What do I need to buy?", "Shopping List", "oat milk, Eggs, bread"),
        ("What chores are left?", "Chores", "There is nothing on Chores."),
        ("How many items are on the shopping list?", "Shopping List", "3"),
        ("Is there anything on the shopping list?", "Shopping List", "Yes, bread, Eggs and oat milk"),
        ("Is the shopping list empty?", "Shopping List", "No"),
        ("Is my chores list empty?", "Chores", "Yes"),
        ("Is milk on the shopping list?", "Shopping List", "Yes, oat milk"),
        ("Do we have an egg on the shopping list?", "Shopping List", "Yes, Eggs"),
        ("Is butter already on the shopping list?", "Shopping List", "No"),
        ("Are eggs and bread on the shopping list?", "Shopping List", "Yes, bread and Eggs"),
        ("Can you tell me what is on the grocery list?", "Shopping List", "oat milk, Eggs, bread"),
    ],
)
def test_is_read_once_and_answered(sentence: str, name: str, answer: str) -> None:
    assert asked(sentence) == Told(answer, (("todo_get_items", {"todo_list": name}),))


@pytest.mark.parametrize(
    "sentence",
    [
        "What is on the list?",  # which of the two?
        "What is on my Christmas list?",
        "Did I buy milk yesterday?",
        "Why is milk on the shopping list?",
        "What can I cook with what is on the shopping list?",
        "Is milk on the shopping list for Monday?",
        "What did I check off the shopping list?",
    ],
)
def test_what_is_not_known_to_be_asked_is_left(sentence: str) -> None:
    assert asked(sentence) == Told(None, ())


def test_where_only_some_are_there_all_that_is_there_is_told() -> None:
    assert asked("Are eggs and butter on the shopping list?").text == "oat milk, Eggs, bread"


def test_one_list_is_the_list_whatever_else_it_is_called() -> None:
    only = asked("What is on the list?", names=("Shopping List", "Groceries"))
    assert only == Told("oat milk, Eggs, bread", (("todo_get_items", {"todo_list": "Shopping List"}),))


def test_a_list_for_something_else_does_not_stand_in() -> None:
    assert asked("What do I need to buy?", names=("Chores",)) == Told(None, ())
    assert told("What do I need to do?", (lists("Shopping List"),), RESULTS, EMPTY) == Told(None, ())


def test_without_the_tool_nothing_is_guessed() -> None:
    assert told("What's on my shopping list?", (), {}, HOUSE) == Told(None, ())


@pytest.mark.parametrize(
    ("sentence", "language", "name", "answer"),
    [
        ("Was steht auf der Einkaufsliste?", "de", "Einkaufsliste", "Milch, Brot"),
        ("Steht Milch auf der Einkaufsliste?", "de", "Einkaufsliste", "Ja, Milch"),
        ("Was muss ich einkaufen?", "de", "Einkaufsliste", "Milch, Brot"),
        ("Qu'est-ce qu'il y a sur la liste de courses ?", "fr", "Liste de courses", "Milch, Brot"),
        ("¿Qué hay en la lista de la compra?", "es", "Lista de la compra", "Milch, Brot"),
        ("Quante cose ci sono nella lista della spesa?", "it", "Lista della spesa", "2"),
        ("Wat staat er op de boodschappenlijst?", "nl", "Boodschappenlijst", "Milch, Brot"),
        ("Co muszę kupić?", "pl", "Lista zakupów", "Milch, Brot"),
        ("Список покупок пуст?", "ru", "Список покупок", "Нет"),
        ("O que há na lista de compras?", "pt", "Lista de compras", "Milch, Brot"),
    ],
)
def test_in_every_language(sentence: str, language: str, name: str, answer: str) -> None:
    results = {name: items("Milch", "Brot")}
    assert told(sentence, (lists(name),), results, EMPTY, language) == Told(answer, (("todo_get_items", {"todo_list": name}),))
