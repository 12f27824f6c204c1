"""The turn in which a card is played, in a deal of any family: what beats what, what must be played, who
wants tricks, what a trick costs or brings; and what becomes of a card in hands that may lie so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Protocol

from bot.engine.cards import SUIT_MASK_OF, SUIT_MASKS, SUIT_OF, Card, CardSet, Suit, set_of
from bot.engine.game import Beats, FollowRule, LeadRule, View
from bot.robots.worlds import Hands, neighbours


class Aim(StrEnum):
    """What a seat wants of a trick that is neither better nor worse than others."""

    TAKE = "take"
    AVOID = "avoid"
    EITHER = "either"  # it depends, as for who wants exactly one trick, or wants another to take them


@dataclass(frozen=True, slots=True)
class PlayMoment:
    """A deal at one moment of its play. ``aims`` and ``sides`` are by seat: those of one number are together.
    ``quarry`` are the seats that avoid tricks while others want them to take some. ``trick`` is what the
    trick on the table scores as such, ``by_card`` what cards score beside that, each in points; ``unit`` is
    the least that anything scores. ``settles``: the deal's points say whether a contract is made, and nothing
    else."""

    beats: Beats
    leads: tuple[LeadRule, ...]
    follows: tuple[FollowRule, ...]
    trump: Suit | None
    aims: tuple[Aim, ...]
    sides: tuple[int, ...]
    quarry: tuple[int, ...] = ()
    trick: int = 0
    by_card: tuple[tuple[CardSet, int], ...] = ()
    settles: bool = False
    unit: float = 1.0

    @property
    def trumps(self) -> CardSet:
        """The trumps."""
        return 0 if self.trump is None else SUIT_MASKS[self.trump]

    @property
    def costly(self) -> CardSet:
        """The cards that cost points as such."""
        found = 0
        for cards, points in self.by_card:
            found |= cards if points < 0 else 0
        return found

    def worth(self, cards: CardSet) -> int:
        """What the trick scores if it holds these cards."""
        return self.trick + sum(points * (cards & scored).bit_count() for scored, points in self.by_card)

    def may_lead(self, hand: CardSet) -> CardSet:
        """The cards of a hand that may be led."""
        for rule in self.leads:
            hand = rule.narrow(hand)
        return hand

    def may_follow(self, hand: CardSet, led: Card, best: Card) -> CardSet:
        """The cards of a hand that may be played where ``led`` was led and ``best`` wins so far."""
        legal = hand & SUIT_MASK_OF[led] or hand
        for rule in self.follows:
            legal = rule.narrow(legal, hand, led, best)
        return legal


class Grounding(Protocol):
    """What a family of games tells reasons: of a view in which a card is to be played, whoever's turn it
    is."""

    def ground(self, view: View) -> PlayMoment:
        """What is played for."""
        ...

    def worlds(self, view: View, count: int) -> list[Hands]:
        """So many ways in which the cards that ``view.seat`` does not see may lie; the same for the same
        view."""
        ...

    def seen_by(self, view: View, seat: int, hands: Sequence[CardSet]) -> View:
        """What another seat would see, if ``hands`` were the hands; its legal cards are still to be said."""
        ...


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
