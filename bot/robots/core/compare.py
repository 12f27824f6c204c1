"""What comes of each card that may be played, in ways in which the cards may lie."""

from __future__ import annotations

import numpy as np
from numba import njit

from bot.robots.core.bits import lowest
from bot.robots.core.deal import Cards, Deal, Points
from bot.robots.core.endings import DEPTH, FRAME, Memory, forget, solve, work_done
from bot.robots.core.play import play_out
from bot.robots.core.tricks import worth


@njit
def played_out(
    deal: Deal,
    worlds: Cards,
    cards: Cards,
    turn: int,
    led: int,
    best: int,
    winner: int,
    heap: int,
    place: int,
    number: int,
    taken: int,
) -> Points:
    """What the seat to move gets from here on: a row for each card, a column for each world, each deal being
    played to its end by rules of thumb."""
    found = np.zeros((cards.shape[0], worlds.shape[0]))
    points = np.zeros(deal.players)
    for world in range(worlds.shape[0]):
        for row in range(cards.shape[0]):
            hands = worlds[world].copy()
            play_out(
                deal, hands, turn, led, best, winner, heap, place, number, taken, cards[row], points
            )
            found[row, world] = points[turn]
    return found


@njit
def solved(
    deal: Deal,
    worlds: Cards,
    cards: Cards,
    turn: int,
    led: int,
    best: int,
    winner: int,
    heap: int,
    place: int,
    number: int,
    taken: int,
    kept: Memory,
    most_work: int,
) -> Points:
    """The same, each deal being played to its end in the best way for everybody. It takes as many of the
    worlds as it can with so many cards tried, one at least: there are fewer columns then."""
    found = np.zeros((cards.shape[0], worlds.shape[0]))
    stack = np.zeros((DEPTH, deal.players))
    frames = np.zeros((DEPTH, FRAME), np.int64)
    begun = work_done(kept)
    for world in range(worlds.shape[0]):
        if world and work_done(kept) - begun > most_work:
            return found[:, :world]
        forget(kept)
        hands = worlds[world].copy()
        for row in range(cards.shape[0]):
            card = cards[row]
            bit = 1 << card
            hands[turn] ^= bit
            wins = led < 0 or deal.beats[best] & bit != 0
            taker = turn if wins else winner
            if place + 1 < deal.players:
                after = turn + 1 if turn + 1 < deal.players else 0
                now_led, now_best = card if led < 0 else led, card if wins else best
                solve(
                    deal, hands, after, now_led, now_best, taker, heap | bit, place + 1, number, taken,
                    kept, stack, frames,
                )  # fmt: skip
                found[row, world] = stack[0, turn]
            else:
                more = taken + (1 << 5 * taker) if deal.sides.shape[0] else taken
                solve(deal, hands, taker, -1, -1, taker, 0, 0, number + 1, more, kept, stack, frames)
                gained = worth(deal, number, heap | bit) if taker == turn else 0.0
                found[row, world] = stack[0, turn] + gained
            hands[turn] ^= bit
    return found
