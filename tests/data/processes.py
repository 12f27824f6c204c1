"""Other processes that use a database: bots that hold it, are killed, or may not write."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]

HOLD = """
import asyncio, os, signal, sys
from pathlib import Path
from data.store import Store

async def main():
    store = await Store.open(Path(sys.argv[1]))
    try:
        if sys.argv[2] == "with-child":
            child = os.fork()
            if child == 0:
                signal.pause()
            print(child, flush=True)
        print("ready", flush=True)
        sys.stdin.readline()
    finally:
        await store.close()

asyncio.run(main())
"""

PLAY = """
import asyncio, sys
from pathlib import Path
from data.store import Store
from tests.data.samples import PLAYING, SEALED, moved

async def play(store):
    facts = await store.tables.create(PLAYING, SEALED)
    while True:
        step = moved(facts, 2)
        await store.tables.write(step)
        facts = step.facts
        print(facts.id, facts.seq, flush=True)

async def main():
    store = await Store.open(Path(sys.argv[1]))
    try:
        await asyncio.gather(*(play(store) for _ in range(7)))
    finally:
        await store.close()

asyncio.run(main())
"""

LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("ready", flush=True)
sys.stdin.readline()
connection.execute("COMMIT")
"""

UNPRIVILEGED = """
import asyncio, os, tempfile
from pathlib import Path
from zoneinfo import ZoneInfo
from data import store

def give_up_rights():
    # Root may write anything. Who takes its place may be unable to enter the program's folder, or Python's:
    # a store opened before has brought in all that is imported late, and what is read there is kept.
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(open_and_close(Path(folder) / "rehearsal.sqlite3"))
    # The zone of the example's league may come from a package, and threads are imported late too.
    asyncio.run(asyncio.to_thread(ZoneInfo, "Europe/Brussels"))
    known = store.known_migrations()
    store.known_migrations = lambda: known
    os.chdir("/")
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)

async def open_and_close(path):
    await (await store.Store.open(path)).close()
"""

TRY = (
    UNPRIVILEGED
    + """
import sys
from bot.ports import StoreError

if sys.argv[2] == "unprivileged":
    give_up_rights()
if sys.argv[2] == "mistaken":
    store._PRAGMAS = ("PRAGMA busy_timeout = 1", "no SQL")
try:
    asyncio.run(open_and_close(Path(sys.argv[1])))
except StoreError as error:
    print(error.code, error)
else:
    print("opened")
"""
)


class Other:
    """Another process, run from this program's folder."""

    def __init__(self, script: str, *arguments: object) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", script, *map(str, arguments)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def line(self) -> str:
        """Its next line, waited for; empty at its end."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def press_enter(self) -> None:
        """Let it go on."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def wait(self) -> int:
        """Its exit status, waited for."""
        return self._process.wait(20)

    def kill(self) -> list[str]:
        """Kill it as ``kill -9`` does; returns what it said before and was not read yet."""
        self._process.kill()
        return self._process.communicate()[0].splitlines()


@contextmanager
def other(script: str, *arguments: object) -> Iterator[Other]:
    """Another process, which is gone afterwards."""
    process = Other(script, *arguments)
    try:
        yield process
    finally:
        process.kill()


def attempt(path: Path, how: str) -> str:
    """What another process says when it opens the database, and that it ends."""
    with other(TRY, path, how) as process:
        said = process.line()
        assert process.wait() == 0
    return said


def may_be_entered(folder: Path) -> bool:
    """Whether any user may enter a folder, by way of all those above it."""
    return all(one.is_dir() and one.stat().st_mode & 0o001 for one in (folder, *folder.parents))


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that another user may reach, unlike pytest's; where the temporary folder is shut to others, in
    the system's own."""
    places = [Path(tempfile.gettempdir()).resolve(), Path("/tmp"), Path("/var/tmp")]
    with tempfile.TemporaryDirectory(dir=next(filter(may_be_entered, places))) as name:
        Path(name).chmod(0o755)
        yield Path(name)


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file()}
