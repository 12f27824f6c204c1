"""Cards by their names, for the tests of pictures."""

from __future__ import annotations

RANKS = "23456789TJQKA"
SUITS = "CDHS"


def card(name: str) -> int:
    """``"QH"`` as a card number."""
    return SUITS.index(name[1]) * 13 + RANKS.index(name[0])


def cards(names: str) -> tuple[int, ...]:
    """Several cards, separated by spaces."""
    return tuple(card(name) for name in names.split())


def mask(names: str) -> int:
    """Several cards as a bit mask."""
    return sum(1 << number for number in cards(names))
