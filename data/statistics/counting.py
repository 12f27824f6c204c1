"""Brings the sums up to date with a table: its deals and its game are added once each, whoever asks and
however often.

What is added is read from the rows that follow from the table, in the transaction that has just written them;
the row of ``counted`` says what was added before. So a step that ends a deal, a table that is unveiled, one
that is caught up with and a rebuild all do the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, TypeVar

from bot.engine.game import Measured
from bot.stats.counting import of_deal, of_game
from bot.stats.model import EndedGame, ScoredDeal, Tally, Thing
from bot.tables.model import TableFacts
from bot.tables.ports import LONGEST_GAME, Sitting
from data.consequences import DEALS, MEASURED, POINTS, RESULTS, SeatResult, StoredDeal
from data.relation import Relation
from data.sittings import sittings_of
from data.statistics.cards import add_cards
from data.statistics.courses import add_to_course
from data.statistics.rows import (
    ADD_HOUR,
    ADD_TALLY,
    ADD_WEEK,
    ALL_TIME,
    COUNTED,
    DEALT,
    GAMES_OF,
    HOURS,
    NO_SEASON,
    STREAKS,
    TALLIES,
    WEEKS,
    Counted,
    Hour,
    Week,
    cells_of,
    guild_of,
)
from data.writer import value, values

T = TypeVar("T")
from data.statistics.cards import Connection

OF_STATISTICS: Final[tuple[Relation[Any], ...]] = (COUNTED, TALLIES, GAMES_OF, STREAKS, WEEKS, HOURS, DEALT)
"""Where what was counted is kept."""

BEHIND: Final = """
SELECT id FROM tables WHERE id IN (SELECT table_id FROM deals) AND id NOT IN (SELECT table_id FROM counted)
"""
"""The tables of which deals ended before there was anything to count them."""

_FROM: Final = "WHERE table_id = ? AND attempt >= ? ORDER BY attempt"
_BY_SEAT: Final = "WHERE table_id = ? ORDER BY seat"
_LATEST: Final = "WHERE user_id = ? AND guild_id = ? AND ended_at > ? LIMIT 1"


async def count(connection: Connection, facts: TableFacts) -> None:
    """Add what is not counted yet of a table. While it is veiled nothing is: its points tell of cards that
    others are still to play. Nor is a daily deal, one of which is no game: it has comparisons of its own."""
    known = await value(connection, COUNTED, "WHERE table_id = ?", facts.id) or Counted(facts.id)
    now = known if facts.veiled or facts.is_daily else await _added(connection, facts, known)
    await connection.execute(COUNTED.upsert, COUNTED.row(now))


async def is_behind(connection: Connection, table_id: int) -> bool:
    """Whether deals of a table ended before there was anything to count them."""
    return bool([*await connection.execute_fetchall(f"{BEHIND} AND id = ?", (table_id,))])


async def _added(connection: Connection, facts: TableFacts, known: Counted) -> Counted:
    sat = await sittings_of(connection, facts.id)
    deals = await values(connection, DEALS, _FROM, facts.id, known.deals)
    if deals:
        await _add_deals(connection, facts, deals, sat)
    results = (
        [] if known.game else await values(connection, RESULTS, "WHERE table_id = ? ORDER BY seat", facts.id)
    )
    if results:
        await _add_game(connection, facts, results)
    return Counted(facts.id, known.deals + len(deals), known.game or bool(results))


# Deals


async def _add_deals(
    connection: Connection, facts: TableFacts, deals: Sequence[StoredDeal], sat: Sequence[Sitting]
) -> None:
    first = deals[0].attempt
    made = _by_attempt(await values(connection, POINTS, _FROM, facts.id, first))
    measured = _by_attempt(await values(connection, MEASURED, _FROM, facts.id, first))
    for deal in deals:
        if deal.thrown_in:
            continue
        by_seat = sorted(made.get(deal.attempt, ()), key=attrgetter("seat"))
        if len(by_seat) != facts.players:
            continue  # rows of a table that is broken
        holders = {one.seat: one.user_id for one in sat if one.was_at(deal.seq)}
        scored = ScoredDeal(
            facts.id,
            deal.attempt,
            deal.dealer,
            [holders.get(one.seat) for one in by_seat],
            [one.points for one in by_seat],
            [Measured(one.seat, one.measure, one.key, one.value) for one in measured.get(deal.attempt, ())],
        )
        await _add_tallies(connection, facts, deal.ended_at, of_deal(scored))
        await _add_week(connection, facts, deal.ended_at, deals=1)


async def _add_tallies(
    connection: Connection, facts: TableFacts, at: float, counted: Iterable[tuple[int, Thing, Tally]]
) -> None:
    where = (facts.preset, facts.season_id or NO_SEASON)
    months = (ALL_TIME, moment(at).strftime("%Y-%m"))
    rows = [
        (person, guild_of(facts), month, thing.kind.value, thing.key, *where, *cells_of(tally))
        for person, thing, tally in counted
        for month in months
    ]
    await connection.executemany(ADD_TALLY, rows)


async def _add_week(
    connection: Connection, facts: TableFacts, at: float, *, games: int = 0, deals: int = 0, seconds: int = 0
) -> None:
    day = moment(at).date()
    monday = (day - timedelta(days=day.weekday())).isoformat()
    week = Week(guild_of(facts), monday, facts.preset, games, deals, seconds)
    await connection.execute(ADD_WEEK, WEEKS.row(week))


# Games


async def _add_game(connection: Connection, facts: TableFacts, results: Sequence[SeatResult]) -> None:
    assert facts.ended_at is not None and facts.started_at is not None and facts.first_dealer is not None
    points = [one.points for one in results]
    sat = [one.user_id for one in results]
    game = EndedGame(facts.id, facts.first_dealer, sat, points, [one.place for one in results])
    await _add_tallies(connection, facts, facts.ended_at, of_game(game))
    for result in results:
        if result.user_id is not None:
            await add_to_course(connection, facts, result, points)
    lasted = facts.ended_at - facts.started_at
    seconds = int(lasted) if 0 <= lasted <= LONGEST_GAME else 0
    await _add_week(connection, facts, facts.ended_at, games=1, seconds=seconds)
    at = moment(facts.started_at)
    await connection.execute(ADD_HOUR, HOURS.row(Hour(guild_of(facts), at.weekday() * 24 + at.hour, 1)))
    await add_cards(connection, facts)


def moment(at: float) -> datetime:
    """Unix seconds as a moment in UTC."""
    return datetime.fromtimestamp(at, UTC)


def _by_attempt(rows: Iterable[T]) -> Mapping[int, Sequence[T]]:
    attempt = attrgetter("attempt")
    return {number: [*each] for number, each in groupby(sorted(rows, key=attempt), key=attempt)}
