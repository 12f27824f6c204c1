"""What is chosen between the deal and the first lead (rules.md, K12).

A phase holds no state: everything follows from what has been said in this deal. It tells who speaks, what
they may say, and what comes next: another phase, or the contract to play.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Final, NamedTuple

from bot.engine.actions import ACCEPT, OFFER, PASS, REFUSE, TRUMP, Action, ActionSet, is_play
from bot.engine.cards import Suit, set_of
from bot.engine.game import Said
from bot.engine.king.contracts import Contract


@dataclass(frozen=True, slots=True)
class Choosing:
    """The state of a deal in which something is chosen. ``trumps`` are the contracts for each trump suit."""

    players: int
    dealer: int
    tricks: int
    trumps: Mapping[Suit, Contract]
    said: Sequence[Said]


class Sale(NamedTuple):
    """Tricks promised for the right to name the trump: they move from the buyer's count to the seller's."""

    buyer: int
    seller: int
    tricks: int


class TurnUp(Enum):
    """A step nobody takes: the last card of the pack, the dealer's, is shown and its suit is trumps."""

    LAST_CARD = "last-card"


class Phase(ABC):
    """One kind of choice; ``name`` as ``View.phase`` gives it."""

    __slots__ = ()
    name: ClassVar[str]

    @abstractmethod
    def seat(self, deal: Choosing) -> int:
        """Who speaks."""

    @abstractmethod
    def legal(self, deal: Choosing) -> ActionSet:
        """What they may say."""

    @abstractmethod
    def after(self, deal: Choosing, action: Action) -> Step:
        """What follows; ``deal.said`` ends with the action."""

    def why_not(self, deal: Choosing, action: Action) -> str:
        """The reason why an action is refused."""
        return "choose-first" if is_play(action) else "not-a-choice"


Step = Phase | Contract | TurnUp


def highest_offer(said: Sequence[Said]) -> tuple[int, int] | None:
    """Who made the highest offer so far, and of how many tricks."""
    made = [(OFFER.index(one.action), one.seat) for one in said if one.action in OFFER[1:]]
    if not made:
        return None
    tricks, seat = max(made)
    return seat, tricks


def sale(said: Sequence[Said], dealer: int) -> Sale | None:
    """What was sold in a deal, None without an accepted offer."""
    best = highest_offer(said)
    if best is None or all(one.action != ACCEPT for one in said):
        return None
    return Sale(buyer=best[0], seller=dealer, tricks=best[1])


class NameTrump(Phase):
    """The dealer, or whoever bought the right, names one of the four suits."""

    __slots__ = ()
    name: ClassVar[str] = "trump"

    def seat(self, deal: Choosing) -> int:
        sold = sale(deal.said, deal.dealer)
        return sold.buyer if sold else deal.dealer

    def legal(self, deal: Choosing) -> ActionSet:
        return set_of(TRUMP)

    def after(self, deal: Choosing, action: Action) -> Step:
        return deal.trumps[TRUMP.index(action)]


class Offers(Phase):
    """From eldest hand on each opponent of the dealer once offers more tricks than anyone before, or
    passes."""

    __slots__ = ()
    name: ClassVar[str] = "offers"

    def seat(self, deal: Choosing) -> int:
        return (deal.dealer + 1 + len(deal.said)) % deal.players

    def legal(self, deal: Choosing) -> ActionSet:
        return set_of((PASS, *OFFER[self.least(deal) : deal.tricks + 1]))

    def after(self, deal: Choosing, action: Action) -> Step:
        if len(deal.said) < deal.players - 1:
            return self
        return ANSWER if highest_offer(deal.said) else NAME_TRUMP

    def why_not(self, deal: Choosing, action: Action) -> str:
        if action in OFFER[1:]:
            return "offer-too-low" if OFFER.index(action) < self.least(deal) else "offer-too-high"
        return Phase.why_not(self, deal, action)

    @staticmethod
    def least(deal: Choosing) -> int:
        """The least offer that is more than any earlier one."""
        best = highest_offer(deal.said)
        return best[1] + 1 if best else 1


class Answer(Phase):
    """The dealer accepts or refuses the highest offer."""

    __slots__ = ()
    name: ClassVar[str] = "answer"

    def seat(self, deal: Choosing) -> int:
        return deal.dealer

    def legal(self, deal: Choosing) -> ActionSet:
        return set_of((ACCEPT, REFUSE))

    def after(self, deal: Choosing, action: Action) -> Step:
        return NAME_TRUMP


NAME_TRUMP: Final = NameTrump()
OFFERS: Final = Offers()
ANSWER: Final = Answer()

TRUMP_CHOICES: Final[Mapping[str, Step]] = {
    "last-card": TurnUp.LAST_CARD,
    "dealer": NAME_TRUMP,
    "offers": OFFERS,
}
"""How a trump deal opens, by the value of ``trump-choice``."""
