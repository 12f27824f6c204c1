"""What follows from a step, written in the transaction that stores it: the deals that ended, what statistics
count of them, the result of the game, and where a league plays it the game of its season (L4).

Each part owns the SQL tables that it writes, so that all of them can be made again from logs and sittings.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import aiosqlite

from bot.engine.cards import SUIT_LETTERS, CardSet, Suit
from bot.engine.game import GameEnded
from bot.leagues.season.model import Holder, LeagueSeat, SeasonGame, SeatKind
from bot.tables.model import TableFacts
from bot.tables.ports import EndedDeal, Sitting, at_the_end, given_up
from data.leagues.games import id_of_table
from data.leagues.standings import season_changed
from data.relation import Relation, one_of
from data.schema import GAMES, SITTINGS, KeptGame

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Happened:
    """What there is to be written of: the table, the deals that ended at it, the result of its game if that
    ended too, and all who have sat there so far. A step's, or a whole game's that is replayed."""

    facts: TableFacts
    deals: tuple[EndedDeal, ...]
    result: GameEnded | None
    sittings: Sequence[Sitting]


Write = Callable[[aiosqlite.Connection, Happened], Awaitable[None]]
"""Writes rows of what happened, within a transaction that is not its own. Nothing of these deals, nor of this
result, is there yet."""


IN_ORDER: Final = "WHERE table_id = :id ORDER BY seat, number"


async def sittings_of(connection: aiosqlite.Connection, table_id: int) -> Sequence[Sitting]:
    """All who have sat at a table so far (``bot.tables.ports.Sitting``), by seat, each seat's in order."""
    rows = await connection.execute_fetchall(f"{SITTINGS.select} {IN_ORDER}", {"id": table_id})
    return [SITTINGS.value(row) for row in rows]


@dataclass(frozen=True, slots=True)
class Consequence:
    """A writer and the SQL tables it ``owns``, those that others refer to first: nobody else writes them, and
    nothing but logs and sittings goes into them, so that they can be made again. Each has a column
    ``table_id``."""

    name: str
    owns: tuple[Relation[Any], ...]
    write: Write


async def _insert(connection: aiosqlite.Connection, relation: Relation[T], values: Iterable[T]) -> None:
    """Write new rows."""
    await connection.executemany(relation.insert, [relation.row(value) for value in values])


# Deals


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """A deal that ended. ``attempt`` counts all of a game's, ``deal`` the scored ones: a thrown-in deal
    carries the number of the one that replaces it. ``seq`` is that of the input that ended it."""

    table_id: int
    attempt: int
    deal: int
    dealer: int
    contract: str
    trump: Suit | None
    thrown_in: bool
    seq: int
    ended_at: float


@dataclass(frozen=True, slots=True)
class SeatDeal:
    """What a seat made in a scored deal, and the cards that it was dealt for it."""

    table_id: int
    attempt: int
    seat: int
    points: int
    tricks: int
    hand: CardSet


@dataclass(frozen=True, slots=True)
class StoredMeasure:
    """One thing counted of a seat in a deal by statistics, as its game measured it
    (``bot.engine.game.Measured``)."""

    table_id: int
    attempt: int
    seat: int
    measure: str
    key: str
    value: int


DEALS: Final = Relation(
    "deals", StoredDeal, key=("table_id", "attempt"), kinds={"trump": one_of(tuple(SUIT_LETTERS))}
)
POINTS: Final = Relation("points", SeatDeal, key=("table_id", "attempt", "seat"))
MEASURED: Final = Relation("measured", StoredMeasure, key=("table_id", "attempt", "seat", "measure", "key"))


async def _write_deals(connection: aiosqlite.Connection, happened: Happened) -> None:
    """Those that ended, thrown-in ones too, and what each seat made in the scored ones."""
    table_id = happened.facts.id
    deals = [
        StoredDeal(
            table_id=table_id,
            attempt=ended.attempt,
            deal=ended.result.deal,
            dealer=ended.result.dealer,
            contract=ended.result.contract,
            trump=ended.result.trump,
            thrown_in=ended.result.points is None,
            seq=ended.seq,
            ended_at=ended.at,
        )
        for ended in happened.deals
    ]
    made = [
        SeatDeal(table_id, ended.attempt, seat, points, ended.result.tricks[seat], ended.hands[seat])
        for ended in happened.deals
        if ended.result.points is not None
        for seat, points in enumerate(ended.result.points)
    ]
    await _insert(connection, DEALS, deals)
    await _insert(connection, POINTS, made)


