"""What is asked of the compiled part: one call a move, during which Python is free for others."""

from __future__ import annotations

import os
from typing import Final

import numpy as np
from numba import njit

from bot.robots.core import two_sides
from bot.robots.core.beliefs import Reading, likelihood, reading_memory
from bot.robots.core.bits import count, inlined
from bot.robots.core.deal import Cards, CompiledDeal, PlayState, Points, worth
from bot.robots.core.endings import AGE, DEPTH, FRAME, WORK, Memory, solve
from bot.robots.core.playout import play_out
from bot.robots.core.two_sides import Bounds, tricks_taken
from bot.robots.core.worlds import (
    SEATS,
    AuctionRemarks,
    Hidden,
    PossibleDeals,
    agreeing,
    drawn_again,
    sampled,
)


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


DEALT: Final = 160_000
"""So many cards are dealt out for the ways from which likely ones are drawn: the fewer cards are left, the
more was played that tells ways apart."""
MOST_DEALT: Final = 4
"""From so many times as many ways they are drawn at most."""
KEPT: Final = "NUMBA_CACHE_DIR" in os.environ
"""Whether what is compiled is kept: only where ``strong.compiled`` says where, by all that it follows from.
Beside the sources numba would not see that those of other modules have changed."""


@njit(nogil=True, cache=KEPT)
def worlds(reading: Reading, hidden: Hidden, seat: int, seed: int, many: int) -> Cards:
    """So many ways in which the cards may lie, each as likely as what was played makes it: a row of hands for
    each. No rows where there is no way. Where something was played they are drawn from more of them that only
    agree with it (``DEALT``), by the likelihood of what was played (sampling and importance resampling: D.
    Rubin, 1987), so the same one may be there again."""
    random = np.array([seed])
    if not reading.played.cards.shape[0]:
        return sampled(hidden, seat, random, many)
    dealt = min(MOST_DEALT * many, DEALT // max(1, count(hidden.unseen)))
    found = sampled(hidden, seat, random, max(many, dealt))
    likely, unseen = np.zeros(found.shape[0]), hidden.unseen
    for other in range(reading.deal.players):
        if other != seat:
            unseen |= hidden.known[other]
    memory = reading_memory(reading, unseen)
    for row in range(found.shape[0]):
        for other in range(reading.deal.players):
            if other != seat:
                likely[row] += likelihood(memory, other, found[row, other])
    return drawn_again(found, likely, random, many)


@njit(nogil=True, cache=KEPT)
def outcomes(
    deal: CompiledDeal, hands: Cards, cards: Cards, at: PlayState, kept: Memory, sides: Bounds, most_work: int
) -> Points:
    """What the seat to move gets from here on: a row for each card, a column for each world of ``hands``.
    With ``most_work`` above 0 worlds are solved until so many cards were tried, and columns end there; else
    they are played out by rules of thumb."""
    if most_work:
        return solved(deal, hands, cards, at, kept, sides, most_work)
    return played_out(deal, hands, cards, at)


@njit(nogil=True, cache=KEPT)
def openings(deal: CompiledDeal, hands: Cards, leader: int) -> Points:
    """What each seat gets where a deal is played from its first lead by rules of thumb: a row for each
    world."""
    found = np.zeros((hands.shape[0], deal.players))
    for world in range(hands.shape[0]):
        play_out(deal, hands[world].copy(), PlayState(leader, -1, -1, -1, 0, 0, 1, 0), -1, found[world])
    return found


@njit(nogil=True, cache=KEPT)
def auction_worlds(
    remarks: AuctionRemarks,
    hidden: PossibleDeals,
    reading: Reading,
    seat: int,
    seed: int,
    each: int,
) -> Cards:
    """Ways in which the cards may lie that agree with what was said in an auction and what was played since,
    so many made from each that was dealt out: a row of hands for each."""
    random, unseen = np.array([seed]), 0
    for cards in hidden.dealt[0]:
        unseen |= cards
    memory = reading_memory(reading, unseen & ~hidden.dealt[0, seat])
    found = np.zeros((hidden.dealt.shape[0] * each, SEATS), np.int64)
    for row in range(hidden.dealt.shape[0]):
        agreeing(remarks, hidden, memory, row, seat, random, found[row * each : (row + 1) * each])
    return found
