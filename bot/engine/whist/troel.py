"""Troel: three or four aces in one hand (rules.md, C2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.cards import ACE, HEARTS, KING, SUIT_MASKS, Card, CardSet, cards_of_rank, members
from bot.engine.whist.bids import BIDDING_ORDER

ACES: Final = cards_of_rank(ACE)
TROEL_FROM: Final = 3
"""So many aces are a troel."""


@dataclass(frozen=True, slots=True)
class Troel:
    """An announcement. ``bidder`` holds the aces; ``partner`` holds the ``called`` card. The card is
    ``named`` aloud where the bidder has all four aces; else it is the fourth ace, which nobody names."""

    bidder: int
    partner: int
    called: Card
    named: bool


def announced(hands: Sequence[CardSet], four_aces: str) -> Troel | None:
    """The troel in these hands; ``four_aces`` is the option of that name."""
    for bidder, hand in enumerate(hands):
        aces = (hand & ACES).bit_count()
        if aces < TROEL_FROM or (aces == 4 and four_aces == "no"):
            continue
        called = _called(hand, four_aces) if aces == 4 else (ACES & ~hand).bit_length() - 1
        partner = next(seat for seat, other in enumerate(hands) if other >> called & 1)
        return Troel(bidder, partner, called, named=aces == 4)
    return None


def _called(hand: CardSet, four_aces: str) -> Card:
    """The card that a bidder with four aces calls: the highest heart they lack, or (``king``) the highest
    king they lack in suit order, then queens and so on."""
    if four_aces == "highest-heart":
        return members(SUIT_MASKS[HEARTS] & ~hand)[-1]
    ranks = range(KING, -1, -1)
    wanted = (suit * 13 + rank for rank in ranks for suit in reversed(BIDDING_ORDER))
    return next(card for card in wanted if not hand >> card & 1)