async def _write_measured(connection: aiosqlite.Connection, happened: Happened) -> None:
    measured = [
        StoredMeasure(happened.facts.id, ended.attempt, one.seat, one.measure, one.key, one.value)
        for ended in happened.deals
        for one in ended.measured
    ]
    await _insert(connection, MEASURED, measured)


# Results


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a seat of a finished game ended, and whose it was then; ``user_id`` is None for a robot's."""

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


async def _write_result(connection: aiosqlite.Connection, happened: Happened) -> None:
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
    await _insert(connection, RESULTS, results)
    await _insert(connection, GIVEN_UP, gone)


# Games of leagues

# Who comes into the league later was a guest at the table.
_MEMBERS: Final = """
SELECT league_members.user_id, league_members.id FROM season_members
JOIN seasons ON seasons.id = season_members.season_id
JOIN league_members ON league_members.league_id = seasons.league_id AND league_members.id = season_members.id
WHERE seasons.id = ? AND season_members.since <= ? AND league_members.user_id IS NOT NULL
"""


async def _write_league_game(connection: aiosqlite.Connection, happened: Happened) -> None:
    """The result of a league's table in the season that its game counts in, as it is first written."""
    facts, result = happened.facts, happened.result
    if result is None or facts.season_id is None:
        return
    assert facts.started_at is not None and facts.ended_at is not None
    cells = (facts.season_id, facts.ended_at)
    members = {row[0]: row[1] for row in await connection.execute_fetchall(_MEMBERS, cells)}
    gone = given_up(happened.sittings)
    seats: list[LeagueSeat] = []
    for sitting, points in zip(at_the_end(happened.sittings), result.points, strict=True):
        left = tuple(members.get(one, str(one)) for one in gone.get(sitting.seat, ()))
        seats.append(LeagueSeat(_holder(sitting.user_id, sitting.robot, members), points, left))
    game = SeasonGame.of(
        await id_of_table(connection, facts.season_id, facts.id),
        facts.night,
        int(facts.started_at),
        int(facts.ended_at),
        sum(result.points),
        seats,
    )
    row = GAMES.row(KeptGame.of(game, facts.id), facts.season_id)
    await connection.execute(GAMES.insert, row)
    await season_changed(connection, facts.season_id)


def _holder(user_id: int | None, robot: str, members: dict[int, str]) -> Holder:
    if user_id is None:
        return Holder(SeatKind.ROBOT, robot)
    if user_id in members:
        return Holder(SeatKind.MEMBER, members[user_id])
    return Holder(SeatKind.GUEST, str(user_id))


# All of them

CONSEQUENCES: Final[tuple[Consequence, ...]] = (
    Consequence("deals", (DEALS, POINTS), _write_deals),
    Consequence("measures", (MEASURED,), _write_measured),
    Consequence("results", (RESULTS, GIVEN_UP), _write_result),
    Consequence("games of leagues", (GAMES,), _write_league_game),
)
"""In the order in which they are written: each may read what those before it have."""


async def write_consequences(connection: aiosqlite.Connection, happened: Happened) -> None:
    """Write all that follows from what happened, within a transaction."""
    for consequence in CONSEQUENCES:
        await consequence.write(connection, happened)


async def write_again(connection: aiosqlite.Connection, happened: Happened) -> None:
    """Write all that follows from a whole table in the place of what is there of it."""
    for one in reversed(CONSEQUENCES):
        for relation in reversed(one.owns):
            await connection.execute(f"DELETE FROM {relation.table} WHERE table_id = ?", (happened.facts.id,))
    if happened.facts.season_id is not None:
        await season_changed(connection, happened.facts.season_id)
    await write_consequences(connection, happened)
