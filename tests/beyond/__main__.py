"""``python -m tests.beyond``: what a press costs that crosses processes, and whether it is stored once."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from statistics import quantiles
from typing import Final

from tests.beyond import gateway, present, timers
from tests.beyond.drivers import NEEDED
from tests.beyond.gateway import Played
from tests.beyond.servers import nats, postgres, redis

TABLES: Final = 200
PRESSES: Final = 15  # at each table
PACES: Final = (4.0, 1.0)  # seconds between two presses of a table: 50 and 200 presses a second
KILLS: Final = 20
WORKERS: Final = 2
HEADINGS: Final = (
    "",
    "presses a second",
    "taken p50/p99",
    "stored p50/p99",
    "answered p50/p99/max",
    "CPU a press",
)


def _line(name: str, found: Played) -> tuple[str, ...]:
    measured = found.measured
    rate = f"{len(measured.answered) / found.seconds:.0f}"
    cpu = ", ".join(f"{who} {1000 * each:.2f}" for who, each in found.cpu.items())
    longest = f"{_middle(measured.answered)}/{1000 * max(measured.answered):.0f}"
    total = 1000 * sum(found.cpu.values())
    return (name, rate, _middle(measured.taken), _middle(measured.stored), longest, f"{total:.2f} ({cpu})")


def _middle(seconds: list[float]) -> str:
    if not seconds:
        return "–"
    each = quantiles(seconds, n=100)
    return f"{1000 * each[49]:.1f}/{1000 * each[98]:.1f}"


async def _measure(folder: Path) -> None:
    lines: list[tuple[str, ...]] = [HEADINGS]
    with postgres(folder) as database, nats(folder) as first, redis(folder) as second:
        for pause in PACES:
            a_run = {"tables": TABLES, "presses": PRESSES, "pause": pause}
            inside = folder / f"present-{pause:g}"
            inside.mkdir()
            lines.append(
                _line(
                    "one process, SQLite",
                    await present.play(inside, tables=TABLES, presses=PRESSES, pause=pause),
                )
            )
            for name, broker in (("nats", first), ("redis", second)):
                found = await gateway.play(name, folder, broker, database, **a_run, workers=WORKERS)
                lines.append(_line(f"{name}, PostgreSQL, {WORKERS} workers", found))
        for name, broker in (("nats", first), ("redis", second)):
            found = await gateway.play(
                name,
                folder,
                broker,
                database,
                tables=TABLES,
                presses=PRESSES,
                pause=1.0,
                workers=4,
                kills=KILLS,
            )
            lines.append(_line(f"{name}, {found.kills} of 4 workers killed, one a second", found))
        rate, busiest = await timers.measure(database)
    for line in lines:
        print("| " + " | ".join(line) + " |")
        if line is HEADINGS:
            print("|" + " --- |" * len(HEADINGS))
    print("Times in milliseconds. Each press that was answered is stored once, and no other.")
    print(
        f"{timers.TIMERS} timers rung once each by {timers.WORKERS} workers, two of them killed: "
        f"{rate:.0f} a second; the busiest rang {busiest}."
    )


def main() -> int:
    """Measure everything; the exit status."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        print(
            f"Not installed: {', '.join(missing)}. The experiment wants `pip install asyncpg nats-py redis`."
        )
        return 1
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
