"""Whether a copy of a database is one that the bot can go on with: opened as the bot would, and its games
played again.

All is done on a second copy, beside the first and thrown away afterwards: an older one is migrated there, and
what follows from the logs is made again there and compared with what was stored. So the first is as it was,
whatever happens. It takes as much room on the disk again, and the memory of one game.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.tables.model import State
from data.errors import StoreFailure, Unverified, cause_of
from data.lock import look_at
from data.migrate import known_migrations, version_of
from data.rebuild import REMADE, MadeAgain, Progress, Retell, make_again
from data.store import Store

NAMED: Final = 3
"""How many tables or seasons of one fault are named."""

_OTHERS: Final = {
    "database-newer": "It is of a later version than this program: update the program.",
    "foreign": "It is a database of another program.",
    "moved": "What was in it was moved to other files.",
    "migrations-differ": "It was made by migrations other than this program's: use its own program.",
}
"""What is said of databases that this program does not open."""

_TABLES: Final = "SELECT count(*) FROM tables"
_PARKED: Final = f"SELECT id FROM tables WHERE state = '{State.PARKED.value}' ORDER BY id"
_COLUMNS: Final = "SELECT name FROM pragma_table_info(?)"


@dataclass(frozen=True, slots=True)
class Verified:
    """What was verified: that so many ``tables`` are there, and that the ``games`` of those that have begun
    follow from so many ``entries`` of their logs, with so many ``deals``. ``parked`` are the tables that were
    put aside because theirs do not replay, with the reason. ``is_older``: it is to be migrated."""

    tables: int
    games: int
    deals: int
    entries: int
    parked: Mapping[int, str]
    is_older: bool


@dataclass(frozen=True, slots=True)
class _Stored:
    """What a copy says of itself, before anything is made of it: its schema's version, how many tables it
    has, those that are parked, and of which SQL tables it has not kept everything that is kept today."""

    version: int
    tables: int
    parked: frozenset[int]
    unknown: frozenset[str]


async def verify(copy: Path, retell: Retell, progress: Progress) -> Verified:
    """Verify a copy that nobody else uses. Raises Unverified; OSError where the disk has no room for it."""
    try:
        stored = _look(copy)
        with _second(copy) as second:
            found = await _played_again(second, stored, retell, progress)
    except Unverified:
        raise
    except sqlite3.Error as error:
        code, words = cause_of(error)
        raise Unverified(code, f"The copy cannot be used: {words}.") from error
    except StoreFailure as error:
        raise Unverified(error.code, _OTHERS.get(error.code, str(error))) from error
    _judge(found, stored)
    parked = {number: reason for number, reason in found.broken.items() if number in stored.parked}
    is_older = stored.version < len(known_migrations())
    return Verified(stored.tables, found.tables, found.deals, found.entries, parked, is_older)


def _look(copy: Path) -> _Stored:
    """Raises CannotOpen where it is no database of this program, Unverified, sqlite3.Error."""
    version = version_of(copy, known_migrations())
    if version == 0:
        raise Unverified("empty", "There is nothing in it.")
    with closing(look_at(copy)) as look:
        if found := look.execute("PRAGMA foreign_key_check").fetchone():
            raise Unverified("refers-to-nothing", f"A row of {found[0]} refers to one that is not there.")
        return _Stored(
            version,
            look.execute(_TABLES).fetchone()[0],
            frozenset(row[0] for row in look.execute(_PARKED)),
            frozenset(_not_kept_by(look)),
        )


def _not_kept_by(look: sqlite3.Connection) -> Iterator[str]:
    """The SQL tables of what follows that an older schema lacks, or columns of them."""
    for relation in REMADE:
        there = {row[0] for row in look.execute(_COLUMNS, (relation.table,))}
        if not there >= {column.name for column in relation.columns}:
            yield relation.table


@contextmanager
def _second(copy: Path) -> Generator[Path]:
    """A copy of the copy, in a folder of its own: whatever is made of it goes with it."""
    folder = copy.with_name(f"{copy.name}.verifying")
    try:
        _remove(folder)  # of a process that was killed
        folder.mkdir(mode=0o700)
        yield Path(shutil.copyfile(copy, folder / copy.name))
    finally:
        _remove(folder)


def _remove(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)


async def _played_again(second: Path, stored: _Stored, retell: Retell, progress: Progress) -> MadeAgain:
    """Raises Unverified, StoreError."""
    store = await Store.open(second, cell=None)
    try:
        found = await make_again(store, retell, progress, unknown=stored.unknown)
        if not found.broken.keys() - stored.parked:
            await _read_as_at_a_start(store)
    finally:
        await store.close()
    return found


async def _read_as_at_a_start(store: Store) -> None:
    """What a bot reads before it does anything. Raises Unverified, StoreError."""
    asked = {
        "unfinished tables": store.tables.unfinished,
        "messages": store.postings.postings,
        "timers": store.timers.timers,
        "series of nights": store.nights.running,
        "nights": lambda: _nights(store),
    }
    for what, ask in asked.items():
        try:
            await ask()
        except (ValueError, LookupError) as error:
            raise Unverified("unreadable", f"Its {what} cannot be read ({type(error).__name__}).") from None


async def _nights(store: Store) -> None:
    """Raises StoreError, ValueError, LookupError."""
    for evening_id in await store.nights.unfinished():
        await store.nights.details(evening_id)


def _judge(found: MadeAgain, stored: _Stored) -> None:
    """Raises Unverified where what is stored of a table is not what its log gives, or of a season not what
    its games and corrections do."""
    broken = {number: reason for number, reason in found.broken.items() if number not in stored.parked}
    if broken:
        first = min(broken)
        others = f", nor {_named('table', sorted(broken)[1:])}" if len(broken) > 1 else ""
        raise Unverified("unplayable", f"Table {first} cannot be played again ({broken[first]}){others}.")
    differing = [
        f"the {one.name} of {_named(one.owner, one.owners)}" for one in found.compared if one.differed
    ]
    if differing:
        raise Unverified("differs", f"Not what the logs give: {', '.join(differing)}.")


def _named(kind: str, ids: Sequence[int]) -> str:
    named = ", ".join(map(str, ids[:NAMED]))
    more = f" and {len(ids) - NAMED} more" if len(ids) > NAMED else ""
    return f"{kind}{'s' if len(ids) > 1 else ''} {named}{more}"
