"""Deals played out by rules of thumb."""

from __future__ import annotations

from numba import njit

from bot.robots.core.bits import lowest
from bot.robots.core.deal import Deal, Points
from bot.robots.core.king_thumb import followed_by_thumb, led_by_thumb
from bot.robots.core.tricks import legal, paid, worth
from bot.robots.core.whist_thumb import whist_card


@njit
def by_thumb(
    deal: Deal,
    seat: int,
    hand: int,
    allowed: int,
    others: int,
    led: int,
    best: int,
    winner: int,
    heap: int,
    place: int,
    number: int,
    taken: int,
) -> int:
    """The card that a seat plays by the rules of thumb; ``others`` are the cards in the other hands."""
    if allowed & (allowed - 1) == 0:
        return lowest(allowed)
    if deal.sides.shape[0]:
        return whist_card(deal, seat, hand, allowed, others, led, best, winner, place, taken)
    if led < 0:
        return led_by_thumb(deal, allowed, others, number)
    return followed_by_thumb(deal, allowed, led, best, heap, number, place + 1 == deal.players)


@njit
def play_out(
    deal: Deal,
    hands: Points,
    turn: int,
    led: int,
    best: int,
    winner: int,
    heap: int,
    place: int,
    number: int,
    taken: int,
    first: int,
    points: Points,
) -> None:
    """Play a deal to its end, the card ``first`` being played now (-1 leaves that one open too), and put into
    ``points`` what each seat gets from here on. ``hands`` is used up."""
    points[:] = 0.0
    players = deal.players
    unplayed = 0
    for seat in range(players):
        unplayed |= hands[seat]
    while True:
        hand = hands[turn]
        card = first
        if card < 0:
            allowed = legal(deal, hand, led, best)
            card = by_thumb(
                deal, turn, hand, allowed, unplayed & ~hand, led, best, winner, heap, place, number, taken
            )
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
        if place < players:
            turn = turn + 1 if turn + 1 < players else 0
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
