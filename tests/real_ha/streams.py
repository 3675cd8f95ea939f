"""Reading an answer as every client inside Home Assistant reads it, and insisting that they all read the same.

The strict reader states what a stream must be so that all of them can; the others are the individual clients' ways of
reading, with their limits. A stream that any of them would misread is an error, whatever it says.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import httpx
import openai
from openai.types.chat import ChatCompletionChunk

Json = dict[str, Any]


class UnreadableAnswer(Exception):
    """A client inside Home Assistant would fail on this answer or misread it."""


class Said(NamedTuple):
    """What an answer says: its text, and its calls as (id, name, arguments)."""

    text: str
    calls: tuple[tuple[str, str, str], ...] = ()


def _require(condition: object, problem: str) -> None:
    if not condition:
        raise UnreadableAnswer(problem)


def _call(call: Json) -> tuple[str, str, str]:
    function = call.get("function") or {}
    _require(isinstance(call.get("id"), str) and call["id"], "a tool call has no id")
    _require(call.get("type") == "function", "a tool call's type is not function")
    _require(isinstance(function.get("name"), str) and function["name"], "a tool call has no name")
    arguments = function.get("arguments")
    _require(isinstance(arguments, str), "a tool call's arguments are not a string")
    try:
        _require(isinstance(json.loads(arguments), dict), "a tool call's arguments are not an object")
    except json.JSONDecodeError as error:
        raise UnreadableAnswer(f"a tool call's arguments are not whole JSON: {arguments!r}") from error
    return call["id"], function["name"], arguments


def _finish(calls: list[tuple[str, str, str]]) -> str:
    return "tool_calls" if calls else "stop"


def read_whole(answer: Json) -> Said:
    """An answer that was not streamed."""
    choices = answer.get("choices")
    _require(isinstance(choices, list) and len(choices) == 1, "there is not exactly one choice")
    message = choices[0].get("message") or {}
    _require(message.get("role") == "assistant", "the message's role is not assistant")
    _require("tool_calls" not in message or message["tool_calls"], "tool_calls is null or empty instead of missing")
    calls = [_call(call) for call in message.get("tool_calls", [])]
    _require(len({call[0] for call in calls}) == len(calls), "two calls have the same id")
    _require(choices[0].get("finish_reason") in (_finish(calls), "length"), "finish_reason does not fit the message")
    return Said(message.get("content") or "", tuple(calls))


def chunks(body: bytes) -> list[Json]:
    """The JSON chunks of a stream, which must be nothing but `data:` lines and end with `[DONE]`."""
    lines = [line for line in body.decode().split("\n") if line.strip("\r")]
    _require(all(line.startswith("data: ") for line in lines), "a line of the stream is not a data line")
    _require(lines and lines[-1].strip() == "data: [DONE]", "the stream does not end with [DONE]")
    try:
        return [json.loads(line[len("data: ") :]) for line in lines[:-1]]
    except json.JSONDecodeError as error:
        raise UnreadableAnswer(f"a chunk is not JSON: {error}") from error


def read_strictly(body: bytes) -> Said:
    """The stream that every client reads: role; text or one whole call per chunk; one finish with an empty delta."""
    text = ""
    calls: list[tuple[str, str, str]] = []
    finished: str | None = None
    started = False
    for chunk in chunks(body):
        _require(not (chunk.get("error")), f"the stream carries an error: {chunk.get('error')}")
        choices = chunk.get("choices")
        _require(isinstance(choices, list) and len(choices) <= 1, "a chunk has more than one choice")
        if not choices:
            _require(chunk.get("usage") and finished, "a chunk without a choice is not the usage at the end")
            continue
        _require(finished is None, "something follows the finish_reason")
        delta = choices[0].get("delta")
        _require(isinstance(delta, dict), "a chunk has no delta")
        if not started:
            _require(delta.get("role") == "assistant", "the first delta does not carry the role")
            started = True
        if delta.get("content"):
            text += delta["content"]
        if "tool_calls" in delta:
            _require(isinstance(delta["tool_calls"], list), "tool_calls is not a list")
            _require(len(delta["tool_calls"]) == 1, "a chunk has more than one tool call, or none")
            call = delta["tool_calls"][0]
            _require(call.get("index") == len(calls), "a tool call's index is not the next one")
            calls.append(_call(call))
        if (finished := choices[0].get("finish_reason")) is not None:
            _require(not delta.get("content") and "tool_calls" not in delta, "the chunk with finish_reason has a delta")
    _require(len({call[0] for call in calls}) == len(calls), "two calls have the same id")
    _require(finished in (_finish(calls), "length"), f"finish_reason {finished!r} does not fit what was said")
    return Said(text, tuple(calls))


def read_first_call_of_chunk(body: bytes) -> Said:
    """Core's llama.cpp client: the first call of each chunk, and nothing after or beside the first finish_reason."""
    text = ""
    calls: list[tuple[str, str, str]] = []
    for chunk in chunks(body):
        if not chunk["choices"]:
            continue
        choice = chunk["choices"][0]
        if choice.get("finish_reason"):
            break
        delta = choice["delta"]
        text += delta.get("content") or ""
        for call in delta.get("tool_calls", [])[:1]:
            calls.append((call["id"], call["function"]["name"], json.dumps(json.loads(call["function"]["arguments"]))))
    return Said(text, tuple(calls))


def read_with_openai(body: bytes) -> Said:
    """Python's `openai` client, gathering argument fragments by index."""
    request = httpx.Request("POST", "http://server/v1/chat/completions")
    response = httpx.Response(200, headers={"content-type": "text/event-stream"}, content=body, request=request)
    client = openai.OpenAI(api_key="none", base_url="http://server/v1", http_client=_never)
    stream = openai.Stream[ChatCompletionChunk](cast_to=ChatCompletionChunk, response=response, client=client)
    text = ""
    calls: dict[int, list[str]] = {}
    for chunk in stream:
        for choice in chunk.choices:
            text += choice.delta.content or ""
            for call in choice.delta.tool_calls or []:
                parts = calls.setdefault(call.index, ["", "", ""])
                parts[0] = call.id or parts[0]
                if call.function:
                    parts[1] += call.function.name or ""
                    parts[2] += call.function.arguments or ""
    return Said(text, tuple((call[0], call[1], call[2]) for _, call in sorted(calls.items())))


def _unreachable(_: httpx.Request) -> httpx.Response:
    raise AssertionError("the stream reader never asks the network")


_never = httpx.Client(transport=httpx.MockTransport(_unreachable))

_OTHERS: dict[str, Callable[[bytes], Said]] = {
    "core's llama.cpp client": read_first_call_of_chunk,
    "the openai client": read_with_openai,
}


def _comparable(what: Said) -> tuple[str, list[tuple[str, str, Any]]]:
    return what.text, [(call[0], call[1], json.loads(call[2])) for call in what.calls]


def read_stream(body: bytes) -> Said:
    """Read a stream strictly, and make sure that the other clients read the same from it."""
    strict = read_strictly(body)
    for name, reader in _OTHERS.items():
        try:
            other = reader(body)
        except Exception as error:
            raise UnreadableAnswer(f"{name} fails on the stream: {error}") from error
        if _comparable(other) != _comparable(strict):
            raise UnreadableAnswer(f"{name} reads something else: {other} instead of {strict}")
    return strict
