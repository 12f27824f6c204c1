"""Everything that may happen, as data: what it is called, in which scenes it can, how long it lasts.

A mishap is a context that lasts while people go on as far as they can; at its end what caused it has gone,
unless it is for good (``Ground.gone``).
"""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from data.backup import backup
from playground import ratelimits, reading
from playground.gateway.sessions import Session
from playground.objects import Json
from playground.world.places import Message
from tests.soak.matrix.evenings import thread_of
from tests.soak.matrix.ground import Ground

TABLE, NIGHT, LEAGUE = "table", "night", "league"
EVERYWHERE = (TABLE, NIGHT, LEAGUE)
MEGABYTE = 1 << 20
TREE = Path(__file__).parents[3]
LONGEST_RECONNECT = 120.0
"""Seconds after which the gateway has been tried again, however long it could not be reached."""
SORRY = "I couldn't save that, so nothing changed. Try again in a moment."

Lasting = Callable[[Ground], AbstractAsyncContextManager[None]]


@dataclass(frozen=True)
class Mishap:
    """One of them. Where it ``needs_room`` the database lies in a file system of its own, which takes
    root. ``notice`` is what whoever presses meanwhile is told."""

    name: str
    lasting: Lasting
    kinds: tuple[str, ...]
    needs_room: bool = False
    notice: str = ""


MISHAPS: list[Mishap] = []


def mishap(
    name: str, *kinds: str, needs_room: bool = False, notice: str = ""
) -> Callable[[Callable[[Ground], AsyncIterator[None]]], None]:
    """Put it on the list; by default it can happen everywhere."""

    def listed(happens: Callable[[Ground], AsyncIterator[None]]) -> None:
        MISHAPS.append(Mishap(name, asynccontextmanager(happens), kinds or EVERYWHERE, needs_room, notice))

    return listed


@mishap("nothing")
async def _nothing(ground: Ground) -> AsyncIterator[None]:
    yield


# The gateway


@mishap("gateway dropped, resumed")
async def _dropped(ground: Ground) -> AsyncIterator[None]:
    await ground.server.gateway.drop()
    yield
    await ground.server.gateway.drop()


@mishap("gateway dropped, not resumed")
async def _forgotten(ground: Ground) -> AsyncIterator[None]:
    gateway = ground.server.gateway
    connections = list(gateway.connections)
    gateway.forget_sessions()
    for one in connections:
        await one.close(4000)
    yield


@mishap("gateway asks to reconnect")
async def _reconnect(ground: Ground) -> AsyncIterator[None]:
    ground.server.gateway.ask_to_reconnect()
    yield
    ground.server.gateway.ask_to_reconnect()


@mishap("gateway away for five minutes")
async def _away(ground: Ground) -> AsyncIterator[None]:
    ground.server.gateway.refuse()
    await ground.server.gateway.drop()
    yield
    await asyncio.sleep(300)
    ground.server.gateway.accept()
    begun = ground.now
    await ground.server.world.until(lambda: ground.server.gateway.connected, timeout=LONGEST_RECONNECT)
    ground.recovered = ground.now - begun


# Interactions


@contextmanager
def told_by(tell: Callable[[Session, str, Json, Callable[[], None]], None]) -> Iterator[None]:
    """Have interactions told otherwise: ``tell`` is given what would be told, and the telling."""
    original = Session.tell

    def told(self: Session, name: str, data: Json) -> None:
        if name == "INTERACTION_CREATE":
            tell(self, name, data, lambda: original(self, name, data))
        else:
            original(self, name, data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "tell", told)
        yield


@mishap("interactions delivered twice")
async def _twice(ground: Ground) -> AsyncIterator[None]:
    def tell(session: Session, name: str, data: Json, once: Callable[[], None]) -> None:
        once()
        once()
        asyncio.get_running_loop().call_later(0.7, once)

    with told_by(tell):
        yield


@mishap("interactions out of order")
async def _reordered(ground: Ground) -> AsyncIterator[None]:
    waiting: list[Callable[[], None]] = []

    def tell(session: Session, name: str, data: Json, once: Callable[[], None]) -> None:
        waiting.append(once)
        if len(waiting) == 1:
            asyncio.get_running_loop().call_later(0.5, let_go)

    def let_go() -> None:
        while waiting:
            waiting.pop()()

    people = asyncio.create_task(_hasty(ground))
    with told_by(tell):
        yield
        people.cancel()
        await asyncio.gather(people, return_exceptions=True)
        let_go()


async def _hasty(ground: Ground) -> None:
    """People press several things at once."""
    while True:
        for person in ground.people():
            for channel in person.channels():
                for message in person.messages(channel["id"])[-1:]:
                    ids = [one.custom_id for one in reading.buttons(message, enabled_only=True)]
                    for custom_id in [one for one in ids if one.startswith(("hh:act:", "hh:ready:"))][:2]:
                        await ground.ledger.begin(person, message["id"], custom_id)
        await asyncio.sleep(0.7)


