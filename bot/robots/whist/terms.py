"""A contract ready to be played out and paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.engine.cards import Suit
from bot.engine.whist.bids import NEGATIVE, Bid
from bot.engine.whist.scoring import PlayedContract, Tariff, points_of
from bot.robots.whist.rules_of_thumb import Aims


@dataclass(frozen=True)
class ContractTerms:
    """All there is to a contract but the cards."""

    tariff: Tariff
    bid: Bid
    bidders: tuple[int, ...]
    trump: Suit | None
    target: int
    doubled: bool
    after_thrown_in: bool

    @cached_property
    def aims(self) -> Aims:
        """What the seats want."""
        most = self.target if self.bid.kind in NEGATIVE else None
        return Aims(self.bidders, self.trump, most)

    def points(self, taken: Sequence[int]) -> tuple[int, ...]:
        """What each seat gains with these tricks."""
        played = PlayedContract(
            self.bid, self.bidders, self.target, self.doubled, self.after_thrown_in, tuple(taken)
        )
        return points_of(played.payments(self.tariff), 4)
