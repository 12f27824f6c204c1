"""What a tournament comes to is pure: no clock, chance or files; the rules that code names are written."""

from __future__ import annotations

import re
import sys

from tests.leagues.test_pure import BANNED, imported
from tests.project.requirements import ROOT

PACKAGE = ROOT / "bot" / "tournaments"
CORE = ("faults", "model", "ranking", "tournament_file")
PAGE = ROOT / "docs" / "rules" / "tournaments.md"


def test_the_core_imports_the_standard_library_and_seasons_alone() -> None:
    for name in CORE:
        found = imported(PACKAGE / f"{name}.py")
        assert not {one.partition(".")[0] for one in found} & BANNED, name
        ours = tuple(f"bot.tournaments.{one}" for one in CORE)
        outside = {one for one in found if one.partition(".")[0] not in sys.stdlib_module_names}
        assert {
            one for one in outside if one not in ours and not one.startswith("bot.leagues.season.")
        } == set()


def test_every_paragraph_is_named_by_a_test_and_those_named_are_written() -> None:
    written = set(re.findall(r"^### (T\d+)$", PAGE.read_text("utf-8"), re.MULTILINE))
    assert written == {f"T{number}" for number in range(1, 9)}
    tests = "\n".join(file.read_text("utf-8") for file in (ROOT / "tests" / "tournaments").glob("test_t*.py"))
    assert written == {f"T{number}" for number in re.findall(r"def test_T(\d+)_", tests)}
    code = "\n".join(file.read_text("utf-8") for file in PACKAGE.rglob("*.py"))
    assert set(re.findall(r"\bT\d+\b", code)) <= written
