"""``python -m bot backup``, ``restore``, ``rebuild`` and ``move``: a copy is played again before anybody
counts on it, and what follows from the logs is made again, and compared with what was stored.

The bot has its daily copies made by this module in a process of its own, ``python -m bot.ops.backup DATABASE
TARGET``, so that nobody who presses waits for it; it gives way to everything else on the machine. What came
of it is one line of JSON; the exit status is 0 where the copy is there. Asked to stop (SIGINT), it leaves
nothing behind.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

from bot.apart import ProcessResult, run_apart
from bot.cli.json_lines import Progress, WhereLong, shown_on
from bot.engine.game import GameEnded
from bot.ops.upkeep import MadeBackup
from bot.ports import StoreError
from bot.settings import Settings
from bot.tables import recovery
from bot.tables.model import TableFacts
from bot.tables.ports import EndedDeal, LogEntry
from data import backup as copies
from data.backup import Keep, OwnBackups
from data.errors import BackupFailed, MoveFailed, RestoreFailed, StoreFailure, Unverified
from data.move import move as move_all
from data.rebuild import Rebuilt, Unplayable
from data.rebuild import rebuild as make_again
from data.restore import restore as put_in_place
from data.verify import Verified, verify


async def rebuild(path: Path, out: TextIO, progress: TextIO) -> bool:
    """Rebuild a database and print what was found to ``out``; returns whether everything was as it has to be.
    Raises StoreError, and then has changed nothing."""
    found = await make_again(path, retell, shown_on(progress))
    for sentence in sentences(found):
        print(sentence, file=out)
    return found.is_equal


def sentences(found: Rebuilt) -> Iterator[str]:
    """What is to be said of a rebuild."""
    again = found.found
    yield f"Made again from the logs of {again.tables} tables. What was there before: {found.backup}"
    for one in again.compared:
        equal = f"{one.differed} differed and were mended" if one.differed else "equal"
        yield f"{one.name}: {equal} ({one.rows} rows)"
    for table_id, reason in sorted(again.broken.items()):
        yield f"Table {table_id} was left alone, as what is stored of it cannot be played: {reason}."


def retell(facts: TableFacts, entries: Sequence[LogEntry]) -> tuple[tuple[EndedDeal, ...], GameEnded | None]:
    """What a log brought about. Raises Unplayable."""
    try:
        return recovery.retell(facts, entries)
    except recovery.BrokenLog as broken:
        raise Unplayable(str(broken)) from None


EARLIER: Final = "Restore an earlier backup."

NO_BACKUP: Final = {
    "unplayable": f"{EARLIER} To keep this state all the same, stop the bot and copy its files.",
    "differs": "Stop the bot and make them again: python -m bot rebuild",
    "refers-to-nothing": EARLIER,
    "unreadable": EARLIER,
}
"""What the operator may do where a copy of the database does not verify, by the code."""

NO_RESTORE: Final = {
    "unplayable": EARLIER,
    "differs": f"{EARLIER} Or mend this one: HARTENHEER_DATABASE={{file}} python -m bot rebuild",
    "refers-to-nothing": EARLIER,
    "unreadable": EARLIER,
}
"""The same where a backup does not, or a file that was to be moved; ``{file}`` is it."""


def backup(database: Path, target: Path, out: TextIO, progress: TextIO) -> None:
    """Back a database up and print what was verified of the copy to ``out``. Raises StoreError, and then has
    made none."""
    _say(made(database, target, WhereLong(shown_on(progress))), f"{target} was made", out)


def made(database: Path, target: Path, progress: Progress) -> Verified:
    """The same without a word; returns what was verified of the copy."""
    found: list[Verified] = []
    try:
        copies.backup(database, target, lambda copy: found.append(_verified(copy, progress)))
    except Unverified as error:
        advice = NO_BACKUP.get(error.code, "")
        raise BackupFailed(
            error.code, f"{target} was not made: it would not be sound. {error} {advice}".rstrip()
        ) from error
    return found[0]


def restore(file: Path, database: Path, out: TextIO, progress: TextIO) -> None:
    """Put a backup in the place of the database and print what became of both to ``out``. Raises StoreError,
    and then, but where its text says otherwise, has changed nothing."""
    found: list[Verified] = []
    interrupts = signal.getsignal(signal.SIGINT)

    def check(copy: Path) -> None:
        found.append(_verified(copy, WhereLong(shown_on(progress))))
        # What is left takes a moment, and is not to end between the change and the word of it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    try:
        kept = put_in_place(file, database, check)
    except Unverified as error:
        advice = NO_RESTORE.get(error.code, "").format(file=file)
        raise RestoreFailed(
            error.code, f"{file} was not restored: it is not sound. {error} {advice}".rstrip()
        ) from error
    finally:
        signal.signal(signal.SIGINT, interrupts)
    _say(found[0], f"{file} was restored", out)
    if found[0].is_older:
        print("It is of an earlier version: the bot migrates it when it starts.", file=out)
    print(f"What was there before: {kept or 'nothing'}", file=out)


def move(files: Sequence[Path], folder: Path, count: int, out: TextIO, progress: TextIO) -> None:
    """Move everything in the databases of all cells to those of ``count`` cells in a new folder, and print
    what was done to ``out``. Raises StoreError, and then, but where its text says otherwise, has moved
    nothing."""
    interrupts = signal.getsignal(signal.SIGINT)
    left = count

    def tell(sentence: str) -> None:
        print(sentence, file=out, flush=True)

    def check(copy: Path) -> None:
        nonlocal left
        _say(_verified(copy, WhereLong(shown_on(progress))), f"{copy.name} was made", out)
        out.flush()
        left -= 1
        if not left:  # as in ``restore``
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    try:
        move_all(files, folder, count, check, tell)
    except Unverified as error:
        advice = NO_RESTORE.get(error.code, "").format(file="FILE")
        raise MoveFailed(
            error.code, f"Nothing was moved: the new files would not be sound. {error} {advice}".rstrip()
        ) from error
    finally:
        signal.signal(signal.SIGINT, interrupts)
    tell(
        f"Everything is in {folder} now, a file for each cell. No bot starts on the old files any more: keep"
        " them until there are backups of the new ones."
    )


def own_backups(settings: Settings, path: Path) -> OwnBackups:
    """The copies that the bot makes of a database by itself."""
    folder = settings.backup_folder or path.parent / "backups" / "daily"
    return OwnBackups(path, folder, kept_for(settings))


def kept_for(settings: Settings) -> Keep:
    """For how long these are kept."""
    return Keep(settings.backup_daily, settings.backup_weekly)


def _verified(copy: Path, progress: Progress) -> Verified:
    return asyncio.run(verify(copy, retell, progress))


def _say(found: Verified, done: str, out: TextIO) -> None:
    print(
        f"{done} and verified: {found.tables} tables; {found.games} games played again from {found.entries}"
        f" log entries, with {found.deals} deals.",
        file=out,
    )
    for table_id, reason in sorted(found.parked.items()):
        print(f"Table {table_id} is parked, and was not played again: {reason}.", file=out)


LEAST_URGENT: Final = 19


def main(arguments: Sequence[str]) -> int:
    """Make the copy; returns the exit status."""
    database, target = map(Path, arguments)
    os.nice(LEAST_URGENT)
    try:
        found = made(database, target, lambda done, tables: None)
        result: dict[str, Any] = {
            "tables": found.tables,
            "games": found.games,
            "parked": len(found.parked),
            "size": target.stat().st_size,
        }
    except StoreFailure as error:
        result = {"code": error.code, "sentence": str(error)}
    except KeyboardInterrupt:
        result = {"code": "stopped", "sentence": "The backup was stopped: none was made."}
    print(json.dumps(result), flush=True)
    return 1 if "code" in result else 0


MODULE: Final = "bot.ops.backup"
TIDIES_WITHIN: Final = 2.0
"""Seconds that it has to clear away what it has begun, where the bot stops."""


class NotMade(StoreError):
    """No copy was made; ``code`` is the store's, and the text one sentence for whoever hosts the bot."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


async def made_apart(database: Path, target: Path, at: float) -> MadeBackup:
    """Make and verify a copy in a process of its own; both are named by whole paths. Raises NotMade; OSError
    where no process can be started."""
    ended = await run_apart(MODULE, str(database), str(target), tidies_within=TIDIES_WITHIN)
    return _read(ended, at)


def _read(ended: ProcessResult, at: float) -> MadeBackup:
    """What it said. Raises NotMade."""
    try:
        found: Any = json.loads(ended.output)
        if ended.status == 0:
            return MadeBackup(at, found["size"], found["tables"], found["games"], found["parked"])
        raise NotMade(found["code"], found["sentence"])
    except (ValueError, KeyError, TypeError):
        raise NotMade(
            "ended", f"The backup's process ended with status {ended.status} before it was done."
        ) from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
