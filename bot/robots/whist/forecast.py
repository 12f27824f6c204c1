"""What ``steady`` says before the play. Each thing it may say is judged alike: deal the unseen cards out
several times, let everybody speak on by the rule of thumb, play the contract out that comes of it, and
compare the points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from typing import ClassVar, Final, NamedTuple

from bot.engine.actions import MISERE, PAROLE, PASS, PICCOLO, PROPOSE, WAIT, Action
from bot.engine.cards import SUIT_OF, Card, Suit
from bot.engine.game import View
from bot.engine.whist.auction import Auction
from bot.engine.whist.bids import BIDDER_LEADS, Bid, WhistContract
from bot.engine.whist.presets import whist_preset
from bot.engine.whist.troel import ACES
from bot.engine.whist.view import WhistDetail, whist_detail
from bot.robots.fixed_point import fixed, mean_and_squares
from bot.robots.whist.bidding import BiddingMoment
from bot.robots.whist.easy import laid_aside, trumps
from bot.robots.whist.hands import TOGETHER, counted, hopeless
from bot.robots.whist.playout import opening, tricks
from bot.robots.whist.terms import ContractTerms
from bot.robots.worlds import Hands

WORLDS: Final = 24
"""In how many ways the unseen cards are dealt out."""
PROMISING: Final = fixed(-1.0)
"""How much less than a contract or a proposal asks a hand may count for it to be considered."""
AVOIDING: Final = frozenset((*MISERE.values(), PICCOLO))
DOUBT: Final = 0.2
"""By how many standard deviations of what it gains from deal to deal something must be better than what the
rule of thumb says: deals that are played out by rules of thumb tell only so much."""


End = tuple[Bid, tuple[int, ...]]
"""How an auction ends: what is played, and by whom."""


class WhistForecast:
    """What may come of an auction, as ``view.seat`` sees it, in ``worlds``, ways in which the cards may
    lie."""

    promising_danger: ClassVar[int] = fixed(-0.1)
    """The same as ``PROMISING`` for the danger of a contract of avoiding tricks."""

    def __init__(self, view: View, worlds: Sequence[Hands]) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.worlds = worlds
        self.known: dict[tuple[End, int], int] = {}
        """What this seat gains where an auction ends so in a world, in a unit that is the same for all."""

    def said(self) -> Action:
        """What to say: what the rule of thumb says, if nothing is clearly better."""
        moment = BiddingMoment(whist_detail(self.view).auction)
        usual = moment.said(self.view.hand)
        best, most = usual, 0.0
        expected = self._points(moment, usual)
        for action in self._promising(moment):
            if action == usual:
                continue
            gains = [new - old for new, old in zip(self._points(moment, action), expected, strict=True)]
            mean, squares = mean_and_squares(gains)
            clear = mean - DOUBT * sqrt(squares / (len(gains) - 1))
            if clear > most:
                best, most = action, clear
        return best

    def _promising(self, moment: BiddingMoment) -> Iterator[Action]:
        """What is worth considering."""
        hand, counts = self.view.hand, counted(self.view.hand)
        yield PASS
        yield from (action for action in (PAROLE, WAIT) if moment.legal >> action & 1)
        for action, margin in moment.margins(counts).items():
            if margin >= (self.promising_danger if action in AVOIDING else PROMISING):
                yield action
        for suit, least in moment.proposals:
            if not hopeless(hand, suit) and counts[TOGETHER[suit]] >= least + PROMISING:
                yield PROPOSE[suit]

    def _points(self, moment: BiddingMoment, action: Action) -> list[int]:
        """What this seat gains in each world if it says this."""
        ends = [spoken_on(moment.after(action), hands) for hands in self.worlds]
        self._play_out(ends)
        return [0 if end is None else self.known[end, world] for world, end in enumerate(ends)]

    def _play_out(self, ends: Sequence[End | None]) -> None:
        """Find out what this seat gains in each world, in which the auction ends like this."""
        for world, end in enumerate(ends):
            if end is not None and (end, world) not in self.known:
                self.known[end, world] = outcome(self.view, *end, self.worlds[world])[self.seat]


def spoken_on(moment: BiddingMoment | Auction, hands: Hands) -> End | None:
    """How an auction ends in which everybody speaks on by the rule of thumb; None where nobody plays."""
    while isinstance(moment, BiddingMoment):
        moment = moment.after(moment.said(hands[moment.seat]))
    return None if moment.standing is None else (moment.standing, moment.side)


class Ready(NamedTuple):
    """A contract before its first lead: its terms, the hands, and who leads."""

    terms: ContractTerms
    hands: Hands
    leader: int


def outcome(view: View, bid: Bid, side: tuple[int, ...], hands: Hands) -> tuple[int, ...]:
    """What each seat gains when a contract is played with these hands (``ready``)."""
    terms, hands, leader = ready(view, bid, side, hands)
    return terms.points(tricks(terms.aims, hands, opening(leader)))


def ready(view: View, bid: Bid, side: tuple[int, ...], hands: Hands) -> Ready:
    """A contract with these hands, laid aside and trumps named by the rule of thumb; of a troel's ``side``
    the partner may be missing."""
    detail = whist_detail(view)
    leader = (view.dealer + 1) % 4
    terms = ContractTerms(
        whist_preset(view.rules).tariff, bid, side, bid.suit, bid.target, False, detail.after_thrown_in
    )
    if bid.kind in BIDDER_LEADS:
        (leader,) = side
    elif bid.kind is WhistContract.SMALL_MISERE:
        hands = [hand ^ 1 << laid_aside(seat in side, hand) for seat, hand in enumerate(hands)]
    elif bid.kind is WhistContract.TROEL:
        called = called_card(detail, hands)
        leader = next(seat for seat, hand in enumerate(hands) if hand >> called & 1)
        terms = in_trumps(terms, (side[0], leader), trumps(hands[leader], called, terms.tariff), called)
    return Ready(terms, hands, leader)


def called_card(detail: WhistDetail, hands: Hands) -> Card:
    """The card that a troel's partner holds (C2)."""
    troel = detail.troel
    assert troel is not None
    return troel.called if troel.called is not None else (ACES & ~hands[troel.bidder]).bit_length() - 1


def in_trumps(terms: ContractTerms, bidders: tuple[int, ...], trump: Suit, called: Card) -> ContractTerms:
    """A troel's terms once the partner has named trumps (C22)."""
    target = terms.tariff.low_troel if trump == SUIT_OF[called] else terms.bid.target
    return replace(terms, bidders=bidders, trump=trump, target=target)
