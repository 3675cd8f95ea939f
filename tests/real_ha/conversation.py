"""What a chat-completions client inside Home Assistant does with one utterance: ask, execute, report back, until there is text."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx

from . import homes, streams
from .dialects import MODEL, Dialect, Offer
from .houses import House, NotRecorded

MAX_ROUNDS = 10
ROUND_SECONDS = 0.5  # virtual time that each round takes in the house

Json = dict[str, Any]


@dataclass(frozen=True)
class Wire:
    """How a client talks."""

    dialect: Dialect
    stream: bool

    @property
    def name(self) -> str:
        """A name for reports and the command line."""
        return f"{self.dialect.name}{'-stream' if self.stream else ''}"


@dataclass
class Step:
    """One executed call."""

    name: str
    args: Json
    result: Any


@dataclass
class Turn:
    """Everything that happened for one utterance."""

    text: str
    steps: list[Step] = field(default_factory=list)
    reply: str = ""
    error: str = ""
    not_recorded: str = ""
    metrics: list[Json] = field(default_factory=list)
    model_calls: int = 0
    before: Json = field(default_factory=dict)
    after: Json = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)

    @property
    def refused(self) -> int:
        """How many calls Home Assistant refused."""
        return sum(1 for step in self.steps if isinstance(step.result, dict) and "error" in step.result)


class Client:
    """Talks to one server on behalf of the houses."""

    def __init__(self, house: House, model_calls: Callable[[], int]) -> None:
        self._house = house
        self._model_calls = model_calls
        self._http = httpx.Client(timeout=30)

    def close(self) -> None:
        """Close connections."""
        self._http.close()

    def converse(self, url: str, wire: Wire, home: str, area: str | None, utterances: list[str]) -> list[Turn]:
        """A whole conversation, from the home as written."""
        self._house.reset(home)
        conversation = uuid.uuid4().hex
        messages: list[Json] = []
        turns = []
        for text in utterances:
            turn = Turn(text, before=self._house.views(home))
            turns.append(turn)
            before = self._model_calls()
            try:
                self._turn(url, wire, home, area, messages, conversation, turn)
                turn.touched.update(self._house.settle(home).touched)
            except NotRecorded as missing:
                turn.not_recorded = str(missing)
            except (streams.UnreadableAnswer, httpx.HTTPError) as problem:
                turn.error = f"{type(problem).__name__}: {problem}"
            turn.model_calls = self._model_calls() - before
            turn.after = self._house.views(home)
            if turn.error or turn.not_recorded:
                break
        return turns

    def _turn(
        self, url: str, wire: Wire, home: str, area: str | None, messages: list[Json], conversation: str, turn: Turn
    ) -> None:
        offer = self._house.offer(home, area)
        system = {"role": "system", "content": wire.dialect.system(offer)}
        tools = wire.dialect.tools(offer)
        messages.append({"role": "user", "content": turn.text})
        for _ in range(MAX_ROUNDS):
            body = {"model": MODEL, "messages": [system, *messages], "tools": tools, "stream": wire.stream}
            said = self._ask(url, body | wire.dialect.settings(conversation), turn)
            if not said.calls:
                turn.reply = said.text
                messages.append({"role": "assistant", "content": said.text})
                return
            messages.append(
                {
                    "role": "assistant",
                    "content": said.text or None,
                    "tool_calls": [
                        {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
                        for call_id, name, arguments in said.calls
                    ],
                }
            )
            for call_id, name, arguments in said.calls:
                result = self._execute(wire, home, area, offer, name, json.loads(arguments), turn)
                content = wire.dialect.content(result)
                messages.append({"role": "tool", "tool_call_id": call_id, "content": content})
            turn.touched.update(self._house.advance(home, ROUND_SECONDS).touched)
        turn.error = f"no text after {MAX_ROUNDS} rounds"

    def _execute(
        self, wire: Wire, home: str, area: str | None, offer: Offer, name: str, args: Json, turn: Turn
    ) -> Any:
        plain = wire.dialect.plain_name(offer, name)
        if plain is None:
            result: Any = {"error": "HomeAssistantError", "error_text": f'Tool "{name}" not found'}
        else:
            result = wire.dialect.local_result(homes.load(home), self._house.views(home), plain, args)
            if result is None:
                outcome = self._house.call(home, area, plain, args, turn.text)
                turn.touched.update(outcome.touched)
                result = outcome.result
        turn.steps.append(Step(name, args, result))
        return result

    def _ask(self, url: str, body: Json, turn: Turn) -> streams.Said:
        response = self._http.post(f"{url}/v1/chat/completions", json=body)
        if response.status_code != 200:
            raise streams.UnreadableAnswer(f"HTTP {response.status_code}: {response.text[:300]}")
        if body["stream"]:
            return streams.read_stream(response.content)
        answer = response.json()
        if metrics := answer.get("metrics"):
            turn.metrics.append(metrics)
        return streams.read_whole(answer)
