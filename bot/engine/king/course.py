"""The course of a game: which deals there are, how each opens, and what is chosen between the deal and the
first lead (rules.md, K, K12, DK, D2 to D4, R6 and R7).

A phase holds what may be chosen and what follows from each choice, but nothing of a game: that is all in what
has been said in this deal. So the phases of a deal are a tree, laid out once for all deals of a course.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from typing import ClassVar, Final, NamedTuple

from bot.engine.cards import (
    ACCEPT,
    AUCTION,
    BID,
    CONTRACT,
    OFFER,
    PASS,
    REFUSE,
    SELL,
    SUIT_OF,
    TRUMP,
    Action,
    ActionSet,
    Suit,
    is_play,
    set_of,
)
from bot.engine.game import DealResult, Said, View
from bot.engine.king.contracts import Contract
from bot.engine.options import Preset, Rules

MOST_NEGATIVES: Final = 3
MOST_TRUMPS: Final = 2
MOST_OF_ONE_NEGATIVE: Final = 2
"""What a player may name in a game of double king, and how often anyone may name one negative (DK1)."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """The state of a deal in which something is chosen. ``holder`` has the right to choose as long as nobody
    else has got it; ``results`` are the deals played before."""

    players: int
    tricks: int
    dealer: int
    holder: int
    said: Sequence[Said]
    results: Sequence[DealResult]


# What has been said, as anyone can read it


class Sale(NamedTuple):
    """Tricks given for the right to name the trump: they move from the buyer's count to the seller's."""

    buyer: int
    seller: int
    tricks: int


class HighestOffer(NamedTuple):
    """The highest bid or offer so far."""

    seat: int
    tricks: int


def standing(said: Sequence[Said]) -> HighestOffer | None:
    """The highest bid or offer of a deal, None before the first: each is more than the one before."""
    for one in reversed(said):
        if one.action in OFFER[1:]:
            return HighestOffer(one.seat, OFFER.index(one.action))
        if one.action in BID[1:]:
            return HighestOffer(one.seat, BID.index(one.action))
    return None


def sale(said: Sequence[Said]) -> Sale | None:
    """What was sold in a deal, by an accepted offer (K12, R7) or in an auction that is over (D3, D5)."""
    best = standing(said)
    if best is None:
        return None
    seller = next((one.seat for one in said if one.action in (ACCEPT, AUCTION)), None)
    if seller is None or (said[0].action == AUCTION and not auction_is_over(said)):
        return None
    return Sale(best.seat, seller, best.tricks)


def auction_is_over(said: Sequence[Said]) -> bool:
    """Whether nobody may bid any more: two passes in a row after a bid, or three and no bid (D3)."""
    heard = [one.action for one in said if one.action in BID]
    passes = len(list(takewhile(lambda action: action == PASS, reversed(heard))))
    return passes == 3 or (passes == 2 and len(heard) > 2)


def adjusted(tricks: Sequence[int], sold: Sale | None) -> tuple[int, ...]:
    """Trick counts as they are scored: those sold moved from buyer to seller, without limits (K12, D5)."""
    counts = list(tricks)
    if sold is not None:
        counts[sold.buyer] -= sold.tricks
        counts[sold.seller] += sold.tricks
    return tuple(counts)


class Ledger(NamedTuple):
    """What has been named in a game of double king: how often each negative contract by each seat, and how
    many trump contracts by each seat."""

    negatives: Mapping[str, tuple[int, ...]]
    trumps: tuple[int, ...]

    def negatives_of(self, seat: int) -> int:
        """How many negative contracts a seat has named."""
        return sum(by_seat[seat] for by_seat in self.negatives.values())


def ledger(names: Iterable[str], results: Iterable[DealResult], players: int) -> Ledger:
    """The ledger after these deals; ``names`` are the negative contracts there are."""
    negatives = {name: [0] * players for name in names}
    trumps = [0] * players
    for result in results:
        negatives.get(result.contract, trumps)[result.dealer] += 1
    return Ledger({name: tuple(by_seat) for name, by_seat in negatives.items()}, tuple(trumps))


# Steps


@dataclass(frozen=True, slots=True, eq=False)
class TurnUp:
    """A step nobody takes: the last card of the pack, the dealer's, is shown and its suit is trumps."""

    name: ClassVar[str] = "last-card"
    by_suit: Mapping[Suit, Contract]


