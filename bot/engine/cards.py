"""Cards as numbers and sets of cards as bit masks (notation.md, "Cards, suits, seats").

A card is ``suit * 13 + rank`` (0..51), suits in the order clubs, diamonds, hearts, spades, ranks from the
two (0) up to the ace (12). A set of cards is an int with bit ``card`` set for each member.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Card = int
CardSet = int
Suit = int
Rank = int

CLUBS: Final[Suit] = 0
DIAMONDS: Final[Suit] = 1
HEARTS: Final[Suit] = 2
SPADES: Final[Suit] = 3
SUITS: Final = (CLUBS, DIAMONDS, HEARTS, SPADES)

SUIT_LETTERS: Final = "CDHS"
RANK_LETTERS: Final = "23456789TJQKA"
TWO, SEVEN, JACK, QUEEN, KING, ACE = 0, 5, 9, 10, 11, 12

CARDS: Final = range(52)
CARD_NAMES: Final = tuple(rank + suit for suit in SUIT_LETTERS for rank in RANK_LETTERS)
CARD_OF_NAME: Final = {name: card for card, name in enumerate(CARD_NAMES)}

SUIT_BITS: Final = 0x1FFF
SUIT_MASKS: Final = tuple(SUIT_BITS << 13 * suit for suit in SUITS)
SUIT_OF: Final = tuple(card // 13 for card in CARDS)
RANK_OF: Final = tuple(card % 13 for card in CARDS)
SUIT_MASK_OF: Final = tuple(SUIT_MASKS[suit] for suit in SUIT_OF)
"""For each card, the set of the cards of its suit."""
FULL_PACK: Final[CardSet] = (1 << 52) - 1


def card_of(suit: Suit, rank: Rank) -> Card:
    """The card of a suit and a rank."""
    return suit * 13 + rank


def cards_of_rank(rank: Rank) -> CardSet:
    """The four cards of one rank."""
    return set_of(card_of(suit, rank) for suit in SUITS)


def set_of(cards: Iterable[Card]) -> CardSet:
    """The set holding these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def named(names: str) -> CardSet:
    """The set of cards named in notation, apart by spaces: ``named("QH 2S")``. Raises KeyError."""
    return set_of(CARD_OF_NAME[name] for name in names.split())


def _members_of_suit(suit: Suit) -> tuple[tuple[Card, ...], ...]:
    """For each of the 8192 sets within a suit (its ranks as 13 bits), its cards, lowest first."""
    table: list[tuple[Card, ...]] = [()]
    for card in range(13 * suit, 13 * suit + 13):
        table += [(*found, card) for found in table]
    return tuple(table)


_CLUBS, _DIAMONDS, _HEARTS, _SPADES = map(_members_of_suit, SUITS)
_ONE_SUIT: Final = {
    ranks << 13 * suit: found
    for suit, table in enumerate((_CLUBS, _DIAMONDS, _HEARTS, _SPADES))
    for ranks, found in enumerate(table)
}


def members(mask: CardSet) -> tuple[int, ...]:
    """The members of a set, lowest first; works for sets of cards and of actions alike.

    Most sets asked for are the legal cards of one suit, so those are one look-up.
    """
    try:
        return _ONE_SUIT.get(mask) or (
            _CLUBS[mask & 0x1FFF]
            + _DIAMONDS[mask >> 13 & 0x1FFF]
            + _HEARTS[mask >> 26 & 0x1FFF]
            + _SPADES[mask >> 39]
        )
    except IndexError:
        others = (bit for bit in range(52, mask.bit_length()) if mask >> bit & 1)
        return (*members(mask & FULL_PACK), *others)
