"""Reported outputs of models, through the whole machine, with a model that says just that."""

import asyncio
import json
from asyncio import Queue
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import yaml
from ha_assist.adapters.backends.protocol import CallPiece, Capabilities, Finish, Piece, Prompt, TextPiece
from ha_assist.adapters.intents.replies import reply
from ha_assist.adapters.openai.wire import FunctionCall, ToolCall
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import State
from ha_assist.machine.turn import Turn
from ha_assist.states.registry import handlers
from ha_assist.states.services import Services

TESTS = Path(__file__).parents[2]
CASES = yaml.safe_load((TESTS / "cases" / "model_outputs.yaml").read_text(encoding="utf-8"))
with (TESTS / "requests" / "ha-2026.10-llama_cpp.jsonl").open(encoding="utf-8") as lines:
    TOOLS = json.loads(next(lines))["body"]["tools"]
SERVICES = Services(Settings(settings=Assist(ha_assist_text_model="scripted")))
OFFERED = {tool["function"]["name"].rpartition("__")[2]: tool["function"]["name"] for tool in TOOLS}


class Scripted:
    """A model that says what a case says, in small pieces, and counts how often it is asked."""

    name = "scripted"
    capabilities = Capabilities()

    def __init__(self, text: str, calls: list[tuple[str, dict[str, Any]]]) -> None:
        self._text, self._calls = text, calls
        self.asked = 0

    async def generate(self, prompt: Prompt) -> AsyncGenerator[Piece, None]:
        self.asked += 1
        for place in range(0, len(self._text), 5):
            yield TextPiece(self._text[place : place + 5])
        for name, arguments in self._calls:
            yield CallPiece(ToolCall(FunctionCall(OFFERED.get(name, name), json.dumps(arguments))))
        yield Finish()

    async def health(self) -> dict[str, Any]:
        return {"status": "ok"}

    async def close(self) -> None:
        pass


def body_of(case: dict[str, Any], *, stream: bool) -> bytes:
    rows = [next(iter(yaml.safe_load(f"[[{row}]]")))[:3] for row in case["house"]]
    listing = yaml.safe_dump([{"names": name, "domain": domain, "areas": area} for area, domain, name in rows], sort_keys=False)
    system = f"Static Context: An overview of the areas and the devices in this smart home:\n{listing}"
    messages = [{"role": "system", "content": system}, {"role": "user", "content": case["say"]}]
    return json.dumps({"model": "HA-Assist", "messages": messages, "tools": TOOLS, "stream": stream}).encode()


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("case", CASES, ids=[case["about"] for case in CASES])
async def test_only_what_is_sound_and_asked_for_leaves(case: dict[str, Any], stream: bool) -> None:
    model = Scripted(case.get("model", ""), case.get("calls", []))
    turn = Turn(body_of(case, stream=stream), stream=Queue() if stream else None)
    await asyncio.wait_for(Runner(handlers(SERVICES, {"scripted": model})).run(turn), 20)
    assert turn.state is State.ANSWERED
    assert turn.answer is not None
    calls = [[call.function.name.rpartition("__")[2], json.loads(str(call.function.arguments))] for call in turn.answer.calls]
    assert calls == case.get("sent", [])
    text = case.get("text", "")
    assert (turn.answer.text or "") == (reply(text.lower(), ["en"]) if text.isupper() else text)
    assert model.asked == 1
    if turn.stream is not None:
        streamed = "".join(piece.text for piece in _all(turn.stream) if isinstance(piece, TextPiece))
        assert (turn.answer.text or "").startswith(streamed)


def _all(queue: "Queue[Piece]") -> list[Piece]:
    return [queue.get_nowait() for _ in range(queue.qsize())]
