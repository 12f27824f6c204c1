"""Values that several pictures are made from: what lies on a table, an auction, words under numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardOnTable:
    """A card that lies on the table, and the seat it came from."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class AuctionCell:
    """What one player said in one round of the auction; all empty where it was not theirs to speak."""

    text: str = ""  # "propose", "8 tricks", "pass"
    suit: int | None = None  # 0..3, drawn after the text
    standing: bool = False  # the bid that stands, framed and marked
    out: bool = False  # says no more: greyed, as a pass


@dataclass(frozen=True, slots=True)
class AuctionTable:
    """An auction as a table: a column a player, a row a round."""

    names: tuple[str, ...]  # in the order in which they speak first
    rows: tuple[tuple[AuctionCell, ...], ...]  # one cell a player; the last rows that fit are drawn
    standing: str = ""  # the line below: what stands, and what each side would need
    to_move: int | None = None  # the column of who is to say something: their name is marked


@dataclass(frozen=True, slots=True)
class TableLabels:
    """The words under the three numbers of a plate."""

    tricks: str  # "tricks"
    points: str  # "deal"
    total: str  # "total"
