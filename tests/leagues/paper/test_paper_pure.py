"""Results that were not played here are read without a clock, chance, files or Discord."""

from __future__ import annotations

from tests.leagues.test_pure import BANNED, imported
from tests.project.requirements import ROOT

PACKAGE = ROOT / "bot" / "leagues" / "paper"


def test_what_is_read_depends_on_what_is_given_alone() -> None:
    for file in PACKAGE.glob("*.py"):
        allowed = {"io"} if file.name == "table.py" else set[str]()  # a text as the csv module takes it
        assert {name.partition(".")[0] for name in imported(file)} & BANNED <= allowed, file.name
