"""The corpus itself: readable, about homes that exist, and expecting nothing that is already so."""

from collections import Counter

import msgspec
import pytest

from tests.real_ha import corpus, homes, yaml12
from tests.real_ha.conversation import Turn
from tests.real_ha.judge import Verdict, judge_turn
from tests.real_ha.recording import RecordedHouse


@pytest.fixture(scope="module")
def cases():
    return corpus.load()


@pytest.fixture(scope="module")
def in_folders():
    return {name: corpus.load(corpus.below(name)) for name in corpus.folders()}


@pytest.fixture(scope="module")
def house():
    return RecordedHouse()


class TestTheCorpus:
    def test_there_is_enough_of_it(self, cases):
        assert len(cases) >= 150
        assert len({case.home for case in cases}) >= 4
        assert {"en", "de"} <= {case.language for case in cases}

    def test_no_sentence_is_there_twice(self, cases, in_folders):
        everything = [*cases, *(case for folder in in_folders.values() for case in folder)]
        said = Counter((case.home, case.area, case.text.casefold()) for case in everything)
        assert [key for key, times in said.items() if times > 1] == []

    def test_every_home_is_used(self, cases, in_folders):
        used = {case.home for case in cases} | {case.home for folder in in_folders.values() for case in folder}
        assert used == set(homes.names())

    def test_doing_nothing_and_saying_nothing_never_satisfies_a_command(self, cases, house):
        """An expectation that is true at the start could not tell a good assistant from a silent one."""
        for case in cases:
            first = case.turns[0]
            views = house.views(case.home)
            silent = Turn(first.say, before=views, after=views)
            satisfied = judge_turn(silent, first, homes.load(case.home)).verdict is Verdict.RIGHT
            assert satisfied == bool(first.nothing), case.text


class TestWriting:
    def write(self, tmp_path, text):
        (tmp_path / "new.yaml").write_text(f"home: small-flat\nlanguage: en\nkinds:\n  some/kind:\n    - {text}\n")
        return corpus.load(tmp_path)

    def test_several_ways_to_say_the_same_are_several_cases(self, tmp_path):
        cases = self.write(tmp_path, "{say: [a, b], from: Kitchen, changes: {light.hallway: off}}")
        assert [(case.text, case.area) for case in cases] == [("a", "Kitchen"), ("b", "Kitchen")]

    def test_on_and_off_are_words(self, tmp_path):
        (case,) = self.write(tmp_path, "{say: a, changes: {light.hallway: off}}")
        assert case.turns[0].changes == {"light.hallway": "off"}

    @pytest.mark.parametrize(
        ("entry", "problem"),
        [
            ("{say: a, changes: {light.hallwya: off}}", "no entity light.hallwya"),
            ("{say: a, from: Attic, nothing: true}", "no area 'Attic'"),
            ("{say: a}", "exactly one"),
            ("{say: a, nothing: true, model: true}", "exactly one"),
            ("{nothing: true}", "either `say` or `turns`"),
            ("{say: a, nothing: true, chnages: {}}", "chnages"),
            ("{say: a, nothing: true", r"new\.yaml"),
        ],
    )
    def test_mistakes_are_named(self, tmp_path, entry, problem):
        with pytest.raises(corpus.CorpusError, match=problem):
            self.write(tmp_path, entry)

    def test_selecting_by_home_kind_language_and_text(self, cases):
        chosen = corpus.select(cases, "haus-am-see", "on-off", "de", "stehlampe")
        assert chosen
        assert all(case.home == "haus-am-see" and case.kind.startswith("on-off/") for case in chosen)


class TestFolders:
    """What lies in a folder below is kept from the ordinary run, and read alone when its folder is named."""

    def test_the_ordinary_corpus_reads_nothing_from_below(self, tmp_path):
        (tmp_path / "kept").mkdir()
        for folder, text in ((tmp_path, "above"), (tmp_path / "kept", "below")):
            (folder / "one.yaml").write_text(
                f"home: small-flat\nlanguage: en\nkinds:\n  some/kind:\n    - {{say: {text}, nothing: true}}\n"
            )
        assert [case.text for case in corpus.load(tmp_path)] == ["above"]
        assert [case.text for case in corpus.load(tmp_path / "kept")] == ["below"]

    def test_a_folder_is_found_by_its_name(self, tmp_path, monkeypatch):
        (tmp_path / "kept").mkdir()
        monkeypatch.setattr(corpus, "FOLDER", tmp_path)
        assert corpus.below(None) == tmp_path
        assert corpus.below("kept") == tmp_path / "kept"
        with pytest.raises(corpus.CorpusError, match=r"no folder 'lost'.*kept"):
            corpus.below("lost")


class TestHomes:
    @pytest.mark.parametrize("name", homes.names())
    def test_every_home_is_as_it_must_be(self, name):
        home = homes.load(name)
        assert home.placed()
        assert all(entity_id.count(".") == 1 for entity_id in home.placed())

    def test_an_unknown_home_is_answered_with_those_there_are(self):
        with pytest.raises(homes.HomeError, match="small-flat"):
            homes.load("castle")

    def test_an_unknown_key_is_named(self):
        with pytest.raises(msgspec.ValidationError, match="brightnes"):
            msgspec.convert({"brightnes": 3}, homes.Entity)

    def test_a_key_given_twice_is_refused(self, tmp_path):
        path = tmp_path / "home.yaml"
        path.write_text("light.a: {state: on}\nlight.a: {state: off}\n")
        with pytest.raises(yaml12.YAMLError, match=r"twice: light\.a"):
            yaml12.load(path)
