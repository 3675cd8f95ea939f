"""What the project's layout must be, as checks that return what is wrong: ``test_layout.py`` holds them, and breaks them."""

import ast
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import yaml

PACKAGE = "ha_assist"
# From the highest floor to the lowest. Imports look down, or stay on their floor.
FLOORS = ("http", "states", "machine", "adapters")
LONGEST = 400

# Where people's words live: data files in these folders.
VOCABULARY = "adapters/intents/data/vocabulary"
FUNCTION_WORDS = ("fillers", "conjunctions", "pronouns", "everywhere")


def modules(root: Path) -> list[Path]:
    """Every module of the package, as paths relative to ``root``."""
    return sorted(path.relative_to(root) for floor in FLOORS for path in (root / floor).rglob("*.py"))


# Packaging ------------------------------------------------------------------------------------------------------------------


def unlisted_packages(root: Path, setuptools: Mapping[str, Any]) -> list[str]:
    """Folders with modules that pyproject does not list, and packages that it lists and that are not there."""
    there = {f"{PACKAGE}.{'.'.join(module.parent.parts)}" for module in modules(root)}
    listed = set(setuptools["packages"])
    mapping = {f"{PACKAGE}.{floor}": floor for floor in FLOORS}
    wrong = [f"{package}: not in pyproject's packages" for package in sorted(there - listed)]
    wrong += [f"{package}: listed, but has no modules" for package in sorted(listed - there)]
    return wrong + ([] if setuptools["package-dir"] == mapping else [f"package-dir is not {mapping}"])


def loose_data(root: Path, setuptools: Mapping[str, Any]) -> list[str]:
    """Data files that no wheel would hold, and patterns that fit no file."""
    held: set[Path] = set()
    wrong = []
    for package, patterns in setuptools["package-data"].items():
        folder = root.joinpath(*package.split(".")[1:])
        for pattern in patterns:
            found = {path for path in folder.glob(pattern) if path.is_file()}
            held |= found
            wrong += [] if found else [f"{package}: {pattern!r} fits no file"]
    data = (
        path for floor in FLOORS for path in (root / floor).rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")
    )
    return wrong + sorted(f"{path.relative_to(root)}: not in pyproject's package-data" for path in data if path not in held)


def init_files(root: Path) -> list[str]:
    """With an ``__init__.py``, Python started in the project's folder would take ``http`` for the standard library's."""
    return sorted(str(path.relative_to(root)) for path in root.rglob("__init__.py") if _ours(path.relative_to(root)))


def twin_names(root: Path) -> list[str]:
    """Test files of the same name: without packages, the second would be the first."""
    seen: dict[str, Path] = {}
    twins = []
    for path in sorted((root / "tests").rglob("*.py")):
        if path.name in ("conftest.py", "__main__.py"):
            continue
        if path.name in seen:
            twins.append(f"{path.relative_to(root)} and {seen[path.name].relative_to(root)}")
        seen.setdefault(path.name, path)
    return twins


# Modules --------------------------------------------------------------------------------------------------------------------


def upward_imports(module: Path, source: str) -> list[str]:
    """Imports of ``module`` that look up, leave the package, or reach another folder by an absolute name."""
    wrong = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        elif isinstance(node, ast.ImportFrom):
            target = _target(module, node)
            if target is None:
                wrong.append(f"{module}:{node.lineno}: leaves the package")
            elif FLOORS.index(target) < FLOORS.index(module.parts[0]):
                wrong.append(f"{module}:{node.lineno}: {module.parts[0]} looks up to {target}")
            continue
        else:
            continue
        own = {PACKAGE, *FLOORS} - set(sys.stdlib_module_names)
        wrong += [f"{module}:{node.lineno}: {name} is not imported relatively" for name in names if name.split(".")[0] in own]
    return wrong


def _target(module: Path, node: ast.ImportFrom) -> str | None:
    """The floor that a relative import leads to."""
    folder = list(module.parent.parts)
    if node.level > len(folder) + 1:
        return None
    steps = folder[: len(folder) - (node.level - 1)] + (node.module or "").split(".")
    first = next((step for step in steps if step), node.names[0].name)
    return first if first in FLOORS else None


