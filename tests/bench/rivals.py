"""What HA-Assist is measured against: a web server that does nothing, and HassIL alone; and a model that takes no time."""

import multiprocessing
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from multiprocessing.connection import Connection
from typing import Any

import msgspec
import uvicorn
from ha_assist.adapters.backends.protocol import Capabilities, Finish, Piece, Prompt, TextPiece
from ha_assist.adapters.openai.wire import ChatRequest
from hassil import Intents, SlotList, TextSlotList, recognize_best
from home_assistant_intents import get_intents
from litestar import Litestar, Request, post
from litestar.response.base import ASGIResponse

from .generated_homes import Thing


def bare_app(answers: dict[str, bytes]) -> Litestar:
    """Decodes the request like HA-Assist and answers with the bytes that HA-Assist answered to the same sentence."""
    decoder = msgspec.json.Decoder(ChatRequest)

    @post("/v1/chat/completions")
    async def chat_completions(request: Request) -> ASGIResponse:
        decoded = decoder.decode(await request.body())
        return ASGIResponse(body=answers[decoded.messages[-1].text])

    return Litestar([chat_completions], openapi_config=None, logging_config=None)


def hassil_alone(home: list[Thing], language: str = "en") -> Callable[[str], Any]:
    """HassIL's own recogniser with all names and areas of the home, as Home Assistant calls it."""
    data = get_intents(language)
    if data is None:
        raise ValueError(f"there are no intents for {language}")
    intents = Intents.from_dict(data)
    slot_lists: dict[str, SlotList] = {
        "name": TextSlotList.from_tuples(
            ((thing.name, thing.name, {"domain": thing.domain}) for thing in home), name="name", allow_template=False
        ),
        "area": TextSlotList.from_tuples(
            ((area, area) for area in sorted({thing.area for thing in home})), name="area", allow_template=False
        ),
        "floor": TextSlotList.from_tuples((), name="floor", allow_template=False),
    }
    return lambda sentence: recognize_best(sentence, intents, slot_lists=slot_lists, language=language, best_slot_name="name")


class Instant:
    """A backend that has its answer ready: what is left is our own share of a generated answer."""

    name = "instant"
    capabilities = Capabilities()

    async def generate(self, prompt: Prompt) -> AsyncIterator[Piece]:
        yield TextPiece("Once upon a time there was a dragon.")
        yield Finish()

    async def health(self) -> dict[str, Any]:
        return {}

    async def close(self) -> None:
        pass


@contextmanager
def serving(make: Callable[..., Any], *arguments: Any) -> Iterator[Callable[[bytes], bytes]]:
    """Runs the application that ``make`` makes of ``arguments``, in uvicorn, on a free port, in a process of its own; gives a
    function that posts a body on a connection that is kept."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, make, arguments), daemon=True)
    process.start()
    if not ours.poll(120):
        raise RuntimeError("the server did not start")
    connection = HTTPConnection("127.0.0.1", ours.recv(), timeout=120)

    def ask(body: bytes) -> bytes:
        connection.request("POST", "/v1/chat/completions", body, {"content-type": "application/json"})
        response = connection.getresponse()
        answer = response.read()
        if response.status != 200:
            raise RuntimeError(f"{response.status}: {answer[:300]!r}")
        return answer

    try:
        yield ask
    finally:
        connection.close()
        process.terminate()
        process.join(10)


def _serve(pipe: Connection, make: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    config = uvicorn.Config(make(*arguments), log_level="error", access_log=False)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        pipe.send(listening.getsockname()[1])
        uvicorn.Server(config).run(sockets=[listening])
