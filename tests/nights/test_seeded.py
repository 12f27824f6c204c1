"""Best against best goes by the score that ranks the night's table, whatever the season makes of points."""

from __future__ import annotations

import pytest

from bot.leagues.season.model import Points
from bot.leagues.season.settings import SeasonSettings
from bot.nights.model import NightPlace, NightRanking, NightSettings
from bot.nights.outcome import night_table
from bot.nights.seating.model import Mode
from tests.nights.held import Held
from tests.tables.house import ANN, BEN, CEES, DORA, EVA, FRED, House

SEEDED = NightSettings().changed("mode", Mode.SEEDED.value).changed("rounds", 3)
SHUFFLED = {"shuffle": "full"}
ROUND = [[ANN, BEN, CEES, None], [DORA, EVA, FRED, None]]
POINTS = {
    # What points alone would seat otherwise: Dora has by far the most, for one first place like Ann's.
    (1, 1): (1, 0, -1, 0),
    (1, 2): (80, 10, -40, -50),
    (2, 1): (2, 1, 0, -3),
    (2, 2): (-30, 20, 15, -5),
}


async def night(
    house: House, season: SeasonSettings, chosen: NightSettings, members: tuple[int, ...], **league: object
) -> Held:
    """Two rounds of two tables, with these points at their ends."""
    held = await Held.of(house, *members, settings=chosen, **league)
    await house.stored.seasons.change_settings(held.club.season.id, SeasonSettings(), season)
    await held.seated(ROUND, ROUND)
    for (number, table), points in POINTS.items():
        game = await held.game_of(await held.played(NightPlace(number, table)))
        await held.correct(Points(game, points))
    return held


async def seated_next(held: Held) -> list[set[int | None]]:
    told = await held.evenings.details(held.evening.id, 1)
    drawn = await held.evenings.drawn(told, (ANN, BEN, CEES, DORA, EVA, FRED))
    return [set(table) for table in drawn.plan[2].tables]


@pytest.mark.parametrize("members", [(BEN, CEES, DORA, EVA, FRED), (BEN, CEES, DORA)])
@pytest.mark.parametrize(
    ("season", "best"),
    [
        (SeasonSettings(), {DORA, EVA, ANN}),
        (SeasonSettings(score="places"), {ANN, EVA, BEN}),
        (SeasonSettings(score="both"), {ANN, EVA, DORA}),
        (SeasonSettings(score="places", night="average"), {ANN, EVA, BEN}),
    ],
    ids=["points", "places", "both", "average"],
)
async def test_N3_the_best_of_the_night_s_table_sit_together(
    house: House, season: SeasonSettings, best: set[int], members: tuple[int, ...]
) -> None:
    """Guests, who are in no table, as if they were members."""
    held = await night(house, season, SEEDED, members)
    first, second = await seated_next(held)
    assert first == {*best, None} and second == {ANN, BEN, CEES, DORA, EVA, FRED, None} - best
    if EVA in members:
        table = await night_table(held.evenings.clubs, house.tables, held.evening)
        assert {int(one.member[1:]) for one in table.lines[:3]} == best


async def test_N3_with_differences_the_best_are_those_by_differences(house: House) -> None:
    chosen = SEEDED.changed("duplicate", True).changed("ranking", NightRanking.DIFFERENCE.value)
    held = await night(
        house, SeasonSettings(), chosen, (BEN, CEES, DORA, EVA), options=SHUFFLED
    )  # Fred is a guest
    first, _ = await seated_next(held)
    assert first == {DORA, EVA, CEES, None}
