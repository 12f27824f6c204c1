"""L9: what one night came to."""

from __future__ import annotations

import json
from random import Random

import pytest

from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse, one_night
from bot.leagues.season.report import NightPart, explain
from bot.leagues.season.season_file import read_season
from tests.leagues.generated_season import generated_season


@pytest.mark.parametrize("settings", [{}, {"night": "average", "bye": -5}, {"score": "places"}])
def test_L09_a_night_is_what_it_is_in_the_explanation_of_each(settings: dict[str, object]) -> None:
    made = generated_season(Random(5), settings=settings).file()
    season = read_season(json.dumps(made).encode())
    course = SeasonCourse(season, corrected(season))
    told = {
        (night.id, member.id): night
        for member in season.members
        for night in explain(course, member).nights
        if night.part is NightPart.PLAYED
    }
    seen = 0
    for night in course.held:
        lines = one_night(course, night.id)
        assert {line.member for line in lines} == {one for name, one in told if name == night.id}
        for line in lines:
            explained = told[night.id, line.member]
            assert (line.score, line.games) == (explained.score, len(explained.gained))
            assert line.place == 1 + sum(other.score > line.score for other in lines)
            seen += 1
    assert seen


def test_L09_there_is_no_table_of_a_night_that_was_not_held() -> None:
    season = read_season(json.dumps(generated_season(Random(5)).file()).encode())
    with pytest.raises(LookupError):
        one_night(SeasonCourse(season, corrected(season)), "nowhere")
