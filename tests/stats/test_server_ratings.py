"""L20 for servers: what is kept is what a second calculation finds of all games in their order."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.leagues.season.model import Holder, Points, SeatChange, SeatKind, Undo, Void
from bot.stats import ratings as rating
from bot.stats.ratings import RatingProgress, RatingVerdict, RatingWorker, ServerPool
from bot.tables.model import State
from bot.timers import Timers
from data.errors import NotStored
from data.statistics import rating_steps
from tests.clock import FakeClock
from tests.data.databases import change
from tests.data.samples import step_to
from tests.stats.reference.ratings import Seat as Told
from tests.stats.server_games import GUILD, KING, Ledger, settled

PEOPLE = (11, 12, 13, 14, 15, 16)
POOLS = (KING, ServerPool(GUILD, "whist"), ServerPool(2, "king"), ServerPool(2, "whist"))


async def evening(ledger: Ledger, games: int, seed: int = 1) -> None:
    """Games of four people each, by chance, a minute apart."""
    random = Random(seed)
    for number in range(games):
        points = [random.randint(-20, 20) for _ in range(4)]
        await ledger.play(random.sample(PEOPLE, 4), points, 5000.0 + 60 * number)


async def test_L20_each_game_is_rated_by_what_ends_it(ledger: Ledger) -> None:
    random = Random(20)
    for number in range(60):
        holders = [*random.sample(PEOPLE, random.choice([1, 2, 3, 3, 4])), "easy", "steady", "unheard-of"][:4]
        random.shuffle(holders)
        points = [random.randint(-3, 3) for _ in holders]
        preset = random.choice(["kingen", "russian-king", "whist-flemish"])
        left = [random.randrange(4)] if random.random() < 0.2 else []
        guild = random.choice([1, 1, 2, None])
        ended = 5000.0 + number // 2  # two at a time
        await ledger.play(holders, points, ended, left, preset=preset, guild=guild)
        assert await ledger.store.ratings.unrated() == []
    for pool in POOLS:
        await ledger.check(pool)
    assert all(len(ledger.expected(pool)) > 3 for pool in POOLS)


async def test_L20_a_private_game_is_in_no_pool(ledger: Ledger) -> None:
    table = await ledger.play([11, 12, 13, 14], [3, 2, 1, 0], 5000.0, guild=None)
    assert await ledger.store.ratings.of_game(table.id) is None
    assert await ledger.store.ratings.unrated() == []


@pytest.mark.parametrize(
    ("holders", "left", "verdict"),
    [
        ([11, 12, "easy", "easy"], [], RatingVerdict.RATED),
        ([11, "easy", "easy", "steady"], [], RatingVerdict.FEW_PEOPLE),
        ([11, 12, 13, 14], [2], RatingVerdict.GIVEN_UP),
        ([11, 12, 13, "easy"], [3], RatingVerdict.GIVEN_UP),
    ],
)
async def test_L20_what_is_rated(
    ledger: Ledger, holders: list[int | str], left: list[int], verdict: RatingVerdict
) -> None:
    table = await ledger.play(holders, [3, 2, 1, 0], 5000.0, left)
    told = await ledger.store.ratings.of_game(table.id)
    assert told is not None and told.verdict is verdict
    assert bool(told.changes) == (verdict is RatingVerdict.RATED)
    await ledger.check()


async def test_L20_a_game_that_is_not_over_is_not_rated(ledger: Ledger) -> None:
    table = await ledger.begin([11, 12, 13, 14])
    assert await ledger.store.ratings.of_game(table.id) is None
    closed = replace(table, state=State.CLOSED, ended_at=5000.0)
    await ledger.store.tables.write(step_to(closed))
    assert await ledger.store.ratings.of_game(table.id) is None
    assert await ledger.store.ratings.progress(KING) == RatingProgress(0, 0)


# Corrections


async def test_L20_corrections_rate_all_later_games_anew(ledger: Ledger) -> None:
    season = await ledger.season(11, 12, 13)
    await evening(ledger, 5)
    table = await ledger.play([11, 12, 13, "easy"], [9, 3, 1, -13], 5150.5, season=season.id)
    await ledger.play([11, 12, 15, 16], [1, 2, 3, 4], 5900.0)
    await ledger.check()
    before = ledger.expected(KING)
    game = f"t{table.id}"

    async def corrected(change: SeatChange | Points | Void | Undo) -> None:
        await ledger.correct(season, change)
        assert await ledger.store.ratings.unrated() == [KING]
        progress = await ledger.store.ratings.progress(KING)
        assert progress.done < progress.total == len(ledger.games)
        await ledger.caught_up(2)
        await ledger.check()

    was = ledger.void(table)
    await corrected(Void(game))
    assert ledger.expected(KING) != before
    told = await ledger.store.ratings.of_game(table.id)
    assert told is not None and told.verdict is RatingVerdict.VOID
    ledger.games[table.id] = was
    await corrected(Undo("c1"))
    assert ledger.expected(KING) == before
    points = (1, 3, 9, -13)
    seats = [replace(one, points=own) for one, own in zip(was.seats, points, strict=True)]
    now = replace(was, seats=tuple(seats))
    ledger.games[table.id] = now
    await corrected(Points(game, points))
    others = {
        Holder(SeatKind.GUEST, "16"): Told("16", 1),
        Holder(SeatKind.ROBOT, "steady"): Told("steady", 1, robot=True),
    }
    for holder, seat in others.items():
        ledger.games[table.id] = replace(now, seats=(seat, *now.seats[1:]))
        await corrected(SeatChange(game, 0, holder))
    ledger.games[table.id] = now
    for event in ("c5", "c4"):
        await ledger.correct(season, Undo(event))
    await ledger.caught_up()
    await ledger.check()


async def test_L20_a_member_without_an_account_is_unknown_in_each_game(ledger: Ledger) -> None:
    """Nobody here can be told of their rating, and nothing is known of them; yet somebody has played."""
    season = await ledger.season(11, 12, 13)
    leagues = ledger.store.leagues
    (league,) = await leagues.leagues(GUILD)
    away = next(one for one in await leagues.members(league.id) if one.user_id is None)
    tables = [
        await ledger.play([11, 12, 13, "easy"], [9, 3, 1, -13], 5000.0 + number, season=season.id)
        for number in range(2)
    ]
    for number, table in enumerate(tables):
        was = ledger.games[table.id]
        seats = (replace(was.seats[0], player=f"99{number}"), *was.seats[1:])
        ledger.games[table.id] = replace(was, seats=seats)
        await ledger.correct(season, SeatChange(f"t{table.id}", 0, Holder(SeatKind.MEMBER, away.id)))
    await ledger.caught_up()
    expected = {user_id: one for user_id, one in ledger.expected(KING).items() if user_id < 900}
    found = await ledger.store.ratings.ladder(KING, 0, 100, 0, ())
    assert {one.user_id: one.rating for one in found.rungs} == {
        user_id: pytest.approx(one) for user_id, one in expected.items()
    }


async def test_L20_what_changes_no_game_rates_nothing_anew(ledger: Ledger) -> None:
    season = await ledger.season(11, 12, 13)
    table = await ledger.play([11, 12, 13, 14], [4, 3, 2, 1], 5000.0, season=season.id)
    await ledger.store.seasons.change_settings(
        season.id, season.settings, season.settings.changed("score", "places")
    )
    await ledger.correct(season, Points(f"t{table.id}", (4, 3, 2, 1)))
    assert await ledger.store.ratings.unrated() == []
    await ledger.check()


# Out of order


async def test_L20_games_that_end_before_the_last_one_come_into_their_place(ledger: Ledger) -> None:
    """The clock was set back."""
    await evening(ledger, 6)
    await ledger.play([11, 12, 13, 14], [1, 9, 3, 4], 5090.0)
    await ledger.play([11, 12, 15, 16], [1, 9, 3, 4], 10.0)
    await ledger.check()
    first = await ledger.store.ratings.course(KING, 12, 100)
    assert first[0].ended_at == 10.0


async def test_L20_veiled_games_wait_until_they_are_unveiled(ledger: Ledger) -> None:
    await evening(ledger, 3)
    tables = [await ledger.begin([11, 12, 13, 14], veiled=True) for _ in range(2)]
    over = [
        ledger.ending(table, [number, 9, 3, 4], 5065.0 + number).facts for number, table in enumerate(tables)
    ]
    for number, table in enumerate(tables):
        await ledger.store.tables.write(ledger.ending(table, [number, 9, 3, 4], 5065.0 + number))
        assert await ledger.store.ratings.of_game(table.id) is None
        await ledger.check()
    for number, facts in enumerate(over):
        shown = replace(facts, veiled=False)
        await ledger.store.tables.write(step_to(shown))
        ledger.note(shown, [number, 9, 3, 4])
        await ledger.check()
        told = await ledger.store.ratings.of_game(facts.id)
        assert told is not None and told.verdict is RatingVerdict.RATED
    await ledger.store.tables.write(step_to(replace(over[0], veiled=False)))  # once more: nothing changes
    await ledger.check()


# Beside all else


async def test_L20_with_much_to_rate_a_game_that_ends_waits_for_its_turn(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_steps, "AT_ONCE", 2)
    monkeypatch.setattr(rating, "STEP", 2)
    await evening(ledger, 8)
    early = await ledger.play([11, 12, 13, 14], [1, 2, 3, 4], 10.0)
    assert await ledger.store.ratings.of_game(early.id) is None
    late = await ledger.play([11, 12, 13, 14], [1, 2, 3, 4], 9000.0)
    assert await ledger.store.ratings.of_game(late.id) is None
    assert await ledger.store.ratings.progress(KING) == RatingProgress(0, 10)
    timers = Timers(FakeClock())
    RatingWorker(timers, ledger.store.ratings).wake()
    await settled(ledger.store.ratings, timers)
    await ledger.check()
    await ledger.play([11, 12, 13, 14], [1, 2, 3, 4], 20.0)  # rings the bell
    await settled(ledger.store.ratings, timers)
    await ledger.check()
    await timers.close()


async def test_L20_other_ratings_of_robots_rate_all_anew(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ledger.play([11, 12, "easy", "easy"], [1, 2, 3, 4], 5000.0)
    await evening(ledger, 4)

    def other(family: str) -> Mapping[str, tuple[float, float]]:
        return {"easy": (40.0, 2.0)}

    monkeypatch.setattr(rating_steps, "ratings_of", other)
    monkeypatch.setattr("tests.stats.server_games.ROBOTS", {"king": other("king")})
    assert await ledger.store.ratings.unrated() == [KING]
    await ledger.caught_up(2)
    await ledger.check()


async def test_L20_a_step_asked_for_twice_at_one_moment_rates_no_game_twice(
    ledger: Ledger, path: Path
) -> None:
    await evening(ledger, 12)
    change(path, "DELETE FROM server_pools")
    await asyncio.gather(*(ledger.store.ratings.rate(KING, 3) for _ in range(6)))
    await ledger.check()


async def test_L20_games_that_end_at_one_moment_are_rated_in_order(ledger: Ledger) -> None:
    tables = [await ledger.begin([11, 12, 13, 14]) for _ in range(4)]
    points = [[number, 1, 2, 3] for number in range(4)]
    both = [*zip(tables, points, strict=True)]
    await asyncio.gather(*(ledger.end(table, each, 5000.0) for table, each in reversed(both)))
    await ledger.check()
    with pytest.raises(NotStored):
        await ledger.store.tables.write(ledger.ending(tables[0], points[0], 6000.0))
    await ledger.check()


async def test_L20_who_was_deleted_keeps_a_rating_that_nobody_is_shown(ledger: Ledger, path: Path) -> None:
    season = await ledger.season(11, 12, 13)
    await evening(ledger, 4)
    await ledger.play([11, 12, 13, 14], [4, 3, 2, 1], 5500.0, season=season.id)
    before = ledger.expected(KING)
    for table in ("results", "sittings", "given_up", "rating_changes", "server_ratings", "league_members"):
        change(path, f"UPDATE {table} SET user_id = -11 WHERE user_id = 11")
    was = {
        user_id: rung.rating for user_id in before if (rung := await ledger.store.ratings.rung(KING, user_id))
    }
    assert 11 not in was
    change(path, "DELETE FROM server_pools")  # from the first game on
    await ledger.caught_up()
    for user_id, rating_before in before.items():
        rung = await ledger.store.ratings.rung(KING, -11 if user_id == 11 else user_id)
        assert rung is not None and rung.rating == pytest.approx(rating_before)
    ladder = await ledger.store.ratings.ladder(KING, 0, 100, 0, ())
    assert {one.user_id for one in ladder.rungs} == {*before} - {11}


# What is asked


async def test_the_ladder_goes_by_what_is_almost_certain(ledger: Ledger) -> None:
    await evening(ledger, 9)
    await ledger.play([21, 22, "easy", "easy"], [2, 2, 5, 0], 9000.0)  # a shared place
    ratings = ledger.store.ratings
    whole = await ratings.ladder(KING, 0, 100, 0, ())
    best = [one.rating.ordinal for one in whole.rungs]
    assert best == sorted(best, reverse=True) and whole.total == len(best) == 8
    assert [one.place for one in whole.rungs] == [1 + sum(other > own for other in best) for own in best]
    first, second = (next(one for one in whole.rungs if one.user_id == each) for each in (21, 22))
    assert first.place == second.place and first.rating == second.rating
    page = await ratings.ladder(KING, 2, 3, 0, (), user_id=whole.rungs[6].user_id)
    assert page.rungs == whole.rungs[2:5] and page.own == whole.rungs[6] and page.total == 8
    assert page.first == 2
    known = await ratings.ladder(KING, 0, 100, 2, ())
    assert {21, 22} & {one.user_id for one in known.rungs} == set() and known.total == 6
    assert (await ratings.rung(KING, 21, minimum=2)) == first._replace(place=None)
    new = await ratings.ladder(KING, 0, 100, 0, (), known=2)
    assert [one.place for one in new.rungs] == [*(one.place for one in known.rungs), None, None]
    assert {one.user_id for one in new.rungs[6:]} == {21, 22} and new.total == 8
    top = whole.rungs[0].user_id
    others = await ratings.ladder(KING, 0, 100, 0, {top}, user_id=top)
    assert top not in {one.user_id for one in others.rungs} and others.rungs[0].place == 1
    assert others.own is not None and others.own.place is None
    assert await ratings.rung(KING, 99) is None
    assert await ratings.rung(ServerPool(7, "king"), 11) is None
    empty = await ratings.ladder(ServerPool(7, "king"), 0, 10, 0, (), user_id=11)
    assert (empty.rungs, empty.total, empty.own) == ([], 0, None)
    assert (await ratings.ladder(KING, 50, 10, 0, ())).total == 8


async def test_a_course_is_the_last_games_the_earliest_first(ledger: Ledger) -> None:
    await evening(ledger, 9)
    course = await ledger.store.ratings.course(KING, 11, 100)
    assert len(course) > 3
    assert await ledger.store.ratings.course(KING, 11, 2) == course[-2:]
    assert await ledger.store.ratings.course(KING, 99, 2) == []
