"""What stages of a tournament ask of a night: teams apart as far as possible, tables in several channels."""

from __future__ import annotations

import json
from datetime import date
from itertools import combinations

import pytest

from bot.nights.model import BLOCK, Evening, NightSettings
from bot.nights.planning import Past, planned_somehow, repeated, with_teams

PEOPLE = [10**17 + number for number in range(64)]


def evening(**settings: object) -> Evening:
    chosen = NightSettings(**settings)  # pyright: ignore[reportArgumentType]
    return Evening(1, 1, 1, 1, 7, 1, "n1", date(2026, 11, 28), 0.0, chosen, "seed")


def meetings(planned: Evening, teams: list[list[int]]) -> int:
    """How often two of a team sit together."""
    team_of = {one: number for number, team in enumerate(teams) for one in team}
    tables = [[one for one in table if one is not None] for round_ in planned.plan for table in round_.tables]
    return sum(team_of[a] == team_of[b] for table in tables for a, b in combinations(table, 2))


@pytest.mark.parametrize("count", [8, 16])
def test_people_of_a_team_do_not_meet_where_others_are_enough(count: int) -> None:
    teams = [PEOPLE[number::count] for number in range(count)]
    apart = planned_somehow(evening(rounds=3), PEOPLE, with_teams(Past(), teams), ())
    assert (meetings(apart, teams), repeated(apart.plan)) == (0, 0)
    assert meetings(planned_somehow(evening(rounds=3), PEOPLE, Past(), ()), teams) > 0


def test_of_one_team_all_meet_as_they_have_to() -> None:
    alone = planned_somehow(evening(rounds=3), PEOPLE, with_teams(Past(), [PEOPLE]), ())
    assert {len(one.tables) for one in alone.plan} == {16} and repeated(alone.plan) == 0


def test_tables_fill_one_channel_after_the_other() -> None:
    held = evening(channels=[11, 12, 13])
    assert [held.channel_of(one) for one in (1, BLOCK, BLOCK + 1, 2 * BLOCK + 1, 9 * BLOCK)] == [
        11,
        11,
        12,
        13,
        13,
    ]
    assert evening().channel_of(80) == 7


def test_who_is_invited_and_where_tables_are_is_kept_and_read_again() -> None:
    settings = NightSettings(invited=(3, 1), enters=True, channels=(5, 6))
    assert NightSettings.read(json.loads(json.dumps(settings.stored()))) == settings
    assert NightSettings.read({"invited": ["x"], "channels": 5}) == NightSettings()
    assert NightSettings.read({"invited": []}).invited == ()
