"""What other settings would do to standings, and how a change of them is written in short (L2)."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.model import Season
from bot.leagues.season.season_file import read_season
from bot.leagues.season.settings import LEGAL, SeasonSettings, offered, with_written, written
from bot.leagues.season.standings import moves, places, standings
from tests.leagues.generated_season import generated_season

AFTER = SeasonSettings.read({"score": "places", "best": 3, "minimum": 4})


def made(seed: int) -> Season:
    return read_season(json.dumps(generated_season(Random(seed), settings={}).file()).encode())


@pytest.mark.parametrize("seed", range(4))
def test_L2_moves_are_what_standings_say_before_and_after(seed: int) -> None:
    season = made(seed)
    changed = replace(season, settings=AFTER)
    before = places(season)
    after = {one.player: one.place for one in standings(SeasonCourse(changed, corrected(changed)))}
    found = moves(season, AFTER)
    assert {one.member for one in found} == {
        member for member in {*before, *after} if before.get(member) != after.get(member)
    }
    assert all((one.before, one.after) == (before.get(one.member), after.get(one.member)) for one in found)
    ways = [abs(one.before - one.after) for one in found if one.before and one.after]
    assert found and ways == sorted(ways, reverse=True)


def test_L2_settings_as_they_are_move_nobody() -> None:
    season = made(1)
    assert moves(season, season.settings) == []


@pytest.mark.parametrize("name", LEGAL)
def test_what_is_offered_is_written_and_read_again(name: str) -> None:
    for kept in offered(name):
        text = written(name, kept)
        assert text and with_written(SeasonSettings(), name, text) == SeasonSettings().changed(name, kept)
    now = SeasonSettings().stored()[name]
    assert with_written(SeasonSettings(), name, written(name, now)) == SeasonSettings()


@pytest.mark.parametrize(
    ("name", "text"), [("score", "nonsense"), ("nothing", "1"), ("best", "0"), ("ties", "x")]
)
def test_what_is_no_value_is_read_as_none(name: str, text: str) -> None:
    assert with_written(SeasonSettings(), name, text) is None
