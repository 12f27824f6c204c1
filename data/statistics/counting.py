"""What was counted (data/migrations/0015_statistics.sql), and how the sums are brought up to date with a
table: its deals and its game are added once each, whoever asks and however often; with them each person's
games in their order, and how often each card came (S10).

What is added is read from the rows that follow from the table, in the transaction that has just written
them; the row of ``counted`` says what was added before. So a step that ends a deal, a table that is
unveiled, one that is caught up with and a rebuild all do the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, TypeVar

import aiosqlite

from bot.engine.cards import CardSet, members
from bot.engine.errors import RuleViolation
from bot.engine.game import Measured
from bot.engine.options import Rules
from bot.engine.registry import make_rules
from bot.stats.counting import EndedGame, Feat, ScoredDeal, Tally, Thing, of_deal, of_game
from bot.stats.ports import Streak, StreakKind, goes_on, streak
from bot.tables.model import TableFacts
from bot.tables.ports import LONGEST_GAME, Sitting
from data.connections import value, values
from data.consequences import DEALS, MEASURED, POINTS, RESULTS, SeatDeal, SeatResult, StoredDeal, sittings_of
from data.relation import Relation

ALL_TIME: Final = ""
"""In the place of a month: of all of them."""
NO_GUILD: Final = 0
NO_SEASON: Final = 0
ANY_PRESET: Final = ""
"""Of a streak of all games of a server."""
NO_SEAT: Final = -1
NOBODY: Final = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """How much of a table is counted: so many of its ``deals``, those thrown in too, and its ``game``."""

    table_id: int
    deals: int = 0
    game: bool = False


@dataclass(frozen=True, slots=True)
class KeptTally:
    """A tally, and of whom, where, when and what it is."""

    user_id: int
    guild_id: int
    month: str
    kind: str
    key: str
    preset: str
    season_id: int
    count: int
    points: int
    tricks: int
    won: int
    lost: int
    table_points: int
    table_seats: int
    best: int | None
    best_table: int | None
    best_attempt: int | None
    worst: int | None
    worst_table: int | None
    worst_attempt: int | None


def tally_of(cells: Sequence[Any]) -> Tally:
    """The tally of its cells, from ``count`` on."""
    best, worst = cells[7:10], cells[10:13]
    return Tally(
        *cells[:7],
        best=None if best[0] is None else Feat(*best),
        worst=None if worst[0] is None else Feat(*worst),
    )


def cells_of(tally: Tally) -> tuple[int | None, ...]:
    """The cells of a tally, from ``count`` on."""
    return (
        tally.count,
        tally.points,
        tally.tricks,
        tally.won,
        tally.lost,
        tally.table_points,
        tally.table_seats,
        *(tally.best or (None,) * 3),
        *(tally.worst or (None,) * 3),
    )


@dataclass(frozen=True, slots=True)
class GameOf:
    """A game that somebody ended: whether nobody made fewer points, and what all seats made."""

    user_id: int
    guild_id: int
    ended_at: float
    table_id: int
    preset: str
    season_id: int
    players: int
    place: int
    is_last: bool
    points: int
    table_points: int


@dataclass(frozen=True, slots=True)
class KeptStreak:
    """Games in a row: the row that lasts ``now``, and the ``longest``."""

    user_id: int
    guild_id: int
    preset: str
    kind: str
    now: int
    longest: int


@dataclass(frozen=True, slots=True)
class Week:
    """What was played of a preset in the week of a Monday."""

    guild_id: int
    week: str
    preset: str
    games: int
    deals: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Hour:
    """How many games that ended had begun in an hour of the week."""

    guild_id: int
    hour: int
    games: int


@dataclass(frozen=True, slots=True)
class DealtCards:
    """How often each card of a pack came in so many ``deals``, to a seat or a person."""

    guild_id: int
    pack: CardSet
    players: int
    shuffled: bool
    seat: int
    user_id: int
    deals: int
    counts: tuple[int, ...]


def guild_of(facts: TableFacts) -> int:
    """As what the server of a table is kept here."""
    return NO_GUILD if facts.guild_id is None else facts.guild_id


COUNTED: Final = Relation("counted", Counted, key=("table_id",))
TALLIES: Final = Relation(
    "tallies",
    KeptTally,
    key=("user_id", "month", "guild_id", "kind", "key", "preset", "season_id"),
)
GAMES_OF: Final = Relation("games_of", GameOf, key=("user_id", "guild_id", "ended_at", "table_id"))
STREAKS: Final = Relation("streaks", KeptStreak, key=("user_id", "guild_id", "preset", "kind"))
WEEKS: Final = Relation("weeks", Week, key=("guild_id", "week", "preset"))
HOURS: Final = Relation("hours", Hour, key=("guild_id", "hour"))
DEALT: Final = Relation(
    "dealt", DealtCards, key=("guild_id", "user_id", "pack", "players", "shuffled", "seat")
)

TALLY: Final = tuple(one.name for one in fields(KeptTally))[7:]
"""The columns of a tally itself."""

_SUMMED: Final = ("count", "points", "tricks", "won", "lost", "table_points", "table_seats")
assert tuple(one.name for one in fields(KeptTally))[7:14] == _SUMMED


def _feat_kept(name: str, sign: str) -> str:
    """Of two feats the better one (``sign`` >) or the worse one; of equal ones that of the smaller table and
    attempt."""
    parts = (name, f"{name}_table", f"{name}_attempt")
    old = f"({', '.join(f'tallies.{part}' for part in parts[1:])})"
    new = f"({', '.join(f'excluded.{part}' for part in parts[1:])})"
    takes = (
        f"excluded.{name} IS NOT NULL AND (tallies.{name} IS NULL OR excluded.{name} {sign} tallies.{name}"
        f" OR (excluded.{name} = tallies.{name} AND {new} < {old}))"
    )
    return ", ".join(
        f"{part} = CASE WHEN {takes} THEN excluded.{part} ELSE tallies.{part} END" for part in parts
    )


ADD_TALLY: Final = (
    f"{TALLIES.insert} ON CONFLICT ({', '.join(TALLIES.key)}) DO UPDATE SET "
    + ", ".join(f"{name} = {name} + excluded.{name}" for name in _SUMMED)
    + f", {_feat_kept('best', '>')}, {_feat_kept('worst', '<')}"
)
"""Adds a tally to what is there: what ``Tally.__add__`` does."""
ADD_WEEK: Final = (
    f"{WEEKS.insert} ON CONFLICT ({', '.join(WEEKS.key)}) DO UPDATE SET games = games + excluded.games,"
    " deals = deals + excluded.deals, seconds = seconds + excluded.seconds"
)
ADD_HOUR: Final = (
    f"{HOURS.insert} ON CONFLICT ({', '.join(HOURS.key)}) DO UPDATE SET games = games + excluded.games"
)


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
