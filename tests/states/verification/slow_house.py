"""A house whose things take their time, a client that talks to the machine as Home Assistant does, and a clock that jumps.

Nothing waits for real: the event loop is asyncio's own, but its clock is moved on whenever there is nothing else to do.
"""

import asyncio
import json
import selectors
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import yaml
from ha_assist.adapters.settings import Assist, Settings
from ha_assist.machine.runner import Runner
from ha_assist.machine.states import State
from ha_assist.machine.turn import Turn
from ha_assist.states.registry import handlers
from ha_assist.states.services import Services

T = TypeVar("T")
Json = dict[str, Any]
MOST_ROUNDS = 10


class _Jumping(selectors.DefaultSelector):
    """Does not wait: moves the clock."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += timeout or 0.0
        return super().select(0)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.selector = _Jumping()
        super().__init__(self.selector)

    def time(self) -> float:
        return self.selector.now


def in_virtual_time(work: Coroutine[Any, Any, T]) -> T:
    """Run ``work`` to its end."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(work)


Published = Callable[[str, str, float], str]
"""The state that a thing shows: from the state before, the one that was commanded, and the seconds since."""


def after(seconds: float) -> Published:
    return lambda old, new, since: new if since >= seconds else old


def never(old: str, new: str, since: float) -> str:
    return old


def gone(old: str, new: str, since: float) -> str:
    return "unavailable"


def shows(*states: tuple[float, str]) -> Published:
    """These states, each from a time on."""
    return lambda old, new, since: [old, *(state for start, state in states if since >= start)][-1]


AT_ONCE = after(0)
_OVERVIEW = "An overview of the areas and the devices in this smart home:"
_COMMANDED = {
    "HassTurnOn": {"cover": "open", "lock": "locked", "climate": "heat"},
    "HassTurnOff": {"cover": "closed", "lock": "unlocked"},
}


@dataclass
class Thing:
    """A thing of the house. ``names`` as HA lists them, ``own`` its true display name."""

    names: str
    domain: str = "light"
    area: str = "Kitchen"
    published: Published = AT_ONCE
    state: str = "off"
    own: str = ""
    wanted: str = ""
    since: float = 0.0

    @property
    def display(self) -> str:
        return self.own or self.names.split(", ")[0]

    def shown(self, now: float) -> str:
        return (
            self.published(self.state, self.wanted, now - self.since)
            if self.wanted
            else self.published(self.state, self.state, now)
        )


@dataclass
class SlowHouse:
    """Carries out calls at once, and shows what came of them when the things see fit. ``filters``: as Home Assistant since
    2026, with prefixed tools, wrapped results and filtered reads; else as in 2025."""

    things: list[Thing]
    filters: bool = True
    done: list[tuple[str, Json]] = field(default_factory=list)
    reads: list[Json] = field(default_factory=list)

    def system(self) -> str:
        listed = [{"names": thing.names, "domain": thing.domain, "areas": thing.area} for thing in self.things]
        return f"Static Context: {_OVERVIEW}\n{yaml.safe_dump(listed, sort_keys=False)}"

    def tools(self) -> list[Json]:
        text, texts = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
        target = {"name": text, "area": text, "floor": text, "domain": texts, "device_class": texts}
        live = {"name": text, "area": text, "domain": {"anyOf": [text, texts]}} if self.filters else {}
        prefix, reader = ("intent__", "homeassistant__") if self.filters else ("", "")
        found = {f"{prefix}HassTurnOn": target, f"{prefix}HassTurnOff": target, f"{reader}GetLiveContext": live}
        return [_function(name, slots) for name, slots in found.items()]

    def call(self, name: str, arguments: Json, now: float) -> str:
        """The content of the tool message."""
        intent = name.rsplit("__", maxsplit=1)[-1]
        result = self._live(arguments, now) if intent == "GetLiveContext" else self._act(intent, arguments, now)
        return json.dumps({"data": result, "error": "error" in result} if self.filters else result)

    def _act(self, intent: str, arguments: Json, now: float) -> Json:
        self.done.append((intent, arguments))
        found = [thing for thing in self.things if self._meant(thing, arguments)]
        if not found:
            reason = "NAME" if "name" in arguments else "AREA"
            text = (
                f"No entities matched the {reason.lower()}"
                if self.filters
                else f"no_match_reason=<MatchFailedReason.{reason}: 1>"
            )
            return {"error": "MatchFailedError", "error_text": text}
        for thing in found:
            thing.state, thing.since = thing.shown(now), now
            thing.wanted = _COMMANDED[intent].get(thing.domain, "on" if intent == "HassTurnOn" else "off")
        success = [{"name": thing.display, "type": "entity", "id": f"{thing.domain}.x"} for thing in found]
        return {"speech": {}, "response_type": "action_done", "data": {"success": success, "failed": []}}

    def _meant(self, thing: Thing, arguments: Json) -> bool:
        return (
            ("name" not in arguments or arguments["name"].casefold() == thing.display.casefold())
            and ("area" not in arguments or arguments["area"].casefold() == thing.area.casefold())
            and ("domain" not in arguments or thing.domain in arguments["domain"])
        )

    def _live(self, arguments: Json, now: float) -> Json:
        self.reads.append(arguments)
        listed = [
            {"names": thing.names, "domain": thing.domain, "state": thing.shown(now), "areas": thing.area}
            for thing in self.things
            if self._meant(thing, arguments)
        ]
        if not listed:
            return {"error": f"No exposed entities matched {arguments}"}
        return {"result": f"Live Context: {_OVERVIEW}\n{yaml.safe_dump(listed, sort_keys=False)}"}


