"""Takes everything from the databases of all cells to those of another number of cells.

What belongs to a server goes to its home (``bot.cells.model``), by the conditions that also say what is
deleted with a server (``data.personal``); what belongs to none goes to the first cell. Nothing is numbered
anew: no two things have the same number, whichever files they lie in.

The new files are made in a folder beside the one that they are for. Once they are verified that folder gets
its name, which is the moment of the move: the old files are marked before, and a mark counts where the folder
is there. Until then they are used as if nothing had been; from then on no bot starts on them.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.cells.model import Cell
from data import lock
from data.backup import Check, Room, existing, mb, partial_of
from data.errors import CannotOpen, MoveFailed, cause_of
from data.lock import flush, look_at
from data.migrate import cell_of, known_migrations, prepare
from data.personal import PERSONAL
from data.restore import last_numbers, set_last_numbers

Tell = Callable[[str], None]
"""Called with a sentence that says what is done."""

COPIES: Final = 2
"""How often everything is there besides, while it is verified."""

MOVING: Final = "moving"
MOVED: Final = "moved"
"""The keys of the text that says into which folder a database goes, and went."""


def moved_to(connection: sqlite3.Connection) -> str | None:
    """The folder that everything in a database was moved to; None where it was not, or where a move was
    stopped before it was one."""
    marks = dict(connection.execute(f"SELECT key, text FROM texts WHERE key IN ('{MOVING}', '{MOVED}')"))
    going = marks.get(MOVING)
    return marks.get(MOVED) or (going if going and Path(going).exists() else None)


def require_here(path: Path, connection: sqlite3.Connection) -> None:
    """Raises CannotOpen where what was in a database is elsewhere now."""
    if (folder := moved_to(connection)) is not None:
        raise CannotOpen("moved", f"The database {path} was moved to {folder}: name the files there.")


# What goes where

_FIRST: Final = ":number = 1"
_COMPARED: Final = re.compile(r"([\w.]+) (?:=|IS) :guild")
_ID: Final = "CAST(substr(this.subject, instr(this.subject, ' ') + 1) AS INTEGER)"

PLACES: Final[Mapping[str, str]] = {
    # What holds for rows of one server, for those of all that are at home in the cell.
    **{
        table: _COMPARED.sub(r"home(\1) = :number", personal.server)
        for table, personal in PERSONAL.items()
        if personal.server
    },
    # Wherever somebody comes next they are known, and a pseudonym is nobody else's.
    "players": "TRUE",
    "unshared_players": "TRUE",
    "former_players": "TRUE",
    # The first cell serves the deals of the day, on whichever server somebody asks.
    "dailies": _FIRST,
    "daily_servers": _FIRST,
    "postings": f"""home(CASE substr(this.subject, 1, instr(this.subject, ' ') - 1)
        WHEN 'table' THEN (SELECT tables.guild_id FROM tables WHERE tables.id = {_ID})
        WHEN 'league' THEN (SELECT leagues.guild_id FROM leagues WHERE leagues.id = {_ID})
        WHEN 'night' THEN (SELECT evenings.guild_id FROM evenings WHERE evenings.id = {_ID})
        WHEN 'server' THEN {_ID} END) = :number""",
    # What is to be done about a person is no server's.
    "timers": """home(CASE this.kind
        WHEN 'review' THEN (SELECT tables.guild_id FROM tables WHERE tables.id = this.subject)
        WHEN 'server-gone' THEN this.subject END) = :number""",
    # Which commands Discord was sent. All else is about the file: its backups, that it is to be overwritten.
    "texts": f"this.key = 'commands' AND {_FIRST}",
    "cell": "FALSE",
    "migrations": "FALSE",
}
"""For each SQL table the condition for a row, called ``this``, to go to the cell ``:number``; ``home`` is
that of a server (``Cell.home``)."""

SHARED: Final = (
    "players", "unshared_players", "former_players", "timers", "texts", "cell", "migrations",
)  # fmt: skip
"""Those of which a row may be in several files, or in none: of rows with the same key the first cell's is
taken. Each row of all others is in one file before and in one after."""


@dataclass(frozen=True, slots=True)
class _Source:
    """A file of the old cells. ``guard`` keeps it as it is, and marks it in the end."""

    path: Path
    cell: Cell
    guard: sqlite3.Connection


def move(files: Sequence[Path], folder: Path, count: int, check: Check, tell: Tell) -> None:
    """Make ``folder`` with the databases of ``count`` cells, of all that is in ``files``: those of all cells
    that there were, which are migrated before where they are old. ``check`` is called with each new file, and
    must not change it. Where an earlier call for the same folder was killed as it ended, that is brought to
    its end. Blocks until all is on the disk. Raises StoreError, and what ``check`` does; then, but where
    its text says otherwise, nothing was moved and nothing is left."""
    target = folder.resolve()
    try:
        with ExitStack() as held:
            sources = _taken(files, held)
            if not target.exists() or {moved_to(one.guard) for one in sources} != {str(target)}:
                _require_whole(sources, target)
                _make(sources, target, count, check, tell)
            _bring_to_its_end(sources, target)
    except sqlite3.Error as error:
        raise _failed(*cause_of(error)) from error
    except BrokenPipeError:
        raise  # whoever reads what is done has seen enough
    except OSError as error:
        raise _failed("cannot-write", error.strerror or type(error).__name__) from error


def _failed(code: str, words: str) -> MoveFailed:
    return MoveFailed(code, f"Nothing was moved, and the files are as they were: {words}.")


# What is refused


def _taken(files: Sequence[Path], held: ExitStack) -> list[_Source]:
    """The old files by the number of their cell, kept from everybody else. Raises StoreError, sqlite3.Error,
    OSError."""
    found: list[_Source] = []
    for path in files:
        if not path.is_file():
            raise MoveFailed("no-database", f"There is no database {path}.")
        if any(path.samefile(one.path) for one in found):
            raise MoveFailed("twice", f"{path} is named twice.")
        held.enter_context(closing(lock.take(path)))
        prepare(path, path.parent / "backups", known_migrations())
        guard = sqlite3.connect(path, timeout=lock.PATIENCE, isolation_level=None)
        held.enter_context(closing(guard))
        guard.execute("BEGIN IMMEDIATE")
        found.append(_Source(path, cell_of(guard), guard))
    return sorted(found, key=lambda one: one.cell.number)


def _require_whole(sources: Sequence[_Source], target: Path) -> None:
    """Raises CannotOpen, MoveFailed where these are not all files of the old cells, and those alone, or there
    is no place for new ones."""
    first = sources[0]
    for one in sources:
        require_here(one.path, one.guard)
        if one.cell.count != first.cell.count:
            raise MoveFailed(
                "other-cells",
                f"{first.path} is of cell {first.cell} and {one.path} of cell {one.cell}: these do not belong"
                " together.",
            )
    numbers = [one.cell.number for one in sources]
    for number in range(1, first.cell.count + 1):
        cell = Cell(number, first.cell.count)
        if numbers.count(number) > 1:
            several = " and ".join(str(one.path) for one in sources if one.cell == cell)
            raise MoveFailed("twice", f"{several} are of the same cell, {cell}: name one file of each cell.")
        if number not in numbers:
            raise MoveFailed("missing", f"The file of cell {cell} is missing: name those of all cells.")
    if target.exists():
        raise MoveFailed("exists", f"{target} is there already: name a folder that is not.")
    room = Room(
        COPIES * sum(one.path.stat().st_size for one in sources),
        shutil.disk_usage(existing(target.parent)).free,
    )
    if not room.is_enough:
        raise MoveFailed(
            "no-room",
            f"Nothing was moved: {target} takes {mb(room.needed)} MB for a while, and {mb(room.free)} MB are"
            " free.",
        )


# What is made


def _make(sources: Sequence[_Source], target: Path, count: int, check: Check, tell: Tell) -> None:
    """Raises StoreError, sqlite3.Error, OSError; then the folder has not got its name."""
    partial = partial_of(target)
    cells = [Cell(number, count) for number in range(1, count + 1)]
    files = {
        cell: partial / f"{'hartenheer' if count == 1 else f'cell{cell.number}'}.sqlite3" for cell in cells
    }
    try:
        shutil.rmtree(partial, ignore_errors=True)  # of a process that was killed
        partial.mkdir(mode=0o700, parents=True)
        for path in files.values():
            prepare(path, partial, known_migrations())
        used: Counter[str] = Counter()
        for source in sources:
            copied = _copied(source, files)
            used |= Counter(last_numbers(source.guard))
            tell(f"{source.path}, cell {source.cell}: {copied} rows copied.")
        for cell, path in files.items():
            _begin_anew(path, cell, used)
        _require_all(sources, files.values())
        for path in files.values():
            check(path)
            flush(path)
        flush(partial)
        for one in sources:
            _mark(one, MOVING, target)
        partial.rename(target)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _copied(source: _Source, files: Mapping[Cell, Path]) -> int:
    """How many rows a file had for the new ones. Raises MoveFailed, sqlite3.Error."""
    copied = 0
    with closing(sqlite3.connect(source.path, isolation_level=None)) as connection:
        for cell, path in files.items():
            connection.create_function("home", 1, cell.home, deterministic=True)
            connection.execute("ATTACH ? AS new", (str(path),))
            connection.execute("PRAGMA new.synchronous = OFF")  # it is brought to the disk as a whole
            connection.execute("BEGIN")
            for table in ("unshared_players", "players"):  # what a cell has changed alone is the newest
                connection.execute(
                    f"DELETE FROM new.{table} WHERE user_id IN (SELECT user_id FROM main.unshared_players)"
                )
            try:
                copied += sum(_insert(connection, table, cell.number) for table in PLACES)
            except sqlite3.IntegrityError as error:
                raise MoveFailed(
                    "not-one-bot",
                    f"{source.path} has something that another of the files has too ({error}): these are not"
                    " the cells of one bot.",
                ) from error
            connection.execute("COMMIT")
            connection.execute("DETACH new")
    return copied


def _insert(connection: sqlite3.Connection, table: str, number: int) -> int:
    # Without those that SQLite makes of others.
    names = [name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]
    columns = ", ".join(names)
    sql = (
        f"INSERT {'OR IGNORE ' if table in SHARED else ''}INTO new.{table} ({columns})"
        f" SELECT {columns} FROM {table} AS this WHERE {PLACES[table]}"
    )
    return connection.execute(sql, {"number": number}).rowcount


def _begin_anew(path: Path, cell: Cell, used: Mapping[str, int]) -> None:
    """The file is that cell's from now on, and no number in it is one that was ``used``."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE cell SET number = ?, count = ?", (cell.number, cell.count))
        set_last_numbers(connection, {name: cell.last_number(number) for name, number in used.items()})


