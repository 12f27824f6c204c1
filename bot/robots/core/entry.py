"""What is asked of the compiled part: one call a move, during which Python is free for others."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from bot.robots.core.compare import played_out, solved
from bot.robots.core.deal import Cards, Deal, Points
from bot.robots.core.endings import Memory
from bot.robots.core.play import play_out
from bot.robots.core.worlds import sampled


class Table(NamedTuple):
    """Where the play stands: the seat to move, the trick so far (-1 for cards and winner before the first,
    ``place`` cards played), its number from 1, and the tricks of each seat, five bits each."""

    turn: int
    led: int
    best: int
    winner: int
    heap: int
    place: int
    number: int
    taken: int


class Hidden(NamedTuple):
    """What a seat does not see: cards ``unseen``; of each hand those ``known``, how many more it has ``room``
    for and which it cannot hold (``closed``). Hands beyond the seats are cards laid aside."""

    unseen: int
    known: Cards
    room: Cards
    closed: Cards


@njit(nogil=True, cache=True)
def worlds(hidden: Hidden, seat: int, seed: int, many: int) -> Cards:
    """So many ways in which the cards may lie, each as likely: a row of hands for each. No rows where there
    is no way."""
    random = np.array([seed])
    return sampled(hidden.unseen, hidden.known, hidden.room, hidden.closed, seat, random, many)


@njit(nogil=True, cache=True)
def outcomes(deal: Deal, hands: Cards, cards: Cards, table: Table, kept: Memory, most_work: int) -> Points:
    """What the seat to move gets from here on: a row for each card, a column for each world of ``hands``. With
    ``most_work`` above 0 worlds are solved until so many cards were tried, and columns end there; else they
    are played out by rules of thumb."""
    turn, led, best, winner, heap, place, number, taken = table
    if most_work:
        return solved(
            deal, hands, cards, turn, led, best, winner, heap, place, number, taken, kept, most_work
        )
    return played_out(deal, hands, cards, turn, led, best, winner, heap, place, number, taken)


@njit(nogil=True, cache=True)
def openings(deal: Deal, hands: Cards, leader: int) -> Points:
    """What each seat gets where a deal is played from its first lead by rules of thumb: a row for each world."""
    found = np.zeros((hands.shape[0], deal.players))
    for world in range(hands.shape[0]):
        play_out(deal, hands[world].copy(), leader, -1, -1, -1, 0, 0, 1, 0, -1, found[world])
    return found
