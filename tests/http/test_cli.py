"""The command line: what it prints, its one-line errors and its exit codes."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from click.testing import CliRunner, Result
from ha_assist.http import sample, server
from ha_assist.http.cli import main
from ha_assist.http.cli_base import CANNOT_LISTEN, FAILED, WRONG_SETTINGS
from hypothesis import given
from hypothesis import strategies as st

USAGE = 2
CAPTURE = Path(__file__).parents[1] / "requests" / "ha-2025.4-chat.jsonl"


@pytest.fixture(autouse=True)
def no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nothing"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in [name for name in os.environ if name.startswith("HA_ASSIST__")]:
        monkeypatch.delenv(name)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def error_line(result: Result, code: int) -> str:
    """The only line of a command that went wrong."""
    assert result.exit_code == code
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1
    return lines[0]


def settings_file(folder: Path, text: str) -> Path:
    path = folder / "config.yaml"
    path.write_text(text, encoding="utf-8")
    return path


# ask


def test_ask_shows_the_path_the_evidence_and_the_call() -> None:
    result = run("ask", "turn off the kitchen lights")
    assert result.exit_code == 0
    for shown in ("boundary", "classify", "deterministic", "validate", "answered", "intent__HassTurnOff", "Kitchen"):
        assert shown in result.stdout
    assert "generate" not in result.stdout


def test_ask_in_json() -> None:
    result = run("ask", "turn off the kitchen lights", "--json")
    found = json.loads(result.stdout)
    assert (result.exit_code, found["outcome"], found["error"]) == (0, "answered", None)
    assert [step["state"] for step in found["path"]][-1] == "answered"
    assert found["answer"]["calls"][0]["function"]["name"] == "intent__HassTurnOff"
    assert found["metrics"]["ha_route"]["inference_calls"] == 0


def test_ask_runs_a_captured_request_as_it_is() -> None:
    said = json.loads(CAPTURE.read_text(encoding="utf-8").splitlines()[0])["body"]["messages"][-1]["content"]
    found = json.loads(run("ask", "--request", CAPTURE, "--json").stdout)
    assert said.casefold() in found["metrics"]["ha_plan"]["request"].casefold()


def test_ask_says_a_sentence_in_a_captured_home(tmp_path: Path) -> None:
    body = json.loads(CAPTURE.read_text(encoding="utf-8").splitlines()[-1])
    path = tmp_path / "body.json"
    path.write_text(json.dumps(body["body"], indent=1), encoding="utf-8")
    found = json.loads(run("ask", "turn on the desk lamp", "--request", path, "--json").stdout)
    assert json.loads(found["answer"]["calls"][0]["function"]["arguments"])["name"] == "Desk Lamp"


def test_ask_shows_why_a_request_was_refused(tmp_path: Path) -> None:
    path = tmp_path / "body.json"
    path.write_text('{"model": "HA-Assist", "n": 2, "messages": [{"role": "user", "content": "hi"}]}', encoding="utf-8")
    result = run("ask", "--request", path)
    assert result.exit_code == FAILED
    assert "n must be 1" in result.stdout
    assert json.loads(run("ask", "--request", path, "--json").stdout)["error"]["param"] == "n"


def test_ask_without_anything_to_ask() -> None:
    assert run("ask").exit_code == USAGE
    assert run("ask", " ").exit_code == USAGE


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        (None, 1, "cannot be read"),
        ("", 1, "no line 1"),
        ("{}", 1, "not the body"),
        ("[1]", 1, "not the body"),
        ('{"messages": []}', 2, "no line 2"),
        ('{"messages": []}\n{', 2, "not valid JSON"),
        ("[" * 100_000, 1, "not valid JSON"),
    ],
)
def test_a_file_that_holds_no_request(tmp_path: Path, content: str | None, line: int, says: str) -> None:
    path = tmp_path / "request.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    message = error_line(run("ask", "--request", path, "--line", str(line)), FAILED)
    assert says in message
    assert str(path) in message


@given(st.text())
def test_any_sentence_can_be_said_in_the_sample_home(sentence: str) -> None:
    body = sample.sample_home(sentence)
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert body["messages"][-1]["content"] == sentence


# check-config, diagrams


def test_check_config_shows_the_settings_in_force_without_the_key(tmp_path: Path) -> None:
    result = run("check-config", "--config", settings_file(tmp_path, "server: {port: 9123, api_key: geheim}"))
    assert result.exit_code == 0
    assert "geheim" not in result.output
    shown = yaml.safe_load(result.stdout)
    assert (shown["server"]["port"], shown["server"]["api_key"]) == (9123, "***")


def test_check_config_names_the_file(tmp_path: Path) -> None:
    path = settings_file(tmp_path, "server: {port: 9123}")
    result = run("check-config", "--config", path)
    assert result.stdout.startswith(f"# {path}, ")
    assert result.stderr.startswith(f"{path}: the settings are good")
    assert run("check-config").stdout.startswith("# no settings file")
    path.write_text("server: {port: }")
    assert str(path) in error_line(run("check-config", "--config", path), WRONG_SETTINGS)


def test_check_config_tries_the_encoder(tmp_path: Path) -> None:
    result = run("check-config", "--config", settings_file(tmp_path, "settings: {ha_assist_encoder: no/such-encoder}"))
    assert result.exit_code == WRONG_SETTINGS
    assert "settings.ha_assist_encoder: 'no/such-encoder' cannot be used" in result.stderr
    assert "are good" not in result.stderr


def test_check_config_does_not_advise_to_pull_what_nobody_can(tmp_path: Path) -> None:
    text = "models: {gemma: {enabled: true, model: q, path: /nowhere/q.litertlm}}"
    result = run("check-config", "--config", settings_file(tmp_path, text))
    assert "/nowhere/q.litertlm, the file of models.gemma, is not there" in result.stderr
    assert "pull" not in result.stderr


@pytest.mark.parametrize("command", [["check-config"], ["ask", "hello"], ["serve"]])
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("server: {porrt: 1}", "server.porrt"),
        ("server: {port: 0}", "server.port"),
        ("settings: {ha_assist_text_model: x}", "text_model"),
    ],
)
def test_a_wrong_setting_is_named_in_one_line(tmp_path: Path, command: list[str], text: str, key: str) -> None:
    assert key in error_line(run(*command, "--config", settings_file(tmp_path, text)), WRONG_SETTINGS)


def test_a_backend_whose_key_is_missing_is_a_wrong_setting(tmp_path: Path) -> None:
    text = "models: {remote: [{model: far, base_url: 'http://127.0.0.1:1/v1', api_key_env: NO_SUCH_KEY_HERE}]}"
    assert "NO_SUCH_KEY_HERE" in error_line(run("check-config", "--config", settings_file(tmp_path, text)), WRONG_SETTINGS)


def test_diagrams_are_exported_where_they_are_wanted(tmp_path: Path) -> None:
    result = run("diagrams", "--out", tmp_path / "new")
    assert result.exit_code == 0
    written = [Path(line) for line in result.stdout.split()]
    assert written
    assert all(path.parent == tmp_path / "new" and path.stat().st_size for path in written)


def test_diagrams_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    error_line(run("diagrams", "--out", tmp_path / "file" / "below"), FAILED)


@pytest.mark.parametrize("command", [[], ["serve"], ["ask"], ["diagrams"], ["check-config"]])
def test_help_tells_the_exit_codes(command: list[str]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert "Exit codes:" in result.stdout


def test_the_version() -> None:
    assert run("--version").stdout.startswith("ha-assist, version ")


# serve


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "my-server.example"])
def test_serve_does_not_open_the_house_without_a_key(host: str) -> None:
    message = error_line(run("serve", "--host", host), WRONG_SETTINGS)
    assert "api_key" in message
    assert "--insecure" in message


@pytest.mark.parametrize(
    ("host", "private"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("[::1]", True),
        ("localhost", True),
        ("LOCALHOST", True),
        ("0.0.0.0", False),
        ("::", False),
        ("10.0.0.1", False),
        ("localhost.example", False),
        ("", False),
    ],
)
def test_which_addresses_are_this_machines_alone(host: str, private: bool) -> None:
    assert server.loopback(host) is private


def test_serve_says_that_its_port_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        message = error_line(run("serve", "--port", port), CANNOT_LISTEN)
    assert "cannot listen" in message
    assert message.count(port) == 1


def test_serve_says_that_an_address_is_not_its_own() -> None:
    error_line(run("serve", "--host", "203.0.113.1", "--insecure"), CANNOT_LISTEN)


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``ha-assist serve`` as a process of its own, once it answers; its URL."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    command = [sys.executable, "-m", "ha_assist.http.cli", "serve", "--port", str(port), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        url = f"http://127.0.0.1:{port}"
        try:
            for _ in range(200):
                assert process.poll() is None, process.communicate()
                try:
                    httpx.get(f"{url}/health", timeout=1)
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield process, url
        finally:
            process.kill()


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_serve_answers_until_it_is_told_to_stop(ending: signal.Signals) -> None:
    with serving() as (process, url):
        body: dict[str, Any] = sample.sample_home("turn off the kitchen lights")
        answer = httpx.post(f"{url}/v1/chat/completions", json=body).json()
        assert answer["choices"][0]["finish_reason"] == "tool_calls"
        process.send_signal(ending)
        _, told = process.communicate(timeout=15)
        assert process.returncode == 0
        assert url in told
        assert "Traceback" not in told
        (line,) = [line for line in told.splitlines() if "req_" in line]
        assert " 200 received>boundary>classify>deterministic>validate>answered " in line
        assert "kitchen" not in line


class _Broken(BaseHTTPRequestHandler):
    """A model's server that has a bad day."""

    def do_POST(self) -> None:
        self.send_error(500)

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_serve_logs_one_line_for_a_request_that_asks_a_model(tmp_path: Path) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Broken) as upstream:
        threading.Thread(target=upstream.serve_forever, daemon=True).start()
        model = {"model": "far", "base_url": f"http://127.0.0.1:{upstream.server_port}/v1"}
        settings = {"models": {"remote": [model]}, "settings": {"ha_assist_text_model": "far"}}
        with serving("--config", str(settings_file(tmp_path, yaml.safe_dump(settings)))) as (process, url):
            body: dict[str, Any] = sample.sample_home("tell me a joke")
            assert httpx.post(f"{url}/v1/chat/completions", json=body, timeout=60).status_code == 502
            process.send_signal(signal.SIGTERM)
            _, told = process.communicate(timeout=15)
        upstream.shutdown()
    (line,) = [line for line in told.splitlines() if "req_" in line or str(upstream.server_port) in line]
    assert "model=far" in line


def test_serve_beyond_this_machine_is_possible_with_insecure() -> None:
    with serving("--host", "0.0.0.0", "--insecure") as (_, url):
        assert httpx.get(f"{url}/health").json()["status"] == "ok"
