"""A database looked at from beside: what ``python -m bot doctor`` and whoever hosts the bot ask of it; how
many tables there are, and how many people have played lately.

Nothing is written, and a bot that runs on it is not disturbed. A database of an earlier version is looked at
as far as it goes.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from bot.ops.findings import BackupFacts, DatabaseFacts, DiskFacts, ExaminedChannel
from bot.ops.upkeep import Stock
from data import lock
from data.backup import OwnBackups
from data.connections import DatabaseReader
from data.errors import StoreFailure, cause_of
from data.lock import look_at
from data.migrate import known_migrations, version_of
from data.move import require_here

DAY: Final = 86400.0

_STATES: Final = "SELECT state, count(*) AS tables FROM tables GROUP BY state ORDER BY state"
_PARKED: Final = "SELECT id FROM tables WHERE state = 'parked' ORDER BY id"
_PEOPLE: Final = """
SELECT count(DISTINCT user_id) AS people FROM sittings JOIN tables ON tables.id = sittings.table_id
WHERE user_id > 0 AND (state = 'playing' OR ended_at >= :since)
"""


class StoredStock:
    """A StockStore in SQLite."""

    def __init__(self, reader: DatabaseReader) -> None:
        self._reader = reader

    async def stock(self, now: float) -> Stock:
        """What there is. Raises StoreError."""
        states = {row["state"]: row["tables"] for row in await self._reader.rows(_STATES)}
        parked = tuple(row["id"] for row in await self._reader.rows(_PARKED))
        return Stock(states, parked, await self._people(now - DAY), await self._people(now - 7 * DAY))

    async def _people(self, since: float) -> int:
        row = await self._reader.row(_PEOPLE, {"since": since})
        return 0 if row is None else row["people"]


SQLITE: Final = sqlite3.sqlite_version_info

_COUNTS: Final = """
SELECT count(*), count(*) FILTER (WHERE state IN ('lobby', 'playing', 'adjourned')),
    max(max(created_at, coalesce(started_at, 0), coalesce(ended_at, 0))) FROM tables
