"""Seating is pure: no clock, no files, and no chance but what follows from the seed."""

from __future__ import annotations

import ast
import sys

from tests.leagues.test_pure import BANNED, imported
from tests.project.requirements import ROOT

PACKAGE = ROOT / "bot" / "nights" / "seating"


def test_seating_has_no_clock_no_files_and_chance_in_one_place() -> None:
    for file in PACKAGE.glob("*.py"):
        allowed = {"random"} if file.name == "model.py" else set[str]()
        assert {name.partition(".")[0] for name in imported(file)} & BANNED <= allowed, file.name


def test_seating_imports_the_standard_library_and_how_files_of_leagues_are_read() -> None:
    for file in PACKAGE.glob("*.py"):
        names = {name for name in imported(file) if not name.startswith("bot.nights.seating")}
        outside = {name for name in names if name.partition(".")[0] not in sys.stdlib_module_names}
        reading = {"bot.leagues.season.fields"}
        assert outside == (reading if file.name == "request_reader.py" else set()), file.name


def test_the_lot_uses_nothing_of_random_but_its_plain_numbers() -> None:
    """Which alone are the same in all versions of Python."""
    tree = ast.parse((PACKAGE / "model.py").read_text("utf-8"))
    made = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Call)
    ]
    assert [node.attr for node in made if ast.unparse(node).startswith("Random(")] == ["random"]
