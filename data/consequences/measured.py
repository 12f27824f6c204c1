"""What each deal that ended has to be counted by statistics, as its game measured it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import aiosqlite

from data.consequences.consequence import Consequence, Happened, insert
from data.relation import Relation


@dataclass(frozen=True, slots=True)
class StoredMeasure:
    """One thing counted of a seat in a deal (``bot.engine.game.Measured``)."""

    table_id: int
    attempt: int
    seat: int
    measure: str
    key: str
    value: int


MEASURED: Final = Relation("measured", StoredMeasure, key=("table_id", "attempt", "seat", "measure", "key"))


async def _write(connection: aiosqlite.Connection, happened: Happened) -> None:
    measured = [
        StoredMeasure(happened.facts.id, ended.attempt, one.seat, one.measure, one.key, one.value)
        for ended in happened.deals
        for one in ended.measured
    ]
    await insert(connection, MEASURED, measured)


CONSEQUENCE: Final = Consequence("measures", (MEASURED,), _write)
