"""A copy made in a process of its own: real files, a real process, killed at any moment."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from bot.ops import backup as backup_module
from bot.ops.backup import NotMade, made_apart
from bot.ops.upkeep import MadeBackup
from data.backup import Keep, OwnBackups
from data.store import Store
from tests.clock import START
from tests.data.conftest import example  # noqa: F401 (a fixture)
from tests.data.databases import change, files, rows_of
from tests.processes import children, state_of, was_sent


@pytest.fixture
def own(tmp_path: Path, example: bytes) -> OwnBackups:  # noqa: F811 (the fixture)
    database = tmp_path / "hartenheer.sqlite3"
    database.write_bytes(example)
    return OwnBackups(database, tmp_path / "copies", Keep())


async def test_it_is_made_and_verified_beside_a_bot_that_runs(
    own: OwnBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a secret")
    store = await Store.open(own.database)
    try:
        made = await made_apart(own.database, own.target(START), START)
    finally:
        await store.close()
    ((tables, games),) = rows_of(own.database, "SELECT count(*), count(started_at) FROM tables")
    (copy,) = own.made()
    assert (made.tables, made.games, made.size, made.at) == (tables, games, copy.size, START)
    assert files(own.folder) == [copy.path.name]


async def test_a_copy_that_is_not_sound_is_not_kept_and_the_reason_is_told(own: OwnBackups) -> None:
    change(own.database, "UPDATE log SET line = '0 play 2C' WHERE table_id = 6 AND seq = 40;")
    with pytest.raises(NotMade) as caught:
        await made_apart(own.database, own.target(START), START)
    assert caught.value.code == "unplayable" and "Table 6" in str(caught.value)
    assert files(own.folder) == []


async def test_it_says_what_it_is_told_and_nothing_else_counts(
    own: OwnBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup_module, "MODULE", "this")  # prints a poem
    with pytest.raises(NotMade) as caught:
        await made_apart(own.database, own.target(START), START)
    assert caught.value.code == "ended"
    monkeypatch.setattr(sys, "executable", str(own.database))
    with pytest.raises(OSError):
        await made_apart(own.database, own.target(START), START)


async def at_work(own: OwnBackups) -> tuple[asyncio.Task[MadeBackup], set[int]]:
    """A copy that is being made, and the processes that make it, held where there is a file and no copy."""
    for _ in range(50):
        before = children()
        making = asyncio.create_task(made_apart(own.database, own.target(START), START))
        while not (begun := children() - before):  # noqa: ASYNC110 (of another process)
            await asyncio.sleep(0)
        while not making.done() and not files(own.folder):  # noqa: ASYNC110 (as above)
            await asyncio.sleep(0)
        if not making.done():
            for pid in begun:
                os.kill(pid, signal.SIGSTOP)
            while any(state_of(pid) not in "TXZ" for pid in begun):  # noqa: ASYNC110 (as above)
                await asyncio.sleep(0)
            if not own.made() and all(state_of(pid) == "T" for pid in begun):
                return making, begun
            for pid in begun:
                os.kill(pid, signal.SIGCONT)
        await making
        for name in files(own.folder):  # it was too quick
            (own.folder / name).unlink()
    raise AssertionError("a copy is never seen being made")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("killed", [True, False])
async def test_killed_or_stopped_it_leaves_nothing_that_counts(
    own: OwnBackups, killed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup_module, "TIDIES_WITHIN", 60.0)  # a busy machine takes its time
    making, begun = await at_work(own)
    if killed:
        for pid in begun:
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(NotMade) as caught:
            await making
        assert caught.value.code == "ended"
    else:
        making.cancel()
        while not all(was_sent(pid, signal.SIGINT) for pid in begun):  # noqa: ASYNC110 (of another process)
            await asyncio.sleep(0)
        for pid in begun:
            os.kill(pid, signal.SIGCONT)
        await asyncio.gather(making, return_exceptions=True)
        assert files(own.folder) == []
    assert own.made() == []
    own.clear()
    assert files(own.folder) == []
    assert not children() & begun
    await made_apart(own.database, own.target(START), START)
    assert len(own.made()) == 1
