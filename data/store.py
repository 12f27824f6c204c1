"""The database, opened: who else may use it, its two connections, its writer, and the stores on them."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Final, Self

import aiosqlite

from bot.cells.model import ALONE, Cell
from bot.daily.model import DailyStore
from bot.discordkit.ports import PostingStore, Subject, SubjectKind
from bot.leagues.ports import LeagueStore, SeasonStore
from bot.nights.ports import NightStore
from bot.ops.upkeep import StockStore
from bot.people.ports import CopiedPlayerStore, PrivacyStore
from bot.ports import TimerStore
from bot.reviews.model import ReviewStore
from bot.stats.ports import StatisticsStore
from bot.tables.ports import PresetStore, TableStore
from bot.tournaments.plan import TournamentStore
from data import lock
from data.connections import ChangeNotifier, DatabaseReader, Writer
from data.errors import DAMAGED, CannotOpen, Damage, NotRead, cause_of
from data.examine import StoredStock
from data.forgetting import TO_OVERWRITE
from data.leagues.leagues import StoredLeagues
from data.leagues.seasons import StoredSeasons
from data.leagues.standings import CalculatedSeasons
from data.leagues.tournaments import StoredTournaments
from data.migrate import cell_of, known_migrations, prepare
from data.move import MOVING, require_here
from data.nights import NewSecret, StoredNights, from_the_system
from data.players import StoredDailies, StoredPlayers, StoredPresets
from data.postings import StoredPostings, StoredTexts, StoredTimers
from data.privacy import StoredPrivacy
from data.reviews import StoredReviews
from data.statistics.ratings import StoredRatings
from data.statistics.statistics import StoredStatistics
from data.tables import StoredTables

OLDEST_SQLITE: Final = (3, 37, 0)
"""STRICT tables came with it."""

BUSY_MILLISECONDS: Final = 5000
"""How long a statement waits for another program (a backup, somebody's shell) to let go of the database."""

PROOF: Final = "proof"
"""The text that is stored where somebody asks whether anything can be."""

_KEPT_AS: Final = {
    SubjectKind.TABLE: "tables",
    SubjectKind.LEAGUE: "leagues",
    SubjectKind.NIGHT: "evenings",
}

_ANYTHING: Final = "SELECT 1 FROM sqlite_sequence UNION SELECT 1 FROM players UNION SELECT 1 FROM guilds"

_PRAGMAS: Final = (
    "PRAGMA synchronous = FULL",  # what was acknowledged survives a power cut
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # what is deleted is overwritten with zeros
    f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}",
)

_STEPS: Final = 10_000
"""After how many steps of SQLite a look that takes long asks whether it is still wanted."""

_HEALTH: Final = """
SELECT (SELECT user_version FROM pragma_user_version) AS version,
    (SELECT count(*) FROM tables WHERE state IN ('lobby', 'playing', 'adjourned')) AS unfinished,
    (SELECT count(*) FROM tables) AS tables
"""


@dataclass(frozen=True, slots=True)
class DatabaseHealth:
    """What a health check found: the schema's ``version``, how many ``tables`` are stored and how many of
    them ``unfinished``, and whether a bot is ``running`` on the database."""

    version: int
    tables: int
    unfinished: int
    running: bool


