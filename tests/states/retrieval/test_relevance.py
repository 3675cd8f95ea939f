"""The gate: what has nothing to do with the house goes to the model without it. In doubt the house stays."""

import pytest
from ha_assist.adapters.embeddings.minilm import MiniLM
from ha_assist.adapters.embeddings.store import Embeddings
from turns import HOME, TOOLS, called, chosen, prompt_of, result, said, system, user

ENCODED = Embeddings(MiniLM)


@pytest.mark.parametrize("embeddings", [Embeddings(), ENCODED], ids=["words alone", "encoder"])
@pytest.mark.parametrize(
    "sentence",
    [
        *("What is the capital of France?", "Who wrote Faust?", "tell me a joke", "how far is the moon from the earth?"),
        *("Explain thermodynamics", "write a poem about a dragon", "What does ubiquitous mean?"),
        *("wer schrieb den Faust", "Wie heißt die Hauptstadt von Norwegen?", "Erzähl mir einen Witz"),
    ],
)
async def test_general_talk_goes_without_the_house(sentence, embeddings):
    turn = await chosen(user(sentence), embeddings=embeddings, languages=("en", "de"))
    assert turn.selection is not None
    assert not turn.selection.house
    assert (turn.selection.entities, turn.selection.tools) == ((), ())


@pytest.mark.parametrize(
    "sentence",
    [
        *("it is too dark", "I can't sleep", "I love you", "what is the kettle doing", "is there anything to do in the bedroom?"),
        *("tell me about the lights", "do I need an umbrella?", "what time is it?", "how warm is it", "what's on my list?"),
        *("how do I make it less stuffy?", "xyzzy", "Warum ist es so dunkel?", "Wie spät ist es?"),
    ],
)
async def test_everything_else_goes_with_it(sentence):
    turn = await chosen(user(sentence), languages=("en", "de"))
    assert turn.selection is not None
    assert turn.selection.house


async def test_a_thing_that_is_near_in_meaning_keeps_the_house():
    turn = await chosen(user("how do I boil an egg?"), embeddings=ENCODED)
    assert turn.selection is not None
    assert turn.selection.house == any("meaning" in kept.reasons for kept in turn.selection.entities)


async def test_a_follow_up_to_talk_about_the_house_is_about_the_house():
    lamp = [user("turn on the floor lamp"), called("intent__HassTurnOn", name="Floor Lamp"), result(), said("Done.")]
    for sentence in ("why did you do it?", "what?", "how is it now?"):
        turn = await chosen(*lamp, user(sentence))
        assert turn.selection is not None
        assert turn.selection.house


async def test_a_demanded_tool_keeps_the_house():
    choice = {"type": "function", "function": {"name": TOOLS[0]["function"]["name"]}}
    turn = await chosen(user("What is the capital of France?"), tool_choice=choice)
    assert turn.selection is not None
    assert turn.selection.house


async def test_a_foreign_tool_that_looks_things_up_stays():
    search = {"type": "function", "function": {"name": "search_web", "description": "Searches the web", "parameters": {}}}
    turn = await chosen(user("Who won the race?"), embeddings=ENCODED, tools=[*TOOLS, search])
    assert turn.selection is not None
    assert not turn.selection.house
    assert [turn.tools[kept.item].name for kept in turn.selection.tools] == ["search_web"]


async def test_the_prompt_has_nothing_of_the_house_then():
    prompt = await prompt_of(system(HOME, area="Kitchen", before="Speak like a pirate."), user("What is the capital of France?"))
    assert prompt.tools == []
    assert prompt.messages[-1] == user("What is the capital of France?")
    text = str(prompt.messages)
    assert "Speak like a pirate." in text
    assert "Lamp" not in text
    assert "Kitchen" not in text
