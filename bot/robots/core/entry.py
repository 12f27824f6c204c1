"""What is asked of the compiled part: one call a move, during which Python is free for others."""

from __future__ import annotations

import numpy as np
from numba import njit

from bot.robots.core.compare import played_out, solved
from bot.robots.core.deal import Cards, Deal, Points, Table
from bot.robots.core.endings import Memory
from bot.robots.core.play import play_out
from bot.robots.core.worlds import Hidden, sampled


@njit(nogil=True, cache=True)
def worlds(hidden: Hidden, seat: int, seed: int, many: int) -> Cards:
    """So many ways in which the cards may lie, each as likely: a row of hands for each. No rows where there
    is no way."""
    random = np.array([seed])
    return sampled(hidden, seat, random, many)


@njit(nogil=True, cache=True)
def outcomes(deal: Deal, hands: Cards, cards: Cards, at: Table, kept: Memory, most_work: int) -> Points:
    """What the seat to move gets from here on: a row for each card, a column for each world of ``hands``.
    With ``most_work`` above 0 worlds are solved until so many cards were tried, and columns end there; else
    they are played out by rules of thumb."""
    if most_work:
        return solved(deal, hands, cards, at, kept, most_work)
    return played_out(deal, hands, cards, at)


@njit(nogil=True, cache=True)
def openings(deal: Deal, hands: Cards, leader: int) -> Points:
    """What each seat gets where a deal is played from its first lead by rules of thumb: a row for each
    world."""
    found = np.zeros((hands.shape[0], deal.players))
    for world in range(hands.shape[0]):
        play_out(deal, hands[world].copy(), Table(leader, -1, -1, -1, 0, 0, 1, 0), -1, found[world])
    return found
