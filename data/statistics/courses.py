"""Each person's games in their order, and how many of them in a row went well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.stats.streaks import Streak, StreakKind, goes_on, streak
from bot.tables.model import TableFacts
from data.consequences import SeatResult
from data.statistics.cards import Connection
from data.statistics.rows import ANY_PRESET, GAMES_OF, NO_SEASON, STREAKS, GameOf, KeptStreak, guild_of
from data.writer import value, values

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
