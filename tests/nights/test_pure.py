"""The calendar needs the standard library alone; it, what is typed and what is expected know no clock."""

from __future__ import annotations

import sys

import pytest

from tests.leagues.test_pure import BANNED, imported
from tests.project.requirements import ROOT

PACKAGE = ROOT / "bot" / "nights"


def test_the_calendar_imports_the_standard_library_alone() -> None:
    names = {name.partition(".")[0] for name in imported(PACKAGE / "calendar.py")}
    assert names <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("name", ["nights/calendar.py", "tables/clocks.py", "leagues/reading_time.py"])
def test_no_clock_no_chance_and_no_files(name: str) -> None:
    assert not {one.partition(".")[0] for one in imported(ROOT / "bot" / name)} & BANNED
