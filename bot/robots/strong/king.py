"""``strong`` in games of the King family.

Before the play it asks the same questions as ``steady``, in many more ways in which the cards may lie; and
what an offer must be to be taken, and what an auction brings, by what the others' hands are worth in each of
them. To ask for offers costs nothing where the best one may be refused, and in an auction that goes round no
bid above the least gains anything: both follow from the rules, and are not weighed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from bot.engine.actions import ACCEPT, AUCTION, BID, OFFER, PASS, REFUSE, SELL, Action
from bot.engine.cards import RANK_OF, Card, members
from bot.engine.game import View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import (
    Answer,
    Naming,
    Offers,
    Phase,
    Sale,
    Step,
    TrickAuction,
    contract_of,
    standing,
    step_of,
)
from bot.engine.king.course import sale as sale_of
from bot.robots.core.deal import Cards, CompiledDeal, PlayState, of_contract
from bot.robots.core.endings import ALIKE
from bot.robots.core.entry import openings
from bot.robots.core.worlds import Hidden
from bot.robots.king import steady
from bot.robots.king.knowledge import KingKnowledge
from bot.robots.king.steady import KingForecast, ends
from bot.robots.strong.search import GroupQuestion, asked, compared, study_of
from bot.robots.study import ONE, Study

WORLDS: Final = 48
"""In how many ways the unseen cards are dealt out."""
MARGIN: Final = 0.25
"""How many tricks better than passing a bid or an offer must be."""


def choose_step(view: View, phase: Step) -> Action:
    """The choice of ``view.seat``, whose turn it is. Raises Unsupported."""
    looked, legal = DeepKingForecast(view, WORLDS), members(view.legal)
    me = looked.me
    if isinstance(phase, Naming):
        if SELL in legal:
            return SELL
        sold = sale_of(view.said)
        worths = {
            action: looked.named(phase.names[action], sold)[me] for action in legal if action != AUCTION
        }
        if AUCTION in legal:
            auction = phase.names[AUCTION]
            assert isinstance(auction, TrickAuction)
            worths[AUCTION] = looked.auctioned(auction.then)
        return max(worths, key=lambda action: (worths[action], -action))
    if isinstance(phase, Answer):
        best = standing(view.said)
        assert best is not None
        sold_for = looked.bought(phase.then, best.seat, best.tricks)[me]
        return ACCEPT if sold_for > looked.best(phase.then, None)[me] else REFUSE
    assert isinstance(phase, Offers | TrickAuction)
    if isinstance(phase, TrickAuction):
        return _bid(looked, phase, legal)
    return looked.offer(phase, legal)


def _bid(looked: DeepKingForecast, phase: TrickAuction, legal: Sequence[Action]) -> Action:
    """The least bid, where it is worth it."""
    least = min((action for action in legal if action != PASS), default=PASS)
    if least == PASS:
        return PASS
    sold = Sale(looked.me, looked.holder, BID.index(least))
    gain = looked.best(phase.then, sold)[looked.me] - looked.passed(phase.then)[looked.me]
    return least if gain > MARGIN * looked.in_all(looked.trick_points(phase.then)) else PASS


class DeepKingForecast(KingForecast):
    """See the module."""

    def __init__(self, view: View, worlds: int) -> None:
        super().__init__(view, worlds)
        self._hands = np.array(self.worlds, np.int64)
        self._played: dict[int, Cards] = {}

    def _played_out(self, contract: Contract, world: int) -> Sequence[int]:
        if id(contract) not in self._played:
            view = self.view
            deal = of_contract(contract, view.players, view.rules.hand_size)
            points = openings(deal, self._hands, (view.dealer + 1) % view.players)
            self._played[id(contract)] = points.astype(np.int64)  # whole numbers as they are
        return self._played[id(contract)][world].tolist()

    def auctioned(self, naming: Phase) -> int:
        """What comes of it for this seat if the others bid for the right: in each world whoever would pay
        most has it for what the next one would pay."""
        price = self.trick_points(naming) * ONE
        total = 0
        for world in range(len(self.worlds)):
            kept = self._kept(naming, world)
            bids = sorted(
                (
                    self._thumb(step, self.worlds[world], seat) - self._value(kept, seat, world),
                    seat,
                    at,
                )
                for seat, at, step in self._best_for_each(naming, world)
            )
            (next_best, _, _), (most, buyer, at) = bids[-2:]
            if most < price:
                total += self._points(self._settled(kept, self.worlds[world], None), world, None)[self.me]
                continue
            sold = Sale(buyer, self.holder, max(1, min(next_best // price + 1, most // price)))
            step = ends(naming)[at]
            total += self._points(self._settled(step, self.worlds[world], sold), world, sold)[self.me]
        return total

    def offer(self, phase: Offers, legal: Sequence[Action]) -> Action:
        """The offer that brings most: more is taken oftener, and costs more."""
        price = self.trick_points(phase.then)
        mine = max(
            (step for step in ends(phase.then)),
            key=lambda step: self.named(step, None)[self.me],
        )
        best, most = PASS, MARGIN * self.in_all(price)
        for action in legal:
            if action == PASS:
                continue
            sold = Sale(self.me, self.holder, OFFER.index(action))
            gain = sum(self._gains(phase.then, mine, sold))
            if gain > most:
                best, most = action, gain
        return best

    def _gains(self, naming: Phase, step: Step, sold: Sale) -> Iterator[int]:
        """What an offer brings in each world, against what would be without it: nothing where it is
        refused."""
        price = self.trick_points(naming)
        for world, hands in enumerate(self.worlds):
            kept = self._kept(naming, world)
            refused = self._value(kept, self.holder, world)
            if self._value(step, self.holder, world) + sold.tricks * price * ONE <= refused:
                yield 0
                continue
            with_it = self._points(self._settled(step, hands, sold), world, sold)[self.me]
            without = self._points(self._settled(kept, hands, None), world, None)[self.me]
            yield with_it - without

    def _kept(self, naming: Phase, world: int) -> Step:
        """What who holds the right would name."""
        return max(ends(naming), key=lambda step: self._thumb(step, self.worlds[world], self.holder))

    def _value(self, step: Step, seat: int, world: int) -> int:
        return self._thumb(step, self.worlds[world], seat)

    def _best_for_each(self, naming: Phase, world: int) -> Iterator[tuple[int, int, Step]]:
        """For each other seat what it would name, with its place among what can be named."""
        for seat in range(len(self.worlds[world])):
            if seat != self.holder:
                at, step = max(
                    enumerate(ends(naming)),
                    key=lambda one: self._thumb(one[1], self.worlds[world], seat),
                )
                yield seat, at, step


def choose(view: View) -> Action:
    """The action of ``view.seat``, whose turn it is. Raises Unsupported."""
    if not view.legal & (view.legal - 1):
        return view.legal.bit_length() - 1
    step = step_of(view)
    if not isinstance(step, Contract):
        return choose_step(view, step)
    deal = of_contract(step, view.players, view.rules.hand_size)
    # Of cards equally good the one that is weaker is played where tricks are wanted, else the stronger one.
    sign = 1 if deal.avoiding != deal.falling else -1
    found, _ = compared(_asked(view, step, deal))
    most = max(mean for _, mean in found)
    best = [card for group, mean in found if mean > most - ALIKE for card in group]
    return max(best, key=lambda card: (sign * RANK_OF[card], -card))


def study(view: View) -> Study:
    """What comes of each legal card (``bot.robots.study.Studying``). Raises Unsupported."""
    contract = contract_of(view)
    assert contract is not None
    deal = of_contract(contract, view.players, view.rules.hand_size)
    return study_of(_asked(view, contract, deal))


def _asked(view: View, contract: Contract, deal: CompiledDeal) -> GroupQuestion:
    knowledge = KingKnowledge(view, contract)
    hidden = Hidden(
        knowledge.unseen & ~sum(knowledge.known),
        np.array(knowledge.known, np.int64),
        np.array(knowledge.room, np.int64),
        np.array(knowledge.excluded, np.int64),
    )
    seed = view.hand | knowledge.played << 52 | knowledge.seat << 104 | view.deal << 107
    return asked(deal, table_of(view), view.legal, hidden, seed)


def table_of(view: View) -> PlayState:
    """Where the play stands."""
    at = steady.position(view)
    heap = sum(1 << card for card in at.cards)
    led: Card = at.cards[0] if at.cards else -1
    return PlayState(at.turn, led, at.best, at.winner, heap, len(at.cards), at.number, 0)
