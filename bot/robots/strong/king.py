"""``strong`` in games of the King family.

Before the play it asks the same questions as ``steady``, in many more ways in which the cards may lie; and
what an offer must be to be taken, and what an auction brings, by what the others' hands are worth in each of
them. To ask for offers costs nothing where the best one may be refused, and in an auction that goes round no
bid above the least gains anything: both follow from the rules, and are not weighed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from bot.engine.cards import OFFER, PASS, RANK_OF, Action, Card
from bot.engine.game import View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import (
    Offers,
    Phase,
    Sale,
    Step,
    TrickAuction,
    contract_of,
    step_of,
)
from bot.robots.core.deal import Cards, PlayState, of_contract
from bot.robots.core.endings import ALIKE
from bot.robots.core.entry import openings
from bot.robots.core.worlds import Hidden
from bot.robots.king import steady
from bot.robots.king.knowledge import KingKnowledge
from bot.robots.king.steady import MARGIN, KingForecast, ends
from bot.robots.strong.search import GroupQuestion, asked, compared, reading_of, study_of
from bot.robots.study import ONE, Advice, Study

WORLDS: Final = 48
"""In how many ways the unseen cards are dealt out."""


PROMISED: Final[Mapping[str, float]] = {
    "hearts": 0.010,
    "tricks": 0.018,
    "kings-jacks": 0.021,
    "king-of-hearts": 0.022,
    "jacks": 0.026,
    "queens": 0.027,
    "seventh-last": 0.029,
    "last-two": 0.045,
    "eralash": 0.017,
    "trump": 0.018,
    "trump-down": 0.008,
    "no-trump": 0.008,
    "no-trump-down": 0.008,
    "misere": 0.015,
    "take-hearts": 0.028,
    "take-tricks": 0.021,
    "take-queens": 0.033,
    "take-last-two": 0.036,
    "take-jacks": 0.042,
    "take-king-of-hearts": 0.042,
    "take-eralash": 0.043,
}
"""How much playouts promise too much to who plays a card, by contract, as a part of all that is still to
score: the others play better than the rules of thumb (docs/robots/strong.md)."""
PROMISED_ELSEWHERE, PROMISED_TURNED = 0.02, 0.012
"""The same in other contracts, and where trumps are the last card's suit, which nobody chose."""


def promised(view: View, contract: Contract) -> float:
    """How many points too much playouts promise ``view.seat``."""
    left = contract.total(view.rules) - sum(contract.points(view.tricks, view.players))
    turned = contract.trump is not None and view.rules.values.get("trump-choice") == "last-card"
    return abs(left) * (PROMISED_TURNED if turned else PROMISED.get(contract.name, PROMISED_ELSEWHERE))


class DeepKingForecast(KingForecast):
    """See the module."""

    def __init__(self, view: View) -> None:
        super().__init__(view, WORLDS)
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
        price, steps, total = self.trick_points(naming) * ONE, ends(naming), 0
        for world in range(len(self.worlds)):
            kept = self.kept(naming, world)
            bids: list[tuple[int, int, int]] = []
            for seat in range(self.view.players):
                if seat != self.holder:
                    worths = [self.estimate(step, seat, world) for step in steps]
                    most = max(worths)
                    bids.append((most - self.estimate(kept, seat, world), seat, worths.index(most)))
            (next_best, _, _), (most, buyer, at) = sorted(bids)[-2:]
            step, sold = kept, None
            if most >= price:
                step = steps[at]
                sold = Sale(buyer, self.holder, max(1, min(next_best // price + 1, most // price)))
            total += self.points(step, world, sold)[self.me]
        return total

    def call(self, phase: Offers | TrickAuction, calls: Sequence[Action]) -> Action:
        """The least bid where naming is worth it, or the offer that brings most: more is taken oftener, and
        costs more."""
        if isinstance(phase, TrickAuction):
            return super().call(phase, calls)
        mine = max(ends(phase.then), key=lambda step: self.named(step, None)[self.me])
        best, most = PASS, MARGIN * self.in_all(self.trick_points(phase.then))
        for action in calls:
            gain = self._gain(phase.then, mine, Sale(self.me, self.holder, OFFER.index(action)))
            if gain > most:
                best, most = action, gain
        return best

    def _gain(self, naming: Phase, step: Step, sold: Sale) -> int:
        """What an offer brings against what would be without it: nothing in worlds in which it is refused."""
        paid, gain = sold.tricks * self.trick_points(naming) * ONE, 0
        for world in range(len(self.worlds)):
            kept = self.kept(naming, world)
            if self.estimate(step, self.holder, world) + paid > self.estimate(kept, self.holder, world):
                gain += self.points(step, world, sold)[self.me] - self.points(kept, world, None)[self.me]
        return gain


def choose(view: View, *, learned: bool = True) -> Action:
    """The action of ``view.seat``, whose turn it is. Where it has not ``learned`` what cards played
    tell, every way in which the cards may lie is as likely, and it believes all that playouts promise. Raises
    Unsupported."""
    return advise(view, learned=learned).action


def advise(view: View, *, learned: bool = True) -> Advice:
    """The same; for a card with what each that may be the best brings from there on."""
    if not view.legal & (view.legal - 1):
        return Advice(view.legal.bit_length() - 1)
    step = step_of(view)
    if not isinstance(step, Contract):
        return Advice(DeepKingForecast(view).choice(step))
    question = question_of(view, reads=learned)
    # Of cards equally good the one that is weaker is played where tricks are wanted, else the stronger one.
    sign = 1 if question.deal.avoiding != question.deal.falling else -1
    found, solved = compared(question)
    less = promised(view, step) if learned and not solved else 0.0
    most = max(mean for _, mean in found)
    best = [card for group, mean in found if mean > most - ALIKE for card in group]
    means = tuple((card, mean - less) for group, mean in found for card in group)
    return Advice(max(best, key=lambda card: (sign * RANK_OF[card], -card)), len(question.hands), means)


def study(view: View) -> Study:
    """What comes of each legal card (``bot.robots.study.Studying``). Raises Unsupported."""
    return study_of(question_of(view))


def question_of(view: View, *, reads: bool = True) -> GroupQuestion:
    """What it asks itself of a card to be played, and the ways in which the cards may lie. Raises
    Unsupported."""
    contract = contract_of(view)
    assert contract is not None
    deal, knowledge = of_contract(contract, view.players, view.rules.hand_size), KingKnowledge(view, contract)
    hidden = Hidden(
        knowledge.unseen & ~sum(knowledge.known),
        np.array(knowledge.known, np.int64),
        np.array(knowledge.room, np.int64),
        np.array(knowledge.excluded, np.int64),
    )
    return asked(
        reading_of(view, deal, reads=reads), table_of(view), view.legal, hidden, knowledge.seed(view.played)
    )


def table_of(view: View) -> PlayState:
    """Where the play stands."""
    at = steady.position(view)
    heap = sum(1 << card for card in at.cards)
    led: Card = at.cards[0] if at.cards else -1
    return PlayState(at.turn, led, at.best, at.winner, heap, len(at.cards), at.number, 0)
