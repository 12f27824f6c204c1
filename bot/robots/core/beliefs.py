"""What a card that somebody played tells of the rest of that hand: how much likelier, or less likely, it
makes each card that is not seen. Who ducks under a king with the jack hardly has the queen.

How much was counted in games between robots of all levels (``tests/robots/learned.py``).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numba import njit

from bot.robots.core.bits import inlined, lowest
from bot.robots.core.deal import NO_TRUMP, SUIT, Cards, CompiledDeal, suit_of
from bot.robots.core.learned import LEARNED

COSTLY, EVERY_TRICK, FREE, TAKING, BIDDING, OPPOSING, SHUNNING, HUNTING = range(8)
"""What is at stake: to avoid some cards; all tricks; nothing in this trick, but in later ones; to take. In
Colour Whist for who bid tricks, for those against them, for who bid to take none, and for those."""
LED, UNDER, UNDER_LAST, OVER, OVER_LAST, THROWN, TRUMPED = range(7)
"""How a card was played: led; following, under or over the best card, by the last of the trick or before; not
following, without or with trumps that win."""
MANNERS, RELATIONS = 7, 14
BELOW, BETWEEN, ABOVE = range(3)
"""Where another card of the suit lies: below the card played (and the best one, where that is of the suit),
between the two, or above. Three more for one that counts: a card that scores, or else a trump."""
OTHER_SUIT = 6
"""From here on cards of other suits, for a card led or thrown: 1 more for a higher rank, 2 for one that
counts, 4 where the card played does."""
WEIGHTS = np.array(LEARNED, np.int64).reshape(-1)
HUNDREDTHS = 100.0
MOST = 500
"""At most so many make a card likelier or less likely: people play otherwise than robots."""


class CardsPlayed(NamedTuple):
    """The cards that others have played, a row of each: by which seat; the card led before it and the best
    one, -1 for both where it was led; whether it was the last of its trick; and the number of that."""

    seats: Cards
    cards: Cards
    led: Cards
    best: Cards
    last: Cards
    numbers: Cards


NOTHING_PLAYED: Final = CardsPlayed(*np.zeros((len(CardsPlayed._fields), 0), np.int64))
"""Where no card is to tell anything."""


@njit
def leanings(deal: CompiledDeal, played: CardsPlayed, unseen: int, hands: int) -> Cards:
    """How likely each hand makes each card, a row of 52 for each hand, in hundredths of an exponent of e: 0
    where nothing is told."""
    found = np.zeros((hands, 52), np.int64)
    for row in range(played.cards.shape[0]):
        left = unseen
        while left:
            card = lowest(left)
            left &= left - 1
            weight = relation(deal, played, row, card)
            if weight >= 0:
                found[played.seats[row], card] += WEIGHTS[weight]
    return np.minimum(np.maximum(found, -MOST), MOST)


@inlined
def _stake(deal: CompiledDeal, seat: int, number: int) -> int:
    if deal.sides.shape[0]:
        bid = deal.bidders >> seat & 1 != 0
        if deal.most < 0:
            return BIDDING if bid else OPPOSING
        return SHUNNING if bid else HUNTING
    if not deal.avoiding:
        return TAKING
    if deal.scoring:
        return COSTLY
    return FREE if deal.trick_points[number] == 0 else EVERY_TRICK


@inlined
def _manner(deal: CompiledDeal, played: CardsPlayed, row: int) -> int:
    card, led, best = played.cards[row], played.led[row], played.best[row]
    if led < 0:
        return LED
    over = deal.beats[best] >> card & 1 != 0
    if suit_of(led) >> card & 1:
        if played.last[row]:
            return OVER_LAST if over else UNDER_LAST
        return OVER if over else UNDER
    return TRUMPED if over else THROWN


@inlined
def relation(deal: CompiledDeal, played: CardsPlayed, row: int, other: int) -> int:
    """That of another card to the one played, as the place of its weight; -1 where it tells nothing."""
    stake = _stake(deal, played.seats[row], played.numbers[row])
    first = RELATIONS * (MANNERS * stake + _manner(deal, played, row))
    card, led, best = played.cards[row], played.led[row], played.best[row]
    follows = led >= 0 and suit_of(led) >> card & 1 != 0
    trumps = 0 if deal.trump == NO_TRUMP else SUIT << 13 * deal.trump
    counting = deal.scoring or trumps
    counts = counting >> other & 1
    rank, rank_of_other = _strength(deal, card), _strength(deal, other)
    if suit_of(card) >> other & 1:
        low = high = rank
        if follows and suit_of(card) >> best & 1:
            low, high = min(rank, _strength(deal, best)), max(rank, _strength(deal, best))
        place = BELOW if rank_of_other < low else ABOVE if rank_of_other > high else BETWEEN
        return first + place + 3 * counts
    if follows:
        return -1
    return first + OTHER_SUIT + (rank_of_other > rank) + 2 * counts + 4 * (counting >> card & 1)


@inlined
def _strength(deal: CompiledDeal, card: int) -> int:
    return 12 - card % 13 if deal.falling else card % 13
