"""How each seat of a finished game ended: whose it was at the end, and who had given it up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import aiosqlite

from bot.tables.ports import at_the_end, given_up
from data.consequences.consequence import Consequence, Happened, insert
from data.relation import Relation


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a seat ended; ``user_id`` is None for a robot's."""

    table_id: int
    seat: int
    user_id: int | None
    name: str
    points: int
    place: int


@dataclass(frozen=True, slots=True)
class GivenUp:
    """That a person gave up a seat in the course of the game, whatever they had at its end."""

    table_id: int
    seat: int
    user_id: int


RESULTS: Final = Relation("results", SeatResult, key=("table_id", "seat"))
GIVEN_UP: Final = Relation("given_up", GivenUp, key=("table_id", "seat", "user_id"))


async def _write(connection: aiosqlite.Connection, happened: Happened) -> None:
    """Raises ValueError where a seat was nobody's."""
    if happened.result is None:
        return
    table_id, sat = happened.facts.id, happened.sittings
    ended = zip(at_the_end(sat), happened.result.points, happened.result.places, strict=True)
    results = [
        SeatResult(table_id, holder.seat, holder.user_id, holder.name, points, place)
        for holder, points, place in ended
    ]
    gone = [GivenUp(table_id, seat, person) for seat, people in given_up(sat).items() for person in people]
    await insert(connection, RESULTS, results)
    await insert(connection, GIVEN_UP, gone)


CONSEQUENCE: Final = Consequence("results", (RESULTS, GIVEN_UP), _write)
