"""What contracts are worth, and who pays whom (rules.md, C22 to C26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.engine.whist.bids import NEGATIVE, TOGETHER, Bid, WhistContract

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
