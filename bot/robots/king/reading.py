"""What a robot makes of its view: cards still out, how likely a card wins, what the tricks to come are
worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bot.engine.cards import SUIT_MASK_OF, SUIT_MASKS, SUIT_OF, Card, CardSet, Suit, set_of
from bot.engine.game import View
from bot.engine.king.contracts import Contract
from bot.engine.king.scoring import PerCard, PerNthTrick, PerTrick


@dataclass(frozen=True)
class KingReading:
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
        return sure + self.behind * self.added(SUIT_OF[cards[0]])

    def added(self, led: Suit) -> float:
        """What the card of a player yet to come adds to a trick in a suit: one of the suit, or one thrown
        on it."""
        in_suit = self.unseen & SUIT_MASKS[led]
        out = in_suit.bit_count()
        elsewhere = 1 - 1 / (self.view.players - 1)
        void = elsewhere**out
        worth = 0.0
        for score in self.contract.scores:
            if isinstance(score, PerCard):
                here = (score.cards & in_suit).bit_count()
                others = (score.cards & self.unseen & ~in_suit).bit_count()
                follows = (1 - void) * here / out if out else 0.0
                worth += score.points * (follows + void * (1 - elsewhere**others))
        return worth

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
