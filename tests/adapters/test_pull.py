"""Fetching model files: resumed, checked, and put in their place in one step."""

import hashlib
import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from files_server import FileServer, offering
from ha_assist.adapters.models.catalogue import Source, catalogue, checksum, location, source
from ha_assist.adapters.models.files import ModelFileError, compare, digest
from ha_assist.adapters.models.pull import PullError, part_of, pull
from ha_assist.adapters.settings import LiteRtModel, Models

CONTENT = bytes(range(256)) * 4000
SHA256 = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "models" / "m.litertlm"


def of(server: FileServer, **options) -> Source:
    return Source(f"{server.url}/m.litertlm", **{"sha256": SHA256, "size": len(CONTENT), **options})


def refusal(source: Source, target: Path, **options) -> str:
    with pytest.raises(PullError) as caught:
        pull(source, target, **options)
    assert "\n" not in str(caught.value)
    assert not target.exists()
    return str(caught.value)


class TestWhole:
    def test_a_file_comes_with_its_progress(self, target: Path) -> None:
        told: list[tuple[int, int | None]] = []
        with offering(CONTENT) as server:
            assert pull(of(server), target, lambda done, total: told.append((done, total))) == SHA256
        assert target.read_bytes() == CONTENT
        assert not part_of(target).exists()
        assert told[0] == (0, len(CONTENT))
        assert told[-1] == (len(CONTENT), len(CONTENT))
        assert [done for done, _ in told] == sorted(done for done, _ in told)

    def test_a_new_one_takes_the_place_of_an_old_one(self, target: Path) -> None:
        target.parent.mkdir()
        target.write_bytes(b"old")
        with offering(CONTENT) as server:
            pull(of(server), target)
        assert target.read_bytes() == CONTENT

    def test_a_file_without_a_known_checksum_is_taken_and_its_checksum_told(self, target: Path) -> None:
        with offering(CONTENT) as server:
            assert pull(of(server, sha256=None, size=None), target) == SHA256

    def test_the_checksum_that_a_hub_tells_is_held_to(self, target: Path) -> None:
        with offering(CONTENT, linked=SHA256) as server:
            assert pull(of(server, sha256=None), target) == SHA256
            server.linked = "0" * 64
            target.unlink()
            assert "not 000" in refusal(of(server, sha256=None), target)


class TestResumed:
    @pytest.mark.parametrize("cut", [0, 1, 300_000, len(CONTENT) - 1])
    def test_a_download_that_breaks_off_goes_on_where_it_was(self, target: Path, cut: int) -> None:
        with offering(CONTENT, breaks_at=cut) as server:
            assert "the same command resumes it" in refusal(of(server), target)
            assert part_of(target).stat().st_size == cut
            told: list[int] = []
            assert pull(of(server), target, lambda done, total: told.append(done)) == SHA256
        assert target.read_bytes() == CONTENT
        assert told[0] == cut
        assert [wanted for _, wanted, _ in server.seen] == [None, f"bytes={cut}-" if cut else None]

    def test_a_server_without_ranges_begins_anew(self, target: Path) -> None:
        with offering(CONTENT, breaks_at=1000, ranges=False) as server:
            refusal(of(server), target)
            assert pull(of(server), target) == SHA256

    def test_a_part_that_is_complete_is_not_fetched_again(self, target: Path) -> None:
        target.parent.mkdir()
        part_of(target).write_bytes(CONTENT)
        with offering(CONTENT) as server:
            assert pull(of(server), target) == SHA256
            assert server.seen == []

    def test_without_a_checksum_nothing_is_built_upon(self, target: Path) -> None:
        with offering(CONTENT, breaks_at=1000) as server:
            refusal(of(server, sha256=None), target)
            assert pull(of(server, sha256=None), target) == SHA256
            assert [wanted for _, wanted, _ in server.seen] == [None, None]

    def test_a_part_of_another_file_is_thrown_away(self, target: Path) -> None:
        target.parent.mkdir()
        part_of(target).write_bytes(b"x" * 1000)
        with offering(CONTENT) as server:
            assert "thrown away" in refusal(of(server), target)
            assert pull(of(server), target) == SHA256

    def test_a_part_that_is_longer_than_the_file_is_thrown_away(self, target: Path) -> None:
        target.parent.mkdir()
        part_of(target).write_bytes(CONTENT + b"x")
        with offering(CONTENT) as server:
            assert "run the command again" in refusal(of(server), target)
            assert pull(of(server), target) == SHA256


