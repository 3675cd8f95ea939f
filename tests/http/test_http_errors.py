"""Whatever goes wrong, the client gets OpenAI's error object, a fitting status and the request's id; and the server lives."""

import socket
from collections.abc import Callable
from typing import Any

import httpx
import openai
import pytest
from ha_assist.adapters.settings import Limits, Server, Settings
from ha_assist.machine.turn import Failure, Refusal, Turn
from serving import MESSAGES, Machine, Serve, Served, SmallBackend

BODY: dict[str, Any] = {"model": "HA-Assist", "messages": MESSAGES}
SMALL = Settings(server=Server(limits=Limits(max_body_bytes=2000)))


def error_of(response: httpx.Response, status: int) -> dict[str, Any]:
    """The error object of ``response``, which has the shape that it must have."""
    assert response.status_code == status
    assert response.headers["content-type"] == "application/json"
    assert response.headers["x-request-id"].startswith("req_")
    body = response.json()
    assert set(body) == {"error"}
    error = body["error"]
    assert set(error) == {"message", "type", "param", "code"}
    assert error["message"]
    return error


def alive(server: Served) -> bool:
    return server.post(json=BODY).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 500_000,
        b'{"model": "HA-Assist", "messages": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        b'{"x": ' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}",
        b'{"model": "HA-Assist"}',
        b'{"model": 1, "messages": []}',
        b'{"model": "HA-Assist", "messages": []}',
        b"a=1&b=2",
    ],
    ids=lambda body: body[:20].decode("latin-1"),
)
def test_a_body_that_is_no_request_is_refused_and_the_server_lives(serve: Serve, body: bytes) -> None:
    server = serve()
    assert error_of(server.post(body), 400)["type"] == "invalid_request_error"
    assert alive(server)


def test_a_wrong_field_is_named(serve: Serve) -> None:
    error = error_of(serve().post(json=BODY | {"messages": [{"role": "boss"}]}), 400)
    assert error["param"] == "messages[0].role"


def test_an_unknown_model_is_not_found_for_the_openai_client_too(serve: Serve) -> None:
    server = serve()
    assert error_of(server.post(json=BODY | {"model": "x"}), 404)["code"] == "model_not_found"
    with pytest.raises(openai.NotFoundError, match="does not exist"):
        server.client().chat.completions.create(model="x", messages=MESSAGES)
    with pytest.raises(openai.NotFoundError, match="does not exist"):
        server.client().chat.completions.create(model="x", messages=MESSAGES, stream=True)


def test_a_route_that_does_not_exist(serve: Serve) -> None:
    assert error_of(serve().get("/v1/nothing"), 404)["code"] == "unknown_url"


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_a_method_that_is_not_served(serve: Serve, method: str) -> None:
    response = httpx.request(method, f"{serve().url}/v1/chat/completions")
    error = error_of(response, 405)
    assert error["code"] == "method_not_allowed"
    assert "POST" in error["message"]
    assert "POST" in response.headers["allow"]


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "nonsense", "application/json; x"])
def test_any_content_type_will_do_for_json(serve: Serve, content_type: str) -> None:
    body = b'{"model": "HA-Assist", "messages": [{"role": "user", "content": "hi"}]}'
    assert serve().post(body, headers={"content-type": content_type}).status_code == 200


def test_a_body_above_the_limit(serve: Serve) -> None:
    server = serve(settings=SMALL)
    error = error_of(server.post(b"x" * 2001), 413)
    assert error["code"] == "request_too_large"
    assert "2000 bytes" in error["message"]
    assert alive(server)


def test_a_body_above_the_limit_that_does_not_tell_its_length(serve: Serve) -> None:
    server = serve(settings=SMALL)
    error_of(server.post(iter([b"x" * 1000] * 3)), 413)  # type: ignore[arg-type]
    assert alive(server)


def test_a_huge_body_is_refused_for_the_openai_client_too(serve: Serve) -> None:
    server = serve()
    with pytest.raises(openai.APIStatusError) as caught:
        server.client().chat.completions.create(model="HA-Assist", messages=[{"role": "user", "content": "x" * 20_000_000}])
    assert caught.value.status_code == 413
    assert alive(server)


def test_a_client_that_leaves_in_the_middle_of_its_body(serve: Serve) -> None:
    server = serve()
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(b"POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")
    assert alive(server)


