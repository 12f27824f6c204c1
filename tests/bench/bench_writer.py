"""Durable actions: how many tables' cards reach the disk in the time in which one transaction after the other
brings one each.

The obvious way is four awaits an action, ``BEGIN``, ``INSERT``, ``UPDATE``, ``COMMIT``, through aiosqlite
with the same pragmas and the same SQL tables. Rounds of both alternate, so that a slow moment of the disk
befalls both.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median

import aiosqlite

from bot.tables.model import Seat, State, TableFacts
from bot.tables.ports import LogEntry, StoredTable, TableStep, begun
from bot.tables.sealed import Sealed
from data.store import Store
from tests.bench.rows import Row

TABLES = 200
ROUNDS = 7
NOW = 1_800_000_000.0
PRAGMAS = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA secure_delete = ON")


def rows() -> list[Row]:
    """One row."""
    ratios, ours, obvious = asyncio.run(measure())
    return [
        Row(
            f"durable actions of {TABLES} tables a second / one transaction each",
            median(ratios),
            f"{TABLES / ours:.0f} and {TABLES / obvious:.0f} a second; the middle one of {ROUNDS} rounds of "
            f"each, which alternate ({min(ratios):.0f} to {max(ratios):.0f}).",
            bound=20.0,
            aim=30.0,
        )
    ]


async def measure() -> tuple[list[float], float, float]:
    """The ratios of all rounds, and the middle seconds of a round of ours and of the obvious way."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite3"
        store = await Store.open(path)
        try:
            tables = [await _begun(store, number) for number in range(TABLES)]
            ours, obvious = list[float](), list[float]()
            tables, _ = await _timed(partial(_by_store, store), tables)  # what is done once only
            for _ in range(ROUNDS):
                tables, taken = await _timed(partial(_by_store, store), tables)
                ours.append(taken)
                tables, taken = await _timed(partial(_one_by_one, path), tables)
                obvious.append(taken)
        finally:
            await store.close()
    return [theirs / own for own, theirs in zip(ours, obvious, strict=True)], median(ours), median(obvious)


async def _begun(store: Store, number: int) -> TableStep:
    """A table that is being played: its last step."""
    sealed = Sealed(number.to_bytes(32, "big"))
    facts = TableFacts(
        id=0,
        guild_id=1,
        channel_id=2,
        host_id=4 * number + 1,
        preset="kingen",
        players=4,
        commitment=sealed.commitment,
        created_at=NOW,
        seats=tuple(Seat(f"P{seat}", 4 * number + seat) for seat in range(1, 5)),
    )
    made = await store.tables.create(facts, sealed)
    after = replace(made, state=State.PLAYING, started_at=NOW, turn=0, first_dealer=0)
    step = TableStep(after, sealed, sittings=begun(made, after))
    await store.tables.write(step)
    return step


def _next(step: TableStep) -> TableStep:
    """The next card at a table."""
    facts = step.facts
    entry = LogEntry(facts.seq, f"{facts.turn} S2", NOW, facts.seats[facts.turn or 0].user_id)
    turn = ((facts.turn or 0) + 1) % 4
    after = replace(facts, seq=facts.seq + 1, turn=turn, turn_at=NOW + facts.seq)
    return TableStep(after, step.sealed, (entry,), before=StoredTable(facts, step.sealed))


async def _timed(
    way: Callable[[Sequence[TableStep]], Awaitable[None]], steps: Sequence[TableStep]
) -> tuple[list[TableStep], float]:
    """A card at each table; the steps, and the seconds until all were on the disk."""
    after = [_next(step) for step in steps]
    began = time.perf_counter()
    await way(after)
    return after, time.perf_counter() - began


async def _by_store(store: Store, steps: Sequence[TableStep]) -> None:
    """All at once, as tables do."""
    await asyncio.gather(*(store.tables.write(step) for step in steps))


async def _one_by_one(path: Path, steps: Sequence[TableStep]) -> None:
    """Each in a transaction of its own."""
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        for pragma in PRAGMAS:
            await connection.execute(pragma)
        for step in steps:
            (entry,) = step.entries
            await connection.execute("BEGIN IMMEDIATE")
            await connection.execute(
                "INSERT INTO log (table_id, seq, line, at, user_id) VALUES (?, ?, ?, ?, ?)",
                (step.facts.id, entry.seq, entry.line, entry.at, entry.user_id),
            )
            await connection.execute(
                "UPDATE tables SET seq = ?, turn = ?, turn_at = ? WHERE id = ?",
                (step.facts.seq, step.facts.turn, step.facts.turn_at, step.facts.id),
            )
            await connection.execute("COMMIT")