class Store:
    """Everything that is kept. Open it with ``Store.open`` and close it in a ``finally``: an open
    connection keeps the process from ending."""

    tables: TableStore
    presets: PresetStore
    players: CopiedPlayerStore
    postings: PostingStore
    timers: TimerStore
    leagues: LeagueStore
    seasons: SeasonStore
    nights: NightStore
    tournaments: TournamentStore
    dailies: DailyStore
    ratings: StoredRatings
    reviews: ReviewStore
    statistics: StatisticsStore
    texts: StoredTexts
    privacy: PrivacyStore
    stock: StockStore

    def __init__(
        self,
        writer: Writer,
        reader: DatabaseReader,
        damage: Damage,
        opened: AsyncExitStack,
        new_secret: NewSecret,
    ) -> None:
        self._reader = reader
        self._damage = damage
        self._opened = opened
        self.writer = writer
        games_changed, calculated = ChangeNotifier(), CalculatedSeasons(reader)
        self.tables = StoredTables(writer, reader, calculated, games_changed)
        self.presets = StoredPresets(writer, reader)
        self.players = StoredPlayers(writer, reader)
        self.postings = StoredPostings(writer, reader)
        self.timers = StoredTimers(writer, reader)
        self.leagues = StoredLeagues(writer, reader, games_changed)
        self.seasons = StoredSeasons(writer, reader, calculated, games_changed)
        self.nights = StoredNights(writer, reader, new_secret)
        self.tournaments = StoredTournaments(writer, reader)
        self.dailies = StoredDailies(writer, reader)
        self.ratings = StoredRatings(writer, reader, games_changed)
        self.reviews = StoredReviews(writer, reader)
        self.statistics = StoredStatistics(reader)
        self.texts = StoredTexts(writer, reader)
        self.privacy = StoredPrivacy(writer, reader, calculated, games_changed)
        self.stock = StoredStock(reader)

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        backups: Path | None = None,
        new_secret: NewSecret = from_the_system,
        cell: Cell | None = ALONE,
    ) -> Self:
        """Open the database at ``path``, made with its folder if it is not there, and migrated if it is
        old, after a copy went into the folder ``backups`` (by default one beside the database).
        ``new_secret`` gives each evening the 32 bytes that its duplicate rounds follow from; ``cell`` is the
        part of the bot that it is of, None for whichever it is. Raises CannotOpen, or BackupFailed when that
        copy could not be made (each with a code and a sentence for the operator); then nothing is left
        open."""
        # Its DEBUG log prints what is stored: hands and secrets.
        logging.getLogger("aiosqlite").setLevel(logging.INFO)
        opened = AsyncExitStack()
        try:
            opened.enter_context(closing(_claim(path, backups or path.parent / "backups", cell)))
            written = await opened.enter_async_context(_connect(path))
            await _set_up_writing(written, path)
            read = await opened.enter_async_context(_connect(path))
            for pragma in (*_PRAGMAS, "PRAGMA query_only = ON"):
                await read.execute(pragma)
            read.row_factory = sqlite3.Row
            damage = Damage(path)
            writer = Writer(written, failed=damage.failed)
            opened.push_async_callback(writer.close)
            reader = DatabaseReader(read, lambda: _look(path), damage.failed)
            return cls(writer, reader, damage, opened, new_secret)
        except BaseException as error:
            await opened.aclose()
            if isinstance(error, sqlite3.Error):
                code, words = cause_of(error)
                raise CannotOpen(code, f"The database {path} cannot be used: {words}.") from error
            raise

    async def close(self) -> None:
        """Store what still waits, and close everything. May be called twice."""
        await self._opened.aclose()

    async def parked(self) -> int:
        """How many tables are put aside, as their logs no longer replay. Raises StoreError."""
        row = await self._reader.row("SELECT count(*) AS parked FROM tables WHERE state = 'parked'")
        assert row is not None
        return row["parked"]

    async def look_for_damage(self) -> None:
        """Read each page, beside all else, and say in the log if one is damaged. Takes some seconds a
        gigabyte; ends where it is cancelled. Raises StoreError."""
        enough = Event()

        def look(connection: sqlite3.Connection) -> str:
            connection.set_progress_handler(enough.is_set, _STEPS)
            return connection.execute("PRAGMA quick_check(1)").fetchone()[0]

        try:
            if await self._reader.at_one_moment(look) != "ok":
                self._damage.failed(DAMAGED)
        finally:
            enough.set()

    async def holds(self, subject: Subject) -> bool:
        """Whether a table, a league or an evening is kept here. Raises StoreError."""
        table = _KEPT_AS[subject.kind]
        return await self._reader.row(f"SELECT 1 FROM {table} WHERE id = :id", {"id": subject.id}) is not None

    async def prove(self) -> None:
        """Store something that says nothing, to see whether anything can be. Raises StoreError."""
        await self.texts.keep_text(PROOF, "stored")

    async def health(self) -> DatabaseHealth:
        """Ask the database for signs of life. Raises StoreError."""
        row = await self._reader.row(_HEALTH)
        assert row is not None
        return DatabaseHealth(row["version"], row["tables"], row["unfinished"], running=True)


