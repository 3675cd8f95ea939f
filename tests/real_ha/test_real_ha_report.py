"""Reports and figures: everything is counted, failures carry their conversation."""

import io
import json

import pytest
from rich.console import Console

from tests.real_ha import agreed, environment, report
from tests.real_ha.conversation import Step, Turn, Wire
from tests.real_ha.corpus import Case, Utterance
from tests.real_ha.dialects import PLAIN
from tests.real_ha.judge import Judgement, Verdict
from tests.real_ha.session import Result


def result(verdict, kind="on-off/name", home="small-flat", model_calls=0):
    """A conversation about one light, with a verdict."""
    before, after = ({"light.a": {"values": {"state": state}, "live": None}} for state in ("on", "off"))
    refusal = Step("HassTurnOff", {"name": "[A]"}, {"error": "MatchFailedError"})
    turn = Turn("off", [refusal], "Done [ok].", model_calls=model_calls, before=before, after=after)
    turn.metrics = [{"ha_path": ["received", "answered"], "ha_route": {"route": "direct"}}]
    case = Case("file", home, "en", kind, None, (Utterance(say="off"),))
    return Result(case, Wire(PLAIN, False), [turn], Judgement(verdict, ("light.a changed: state on → off",)))


@pytest.fixture
def results():
    return [
        result(Verdict.RIGHT),
        result(Verdict.WRONG, home="large-house"),
        result(Verdict.LEFT_TO_MODEL, kind="question/value", model_calls=1),
    ]


def printed(*what):
    console = Console(file=io.StringIO(), width=140)
    for item in what:
        console.print(item)
    return console.file.getvalue()


class TestReports:
    def test_the_table_counts_by_what_differs(self, results):
        text = printed(report.tables(results, 1.5))
        assert "by kind" in text
        assert "by home" in text
        assert "by language" not in text
        assert "3 conversations in 1.5 s: 2.0 a second" in text

    def test_json_has_the_figures_and_the_failures(self, results):
        told = json.loads(report.as_json(results, 1.5))
        assert told["all"]["sentences"] == 3
        assert (told["all"]["wrong"], told["all"]["model_calls"], told["all"]["refused"]) == (1, 1, 3)
        wrong = told["not_right"][0]
        assert wrong["turns"][0]["changed"] == {"light.a": {"state": ["on", "off"]}}
        assert wrong["turns"][0]["metrics"][0]["ha_route"] == {"route": "direct"}

    def test_markdown_lists_what_is_not_right(self, results):
        text = report.markdown(results, 1.5)
        assert "| all | 3 | 1 |" in text
        assert "- **wrong** · large-house · on-off/name · off" in text

    def test_a_conversation_is_shown_with_its_path_and_its_states(self, results):
        console = Console(file=io.StringIO(), width=140)
        report.show(console, results[1], states=True)
        text = console.file.getvalue()
        for part in ('HassTurnOff {"name": "[A]"}', "« Done [ok].", "received → answered", "light.a", "wrong"):
            assert part in text


class TestFigures:
    def test_every_wire_must_hold(self, results):
        assert agreed.Figures.of(results) == agreed.Figures(wrong=1, right=1)

    def test_agreeing_never_allows_more_to_be_wrong(self, tmp_path, monkeypatch):
        monkeypatch.setattr(agreed, "PATH", tmp_path / "agreed.yaml")
        agreed.PATH.write_text("wrong: 0\nright: 5\n")
        agreed.write(agreed.Figures(wrong=3, right=7))
        assert agreed.read() == agreed.Figures(wrong=0, right=7)


class TestEnvironment:
    def test_without_an_environment_it_says_how_to_make_one(self, tmp_path, monkeypatch):
        monkeypatch.setenv("REAL_HA_CACHE", str(tmp_path))
        with pytest.raises(environment.NoHomeAssistant, match="--prepare"):
            environment.ready()

    def test_another_pin_is_another_environment(self, monkeypatch):
        before = environment.folder()
        monkeypatch.setattr(environment, "REQUIREMENTS", ["pytest-homeassistant-custom-component==0"])
        assert environment.folder() != before
