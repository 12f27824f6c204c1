"""Endings solved: every seat plays what is best for itself, all hands being known (max^n). Where several
cards are best for a seat the mean of what comes of each of them counts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from bot.robots.core.bits import inlined, lowest
from bot.robots.core.deal import Cards, CompiledDeal, PlayState, Points, legal, paid, worth

ALIKE = 1e-9
"""Points that differ by less are equal: they are sums and means of whole numbers."""
ROWS = 1 << 13
"""How many positions a memory holds; a further one takes the place of another."""
DEPTH = 40
"""One more than the cards that may be left at most."""
(TURN, LED, BEST, WINNER, HEAP, PLACE, NUMBER, TAKEN, REST, UNPLAYED, APART, CARD, WEIGHT, WEIGHTS) = range(
    14
)
AGE, WORK = range(2)
FRAME = 14
"""What a frame holds of a position: whose turn it is, the trick so far, and what is still to be tried."""


class Memory(NamedTuple):
    """Positions between two tricks that were solved, in one world: by the cards left and by whose lead it is,
    with the tricks taken; and what each seat gets from there. ``age`` tells the worlds apart: the number of
    the one that is looked at is in ``now``, beside how many cards were tried since the memory was made."""

    left: Cards
    state: Cards
    age: Cards
    points: Points
    now: Cards


def memory(players: int) -> Memory:
    """An empty one."""
    return Memory(
        np.zeros(ROWS, np.int64),
        np.zeros(ROWS, np.int64),
        np.zeros(ROWS, np.int64),
        np.zeros((ROWS, players)),
        np.zeros(2, np.int64),
    )


@inlined
def alike(deal: CompiledDeal, card: int, other: int, apart: int) -> bool:
    """Whether two cards of one hand, the first the lower one, do the same: of one suit, worth as much, and
    none between them of those that others hold or that wins the trick (``apart``)."""
    if card // 13 != other // 13 or deal.card_points[card] != deal.card_points[other]:
        return False
    return not ((1 << other) - (2 << card)) & apart


@njit
def solve(  # noqa: C901, PLR0912, PLR0915 - the innermost loop, in one piece
    deal: CompiledDeal, hands: Cards, at: PlayState, kept: Memory, stack: Points, frames: Cards
) -> None:
    """Put into ``stack[0]`` what each seat gets from here on. ``hands`` is afterwards as before. A position
    is a row of ``frames`` and of ``stack``, the cards that lead there being those of the rows above."""
    players = deal.players
    by_tricks = deal.sides.shape[0] > 0
    depth = 0
    frame = frames[0]
    frame[TURN], frame[LED], frame[BEST], frame[WINNER] = at.turn, at.led, at.best, at.winner
    frame[HEAP], frame[PLACE], frame[NUMBER], frame[TAKEN] = at.heap, at.place, at.number, at.taken
    entering = True
    while True:
        frame, found = frames[depth], stack[depth]
        turn, led, best, place = frame[TURN], frame[LED], frame[BEST], frame[PLACE]
        if entering:
            unplayed = 0
            for seat in range(players):
                unplayed |= hands[seat]
                found[seat] = 0.0
            solved = False
            if place == 0:
                over = not hands[turn] or (
                    not by_tricks and frame[NUMBER] > deal.last and not unplayed & deal.scoring
                )
                state = frame[TAKEN] << 3 | turn
                row = _row(unplayed, state)
                if over:
                    paid(deal, frame[TAKEN], found)
                    solved = True
                elif (
                    kept.left[row] == unplayed and kept.state[row] == state and kept.age[row] == kept.now[AGE]
                ):
                    for seat in range(players):
                        found[seat] = kept.points[row, seat]
                    solved = True
            if not solved:
                hand = int(hands[turn])
                frame[REST] = legal(deal, hand, led, best)
                frame[UNPLAYED] = unplayed
                frame[APART] = unplayed & ~hand | (1 << best if best >= 0 else 0)
                frame[WEIGHTS] = 0
        else:  # the card tried has been followed to the end
            _weigh(found, stack[depth + 1], turn, frame, players)
            hands[turn] |= 1 << frame[CARD]
            solved = False
        rest = frame[REST]
        if solved or not rest:
            if not solved:
                for seat in range(players):
                    found[seat] /= frame[WEIGHTS]
                if place == 0:
                    state = frame[TAKEN] << 3 | turn
                    row = _row(frame[UNPLAYED], state)
                    kept.age[row], kept.left[row], kept.state[row] = kept.now[AGE], frame[UNPLAYED], state
                    for seat in range(players):
                        kept.points[row, seat] = found[seat]
            if depth == 0:
                return
            depth -= 1
            entering = False
            if frames[depth, PLACE] + 1 == players:
                stack[depth + 1, turn] += worth(
                    deal, frames[depth, NUMBER], frames[depth, HEAP] | 1 << frames[depth, CARD]
                )
            continue
        card = lowest(rest)
        rest &= rest - 1
        weight = 1
        while rest and alike(deal, card, lowest(rest), frame[APART]):
            rest &= rest - 1
            weight += 1
        kept.now[WORK] += 1
        frame[REST], frame[CARD], frame[WEIGHT] = rest, card, weight
        bit = 1 << card
        hands[turn] ^= bit
        wins = led < 0 or deal.beats[best] & bit != 0
        taker = turn if wins else frame[WINNER]
        depth += 1
        below = frames[depth]
        if place + 1 < players:
            below[TURN] = turn + 1 if turn + 1 < players else 0
            below[LED] = card if led < 0 else led
            below[BEST] = card if wins else best
            below[WINNER], below[HEAP], below[PLACE] = taker, frame[HEAP] | bit, place + 1
            below[NUMBER], below[TAKEN] = frame[NUMBER], frame[TAKEN]
        else:
            below[TURN], below[WINNER], below[LED], below[BEST] = taker, taker, -1, -1
            below[HEAP] = below[PLACE] = 0
            below[NUMBER] = frame[NUMBER] + 1
            below[TAKEN] = frame[TAKEN] + (1 << 5 * taker) if by_tricks else frame[TAKEN]
        entering = True


@inlined
def _weigh(found: Points, child: Points, turn: int, frame: Cards, players: int) -> None:
    """Compare a card that was tried with those before, by what the seat to move gets."""
    weight = frame[WEIGHT]
    mean = found[turn] / frame[WEIGHTS] if frame[WEIGHTS] else 0.0
    if not frame[WEIGHTS] or child[turn] > mean + ALIKE:
        frame[WEIGHTS] = weight
        for seat in range(players):
            found[seat] = child[seat] * weight
    elif child[turn] > mean - ALIKE:
        frame[WEIGHTS] += weight
        for seat in range(players):
            found[seat] += child[seat] * weight


@inlined
def _row(unplayed: int, state: int) -> int:
    """Where in the memory a position is."""
    mixed = (unplayed * 0x9E3779B97F4A7C1 + state * 0x2545F4914F6CDD1D) & 0x7FFFFFFFFFFFFFFF
    return mixed >> 40 & ROWS - 1
