"""What reasons are found by in a deal of any family: what beats what, what must be played, who wants tricks,
and what a trick costs or brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.engine.cards import SUIT_MASK_OF, SUIT_MASKS, Card, CardSet, Suit
from bot.engine.game import View
from bot.engine.tricks import Beats, FollowRule, LeadRule
from bot.robots.worlds import Hands


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
