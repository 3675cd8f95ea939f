"""What a model needs is in what it gets, and that is little. The figures are those of ``python -m tests.model_requests``."""

import pytest
from ha_assist.adapters.backends.protocol import Capabilities
from ha_assist.adapters.embeddings.minilm import MiniLM
from ha_assist.adapters.embeddings.store import Embeddings
from ha_assist.states.prompt.build import build
from ha_assist.states.retrieval.select import select
from needed import LANGUAGES, missing, requests, turn_of

ENCODED = Embeddings(MiniLM)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [30, 300, 1000])
async def test_the_things_and_the_tool_that_are_needed_are_kept(size, language):
    lacking = []
    for request in requests(size, language, areas=1):
        turn = await turn_of(request.body)
        selection = select(turn, ENCODED)
        assert selection.question or not request.question
        lacking += [(request.sentence, found)] if (found := missing(request, turn, selection)) else []
    assert lacking == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_else_would_do_than_a_model(language):
    for request in requests(30, language, areas=1):
        turn = await turn_of(request.body, derive=True)
        assert turn.plan is None, request.sentence


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_prompt_is_a_twentieth_of_the_request(language):
    shares = []
    for request in requests(300, language, areas=1):
        turn = await turn_of(request.body)
        assert turn.request is not None
        prompt = build(turn, turn.request, select(turn, ENCODED), Capabilities())
        shares.append(len(str(prompt.messages) + str(prompt.tools)) / len(turn.body))
    assert sum(shares) / len(shares) < 0.05
