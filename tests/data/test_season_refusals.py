"""What cannot be done with a league or a season is said with a code, and changes nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date

import pytest

from bot.leagues.model import ClubError, League, Report, SeasonFacts
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.model import (
    Bye,
    Correction,
    Holder,
    LeagueSeat,
    Night,
    Season,
    SeasonGame,
    SeatKind,
    Void,
)
from bot.leagues.season.settings import SeasonSettings
from bot.leagues.season.standings import all_time, totals
from data.store import Store
from tests.data.club import playing
from tests.data.seasons import brought, facts, member, new_league, on_paper, whole_season
from tests.kept import enter, keep_league

ON = date(2026, 12, 1)
ZONE = "Europe/Brussels"


async def refused(work: Awaitable[object], code: str) -> None:
    with pytest.raises(ClubError) as error:
        await work
    assert error.value.code == code


async def league_of(store: Store) -> tuple[League, SeasonFacts]:
    return await new_league(store, SeasonSettings(), ZONE)


def game(*people: str) -> SeasonGame:
    points = (3, -1, -1, -1)
    seats = [
        LeagueSeat(Holder(SeatKind.MEMBER, one), gained) for one, gained in zip(people, points, strict=True)
    ]
    return SeasonGame.of("", None, 1_790_000_000, 1_790_000_100, 0, seats)


async def test_L1_a_name_is_taken_once_in_a_server(store: Store) -> None:
    first, _ = await league_of(store)
    second, _ = await league_of(store)
    await refused(keep_league(store.leagues, replace(second, name=first.name.upper())), "name-taken")
    await refused(
        store.leagues.create(replace(first, id=0), facts(SeasonSettings()), member("x")), "name-taken"
    )
    assert await store.leagues.league(second.id) == second


CLOSED: dict[str, Callable[[Store, int], Awaitable[object]]] = {
    "close": lambda store, season: store.seasons.close(season, ON),
    "settings": lambda store, season: store.seasons.change_settings(
        season, SeasonSettings(), SeasonSettings(best=3)
    ),
    "night": lambda store, season: store.seasons.add_night(season, Night("n1", ON)),
    "bye": lambda store, season: store.seasons.add_bye(season, Bye("n1", 1, "organiser")),
    "report": lambda store, season: store.seasons.report(on_paper(season, game("a", "b", "c", "d"))),
}


@pytest.mark.parametrize("what", CLOSED)
async def test_L2_a_closed_season_takes_corrections_alone(store: Store, what: str) -> None:
    _, season = await league_of(store)
    waiting = await store.seasons.report(on_paper(season.id, game("a", "b", "c", "d")))
    await store.seasons.close(season.id, ON)
    before = await store.seasons.whole(season.id)
    await refused(CLOSED[what](store, season.id), "season-closed")
    await refused(store.seasons.confirm(waiting.id, None), "season-closed")
    assert await store.seasons.whole(season.id) == before
    assert await store.seasons.reported(waiting.id) == waiting


async def test_L2_a_season_is_not_closed_while_a_game_of_it_is_played(store: Store) -> None:
    _, season = await league_of(store)
    table = await playing(store, season.id, "n1")
    with pytest.raises(ClubError) as error:
        await store.seasons.close(season.id, ON)
    assert (error.value.code, error.value.details) == ("tables-running", {"tables": str(table.id)})
    assert (await store.seasons.seasons(season.league_id))[0].is_open


async def test_L2_seasons_follow_one_another(store: Store) -> None:
    _, season = await league_of(store)
    await refused(store.seasons.begin(replace(season, id=0)), "season-open")
    await store.seasons.close(season.id, ON)
    begun = await store.seasons.begin(replace(season, id=0, begun=ON, closed=None))
    assert [one.number for one in await store.seasons.seasons(season.league_id)] == [1, 2]
    assert begun.is_open


async def test_L8_a_bye_is_of_a_night_and_a_member_that_are_there(store: Store) -> None:
    _, season = await league_of(store)
    await store.seasons.add_night(season.id, Night("n1", ON))
    await refused(store.seasons.add_night(season.id, Night("n1", ON)), "same-night")
    await refused(store.seasons.add_bye(season.id, Bye("n2", 1, "organiser")), "unknown-night")
    await refused(store.seasons.add_bye(season.id, Bye("n1", 1, "nobody")), "unknown-member")
    await store.seasons.add_bye(season.id, Bye("n1", 1, "organiser"))
    await refused(store.seasons.add_bye(season.id, Bye("n1", 1, "organiser")), "same-bye")
    assert len((await store.seasons.whole(season.id)).byes) == 1


async def test_who_comes_and_goes_between_seasons_is_in_the_league(store: Store) -> None:
    league, season = await league_of(store)
    await store.seasons.close(season.id, ON)
    await enter(store.leagues, replace(member("ann"), league_id=league.id, user_id=7))
    await store.leagues.leave(league.id, "organiser", ON)
    assert {one.id: one.is_in for one in await store.leagues.members(league.id)} == {
        "ann": True,
        "organiser": False,
    }
    assert [one.id for one in (await store.seasons.whole(season.id)).members] == ["organiser"]
    begun = await store.seasons.begin(replace(season, id=0, begun=ON, closed=None))
    assert [one.id for one in (await store.seasons.whole(begun.id)).members] == ["ann"]


async def test_a_report_is_confirmed_by_each_and_by_nobody_twice(store: Store) -> None:
    league, season = await league_of(store)
    for name in "abcd":
        await enter(store.leagues, replace(member(name), league_id=league.id))
    report = await store.seasons.report(Report(0, season.id, 1, "", game(*"abcd"), (2, 3), 1000.0))
    left = await store.seasons.confirm(report.id, 2)
    assert left is not None and left.awaited == (3,)
    assert await store.seasons.confirm(report.id, 3) is None
    await refused(store.seasons.confirm(report.id, 3), "no-such-report")
    assert len((await store.seasons.whole(season.id)).games) == 1


async def test_L17_a_game_on_paper_of_strangers_is_refused(store: Store) -> None:
    _, season = await league_of(store)
    report = await store.seasons.report(on_paper(season.id, game(*"abcd")))
    await refused(store.seasons.confirm(report.id, None), "unknown-member")
    await refused(store.seasons.correct(season.id, Correction("", 1, "1", "", Void("none"))), "unknown-game")
    assert (await store.seasons.whole(season.id)).games == ()


async def test_a_season_that_has_begun_is_not_replaced(store: Store) -> None:
    season: Season = whole_season(1, {})
    kept = await brought(store, season)
    again = replace(kept, id=0)
    await refused(store.seasons.bring(again, season, {}, open_now=True), "season-not-empty")
    assert (await store.seasons.whole(kept.id)).games


async def test_L16_the_table_of_all_time_is_that_of_all_results(store: Store) -> None:
    kept = await brought(store, whole_season(2, {"left": "lowest"}))
    whole = await store.seasons.whole(kept.id)
    assert await store.seasons.all_time(kept.league_id) == all_time(
        [totals(SeasonCourse(whole, corrected(whole)))]
    )


async def test_a_season_that_is_not_there_is_not_read(store: Store) -> None:
    assert await store.seasons.facts(99) is None
    with pytest.raises(LookupError):
        await store.seasons.whole(99)
