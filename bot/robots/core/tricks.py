"""What may be played to a trick, and what a trick is worth."""

from __future__ import annotations

from bot.robots.core.bits import lowest
from bot.robots.core.deal import (
    BEAT_LEAD,
    DISCARD,
    NO_UNDERTRUMP,
    OVERTRUMP,
    PENALTY,
    TRUMP,
    CompiledDeal,
    Points,
)
from bot.robots.core.inlined import inlined

SUIT = 0x1FFF


@inlined
def suit_of(card: int) -> int:
    """The cards of a card's suit."""
    return SUIT << (card // 13 * 13)


@inlined
def legal(  # noqa: C901, PLR0912 - a case for each duty
    deal: CompiledDeal, hand: int, led: int, best: int
) -> int:
    """What of a hand may be played; ``led`` is -1 where it is led."""
    if led < 0:
        return hand & ~deal.banned or hand
    followed = hand & suit_of(led)
    found = followed or hand
    for row in range(deal.duties.shape[0]):
        kind, cards, other = deal.duties[row, 0], deal.duties[row, 1], deal.duties[row, 2]
        owed = found
        if kind == DISCARD:
            if not followed:
                owed = found & cards
        elif kind == PENALTY:
            if followed and not other >> led & 1:
                owed = found & cards & suit_of(best) & ((1 << best) - 1)
        elif kind == BEAT_LEAD:
            if cards >> led & 1:
                owed = found & deal.beats[best]
        elif not followed and hand & cards and not cards >> led & 1:
            winning = hand & cards & deal.beats[best]
            trumped = cards >> best & 1
            if kind == TRUMP:
                if winning or other:
                    owed = found & cards
            elif kind == OVERTRUMP:
                if trumped:
                    owed = found & winning
            elif kind == NO_UNDERTRUMP and trumped and not winning:
                owed = found & ~cards
        found = owed or found
    return found


@inlined
def worth(deal: CompiledDeal, number: int, heap: int) -> float:
    """What a trick scores as such and by its cards."""
    points = deal.trick_points[number]
    scored = heap & deal.scoring
    while scored:
        points += deal.card_points[lowest(scored)]
        scored &= scored - 1
    return points


@inlined
def paid(deal: CompiledDeal, taken: int, points: Points) -> None:
    """Add what is paid by the tricks that each seat has taken, five bits a seat."""
    for side in range(deal.sides.shape[0]):
        tricks = 0
        for seat in range(deal.players):
            if deal.sides[side] >> seat & 1:
                tricks += taken >> 5 * seat & 31
        for seat in range(deal.players):
            points[seat] += deal.pay[side, tricks, seat]
