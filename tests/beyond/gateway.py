"""The gateway of the experiment: sends each table's next press when the one before it was answered."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.beyond.drivers import driver
from tests.beyond.servers import Server, cpu_of
from tests.beyond.ways import WAYS, Way

SEED: Final = 52
DOUBLED: Final = 0.05  # of the presses come twice, as Discord may send them
LOST_AFTER: Final = 60.0  # seconds
TABLES_SQL: Final = """
CREATE TABLE tables (id bigint PRIMARY KEY, seq integer NOT NULL, worker text NOT NULL DEFAULT '');
CREATE TABLE log (table_id bigint, seq integer, line text NOT NULL, press bigint NOT NULL,
                  PRIMARY KEY (table_id, seq));
"""


@dataclass
class Measured:
    """Of each press, in seconds: until a worker has it, until it is stored, until the gateway hears of it."""

    taken: list[float] = field(default_factory=list[float])
    stored: list[float] = field(default_factory=list[float])
    answered: list[float] = field(default_factory=list[float])


@dataclass
class Table:
    """What the gateway knows of a table: the last number that was answered."""

    id: int
    seq: int = 0
    waiting: asyncio.Future[dict[str, Any]] | None = None


class Gateway:
    """Sends, hears, counts."""

    def __init__(self, way: Way, tables: int) -> None:
        self.way = way
        self.tables = [Table(number) for number in range(1, tables + 1)]
        self.measured = Measured()
        self.unexpected: list[str] = []
        self._random = Random(SEED)
        self._presses = count(1)

    def hear(self, heard: socket.socket) -> None:
        """A worker's answer."""
        told = json.loads(heard.recv(4096))
        table = self.tables[told["table"] - 1]
        if told["seq"] == table.seq + 1 and table.waiting is not None and not table.waiting.done():
            table.waiting.set_result(told)

    async def play(self, table: Table, presses: int, pause: float) -> None:
        """So many presses of a table, with so many seconds between them, more or less."""
        await asyncio.sleep(self._random.uniform(0, 2 * pause))
        for _ in range(presses):
            press = self._press(table.id, table.seq + 1)
            table.waiting = asyncio.get_running_loop().create_future()
            began = time.monotonic()
            await self.way.pass_on(press)
            if self._random.random() < DOUBLED:
                await self.way.pass_on(press)
            told = await asyncio.wait_for(table.waiting, LOST_AFTER)
            if not told["mine"]:
                self.unexpected.append(f"table {table.id}, {table.seq + 1}: another's press was stored")
            self.measured.taken.append(told["taken"] - began)
            self.measured.stored.append(told["stored"] - told["taken"])
            self.measured.answered.append(time.monotonic() - began)
            table.seq += 1
            await asyncio.sleep(self._random.uniform(0, 2 * pause))

    def _press(self, table: int, seq: int) -> bytes:
        """An interaction of the length that Discord's have: its token, its member, its message."""
        body = {
            "id": str(next(self._presses)),
            "type": 3,
            "token": "t" * 210,
            "data": {"component_type": 2, "custom_id": f"hh:act:{table}:{seq}:{self._random.randrange(52)}"},
            "member": {
                "user": {"id": "1" * 18, "username": "ann", "avatar": "a" * 32},
                "roles": ["1" * 18] * 5,
            },
            "message": {"id": "1" * 19, "channel_id": "1" * 19, "content": "m" * 900},
        }
        return json.dumps(body).encode()


class Workers:
    """Processes that own tables; any of them may be killed."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self._names = count(1)
        self.processes: list[subprocess.Popen[bytes]] = []
        self._spent = 0.0

    def start(self) -> None:
        """One more."""
        command = [sys.executable, "-m", "tests.beyond.worker", *self._arguments, f"w{next(self._names)}"]
        self.processes.append(subprocess.Popen(command))

    def kill(self, which: int) -> None:
        """As ``kill -9`` does."""
        process = self.processes.pop(which)
        self._spent += cpu_of(process.pid)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def cpu(self) -> float:
        """Seconds of processor time, of those that are gone too."""
        return self._spent + sum(cpu_of(one.pid) for one in self.processes)


@dataclass(frozen=True)
class Played:
    """What came of a run: the times, how long it took, and the processor time (seconds) a press, by who
    spent it."""

    measured: Measured
    seconds: float
    cpu: dict[str, float]
    kills: int


@asynccontextmanager
async def _listening(gateway: Gateway, folder: Path) -> AsyncIterator[str]:
    path = folder / "answers"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(path))
        heard.setblocking(False)
        loop = asyncio.get_running_loop()
        loop.add_reader(heard, gateway.hear, heard)
        try:
            yield str(path)
        finally:
            loop.remove_reader(heard)
            path.unlink()


async def play(
    name: str,
    folder: Path,
    broker: Server,
    database: Server,
    *,
    tables: int,
    presses: int,
    pause: float,
    workers: int,
    kills: int = 0,
) -> Played:
    """Play so many presses at each table, by so many workers, of which one is killed every second, so many
    times. Raises AssertionError where what was answered is not what is stored, once each."""
    store = await driver("asyncpg").connect(database.url)
    await store.execute("DROP TABLE IF EXISTS log; DROP TABLE IF EXISTS tables;" + TABLES_SQL)
    await store.executemany("INSERT INTO tables (id, seq) VALUES ($1, 0)", [(n + 1,) for n in range(tables)])
    way: Way = WAYS[name]()
    await way.open(broker.url)
    gateway = Gateway(way, tables)
    async with _listening(gateway, folder) as answers:
        team = Workers(name, broker.url, database.url, answers)
        for _ in range(workers):
            team.start()
        try:
            await gateway.play(gateway.tables[0], 1, 0.0)  # they are there
            gateway.measured = Measured()
            began = time.monotonic()
            spent = {"gateway": cpu_of(os.getpid()), "workers": team.cpu()}
            spent |= {"broker": broker.cpu(), "database": database.cpu()}
            playing = asyncio.gather(*(gateway.play(one, presses, pause) for one in gateway.tables))
            done = await _kill_some(team, kills, playing)
            await playing
            seconds = time.monotonic() - began
            now = {"gateway": cpu_of(os.getpid()), "workers": team.cpu()}
            now |= {"broker": broker.cpu(), "database": database.cpu()}
        finally:
            while team.processes:
                team.kill(0)
    rows = await store.fetch("SELECT table_id, count(*), max(seq) FROM log GROUP BY table_id")
    await store.close()
    assert not gateway.unexpected, gateway.unexpected
    assert {row[0]: (row[1], row[2]) for row in rows} == {
        one.id: (one.seq, one.seq) for one in gateway.tables
    }
    each = len(gateway.measured.answered)
    return Played(gateway.measured, seconds, {who: (now[who] - spent[who]) / each for who in now}, done)


async def _kill_some(team: Workers, kills: int, playing: asyncio.Future[Any]) -> int:
    random = Random(SEED)
    for number in range(kills):
        await asyncio.wait({playing}, timeout=1.0)
        if playing.done():
            return number
        team.kill(random.randrange(len(team.processes)))
        team.start()
    return kills
