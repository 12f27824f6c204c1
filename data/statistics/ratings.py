"""The ratings of servers (``bot.stats.ratings``)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.leagues.season.model import Rating
from bot.stats.ratings import (
    GameRating,
    Ids,
    Ladder,
    LadderRung,
    Rated,
    RatingChange,
    RatingProgress,
    ServerPool,
)
from data.connections import ChangeNotifier, DatabaseReader, Writer
from data.schema import RATING_CHANGES, SERVER_GAMES, SERVER_POOLS, PoolMark
from data.statistics import rating_steps
from data.statistics.rating_steps import IS_IN_POOL, games_left, pool_of

# Each server's presets with their last games, each found with one look into the index.
_LAST: Final = f"""
WITH RECURSIVE found (guild_id, preset) AS (
    SELECT * FROM (
        SELECT guild_id, preset FROM tables WHERE {IS_IN_POOL} ORDER BY guild_id, preset LIMIT 1
    )
    UNION ALL
    SELECT next.guild_id, next.preset FROM found JOIN tables AS next ON next.id = coalesce(
        (
            SELECT id FROM tables WHERE {IS_IN_POOL} AND guild_id = found.guild_id AND preset > found.preset
            ORDER BY preset LIMIT 1
        ),
        (
            SELECT id FROM tables WHERE {IS_IN_POOL} AND guild_id > found.guild_id
            ORDER BY guild_id, preset LIMIT 1
        )
    )
)
SELECT last.guild_id, last.preset, last.ended_at, last.id FROM found JOIN tables AS last ON last.id = (
    SELECT id FROM tables WHERE {IS_IN_POOL} AND guild_id = found.guild_id AND preset = found.preset
    ORDER BY ended_at DESC, id DESC LIMIT 1
)
"""
_CHANGED: Final = "SELECT guild_id, preset FROM rate_again JOIN tables ON tables.id = rate_again.table_id"

_OF_POOL: Final = "guild_id = :guild_id AND family = :family"
_ON_LADDER: Final = f"""
SELECT user_id, mu, sigma, games, iif(games < :known, NULL, rank() OVER best) AS place,
    row_number() OVER best - 1 AS position, count(*) OVER () AS total
FROM server_ratings
WHERE {_OF_POOL} AND games >= :minimum AND user_id > 0
    AND user_id NOT IN (SELECT value FROM json_each(:hidden))