def hidden_imports(module: Path, source: str, dependencies: set[str]) -> list[str]:
    """Imports inside functions. Only an adapter may have one, and only of a package that an installation need not have.

    ``dependencies`` are the names of the distributions that every installation has.
    """
    distributions = _distributions()

    def optional(node: ast.Import | ast.ImportFrom) -> bool:
        if isinstance(node, ast.ImportFrom) and node.level:
            return False
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
        tops = {name.split(".")[0] for name in names}
        always = {top for top in tops if {_normal(name) for name in distributions.get(top, ())} & dependencies}
        return not always and not tops & set(sys.stdlib_module_names)

    inside = {
        node
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    return [
        f"{module}:{node.lineno}: an import inside a function"
        for node in sorted(inside, key=lambda node: node.lineno)
        if module.parts[0] != "adapters" or not optional(node)
    ]


@cache
def _distributions() -> Mapping[str, list[str]]:
    return packages_distributions()


def dependencies(project: Mapping[str, Any]) -> set[str]:
    """The names of the distributions that every installation has."""
    return {_normal(re.split(r"[^A-Za-z0-9._-]", requirement)[0]) for requirement in project["dependencies"]}


def _normal(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


def too_long(module: Path, source: str) -> list[str]:
    """Modules that hold more than one subject."""
    lines = source.count("\n")
    return [f"{module}: {lines} lines"] if lines > LONGEST else []


# Language -------------------------------------------------------------------------------------------------------------------


def foreign_letters(module: Path, source: str) -> list[str]:
    """Letters outside ASCII, wherever they stand: a word of a language that code does not speak. The micro sign is a unit."""
    return [
        f"{module}:{number}: {letter!r}"
        for number, line in enumerate(source.splitlines(), 1)
        for letter in line
        if not letter.isascii() and letter != "µ" and unicodedata.category(letter).startswith("L")
    ]


def spoken_words(module: Path, source: str, spoken: set[str]) -> list[str]:
    """Literals that are a word, or hold a sentence, which the data files have for people's or Home Assistant's speech."""
    sentences = {text for text in spoken if text.count(" ") >= 3}
    wrong = []
    for line, text in _literals(source):
        plain = " ".join(text.lower().split())
        found = plain if plain in spoken else next((sentence for sentence in sentences if sentence in plain), None)
        wrong += [f"{module}:{line}: {found!r}"] if found else []
    return wrong


# English words of the code that another language has too.
SHARED = {"direct"}


def spoken_in_the_data(root: Path) -> set[str]:
    """What no code may say, in lower case: every run of four words or more in any data file, and the function words of the
    vocabularies. Code is written in English, so a single English word in it proves nothing, and is left out; so are words of
    one or two letters, which are codes and keys as often."""
    words: set[str] = set()
    english: set[str] = set()
    sentences: set[str] = set()
    for path in (path for floor in FLOORS for path in (root / floor).rglob("*.yaml")):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        if path.parent == root / VOCABULARY:
            found = {text.lower() for key in FUNCTION_WORDS for text in _texts(data.get(key))}
            words |= found
            english |= {text.lower() for text in _texts(data) if path.stem == "en" and " " not in text}
        for text in _texts(data):
            sentences |= {run.lower() for run in re.findall(r"[^\W\d_]+(?:[ '][^\W\d_]+){3,}", " ".join(text.split()))}
    return {word for word in words - english - SHARED if len(word) > 2} | sentences


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value)


def _literals(source: str) -> Iterator[tuple[int, str]]:
    """The string literals of a module that are not docstrings."""
    tree = ast.parse(source)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


# Project text ---------------------------------------------------------------------------------------------------------------

_NOT_OURS = re.compile(r"\.git|\.venv|venv|build|dist|node_modules|__pycache__|\.[a-z]+_cache|\.hypothesis|.*\.egg-info")
# Put together here, so that this file does not name them itself.
_WORKPLACE = re.compile(
    r"(?<![\w./-])/{work}\b|\b{shared}/(?:facts|requests|cases|models|hooks|DESIGN)".format(work="work", shared="shared")
)


def workplace_names(path: Path, text: str) -> list[str]:
    """Paths of the place where the project happens to be written: nobody else has them."""
    return [f"{path}:{number}" for number, line in enumerate(text.splitlines(), 1) if _WORKPLACE.search(line)]


def texts(root: Path) -> Iterator[tuple[Path, str]]:
    """Every text file of the project."""
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        if path.is_file() and _ours(relative):
            try:
                yield relative, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def _ours(relative: Path) -> bool:
    return not any(_NOT_OURS.fullmatch(part) for part in relative.parts)
