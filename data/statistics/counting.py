"""Brings the sums up to date with a table: its deals and its game are added once each, whoever asks and
however often; with them each person's games in their order, and how often each card came (S10).

What is added is read from the rows that follow from the table, in the transaction that has just written them;
the row of ``counted`` says what was added before. So a step that ends a deal, a table that is unveiled, one
that is caught up with and a rebuild all do the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, TypeVar

import aiosqlite

from bot.engine.cards import members
from bot.engine.errors import RuleViolation
from bot.engine.game import Measured
from bot.engine.options import Rules
from bot.engine.registry import make_rules
from bot.stats.counting import EndedGame, ScoredDeal, Tally, Thing, of_deal, of_game
from bot.stats.ports import Streak, StreakKind, goes_on, streak
from bot.tables.model import TableFacts
from bot.tables.ports import LONGEST_GAME, Sitting
from data.consequences import DEALS, MEASURED, POINTS, RESULTS, SeatDeal, SeatResult, StoredDeal
from data.relation import Relation
from data.sittings import sittings_of
from data.statistics.rows import (
    ADD_HOUR,
    ADD_TALLY,
    ADD_WEEK,
    ALL_TIME,
    ANY_PRESET,
    COUNTED,
    DEALT,
    GAMES_OF,
    HOURS,
    NO_SEASON,
    NO_SEAT,
    NOBODY,
    STREAKS,
    TALLIES,
    WEEKS,
    Counted,
    DealtCards,
    GameOf,
    Hour,
    KeptStreak,
    Week,
    cells_of,
    guild_of,
)
from data.writer import value, values

Connection = aiosqlite.Connection


async def add_cards(connection: Connection, facts: TableFacts) -> None:
    """The cards of a game that is over; before that they would tell of hands (S10)."""
    try:
        rules = make_rules(facts.preset, facts.players, facts.options)
    except RuleViolation:
        return  # a table that is broken: nobody knows its pack
    deals = {one.attempt: one for one in await values(connection, DEALS, "WHERE table_id = ?", facts.id)}
    sat = await sittings_of(connection, facts.id)
    made = [one for one in await values(connection, POINTS, "WHERE table_id = ?", facts.id) if one.hand]
    hands: dict[tuple[int, int], list[SeatDeal]] = {}
    for one in made:
        holder = next((s for s in sat if s.seat == one.seat and s.was_at(deals[one.attempt].seq)), None)
        hands.setdefault((one.seat, NOBODY), []).append(one)
        if holder is not None and holder.user_id is not None:
            hands.setdefault((NO_SEAT, holder.user_id), []).append(one)
    for (seat, user_id), each in hands.items():
        await _add_hands(connection, _nothing_dealt(facts, rules, seat, user_id), each)


def _nothing_dealt(facts: TableFacts, rules: Rules, seat: int, user_id: int) -> DealtCards:
    counts = (0,) * rules.pack.bit_count()
    shuffled = rules["shuffle"] == "full"
    return DealtCards(guild_of(facts), rules.pack, rules.players, shuffled, seat, user_id, 0, counts)


async def _add_hands(connection: Connection, none: DealtCards, hands: Sequence[SeatDeal]) -> None:
    key = DEALT.key_of(DEALT.row(none))
    condition = f"WHERE {' AND '.join(f'{name} = ?' for name in DEALT.key)}"
    known = await value(connection, DEALT, condition, *key) or none
    counts = [
        count + sum(one.hand >> card & 1 for one in hands)
        for card, count in zip(members(none.pack), known.counts, strict=True)
    ]
    now = replace(known, deals=known.deals + len(hands), counts=tuple(counts))
    await connection.execute(DEALT.upsert, DEALT.row(now))


_LATER: Final = "WHERE user_id = ? AND guild_id = ? AND ended_at > ? LIMIT 1"


async def add_to_course(
    connection: Connection, facts: TableFacts, result: SeatResult, points: Sequence[int]
) -> None:
    """Add a game to the course of whoever had a seat at its end, and to their games in a row."""
    assert result.user_id is not None and facts.ended_at is not None
    game = GameOf(
        result.user_id,
        guild_of(facts),
        facts.ended_at,
        facts.id,
        facts.preset,
        facts.season_id or NO_SEASON,
        len(points),
        result.place,
        result.points == min(points),
        result.points,
        sum(points),
    )
    who = (game.user_id, game.guild_id)
    is_late = bool(await values(connection, GAMES_OF, _LATER, *who, game.ended_at))
    await connection.execute(GAMES_OF.upsert, GAMES_OF.row(game))
    for preset in (ANY_PRESET, game.preset):
        for row in StreakKind:
            found = (
                await _streak_anew(connection, game, preset, row)
                if is_late
                else await _streak_on(connection, game, preset, row)
            )
            kept = KeptStreak(*who, preset, row.value, *found)
            await connection.execute(STREAKS.upsert, STREAKS.row(kept))


async def _streak_on(connection: Connection, game: GameOf, preset: str, row: StreakKind) -> Streak:
    condition = "WHERE user_id = ? AND guild_id = ? AND preset = ? AND kind = ?"
    known = await value(connection, STREAKS, condition, game.user_id, game.guild_id, preset, row.value)
    before = Streak() if known is None else Streak(known.now, known.longest)
    return before.after(goes_on(row, game.place, is_last=game.is_last))


async def _streak_anew(connection: Connection, game: GameOf, preset: str, row: StreakKind) -> Streak:
    """Of all games, where one ended before another that is known: a clock was set back."""
    condition = "WHERE user_id = ? AND guild_id = ? AND ? IN ('', preset) ORDER BY ended_at, table_id"
    games = await values(connection, GAMES_OF, condition, game.user_id, game.guild_id, preset)
    return streak(goes_on(row, one.place, is_last=one.is_last) for one in games)


T = TypeVar("T")

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
