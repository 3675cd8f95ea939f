"""The project's layout: folders, packaging, floors, language, length. Every check is also shown something that it must refuse."""

import os
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import layout
import pytest

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS = PYPROJECT["tool"]["setuptools"]
MODULES = layout.modules(ROOT)
SOURCES = {module: (ROOT / module).read_text(encoding="utf-8") for module in MODULES}
DEPENDENCIES = layout.dependencies(PYPROJECT["project"])


def over_all(check, *arguments) -> list[str]:
    """What ``check`` finds in all modules of the package."""
    return [finding for module, source in SOURCES.items() for finding in check(module, source, *arguments)]


@pytest.fixture
def tree(tmp_path):
    """A small project that is in order, for a test to spoil."""
    for name in (
        "http/app.py",
        "states/classify.py",
        "machine/turn.py",
        "adapters/intents/grammar.py",
        "adapters/intents/data/vocabulary/xx.yaml",
        "tests/test_app.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


PACKAGING = {
    "packages": ["ha_assist.http", "ha_assist.states", "ha_assist.machine", "ha_assist.adapters.intents"],
    "package-dir": {f"ha_assist.{floor}": floor for floor in layout.FLOORS},
    "package-data": {"ha_assist.adapters.intents": ["data/*/*.yaml"]},
}


class TestFolders:
    def test_the_top_level_is_the_architecture(self):
        folders = {path.name for path in ROOT.iterdir() if path.is_dir() and layout._ours(path.relative_to(ROOT))}
        visible = {folder for folder in folders if not folder.startswith(".")}
        assert visible == {"adapters", "diagrams", "http", "machine", "states", "tests"}

    def test_everything_is_checked_by_one_command(self):
        assert os.access(ROOT / ".ci" / "run", os.X_OK)

    def test_no_folder_has_an_init_file(self, tree):
        assert [path for path in layout.init_files(ROOT) if path.split("/")[0] in layout.FLOORS] == []
        assert layout.init_files(tree) == []
        (tree / "http" / "__init__.py").touch()
        assert layout.init_files(tree) == ["http/__init__.py"]

    def test_python_started_here_finds_the_standard_librarys_http(self):
        program = "import http, http.client; print(http.HTTPStatus.OK.value)"
        ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
        assert ran.stdout.strip() == "200"

    def test_no_two_test_files_have_the_same_name(self, tree):
        assert layout.twin_names(ROOT) == []
        assert layout.twin_names(tree) == []
        (tree / "tests" / "http").mkdir()
        (tree / "tests" / "http" / "test_app.py").touch()
        assert layout.twin_names(tree) == ["tests/test_app.py and tests/http/test_app.py"]


class TestPackaging:
    def test_every_folder_with_modules_is_a_package_of_pyproject(self, tree):
        assert layout.unlisted_packages(ROOT, SETUPTOOLS) == []
        assert layout.unlisted_packages(tree, PACKAGING) == []
        (tree / "states" / "deterministic").mkdir()
        (tree / "states" / "deterministic" / "handler.py").touch()
        (tree / "machine" / "turn.py").unlink()
        assert layout.unlisted_packages(tree, PACKAGING) == [
            "ha_assist.states.deterministic: not in pyproject's packages",
            "ha_assist.machine: listed, but has no modules",
        ]

    def test_the_folders_are_mapped_to_packages(self, tree):
        assert layout.unlisted_packages(tree, {**PACKAGING, "package-dir": {"ha_assist.http": "http"}})

    def test_every_data_file_is_in_the_wheel(self, tree):
        assert layout.loose_data(ROOT, SETUPTOOLS) == []
        assert layout.loose_data(tree, PACKAGING) == []
        (tree / "http" / "page.html").touch()
        (tree / "adapters/intents/data/vocabulary/xx.yaml").unlink()
        assert layout.loose_data(tree, PACKAGING) == [
            "ha_assist.adapters.intents: 'data/*/*.yaml' fits no file",
            "http/page.html: not in pyproject's package-data",
        ]

    def test_data_files_are_installed(self):
        for package, patterns in SETUPTOOLS["package-data"].items():
            folder = ROOT.joinpath(*package.split(".")[1:])
            spec = find_spec(package)
            assert spec is not None
            installed = Path(next(iter(spec.submodule_search_locations or ())))
            assert all((installed / path.relative_to(folder)).is_file() for pattern in patterns for path in folder.glob(pattern))


class TestImports:
    def test_imports_between_folders_are_relative_and_look_down(self):
        assert over_all(layout.upward_imports) == []

    @pytest.mark.parametrize(
        ("module", "line"),
        [
            ("machine/runner.py", "from ..states.boundary import boundary"),
            ("machine/runner.py", "from .. import states"),
            ("adapters/intents/grammar.py", "from ...machine.turn import Turn"),
            ("states/deterministic/handler.py", "from ...http import app"),
            ("states/boundary.py", "from ha_assist.machine.turn import Turn"),
            ("states/boundary.py", "import machine.turn"),
            ("states/boundary.py", "from ...elsewhere import thing"),
            ("states/boundary.py", "def f():\n    from ..http.app import app"),
        ],
    )
    def test_an_import_that_looks_up_or_is_absolute_is_found(self, module, line):
        assert layout.upward_imports(Path(module), line)

    @pytest.mark.parametrize(
        ("module", "line"),
        [
            ("http/app.py", "from http import HTTPStatus\nimport http.client"),
            ("http/app.py", "from ..states.registry import handlers"),
            ("states/deterministic/handler.py", "from ...adapters.home_assistant.types import Entity\nfrom . import frames"),
            ("machine/table.py", "from . import guards\nfrom .states import State"),
            ("adapters/openai/wire.py", "import msgspec"),
        ],
    )
    def test_an_import_that_looks_down_is_fine(self, module, line):
        assert layout.upward_imports(Path(module), line) == []

    def test_imports_stand_at_the_top(self):
        assert over_all(layout.hidden_imports, DEPENDENCIES) == []

    @pytest.mark.parametrize(
        ("module", "line", "fine"),
        [
            ("adapters/backends/hailo.py", "import package_that_nobody_needs.part", True),
            ("adapters/backends/hailo.py", "from package_that_nobody_needs import part", True),
            ("adapters/backends/hailo.py", "import json", False),
            ("adapters/backends/hailo.py", "import openai", False),
            ("adapters/backends/hailo.py", "from .remote import Remote", False),
            ("states/generate.py", "import package_that_nobody_needs", False),
        ],
    )
    def test_only_an_adapter_may_import_late_and_only_what_is_optional(self, module, line, fine):
        source = f"async def load():\n    if True:\n        {line}"
        assert (layout.hidden_imports(Path(module), source, DEPENDENCIES) == []) is fine


class TestLanguage:
    SPOKEN = layout.spoken_in_the_data(ROOT)

    def test_code_has_no_letters_but_ascii(self):
        assert over_all(layout.foreign_letters) == []

    @pytest.mark.parametrize(
        ("source", "found"),
        [
            ('WORDS = {"K\u00fcche"}', ["a.py:1: '\u00fc'"]),
            ("x = 1\n# \u0441\u0432\u0435\u0442", 4),
            ('"""120 \u00b5s, 20 \u00b0C \u2192 done \u2026"""', []),
        ],
    )
    def test_a_letter_of_another_alphabet_is_found_and_a_sign_is_not(self, source, found):
        findings = layout.foreign_letters(Path("a.py"), source)
        assert findings == found or len(findings) == found

    def test_code_does_not_repeat_what_the_data_files_say(self):
        """Neither Home Assistant's sentences nor people's function words: who needs one, reads the data."""
        assert over_all(layout.spoken_words, self.SPOKEN) == []

    @pytest.mark.parametrize(
        "source",
        [
            'if text == "could you": pass',
            'text.startswith("An overview of the areas and the devices in this smart home:")',
            'f"{x} This device is not able to start timers. {y}"',
        ],
    )
    def test_a_word_or_sentence_of_the_data_files_is_found(self, source):
        assert layout.spoken_words(Path("a.py"), source, self.SPOKEN)

    def test_a_word_of_another_language_is_found_also_when_it_is_plain_ascii(self, tree):
        (tree / "adapters/intents/data/vocabulary/xx.yaml").write_text("conjunctions: [und, and]\nfillers: [[bitte]]\n")
        (tree / "adapters/intents/data/vocabulary/en.yaml").write_text("conjunctions: [and]\n")
        assert layout.spoken_in_the_data(tree) == {"und", "bitte"}
        assert layout.spoken_words(Path("a.py"), 'words = ["und", "and"]', {"und", "bitte"}) == ["a.py:1: 'und'"]

    def test_a_docstring_may_quote(self):
        assert layout.spoken_words(Path("a.py"), 'def f():\n    "could you"', self.SPOKEN) == []


class TestText:
    def test_modules_are_short(self):
        assert over_all(layout.too_long) == []
        assert layout.too_long(Path("a.py"), "\n" * layout.LONGEST) == []
        assert layout.too_long(Path("a.py"), "\n" * (layout.LONGEST + 1)) == ["a.py: 401 lines"]

    def test_no_text_names_the_place_where_it_was_written(self):
        assert [finding for path, text in layout.texts(ROOT) for finding in layout.workplace_names(path, text)] == []

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("see /{}/main".format("work"), True),
            ("copied from ../{}/requests/x".format("shared"), True),
            ("home/work/desk and a shared/thing", False),
            ("the network/work is shared", False),
        ],
    )
    def test_a_path_of_that_place_is_found(self, text, found):
        assert bool(layout.workplace_names(Path("README.md"), text)) is found
