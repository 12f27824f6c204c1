"""Deals played out by rules of thumb."""

from __future__ import annotations

from numba import njit

from bot.robots.core.bits import lowest
from bot.robots.core.deal import Cards, CompiledDeal, PlayState, Points
from bot.robots.core.inlined import inlined
from bot.robots.core.king_thumb import followed_by_thumb, led_by_thumb
from bot.robots.core.tricks import legal, paid, worth
from bot.robots.core.whist_thumb import whist_card


@inlined
def by_thumb(deal: CompiledDeal, at: PlayState, hand: int, others: int) -> int:
    """The card that the seat to move plays by the rules of thumb; ``others`` are the cards in the other
    hands."""
    allowed = legal(deal, hand, at.led, at.best)
    if allowed & (allowed - 1) == 0:
        return lowest(allowed)
    if deal.sides.shape[0]:
        return whist_card(deal, at, hand, allowed, others)
    if at.led < 0:
        return led_by_thumb(deal, allowed, others, at.number)
    return followed_by_thumb(deal, at, allowed)


@njit
def play_out(deal: CompiledDeal, hands: Cards, at: PlayState, first: int, points: Points) -> None:
    """Play a deal to its end, the card ``first`` being played now (-1 leaves that one open too), and put into
    ``points`` what each seat gets from here on. ``hands`` is used up."""
    points[:] = 0.0
    turn, led, best, winner, heap, place, number, taken = at
    unplayed = 0
    for seat in range(deal.players):
        unplayed |= hands[seat]
    while True:
        hand = hands[turn]
        card = first
        if card < 0:
            now = PlayState(turn, led, best, winner, heap, place, number, taken)
            card = by_thumb(deal, now, hand, unplayed & ~hand)
        first = -1
        bit = 1 << card
        hands[turn] = hand ^ bit
        unplayed ^= bit
        if led < 0:
            led = best = card
            winner = turn
        elif deal.beats[best] & bit:
            best, winner = card, turn
        heap |= bit
        place += 1
        if place < deal.players:
            turn = turn + 1 if turn + 1 < deal.players else 0
            continue
        points[winner] += worth(deal, number, heap)
        taken += 1 << 5 * winner
        turn = winner
        if not hands[turn]:
            break
        if not deal.sides.shape[0] and number >= deal.last and not unplayed & deal.scoring:
            break
        number += 1
        led = best = -1
        heap = place = 0
    paid(deal, taken, points)
