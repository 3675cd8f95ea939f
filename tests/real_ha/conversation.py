"""What a chat-completions client inside Home Assistant does: ask, execute, report back, until there is text."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx

from . import homes, streams
from .dialects import MODEL, Dialect, Offer
from .houses import Call, House, NotRecorded

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


@dataclass
class Conversation:
    """One conversation as it goes on: where, how, and the growing list of messages."""

    url: str
    wire: Wire
    home: str
    area: str | None
    messages: list[Json] = field(default_factory=list)
    id: str = field(default_factory=lambda: uuid.uuid4().hex)


class Client:
    """Talks to servers on behalf of the houses."""

    def __init__(self, house: House, model_calls: Callable[[], int]) -> None:
        self._house = house
        self._model_calls = model_calls
        self._http = httpx.Client(timeout=30)

    def close(self) -> None:
        """Close connections."""
        self._http.close()

    def converse(self, conversation: Conversation, utterances: list[str]) -> list[Turn]:
        """A whole conversation, from the home as written. It ends early when nothing sensible can follow."""
        home = conversation.home
        turns = []
        try:
            self._house.reset(home)
        except NotRecorded as missing:
            return [Turn(utterances[0], not_recorded=str(missing))]
        for text in utterances:
            turn = Turn(text, before=self._house.views(home))
            turns.append(turn)
            before = self._model_calls()
            try:
                self._turn(conversation, turn)
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

    def _turn(self, conversation: Conversation, turn: Turn) -> None:
        dialect = conversation.wire.dialect
        offer = self._house.offer(conversation.home, conversation.area)
        fixed = {
            "model": MODEL,
            "tools": dialect.tools(offer),
            "stream": conversation.wire.stream,
            **dialect.settings(conversation.id),
        }
        system = {"role": "system", "content": dialect.system(offer)}
        conversation.messages.append({"role": "user", "content": turn.text})
        for _ in range(MAX_ROUNDS):
            said = self._ask(conversation.url, fixed | {"messages": [system, *conversation.messages]}, turn)
            if not said.calls:
                turn.reply = said.text
                conversation.messages.append({"role": "assistant", "content": said.text})
                return
            calls = [
                {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
                for call_id, name, arguments in said.calls
            ]
            conversation.messages.append({"role": "assistant", "content": said.text or None, "tool_calls": calls})
            for call_id, name, arguments in said.calls:
                step = Step(name, json.loads(arguments), None)
                turn.steps.append(step)
                step.result = self._execute(conversation, offer, step, turn)
                content = dialect.content(step.result)
                conversation.messages.append({"role": "tool", "tool_call_id": call_id, "content": content})
            turn.touched.update(self._house.advance(conversation.home, ROUND_SECONDS).touched)
        turn.error = f"no text after {MAX_ROUNDS} rounds"

    def _execute(self, conversation: Conversation, offer: Offer, step: Step, turn: Turn) -> Any:
        home, dialect = conversation.home, conversation.wire.dialect
        name = dialect.plain_name(offer, step.name)
        if name is None:
            return {"error": "HomeAssistantError", "error_text": f'Tool "{step.name}" not found'}
        local = dialect.local_result(homes.load(home), self._house.views(home), name, step.args)
        if local is not None:
            return local
        outcome = self._house.call(home, conversation.area, Call(name, step.args, turn.text))
        turn.touched.update(outcome.touched)
        return outcome.result

    def _ask(self, url: str, body: Json, turn: Turn) -> streams.Said:
        response = self._http.post(f"{url}/v1/chat/completions", json=body)
        if response.status_code != 200:
            raise streams.UnreadableAnswer(f"HTTP {response.status_code}: {response.text[:300]}")
        if body["stream"]:
            return streams.read_stream(response.content)
        try:
            answer = response.json()
        except json.JSONDecodeError as error:
            raise streams.UnreadableAnswer(f"the answer is not JSON: {error}") from error
        if metrics := answer.get("metrics"):
            turn.metrics.append(metrics)
        return streams.read_whole(answer)
