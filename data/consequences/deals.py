"""The deals that ended, those thrown in included, and what each seat made in the scored ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import aiosqlite

from bot.engine.cards import SUIT_LETTERS, CardSet, Suit
from data.consequences.consequence import Consequence, Happened, insert
from data.relation import Relation, one_of


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


DEALS: Final = Relation(
    "deals", StoredDeal, key=("table_id", "attempt"), kinds={"trump": one_of(tuple(SUIT_LETTERS))}
)
POINTS: Final = Relation("points", SeatDeal, key=("table_id", "attempt", "seat"))


async def _write(connection: aiosqlite.Connection, happened: Happened) -> None:
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
    await insert(connection, DEALS, deals)
    await insert(connection, POINTS, made)


CONSEQUENCE: Final = Consequence("deals", (DEALS, POINTS), _write)
