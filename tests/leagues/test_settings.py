"""The settings of a season: what each may be is declared once, and told so."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from bot.leagues.season.fields import NotASeason
from bot.leagues.season.settings import LEGAL, ByPlace, SeasonSettings, Whole, Word, WordList
from tests.leagues.test_season_file import SETTINGS
from tests.project.requirements import ROOT

PAGE = (ROOT / "docs" / "rules" / "leagues.md").read_text("utf-8")


def test_the_defaults_are_those_of_the_rules() -> None:
    assert SeasonSettings().stored() == {
        "score": "points",
        "place_points": {"3": [90, 45, 0], "4": [90, 60, 30, 0], "5": [90, 68, 45, 23, 0]},
        "level": "no",
        "left": "nothing",
        "bye": "nothing",
        "night": "sum",
        "free": "count",
        "absence": "nothing",
        "excused": "average",
        "best": "all",
        "measure": "total",
        "minimum": 0,
        "ties": ["wins", "best_night", "last_night"],
        "stake": 0,
    }


@pytest.mark.parametrize("stored", [{}, SETTINGS, {"best": 1, "left": "-1/3"}])
def test_what_is_stored_is_read_again(stored: dict[str, object]) -> None:
    found = SeasonSettings.read(stored)
    assert SeasonSettings.read(found.stored()) == found
    assert found.stored() == SeasonSettings().stored() | stored


def test_one_setting_is_changed_by_what_json_has() -> None:
    changed = SeasonSettings().changed("absence", "-5/2").changed("best", 4)
    assert (changed.absence, changed.best, changed.score) == (Fraction(-5, 2), 4, "points")
    for name, kept in [("absence", "lowest"), ("best", 0), ("other", 1)]:
        with pytest.raises(NotASeason) as refused:
            changed.changed(name, kept)
        assert (refused.value.code, refused.value.where) == ("shape", name)


def test_every_setting_is_described() -> None:
    table = PAGE.partition("### Settings\n")[2].partition("\n### ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| \[(L\d+)\]", table, re.MULTILINE)
    assert [name for name, _, _ in rows] == list(LEGAL)
    for name, values, paragraph in rows:
        words = re.findall(r"`(\w+)`", values)
        match LEGAL[name]:
            case Word(known, or_number):
                assert set(words) == set(known) and words[0] == getattr(SeasonSettings(), name)
                assert ("a number" in values) == or_number
            case Whole(least, known):
                assert set(words) == set(known) and str(least) in values
            case WordList(known):
                assert tuple(words) == known
            case ByPlace():
                assert "90, 68, 45, 23, 0" in values
        assert f"### {paragraph}\n" in PAGE


def test_a_setting_may_be_asked_what_it_may_be() -> None:
    assert LEGAL["left"] == Word(("nothing", "lowest"), or_number=True)
    assert LEGAL["best"] == Whole(1, ("all",), (4, 6, 8, 10, 12))
