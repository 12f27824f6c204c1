"""What a robot makes of its view: cards still out, how likely a card wins, what the tricks to come are
worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.engine.cards import SUIT_MASK_OF, SUIT_MASKS, Card, CardSet, Suit, set_of
from bot.engine.game import View
from bot.engine.king.contracts import Contract
from bot.engine.king.scoring import PerCard, PerNthTrick, PerTrick

THROWN: Final = 1.6
"""How much likelier than another card a penalty card lands on somebody's trick."""


@dataclass(frozen=True)
class Reading:
    """A view in which a card is to be played, and its contract."""

    view: View
    contract: Contract

    @cached_property
    def unseen(self) -> CardSet:
        """The cards in the other hands."""
        view = self.view
        seen = view.hand | set_of(view.trick.cards)
        for trick in view.tricks:
            seen |= set_of(trick.cards)
        return view.rules.pack & ~seen

    @cached_property
    def number(self) -> int:
        """The number of the trick being played, from 1."""
        return len(self.view.tricks) + 1

    @cached_property
    def tricks_left(self) -> int:
        """How many tricks come after this one."""
        return self.view.rules.hand_size - self.number

    @cached_property
    def behind(self) -> int:
        """How many players still play to this trick after this seat."""
        return self.view.players - len(self.view.trick.cards) - 1

    @cached_property
    def best(self) -> Card | None:
        """The card that wins the trick so far."""
        trick = self.view.trick
        if trick.winner is None:
            return None
        return trick.cards[(trick.winner - trick.leader) % self.view.players]

    @cached_property
    def trumps_out(self) -> int:
        """How many trumps the others hold."""
        trump = self.contract.trump
        return 0 if trump is None else (self.unseen & SUIT_MASKS[trump]).bit_count()

    def stands(self, card: Card, others: float) -> float:
        """How likely (0..1) a card that is winning stays so, ``others`` players being yet to play."""
        in_suit = self.unseen & SUIT_MASK_OF[card]
        out = in_suit.bit_count()
        higher = (self.unseen & SUIT_MASK_OF[card] & self.contract.beats[card]).bit_count()
        hands = self.view.players - 1
        void = (1 - 1 / hands) ** out
        beaten = (1 - void) * higher / out if out else 0.0
        trump = self.contract.trump
        if trump is not None and not SUIT_MASKS[trump] >> card & 1 and self.trumps_out:
            beaten += void * (1 - (1 - 1 / hands) ** self.trumps_out)
        return (1 - beaten) ** others

    def wins(self, card: Card) -> float:
        """How likely (0..1) a legal card takes the trick being played."""
        if self.best is not None and not self.contract.beats[self.best] >> card & 1:
            return 0.0
        return self.stands(card, self.behind)

    def now(self, card: Card) -> float:
        """What the trick being played scores for whoever takes it with this card, the cards yet to come
        guessed."""
        cards = (*self.view.trick.cards, card)
        sure = sum(score.of(self.number, cards) for score in self.contract.scores)
        return sure + self.behind * self.per_card

    @cached_property
    def per_card(self) -> float:
        """What an unseen card adds to a trick on average; what costs points is thrown on purpose."""
        out = self.unseen.bit_count()
        points = sum(
            score.points * (score.cards & self.unseen).bit_count()
            for score in self.contract.scores
            if isinstance(score, PerCard)
        )
        return points / out * (THROWN if points < 0 else 1.0) if out else 0.0

    def own(self, card: Card) -> int:
        """What a card itself scores for whoever captures it."""
        return sum(
            score.points
            for score in self.contract.scores
            if isinstance(score, PerCard) and score.cards >> card & 1
        )

    def later(self, suit: Suit) -> float:
        """What a later trick in this suit scores on average."""
        if not self.tricks_left:
            return 0.0
        worth = 0.0
        for score in self.contract.scores:
            if isinstance(score, PerTrick):
                worth += score.points
            elif isinstance(score, PerNthTrick):
                to_come = (points for nth, points in score.points.items() if nth > self.number)
                worth += sum(to_come) / self.tricks_left
            elif isinstance(score, PerCard):
                worth += self._later_cards(score, suit)
        return worth

    def _later_cards(self, score: PerCard, suit: Suit) -> float:
        """What the cards of a rule add to a later trick in a suit: those of the suit, and those thrown on
        it."""
        out = self.unseen & score.cards
        here = (out & SUIT_MASKS[suit]).bit_count()
        rounds = max(1.0, (self.unseen & SUIT_MASKS[suit]).bit_count() / (self.view.players - 1))
        elsewhere = out.bit_count() - here
        return score.points * (here / rounds + elsewhere / self.tricks_left / 2)