"""
_OF_TABLES: Final = """
SELECT DISTINCT guild_id, channel_id FROM tables
WHERE guild_id IS NOT NULL AND state IN ('lobby', 'playing', 'adjourned') ORDER BY guild_id, channel_id
"""
_OF_NIGHTS: Final = """
SELECT guild_id, channel_id FROM series WHERE state = 'running'
UNION SELECT guild_id, channel_id FROM evenings WHERE stage IN ('sign-up', 'check-in', 'playing')
ORDER BY guild_id, channel_id
"""
_OVERDUE: Final = """
SELECT (SELECT count(*) FROM timers WHERE at < :due) + (
    SELECT count(*) FROM evenings WHERE settled = 0 AND stage = 'sign-up' AND (
        starts_at < :due OR NOT EXISTS (SELECT 1 FROM evening_steps WHERE evening_id = id)
    )
)
"""
"""Kept timers that have not been rung; nights that nobody was asked about, or that should be going on."""

_CHOSEN: Final = """
SELECT guild_id, channels.value FROM guilds, json_each(settings, '$.channels') AS channels ORDER BY 1, 2
"""
_ZONES: Final = "SELECT DISTINCT zone FROM leagues ORDER BY zone"
_OF_LEAGUES: Final = 12
_OF_NIGHTS_SINCE: Final = 14
"""The versions since which there are leagues, and nights."""

LATE: Final = 600.0
"""Seconds after which what was due is overdue."""


def database(path: Path, *, thoroughly: bool = True, now: float = 0.0) -> DatabaseFacts:
    """What there is to know of a database at a moment. ``thoroughly``: each page of it is read and checked,
    which takes some seconds a gigabyte."""
    if not path.is_file():
        return DatabaseFacts(str(path))
    try:
        version = version_of(path, known_migrations())
        return _looked_at(path, version, now, thoroughly=thoroughly)
    except StoreFailure as error:
        return DatabaseFacts(str(path), exists=True, problem=str(error))
    except sqlite3.Error as error:
        code, words = cause_of(error)
        if code in ("damaged", "not-a-database"):
            return DatabaseFacts(str(path), exists=True, damage=True)
        return DatabaseFacts(str(path), exists=True, problem=f"The database {path} cannot be read: {words}.")


def _looked_at(path: Path, version: int, now: float, *, thoroughly: bool) -> DatabaseFacts:
    """Raises CannotOpen, sqlite3.Error."""
    with closing(look_at(path)) as look:
        if version == len(known_migrations()):
            require_here(path, look)
        damage = thoroughly and look.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok"
        pages, free = (
            look.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count")
        )
        tables, unfinished, latest = look.execute(_COUNTS).fetchone() if version else (0, 0, None)
        parked = [row[0] for row in look.execute(_PARKED)] if version else []
        zones = [row[0] for row in look.execute(_ZONES)] if version >= _OF_LEAGUES else []
        places = _places(look, version)
        overdue = (
            look.execute(_OVERDUE, {"due": now - LATE}).fetchone()[0] if version >= _OF_NIGHTS_SINCE else 0
        )
    return DatabaseFacts(
        str(path),
        exists=True,
        damage=damage,
        version=version,
        known=len(known_migrations()),
        size=_size(path),
        wal=_size(path.with_name(f"{path.name}-wal")),
        free_share=free / pages if pages else 0.0,
        writable=_is_writable(path),
        readable_by_others=bool(path.stat().st_mode & 0o044),
        running=lock.is_taken(path),
        tables=tables,
        unfinished=unfinished,
        parked=tuple(parked),
        latest=latest,
        zones=tuple(zones),
        places=places,
        overdue=overdue,
    )


def _places(look: sqlite3.Connection, version: int) -> tuple[ExaminedChannel, ...]:
    """The channels in which something goes on or may be opened, each once."""
    if not version:
        return ()
    found = dict.fromkeys(map(tuple[Any, ...], look.execute(_OF_TABLES)), False)
    found |= dict.fromkeys(map(tuple[Any, ...], look.execute(_CHOSEN)), False)
    if version >= _OF_NIGHTS_SINCE:
        found |= dict.fromkeys(map(tuple[Any, ...], look.execute(_OF_NIGHTS)), True)
    return tuple(ExaminedChannel(guild, channel, night) for (guild, channel), night in found.items())


def _is_writable(path: Path) -> bool:
    """Whether the file and its folder, in which SQLite keeps more, may be written by who asks."""
    return os.access(path, os.W_OK) and os.access(path.resolve().parent, os.W_OK | os.X_OK)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def disk(path: Path, backups: OwnBackups) -> DiskFacts:
    """The disk of a database, and that of its copies. Raises OSError, StoreFailure."""
    folder = next(one for one in path.absolute().parents if one.is_dir())
    flags = os.statvfs(folder).f_flag
    room = backups.room()
    return DiskFacts(shutil.disk_usage(folder).free, bool(flags & os.ST_RDONLY), room.needed, room.free)


def free(path: Path) -> int | None:
    """How many bytes the disk of a database has left; None where it does not tell."""
    try:
        return shutil.disk_usage(path.absolute().parent).free
    except OSError:
        return None


def copies(backups: OwnBackups, *, wanted: bool, host_days: int) -> BackupFacts:
    """The bot's own copies."""
    try:
        made = tuple(one.at for one in backups.made())
    except StoreFailure as error:
        return BackupFacts(wanted, host_days, problem=str(error))
    return BackupFacts(wanted, host_days, made, database_since=_since(backups.database))


def _since(path: Path) -> float | None:
    """Since when there is something in a database: when its first migration was applied."""
    try:
        with closing(look_at(path)) as look:
            found = look.execute("SELECT min(applied_at) FROM migrations").fetchone()
    except sqlite3.Error:
        return None
    return found[0]
