"""What ``easy`` says in the auction: the rule of thumb of docs/robots.md.

What a hand says follows from it and the auction alone, so ``steady`` can ask it for the others. Counts are in
parts of a trick (``fixed_point.ONE``).
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from bot.engine.actions import PAROLE, PASS, PROPOSE, WAIT, Action, ActionSet
from bot.engine.cards import SUITS, CardSet, Suit
from bot.engine.whist.auction import Auction
from bot.engine.whist.bids import Bid, WhistContract
from bot.robots.fixed_point import ONE, fixed
from bot.robots.whist.hands import (
    ALONE,
    SAFE,
    SAFE_ASIDE,
    SAFE_LATER,
    SOLID,
    TOGETHER,
    Counts,
    counted,
    hopeless,
)

PROPOSE_FROM: Final = fixed(4.5)
"""The count that proposes, where eight tricks would outrank what stands."""
AGAIN_FROM: Final = fixed(5.0)
"""The count that proposes the same suit again."""
PROPOSER_HAS: Final = fixed(6.0)
"""What the count of a proposer is taken for."""
ACCEPTOR_HAS: Final = fixed(5.0)
"""What the count of an acceptor is taken for."""
HOPED: Final = fixed(1.0)
"""How many tricks a hand that plays alone may count less than it bids."""
PAROLE_WITHIN: Final = fixed(1.0)
"""How many tricks may be missing where the decision is left to the partner."""
WAIT_FROM: Final = fixed(3.5)
"""The count that eldest hand waits with for a proposal in that suit."""
SAFETY: Final = {
    WhistContract.SMALL_MISERE: (SAFE_ASIDE, fixed(-0.5)),
    WhistContract.PICCOLO: (SAFE_LATER, fixed(-0.5)),
    WhistContract.GRAND_MISERE: (SAFE, fixed(-0.55)),
    WhistContract.OPEN_MISERE: (SAFE, fixed(-0.15)),
}
"""How much danger contracts of avoiding tricks are still bid with, below 0, and which of a hand's dangers."""
FIRST: Final = (
    WhistContract.GRAND_SLAM,
    WhistContract.SMALL_SLAM,
    WhistContract.OPEN_MISERE,
    WhistContract.ABONDANCE,
    WhistContract.GRAND_MISERE,
    WhistContract.PICCOLO,
    WhistContract.SMALL_MISERE,
    WhistContract.SOLO,
    WhistContract.PAIR,
)
"""Of the contracts that a hand is good for, the one named first is bid."""


class BiddingMoment:
    """A moment of an auction at which somebody is asked. What may be said then is found out once, however
    many hands are tried; ``after`` leads to the same moments again."""

    def __init__(self, auction: Auction) -> None:
        assert auction.turn is not None
        self.auction = auction
        self.seat: int = auction.turn
        self.then: dict[Action, BiddingMoment | Auction] = {}

    @cached_property
    def legal(self) -> ActionSet:
        """What may be said."""
        return self.auction.legal()

    @cached_property
    def asks(self) -> list[tuple[Action, WhistContract, int, int]]:
        """The contracts that may be bid, in the order in which they are thought of, each with what has to be
        counted for it, and how much."""
        bids = sorted(
            self.auction.bids(self.seat).items(), key=lambda one: (FIRST.index(one[1].kind), one[0])
        )
        return [(action, bid.kind, *self.asked(bid)) for action, bid in bids]

    def asked(self, bid: Bid) -> tuple[int, int]:
        """Which of a hand's counts decides on a bid, and what it must be at least."""
        if bid.kind in SAFETY:
            return SAFETY[bid.kind]
        if bid.suit is None:
            return SOLID, bid.target * ONE
        if bid.kind is not WhistContract.PAIR:
            return ALONE[bid.suit], bid.target * ONE - HOPED
        pair = self.auction.pair_of(self.seat)
        proposed = pair is not None and pair.proposer == self.seat
        return TOGETHER[bid.suit], bid.level * ONE - (ACCEPTOR_HAS if proposed else PROPOSER_HAS)

    @cached_property
    def proposals(self) -> list[tuple[Suit, int]]:
        """The suits that may be proposed, each with the count that it takes."""
        ranking, standing = self.auction.allowed.ranking, self.auction.standing
        proposed = self.auction.speakers[self.seat].proposed
        found: list[tuple[Suit, int]] = []
        for suit in SUITS:
            if self.legal >> PROPOSE[suit] & 1:
                bid = ranking.lowest(WhistContract.PAIR, suit, range(8, 14), standing)
                assert bid is not None
                least = AGAIN_FROM if suit in proposed else PROPOSE_FROM
                found.append((suit, least + (bid.level - 8) * ONE))
        return found

    def after(self, action: Action) -> BiddingMoment | Auction:
        """The moment after this was said, or the auction where that ends it."""
        if action not in self.then:
            auction = self.auction.after(action)
            self.then[action] = auction if auction.turn is None else BiddingMoment(auction)
        return self.then[action]

    # What a hand says

    def said(self, hand: CardSet) -> Action:
        """What a hand says: the first contract that it is good for, in its best suit; else a proposal; else
        it leaves the decision to its partner, waits or passes."""
        if self.legal == 1 << PASS:
            return PASS
        counts = counted(hand)
        found, chosen, most = PASS, None, 0
        for action, kind, column, least in self.asks:
            if chosen is not None and kind is not chosen:
                break
            margin = counts[column] - least
            if margin >= 0 and (chosen is None or margin > most):
                found, chosen, most = action, kind, margin
        return found if chosen is not None else self._aside(hand, counts)

    def margins(self, counts: Counts) -> dict[Action, int]:
        """For each contract that may be bid, by how much a hand is better than it asks."""
        return {action: counts[column] - least for action, _, column, least in self.asks}

    def _aside(self, hand: CardSet, counts: Counts) -> Action:
        """What is said by a hand that is not good enough for any contract on its own."""
        spare = [
            (counts[TOGETHER[suit]] - least, suit)
            for suit, least in self.proposals
            if counts[TOGETHER[suit]] >= least and not hopeless(hand, suit)
        ]
        if spare:
            return PROPOSE[max(spare)[1]]
        if self.legal >> PAROLE & 1:
            needed = self.auction.needed(self.seat)
            if needed is not None:
                column, least = self.asked(needed)
                if counts[column] >= least - PAROLE_WITHIN:
                    return PAROLE
        best = max(counts[column] for column in TOGETHER)
        return WAIT if self.legal >> WAIT & 1 and best >= WAIT_FROM else PASS
