"""How the cards may lie in Colour Whist, by what is known of them and by what was said: what
``bot.robots.whist.knowledge`` does, in many more ways."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import Final

import numpy as np

from bot.engine.actions import PAROLE, PROPOSE, WAIT
from bot.engine.whist.troel import ACES
from bot.robots.core.deal import Cards
from bot.robots.core.entry import told_worlds
from bot.robots.core.whist_said import SEATS, AuctionRemarks, PossibleDeals
from bot.robots.whist.bidding import BiddingMoment
from bot.robots.whist.hands import TOGETHER, counted_suit
from bot.robots.whist.knowledge import WhistKnowledge

EACH: Final = 10
"""How many ways are made from one that was dealt out."""
SUITS: Final = np.array(
    [
        (one.long, *one.trumps, *one.side, *one.short, one.solid, one.danger, one.relief, one.relief_high)
        for one in map(counted_suit, range(1 << 13))
    ],
    np.int64,
)
"""What the cards of a suit count, for each holding."""


def ways(knowledge: WhistKnowledge, count: int) -> Cards:
    """About so many ways in which the cards may lie, a row of hands for each; always the same ones for the
    same view."""
    random = knowledge.chance()
    dealt, fixed = zip(*(knowledge.dealt(random) for _ in range(-(-count // EACH))), strict=True)
    hidden = PossibleDeals(
        np.array(dealt, np.int64),
        np.array(fixed, np.int64),
        np.array(knowledge.closed, np.int64),
        np.array(knowledge.played, np.int64),
        ACES,
        knowledge.most_aces,
    )
    found = told_worlds(told_of(knowledge), hidden, knowledge.seat, random.getrandbits(63), EACH)
    # Ways made from the same deal are alike: the first ones come from as many deals as there are.
    return found.reshape(-1, EACH, SEATS).swapaxes(0, 1).reshape(-1, SEATS)


def told_of(knowledge: WhistKnowledge) -> AuctionRemarks:
    """What the others said, as what is compiled is told of it."""
    each = knowledge.remarks
    remarks = [remark for remarks in each for remark in remarks]
    asks = [
        [(action, kinds.index(kind), column, least) for action, kind, column, least in moment.asks]
        for moment, _ in remarks
        for kinds in [[*dict.fromkeys(kind for _, kind, _, _ in moment.asks)]]
    ]
    proposals = [
        [(PROPOSE[suit], suit, TOGETHER[suit], least) for suit, least in moment.proposals]
        for moment, _ in remarks
    ]
    return AuctionRemarks(
        np.array([0, *accumulate(map(len, each))], np.int64),
        np.array([said for _, said in remarks], np.int64),
        *_rows(asks),
        *_rows(proposals),
        np.array([_aside(moment) for moment, _ in remarks], np.int64).reshape(-1, 4),
        SUITS,
    )


def _rows(of_each: Sequence[Sequence[tuple[int, ...]]]) -> tuple[Cards, Cards]:
    """The rows of all, and where those of each end."""
    rows = np.array([*chain.from_iterable(of_each)], np.int64).reshape(-1, 4)
    return rows, np.array([*accumulate(map(len, of_each))], np.int64)


def _aside(moment: BiddingMoment) -> tuple[int, int, int, int]:
    """Whether the decision may be left to the partner, and whether one may wait; which count decides on the
    partner's contract, and what it must be."""
    needed = moment.auction.needed(moment.seat) if moment.legal >> PAROLE & 1 else None
    column, least = (-1, 0) if needed is None else moment.asked(needed)
    return moment.legal >> PAROLE & 1, moment.legal >> WAIT & 1, column, least
