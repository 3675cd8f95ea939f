"""The log tells of every request how it ended, and nothing of what was said, except where that is wanted."""

import asyncio
import logging
import re
import time
from typing import Any

import httpx
import pytest
from ha_assist.adapters.settings import Server, Settings, Telemetry
from ha_assist.machine.turn import Answer, Failure, Turn
from serving import MESSAGES, PHYSICAL, Machine, Serve, call

BODY: dict[str, Any] = {"model": "HA-Assist", "messages": MESSAGES}
DIRECT = "received>boundary>classify>deterministic>validate>answered"
ASKED = "received>boundary>classify>deterministic>retrieve>compile>generate"
LOG = "ha_assist.http.request_log"


class Lines:
    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.INFO, LOG)
        self._caplog = caplog

    def records(self) -> list[logging.LogRecord]:
        """What there is, once there is something: a line is written when its response has been sent."""
        until = time.monotonic() + 10
        while not (found := [record for record in self._caplog.records if record.name == LOG]) and time.monotonic() < until:
            time.sleep(0.02)
        return found

    def __call__(self) -> list[str]:
        return [record.getMessage() for record in self.records()]


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Lines:
    return Lines(caplog)


def fails(failure: Failure) -> Machine:
    async def generate(turn: Turn) -> None:
        turn.failure = failure

    return Machine(asks_model=True, generate=generate)


@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_is_a_line_with_id_status_path_and_time(serve: Serve, lines: Lines, stream: bool) -> None:
    response = serve().post(json=BODY | {"stream": stream})
    (line,) = lines()
    assert re.fullmatch(rf"{response.headers['x-request-id']} 200 {DIRECT} \d+\.\d ms", line)


def test_a_failure_is_a_warning_that_names_the_model_and_the_reason(serve: Serve, lines: Lines) -> None:
    failure = Failure(503, f"{PHYSICAL}: cannot be reached: refused", code="backend_unavailable")
    serve(fails(failure)).post(json=BODY)
    (record,) = lines.records()
    assert record.levelno == logging.WARNING
    line = record.getMessage()
    assert f" 503 {ASKED}>failed " in line
    assert line.endswith(f" model={PHYSICAL} backend_unavailable: {PHYSICAL}: cannot be reached: refused")


def test_the_words_of_a_server_are_left_out_for_they_may_quote_the_request(serve: Serve, lines: Lines) -> None:
    failure = Failure(502, "the backend answered 400: 'turn on the lamp' is bad", brief="the backend answered 400")
    serve(fails(failure)).post(json=BODY)
    (line,) = lines()
    assert "the backend answered 400" in line
    assert "lamp" not in line


def test_a_refusal_names_the_field_and_not_what_is_in_it(serve: Serve, lines: Lines) -> None:
    serve().post(json=BODY | {"n": 7})
    (line,) = lines()
    assert " 400 received>boundary>refused " in line
    assert line.endswith(" n")


def test_requests_that_never_reach_the_machine_have_a_line_too(serve: Serve, lines: Lines) -> None:
    server = serve(settings=Settings(server=Server(api_key="sesame")))
    ids = [server.post(json=BODY).headers["x-request-id"], server.get("/nothing%0Ahere").headers["x-request-id"]]
    assert lines() == [f"{ids[0]} 401 POST '/v1/chat/completions'", f"{ids[1]} 404 GET '/nothing\\nhere'"]


@pytest.mark.parametrize("capture", [False, True])
def test_what_was_said_is_told_only_where_it_is_wanted(serve: Serve, lines: Lines, capture: bool) -> None:
    def classify(turn: Turn) -> None:
        turn.sentence = "turn on\nthe lamp"

    machine = Machine(Answer(calls=(call("HassTurnOn", '{"name": "Lamp"}'),)), classify=classify)
    serve(machine, settings=Settings(telemetry=Telemetry(capture_content=capture))).post(json=BODY)
    (line,) = lines()
    assert ("HassTurnOn" in line) is capture
    assert ("the lamp" in line) is capture
    assert line.isprintable()


def test_a_client_that_hangs_up_is_told_as_such(serve: Serve, lines: Lines) -> None:
    async def never(turn: Turn) -> None:
        await asyncio.sleep(60)

    server = serve(Machine(asks_model=True, generate=never))
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(f"{server.url}/v1/chat/completions", json=BODY, timeout=0.3)
    (line,) = lines()
    assert " 499 " in line
    assert line.endswith("the client hung up")