WINDOW best AS (ORDER BY games < :known, mu - 3.0 * sigma DESC)
"""
# The reader's own row is there too where it is not among those.
_LADDER: Final = f"""
WITH every AS ({_ON_LADDER})
SELECT * FROM every WHERE position >= :first AND position < :end OR user_id = :user_id
UNION ALL
SELECT user_id, mu, sigma, games, NULL, NULL, (SELECT count(*) FROM every) FROM server_ratings
WHERE {_OF_POOL} AND user_id = :user_id AND user_id NOT IN (SELECT user_id FROM every)
ORDER BY position, user_id
"""
_CHANGED_GAMES: Final = "rate_again CROSS JOIN server_games USING (table_id)"
_BEFORE_CHANGED: Final = f"""
SELECT count(*) AS games FROM server_games WHERE {_OF_POOL} AND (ended_at, table_id) < (
    SELECT server_games.ended_at, server_games.table_id FROM {_CHANGED_GAMES}
    WHERE {_OF_POOL} ORDER BY server_games.ended_at, server_games.table_id LIMIT 1
)
"""
_IS_CHANGED: Final = f"SELECT 1 FROM {_CHANGED_GAMES} WHERE {_OF_POOL} LIMIT 1"


class StoredRatings:
    """A RatingStore in SQLite, and what there is to be rated."""

    def __init__(self, writer: Writer, reader: DatabaseReader, games_changed: ChangeNotifier) -> None:
        self._writer = writer
        self._reader = reader
        self._games_changed = games_changed

    # What is read

    async def of_game(self, table_id: int) -> GameRating | None:
        """What the game of a table did."""
        asked = {"id": table_id}
        game = await self._reader.value(SERVER_GAMES, "WHERE table_id = :id", asked)
        if game is None:
            return None
        order = "WHERE table_id = :id ORDER BY mu - 3.0 * sigma DESC, user_id"
        found = await self._reader.values(RATING_CHANGES, order, asked)
        changes = [
            RatingChange(one.user_id, Rating(one.mu_before, one.sigma_before), one.after, one.games)
            for one in found
        ]
        return GameRating(game.verdict, changes)

    async def rung(
        self, pool: ServerPool, user_id: int, minimum: int = 0, hidden: Ids = ()
    ) -> LadderRung | None:
        """Where somebody stands."""
        return (await self.ladder(pool, 0, 0, minimum, hidden, user_id)).own

    async def ladder(
        self,
        pool: ServerPool,
        first: int,
        count: int,
        minimum: int,
        hidden: Ids,
        user_id: int | None = None,
        known: int = 0,
    ) -> Ladder:
        """So many rungs by ``ordinal``, from the ``first`` on, and that of a person."""
        asked = {
            **pool._asdict(),
            "first": first,
            "end": first + count,
            "minimum": minimum,
            "hidden": json.dumps([*hidden]),
            "user_id": user_id,
            "known": known,
        }
        rows = await self._reader.rows(_LADDER, asked)
        found = [
            (
                LadderRung(row["user_id"], Rating(row["mu"], row["sigma"]), row["games"], row["place"]),
                row["position"],
            )
            for row in rows
        ]
        return Ladder(
            [rung for rung, at in found if at is not None and first <= at < first + count],
            first,
            rows[0]["total"] if rows else await self._on_ladder(asked),
            next((_rung(row) for row in rows if row["user_id"] == user_id), None),
        )

    async def _on_ladder(self, asked: Mapping[str, object]) -> int:
        """How many are on a ladder of which no line was asked for."""
        row = await self._reader.row(f"SELECT count(*) AS total FROM ({_ON_LADDER})", asked)
        assert row is not None
        return row["total"]

    async def course(self, pool: ServerPool, user_id: int, most: int) -> Sequence[Rated]:
        """Somebody's ratings after each of their last rated games."""
        order = f"WHERE {_OF_POOL} AND user_id = :user_id ORDER BY ended_at DESC, table_id DESC LIMIT :most"
        asked = {**pool._asdict(), "user_id": user_id, "most": most}
        found = await self._reader.values(RATING_CHANGES, order, asked)
        return [Rated(one.ended_at, one.table_id, one.after) for one in reversed(found)]

    async def progress(self, pool: ServerPool) -> RatingProgress:
        """How far a pool has got."""
        asked = pool._asdict()
        mark = await self._reader.value(SERVER_POOLS, f"WHERE {_OF_POOL}", asked)
        mark = mark or PoolMark(*pool, "", *rating_steps.UNBEGUN)
        row = await self._reader.row(*games_left(mark))
        assert row is not None
        done, total = mark.games, mark.games + row[0]
        if await self._reader.row(_IS_CHANGED, asked):
            before = await self._reader.row(_BEFORE_CHANGED, asked)
            assert before is not None
            done = min(done, before["games"])
        return RatingProgress(done, total)

    # What is rated

    def listen(self, heard: Callable[[], None]) -> None:
        """Have a function called whenever there may be something to rate."""
        self._games_changed.listen(heard)

    async def unrated(self) -> Sequence[ServerPool]:
        """The pools of which not all games are rated."""
        marks = {one.pool: one for one in await self._reader.values(SERVER_POOLS, "")}
        found: set[ServerPool] = set()
        for guild_id, preset, ended_at, table_id in await self._reader.rows(_LAST):
            pool = pool_of(guild_id, preset)
            if pool is not None:
                mark = marks.get(pool)
                is_past = mark is not None and mark.is_past(ended_at, table_id)
                if mark is None or not is_past or mark.basis != rating_steps.basis_of(pool):
                    found.add(pool)
        changed = [pool_of(*row) for row in await self._reader.rows(_CHANGED)]
        return sorted(found | {pool for pool in changed if pool is not None})

    async def rate(self, pool: ServerPool, most: int) -> tuple[int, int]:
        """Rate at most so many more games of a pool; how many are rated, and how many there are to be."""
        return await self._writer.run(lambda connection: rating_steps.rate(connection, pool, most))


def _rung(row: sqlite3.Row) -> LadderRung:
    return LadderRung(row["user_id"], Rating(row["mu"], row["sigma"]), row["games"], row["place"])