def health(path: Path) -> DatabaseHealth:
    """Look at a database from another process, without disturbing a bot that runs on it. Raises
    StoreError."""
    if not path.is_file():
        raise NotRead("no-database", f"There is no database {path}.")
    try:
        # Not "ro", which would leave behind the files of the WAL that reading makes.
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as look:
            look.execute("PRAGMA query_only = ON")
            version, unfinished, tables = look.execute(_HEALTH).fetchone()
        return DatabaseHealth(version, tables, unfinished, running=lock.is_taken(path))
    except sqlite3.Error as error:
        code, words = cause_of(error)
        raise NotRead(code, f"The database {path} cannot be read: {words}.") from error


def _claim(path: Path, backups: Path, cell: Cell | None) -> sqlite3.Connection:
    """Make the folder, keep other bots out, bring the database up to date and see that it is this cell's;
    returns what keeps them out."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        needed = ".".join(map(str, OLDEST_SQLITE))
        raise CannotOpen(
            "sqlite-too-old", f"SQLite is {sqlite3.sqlite_version}; {needed} or newer is needed."
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotOpen(
            "no-folder", f"The database's folder {path.parent} cannot be made: {error.strerror}."
        ) from error
    taken = lock.take(path)
    try:
        prepare(path, backups, known_migrations())
        _require_cell(path, cell)
    except BaseException:
        taken.close()
        raise
    return taken


def _require_cell(path: Path, cell: Cell | None) -> None:
    """A database in which nothing is kept yet becomes a cell's. Raises CannotOpen for another's, and for one
    that was moved."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        require_here(path, connection)
        connection.execute("DELETE FROM texts WHERE key = ?", (MOVING,))  # a move was stopped
        there = cell_of(connection)
        if cell is None or there == cell:
            return
        if there != ALONE or connection.execute(_ANYTHING).fetchone() is not None:
            raise CannotOpen(
                "other-cell",
                f"The database {path} is of cell {there}, and this process is cell {cell}: name its own with"
                " HARTENHEER_DATABASE, or have servers moved by `python -m bot move`.",
            )
        connection.execute("UPDATE cell SET number = ?, count = ?", (cell.number, cell.count))


def _connect(path: Path) -> aiosqlite.Connection:
    # rw: the file is there by now, and must not be made again should it vanish
    return aiosqlite.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None)


def _look(path: Path) -> sqlite3.Connection:
    """A connection that cannot write."""
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None)
    for pragma in (f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}", "PRAGMA query_only = ON"):
        connection.execute(pragma)
    return connection


async def _set_up_writing(connection: aiosqlite.Connection, path: Path) -> None:
    async with connection.execute("PRAGMA journal_mode = WAL") as cursor:
        mode = await cursor.fetchone()
    if mode is None or mode[0] != "wal":
        raise CannotOpen("no-wal", f"The disk of the database {path} is not a local one: WAL does not work.")
    for pragma in _PRAGMAS:
        await connection.execute(pragma)
    await _overwrite(connection)


async def _overwrite(connection: aiosqlite.Connection) -> None:
    """Write the file anew where somebody's data were deleted from it since that was last done: SQLite moves
    rows from page to page, and what it leaves in pages that are in use is not overwritten."""
    if not list(await connection.execute_fetchall("SELECT 1 FROM texts WHERE key = ?", (TO_OVERWRITE,))):
        return
    await connection.execute("VACUUM")
    await connection.execute("DELETE FROM texts WHERE key = ?", (TO_OVERWRITE,))
    await connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
