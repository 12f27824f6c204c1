"""What a season comes to is pure: no clock, chance or files; the rules that the code names are written."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

from tests.project.requirements import ROOT

PACKAGE = ROOT / "bot" / "leagues" / "season"
PAGE = ROOT / "docs" / "rules" / "leagues.md"
BANNED = {"random", "secrets", "time", "asyncio", "os", "io", "pathlib", "sqlite3", "socket", "sys", "gc"}


def imported(file: Path) -> set[str]:
    """The names of the modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or ".")
    return found


def test_leagues_import_the_standard_library_the_engine_and_openskill_in_scoring() -> None:
    for file in PACKAGE.glob("*.py"):
        names = {name for name in imported(file) if not name.startswith("bot.leagues.season")}
        outside = {name for name in names if name.partition(".")[0] not in sys.stdlib_module_names}
        allowed = {
            "scoring.py": {"bot.engine.options", "bot.engine.registry", "openskill.models"},
        }
        assert outside == allowed.get(file.name, set()), file.name


def test_leagues_have_no_clock_no_chance_and_no_files() -> None:
    for file in PACKAGE.glob("*.py"):
        assert not {name.partition(".")[0] for name in imported(file)} & BANNED, file.name


def test_every_paragraph_is_named_by_a_test_and_those_named_are_written() -> None:
    written = set(re.findall(r"^### (L\d+)$", PAGE.read_text("utf-8"), re.MULTILINE))
    assert written == {f"L{number}" for number in range(1, 21)}
    tests = "\n".join(file.read_text("utf-8") for file in (ROOT / "tests" / "leagues").glob("test_l*.py"))
    assert written == {f"L{int(number)}" for number in re.findall(r"_L(\d+)(?=_)", tests)}
    code = "\n".join(file.read_text("utf-8") for file in PACKAGE.parent.rglob("*.py"))
    assert set(re.findall(r"\bL\d+\b", code)) <= written