class TestRefused:
    def test_a_file_with_another_checksum(self, target: Path) -> None:
        with offering(CONTENT[:-1] + b"x") as server:
            assert "thrown away" in refusal(of(server), target)
            assert not part_of(target).exists()

    def test_a_file_of_another_size_before_it_is_fetched(self, target: Path) -> None:
        with offering(CONTENT + b"x") as server:
            assert "it should be" in refusal(of(server), target)

    def test_a_file_for_which_there_is_no_room(self, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
        with offering(CONTENT) as server:
            assert f"{len(CONTENT)} bytes are needed, and 1000 are free" in refusal(of(server), target)

    def test_a_place_that_cannot_be_written_to(self, tmp_path: Path) -> None:
        (tmp_path / "models").write_text("a file")
        with offering(CONTENT) as server, pytest.raises(PullError, match="cannot be written"):
            pull(of(server), tmp_path / "models" / "m.litertlm")

    @pytest.mark.parametrize(("status", "reason"), [(403, "--token-env"), (404, "answers 404"), (503, "answers 503")])
    def test_what_the_host_refuses(self, target: Path, status: int, reason: str) -> None:
        with offering(CONTENT, status=status) as server:
            assert reason in refusal(of(server), target)

    def test_a_host_that_is_not_there(self, target: Path) -> None:
        with offering(CONTENT) as server:
            gone = of(server)
        assert "broke off" in refusal(gone, target)

    def test_a_gated_file_wants_a_token_which_only_its_own_host_gets(self, target: Path) -> None:
        with offering(CONTENT, token="sesame", linked=SHA256) as server:
            assert "--token-env" in refusal(of(server, license="https://license"), target)
            assert pull(of(server), target, token="sesame") == SHA256
        keys = {path: key for path, _, key in server.seen}
        assert keys == {"/m.litertlm": "Bearer sesame", "/store": None}


class TestFiles:
    def test_have_a_digest(self, tmp_path: Path) -> None:
        path = tmp_path / "m"
        path.write_bytes(CONTENT)
        assert digest(path) == SHA256
        compare(path, SHA256, None)
        compare(path, SHA256, SHA256.upper())
        with pytest.raises(ModelFileError, match="damaged"):
            compare(path, SHA256, "0" * 64)

    def test_that_are_missing_are_said_to_be(self, tmp_path: Path) -> None:
        with pytest.raises(ModelFileError, match="no such model file"):
            digest(tmp_path / "m")


class TestCatalogue:
    def test_every_entry_says_what_will_come(self) -> None:
        assert catalogue()
        for name, known in catalogue().items():
            assert re.fullmatch(r"[a-z0-9.-]+", name)
            assert known.url.startswith("https://")
            assert re.search(r"/resolve/[0-9a-f]{40}/", known.url), f"{name}: not pinned to a revision"
            assert known.file.endswith(".litertlm")
            assert re.fullmatch(r"[0-9a-f]{64}", known.sha256 or "")
            assert (known.size or 0) > 100_000_000
            assert known.about
        files = [known.file for known in catalogue().values()]
        assert len(files) == len(set(files))

    def test_a_path_is_the_users_own_file(self) -> None:
        model = LiteRtModel(model="qwen3-0.6b", path="/models/mine.litertlm")
        assert location(model, Models()) == Path("/models/mine.litertlm")
        assert checksum(model) is None

    def test_a_known_model_lies_where_it_is_fetched_to(self) -> None:
        model = LiteRtModel(model="qwen3-0.6b")
        assert location(model, Models(directory="/models")) == Path("/models/Qwen3-0.6B.litertlm")
        assert checksum(model) == catalogue()["qwen3-0.6b"].sha256

    def test_a_model_by_url_and_checksum_too(self) -> None:
        model = LiteRtModel(model="mine", url="https://host/a%20b.litertlm?download=true", sha256=SHA256)
        assert location(model, Models(directory="/models")) == Path("/models/a b.litertlm")
        assert checksum(model) == SHA256
        assert source(model) == Source("https://host/a%20b.litertlm?download=true", SHA256)

    @pytest.mark.parametrize("end", ["..", "%2e%2e", ".", "", "a%2Fb", "..%5Cb"])
    def test_a_url_does_not_lead_out_of_the_directory(self, end: str) -> None:
        assert Source(f"https://host/x/{end}").file == ""

    def test_nobody_knows_where_another_one_is(self) -> None:
        assert location(LiteRtModel(model="mine"), Models()) is None
        assert location(LiteRtModel(model="mine", url="https://host/"), Models()) is None
