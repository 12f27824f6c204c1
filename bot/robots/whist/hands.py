"""What a hand is worth before a card is played, counted as people count: docs/robots.md has it in words.

Tricks are counted for a suit as trumps, in a pair or alone; the danger of a hand is about how many tricks
it would take that wants none. All counts are in parts of a trick (``fixed_point.ONE``).
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
from bot.robots.fixed_point import ONE, all_fixed, fixed

LONG_ENOUGH: Final = 3
"""With how many trumps short suits are counted."""


class CountingScale(NamedTuple):
    """How tricks are counted. ``trumps``: ace, king, queen and jack of trumps; ``length``: each trump beyond
    ``free`` of them; ``sides``: ace, king and queen of another suit, king and queen not being bare;
    ``bare_king``; ``short``: no card, one or two in another suit, with at least three trumps."""

    trumps: tuple[int, ...]
    length: int
    free: int
    sides: tuple[int, ...]
    bare_king: int
    short: tuple[int, ...]


PAIR_SCALE: Final = CountingScale(
    trumps=all_fixed(1.2, 0.8, 0.25, 0.1),
    length=fixed(0.4),
    free=0,
    sides=all_fixed(1.0, 0.75, 0.25),
    bare_king=fixed(0.25),
    short=all_fixed(1.25, 0.75, 0.2),
)
"""The tricks of two partners are the sum of both counts, less a third of a trick."""
LONE_SCALE: Final = CountingScale(
    trumps=all_fixed(1.2, 1.0, 0.7, 0.3),
    length=fixed(0.75),
    free=4,
    sides=all_fixed(1.1, 0.9, 0.3),
    bare_king=0,
    short=all_fixed(1.5, 1.0, 0.3),
)
SCALES: Final = (PAIR_SCALE, LONE_SCALE)

HOPELESS_LENGTH: Final = 4
HOPELESS_COUNT: Final = fixed(3.5)

ROUNDS: Final = all_fixed(1.0, 0.7, 0.4, 0.2, 0.1)
"""How much the lowest, second, third … card of a suit counts in the danger of a hand."""
DESPERATE: Final = fixed(9.0)
"""A danger with which nothing is bid."""


Counts = tuple[int, ...]
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
    return min(members(hand), key=lambda card: (-counted(hand ^ 1 << card)[SAFE], -card))


def sure(hand: CardSet, trump: Suit | None) -> int:
    """The tricks counted against a contract: aces, guarded kings, and trumps that are guarded likewise."""
    quarters = 0
    for suit in SUITS:
        held = hand >> 13 * suit & SUIT_BITS
        cards = held.bit_count()
        quarters += 4 * (held >> ACE & 1)
        quarters += (held >> KING & 1) * (3 if cards > 1 else 1)
        if suit == trump:
            quarters += (held >> QUEEN & 1) * 3 * (cards > 2) + 2 * max(0, cards - 3)
    return quarters * ONE // 4


class SuitCounts(NamedTuple):
    """What the cards held of one suit count, for ``counted`` to add up: tricks by each scale as ``trumps``
    and at the ``side``, and what few cards (``short``) add; ``relief`` by how much the danger falls without
    one card, ``relief_high`` without an ace or king, below 0 where there is none."""

    long: bool
    trumps: tuple[int, ...]
    side: tuple[int, ...]
    short: tuple[int, ...]
    solid: int
    danger: int
    relief: int
    relief_high: int


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
        short=tuple(scale.short[cards] if cards < len(scale.short) else 0 for scale in SCALES),
        solid=ONE * (cards if top.bit_count() >= 13 - cards else top.bit_count()),
        danger=danger,
        relief=max(reliefs.values(), default=0),
        relief_high=max((reliefs[rank] for rank in reliefs if rank >= KING), default=-ONE),
    )


def _tricks(suits: Sequence[SuitCounts], scale: int) -> list[int]:
    """The tricks counted by the suit made trumps."""
    sides = sum([suit.side[scale] for suit in suits])
    short = sum([suit.short[scale] for suit in suits])
    return [
        suit.trumps[scale] + sides - suit.side[scale] + (short - suit.short[scale] if suit.long else 0)
        for suit in suits
    ]


def _trumps(held: int, scale: CountingScale) -> int:
    honours = zip((ACE, KING, QUEEN, JACK), scale.trumps, strict=True)
    found = sum(worth for rank, worth in honours if held >> rank & 1)
    return found + scale.length * max(0, held.bit_count() - scale.free)


def _side(held: int, scale: CountingScale) -> int:
    ace, king, queen = scale.sides
    guarded = held.bit_count() > 1
    found = ace * (held >> ACE & 1) + queen * (held >> QUEEN & 1) * guarded
    return found + (king if guarded else scale.bare_king) * (held >> KING & 1)


def _danger(held: int) -> int:
    out = 13 - held.bit_count()
    ranks = [rank for rank in range(13) if held >> rank & 1][: len(ROUNDS)]
    return (
        sum(ROUNDS[below] * (rank - below) ** 2 for below, rank in enumerate(ranks)) // out**2 if out else 0
    )
