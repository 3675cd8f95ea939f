"""The diagrams show the table, the checked-in ones the table as it is now."""

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from ha_assist.machine.diagrams import arrows, dot, export, mermaid
from ha_assist.machine.states import FINAL, State
from ha_assist.machine.table import TABLE, rows_from

CHECKED_IN = Path(__file__).parents[2] / "diagrams"
STALE = "stale: run `ha-assist diagrams`"
SVG = "{http://www.w3.org/2000/svg}"

needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz's dot is not installed")


def shown(svg: str) -> tuple[set[str], dict[tuple[str, str], list[str]]]:
    """The states and the labelled arrows that an SVG of Graphviz shows, whatever its version and layout."""
    states: set[str] = set()
    labelled: dict[tuple[str, str], list[str]] = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        title = group.findtext(f"{SVG}title") or ""
        texts = ["".join(text.itertext()).strip() for text in group.iter(f"{SVG}text")]
        match group.get("class"):
            case "node" if title != "start":
                assert texts == [title]
                states.add(title)
            case "edge" if not title.startswith("start"):
                source, destination = title.split("->")
                labelled[source, destination] = texts
    return states, labelled


def of_the_table() -> tuple[set[str], dict[tuple[str, str], list[str]]]:
    labelled = {(source.value, destination.value): labels for source, destination, labels, _ in arrows()}
    return {state.value for state in State}, labelled


class TestCheckedIn:
    def test_the_mermaid_text_is_that_of_the_table(self):
        assert (CHECKED_IN / "request.mmd").read_text(encoding="utf-8") == mermaid(), STALE

    def test_the_svg_shows_the_states_and_guards_of_the_table(self):
        assert shown((CHECKED_IN / "request.svg").read_text(encoding="utf-8")) == of_the_table(), STALE

    def test_a_stale_svg_would_be_noticed(self):
        svg = (CHECKED_IN / "request.svg").read_text(encoding="utf-8")
        for old, new in (("no call spent yet", "always"), ("boundary&#45;&gt;refused", "boundary&#45;&gt;failed")):
            assert old in svg
            assert shown(svg.replace(old, new)) != of_the_table()


class TestArrows:
    def test_every_row_is_on_exactly_one_arrow(self):
        reasons = [why for *_, why_of_arrow in arrows() for why in why_of_arrow]
        assert sorted(reasons) == sorted(row.why for row in TABLE)

    def test_labels_tell_in_which_order_the_guards_of_a_state_are_tried(self):
        for state in set(State) - FINAL:
            labels = sorted(label for source, _, labels, _ in arrows() if source is state for label in labels)
            rows = rows_from(state)
            assert labels == ([f"{place} {row.label}" for place, row in enumerate(rows, 1)] if len(rows) > 1 else [])


class TestMermaid:
    LINE = re.compile(
        r"stateDiagram-v2|direction TB"
        r"|(\[\*\]|[a-z]+) --> (\[\*\]|[a-z]+)(: [A-Za-z0-9 ]+(, [A-Za-z0-9 ]+)*)?"
        r"|note left of [a-z]+|[A-Za-z' ]+\.|end note"
        r"|classDef [a-z]+ [a-z-]+:[#a-z0-9]+(,[a-z-]+:[#a-z0-9]+)*|class [a-z]+(,[a-z]+)* [a-z]+"
    )

    def test_it_keeps_to_words_and_arrows_that_every_mermaid_reads(self):
        """Labels without punctuation: a colon, a semicolon, a hash or a number with a dot would mean something to it."""
        assert [line for line in mermaid().splitlines() if not self.LINE.fullmatch(line.strip())] == []

    def test_final_states_are_ends_and_generate_stands_out(self):
        lines = {line.strip() for line in mermaid().splitlines()}
        assert {f"{state} --> [*]" for state in FINAL} <= lines
        assert "[*] --> received" in lines
        assert "class generate call" in lines
        assert "compile --> generate: 2 no call spent yet" in lines


class TestExport:
    @needs_dot
    def test_both_files_are_written_and_the_directory_made(self, tmp_path):
        written = export(tmp_path / "new" / "diagrams")
        assert [path.name for path in written] == ["request.mmd", "request.svg"]
        assert shown(written[1].read_text(encoding="utf-8")) == of_the_table()
        assert written[0].read_text(encoding="utf-8") == mermaid()

    @needs_dot
    def test_the_arrows_of_the_svg_say_why(self, tmp_path):
        _, svg = export(tmp_path)
        elements = ElementTree.fromstring(svg.read_text(encoding="utf-8")).iter(f"{SVG}a")
        tooltips = " ".join(element.get("{http://www.w3.org/1999/xlink}title", "") for element in elements)
        assert [row.why for row in TABLE if row.why not in tooltips] == []

    def test_without_graphviz_there_is_a_warning_instead_of_an_svg(self, tmp_path, monkeypatch, caplog):
        monkeypatch.setenv("PATH", str(tmp_path / "empty"))
        assert [path.name for path in export(tmp_path)] == ["request.mmd"]
        assert "no SVG was written: Graphviz's dot is not installed" in caplog.text

    def test_the_drawing_is_the_same_every_time(self):
        assert dot() == dot()
        assert mermaid() == mermaid()
