"""How ``strong`` looks at the cards it may play, whatever the family: which are worth looking at, in how many
ways the unseen cards are dealt out, and what comes of each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from bot.engine.cards import Card, CardSet
from bot.robots.core.deal import Cards, Deal, Points, Table
from bot.robots.core.endings import Memory, memory
from bot.robots.core.entry import outcomes, worlds
from bot.robots.core.worlds import Hidden
from bot.robots.neighbours import neighbours
from bot.robots.study import Study

SOLVED_FROM: Final = 5
"""With so many cards in the largest hand, or fewer, the rest is solved."""
PLAYOUTS: Final = 1500
"""How many times a deal is played out for one card before that, of all cards together."""
FEWEST_WORLDS: Final = 120
SOLVED_WORLDS: Final = 480
"""In how many ways the unseen cards are dealt out for an ending, if work allows."""
WORK: Final = 250_000
"""How many cards are tried at most to solve an ending in all its worlds: some 30 ms."""
SEED: Final = 0x9E3779B97F4A7C15
ROWS: Final = (1 << 63) - 1


class Look(NamedTuple):
    """What came of each group of cards that do the same, in each world; a group is named by one of its
    cards."""

    hands: Cards
    groups: Sequence[Sequence[Card]]
    points: Points
    exact: bool


def look(deal: Deal, table: Table, legal: CardSet, hidden: Hidden, seed: int) -> Look:
    """What comes of each legal card, the unseen cards being dealt out in ways that are all as likely."""
    groups = alike(deal, table, legal, hidden.unseen)
    exact = _largest(hidden, deal.players) <= SOLVED_FROM
    many = SOLVED_WORLDS if exact else max(FEWEST_WORLDS, PLAYOUTS // len(groups))
    return compared(deal, table, groups, worlds(hidden, table.turn, _row(seed), many), exact=exact)


def compared(
    deal: Deal, table: Table, groups: Sequence[Sequence[Card]], hands: Cards, *, exact: bool
) -> Look:
    """The same in ways that are given."""
    cards = np.array([group[0] for group in groups], np.int64)
    points = outcomes(deal, hands, cards, table, _memory(deal.players), WORK if exact else 0)
    return Look(hands[: points.shape[1]], groups, points, exact)


def alike(deal: Deal, table: Table, legal: CardSet, unseen: CardSet) -> list[list[Card]]:
    """The legal cards in groups of those that do the same: neighbours that are worth as much."""
    found: list[list[Card]] = []
    for group in neighbours(legal, unseen, table.best):
        for at, card in enumerate(group):
            if at and deal.card_points[card] == deal.card_points[found[-1][0]]:
                found[-1].append(card)
            else:
                found.append([card])
    return found


def study_of(looked: Look, players: int) -> Study:
    """All that was seen."""
    return Study(
        tuple(tuple(map(int, row[:players])) for row in looked.hands),
        {
            card: tuple(map(float, looked.points[at]))
            for at, group in enumerate(looked.groups)
            for card in group
        },
        looked.exact,
    )


def _largest(hidden: Hidden, players: int) -> int:
    """How many cards the largest hand has."""
    hands = zip(hidden.known[:players], hidden.room[:players], strict=True)
    return max(int(known).bit_count() + int(room) for known, room in hands)


def _row(seed: int) -> int:
    """A number that a row of chance begins with."""
    mixed = 0
    while seed:
        mixed = (mixed ^ seed & ROWS) * SEED % (1 << 64)
        mixed ^= mixed >> 29
        seed >>= 63
    return mixed & ROWS


@cache
def _memory(players: int) -> Memory:
    return memory(players)
