"""What hands say in an auction of Colour Whist by the rule of thumb (``bot.robots.whist.bidding``), and ways
in which the cards may lie that agree with what was said. Counts are in parts of a trick, and how unlikely
something is in parts of an exponent (``fixed_point.ONE``)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from bot.engine.actions import PAROLE, PASS, WAIT
from bot.robots.core.bits import count, lowest
from bot.robots.core.chance import draw
from bot.robots.core.deal import Cards
from bot.robots.fixed_point import ONE, fixed
from bot.robots.whist.bidding import PAROLE_WITHIN, WAIT_FROM
from bot.robots.whist.hands import (
    DESPERATE,
    HOPELESS_COUNT,
    HOPELESS_LENGTH,
    SAFE,
    SAFE_ASIDE,
    SAFE_LATER,
    SOLID,
)

SUIT = 0x1FFF
(LONG, TRUMPS, _, SIDE, _, SHORT, _, TOPS, DANGER, RELIEF, RELIEF_HIGH) = range(11)
"""The columns of what the cards of a suit count: those of two scales have two."""
COUNTS = 12
"""How many things a hand counts (``bot.robots.whist.hands``)."""
ACTION, KIND, COLUMN, LEAST = range(4)
HAS_PAROLE, HAS_WAIT, NEEDED, NEEDED_LEAST = range(4)
SEATS = 4
SETTLING, MOVING = 60, 8
"""How many times at most cards are dealt anew between two seats until they agree with what was said; and how
many times for each further way that is made from one."""
SWAPPED = 0.5
"""How often that is one to ``MOST_SWAPPED`` cards and not all of them: a hand for a bid that few hands are
good for is found step by step."""
MOST_SWAPPED = 3
NOT_SO = fixed(2.0)
"""How unlikely it is, as the exponent of 1/e, that a hand says something else than the rule of thumb."""
OFF_TRICKS, OFF_DANGER = fixed(0.4), fixed(0.06)
"""What a hand may lack of what it bids to be less likely by another 1/e."""
UNUSED = 2
"""How many times as much it may count more than what it did not bid."""
UNANNOUNCED = fixed(3.0)
"""The same as ``NOT_SO`` for aces that had to be announced."""


class AuctionRemarks(NamedTuple):
    """What was said where there was a choice, seat by seat: ``first`` of each seat, and after the last.
    ``said`` is what each of them was. What might have been said then: ``asks`` are contracts (action, kind,
    which count decides and how much it must be), those of a remark ending at ``asks_end``; ``proposals``
    likewise, with the suit for a kind; ``aside`` tells whether the decision may be left to the partner and
    whether one may wait, and what the partner's contract takes (-1: nothing). ``suits`` is what the cards of
    a suit count, a row for each holding."""

    first: Cards
    said: Cards
    asks: Cards
    asks_end: Cards
    proposals: Cards
    proposals_end: Cards
    aside: Cards
    suits: Cards


@njit
def counted(suits: Cards, hand: int, found: Cards) -> None:
    """What a hand counts."""
    solid = danger = 0
    relief = high = -DESPERATE
    for scale in range(2):
        sides = short = 0
        for suit in range(4):
            row = hand >> 13 * suit & SUIT
            sides += suits[row, SIDE + scale]
            short += suits[row, SHORT + scale]
        for suit in range(4):
            row = hand >> 13 * suit & SUIT
            few = short - suits[row, SHORT + scale] if suits[row, LONG] else 0
            found[4 * scale + suit] = suits[row, TRUMPS + scale] + sides - suits[row, SIDE + scale] + few
    for suit in range(4):
        row = hand >> 13 * suit & SUIT
        solid += suits[row, TOPS]
        danger += suits[row, DANGER]
        relief = max(relief, suits[row, RELIEF])
        high = max(high, suits[row, RELIEF_HIGH])
    found[SOLID], found[SAFE], found[SAFE_ASIDE] = solid, -danger, relief - danger
    found[SAFE_LATER] = high - danger if high >= 0 else -DESPERATE


@njit
def said_by(told: AuctionRemarks, remark: int, hand: int, counts: Cards) -> int:
    """What a hand would have said at that moment; ``counts`` is room for what it counts."""
    counted(told.suits, hand, counts)
    found, chosen, most = PASS, -1, 0
    for row in range(told.asks_end[remark - 1] if remark else 0, told.asks_end[remark]):
        if chosen >= 0 and told.asks[row, KIND] != chosen:
            break
        margin = counts[told.asks[row, COLUMN]] - told.asks[row, LEAST]
        if margin >= 0 and (chosen < 0 or margin > most):
            found, chosen, most = told.asks[row, ACTION], told.asks[row, KIND], margin
    if chosen >= 0:
        return found
    proposed = -1
    for row in range(told.proposals_end[remark - 1] if remark else 0, told.proposals_end[remark]):
        column, suit = told.proposals[row, COLUMN], told.proposals[row, KIND]
        margin = counts[column] - told.proposals[row, LEAST]
        hopeless = count(hand >> 13 * suit & SUIT) < HOPELESS_LENGTH or counts[column] < HOPELESS_COUNT
        if margin >= 0 and not hopeless and (proposed < 0 or margin >= most):
            proposed, most = told.proposals[row, ACTION], margin
    if proposed >= 0:
        return proposed
    aside = told.aside[remark]
    needed = aside[NEEDED]
    if aside[HAS_PAROLE] and needed >= 0 and counts[needed] >= aside[NEEDED_LEAST] - PAROLE_WITHIN:
        return PAROLE
    return WAIT if aside[HAS_WAIT] and counts[:4].max() >= WAIT_FROM else PASS


class PossibleDeals(NamedTuple):
    """Ways in which the cards may lie before it is asked what was said: a row of hands each, the cards laid
    aside being hands beyond the seats. Of each way the cards ``fixed`` stay where they are; none comes to a
    hand to which it is ``closed``; ``played`` are those that each seat held besides. With more than
    ``most_aces`` of ``aces`` a seat would have said so."""

    dealt: Cards
    fixed: Cards
    closed: Cards
    played: Cards
    aces: int
    most_aces: int


@njit
def agreeing(
    told: AuctionRemarks, hidden: PossibleDeals, way: int, seat: int, random: Cards, found: Cards
) -> None:
    """Fill the rows of ``found`` with ways that agree with what was said, made from one by dealing the cards
    of two others anew between them, the less often the less likely what they said becomes (Metropolis)."""
    world, counts = hidden.dealt[way].copy(), np.zeros(COUNTS, np.int64)
    doubts = np.zeros(SEATS, np.int64)
    for other in range(SEATS):
        doubts[other] = _doubt(told, hidden, world, other, counts)
    for _ in range(SETTLING):
        if not doubts.any():
            break
        _redeal(told, hidden, way, world, seat, random, doubts, counts)
    for row in range(found.shape[0]):
        if row:
            for _ in range(MOVING):
                _redeal(told, hidden, way, world, seat, random, doubts, counts)
        found[row] = world[:SEATS]


@njit
def _doubt(told: AuctionRemarks, hidden: PossibleDeals, world: Cards, seat: int, counts: Cards) -> int:
    """How unlikely it is that a seat would have said what it did with the hand that it has there."""
    hand = world[seat] | world[seat + SEATS] | hidden.played[seat]
    found = UNANNOUNCED if count(hand & hidden.aces) > hidden.most_aces else 0
    for remark in range(told.first[seat], told.first[seat + 1]):
        if said_by(told, remark, hand, counts) != told.said[remark]:
            found += NOT_SO + _off(told, remark, counts)
    return found


@njit
def _off(told: AuctionRemarks, remark: int, counts: Cards) -> int:
    """By how much what a hand counts is off from what it said: what it lacks for that, or has for something
    better where it said that it has nothing."""
    said, unused = told.said[remark], 0
    for row in range(told.asks_end[remark - 1] if remark else 0, told.asks_end[remark]):
        column = told.asks[row, COLUMN]
        off = counts[column] - told.asks[row, LEAST]
        margin = off * ONE // (OFF_DANGER if column >= SAFE else OFF_TRICKS)
        if told.asks[row, ACTION] == said:
            return max(0, -margin)
        unused = max(unused, margin)
    for row in range(told.proposals_end[remark - 1] if remark else 0, told.proposals_end[remark]):
        off = counts[told.proposals[row, COLUMN]] - told.proposals[row, LEAST]
        margin = off * ONE // OFF_TRICKS
        if told.proposals[row, ACTION] == said:
            return max(0, -margin)
        unused = max(unused, margin)
    return unused // UNUSED


@njit
def _redeal(
    told: AuctionRemarks,
    hidden: PossibleDeals,
    way: int,
    world: Cards,
    seat: int,
    random: Cards,
    doubts: Cards,
    counts: Cards,
) -> None:
    one = _drawn(seat, seat, doubts, random)
    other = _drawn(seat, one, np.zeros(SEATS, np.int64), random)
    first, second = world[one], world[other]
    loose = (first | second) & ~(hidden.fixed[way] | hidden.closed[one] | hidden.closed[other])
    mine = first & loose
    if mine and mine != loose and draw(random) < SWAPPED:
        for _ in range(1 + int(MOST_SWAPPED * draw(random))):
            mine ^= _any_card(mine, random) | _any_card(loose & ~mine, random)
    else:
        mine = _any_cards(loose, count(mine), random)
    world[one], world[other] = first & ~loose | mine, second & ~loose | loose & ~mine
    of_one = _doubt(told, hidden, world, one, counts)
    of_other = _doubt(told, hidden, world, other, counts)
    if draw(random) < np.exp((doubts[one] + doubts[other] - of_one - of_other) / ONE):
        doubts[one], doubts[other] = of_one, of_other
    else:
        world[one], world[other] = first, second


@njit
def _any_card(cards: int, random: Cards) -> int:
    """One of the cards."""
    for _ in range(int(draw(random) * count(cards))):
        cards &= cards - 1
    return cards & -cards


@njit
def _any_cards(cards: int, wanted: int, random: Cards) -> int:
    """So many of the cards."""
    found, left = 0, count(cards)
    while wanted:
        card = cards & -cards
        if draw(random) * left < wanted:
            found |= card
            wanted -= 1
        cards ^= card
        left -= 1
    return found


@njit
def _drawn(seat: int, not_this: int, doubts: Cards, random: Cards) -> int:
    """A seat other than these two, one of those in doubt where there are any."""
    others = doubted = 0
    for other in range(SEATS):
        if other not in (seat, not_this):
            others |= 1 << other
            if doubts[other]:
                doubted |= 1 << other
    left = doubted or others
    for _ in range(int(draw(random) * count(left))):
        left &= left - 1
    return lowest(left)