class Phase(ABC):
    """One kind of choice; ``name`` as ``View.phase`` gives it."""

    __slots__ = ()
    name: str

    @abstractmethod
    def seat(self, deal: Choosing) -> int:
        """Who speaks."""

    @abstractmethod
    def legal(self, deal: Choosing) -> ActionSet:
        """What they may say."""

    @abstractmethod
    def after(self, deal: Choosing, action: Action) -> Step:
        """What follows; ``deal.said`` ends with the action."""

    @abstractmethod
    def following(self) -> Iterable[Step]:
        """All the other steps that may follow."""

    def why_not(self, deal: Choosing, action: Action) -> str:
        """The reason why an action is refused."""
        return "choose-first" if is_play(action) else "not-a-choice"


Step = Phase | Contract | TurnUp


def contracts_after(step: Step) -> Iterator[Contract]:
    """All the contracts that a step can lead to."""
    if isinstance(step, Contract):
        yield step
    elif isinstance(step, TurnUp):
        yield from step.by_suit.values()
    else:
        for then in step.following():
            yield from contracts_after(then)


@dataclass(frozen=True, slots=True, eq=False)
class Naming(Phase):
    """Whoever holds or has bought the right names one of several things, each with what follows from it."""

    name: str
    names: Mapping[Action, Step]
    sells: bool = False
    """Whether the right can be sold at this table, here or elsewhere in the deal."""

    def seat(self, deal: Choosing) -> int:
        sold = sale(deal.said)
        return sold.buyer if sold else deal.holder

    def legal(self, deal: Choosing) -> ActionSet:
        return set_of(self.names)

    def after(self, deal: Choosing, action: Action) -> Step:
        return self.names[action]

    def following(self) -> Iterable[Step]:
        return self.names.values()

    def why_not(self, deal: Choosing, action: Action) -> str:
        if action != SELL:
            return Phase.why_not(self, deal, action)
        if not self.sells:
            return "no-sale"
        return "buyer-may-not-sell" if sale(deal.said) else "no-second-sale"


class Direction(Naming):
    """The dealer says how the tricks are scored, whoever named the trump (D4)."""

    __slots__ = ()

    def seat(self, deal: Choosing) -> int:
        return deal.holder


class NameContract(Naming):
    """The dealer names a negative contract or a trump suit, as far as they are not used up (DK1, DK2)."""

    __slots__ = ()

    def legal(self, deal: Choosing) -> ActionSet:
        return set_of(action for action in self.names if not self._used_up(deal, action))

    def why_not(self, deal: Choosing, action: Action) -> str:
        return self._used_up(deal, action) if action in self.names else Phase.why_not(self, deal, action)

    def ledger(self, results: Sequence[DealResult], players: int) -> Ledger:
        """What has been named so far."""
        return ledger((name for name, action in CONTRACT.items() if action in self.names), results, players)

    def _used_up(self, deal: Choosing, action: Action) -> str:
        """The reason why one of the names may not be named any more; empty when it may."""
        named, holder = self.ledger(deal.results, deal.players), deal.holder
        if action in TRUMP:
            return "trumps-named" if named.trumps[holder] >= MOST_TRUMPS else ""
        if named.negatives_of(holder) >= MOST_NEGATIVES:
            return "negatives-named"
        contract = self.names[action]
        assert isinstance(contract, Contract)
        return "contract-used-up" if sum(named.negatives[contract.name]) >= MOST_OF_ONE_NEGATIVE else ""


@dataclass(frozen=True, slots=True, eq=False)
class Offers(Phase):
    """From the left of whoever holds the right on, each of the others once offers more tricks than anyone
    before, or passes (K12, R7)."""

    then: Phase
    name: str = "offers"

    def seat(self, deal: Choosing) -> int:
        heard = sum(one.action in OFFER for one in deal.said)
        return (deal.holder + 1 + heard) % deal.players

    def legal(self, deal: Choosing) -> ActionSet:
        return set_of((PASS, *OFFER[_least(deal) : deal.tricks + 1]))

    def after(self, deal: Choosing, action: Action) -> Step:
        if self.seat(deal) != deal.holder:
            return self
        return Answer(self.then) if standing(deal.said) else self.then

    def following(self) -> Iterable[Step]:
        return (Answer(self.then),)

    def why_not(self, deal: Choosing, action: Action) -> str:
        if action in OFFER[1:]:
            return "offer-too-low" if OFFER.index(action) < _least(deal) else "offer-too-high"
        return Phase.why_not(self, deal, action)


