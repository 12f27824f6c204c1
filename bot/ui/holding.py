"""Cards in the order in which people hold them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.engine.cards import SUIT_OF, Card, Suit

# Black and red alternate, so that neighbours differ at a glance.
SUITS_IN_HAND: Final[tuple[Suit, ...]] = (3, 2, 0, 1)


def in_hand(cards: Iterable[Card], trump: Suit | None, *, low_first: bool = False) -> tuple[Card, ...]:
    """Trumps left, colours alternating; in each suit the highest card left, or with ``low_first`` the
    lowest."""
    suits: list[Suit] = list(SUITS_IN_HAND)
    if trump is not None:
        start = suits.index(trump)
        suits = suits[start:] + suits[:start]
    up = 1 if low_first else -1
    return tuple(sorted(cards, key=lambda card: (suits.index(SUIT_OF[card]), up * card)))
