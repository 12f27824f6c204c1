"""Cards of one hand that are as good as each other at taking tricks."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.cards import SUIT_OF, Card, CardSet, members


def neighbours(cards: CardSet, unseen: CardSet, best: Card) -> Iterator[list[Card]]:
    """These cards in groups, from low to high: those of a suit between which no card lies that is ``unseen``
    by their holder, nor the one that wins the trick on the table (-1 before a first), as above it they take
    the trick and below it they do not."""
    others = unseen if best < 0 else unseen | 1 << best
    group: list[Card] = []
    for card in members(cards):
        if group and (SUIT_OF[group[-1]] != SUIT_OF[card] or _between(group[-1], card) & others):
            yield group
            group = []
        group.append(card)
    if group:
        yield group


def _between(low: Card, high: Card) -> CardSet:
    """The cards numbered between two."""
    return (1 << high) - (2 << low)
