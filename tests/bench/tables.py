"""A deal's play as tables of numbers, made by asking the engine: what the compiled judge of endings goes by.

A card may be played unless the hand holds another beside which it is not legal. All rules there are say no
more than that, but one, of which no tables are made.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.engine.cards import CARDS, SUIT_MASK_OF, Card, CardSet
from bot.engine.game import Beats, FollowRule, LeadRule, Trick, View, beats
from bot.engine.king.contracts import Contract, MayNotUndertrump, MustOvertrump
from bot.engine.king.course import contract_of
from bot.engine.king.presets import FAMILY as KING
from bot.engine.whist.contracts import PlayedContract, points_of
from bot.engine.whist.game import whist_detail
from bot.engine.whist.presets import whist_preset

MOST_TRICKS: Final = 17
MOST_LEFT: Final = 4
"""How many tricks an ending may have."""
COUNTS: Final = MOST_LEFT + 1
Numbers = NDArray[np.int64]


def _zeros(*shape: int) -> Numbers:
    return np.zeros(shape, dtype=np.int64)


@dataclass(frozen=True)
class Tables:
    """What there is to know of the play of a contract. ``beats[best]``: the cards that beat it.
    ``beside_led[card]``: the cards beside which it may not be led; ``beside[led, best, card]``: those beside
    which it may not be played to such a trick, known of the tricks that were learnt. ``card_points`` and
    ``trick_points[number]``, the first being 1, go to who takes them."""

    follows: tuple[FollowRule, ...]
    beats: Numbers
    beside_led: Numbers
    beside: Numbers = field(default_factory=lambda: _zeros(52, 52, 52))
    card_points: Numbers = field(default_factory=lambda: _zeros(52))
    trick_points: Numbers = field(default_factory=lambda: _zeros(MOST_TRICKS + 1))
    learnt: set[tuple[Card, Card]] = field(default_factory=set[tuple[Card, Card]])

    def learn(self, cards: CardSet) -> None:
        """Ask the engine what is owed to each trick that can be made of these cards."""
        there = [card for card in CARDS if cards >> card & 1]
        for led in there:
            for best in there:
                if best == led or int(self.beats[led]) >> best & 1:
                    self.learn_trick(led, best)

    def learn_trick(self, led: Card, best: Card) -> None:
        """Ask the engine what is owed to a trick."""
        if (led, best) not in self.learnt:
            self.learnt.add((led, best))
            self.beside[led, best] = [self._beside(led, best, card) for card in CARDS]

    def _beside(self, led: Card, best: Card, card: Card) -> CardSet:
        return sum(1 << other for other in CARDS if not self._may_follow(led, best, card, other))

    def _may_follow(self, led: Card, best: Card, card: Card, other: Card) -> bool:
        hand = 1 << card | 1 << other
        legal = hand & SUIT_MASK_OF[led] or hand
        for rule in self.follows:
            legal = rule.narrow(legal, hand, led, best)
        return bool(legal >> card & 1)


def _tables(table: Beats, leads: Iterable[LeadRule] = (), follows: tuple[FollowRule, ...] = ()) -> Tables:
    kinds = {type(rule) for rule in follows}
    if MayNotUndertrump in kinds and MustOvertrump not in kinds:
        raise ValueError(
            "whether undertrumping is forbidden is no matter of two cards without must-overtrump"
        )
    beside_led = [sum(1 << other for other in CARDS if not _may_lead(leads, card, other)) for card in CARDS]
    return Tables(follows, np.array(table, dtype=np.int64), np.array(beside_led, dtype=np.int64))


def _may_lead(leads: Iterable[LeadRule], card: Card, other: Card) -> bool:
    legal = 1 << card | 1 << other
    for rule in leads:
        legal = rule.narrow(legal)
    return bool(legal >> card & 1)


@lru_cache(maxsize=64)
def _tables_of_whist(trump: int | None) -> Tables:
    return _tables(beats(trump))


_OF_CONTRACTS: Final[dict[int, tuple[Contract, Tables]]] = {}
"""By the identity of the contract, which is kept so that it stays the only one of that number."""


def _tables_of_king(contract: Contract) -> Tables:
    if id(contract) not in _OF_CONTRACTS:
        made = _tables(contract.beats, contract.leads, contract.follows)
        nothing, *_ = contract.worth([Trick(0, (), 0)])
        for card in CARDS:
            made.card_points[card] = contract.worth([Trick(0, (card,), 0)])[0] - nothing
        made.trick_points[1:] = contract.worth([Trick(0, (), 0)] * MOST_TRICKS)
        _OF_CONTRACTS[id(contract)] = contract, made
    return _OF_CONTRACTS[id(contract)][1]


def tables_of(view: View) -> Tables:
    """The tables of the deal a seat sees. Raises ValueError for rules of which there are none."""
    if view.rules.preset.family != KING:
        return _tables_of_whist(view.trump)
    contract = contract_of(view)
    assert contract is not None
    return _tables_of_king(contract)


def payoffs(view: View) -> Numbers:
    """What each seat gains at the end of the deal beside its tricks and cards, for each way in which the
    tricks that are left may be shared: the first index counts, in base ``COUNTS``, those of each seat. In the
    King family that is nothing, and only one line."""
    players, left = view.players, view.hand_sizes[view.trick.leader] + bool(view.trick.cards)
    if view.rules.preset.family == KING:
        return _zeros(1, players)
    found = _zeros(COUNTS**players, players)
    for index in range(len(found)):
        more = [index // COUNTS**seat % COUNTS for seat in range(players)]
        if sum(more) == left:
            found[index] = _paid(view, [one + two for one, two in zip(view.tricks_taken, more, strict=True)])
    return found


def _paid(view: View, taken: Iterable[int]) -> tuple[int, ...]:
    detail = whist_detail(view)
    assert detail.bid is not None and detail.target is not None
    played = PlayedContract(
        bid=detail.bid,
        bidders=detail.bidders,
        target=detail.target,
        doubled=detail.doubled_by is not None,
        after_thrown_in=detail.after_thrown_in,
        taken=tuple(taken),
    )
    return points_of(played.payments(whist_preset(view.rules).tariff), view.players)
