"""Endings of deals in which one side wins what the others lose, by the tricks it takes: solved by asking
again and again whether it takes so many, which is answered without looking at most of what may be played.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from bot.robots.core.bits import count, highest, inlined, lowest
from bot.robots.core.deal import SUIT, Cards, CompiledDeal, PlayState, suit_of
from bot.robots.core.endings import AGE, WORK

SEATS = 4
ROWS = 1 << 15
"""How many positions a memory holds; a further one takes the place of another."""
FRAME = 15
"""What a frame holds of a position: whose turn it is, the trick so far, how many tricks are asked for, and
what is still to be tried."""
(TURN, LED, BEST, WINNER, PLACE, NEED, LEFT, HAND, REST, ABOVE, APART, UNPLAYED, FIRST, FROM_TOP, SEEKING) = (
    range(FRAME)
)
NO, YES, UNKNOWN = range(3)
MOST_BITS = 5
MOST = (1 << MOST_BITS) - 1


class Bounds(NamedTuple):
    """Positions between two tricks of one world: by the cards left and whose lead it is; and how many of the
    tricks that are left the side takes at least and at most. ``age`` and ``now`` as in another memory
    (``endings.Memory``)."""

    left: Cards
    known: Cards
    age: Cards
    now: Cards


def bounds() -> Bounds:
    """An empty memory."""
    return Bounds(
        np.zeros(ROWS, np.int64), np.zeros(ROWS, np.int64), np.zeros(ROWS, np.int64), np.zeros(2, np.int64)
    )


@njit
def tricks_taken(deal: CompiledDeal, hands: Cards, at: PlayState, kept: Bounds, frames: Cards) -> int:
    """How many tricks the side of a two-sided deal takes in all if everybody plays what is best for them: one
    of those numbers that are paid alike. ``hands`` is afterwards as before; ``frames`` is room, a row for
    each card that is left and one more."""
    side, taken = deal.sides[0], 0
    for seat in range(SEATS):
        if side >> seat & 1:
            taken += at.taken >> 5 * seat & MOST
    pay = deal.pay[0, :, lowest(side)]
    wanted = pay[-1] > pay[0]
    left = count(hands[at.turn])
    low, high = taken, taken + left
    while pay[low] != pay[high]:
        middle = (low + high + 1) // 2
        _begin(frames[0], at.turn, at.led, at.best, at.winner, at.place, middle - taken, left)
        if _takes(hands, kept, deal.trump, side, wanted, frames):
            low = middle
        else:
            high = middle - 1
    return low


@njit
def _begin(
    frame: Cards, turn: int, led: int, best: int, winner: int, place: int, need: int, left: int
) -> None:
    frame[TURN], frame[LED], frame[BEST], frame[WINNER], frame[PLACE] = turn, led, best, winner, place
    frame[NEED], frame[LEFT] = need, left


@njit
def _takes(hands: Cards, kept: Bounds, trump: int, side: int, wanted: bool, frames: Cards) -> bool:
    """Whether the side takes as many of the tricks that are left, that on the table being one of them, as the
    first of ``frames`` asks for. Tricks are ``wanted`` by everybody, or by nobody. A position is a row of
    ``frames``, the cards that lead there being those of the rows above."""
    depth, entering, answer = 0, True, False
    while True:
        frame = frames[depth]
        if entering:
            unplayed = hands[0] | hands[1] | hands[2] | hands[3]
            known = _known(kept, unplayed, frame) if frame[PLACE] == 0 else UNKNOWN
            if known == UNKNOWN:
                _look(hands, unplayed, trump, side, wanted, frame)
                done = False
            else:
                done, answer = True, known == YES
        else:
            hands[frame[TURN]] = frame[HAND]
            done = answer == (frame[SEEKING] == 1) or not frame[REST]
            if done and frame[PLACE] == 0:
                _keep(kept, frame, answer)
        if done:
            if depth == 0:
                return answer
            depth -= 1
            entering = False
            continue
        _play(hands, side, frame, frames[depth + 1])
        kept.now[WORK] += 1
        depth += 1
        entering = True


@inlined
def _known(kept: Bounds, unplayed: int, frame: Cards) -> int:
    """Whether the side takes so many, before a trick: ``YES``, ``NO`` or ``UNKNOWN``."""
    if frame[NEED] <= 0:
        return YES
    if frame[NEED] > frame[LEFT]:
        return NO
    row = _row(unplayed, frame[TURN])
    if kept.left[row] == unplayed and kept.age[row] == kept.now[AGE] << 2 | frame[TURN]:
        if kept.known[row] & MOST >= frame[NEED]:
            return YES
        if kept.known[row] >> MOST_BITS < frame[NEED]:
            return NO
    return UNKNOWN


@inlined
def _keep(kept: Bounds, frame: Cards, answer: bool) -> None:
    row, age = _row(frame[UNPLAYED], frame[TURN]), kept.now[AGE] << 2 | frame[TURN]
    least, most = 0, frame[LEFT]
    if kept.left[row] == frame[UNPLAYED] and kept.age[row] == age:
        least, most = kept.known[row] & MOST, kept.known[row] >> MOST_BITS
    if answer:
        least = max(least, frame[NEED])
    else:
        most = min(most, frame[NEED] - 1)
    kept.left[row], kept.age[row] = frame[UNPLAYED], age
    kept.known[row] = most << MOST_BITS | least


@inlined
def _look(hands: Cards, unplayed: int, trump: int, side: int, wanted: bool, frame: Cards) -> None:
    """What may be played, and in which order it is tried: what is likely to settle it comes first."""
    turn, led, best = frame[TURN], frame[LED], frame[BEST]
    hand = int(hands[turn])
    legal, above, apart = hand, 0, unplayed & ~hand
    if led >= 0:
        legal = hand & suit_of(led) or hand
        above = _beating(legal, best, trump)
        apart |= 1 << best
    first, from_top = -1, led < 0
    if wanted:
        if above and side >> frame[WINNER] & 1 != side >> turn & 1:
            first = lowest(above) if frame[PLACE] == SEATS - 1 else highest(above)
    else:
        from_top = led >= 0
        if legal & ~above and led >= 0:
            first = highest(legal & ~above)
    frame[HAND], frame[REST], frame[ABOVE], frame[APART] = hand, legal, above, apart
    frame[UNPLAYED], frame[FIRST], frame[FROM_TOP] = unplayed, first, 1 if from_top else 0
    frame[SEEKING] = 1 if (side >> turn & 1 != 0) == wanted else 0


@inlined
def _play(hands: Cards, side: int, frame: Cards, below: Cards) -> None:
    """Play the card to be tried next; ``below`` is where that leads."""
    card, rest, turn, place = frame[FIRST], frame[REST], frame[TURN], frame[PLACE]
    if card < 0:
        card = highest(rest) if frame[FROM_TOP] else lowest(rest)
    frame[FIRST] = -1
    frame[REST] = rest & ~_alike(card, frame[APART])
    bit = 1 << card
    hands[turn] = frame[HAND] ^ bit
    wins = frame[LED] < 0 or frame[ABOVE] & bit != 0
    winner = turn if wins else frame[WINNER]
    if place < SEATS - 1:
        suit, best = card if frame[LED] < 0 else frame[LED], card if wins else frame[BEST]
        _begin(below, turn + 1 & 3, suit, best, winner, place + 1, frame[NEED], frame[LEFT])
    else:
        _begin(below, winner, -1, -1, -1, 0, frame[NEED] - (side >> winner & 1), frame[LEFT] - 1)


@inlined
def _beating(cards: int, best: int, trump: int) -> int:
    """Those that beat a card."""
    suit = suit_of(best)
    found = cards & suit & ~((2 << best) - 1)
    if trump >= 0 and best // 13 != trump:
        found |= cards & SUIT << 13 * trump
    return found


@inlined
def _alike(card: int, apart: int) -> int:
    """The cards that do the same as one in the same hand: those of its suit between which none of others
    lies."""
    suit = suit_of(card)
    below, above = apart & suit & ((1 << card) - 1), apart & suit & ~((2 << card) - 1)
    found = suit
    if below:
        found &= ~((2 << highest(below)) - 1)
    if above:
        found &= (1 << lowest(above)) - 1
    return found


@inlined
def _row(unplayed: int, turn: int) -> int:
    """Where in the memory a position is."""
    mixed = (unplayed * 0x9E3779B97F4A7C1 + turn * 0x2545F4914F6CDD1D) & 0x7FFFFFFFFFFFFFFF
    return mixed >> 40 & ROWS - 1
