"""Streams that every one of Home Assistant's clients can read, event by event and through the real ``openai`` client."""

import asyncio
import json
import re
import threading
import time
from typing import Any

import httpx
import openai
import pytest
from ha_assist.adapters.backends.protocol import CallPiece, Finish, RawPiece, TextPiece
from ha_assist.http.stream import unsent
from ha_assist.machine.turn import Answer, Failure, Turn
from hypothesis import given
from hypothesis import strategies as st
from serving import MESSAGES, PHYSICAL, USAGE, Machine, Serve, Served, call

BODY: dict[str, Any] = {"model": "HA-Assist", "messages": MESSAGES, "stream": True}
CALLS = (call("intent__HassTurnOn", '{"name":"Lamp"}', "call_aaaaaaaa"), call("llm__GetDateTime", "", "call_bbbbbbbb"))
WAIT = 10.0


def events_of(server: Served, **fields: Any) -> list[Any]:
    """The stream's events, decoded; the last one is the string ``[DONE]``."""
    response = server.post(json=BODY | fields)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/event-stream")
    assert response.headers["x-request-id"]
    return decoded(response.text)


def decoded(text: str) -> list[Any]:
    """The events of an SSE body. Every line is an event's or empty: no comments, no other fields."""
    blocks = text.split("\n\n")
    assert blocks.pop() == ""
    assert all(re.fullmatch(r"data: [^\n]+", block) for block in blocks)
    data = [block.removeprefix("data: ") for block in blocks]
    return [found if found == "[DONE]" else json.loads(found) for found in data]


def deltas_of(events: list[Any]) -> list[tuple[dict[str, Any], str | None]]:
    """Delta and finish_reason of every chunk with a choice, after a check of what all chunks have in common."""
    chunks = [event for event in events if event != "[DONE]"]
    assert {chunk["object"] for chunk in chunks} == {"chat.completion.chunk"}
    assert len({(chunk["id"], chunk["model"], chunk["created"]) for chunk in chunks}) == 1
    choices = [chunk["choices"][0] for chunk in chunks if chunk["choices"]]
    assert all(choice["index"] == 0 for choice in choices)
    return [(choice["delta"], choice["finish_reason"]) for choice in choices]


def generating(*pieces: Any, answer: Answer | None = None, failure: Failure | None = None) -> Machine:
    """A machine whose model says ``pieces``, as the generate state hands them on."""

    async def generate(turn: Turn) -> None:
        for piece in pieces:
            turn.pieces.append(piece)
            if turn.stream is not None and isinstance(piece, TextPiece | RawPiece):
                await turn.stream.put(piece)
                await asyncio.sleep(0)
        turn.failure = failure

    text = "".join(piece.text for piece in pieces if isinstance(piece, TextPiece))
    return Machine(answer or Answer(text=text, usage=USAGE), asks_model=True, generate=generate)


# The shape


def test_a_direct_text(serve: Serve) -> None:
    events = events_of(serve(Machine(Answer(text="The lamp is on."))))
    assert events[-1] == "[DONE]"
    assert deltas_of(events) == [({"role": "assistant"}, None), ({"content": "The lamp is on."}, None), ({}, "stop")]


def test_calls_come_one_a_chunk_whole_and_with_their_own_index(serve: Serve) -> None:
    events = events_of(serve(Machine(Answer(calls=CALLS))))

    def whole(index: int, identifier: str, name: str, arguments: str) -> dict[str, Any]:
        function = {"name": name, "arguments": arguments}
        return {"tool_calls": [{"index": index, "id": identifier, "type": "function", "function": function}]}

    assert deltas_of(events) == [
        ({"role": "assistant"}, None),
        (whole(0, "call_aaaaaaaa", "intent__HassTurnOn", '{"name":"Lamp"}'), None),
        (whole(1, "call_bbbbbbbb", "llm__GetDateTime", "{}"), None),
        ({}, "tool_calls"),
    ]


