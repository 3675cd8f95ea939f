"""What a model needs is in what it gets, and that is little. The figures are those of ``python -m tests.model_requests``."""

import pytest
from ha_assist.adapters.backends.protocol import Capabilities
from ha_assist.adapters.embeddings.minilm import MiniLM
from ha_assist.adapters.embeddings.store import Embeddings
from ha_assist.states.prompt.build import build
from ha_assist.states.retrieve import selected
from needed import LANGUAGES, missing, requests, turn_of

ENCODED = Embeddings(MiniLM)


SIZE = 300
HOMES = [
    *((size, language) for size in (30, SIZE, 1000) for language in ("en", "de")),
    *((SIZE, language) for language in LANGUAGES[2:]),
]


@pytest.mark.parametrize(("size", "language"), HOMES)
async def test_the_things_and_the_tool_that_are_needed_are_kept(size, language):
    # (The command measures every sentence in every home.)
    lacking, asked = [], list(requests(size, language, areas=1))[:: 1 if size == SIZE else 8]
    for request in asked:
        turn = await turn_of(request.body)
        selection = selected(turn, ENCODED)
        assert selection.question or not request.question
        lacking += [(request.sentence, found)] if (found := missing(request, turn, selection)) else []
    assert len(lacking) <= 0.01 * len(asked), lacking


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_else_would_do_than_a_model(language):
    for request in list(requests(30, language, areas=1))[::12]:
        turn = await turn_of(request.body, derive=True)
        assert turn.plan is None, request.sentence


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_prompt_is_a_twentieth_of_the_request(language):
    shares = []
    for request in list(requests(SIZE, language, areas=1))[::3]:
        turn = await turn_of(request.body)
        assert turn.request is not None
        prompt = build(turn, turn.request, selected(turn, ENCODED), Capabilities())
        shares.append(len(str(prompt.messages) + str(prompt.tools)) / len(turn.body))
    assert max(shares) < 0.06  # of the bytes: in tokens this is less than a twentieth
