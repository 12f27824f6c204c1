"""Who wins a trick and what may be played to it, as tables (rules.md, G5, K7 to K11).

Following suit is the same in every game and lives in ``play``. What a contract asks beyond it is a row of
small rules, applied one after another: each narrows what is legal and never leaves nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import ClassVar, Final, NamedTuple

from bot.engine.cards import CARDS, SUIT_MASK_OF, SUIT_MASKS, SUIT_OF, Card, CardSet, Suit

Beats = tuple[CardSet, ...]
"""For each card, as the best of a trick so far: the cards that would beat it."""

LOWER: Final[tuple[CardSet, ...]] = tuple(SUIT_MASK_OF[card] & ((1 << card) - 1) for card in CARDS)
"""For each card, the cards of its suit below it."""


@cache
def beats(trump: Suit | None, reversed_ranks: bool = False) -> Beats:
    """Which cards beat which: a higher card of the same suit (a lower one with reversed ranks), or a
    trump."""
    table: list[CardSet] = []
    for best in CARDS:
        below, suit = LOWER[best], SUIT_MASK_OF[best]
        better = below if reversed_ranks else suit & ~below & ~(1 << best)
        if trump is not None and SUIT_OF[best] != trump:
            better |= SUIT_MASKS[trump]
        table.append(better)
    return tuple(table)


class LeadRule(ABC):
    """A limit on what may be led. ``reason`` is the refusal's finer word (errors.py)."""

    __slots__ = ()
    reason: ClassVar[str]

    @abstractmethod
    def narrow(self, legal: CardSet) -> CardSet:
        """The part of ``legal`` that may be led; never empty."""


class FollowRule(ABC):
    """A limit on what may be played to a trick, beyond following suit. ``reason`` is the refusal's finer
    word."""

    __slots__ = ()
    reason: ClassVar[str]

    @abstractmethod
    def narrow(self, legal: CardSet, hand: CardSet, led: Card, best: Card) -> CardSet:
        """The part of ``legal`` that may be played when ``led`` was led and ``best`` is winning; never
        empty."""


class TrickRules(NamedTuple):
    """How the tricks of a deal are won and what may not be led, as its contract says; known to all."""

    beats: Beats
    leads: tuple[LeadRule, ...]
