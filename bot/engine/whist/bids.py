"""What may be bid, and what outranks what (rules.md, C3, C15, C17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from bot.engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit


class WhistContract(StrEnum):
    """The contracts; those that have levels are bid at one of them."""

    PAIR = "pair"
    SOLO = "solo"
    SMALL_MISERE = "small-misere"
    PICCOLO = "piccolo"
    ABONDANCE = "abondance"
    GRAND_MISERE = "grand-misere"
    TROEL = "troel"
    OPEN_MISERE = "open-misere"
    SMALL_SLAM = "small-slam"
    GRAND_SLAM = "grand-slam"


TOGETHER: Final = frozenset({WhistContract.PAIR, WhistContract.TROEL})
"""Two play against two; in all others one against three."""
NEGATIVE: Final = frozenset(
    {WhistContract.SMALL_MISERE, WhistContract.PICCOLO, WhistContract.GRAND_MISERE, WhistContract.OPEN_MISERE}
)
"""No trumps, and few tricks are wanted."""
JOINED: Final = frozenset({WhistContract.SMALL_MISERE, WhistContract.PICCOLO, WhistContract.GRAND_MISERE})
"""Several players may bid them at the same time, each for themselves (C14)."""
BIDDER_LEADS: Final = frozenset({WhistContract.ABONDANCE, WhistContract.SMALL_SLAM, WhistContract.GRAND_SLAM})
TARGETS: Final = {
    WhistContract.SMALL_MISERE: 0,
    WhistContract.PICCOLO: 1,
    WhistContract.GRAND_MISERE: 0,
    WhistContract.TROEL: 9,
    WhistContract.OPEN_MISERE: 0,
    WhistContract.SMALL_SLAM: 12,
    WhistContract.GRAND_SLAM: 13,
}
"""The tricks asked by contracts without levels (C22)."""

BIDDING_ORDER: Final[tuple[Suit, ...]] = (SPADES, CLUBS, DIAMONDS, HEARTS)
"""The suits from the lowest to the highest, in the auction alone (C1)."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A contract bid. ``level`` is a number of tricks, 0 where the contract has no levels; ``suit`` the
    trumps, None in negative contracts, in slams without trumps, and in troel."""

    kind: WhistContract
    level: int = 0
    suit: Suit | None = None

    @property
    def name(self) -> str:
        """``pair-8``, ``small-misere``: the contract without its trumps."""
        return f"{self.kind}-{self.level}" if self.level else str(self.kind)

    @property
    def target(self) -> int:
        """The tricks it asks (C22): so many at least, in negative contracts just so many. A troel may ask
        fewer, by the suit that is made trumps."""
        return self.level or TARGETS[self.kind]


class Rung(NamedTuple):
    """A place in the ranking; ``level`` is 0 where the contract has none."""

    kind: WhistContract
    level: int = 0


@dataclass(frozen=True, slots=True)
class BidRanking:
    """What outranks what: ``rows`` from the lowest to the highest; within a row suits decide (C17)."""

    rows: tuple[tuple[Rung, ...], ...]

    def rank(self, bid: Bid) -> tuple[int, int]:
        """A bid's place; of two bids the one with the greater place outranks the other."""
        row = _places(self.rows)[Rung(bid.kind, bid.level)]
        if bid.suit is None:
            return row, len(BIDDING_ORDER)
        return row, BIDDING_ORDER.index(bid.suit)

    def outranks(self, bid: Bid, standing: Bid | None) -> bool:
        """Whether a bid may be made over the one that stands."""
        return standing is None or self.rank(bid) > self.rank(standing)

    def lowest(
        self, kind: WhistContract, suit: Suit, levels: Sequence[int], standing: Bid | None
    ) -> Bid | None:
        """The bid at the lowest of these levels that outranks what stands, None where none does (C3)."""
        bids = (Bid(kind, level, suit) for level in levels)
        return next((bid for bid in bids if self.outranks(bid, standing)), None)

    @property
    def names(self) -> tuple[str, ...]:
        """What all the contracts in it are called, the lowest first."""
        return tuple(Bid(*rung).name for row in self.rows for rung in row)

    def levels(self, kind: WhistContract) -> tuple[int, ...]:
        """The levels at which a kind of contract may be bid, lowest first; empty where there is no such
        contract, (0,) where it has no levels."""
        return tuple(rung.level for row in self.rows for rung in row if rung.kind is kind)


@cache
def _places(rows: tuple[tuple[Rung, ...], ...]) -> Mapping[Rung, int]:
    """The row of each rung."""
    return {rung: row for row, rungs in enumerate(rows) for rung in rungs}


def _alone(*rungs: Rung) -> tuple[tuple[Rung, ...], ...]:
    """A row for each rung."""
    return tuple((rung,) for rung in rungs)


WALLOON_RANKING: Final = BidRanking(
    _alone(
        Rung(WhistContract.PAIR, 8),
        Rung(WhistContract.PAIR, 9),
        Rung(WhistContract.SOLO, 6),
        Rung(WhistContract.PAIR, 10),
        Rung(WhistContract.SOLO, 7),
        Rung(WhistContract.PAIR, 11),
        Rung(WhistContract.SMALL_MISERE),
        Rung(WhistContract.PAIR, 12),
        Rung(WhistContract.SOLO, 8),
        Rung(WhistContract.PICCOLO),
        Rung(WhistContract.PAIR, 13),
        Rung(WhistContract.ABONDANCE, 9),
        Rung(WhistContract.GRAND_MISERE),
        Rung(WhistContract.ABONDANCE, 10),
        Rung(WhistContract.ABONDANCE, 11),
        Rung(WhistContract.TROEL),
        Rung(WhistContract.OPEN_MISERE),
        Rung(WhistContract.SMALL_SLAM),
        Rung(WhistContract.GRAND_SLAM),
    )
)

FLEMISH_RANKING: Final = BidRanking(
    (
        *((Rung(WhistContract.PAIR, level), Rung(WhistContract.SOLO, level - 3)) for level in (8, 9, 10, 11)),
        *_alone(
            Rung(WhistContract.PAIR, 12),
            Rung(WhistContract.PAIR, 13),
            Rung(WhistContract.ABONDANCE, 9),
            Rung(WhistContract.ABONDANCE, 10),
            Rung(WhistContract.ABONDANCE, 11),
            Rung(WhistContract.ABONDANCE, 12),
            Rung(WhistContract.GRAND_MISERE),
            Rung(WhistContract.TROEL),
            Rung(WhistContract.OPEN_MISERE),
            Rung(WhistContract.GRAND_SLAM),
        ),
    )
)
