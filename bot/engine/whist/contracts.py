"""The contracts: what may be bid, what outranks what, what each is worth, and who pays whom (rules.md, C3,
C15, C17, C22 to C26)."""

from __future__ import annotations

from collections import Counter
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


ALL_TRICKS: Final = 13


@dataclass(frozen=True, slots=True)
class Price:
    """What each payer pays. ``won`` is by the overtricks made, the last amount standing for more of them;
    ``lost`` is owed with ``undertrick`` for every trick short."""

    won: tuple[int, ...]
    lost: int
    undertrick: int = 0

    def stake(self, tricks: int, target: int) -> int:
        """What ``tricks`` are worth to the bidder, from each payer; below 0 the bidder pays."""
        if tricks < target:
            return -(self.lost + self.undertrick * (target - tricks))
        return self.won[min(tricks - target, len(self.won) - 1)]


def _flat(amount: int) -> Price:
    """The same amount won or lost, however clearly."""
    return Price((amount,), amount)


@dataclass(frozen=True, slots=True)
class Tariff:
    """The payments of a preset, by the contract's name. ``multiplies``: amounts grow with doubles, troel,
    all tricks and deals thrown in (C25). ``low_troel`` is troel's target in the called card's suit."""

    prices: Mapping[str, Price]
    multiplies: bool
    low_troel: int


def _walloon_prices() -> dict[str, Price]:
    pair = {8: 8, 9: 11, 10: 14, 11: 17, 12: 20, 13: 26}
    solo = {6: 4, 7: 5, 8: 7}
    return {
        **{f"pair-{level}": Price(_from(pair, level), pair[level], 3) for level in pair},
        **{f"solo-{level}": Price(_from(solo, level), solo[level], 1) for level in solo},
        "small-misere": _flat(6),
        "piccolo": _flat(8),
        "abondance-9": _flat(10),
        "abondance-10": _flat(15),
        "abondance-11": _flat(20),
        "grand-misere": _flat(12),
        "troel": Price((16, 16, 16, 16, 26), 0),
        "open-misere": _flat(24),
        "small-slam": _flat(30),
        "grand-slam": _flat(60),
    }


def _from(amounts: Mapping[int, int], tricks: int) -> tuple[int, ...]:
    """The amounts for that many tricks and more."""
    return tuple(amount for made, amount in amounts.items() if made >= tricks)


def _flemish_prices() -> dict[str, Price]:
    ordinary = Price((2, 3, 4, 5, 6, 7, 8, 9, 10), 2, 1)
    return {
        **{f"pair-{level}": ordinary for level in range(8, 14)},
        **{f"solo-{level}": ordinary for level in range(5, 9)},
        "troel": ordinary,
        **{f"abondance-{level}": _flat(3) for level in range(9, 13)},
        "grand-misere": _flat(5),
        "open-misere": _flat(10),
        "grand-slam": _flat(20),
    }


WALLOON_TARIFF: Final = Tariff(_walloon_prices(), multiplies=False, low_troel=9)
FLEMISH_TARIFF: Final = Tariff(_flemish_prices(), multiplies=True, low_troel=8)


class Payment(NamedTuple):
    """What one seat pays another at the end of a deal; more than 0."""

    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class PlayedContract:
    """A contract that was played: ``bidders`` (both partners, or everyone who plays alone), the ``target``
    (C22), whether it was doubled and dealt after a deal thrown in, and the tricks of each seat."""

    bid: Bid
    bidders: tuple[int, ...]
    target: int
    doubled: bool
    after_thrown_in: bool
    taken: tuple[int, ...]

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The bidders who win or lose together."""
        return (self.bidders,) if self.bid.kind in TOGETHER else tuple((seat,) for seat in self.bidders)

    def tricks(self, side: Sequence[int]) -> int:
        """The tricks of a side."""
        return sum(self.taken[seat] for seat in side)

    def made(self, side: Sequence[int]) -> bool:
        """Whether a side has what its contract asks (C22)."""
        tricks = self.tricks(side)
        return tricks == self.target if self.bid.kind in NEGATIVE else tricks >= self.target

    def multiplier(self, tariff: Tariff) -> int:
        """By how much the amounts are multiplied (C25)."""
        if not tariff.multiplies:
            return 1
        everything = self.bid.kind in (WhistContract.PAIR, WhistContract.SOLO, WhistContract.TROEL) and any(
            self.tricks(side) == ALL_TRICKS for side in self.sides
        )
        troel = self.bid.kind is WhistContract.TROEL
        return 1 + troel + everything + self.doubled + self.after_thrown_in

    def stake(self, tariff: Tariff, side: Sequence[int]) -> int:
        """What a side gets from each payer; below 0 it pays."""
        price = tariff.prices[self.bid.name]
        if self.bid.kind in NEGATIVE:
            amount = price.won[0] if self.made(side) else -price.lost
        else:
            amount = price.stake(self.tricks(side), self.target)
        return amount * self.multiplier(tariff)

    def payments(self, tariff: Tariff) -> tuple[Payment, ...]:
        """Who pays whom, each pair of seats settled to one payment at most."""
        owed: Counter[tuple[int, int]] = Counter()
        for side in self.sides:
            stake = self.stake(tariff, side)
            others = [seat for seat in range(len(self.taken)) if seat not in side]
            # Two against two, each loser pays one winner; one against three, each opponent settles alone.
            payees = side if len(side) == len(others) else side * len(others)
            for payer, payee in zip(others, payees, strict=True):
                owed[payer, payee] += stake
        return tuple(_netted(owed, len(self.taken)))


def _netted(owed: Mapping[tuple[int, int], int], players: int) -> list[Payment]:
    found: list[Payment] = []
    for one in range(players):
        for other in range(one + 1, players):
            amount = owed.get((one, other), 0) - owed.get((other, one), 0)
            if amount:
                found.append(Payment(one, other, amount) if amount > 0 else Payment(other, one, -amount))
    return found


def points_of(payments: Sequence[Payment], players: int) -> tuple[int, ...]:
    """What each seat has gained (C26: all of it together is 0)."""
    points = [0] * players
    for payer, payee, amount in payments:
        points[payer] -= amount
        points[payee] += amount
    return tuple(points)
