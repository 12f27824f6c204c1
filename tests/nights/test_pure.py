"""The values of nights are made of values alone; they, what is typed and what is expected know no clock."""

from __future__ import annotations

import sys

import pytest

from tests.leagues.test_pure import BANNED, imported
from tests.project.requirements import ROOT

PACKAGE = ROOT / "bot" / "nights"


def test_the_values_of_nights_need_the_standard_library_and_other_values_alone() -> None:
    names = {
        one for one in imported(PACKAGE / "model.py") if one.partition(".")[0] not in sys.stdlib_module_names
    }
    assert names == {"bot.errors", "bot.nights.seating.model", "bot.people.chosen", "bot.tables.model"}


@pytest.mark.parametrize("name", ["nights/model.py", "tables/clocks.py", "leagues/reading_time.py"])
def test_no_clock_no_chance_and_no_files(name: str) -> None:
    assert not {one.partition(".")[0] for one in imported(ROOT / "bot" / name)} & BANNED
