"""The cards that a seat does not see, dealt out: every way that agrees with what it knows is as likely."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from bot.robots.core.bits import count, lowest
from bot.robots.core.chance import draw
from bot.robots.core.deal import Cards, Points


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
    how much room the hands have then, all but the last in one number (``_stride``)."""
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
def deal_out(cards: Cards, room: Cards, closed: Cards, there: Points, random: Cards, found: Cards) -> None:
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
    """So many ways in which the cards may lie: a row of hands for each. No rows where there is no way."""
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
