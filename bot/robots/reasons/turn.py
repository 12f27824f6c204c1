"""The turn in which a card is played: what lies on the table, who plays after it, and what becomes of a card
in hands that may lie so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bot.engine.cards import SUIT_MASK_OF, SUIT_OF, Card, CardSet, Suit, set_of
from bot.engine.game import View
from bot.robots.neighbours import neighbours
from bot.robots.reasons.ground import Aim, PlayMoment


class TrickOutcome(StrEnum):
    """What becomes of the trick for a card's player, whatever the others may play."""

    WINS = "wins"  # it beats what lies there, and nobody who plays after it may play what beats it
    LOSES = "loses"  # it does not, or somebody who plays after it has to beat it
    OPEN = "open"


@dataclass(frozen=True)
class Turn:
    """A seat's turn in its own view."""

    view: View
    ground: PlayMoment

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.view.turn

    @property
    def hand(self) -> CardSet:
        """What the seat holds."""
        return self.view.hand

    @property
    def cards(self) -> tuple[Card, ...]:
        """What lies on the table."""
        return self.view.trick.cards

    @property
    def leads(self) -> bool:
        """Whether the seat leads."""
        return not self.cards

    @property
    def is_last(self) -> bool:
        """Whether nobody plays after it."""
        return len(self.cards) == self.view.players - 1

    @property
    def aim(self) -> Aim:
        """What the seat wants."""
        return self.ground.aims[self.seat]

    @cached_property
    def best(self) -> Card:
        """The card that wins so far; -1 where the seat leads."""
        leader, cards, winner = self.view.trick
        return -1 if winner is None else cards[(winner - leader) % self.view.players]

    @cached_property
    def later(self) -> tuple[int, ...]:
        """The seats that play after it, in order."""
        players = self.view.players
        return tuple((self.seat + step) % players for step in range(1, players - len(self.cards)))

    @cached_property
    def others(self) -> CardSet:
        """The cards that the seat has not seen."""
        seen = set_of(self.cards) | self.hand | self._laid_aside
        for trick in self.view.tricks:
            seen |= set_of(trick.cards)
        return self.view.rules.pack & ~seen

    @property
    def _laid_aside(self) -> CardSet:
        return 0 if self.view.detail is None else self.view.detail.laid_aside

    @cached_property
    def voids(self) -> dict[Suit, tuple[int, ...]]:
        """For each suit the other seats that have shown that they hold none of it, by not following."""
        found: dict[Suit, set[int]] = {}
        for trick in (*self.view.tricks, self.view.trick):
            for place, card in enumerate(trick.cards):
                led = SUIT_OF[trick.cards[0]]
                if SUIT_OF[card] != led:
                    found.setdefault(led, set()).add((trick.leader + place) % self.view.players)
        return {suit: tuple(sorted(seats - {self.seat})) for suit, seats in found.items()}

    def alike(self, one: Card, other: Card) -> bool:
        """Whether two cards of the hand are as good as each other: neighbours that score alike."""
        ground = self.ground
        together = any(
            one in group and other in group for group in neighbours(self.hand, self.others, self.best)
        )
        return together and ground.worth(1 << one) == ground.worth(1 << other)

    def takes(self, card: Card) -> bool:
        """Whether a card beats what lies on the table; one that is led does."""
        return self.best < 0 or bool(self.ground.beats[self.best] >> card & 1)

    def follows_suit(self, card: Card) -> bool:
        """Whether a card is of the suit that was led, or leads it."""
        return self.leads or bool(SUIT_MASK_OF[self.cards[0]] >> card & 1)

    def fate(self, card: Card, hands: Sequence[CardSet]) -> TrickOutcome:
        """What becomes of the trick if this card is played now and the others hold ``hands``."""
        if not self.takes(card):
            return TrickOutcome.LOSES
        led = card if self.leads else self.cards[0]
        fate = TrickOutcome.WINS
        for seat in self.later:
            legal = self.ground.may_follow(hands[seat], led, card)
            beating = legal & self.ground.beats[card]
            if beating == legal:
                return TrickOutcome.LOSES
            if beating:
                fate = TrickOutcome.OPEN
        return fate

    def gives_up_lead(self, card: Card, hands: Sequence[CardSet]) -> bool:
        """Whether somebody would have to beat this card of the seat's, were it led."""
        beats = self.ground.beats[card]
        return any(
            (legal := self.ground.may_follow(hand, card, card)) and legal & beats == legal
            for seat, hand in enumerate(hands)
            if seat != self.seat
        )
