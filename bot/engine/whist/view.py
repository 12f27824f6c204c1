"""What a seat may see of a deal of Colour Whist beyond what every game shows."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.cards import Card, CardSet
from bot.engine.game import DealResult, Detail, View
from bot.engine.whist.auction import Auction
from bot.engine.whist.bids import Bid
from bot.engine.whist.scoring import Payment


@dataclass(frozen=True, slots=True)
class TroelView:
    """A troel as a seat may know it: ``called`` where the card was named aloud, ``partner`` from the naming
    of trumps on, and to the partner from the start (C2, C19)."""

    bidder: int
    called: Card | None
    partner: int | None


@dataclass(frozen=True, slots=True)
class WhistDetail(Detail):
    """The auction, and the contract once it is settled: ``bidders`` are who plays it as far as this seat may
    know, proposer or troel's bidder first; ``target`` the tricks it asks (C22), None while troel's trumps
    are open. ``discarded`` tells who has laid a card aside, ``own_discard`` which card this seat did (C20).
    ``multiplier`` is what is known of C25 before the tricks are."""

    auction: Auction
    troel: TroelView | None
    bid: Bid | None
    bidders: tuple[int, ...]
    target: int | None
    doubled_by: int | None
    after_thrown_in: bool
    multiplier: int
    discarded: tuple[bool, ...]
    own_discard: Card | None

    @property
    def laid_aside(self) -> CardSet:
        return 0 if self.own_discard is None else 1 << self.own_discard


@dataclass(frozen=True, slots=True)
class WhistResult(Detail):
    """What came of a contract: whether each bidder made it, and who pays whom. A deal thrown in has no
    ``bid`` and nothing else."""

    bid: Bid | None = None
    bidders: tuple[int, ...] = ()
    target: int = 0
    made: tuple[bool, ...] = ()
    multiplier: int = 1
    doubled_by: int | None = None
    payments: tuple[Payment, ...] = ()


def whist_detail(view: View) -> WhistDetail:
    """The detail of a view that is known to be of Colour Whist."""
    assert isinstance(view.detail, WhistDetail)
    return view.detail


def whist_result(result: DealResult) -> WhistResult:
    """The detail of a result that is known to be of Colour Whist."""
    assert isinstance(result.detail, WhistResult)
    return result.detail