def _function(name: str, slots: Json) -> Json:
    parameters = {"type": "object", "properties": slots, "additionalProperties": False}
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


@dataclass
class Talk:
    """What came of a sentence."""

    text: str = ""
    turns: list[Turn] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def metrics(self) -> list[Json]:
        """What the state ``verify`` said of itself, round by round."""
        return [turn.metrics["ha_verify"] for turn in self.turns if "ha_verify" in turn.metrics]


Trim = Callable[[list[Json]], list[Json]]


def everything(messages: list[Json]) -> list[Json]:
    return messages


async def converse(
    house: SlowHouse,
    sentence: str,
    *,
    trim: Trim = everything,
    rename: bool = False,
    parallel: bool | None = None,
    **settings: Any,
) -> Talk:
    """Say ``sentence`` and do what is asked until there is text. ``trim`` is applied to the messages after the user's, in
    every round; ``rename`` gives the calls ids of the client's own. Without text after ten rounds the Talk has none."""
    machine = Runner(handlers(Services(Settings(settings=Assist(**settings))), {}))
    loop = asyncio.get_running_loop()
    talk, following = Talk(), list[Json]()
    started = loop.time()
    head = [{"role": "system", "content": house.system()}, {"role": "user", "content": sentence}]
    for round_ in range(MOST_ROUNDS):
        body: Json = {
            "model": "HA-Assist",
            "messages": [*head, *trim(following)],
            "tools": house.tools(),
            "parallel_tool_calls": parallel,
        }
        turn = await machine.run(Turn(json.dumps(body).encode()))
        talk.turns.append(turn)
        assert turn.state is State.ANSWERED, turn.failure or turn.refusal
        assert turn.answer is not None
        if not turn.answer.calls:
            talk.text = turn.answer.text or ""
            break
        following += _executed(house, turn, loop.time(), round_ if rename else None)
    talk.seconds = loop.time() - started
    return talk


def _executed(house: SlowHouse, turn: Turn, now: float, renamed: int | None) -> Sequence[Json]:
    calls, results = [], []
    for place, call in enumerate(turn.answer.calls if turn.answer is not None else ()):
        id_ = call.id if renamed is None else f"toolu_{renamed}_{place}"
        arguments = str(call.function.arguments)
        calls.append({"id": id_, "type": "function", "function": {"name": call.function.name, "arguments": arguments}})
        content = house.call(call.function.name, json.loads(arguments), now)
        results.append({"role": "tool", "tool_call_id": id_, "content": content})
    return [{"role": "assistant", "content": None, "tool_calls": calls}, *results]


def told(house: SlowHouse, sentence: str, **options: Any) -> Talk:
    """``converse`` in virtual time."""
    return in_virtual_time(converse(house, sentence, **options))