# Discord in trouble


@mishap("429 storm, by route")
async def _routes_limited(ground: Ground) -> AsyncIterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for route in list(ratelimits.BUCKETS):
            patch.setitem(ratelimits.BUCKETS, route, (1, 4.0))
        ground.server.ratelimits._windows.clear()  # pyright: ignore[reportPrivateUsage]
        yield
    ground.server.ratelimits._windows.clear()  # pyright: ignore[reportPrivateUsage]


@mishap("429 storm, global")
async def _globally_limited(ground: Ground) -> AsyncIterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ratelimits, "GLOBAL_LIMIT", 1)
        patch.setattr(ratelimits, "GLOBAL_WINDOW", 3.0)
        yield


@mishap("429 to every second request")
async def _often_limited(ground: Ground) -> AsyncIterator[None]:
    for number in range(200):
        ground.server.faults.limit("*", 1.5, skip=number)
    yield
    ground.server.faults.clear()


@mishap("Discord out of reach for a minute")
async def _unreachable(ground: Ground) -> AsyncIterator[None]:
    ground.server.faults.fail("*", 503, times=1_000_000)
    yield
    await asyncio.sleep(20)
    ground.server.faults.clear()


@mishap("requests cut, failing, late")
async def _weather(ground: Ground) -> AsyncIterator[None]:
    ground.server.faults.weather(
        cut=0.15, fail=0.15, late=0.15, seconds=2.5, seed=ground.random.randrange(10**6)
    )
    yield
    ground.server.faults.clear()


# What is deleted, who goes


def own_messages(ground: Ground) -> list[Message]:
    """What the bot has said where more than one person reads it."""
    world = ground.server.world
    return [
        message
        for channel in world.channels.values()
        for message in channel.messages.values()
        if channel.guild is not None
        and message.author_id == world.application_id
        and message.visible_to is None
    ]


@mishap("messages deleted")
async def _messages_deleted(ground: Ground) -> AsyncIterator[None]:
    for message in own_messages(ground):
        ground.server.changes.delete_message(message)
    ground.gone.add("messages")
    yield


@mishap("hands deleted", TABLE)
async def _hands_deleted(ground: Ground) -> AsyncIterator[None]:
    world = ground.server.world
    for channel in [one for one in world.channels.values() if one.guild is None]:
        for message in [one for one in channel.messages.values() if one.visible_to is None]:
            ground.server.changes.delete_message(message)
    yield


@mishap("channel deleted")
async def _channel_deleted(ground: Ground) -> AsyncIterator[None]:
    ground.server.changes.delete_channel(ground.server.world.channels[ground.cards])
    ground.gone.add("channel")
    yield


@mishap("thread deleted", NIGHT)
async def _thread_deleted(ground: Ground) -> AsyncIterator[None]:
    thread = thread_of(ground)
    if thread is not None:
        ground.server.changes.delete_channel(thread)
        ground.gone.add("thread")
    yield


@mishap("bot removed and invited again")
async def _removed(ground: Ground) -> AsyncIterator[None]:
    (guild,) = ground.server.world.guilds.values()
    ground.server.changes.remove_bot(guild)
    yield
    await asyncio.sleep(60)
    ground.server.changes.invite_bot(guild)


@mishap("server deleted")
async def _server_deleted(ground: Ground) -> AsyncIterator[None]:
    (guild,) = ground.server.world.guilds.values()
    ground.server.changes.delete_guild(guild)
    ground.gone.add("server")
    yield


@mishap("member leaves")
async def _member_leaves(ground: Ground) -> AsyncIterator[None]:
    (guild,) = ground.server.world.guilds.values()
    for person in ground.people()[1:]:
        if person.account is not guild.owner and person.name in ("Chloé", "u03"):
            ground.server.changes.leave(guild, person.account)
            ground.absent.add(person.id)
            ground.gone.add("member")
    yield


@mishap("direct messages closed")
async def _closed(ground: Ground) -> AsyncIterator[None]:
    for person in ground.people()[1:3]:
        person.account.direct_messages_open = False
    yield


@mishap("direct messages closed and opened again", TABLE)
async def _closed_for_a_while(ground: Ground) -> AsyncIterator[None]:
    for person in ground.people():
        person.account.direct_messages_open = False
    yield
    for person in ground.people():
        person.account.direct_messages_open = True


# The database


def connection_of(ground: Ground) -> Any:
    return ground.house.bot.store.writer._connection  # pyright: ignore[reportPrivateUsage]


@mishap("database read-only", notice=SORRY)
async def _read_only(ground: Ground) -> AsyncIterator[None]:
    ground.is_troubled = True
    await connection_of(ground).execute("PRAGMA query_only = ON")
    yield
    await connection_of(ground).execute("PRAGMA query_only = OFF")