@dataclass(frozen=True, slots=True, eq=False)
class Answer(Phase):
    """Whoever holds the right accepts or refuses the highest offer."""

    then: Phase
    name: str = "answer"

    def seat(self, deal: Choosing) -> int:
        return deal.holder

    def legal(self, deal: Choosing) -> ActionSet:
        return set_of((ACCEPT, REFUSE))

    def after(self, deal: Choosing, action: Action) -> Step:
        return self.then

    def following(self) -> Iterable[Step]:
        return (self.then,)


@dataclass(frozen=True, slots=True, eq=False)
class TrickAuction(Phase):
    """From eldest hand on, round and round without the dealer, each bids more tricks than anyone before, or
    passes; a pass is not final (D3)."""

    then: Phase
    name: str = "auction"

    def seat(self, deal: Choosing) -> int:
        heard = sum(one.action in BID for one in deal.said)
        return (deal.dealer + 1 + heard % (deal.players - 1)) % deal.players

    def legal(self, deal: Choosing) -> ActionSet:
        return set_of((PASS, *BID[_least(deal) : deal.tricks + 1]))

    def after(self, deal: Choosing, action: Action) -> Step:
        return self.then if auction_is_over(deal.said) else self

    def following(self) -> Iterable[Step]:
        return (self.then,)

    def why_not(self, deal: Choosing, action: Action) -> str:
        if action in BID[1:]:
            return "bid-too-low" if BID.index(action) < _least(deal) else "bid-too-high"
        return Phase.why_not(self, deal, action)


def _least(deal: Choosing) -> int:
    """The least bid or offer that is more than any earlier one."""
    best = standing(deal.said)
    return best.tricks + 1 if best else 1


@dataclass(frozen=True, slots=True)
class DealPlan:
    """One deal: its name until the contract is settled (empty where anything may be chosen), its first step
    once the cards are out, its batches.

    ``holder`` is who has the right to choose, counted clockwise from the
    dealer; ``first`` is how many cards each is dealt before the choice, 0 where all are (R6).
    """

    contract: str
    opening: Step
    batches: tuple[int, ...]
    holder: int = 0
    first: int = 0

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """All the contracts that may be played in this deal."""
        return tuple(contracts_after(self.opening))


@dataclass(frozen=True, slots=True)
class Course:
    """All deals of a game in order. Where the dealers name the contracts, ``named`` are those that have been
    named in the end, in whichever order (DK1)."""

    deals: tuple[DealPlan, ...]
    named: tuple[Contract, ...] = ()

    @property
    def plan(self) -> tuple[str, ...]:
        """The name of each deal until its contract is settled."""
        return tuple(deal.contract for deal in self.deals)


@dataclass(frozen=True, slots=True)
class KingPreset(Preset):
    """A preset of the King family, with what lays out its course of deals."""

    course: Callable[[Rules], Course] = field(kw_only=True, compare=False, repr=False)


@lru_cache(maxsize=256)
def course_of(rules: Rules) -> Course:
    """The course of deals under these rules, of a preset of the King family."""
    assert isinstance(rules.preset, KingPreset)
    return rules.preset.course(rules)


def step_of(view: View) -> Step:
    """Where the deal that a seat sees has got to: what is being chosen, or the contract; public, as all that
    is said."""
    plan = course_of(view.rules).deals[view.deal]
    holder = (view.dealer + plan.holder) % view.players
    said: list[Said] = []
    deal = Choosing(view.players, view.rules.hand_size, view.dealer, holder, said, view.results)
    step = plan.opening
    for one in view.said:
        assert isinstance(step, Phase)
        said.append(one)
        step = step.after(deal, one.action)
    if isinstance(step, TurnUp) and view.shown:
        ((_, last),) = view.shown
        return step.by_suit[SUIT_OF[last]]
    return step


def contract_of(view: View) -> Contract | None:
    """The contract of the deal a seat sees, None while it is open."""
    step = step_of(view)
    return step if isinstance(step, Contract) else None


def contract_played(rules: Rules, result: DealResult) -> Contract:
    """The contract of a deal of this course that has ended and was scored."""
    played = (result.contract, result.trump)
    contracts = course_of(rules).deals[result.deal].contracts
    return next(one for one in contracts if (one.name, one.trump) == played)


def ledger_of(view: View) -> Ledger | None:
    """What has been named in the deals that are over, where the dealers name the contracts; else None."""
    opening = course_of(view.rules).deals[view.deal].opening
    return opening.ledger(view.results, view.players) if isinstance(opening, NameContract) else None