def _require_all(sources: Sequence[_Source], files: Iterable[Path]) -> None:
    """Raises MoveFailed where a row is in none of the new files, or in two."""
    before = sum((_rows(one.path) for one in sources), Counter[str]())
    after = sum(map(_rows, files), Counter[str]())
    if before != after:
        differing = ", ".join(sorted((before - after) | (after - before)))
        raise MoveFailed(
            "differs", f"Nothing was moved: not every row would be in one new file ({differing})."
        )


def _rows(path: Path) -> Counter[str]:
    with closing(look_at(path)) as look:
        counted = PLACES.keys() - set(SHARED)
        return Counter({one: look.execute(f"SELECT count(*) FROM {one}").fetchone()[0] for one in counted})


# The end


def _bring_to_its_end(sources: Sequence[_Source], target: Path) -> None:
    """Raises MoveFailed; all is moved all the same."""
    try:
        flush(target.parent)
        for one in sources:
            _mark(one, MOVED, target)
    except (OSError, sqlite3.Error) as error:
        raise MoveFailed(
            "not-ended",
            f"Everything is in {target} now, but that could not be noted: run the same command again.",
        ) from error


def _mark(source: _Source, key: str, target: Path) -> None:
    source.guard.execute("INSERT OR REPLACE INTO texts (key, text) VALUES (?, ?)", (key, str(target)))
    source.guard.commit()
