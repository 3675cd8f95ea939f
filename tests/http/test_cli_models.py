"""``ha-assist models`` on the command line, with a real web server to fetch from and a real runtime to verify with."""

import hashlib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from files_server import offering
from ha_assist.http.cli import main
from ha_assist.http.cli_base import FAILED

USAGE = 2
TINY = (Path(__file__).parents[1] / "models" / "tiny-replies.litertlm").read_bytes()
SHA256 = hashlib.sha256(TINY).hexdigest()


@pytest.fixture(autouse=True)
def own_places(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "models"


def run(*arguments: str | Path) -> Result:
    return CliRunner(env={"COLUMNS": "200"}).invoke(main, ["models", *map(str, arguments)])


def settings(folder: Path, url: str, **gemma: str) -> Path:
    keys = "".join(f"\n    {name}: {value}" for name, value in {"model": "tiny", "url": url, **gemma}.items())
    path = folder / "config.yaml"
    path.write_text(f"models:\n  directory: {folder / 'models'}\n  gemma:{keys}\n")
    return path


def test_the_catalogue_is_listed() -> None:
    result = run("list")
    assert result.exit_code == 0
    for shown in ("gemma-3-1b-it", "qwen3-0.6b", "2.6 GB", "directory: "):
        assert shown in result.stdout


def test_a_model_of_the_settings_is_fetched_verified_listed_and_removed(tmp_path: Path, directory: Path) -> None:
    with offering(TINY) as server:
        config = settings(tmp_path, f"{server.url}/tiny.litertlm", sha256=SHA256)
        assert "tiny" in run("list", "--config", config).stdout
        result = run("pull", "tiny", "--config", config)
        assert (result.exit_code, result.stdout.strip()) == (0, str(directory / "tiny.litertlm"))
        assert (directory / "tiny.litertlm").read_bytes() == TINY
        assert "already here" in run("pull", "tiny", "--config", config).stderr
        assert len(server.seen) == 1
    line = next(line for line in run("list", "--config", config).stdout.splitlines() if line.startswith("tiny"))
    assert line.split()[1] == "here"
    assert "models.gemma" in line
    assert run("verify", "--config", config).stdout == "tiny: whole; a context of 512 tokens\n"
    assert run("remove", "tiny", "--config", config).exit_code == 0
    assert list(directory.iterdir()) == []
    assert [path for path in (tmp_path / "XDG_CACHE_HOME").rglob("*") if path.is_file()] == []


def test_a_broken_download_is_shown_and_resumed(tmp_path: Path, directory: Path) -> None:
    with offering(TINY, breaks_at=1000) as server:
        config = settings(tmp_path, f"{server.url}/tiny.litertlm", sha256=SHA256)
        result = run("pull", "tiny", "--config", config)
        assert result.exit_code == FAILED
        assert "the same command resumes it" in result.stderr
        assert "partly" in run("list", "--config", config).stdout
        assert run("pull", "tiny", "--config", config).exit_code == 0
        assert server.seen[-1][1] == "bytes=1000-"
    assert (directory / "tiny.litertlm").exists()


def test_a_url_is_fetched_and_its_checksum_told(tmp_path: Path, directory: Path) -> None:
    with offering(TINY) as server:
        config = settings(tmp_path, f"{server.url}/other.litertlm")
        result = run("pull", f"{server.url}/by-url.litertlm", "--config", config)
        assert result.exit_code == 0
        assert SHA256 in result.stderr.replace("\n", "")
        wrong = run("pull", f"{server.url}/wrong.litertlm", "--sha256", "0" * 64, "--config", config)
    assert wrong.exit_code == FAILED
    assert [path.name for path in directory.iterdir()] == ["by-url.litertlm"]


def test_a_token_comes_from_the_named_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with offering(TINY, token="sesame") as server:
        config = settings(tmp_path, f"{server.url}/tiny.litertlm", sha256=SHA256)
        assert "--token-env" in run("pull", "tiny", "--config", config).stderr.replace("\n", " ")
        assert run("pull", "tiny", "--config", config, "--token-env", "MY_TOKEN").exit_code == USAGE
        monkeypatch.setenv("MY_TOKEN", "sesame")
        assert run("pull", "tiny", "--config", config, "--token-env", "MY_TOKEN").exit_code == 0


@pytest.mark.parametrize(("content", "reason"), [(TINY[:-1], "damaged"), (b"hello", "damaged")])
def test_a_damaged_file_does_not_pass(tmp_path: Path, directory: Path, content: bytes, reason: str) -> None:
    config = settings(tmp_path, "http://host/tiny.litertlm", sha256=SHA256)
    directory.mkdir()
    (directory / "tiny.litertlm").write_bytes(content)
    result = run("verify", "tiny", "--config", config)
    assert result.exit_code == FAILED
    assert reason in result.stderr


def test_without_a_checksum_the_runtime_is_asked(tmp_path: Path, directory: Path) -> None:
    config = settings(tmp_path, "http://host/tiny.litertlm")
    directory.mkdir()
    (directory / "tiny.litertlm").write_bytes(TINY[:1000])
    assert "broken off" in run("verify", "--config", config).stderr
    (directory / "tiny.litertlm").write_bytes(TINY)
    assert f"no checksum is known, SHA-256 {SHA256}" in run("verify", "--config", config).stdout


def test_a_hef_is_compared_and_not_tried(tmp_path: Path, directory: Path) -> None:
    config = settings(tmp_path, "http://host/tiny.hef", sha256=SHA256)
    directory.mkdir()
    (directory / "tiny.hef").write_bytes(TINY)
    assert run("verify", "--config", config).stdout == "tiny: whole; not tried on a device\n"


def test_a_file_of_the_users_own_is_never_removed(tmp_path: Path) -> None:
    own = tmp_path / "own.litertlm"
    own.write_bytes(TINY)
    config = settings(tmp_path, "http://host/tiny.litertlm", path=str(own))
    assert run("remove", "tiny", "--config", config).exit_code == FAILED
    assert own.exists()


@pytest.mark.parametrize("command", ["pull", "verify", "remove"])
def test_a_model_that_nobody_knows_is_a_wrong_command_line(command: str) -> None:
    result = run(command, "nonsense")
    assert result.exit_code == USAGE
    assert "qwen3-0.6b" in result.stderr


def test_removing_what_is_not_there_is_an_error() -> None:
    assert "no such model file" in run("remove", "qwen3-0.6b").stderr.replace("\n", " ")


def test_check_config_says_that_a_file_is_missing(tmp_path: Path) -> None:
    config = settings(tmp_path, "http://host/tiny.litertlm", enabled="true")
    result = CliRunner(env={"COLUMNS": "200"}).invoke(main, ["check-config", "--config", str(config)])
    assert result.exit_code == 0
    assert "tiny.litertlm, the file of models.gemma, is not there (ha-assist models pull tiny)" in result.stderr


def test_what_a_host_gives_only_to_whom_it_knows_is_not_even_tried_without_a_token() -> None:
    assert "Wants a token" in " ".join(run("list").stdout.split())
    result = run("pull", "gemma-3-270m-it")
    assert result.exit_code == FAILED
    assert "--token-env" in result.stderr
    assert "https://ai.google.dev/gemma/terms" in result.stderr
