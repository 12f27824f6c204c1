"""Tournaments as they are kept, and corrections that would take the ground from a stage played since (T5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import time

import pytest

from bot.leagues.model import ClubError, ClubMember
from bot.leagues.season.model import Correction, Holder, LeagueSeat, Points, SeasonGame, SeatKind
from bot.leagues.season.settings import SeasonSettings
from bot.nights.model import EveningStage, NightSettings, Round, Schedule, Series, SeriesState
from bot.tournaments.model import Cut, Stage
from bot.tournaments.plan import StageSeries, TournamentError, TournamentFacts, TournamentPlan
from data.store import Store
from tests.data.evenings import ANN, AT, BOB, CEES, CHANNEL, DAY, DORA, EVA, GUILD, PEOPLE, first
from tests.data.seasons import FIRST, LEAGUE, facts, on_paper
from tests.kept import enter

PLAN = TournamentPlan(
    starts="2026-09-08T20:00:00", stages=(Stage(1, Cut(2)), Stage(1)), team=2, minutes=45, channels=(CHANNEL,)
)
FOUR = (ANN, BOB, CEES, DORA)


async def made(store: Store, name: str = "Cup") -> TournamentFacts:
    """One that is not announced, of four members."""
    league = replace(LEAGUE, name=name, zone="Europe/Brussels")
    ann = ClubMember(0, str(ANN), "Ann", ANN, 1000.0, FIRST)
    new = TournamentFacts(0, LEAGUE.guild_id, 0, "seed", PLAN)
    kept = await store.tournaments.create(new, league, facts(SeasonSettings()), ann)
    for one in FOUR[1:]:
        await enter(store.leagues, ClubMember(kept.league_id, str(one), PEOPLE[one], one, 1000.0, FIRST))
    return kept


def series(kept: TournamentFacts, **settings: object) -> Series:
    chosen = NightSettings(rounds=1, **settings)  # pyright: ignore[reportArgumentType]
    schedule = Schedule(DAY, time(20))
    return Series(0, kept.league_id, GUILD, CHANNEL, ANN, schedule, chosen, 1000.0, SeriesState.RUNNING)


async def test_one_is_as_it_was_made_and_then_changed(store: Store) -> None:
    kept = await made(store)
    assert await store.tournaments.tournament(kept.league_id) == kept
    assert (kept.stage, kept.groups, kept.plan) == (-1, (), PLAN)
    begun = await store.tournaments.change(kept, [series(kept), series(kept)])
    ((main, small),) = begun.groups
    assert await store.tournaments.tournament(kept.league_id) == begun
    assert (begun.version, begun.stage, begun.is_last, small > main) == (1, 0, False, True)
    for one in (main, small):
        assert await store.tournaments.of_series(one) == begun
    assert await store.tournaments.of_series(small + 1) is None
    over = await store.tournaments.change(replace(begun, ended_at=AT))
    assert await store.tournaments.running() == []
    assert await store.tournaments.of_server(LEAGUE.guild_id) == [over]


async def test_of_two_changes_at_once_the_second_is_refused(store: Store) -> None:
    kept = await made(store)
    await store.tournaments.change(replace(kept, plan=replace(PLAN, pause=30)))
    with pytest.raises(TournamentError, match="changed-meanwhile"):
        await store.tournaments.change(kept, [series(kept)])
    assert await store.nights.running() == []


async def test_no_two_have_a_name(store: Store) -> None:
    await made(store)
    with pytest.raises(ClubError, match="name-taken"):
        await made(store)
    assert len(await store.tournaments.of_server(LEAGUE.guild_id)) == 1


async def test_only_one_that_is_not_announced_is_thrown_away(store: Store) -> None:
    announced, other = await made(store), await made(store, "Other")
    announced = await store.tournaments.change(announced, [series(announced)])
    assert await store.tournaments.throw_away(other.league_id)
    assert not await store.tournaments.throw_away(other.league_id)
    assert not await store.tournaments.throw_away(announced.league_id)
    assert await store.tournaments.running() == [announced]
    assert await store.leagues.league(other.league_id) is None


async def test_what_is_known_of_somebody_is_changed_as_it_is_by_then(store: Store) -> None:
    kept = await made(store)
    await store.tournaments.tell(kept.league_id, BOB, lambda one: replace(one, team="Lint"))
    await store.tournaments.tell(kept.league_id, BOB, lambda one: replace(one, withdrawn=0))
    told = await store.tournaments.entrants(kept.league_id)
    assert {(one.user_id, one.team, one.withdrawn) for one in told.values()} == {(BOB, "Lint", 0)}


async def test_who_is_invited_comes_until_they_say_otherwise(store: Store) -> None:
    kept = await made(store)
    begun = await store.tournaments.change(kept, [series(kept, invited=(DORA, ANN, EVA))])
    new = await store.nights.series(begun.groups[0].main)
    season = await store.seasons.facts(kept.season_id)
    assert new is not None and season is not None
    evening = await store.nights.make_evening(first(new, season))
    details = await store.nights.details(evening.id)
    assert details is not None
    order = sorted(details.people.values(), key=lambda one: one.answered_at)
    assert [(one.user_id, one.name, one.answer) for one in order] == [
        (DORA, "Dora", "in"),
        (ANN, "Ann", "in"),
    ]


async def _played(store: Store) -> TournamentFacts:
    """One of which Ann and Bob play the second stage, since they were the best of the first."""
    kept, begun = await made(store), StageSeries(0)
    for number, people in enumerate((FOUR, FOUR[:2])):
        kept = await store.tournaments.change(kept, [series(kept)])
        begun = kept.groups[number]
        new, season = await store.nights.series(begun.main), await store.seasons.facts(kept.season_id)
        assert new is not None and season is not None
        evening = await store.nights.make_evening(first(new, season))
        stage = EveningStage.PLAYING if number else EveningStage.OVER
        plan = (Round(((*people, *[None] * (4 - len(people))),)),)
        evening = await store.nights.change(replace(evening, stage=stage, plan=plan, round=1, began_at=AT))
        if number == 0:
            seats = [
                LeagueSeat(Holder(SeatKind.MEMBER, str(one)), points)
                for one, points in zip(FOUR, (30, 20, -10, -40), strict=True)
            ]
            game = SeasonGame.of("", evening.night, int(AT), int(AT) + 60, 0, seats)
            report = await store.seasons.report(on_paper(kept.season_id, game))
            await store.seasons.confirm(report.id, None)
    return kept


@pytest.mark.parametrize(
    ("points", "refused"),
    [
        ((20, 30, -10, -40), ""),  # the same two go on
        ((20, 30, -40, -10), ""),
        ((30, -40, -10, 20), "played-on"),  # Dora would have, and Bob has played
        ((-40, -10, 20, 30), "played-on"),
    ],
)
async def test_T5_a_correction_by_which_others_would_have_gone_on_is_refused(
    store: Store, points: tuple[int, ...], refused: str
) -> None:
    kept = await _played(store)
    results, _ = await store.seasons.results(kept.season_id, 0, 9)
    change = Correction("c1", int(AT), str(ANN), "typing", Points(results[0].game.id, points))
    if not refused:
        await store.seasons.correct(kept.season_id, change)
        return
    with pytest.raises(ClubError, match=refused):
        await store.seasons.correct(kept.season_id, change)
    assert not await store.seasons.events(kept.season_id)


async def test_T5_other_settings_or_a_game_on_paper_are_refused_where_others_would_have_gone_on(
    store: Store,
) -> None:
    kept = await _played(store)
    usual = SeasonSettings()
    await store.seasons.change_settings(kept.season_id, usual, replace(usual, stake=5))
    before = replace(usual, stake=5)
    turned = {4: tuple(reversed(before.place_points[4])), **{at: before.place_points[at] for at in (3, 5)}}
    after = replace(before, score="places", place_points=turned)
    with pytest.raises(ClubError, match="played-on"):
        await store.seasons.change_settings(kept.season_id, before, after)
    results, _ = await store.seasons.results(kept.season_id, 0, 9)
    await enter(store.leagues, ClubMember(kept.league_id, str(EVA), "Eva", EVA, 1000.0, FIRST))
    strangers = [LeagueSeat(Holder(SeatKind.GUEST, one), -20) for one in ("x", "y", "z")]
    seats = [LeagueSeat(Holder(SeatKind.MEMBER, str(EVA)), 60), *strangers]
    best = SeasonGame.of("", results[0].game.night, int(AT), int(AT) + 60, 0, seats)
    report = await store.seasons.report(on_paper(kept.season_id, best))
    with pytest.raises(ClubError, match="played-on"):
        await store.seasons.confirm(report.id, None)
    assert await store.seasons.reported(report.id) is not None


async def test_T5_before_the_next_stage_any_correction_stands(store: Store) -> None:
    kept = await made(store)
    kept = await store.tournaments.change(kept, [series(kept)])
    with pytest.raises(ClubError, match="unknown-game"):
        await store.seasons.correct(
            kept.season_id, Correction("c1", int(AT), str(ANN), "typing", Points("g", (1, 2, 3, 4)))
        )
