"""What holds for the code as a whole: one version, explained names, nothing of any one machine."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import bot
import cogs
import data
from tests.project.requirements import ROOT

OURS: Final = (bot, cogs, data)
BINARY: Final = {".gif", ".npy", ".png", ".pyc", ".xz"}


PLACES: Final = (".ci", ".github", "assets", "bot", "cogs", "data", "docs", "playground", "tests", "tools")


@cache
def files() -> tuple[Path, ...]:
    """The files of the repository that hold text."""
    found = [path for path in ROOT.iterdir() if path.is_file()]
    found += [path for place in PLACES for path in (ROOT / place).rglob("*") if path.is_file()]
    left_out = {"__pycache__", "uv.lock", ".env", ".git"}
    return tuple(path for path in found if path.suffix not in BINARY and not left_out & set(path.parts))


def modules() -> Iterator[ModuleType]:
    """All of ours; the playground's mirror Discord's documentation name by name."""
    for package in OURS:
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    headings = re.findall(r"^## \[(\d[^\]]*)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert project["version"] == bot.__version__ == headings[0]


def test_the_engine_imports_the_standard_library_and_itself() -> None:
    foreign: list[str] = []
    for file in sorted((ROOT / "bot" / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
            foreign += [
                f"{file.name}: {name}"
                for name in names
                if not name.startswith("bot.engine") and name.partition(".")[0] not in sys.stdlib_module_names
            ]
    assert foreign == []


def test_the_engine_has_no_clock_no_chance_and_no_files() -> None:
    banned = {"random", "secrets", "time", "datetime", "asyncio", "os", "io", "pathlib", "sqlite3", "socket"}
    for file in sorted((ROOT / "bot" / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.partition(".")[0] for name in names} & banned, file.name


def test_public_names_are_explained() -> None:
    bare: list[str] = []
    for module in modules():
        if not module.__doc__:
            bare.append(module.__name__)
        for name, value in vars(module).items():
            if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
                continue
            if inspect.isfunction(value) and not inspect.getdoc(value):
                bare.append(f"{module.__name__}.{name}")
            elif inspect.isclass(value):
                bare += [f"{module.__name__}.{one}" for one in unexplained(value)]
    assert bare == []


def unexplained(kind: type[Any]) -> Iterator[str]:
    """A class or its own methods without a docstring; one that overrides shares the one it overrides."""
    if not kind.__doc__ or kind.__doc__.startswith(f"{kind.__name__}("):  # what a dataclass gives itself
        yield kind.__name__
    for name, member in vars(kind).items():
        is_method = inspect.isfunction(member) or isinstance(member, (property, classmethod, staticmethod))
        if is_method and not name.startswith("_") and not inspect.getdoc(getattr(kind, name)):
            yield f"{kind.__name__}.{name}"


def test_nothing_names_the_machine_it_was_written_on() -> None:
    place = re.compile(r"(?<![\w.])(/work|/home/\w+|/root|/Users/\w+)/")
    wrong: list[str] = []
    for path in files():
        text = path.read_text("utf-8")
        wrong += [f"{path.relative_to(ROOT)}: {found}" for found in place.findall(text)]
        if str(ROOT) in text:
            wrong.append(f"{path.relative_to(ROOT)}: {ROOT}")
    assert wrong == []


def test_no_work_is_left_for_later() -> None:
    later = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
    wrong = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files()
        if path.suffix in (".py", ".js", ".css", ".md", ".sql", ".toml")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if later.search(line)
    ]
    assert wrong == []


def test_every_exception_to_the_linter_says_why() -> None:
    """Its reason stands behind its code, after a dash or in brackets."""
    reasoned = re.compile(r"# (?:ruff: )?noqa: [A-Z]+\d+(?:, [A-Z]+\d+)*(?: - | \()\w")
    bare = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files()
        if path.suffix == ".py"
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if "# no" + "qa" in line and not reasoned.search(line)
    ]
    assert bare == []


def test_every_package_but_the_playground_is_typed_strictly() -> None:
    strict = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pyright"]["strict"])
    assert strict == {"bot", "cogs", "data", "tools"}


def programs_in_strings() -> Iterator[tuple[str, ast.Module]]:
    """Where tests have a program in a string, and the program."""
    for file in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "import " in node.value:
                with suppress(SyntaxError):
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", ast.parse(node.value)


def test_what_programs_in_strings_import_is_there() -> None:
    """No linter and no type checker sees it, and some are started in long tests alone."""
    found = [
        (place, node.module or "", name.name)
        for place, program in programs_in_strings()
        for node in ast.walk(program)
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in PLACES
        for name in node.names
    ]
    gone = [
        (place, module, name)
        for place, module, name in found
        if find_spec(module) is None
        or not (hasattr(importlib.import_module(module), name) or find_spec(f"{module}.{name}"))
    ]
    assert len(found) > 20
    assert gone == []
