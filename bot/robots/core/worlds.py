"""The cards that a seat does not see, dealt out: every way that agrees with what it knows is as likely; and,
in Colour Whist, ways that agree with what hands say in an auction by the rule of thumb
(``bot.robots.whist.easy``).

Chance is the same everywhere: a row of numbers that follows from a seed (splitmix64: G. Steele, D. Lea and C.
Flood, 2014). Counts are in parts of a trick, and how unlikely something is in parts of an exponent
(``study.ONE``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from bot.engine.cards import PAROLE, PASS, WAIT
from bot.robots.core.beliefs import ReadingMemory, likelihood
from bot.robots.core.bits import count, inlined, lowest
from bot.robots.core.deal import SUIT, Cards, Points
from bot.robots.study import ONE, fixed
from bot.robots.whist.easy import (
    DESPERATE,
    HOPELESS_COUNT,
    HOPELESS_LENGTH,
    PAROLE_WITHIN,
    SAFE,
    SAFE_ASIDE,
    SAFE_LATER,
    SOLID,
    WAIT_FROM,
)


@inlined
def draw(random: Cards) -> float:
    """A number from 0 to below 1. ``random`` is the row, of which one number is used up."""
    state = np.uint64(random[0]) + np.uint64(0x9E3779B97F4A7C15)
    random[0] = np.int64(state)
    mixed = (state ^ state >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return np.float64(mixed >> np.uint64(11)) / 9007199254740992.0


class Hidden(NamedTuple):
    """What a seat does not see: cards ``unseen``; of each hand those ``known``, how many more it has ``room``
    for and which it cannot hold (``closed``). Hands beyond the seats are cards laid aside."""

    unseen: int
    known: Cards
    room: Cards
    closed: Cards


@njit
def ways(cards: Cards, room: Cards, closed: Cards) -> Points:
    """In how many ways the last cards can be dealt to the hands: by how many cards come before them, and by
    how much room the hands have then, all but the last in one number."""
    hands, cards_left = room.shape[0], cards.shape[0]
    size = 1
    for hand in range(hands - 1):
        size *= room[hand] + 1
    found = np.zeros((cards_left + 1, size))
    found[cards_left, 0] = 1.0
    free = np.zeros(hands, np.int64)
    for before in range(cards_left - 1, -1, -1):
        card = cards[before]
        for at in range(size):
            rest, used = at, 0
            for hand in range(hands - 1):
                free[hand] = rest % (room[hand] + 1)
                rest //= room[hand] + 1
                used += free[hand]
            free[hands - 1] = cards_left - before - used
            if free[hands - 1] < 0 or free[hands - 1] > room[hands - 1]:
                continue
            total, stride = 0.0, 1
            for hand in range(hands):
                if free[hand] and not closed[hand] >> card & 1:
                    total += found[before + 1, at - (stride if hand < hands - 1 else 0)]
                if hand < hands - 1:
                    stride *= room[hand] + 1
            found[before, at] = total
    return found


@njit
def deal_out(
    cards: Cards,
    room: Cards,
    closed: Cards,
    there: Points,
    random: Cards,
    found: Cards,
) -> None:
    """Deal the cards to the hands ``found``, one way of all those counted ``there`` (``ways``)."""
    hands = room.shape[0]
    found[:] = 0
    at, stride = 0, 1
    for hand in range(hands - 1):
        at += room[hand] * stride
        stride *= room[hand] + 1
    free = room.copy()
    for before in range(cards.shape[0]):
        card = cards[before]
        left = draw(random) * there[before, at]
        chosen, chosen_stride, stride = -1, 0, 1
        for hand in range(hands):
            step = stride if hand < hands - 1 else 0
            if free[hand] and not closed[hand] >> card & 1:
                part = there[before + 1, at - step]
                if part > 0.0:
                    chosen, chosen_stride = hand, step
                    left -= part
                    if left < 0.0:
                        break
            if hand < hands - 1:
                stride *= room[hand] + 1
        found[chosen] |= 1 << card
        free[chosen] -= 1
        at -= chosen_stride


@njit
def sampled(hidden: Hidden, seat: int, random: Cards, many: int) -> Cards:
    """So many ways in which the cards may lie, each as likely: a row of hands for each. No rows where there
    is no way."""
    hands = hidden.known.shape[0]
    cards, unseen = np.zeros(count(hidden.unseen), np.int64), hidden.unseen
    for at in range(cards.shape[0]):
        cards[at] = lowest(unseen)
        unseen &= unseen - 1
    others = np.array([one for one in range(hands) if one != seat])
    room, closed = hidden.room[others], hidden.closed[others]
    there = ways(cards, room, closed)
    found = np.zeros((many, hands), np.int64)
    if there[0].max() == 0.0:
        return found[:0]
    dealt = np.zeros(others.shape[0], np.int64)
    for row in range(many):
        deal_out(cards, room, closed, there, random, dealt)
        found[row] = hidden.known
        for at in range(others.shape[0]):
            found[row, others[at]] |= dealt[at]
    return found


@njit
def drawn_again(found: Cards, likely: Points, random: Cards, many: int) -> Cards:
    """So many of some ways, shuffled, each as often as it is ``likely``, that as the exponent of e, to the
    whole number below or above (systematic resampling: J. Carpenter, P. Clifford and P. Fearnhead, 1999)."""
    if not found.shape[0]:
        return found
    up_to = np.cumsum(np.exp(likely - likely.max()))
    again = np.empty((many, found.shape[1]), np.int64)
    first, at = draw(random), 0
    for row in range(many):
        while at + 1 < found.shape[0] and up_to[at] * many <= (first + row) * up_to[-1]:
            at += 1
        other = int(draw(random) * (row + 1))
        again[row] = again[other]
        again[other] = found[at]
    return again


(LONG, TRUMPS, _, SIDE, _, SHORT, _, TOPS, DANGER, RELIEF, RELIEF_HIGH) = range(11)
"""The columns of what the cards of a suit count: those of two scales have two."""
COUNTS = 12
"""How many things a hand counts (``bot.robots.whist.easy``)."""
ACTION, KIND, COLUMN, LEAST = range(4)
HAS_PAROLE, HAS_WAIT, NEEDED, NEEDED_LEAST = range(4)
SAID, PLAYED = range(2)
"""What may be doubted of a way: that a hand would have said, or played, what it did."""
SEATS = 4
SETTLING, LEANING, MOVING = 60, 20, 5
"""How many times at most cards are dealt anew between two seats until they agree with what was said, and how
many times at least where what was played tells something; and how many times for each further way that is
made from one."""
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
def said_by(remarks: AuctionRemarks, remark: int, hand: int, counts: Cards) -> int:
    """What a hand would have said at that moment; ``counts`` is room for what it counts."""
    counted(remarks.suits, hand, counts)
    found, chosen, most = PASS, -1, 0
    for row in range(remarks.asks_end[remark - 1] if remark else 0, remarks.asks_end[remark]):
        if chosen >= 0 and remarks.asks[row, KIND] != chosen:
            break
        margin = counts[remarks.asks[row, COLUMN]] - remarks.asks[row, LEAST]
        if margin >= 0 and (chosen < 0 or margin > most):
            found, chosen, most = remarks.asks[row, ACTION], remarks.asks[row, KIND], margin
    if chosen >= 0:
        return found
    proposed = -1
    for row in range(remarks.proposals_end[remark - 1] if remark else 0, remarks.proposals_end[remark]):
        column, suit = remarks.proposals[row, COLUMN], remarks.proposals[row, KIND]
        margin = counts[column] - remarks.proposals[row, LEAST]
        hopeless = count(hand >> 13 * suit & SUIT) < HOPELESS_LENGTH or counts[column] < HOPELESS_COUNT
        if margin >= 0 and not hopeless and (proposed < 0 or margin >= most):
            proposed, most = remarks.proposals[row, ACTION], margin
    if proposed >= 0:
        return proposed
    aside = remarks.aside[remark]
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
    remarks: AuctionRemarks,
    hidden: PossibleDeals,
    memory: ReadingMemory,
    way: int,
    seat: int,
    random: Cards,
    found: Cards,
) -> None:
    """Fill the rows of ``found`` with ways that agree with what was said, and with what was played
    (``memory``), made from one by dealing the cards of two others anew between them, the less often the less
    likely they become (Metropolis)."""
    world, counts = hidden.dealt[way].copy(), np.zeros(COUNTS, np.int64)
    doubts = np.zeros((2, SEATS), np.int64)
    for other in range(SEATS):
        doubts[SAID, other] = _doubt(remarks, hidden, world, other, counts)
        doubts[PLAYED, other] = _unlikely(memory, other, world[other])
    fewest = LEANING if memory.reading.played.cards.shape[0] else 0
    for step in range(SETTLING):
        if step >= fewest and not doubts[SAID].any():
            break
        _redeal(remarks, hidden, memory, way, world, seat, random, doubts, counts)
    for row in range(found.shape[0]):
        if row:
            for _ in range(MOVING):
                _redeal(remarks, hidden, memory, way, world, seat, random, doubts, counts)
        found[row] = world[:SEATS]


@njit
def _unlikely(memory: ReadingMemory, seat: int, hand: int) -> int:
    """How unlikely it is that a seat would have played what it did with the hand that it has there."""
    return int(-ONE * likelihood(memory, seat, hand))


@njit
def _doubt(remarks: AuctionRemarks, hidden: PossibleDeals, world: Cards, seat: int, counts: Cards) -> int:
    """How unlikely it is that a seat would have said what it did with the hand that it has there."""
    hand = world[seat] | world[seat + SEATS] | hidden.played[seat]
    found = UNANNOUNCED if count(hand & hidden.aces) > hidden.most_aces else 0
    for remark in range(remarks.first[seat], remarks.first[seat + 1]):
        if said_by(remarks, remark, hand, counts) != remarks.said[remark]:
            found += NOT_SO + _off(remarks, remark, counts)
    return found


@njit
def _off(remarks: AuctionRemarks, remark: int, counts: Cards) -> int:
    """By how much what a hand counts is off from what it said: what it lacks for that, or has for something
    better where it said that it has nothing."""
    said, unused = remarks.said[remark], 0
    for row in range(remarks.asks_end[remark - 1] if remark else 0, remarks.asks_end[remark]):
        column = remarks.asks[row, COLUMN]
        off = counts[column] - remarks.asks[row, LEAST]
        margin = off * ONE // (OFF_DANGER if column >= SAFE else OFF_TRICKS)
        if remarks.asks[row, ACTION] == said:
            return max(0, -margin)
        unused = max(unused, margin)
    for row in range(remarks.proposals_end[remark - 1] if remark else 0, remarks.proposals_end[remark]):
        off = counts[remarks.proposals[row, COLUMN]] - remarks.proposals[row, LEAST]
        margin = off * ONE // OFF_TRICKS
        if remarks.proposals[row, ACTION] == said:
            return max(0, -margin)
        unused = max(unused, margin)
    return unused // UNUSED


@njit
def _redeal(
    remarks: AuctionRemarks,
    hidden: PossibleDeals,
    memory: ReadingMemory,
    way: int,
    world: Cards,
    seat: int,
    random: Cards,
    doubts: Cards,
    counts: Cards,
) -> None:
    one = _drawn(seat, seat, doubts[SAID], random)
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
    before = doubts[:, one].sum() + doubts[:, other].sum()
    said_one = _doubt(remarks, hidden, world, one, counts)
    said_other = _doubt(remarks, hidden, world, other, counts)
    played_one, played_other = (
        _unlikely(memory, one, world[one]),
        _unlikely(memory, other, world[other]),
    )
    likelier = before - said_one - said_other - played_one - played_other
    if draw(random) < np.exp(min(likelier / ONE, 0.0)):
        doubts[SAID, one], doubts[SAID, other] = said_one, said_other
        doubts[PLAYED, one], doubts[PLAYED, other] = played_one, played_other
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