def failing(failure: Failure) -> Machine:
    async def generate(turn: Turn) -> None:
        turn.failure = failure

    return Machine(asks_model=True, generate=generate)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("failure", "retry_after"),
    [
        (Failure(503, "busy", code="overloaded", retry_after=1.2), "2"),
        (Failure(504, "too slow", code="timeout"), None),
        (Failure(502, "broken", code="backend_error", retry_after=0), "0"),
    ],
)
def test_a_backend_that_fails_before_its_first_word_has_a_status(
    serve: Serve, failure: Failure, retry_after: str | None, stream: bool
) -> None:
    response = serve(failing(failure)).post(json=BODY | {"stream": stream})
    error = error_of(response, failure.status)
    assert (error["message"], error["code"], error["type"]) == (failure.message, failure.code, "server_error")
    assert response.headers.get("retry-after") == retry_after


@pytest.mark.parametrize("stream", [False, True])
def test_a_refusal_that_a_later_state_makes(serve: Serve, stream: bool) -> None:
    def too_long(turn: Turn) -> None:
        turn.refusal = Refusal(400, "too long", code="context_length_exceeded", param="messages")

    error = error_of(serve(Machine(asks_model=True, compile_prompt=too_long)).post(json=BODY | {"stream": stream}), 400)
    assert (error["code"], error["param"]) == ("context_length_exceeded", "messages")


@pytest.mark.parametrize("stream", [False, True])
def test_a_bug_in_a_state_is_an_internal_error(serve: Serve, stream: bool) -> None:
    def bug(turn: Turn) -> None:
        raise KeyError("oops")

    error = error_of(serve(Machine(classify=bug)).post(json=BODY | {"stream": stream}), 500)
    assert error["type"] == "server_error"


def test_a_bug_on_our_own_floor_is_an_internal_error_that_tells_nothing(serve: Serve) -> None:
    class Odd(SmallBackend):
        async def health(self) -> dict[str, Any]:
            raise RuntimeError("secret")

    server = serve(backends={"odd": Odd()})
    error = error_of(server.get("/health"), 500)
    assert error["message"] == "internal error"
    assert alive(server)


KEYED = Settings(server=Server(api_key="s3cret-ключ"))
Send = Callable[[Served, dict[str, Any]], httpx.Response]


@pytest.mark.parametrize(
    "send",
    [
        lambda server, headers: server.post(json=BODY, headers=headers),
        lambda server, headers: server.get("/v1/models", headers=headers),
        lambda server, headers: server.get("/models", headers=headers),
    ],
)
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer wrong"},
        {"authorization": "s3cret"},
        {"authorization": "Basic s3cret"},
        {"authorization": ""},
    ],
)
def test_without_the_key_nothing_is_answered(serve: Serve, send: Send, headers: dict[str, str]) -> None:
    response = send(serve(settings=Settings(server=Server(api_key="s3cret"))), headers)
    assert error_of(response, 401)["code"] == "invalid_api_key"
    assert response.headers["www-authenticate"] == "Bearer"


def test_with_the_key_everything_is_answered(serve: Serve) -> None:
    server = serve(settings=Settings(server=Server(api_key="s3cret")))
    for scheme in ("Bearer", "bearer"):
        headers = {"authorization": f"{scheme} s3cret"}
        assert server.post(json=BODY, headers=headers).status_code == 200
        assert server.get("/v1/models", headers=headers).status_code == 200


def test_a_key_may_hold_any_letter(serve: Serve) -> None:
    server = serve(settings=KEYED)
    good = {"authorization": "Bearer s3cret-ключ".encode()}
    assert server.post(json=BODY, headers=good).status_code == 200  # type: ignore[arg-type]
    error_of(server.post(json=BODY, headers={"authorization": b"Bearer s3cret-\xff"}), 401)  # type: ignore[dict-item]


def test_health_stays_open(serve: Serve) -> None:
    assert serve(settings=KEYED).get("/health").status_code == 200


def test_whether_it_is_up_can_be_asked_without_a_body(serve: Serve) -> None:
    response = httpx.head(f"{serve().url}/health")
    assert (response.status_code, response.content) == (200, b"")


@pytest.mark.parametrize(
    ("fields", "param"),
    [
        (
            {"messages": [{"role": "user", "content": [{"type": "input_audio", "input_audio": {}}]}]},
            "messages[0].content[0].type",
        ),
        ({"messages": [{"role": "user", "content": " "}]}, "messages[0].content"),
        ({"response_format": {"type": "yaml"}}, "response_format.type"),
        ({"tools": [{"type": "function", "function": {"name": "a", "parameters": {"type": 1}}}]}, "tools[0].function.parameters"),
    ],
)
def test_the_openai_client_is_told_what_is_wrong(serve: Serve, fields: dict[str, Any], param: str) -> None:
    request: Any = BODY | fields
    with pytest.raises(openai.BadRequestError) as caught:
        serve().client().chat.completions.create(**request)
    assert caught.value.param == param
