"""The turn in which a card is played, in a deal of any family: what beats what, what must be played, who
wants tricks, what a trick costs or brings; and what becomes of a card in hands that may lie so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bot.engine.cards import SUIT_MASK_OF, SUIT_MASKS, SUIT_OF, Card, CardSet, Suit, members
from bot.engine.game import Beats, FollowRule, LeadRule, View, may_follow
from bot.robots.worlds import Hands, neighbours


class Aim(StrEnum):
    """What a seat wants of a trick that is neither better nor worse than others."""

    TAKE = "take"
    AVOID = "avoid"
    EITHER = "either"  # it depends, as for who wants exactly one trick, or wants another to take them


@dataclass(frozen=True, slots=True)
class PlayContext:
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


@dataclass(frozen=True, slots=True)
class PlayModel:
    """What a family of games tells reasons of a view in which a card is to be played, whoever's turn it is:
    the ``context``; so many ways in which the cards may lie that ``view.seat`` does not see (``worlds``), the
    same for the same view; and what another seat would see (``seen_by``) if these were the hands, its legal
    cards being still to be said."""

    context: Callable[[View], PlayContext]
    worlds: Callable[[View, int], list[Hands]]
    seen_by: Callable[[View, int, Sequence[CardSet]], View]


class TrickOutcome(StrEnum):
    """What becomes of the trick for a card's player, whatever the others may play."""

    WINS = "wins"  # it beats what lies there, and nobody who plays after it may play what beats it
    LOSES = "loses"  # it does not, or somebody who plays after it has to beat it
    OPEN = "open"


@dataclass(frozen=True)
class Turn:
    """A seat's turn in its own view."""

    view: View
    context: PlayContext

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
        return self.context.aims[self.seat]

    @property
    def hunts(self) -> bool:
        """Whether it wants others to take tricks who may not."""
        return bool(self.context.quarry) and self.seat not in self.context.quarry

    @cached_property
    def best(self) -> Card:
        """The card that wins so far; -1 where the seat leads."""
        return self.view.best

    @cached_property
    def later(self) -> tuple[int, ...]:
        """The seats that play after it, in order."""
        players = self.view.players
        return tuple((self.seat + step) % players for step in range(1, players - len(self.cards)))

    @cached_property
    def others(self) -> CardSet:
        """The cards that the seat has not seen."""
        return self.view.unseen

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
        context = self.context
        together = any(
            one in group and other in group for group in neighbours(self.hand, self.others, self.best)
        )
        return together and context.worth(1 << one) == context.worth(1 << other)

    def takes(self, card: Card) -> bool:
        """Whether a card beats what lies on the table; one that is led does."""
        return self.best < 0 or bool(self.context.beats[self.best] >> card & 1)

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
            legal = may_follow(self.context.follows, hands[seat], led, card)
            beating = legal & self.context.beats[card]
            if beating == legal:
                return TrickOutcome.LOSES
            if beating:
                fate = TrickOutcome.OPEN
        return fate

    def best_of_side(self, card: Card, hands: Sequence[CardSet]) -> bool:
        """Whether a seat of the same side has the trick if this card is played now, the others hold
        ``hands``, and each plays the strongest card that beats what lies there, if it has one: whether the
        side can win it, as a stronger card is never worse for whoever wants the trick."""
        best, winner = (card, self.seat) if self.takes(card) else (self.best, self.view.trick.winner)
        led, beats = card if self.leads else self.cards[0], self.context.beats
        for seat in self.later:
            beating = may_follow(self.context.follows, hands[seat], led, best) & beats[best]
            if beating:
                winner = seat
                best = next(one for one in members(beating) if not beating & beats[one])
        return winner is not None and self.context.sides[winner] == self.context.sides[self.seat]

    def taken_by(self, card: Card, hands: Sequence[CardSet]) -> int | None:
        """Who takes the trick if this card is played now, whatever the others, who hold ``hands``, may play;
        None where it depends."""
        first = (card, self.seat) if self.takes(card) else (self.best, self.view.trick.winner)
        led, beats = card if self.leads else self.cards[0], self.context.beats
        ends = {first}
        for seat in self.later:
            after: set[tuple[Card, int | None]] = set()
            for best, winner in ends:
                legal = may_follow(self.context.follows, hands[seat], led, best)
                after |= {(one, seat) for one in members(legal & beats[best])}
                if legal & ~beats[best]:
                    after.add((best, winner))
            ends = after
        winners = {winner for _, winner in ends}
        return winners.pop() if len(winners) == 1 else None

    def left_to(self, card: Card, hands: Sequence[CardSet]) -> int | None:
        """Who takes the trick if this card is played now and everybody after it, holding ``hands``, stays as
        low as they may."""
        best, winner = (card, self.seat) if self.takes(card) else (self.best, self.view.trick.winner)
        led, beats = card if self.leads else self.cards[0], self.context.beats
        for seat in self.later:
            legal = may_follow(self.context.follows, hands[seat], led, best)
            if legal & beats[best] == legal:
                winner = seat
                best = next(one for one in members(legal) if legal & ~beats[one] == 1 << one)
        return winner

    def can_beat(self, card: Card, hands: Sequence[CardSet], seat: int) -> bool:
        """Whether a seat could beat this card, were it played now and nothing else before its turn."""
        led = card if self.leads else self.cards[0]
        return bool(may_follow(self.context.follows, hands[seat], led, card) & self.context.beats[card])

    def costs_nothing(self, card: Card, hands: Sequence[CardSet]) -> bool:
        """Whether the trick costs nothing if this card is played now, and nobody who plays after it may play
        what costs."""
        led, best = card if self.leads else self.cards[0], card if self.takes(card) else self.best
        if self.context.worth(sum(1 << one for one in (*self.cards, card))) < 0:
            return False
        each = (may_follow(self.context.follows, hands[seat], led, best) for seat in self.later)
        return not any(legal & self.context.costly for legal in each)

    def throws_in(self, card: Card, hands: Sequence[CardSet]) -> int | None:
        """Who takes the trick whatever anybody plays, and may then lead only what suits the hand that this
        card was played from: who wants tricks has a card of that suit that nobody beats in it, who wants
        none can stay under it. None where nobody does."""
        seat = self.taken_by(card, hands)
        if seat is None or self.context.sides[seat] == self.context.sides[self.seat]:
            return None
        left, hand = hands[seat], self.hand & ~(1 << card)
        if seat in self.later:
            best = card if self.takes(card) else self.best
            legal = may_follow(self.context.follows, left, card if self.leads else self.cards[0], best)
            left &= ~(0 if legal & (legal - 1) else legal)
        others = sum(held for one, held in enumerate(hands) if one != self.seat)
        return (
            seat if left and hand and all(self._suits(one, hand, others) for one in members(left)) else None
        )

    def _suits(self, led: Card, hand: CardSet, others: CardSet) -> bool:
        """Whether it suits a hand that this card is led to it."""
        beats, suit = self.context.beats, SUIT_MASK_OF[led]
        if self.aim is Aim.TAKE:
            return any(not others & suit & beats[one] for one in members(hand & suit))
        return bool(may_follow(self.context.follows, hand, led, led) & ~beats[led])

    def gives_up_lead(self, card: Card, hands: Sequence[CardSet]) -> bool:
        """Whether somebody would have to beat this card of the seat's, were it led."""
        beats = self.context.beats[card]
        return any(
            (legal := may_follow(self.context.follows, hand, card, card)) and legal & beats == legal
            for seat, hand in enumerate(hands)
            if seat != self.seat
        )
