"""People and servers (``bot.people.ports.CopiedPlayerStore``), the presets that servers have named
(``bot.tables.ports.PresetStore``), and who plays the deal of which day (``bot.daily.model.DailyStore``)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from bot.daily.model import Daily, DailyGame, OwnDaily
from bot.people.ports import PlayerCopy
from bot.people.settings import Player, ServerSettings
from bot.tables.model import NamedPreset, State
from data.connections import DatabaseReader, Raised, Writer, attempt
from data.errors import NotStored
from data.schema import (
    DAILIES,
    DAILY_SERVERS,
    GUILDS,
    PLAYERS,
    PRESETS,
    UNSHARED_PLAYERS,
    DailyServer,
    Guild,
    UnsharedPlayer,
)

_COPY = f"""
SELECT {PLAYERS.names}, coalesce(unshared_players.names, '[]')
FROM players LEFT JOIN unshared_players USING (user_id) WHERE players.user_id = :user_id
"""
_PEOPLE = "SELECT user_id FROM players"
_UNSHARED = "SELECT user_id FROM unshared_players"
_IS_SHARED = "DELETE FROM unshared_players WHERE user_id = ?"


class StoredPlayers:
    """A CopiedPlayerStore in SQLite."""

    def __init__(self, writer: Writer, reader: DatabaseReader) -> None:
        self._writer = writer
        self._reader = reader

    async def player(self, user_id: int) -> Player | None:
        """What is known of a person."""
        return await self._reader.value(PLAYERS, "WHERE user_id = :user_id", {"user_id": user_id})

    async def change_player(
        self, user_id: int, change: Callable[[Player | None], Player | None]
    ) -> Player | None:
        """Keep what ``change`` makes of what is known of a person by then."""
        return await self._writer.change(PLAYERS, (user_id,), change)

    async def guild(self, guild_id: int) -> ServerSettings:
        """A server's settings; the defaults where it has none."""
        found = await self._reader.value(GUILDS, "WHERE guild_id = :guild_id", {"guild_id": guild_id})
        return ServerSettings() if found is None else found.settings

    async def change_guild(
        self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Keep what ``change`` makes of a server's settings as they are by then."""

        def changed(kept: Guild | None) -> Guild:
            return Guild(guild_id, change(ServerSettings() if kept is None else kept.settings))

        kept = await self._writer.change(GUILDS, (guild_id,), changed)
        assert kept is not None
        return kept.settings

    async def copy(self, user_id: int) -> PlayerCopy:
        """The copy of a person that is kept here."""
        return _copy(await self._reader.row(_COPY, {"user_id": user_id}))

    async def change_copy(self, user_id: int, change: Callable[[PlayerCopy], PlayerCopy]) -> PlayerCopy:
        """Keep what ``change`` makes of the copy of a person as it is by then."""

        def job(connection: sqlite3.Connection) -> PlayerCopy | Raised:
            before = _copy(connection.execute(_COPY, {"user_id": user_id}).fetchone())
            after = attempt(lambda: change(before))
            if isinstance(after, Raised) or after == before or after.player is None:
                return after
            connection.execute(PLAYERS.upsert, PLAYERS.row(after.player))
            connection.execute(_IS_SHARED, (user_id,))
            if after.unshared:
                unshared = UnsharedPlayer(user_id, tuple(sorted(after.unshared)))
                connection.execute(UNSHARED_PLAYERS.insert, UNSHARED_PLAYERS.row(unshared))
            return after

        kept = await self._writer.quick(job)
        if isinstance(kept, Raised):
            raise kept.error
        return kept

    async def people(self) -> Sequence[int]:
        """Everybody of whom there is a copy here."""
        return [row["user_id"] for row in await self._reader.rows(_PEOPLE)]

    async def unshared(self) -> Sequence[int]:
        """Those of them of whom something has been changed here alone."""
        return [row["user_id"] for row in await self._reader.rows(_UNSHARED)]


def _copy(row: Sequence[Any] | None) -> PlayerCopy:
    if row is None:
        return PlayerCopy()
    *cells, unshared = row
    return PlayerCopy(PLAYERS.value(cells), frozenset(json.loads(unshared)))


class StoredPresets:
    """A PresetStore in SQLite."""

    def __init__(self, writer: Writer, reader: DatabaseReader) -> None:
        self._writer = writer
        self._reader = reader

    async def presets(self, guild_id: int) -> Sequence[NamedPreset]:
        """Those of a server, by name."""
        return await self._reader.values(
            PRESETS, "WHERE guild_id = :guild_id ORDER BY key", {"guild_id": guild_id}
        )

    async def keep_preset(self, preset: NamedPreset) -> None:
        """Keep it, in place of the one with its key."""
        await self._writer.keep(PRESETS, preset, preset.key)

    async def remove_preset(self, preset: NamedPreset) -> None:
        """It is gone."""
        await self._writer.execute(
            "DELETE FROM presets WHERE guild_id = ? AND key = ?", (preset.guild_id, preset.key)
        )


_TABLE = "tables.place = '0.' || dailies.id"
_POINTS = f"JOIN tables ON {_TABLE} JOIN results ON results.table_id = tables.id AND results.seat = 0"
_OWN = f"""
SELECT {DAILIES.names}, tables.id AS table_id, tables.state, results.points FROM dailies
LEFT JOIN tables ON {_TABLE} LEFT JOIN results ON results.table_id = tables.id AND results.seat = 0
WHERE {{condition}}
"""
_OF_DAY = _OWN.format(condition="dailies.user_id = :user AND dailies.day = :day AND dailies.game = :game")
_AT_TABLE = _OWN.format(condition="tables.id = :table")
_PLAYED = f"""
SELECT results.points, count(*) AS people FROM dailies {_POINTS}
WHERE dailies.day = :day AND dailies.seal = :seal AND (:guild IS NULL OR dailies.id IN
    (SELECT daily_id FROM daily_servers WHERE guild_id = :guild))
GROUP BY results.points
"""
_DAYS = f"""
SELECT DISTINCT dailies.day FROM dailies {_POINTS} WHERE dailies.user_id = :user ORDER BY dailies.day DESC
"""
_VEILED = f"""
SELECT tables.id FROM tables JOIN dailies ON {_TABLE}
WHERE tables.veiled = 1 AND tables.guild_id IS NULL AND dailies.day <= :day ORDER BY tables.id
"""


class StoredDailies:
    """A DailyStore in SQLite."""

    def __init__(self, writer: Writer, reader: DatabaseReader) -> None:
        self._writer = writer
        self._reader = reader

    async def claim(self, daily: Daily) -> OwnDaily:
        """Somebody begins the deal of a day, or has it already, as the port says."""
        cells = DAILIES.unkeyed(DAILIES.row(daily))

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(f"{DAILIES.insert_unkeyed} ON CONFLICT (day, user_id, game) DO NOTHING", cells)

        await self._writer.quick(job)
        own = await self.own(daily.user_id, daily.day, daily.game)
        if own is None:
            raise NotStored("gone", f"A daily deal of {daily.day} is gone as soon as it was kept.")
        return own

    async def own(self, user_id: int, day: date, game: DailyGame) -> OwnDaily | None:
        """Somebody's deal of a day, if they have begun one."""
        values = {"user": user_id, "day": day.isoformat(), "game": game.value}
        return _own(await self._reader.row(_OF_DAY, values))

    async def at_table(self, table_id: int) -> OwnDaily | None:
        """The deal that is played at a table, if it is one of a day."""
        return _own(await self._reader.row(_AT_TABLE, {"table": table_id}))

    async def asked_on(self, daily_id: int, guild_id: int) -> None:
        """Somebody has asked for theirs on this server."""
        await self._writer.keep(DAILY_SERVERS, DailyServer(guild_id, daily_id))

    async def played(self, day: date, seal: str, guild_id: int | None = None) -> Mapping[int, int]:
        """How many have made how many points, as the port says."""
        values = {"day": day.isoformat(), "seal": seal, "guild": guild_id}
        return {row["points"]: row["people"] for row in await self._reader.rows(_PLAYED, values)}

    async def days(self, user_id: int) -> Sequence[date]:
        """The days of which somebody has played a deal to its end, the latest first."""
        rows = await self._reader.rows(_DAYS, {"user": user_id})
        return [date.fromisoformat(row["day"]) for row in rows]

    async def unrevealed(self, day: date) -> Sequence[int]:
        """The tables of deals up to that day that are veiled."""
        rows = await self._reader.rows(_VEILED, {"day": day.isoformat()})
        return [row["id"] for row in rows]


def _own(row: sqlite3.Row | None) -> OwnDaily | None:
    if row is None:
        return None
    return OwnDaily(
        DAILIES.value(row[: len(DAILIES.columns)]),
        row["table_id"],
        None if row["state"] is None else State(row["state"]),
        row["points"],
    )
