"""What a hand is worth before a card is played, counted as people count: docs/robots.md has it in words.

Tricks are counted for a suit as trumps, in a pair or alone; the danger of a hand is about how many tricks
it would take that wants none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine.cards import (
    ACE,
    JACK,
    KING,
    QUEEN,
    SUIT_BITS,
    SUIT_MASKS,
    SUITS,
    Card,
    CardSet,
    Suit,
    members,
)

LONG_ENOUGH: Final = 3
"""With how many trumps short suits are counted."""


class CountingScale(NamedTuple):
    """How tricks are counted. ``trumps``: ace, king, queen and jack of trumps; ``length``: each trump beyond
    ``free`` of them; ``sides``: ace, king and queen of another suit, king and queen not being bare;
    ``bare_king``; ``short``: no card, one or two in another suit, with at least three trumps."""

    trumps: tuple[float, float, float, float]
    length: float
    free: int
    sides: tuple[float, float, float]
    bare_king: float
    short: tuple[float, float, float]


PAIR_SCALE: Final = CountingScale((1.2, 0.8, 0.25, 0.1), 0.4, 0, (1.0, 0.75, 0.25), 0.25, (1.25, 0.75, 0.2))
"""The tricks of two partners are the sum of both counts, less a third of a trick."""
LONE_SCALE: Final = CountingScale((1.2, 1.0, 0.7, 0.3), 0.75, 4, (1.1, 0.9, 0.3), 0.0, (1.5, 1.0, 0.3))
SCALES: Final = (PAIR_SCALE, LONE_SCALE)

HOPELESS_LENGTH: Final = 4
HOPELESS_COUNT: Final = 3.5

ROUNDS: Final = (1.0, 0.7, 0.4, 0.2, 0.1)
"""How much the lowest, second, third … card of a suit counts in the danger of a hand."""
DESPERATE: Final = 9.0
"""A danger with which nothing is bid."""


Counts = tuple[float, ...]
"""What a hand counts, by the places below."""
TOGETHER: Final = (0, 1, 2, 3)
"""For each suit: where its tricks with a partner are, the suit being trumps."""
ALONE: Final = (4, 5, 6, 7)
"""The same for tricks alone."""
SOLID: Final = 8
"""The tricks that nobody can keep from the hand without trumps, if it leads."""
SAFE, SAFE_ASIDE, SAFE_LATER = 9, 10, 11
"""The danger, below 0: of the hand; without one card (small misère); once one ace or king has taken its
trick (piccolo)."""


@lru_cache(maxsize=65536)
def counted(hand: CardSet) -> Counts:
    """What a hand counts."""
    suits = [counted_suit(hand >> 13 * suit & SUIT_BITS) for suit in SUITS]
    danger = sum([suit.danger for suit in suits])
    taken = max([suit.relief_high for suit in suits])
    return (
        *_tricks(suits, 0),
        *_tricks(suits, 1),
        sum([suit.solid for suit in suits]),
        -danger,
        max([suit.relief for suit in suits]) - danger,
        taken - danger if taken >= 0 else -DESPERATE,
    )


def hopeless(hand: CardSet, suit: Suit) -> bool:
    """Whether a hand must not propose a suit: fewer than four cards of it, or fewer than three and a half
    tricks counted with it as trumps."""
    held = (hand & SUIT_MASKS[suit]).bit_count()
    return held < HOPELESS_LENGTH or counted(hand)[TOGETHER[suit]] < HOPELESS_COUNT


def aside(hand: CardSet) -> Card:
    """The card without which the hand is in the least danger."""
    return min(members(hand), key=lambda card: (-round(counted(hand ^ 1 << card)[SAFE], 9), -card))


def sure(hand: CardSet, trump: Suit | None) -> float:
    """The tricks counted against a contract: aces, guarded kings, and trumps that are guarded likewise."""
    found = 0.0
    for suit in SUITS:
        held = hand >> 13 * suit & SUIT_BITS
        cards = held.bit_count()
        found += held >> ACE & 1
        found += (held >> KING & 1) * (0.75 if cards > 1 else 0.25)
        if suit == trump:
            found += (held >> QUEEN & 1) * 0.75 * (cards > 2) + 0.5 * max(0, cards - 3)
    return found


class SuitCounts(NamedTuple):
    """What the cards held of one suit count, for ``counted`` to add up: tricks by each scale as ``trumps``
    and at the ``side``, and what few cards (``short``) add; ``relief`` by how much the danger falls without
    one card, ``relief_high`` without an ace or king, below 0 where there is none."""

    long: bool
    trumps: tuple[float, ...]
    side: tuple[float, ...]
    short: tuple[float, ...]
    solid: int
    danger: float
    relief: float
    relief_high: float


@lru_cache(maxsize=8192)
def counted_suit(held: int) -> SuitCounts:
    """What ranks held of one suit count."""
    cards = held.bit_count()
    top = held >> (~held & SUIT_BITS).bit_length()
    danger = _danger(held)
    reliefs = {rank: danger - _danger(held ^ 1 << rank) for rank in range(13) if held >> rank & 1}
    return SuitCounts(
        long=cards >= LONG_ENOUGH,
        trumps=tuple(_trumps(held, scale) for scale in SCALES),
        side=tuple(_side(held, scale) for scale in SCALES),
        short=tuple(scale.short[cards] if cards < len(scale.short) else 0.0 for scale in SCALES),
        solid=cards if top.bit_count() >= 13 - cards else top.bit_count(),
        danger=danger,
        relief=max(reliefs.values(), default=0.0),
        relief_high=max((reliefs[rank] for rank in reliefs if rank >= KING), default=-1.0),
    )


def _tricks(suits: Sequence[SuitCounts], scale: int) -> list[float]:
    """The tricks counted by the suit made trumps."""
    sides = sum([suit.side[scale] for suit in suits])
    short = sum([suit.short[scale] for suit in suits])
    return [
        suit.trumps[scale] + sides - suit.side[scale] + (short - suit.short[scale] if suit.long else 0.0)
        for suit in suits
    ]


def _trumps(held: int, scale: CountingScale) -> float:
    honours = zip((ACE, KING, QUEEN, JACK), scale.trumps, strict=True)
    found = sum(worth for rank, worth in honours if held >> rank & 1)
    return found + scale.length * max(0, held.bit_count() - scale.free)


def _side(held: int, scale: CountingScale) -> float:
    ace, king, queen = scale.sides
    guarded = held.bit_count() > 1
    found = ace * (held >> ACE & 1) + queen * (held >> QUEEN & 1) * guarded
    return found + (king if guarded else scale.bare_king) * (held >> KING & 1)


def _danger(held: int) -> float:
    out = 13 - held.bit_count()
    ranks = [rank for rank in range(13) if held >> rank & 1][: len(ROUNDS)]
    return (
        sum(ROUNDS[below] * ((rank - below) / out) ** 2 for below, rank in enumerate(ranks)) if out else 0.0
    )
