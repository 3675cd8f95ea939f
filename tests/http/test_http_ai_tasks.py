"""AI tasks from end to end: data in the format that was asked for, from text and from pictures, with one generation each."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import openai
import pytest
from ha_assist.adapters.backends.factory import build_backends
from ha_assist.adapters.settings import Assist, Models, RemoteModel, Settings
from ha_assist.http.app import create_app
from one_call import Ledger
from openai import AsyncOpenAI
from pictures import data_url, shown
from serving import served
from upstream import DONE, STREAM, Upstream, delta, response, serving

SCHEMA = {
    "type": "object",
    "properties": {"colour": {"type": "string"}, "count": {"type": "integer"}},
    "required": ["colour"],
    "additionalProperties": False,
}
BY_SCHEMA = {"type": "json_schema", "json_schema": {"name": "seen", "strict": True, "schema": SCHEMA}}
OBJECT = {"type": "json_object"}
SEEN = shown("Which colour do you see, and how often?", data_url())
TOLD = {"role": "user", "content": "A red ball and a red car. Which colour, and how often?"}
UNCOUNTED = {path: [response(404, {})] for path in ("/v1/chat/completions/input_tokens", "/tokenize", "/apply-template")}


@asynccontextmanager
async def assistant(said: str) -> AsyncIterator[tuple[AsyncOpenAI, Upstream]]:
    """A client of HA-Assist, whose one model, which sees pictures too, says ``said``."""
    async with serving(STREAM, delta(content=said[:5]), delta("stop", content=said[5:]), DONE) as upstream:
        upstream.scripts = dict(UNCOUNTED)
        model = RemoteModel("seer", upstream.url, images=True)
        settings = Settings(
            settings=Assist(ha_assist_text_model="seer", ha_assist_vision_model="seer"), models=Models(remote=(model,))
        )
        with served(create_app(settings, build_backends(settings, {}))) as server:
            async with AsyncOpenAI(base_url=f"{server.url}/v1", api_key="none", max_retries=0, timeout=20) as client:
                yield client, upstream


def asked(upstream: Upstream) -> list[dict[str, Any]]:
    return [json.loads(request.body) for request in upstream.received if request.path == "/v1/chat/completions"]


@pytest.mark.parametrize("message", [SEEN, TOLD], ids=["picture", "text"])
@pytest.mark.parametrize("wanted", [BY_SCHEMA, OBJECT], ids=["schema", "object"])
async def test_data_comes_as_it_was_asked_for(message: Any, wanted: Any, counted: Ledger) -> None:
    async with assistant('Sure! ```json\n{"colour": "red", "count": 2}\n```') as (client, upstream):
        answer = await client.chat.completions.create(model="HA-Assist", messages=[message], response_format=wanted)
        (prompt,) = asked(upstream)
    assert json.loads(answer.choices[0].message.content or "") == {"colour": "red", "count": 2}
    # The server is asked to hold the model to the format, and gets the picture.
    assert prompt["response_format"] == wanted
    assert (data_url() in json.dumps(prompt)) is (message is SEEN)
    assert [(tally.generations, tally.sent) for tally in counted.tallies] == [(1, 1)]


@pytest.mark.parametrize("message", [SEEN, TOLD], ids=["picture", "text"])
async def test_a_stream_holds_the_data_and_nothing_else(message: Any) -> None:
    async with assistant('Well: {"colour": "red"} - done.') as (client, _):
        stream = await client.chat.completions.create(
            model="HA-Assist",
            messages=[message],
            response_format=BY_SCHEMA,
            stream=True,  # type: ignore[arg-type]
        )
        text = "".join([chunk.choices[0].delta.content or "" async for chunk in stream if chunk.choices])
    assert text == '{"colour": "red"}'


@pytest.mark.parametrize("said", ["It is red.", '{"color": "red"}', '{"colour": 1}', '{"colour": "red"'])
@pytest.mark.parametrize("message", [SEEN, TOLD], ids=["picture", "text"])
async def test_what_does_not_fit_is_an_error_and_is_not_asked_for_again(said: str, message: Any, counted: Ledger) -> None:
    async with assistant(said) as (client, _):
        with pytest.raises(openai.InternalServerError) as caught:
            await client.chat.completions.create(model="HA-Assist", messages=[message], response_format=BY_SCHEMA)  # type: ignore[arg-type]
    assert (caught.value.status_code, caught.value.code) == (502, "invalid_model_output")
    assert [(tally.generations, tally.sent) for tally in counted.tallies] == [(1, 1)]


async def test_a_second_request_to_a_model_would_be_seen(counted: Ledger) -> None:
    """The count itself can fail: what asks twice within a request is told apart from what asks once."""

    async def twice(runner: Any, turn: Any) -> Any:
        for _ in range(2):
            counted._count("generations")
        return turn

    class Asked:
        request_id = "req_twice"

    await counted.run(twice)(None, Asked())
    assert counted.most == 2
    counted.forget()