@mishap("disk full, by SQLite's own limit")
async def _full(ground: Ground) -> AsyncIterator[None]:
    ground.is_troubled = True
    cursor = await connection_of(ground).execute("PRAGMA page_count")
    (pages,) = await cursor.fetchone()
    await connection_of(ground).execute(f"PRAGMA max_page_count = {pages}")
    yield
    await connection_of(ground).execute("PRAGMA max_page_count = 1000000")


@mishap("disk full, files may not grow", notice=SORRY)
async def _limited(ground: Ground) -> AsyncIterator[None]:
    """By the process's own limit, which needs no rights."""
    ground.is_troubled = True
    wal = ground.database.with_name(ground.database.name + "-wal")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@mishap("disk full, a real one", needs_room=True)
async def _really_full(ground: Ground) -> AsyncIterator[None]:
    ground.is_troubled = True
    ballast = ground.database.with_name("ballast")
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(MEGABYTE // 256))
    yield
    ballast.unlink()


@mishap("database locked by another program", notice=SORRY)
async def _locked(ground: Ground) -> AsyncIterator[None]:
    """For longer than the bot waits, which is less here than elsewhere."""
    ground.is_troubled = True
    await connection_of(ground).execute("PRAGMA busy_timeout = 100")
    with closing(sqlite3.connect(ground.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    await connection_of(ground).execute("PRAGMA busy_timeout = 5000")


@mishap("backups, one after the other")
async def _backups(ground: Ground) -> AsyncIterator[None]:
    """By the program's own command, in processes of their own and in this one."""
    target = ground.database.with_name("backup.sqlite3")
    command = [sys.executable, "-m", "bot", "backup", str(target.with_name("by-command.sqlite3"))]
    environment = {"HARTENHEER_DATABASE": str(ground.database), "PATH": ""}
    done = await asyncio.to_thread(
        subprocess.run,
        command,
        env=environment,
        cwd=TREE,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    going = asyncio.create_task(_back_up_again_and_again(ground.database, target))
    yield
    going.cancel()
    await asyncio.gather(going, return_exceptions=True)


async def _back_up_again_and_again(database: Path, target: Path) -> None:
    while True:
        await asyncio.to_thread(_back_up, database, target)
        await asyncio.sleep(2.0)


def _back_up(database: Path, target: Path) -> None:
    backup(database, target)
    target.unlink()


# The clock


@mishap("clock an hour ahead, and back")
async def _ahead(ground: Ground) -> AsyncIterator[None]:
    ground.ahead = 3600
    ground.clock.set(ground.clock.now() + ground.ahead)
    yield
    ground.clock.set(ground.clock.now() - ground.ahead)


@mishap("clock an hour back, and ahead")
async def _back(ground: Ground) -> AsyncIterator[None]:
    ground.clock.set(ground.clock.now() - 3600)
    yield
    ground.clock.set(ground.clock.now() + 3600)


@mishap("clock twenty hours back, and ahead")
async def _far_back(ground: Ground) -> AsyncIterator[None]:
    """Robots, answers and edits do not wait for the wall to catch up."""
    ground.clock.set(ground.clock.now() - 20 * 3600)
    yield
    ground.clock.set(ground.clock.now() + 20 * 3600)


@mishap("clock twenty hours ahead, and back")
async def _far_ahead(ground: Ground) -> AsyncIterator[None]:
    ground.ahead = 20 * 3600
    ground.clock.set(ground.clock.now() + ground.ahead)
    yield
    ground.clock.set(ground.clock.now() - ground.ahead)


@mishap("clock to and fro")
async def _to_and_fro(ground: Ground) -> AsyncIterator[None]:
    going = asyncio.create_task(_swing(ground))
    yield
    going.cancel()
    await asyncio.gather(going, return_exceptions=True)


async def _swing(ground: Ground) -> None:
    seconds = (90.0, -180.0, 30.0, 60.0)
    while True:
        for one in seconds:
            ground.clock.set(ground.clock.now() + one)
            await asyncio.sleep(1.7)


# The process, and what it finds


@mishap("bot stopped and started again")
async def _restarted(ground: Ground) -> AsyncIterator[None]:
    """With presses under way."""
    pressing = asyncio.create_task(_hasty(ground))
    await asyncio.sleep(1.0)
    await ground.bot_goes()
    await asyncio.sleep(5.0)
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)
    await ground.bot_comes()
    yield


@mishap("log entry that no longer replays", TABLE)
async def _broken_log(ground: Ground) -> AsyncIterator[None]:
    """At the next start it is found out; another table goes on, which is looked at elsewhere."""
    if not (parked := [one.id for one in ground.observer.truth.tables.values() if len(one.lines) > 5]):
        yield
        return
    ground.is_troubled = True
    await ground.bot_goes()
    ground.observer.truth.close()
    with closing(sqlite3.connect(ground.database, isolation_level=None)) as connection:
        lines = "UPDATE log SET line = '0 play 2C' WHERE table_id = ? AND seq = 3"
        for table_id in parked:
            connection.execute(lines, (table_id,))
    ground.parked.update(parked)
    await ground.bot_comes()
    yield
