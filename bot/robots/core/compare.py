"""What comes of each card that may be played, in ways in which the cards may lie."""

from __future__ import annotations

import numpy as np
from numba import njit

from bot.robots.core import two_sides
from bot.robots.core.deal import Cards, CompiledDeal, PlayState, Points
from bot.robots.core.endings import AGE, DEPTH, FRAME, WORK, Memory, solve
from bot.robots.core.inlined import inlined
from bot.robots.core.play import play_out
from bot.robots.core.tricks import worth
from bot.robots.core.two_sides import Bounds, tricks_taken


@njit
def played_out(deal: CompiledDeal, worlds: Cards, cards: Cards, at: PlayState) -> Points:
    """What the seat to move gets from here on: a row for each card, a column for each world, each deal being
    played to its end by rules of thumb."""
    found = np.zeros((cards.shape[0], worlds.shape[0]))
    points = np.zeros(deal.players)
    for world in range(worlds.shape[0]):
        for row in range(cards.shape[0]):
            play_out(deal, worlds[world].copy(), at, cards[row], points)
            found[row, world] = points[at.turn]
    return found


@njit
def solved(
    deal: CompiledDeal,
    worlds: Cards,
    cards: Cards,
    at: PlayState,
    kept: Memory,
    sides: Bounds,
    most_work: int,
) -> Points:
    """The same, each deal being played to its end in the best way for everybody. It takes as many of the
    worlds as it can with so many cards tried, one at least: there are fewer columns then."""
    found = np.zeros((cards.shape[0], worlds.shape[0]))
    stack = np.zeros((DEPTH, deal.players))
    frames, sides_frames = np.zeros((DEPTH, FRAME), np.int64), np.zeros((DEPTH, two_sides.FRAME), np.int64)
    now = sides.now if deal.two_sided else kept.now
    begun = now[WORK]
    for world in range(worlds.shape[0]):
        if world and now[WORK] - begun > most_work:
            return found[:, :world]
        now[AGE] += 1
        hands = worlds[world].copy()
        for row in range(cards.shape[0]):
            after = played(deal, at, cards[row])
            hands[at.turn] ^= 1 << cards[row]
            if deal.two_sided:
                found[row, world] = deal.pay[
                    0, tricks_taken(deal, hands, after, sides, sides_frames), at.turn
                ]
            else:
                solve(deal, hands, after, kept, stack, frames)
                found[row, world] = stack[0, at.turn]
                if after.place == 0 and after.turn == at.turn:
                    found[row, world] += worth(deal, at.number, at.heap | 1 << cards[row])
            hands[at.turn] ^= 1 << cards[row]
    return found


@inlined
def played(deal: CompiledDeal, at: PlayState, card: int) -> PlayState:
    """Where the play stands once the seat to move has played a card."""
    wins = at.led < 0 or deal.beats[at.best] >> card & 1 != 0
    winner = at.turn if wins else at.winner
    if at.place + 1 < deal.players:
        return PlayState(
            at.turn + 1 if at.turn + 1 < deal.players else 0,
            card if at.led < 0 else at.led,
            card if wins else at.best,
            winner,
            at.heap | 1 << card,
            at.place + 1,
            at.number,
            at.taken,
        )
    taken = at.taken + (1 << 5 * winner) if deal.sides.shape[0] else at.taken
    return PlayState(winner, -1, -1, -1, 0, 0, at.number + 1, taken)