def test_generated_text_comes_in_its_pieces(serve: Serve) -> None:
    machine = generating(TextPiece(""), TextPiece("It is "), TextPiece(""), TextPiece("late."), Finish("stop", USAGE))
    assert deltas_of(events_of(serve(machine))) == [
        ({"role": "assistant"}, None),
        ({"content": "It is "}, None),
        ({"content": "late."}, None),
        ({}, "stop"),
    ]


def test_calls_follow_text_that_was_streamed(serve: Serve) -> None:
    said = generating(TextPiece("One moment."), CallPiece(CALLS[0]), answer=Answer(text="One moment.", calls=CALLS[:1]))
    deltas = deltas_of(events_of(serve(said)))
    assert [list(delta) for delta, _ in deltas] == [["role"], ["content"], ["tool_calls"], []]
    assert deltas[-1] == ({}, "tool_calls")


def test_a_call_is_not_sent_before_it_was_checked(serve: Serve) -> None:
    rejected = generating(CallPiece(CALLS[0]), answer=Answer(text="I cannot do that."))
    deltas = deltas_of(events_of(serve(rejected)))
    assert deltas == [({"role": "assistant"}, None), ({"content": "I cannot do that."}, None), ({}, "stop")]


def test_what_the_answer_adds_to_the_streamed_text_is_sent(serve: Serve) -> None:
    rejected = generating(TextPiece("I will."), CallPiece(CALLS[0]), answer=Answer(text="I will. But I cannot."))
    text = "".join(delta.get("content", "") for delta, _ in deltas_of(events_of(serve(rejected))))
    assert text == "I will. But I cannot."


@pytest.mark.parametrize("machine", [Machine(Answer(text="Yes.")), generating(TextPiece("Yes."))], ids=["direct", "generated"])
@pytest.mark.parametrize("options", [{"include_usage": True}, {"include_usage": False}, {}, None])
def test_a_usage_chunk_comes_only_if_asked_for(serve: Serve, machine: Machine, options: dict[str, Any] | None) -> None:
    events = events_of(serve(machine), stream_options=options)
    with_usage = [event for event in events if event != "[DONE]" and "usage" in event]
    if options == {"include_usage": True}:
        spent = USAGE if machine.asks_model else machine.answer.usage
        assert with_usage == [events[-2]]
        assert events[-2]["choices"] == []
        assert events[-2]["usage"]["total_tokens"] == spent.total_tokens
    else:
        assert with_usage == []


# Through the client


def test_the_openai_client_reads_calls(serve: Serve) -> None:
    stream = serve(Machine(Answer(calls=CALLS))).client().chat.completions.create(**BODY)
    calls = [chunk.choices[0].delta.tool_calls for chunk in stream if chunk.choices[0].delta.tool_calls]
    assert [(found[0].index, found[0].id, found[0].function.name) for found in calls] == [
        (0, "call_aaaaaaaa", "intent__HassTurnOn"),
        (1, "call_bbbbbbbb", "llm__GetDateTime"),
    ]


def test_the_openai_client_accumulates_a_stream(serve: Serve) -> None:
    client = serve(Machine(Answer(text="Done.", calls=CALLS))).client()
    with client.chat.completions.stream(model="HA-Assist", messages=MESSAGES, stream_options={"include_usage": True}) as stream:
        completion = stream.get_final_completion()
    message = completion.choices[0].message
    assert message.content == "Done."
    assert [found.function.arguments for found in message.tool_calls or ()] == ['{"name":"Lamp"}', "{}"]
    assert completion.usage is not None
    assert completion.usage.total_tokens == 0


def test_text_arrives_while_the_model_still_speaks(serve: Serve) -> None:
    heard = threading.Event()

    async def generate(turn: Turn) -> None:
        assert turn.stream is not None
        await turn.stream.put(TextPiece("first"))
        assert await asyncio.to_thread(heard.wait, WAIT)
        await turn.stream.put(TextPiece(" second"))
        turn.pieces.append(TextPiece("first second"))

    machine = Machine(Answer(text="first second"), asks_model=True, generate=generate)
    texts = []
    for chunk in serve(machine).client().chat.completions.create(**BODY):
        if chunk.choices[0].delta.content:
            texts.append(chunk.choices[0].delta.content)
            heard.set()
    assert texts == ["first", " second"]


