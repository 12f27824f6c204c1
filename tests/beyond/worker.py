"""``python -m tests.beyond.worker``: takes presses, stores each by compare-and-set, and answers it.

A press names its table and the number it was drawn at. It is stored if the table has just that number less
one, in the one statement that raises it: so of two workers that hold the same press, or two presses for the
same turn, one stores its card and the other is told that it was late. Whether it was its own press that was
stored is looked up in the log, as a worker that was killed after its commit has answered nobody.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import time
from typing import Any, Final

from tests.beyond.drivers import driver
from tests.beyond.ways import AT_ONCE, WAYS, Taken

CONNECTIONS: Final = 8

PLAY: Final = """
WITH moved AS (UPDATE tables SET seq = $2, worker = $5 WHERE id = $1 AND seq = $2 - 1 RETURNING id)
INSERT INTO log (table_id, seq, line, press) SELECT id, $2, $3, $4 FROM moved RETURNING seq
"""
WHOSE: Final = "SELECT press FROM log WHERE table_id = $1 AND seq = $2"


async def work(way: str, url: str, database: str, answers: str, name: str) -> None:
    """Until it is killed."""
    pool = await driver("asyncpg").create_pool(database, min_size=CONNECTIONS, max_size=CONNECTIONS)
    one = WAYS[way]()
    await one.open(url)
    gateway = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    gateway.connect(answers)
    room, under_way = asyncio.Semaphore(AT_ONCE), set[asyncio.Task[None]]()
    async for taken in one.take(name):
        await room.acquire()
        task = asyncio.create_task(_answer(pool, gateway, name, taken))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
        task.add_done_callback(lambda _: room.release())


async def _answer(pool: Any, gateway: socket.socket, name: str, taken: Taken) -> None:
    data, done = taken
    at = time.monotonic()
    press = json.loads(data)
    _, _, table, seq, card = press["data"]["custom_id"].split(":")
    key = int(press["id"])
    row = await pool.fetchrow(PLAY, int(table), int(seq), card, key, name)
    mine = row is not None or await pool.fetchval(WHOSE, int(table), int(seq)) == key
    told = {"table": int(table), "seq": int(seq), "mine": mine, "taken": at, "stored": time.monotonic()}
    gateway.send(json.dumps(told).encode())
    await done()


if __name__ == "__main__":
    asyncio.run(work(*sys.argv[1:]))
