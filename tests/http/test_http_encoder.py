"""A missing or broken encoder: requests are answered all the same, and /health and the metrics say so."""

from collections.abc import AsyncGenerator
from typing import Any

import msgspec
import pytest
from ha_assist.adapters.backends.protocol import Capabilities, Finish, Piece, Prompt, TextPiece
from ha_assist.adapters.embeddings.protocol import Encoder, EncoderError
from ha_assist.adapters.embeddings.store import Embeddings, embeddings
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.http import health
from ha_assist.http.answers import metrics
from ha_assist.http.app import create_app
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import State
from ha_assist.machine.turn import Turn
from ha_assist.states.registry import handlers
from ha_assist.states.services import Services
from litestar.testing import AsyncTestClient
from turns import TOOLS, system, user

SETTINGS = Settings(settings=Assist(ha_assist_text_model="echo"))


class Echo:
    """A backend that has its answer ready."""

    name = "echo"
    capabilities = Capabilities()

    async def generate(self, prompt: Prompt) -> AsyncGenerator[Piece, None]:
        yield TextPiece("It is.")
        yield Finish()

    async def health(self) -> dict[str, Any]:
        return {"status": "ok"}

    async def close(self) -> None:
        pass


def broken() -> Encoder:
    raise EncoderError("the file is gone")


@pytest.mark.parametrize("load", [None, broken])
async def test_without_an_encoder_a_turn_is_answered_and_says_so(load: Any) -> None:
    messages = [system(), user("it is pitch dark in the bedroom")]
    turn = Turn(msgspec.json.encode({"model": "HA-Assist", "messages": messages, "tools": TOOLS}))
    services = Services(SETTINGS, embeddings=Embeddings(load))
    await Runner(handlers(services, {"echo": Echo()})).run(turn)
    assert turn.state is State.ANSWERED
    assert metrics(turn)["ha_retrieval"]["encoder"] is None
    assert metrics(turn)["ha_retrieval"]["entities"]["kept"] > 0


async def test_with_one_the_metrics_name_it() -> None:
    turn = Turn(
        msgspec.json.encode({"model": "HA-Assist", "messages": [system(), user("so dark in the bedroom")], "tools": TOOLS})
    )
    await Runner(handlers(Services(SETTINGS, embeddings=embeddings("minilm")), {"echo": Echo()})).run(turn)
    assert metrics(turn)["ha_retrieval"]["encoder"].startswith("minilm")


async def test_health_tells_what_is_wrong_with_it() -> None:
    encoding = Embeddings(broken)
    encoding.warm()
    told = await health.report(SETTINGS, {}, encoding)
    assert told["encoder"] == {"status": "unavailable", "reason": "the file is gone", "ranking": "lexical"}


async def test_the_server_warms_it_up_where_there_is_a_model() -> None:
    async with AsyncTestClient(create_app(SETTINGS, {"echo": Echo()})) as client:
        for _ in range(200):
            told = (await client.get("/health")).json()["encoder"]
            if told["status"] != "idle":
                break
        assert told["status"] == "ok"
    async with AsyncTestClient(create_app(Settings(), {})) as client:
        assert (await client.get("/health")).json()["encoder"] == {"status": "idle"}
