"""The page on results that were not played here says what is so: its examples are read."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from bot.leagues.paper.season_import import LARGEST_FILE, MOST_UNITS
from bot.leagues.paper.sheet import LONGEST
from bot.leagues.paper.spreadsheet import MOST_GAMES
from bot.leagues.paper.table import LARGEST_CSV, MOST_COLUMNS, MOST_ROWS, read_table, recognised
from bot.leagues.paper.typed import LARGEST, Known
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.standings import standings
from tests.leagues.paper.made import sheet, spreadsheet
from tests.project.requirements import ROOT

PAGE = (ROOT / "docs" / "results-on-paper.md").read_text("utf-8")
EXAMPLES = re.findall(r"```(sheet|csv \w+)\n(.*?)```\s+```points\n(.*?)```", PAGE, re.DOTALL)
Expected = dict[str, Fraction]


def expected(points: str) -> Expected:
    """``Ann 25/2, Bob -3``."""
    pairs = (one.rsplit(" ", 1) for one in points.strip().split(", "))
    return {name.split(" ")[0]: Fraction(value) for name, value in pairs}


def test_each_kind_of_example_is_there() -> None:
    assert sorted(kind for kind, *_ in EXAMPLES) == [
        "csv pairs", "csv scores", "csv seat", "csv totals", "sheet", "sheet", "sheet",
    ]  # fmt: skip
    assert PAGE.count("```") == 4 * len(EXAMPLES)


@pytest.mark.parametrize(("kind", "text", "points"), EXAMPLES)
def test_an_example_is_read_as_told(kind: str, text: str, points: str) -> None:
    if kind == "sheet":
        game = sheet(text)
        assert dict(zip(game.names, game.points, strict=True)) == expected(points)
        return
    assert recognised(read_table(text.encode())).form == kind.removeprefix("csv ")
    season = spreadsheet(text, Known(()))
    names = {member.id: member.name for member in season.members}
    found = standings(SeasonCourse(season, corrected(season)))
    assert {names[one.player]: one.value for one in found} == expected(points)


@pytest.mark.parametrize(
    "limit",
    [
        f"{LONGEST:,} characters", f"up to {LARGEST:,}", f"{LARGEST_CSV} MB", f"{LARGEST_FILE} MB",
        f"{MOST_ROWS:,} rows", f"{MOST_COLUMNS} columns", f"{MOST_GAMES:,} games", f"at most {MOST_UNITS:,}",
    ],
)  # fmt: skip
def test_limits_are_those_of_the_code(limit: str) -> None:
    assert limit in " ".join(PAGE.split())
