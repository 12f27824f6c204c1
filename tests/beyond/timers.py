"""Timers that several workers share: whoever is first takes what is due, nobody waits for another's."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Final

from tests.beyond.drivers import driver
from tests.beyond.servers import Server

TIMERS: Final = 20_000
AT_ONCE: Final = 20
WORKERS: Final = 4
PAUSE: Final = 0.5  # seconds before each of the first two is killed
TIMERS_SQL: Final = """
DROP TABLE IF EXISTS timers; DROP TABLE IF EXISTS rung;
CREATE TABLE timers (id bigint PRIMARY KEY, due double precision NOT NULL);
CREATE INDEX ON timers (due);
CREATE TABLE rung (id bigint, worker text NOT NULL);
"""
TAKE: Final = """
WITH taken AS (
    DELETE FROM timers WHERE id IN (
        SELECT id FROM timers WHERE due <= $1 ORDER BY due FOR UPDATE SKIP LOCKED LIMIT $2
    ) RETURNING id
)
INSERT INTO rung SELECT id, $3 FROM taken RETURNING id
"""


async def ring(database: str, name: str) -> None:
    """Take what is due until nothing is left."""
    connection = await driver("asyncpg").connect(database)
    while await connection.fetch(TAKE, time.time(), AT_ONCE, name):
        pass
    await connection.close()


async def measure(database: Server) -> tuple[float, int]:
    """How many timers are rung a second by workers of which two are killed in between, and how many by the
    busiest. Raises AssertionError where one was not rung, or twice."""
    store = await driver("asyncpg").connect(database.url)
    await store.execute(TIMERS_SQL)
    await store.execute("INSERT INTO timers SELECT n, n FROM generate_series(1, $1::int) AS n", TIMERS)
    command = [sys.executable, "-m", "tests.beyond.timers", database.url]
    began = time.monotonic()
    team = [await asyncio.create_subprocess_exec(*command, f"w{number}") for number in range(WORKERS)]
    for victim in team[: WORKERS // 2]:
        await asyncio.sleep(PAUSE)
        if victim.returncode is None:
            victim.kill()
    await asyncio.gather(*(one.wait() for one in team))
    seconds = time.monotonic() - began
    total, distinct = await store.fetchrow("SELECT count(*), count(DISTINCT id) FROM rung")
    busiest = await store.fetchval(
        "SELECT max(n) FROM (SELECT count(*) AS n FROM rung GROUP BY worker) AS each"
    )
    await store.close()
    assert total == distinct == TIMERS, (total, distinct)
    return TIMERS / seconds, busiest


if __name__ == "__main__":
    asyncio.run(ring(*sys.argv[1:]))