# Trouble


def test_a_failure_after_the_first_word_is_an_event_and_the_end(serve: Serve) -> None:
    events = events_of(serve(generating(TextPiece("It is"), failure=Failure(502, "broke off", code="backend_error"))))
    assert events[-2:] == [
        {"error": {"message": "broke off", "type": "server_error", "param": None, "code": "backend_error"}},
        "[DONE]",
    ]
    assert deltas_of(events[:-2]) == [({"role": "assistant"}, None), ({"content": "It is"}, None)]


def test_the_openai_client_raises_that_failure(serve: Serve) -> None:
    server = serve(generating(TextPiece("It is"), failure=Failure(502, "broke off")))
    with pytest.raises(openai.APIError, match="broke off"):
        list(server.client().chat.completions.create(**BODY))


def test_a_bug_after_the_first_word_is_an_event_and_the_end(serve: Serve) -> None:
    nameless = Answer(text="Hm.", calls=(call("x", "{}", identifier=None),))
    events = events_of(serve(generating(TextPiece("Hm."), answer=nameless)))
    assert events[-2]["error"]["message"] == "internal error"
    assert events[-1] == "[DONE]"


# Physical models


def test_the_chunks_of_a_physical_model_are_passed_through_untouched(serve: Serve) -> None:
    chunks = [{"id": "theirs", "choices": [{"delta": {"content": None, "x": 1}}]}, {"choices": [], "usage": {"odd": [1, None]}}]
    machine = generating(*map(RawPiece, chunks), answer=Answer(raw=chunks[-1]))
    assert events_of(serve(machine), model=PHYSICAL) == [*chunks, "[DONE]"]


# Clients that hang up


class Waiting:
    """A model that never comes to an end, and notes that it was cancelled."""

    def __init__(self, first: str | None) -> None:
        self.first = first
        self.started = threading.Event()
        self.cancelled = threading.Event()

    async def __call__(self, turn: Turn) -> None:
        if self.first is not None and turn.stream is not None:
            await turn.stream.put(TextPiece(self.first))
        self.started.set()
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            self.cancelled.set()
            raise


@pytest.mark.parametrize("stream", [False, True])
def test_a_client_that_hangs_up_before_the_first_word_ends_the_generation(serve: Serve, stream: bool) -> None:
    model = Waiting(first=None)
    server = serve(Machine(asks_model=True, generate=model))
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(f"{server.url}/v1/chat/completions", json=BODY | {"stream": stream}, timeout=0.5)
    assert model.started.is_set()
    assert model.cancelled.wait(WAIT)


def test_a_client_that_hangs_up_in_the_middle_ends_the_generation(serve: Serve) -> None:
    model = Waiting(first="Well")
    server = serve(Machine(asks_model=True, generate=model))
    with httpx.stream("POST", f"{server.url}/v1/chat/completions", json=BODY, timeout=WAIT) as response:
        assert "role" in next(response.iter_text())
        assert not model.cancelled.is_set()
    assert model.cancelled.wait(WAIT)


def test_other_clients_are_served_while_one_waits(serve: Serve) -> None:
    model = Waiting(first="Well")
    server = serve(Machine(asks_model=True, generate=model))
    with httpx.stream("POST", f"{server.url}/v1/chat/completions", json=BODY, timeout=WAIT):
        assert model.started.wait(WAIT)
        begun = time.perf_counter()
        assert server.get("/health").status_code == 200
        assert time.perf_counter() - begun < 0.5


# Properties


@given(st.text(), st.text())
def test_what_continues_the_sent_text_completes_it(sent: str, more: str) -> None:
    assert sent + unsent(sent, sent + more) == sent + more


@given(st.text(), st.text(min_size=1).filter(str.strip))
def test_another_text_is_sent_whole_unless_it_was_heard(sent: str, text: str) -> None:
    assert text.strip() in sent + unsent(sent, text)
