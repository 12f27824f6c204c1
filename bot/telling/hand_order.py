"""Cards in the order in which people hold them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.engine.cards import SUIT_OF, Card, Suit

# Black and red alternate, so that neighbours differ at a glance.
SUITS_IN_HAND: Final[tuple[Suit, ...]] = (3, 2, 0, 1)


@dataclass(frozen=True, slots=True)
class Holding:
    """How somebody likes to hold their cards: trumps left of the other suits or wherever they are; in each
    suit the card that wins left, or with ``ascending`` right."""

    trumps_left: bool = True
    ascending: bool = False


def in_hand(
    cards: Iterable[Card],
    trump: Suit | None,
    holding: Holding = Holding(),
    *,
    reversed_ranks: bool = False,
) -> tuple[Card, ...]:
    """Cards in order, colours alternating; with ``reversed_ranks`` low cards win."""
    suits: list[Suit] = list(SUITS_IN_HAND)
    if trump is not None and holding.trumps_left:
        start = suits.index(trump)
        suits = suits[start:] + suits[:start]
    up = 1 if holding.ascending != reversed_ranks else -1
    return tuple(sorted(cards, key=lambda card: (suits.index(SUIT_OF[card]), up * card)))
