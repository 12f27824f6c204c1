"""``steady`` in Colour Whist: counts cards, and compares what it may do by playing the deal out.

It knows which cards are gone, who is out of what and what was said (``knowledge``), deals the unseen cards
out in several ways that agree with this, and plays each to its end by the rules of thumb (``playout``) after
every card it might play. What it may say before the play is judged alike: everybody speaks on by the rule of
thumb, and the contract is played out that comes of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from typing import ClassVar, Final, NamedTuple

from bot.engine.cards import (
    DOUBLE,
    MISERE,
    PAROLE,
    PASS,
    PICCOLO,
    PROPOSE,
    SUIT_OF,
    SUITS,
    TRUMP,
    WAIT,
    Action,
    Card,
    CardSet,
    Suit,
    members,
)
from bot.engine.game import View
from bot.engine.whist.auction import Auction
from bot.engine.whist.contracts import BIDDER_LEADS, Bid, WhistContract
from bot.engine.whist.game import ACES, WhistDetail, whist_detail
from bot.engine.whist.presets import whist_preset
from bot.robots.study import ONE, Advice, Study, fixed, mean_and_squares
from bot.robots.whist import easy
from bot.robots.whist.easy import TOGETHER, BiddingMoment, counted, hopeless, laid_aside, trumps
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.whist.playout import ContractTerms, opening, position, terms_of, tricks
from bot.robots.worlds import Hands, neighbours

WORLDS: Final = {"bidding": 24, "double": 30, "trump": 30}
"""In how many ways the unseen cards are dealt out for a choice before the play, by its phase."""
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
        wanted: dict[End, list[int]] = {}
        for world, end in enumerate(ends):
            if end is not None and (end, world) not in self.known:
                wanted.setdefault(end, []).append(world)
        for end, worlds in wanted.items():
            gains = self.gains([ready(self.view, *end, self.worlds[world]) for world in worlds])
            self.known |= {
                (end, world): self.weighed(end, gain) for world, gain in zip(worlds, gains, strict=True)
            }
        return [0 if end is None else self.known[end, world] for world, end in enumerate(ends)]

    def gains(self, contracts: Sequence[Ready]) -> list[int]:
        """What this seat gains in each, played out by the rules of thumb; all are of one bid."""
        return [contract.points()[self.seat] for contract in contracts]

    def weighed(self, end: End, gain: int) -> int:
        """What this seat gains, in the unit of ``known``."""
        return gain

    def doubled(self) -> Action:
        """Doubles what will more likely fail, counted in points."""
        detail = whist_detail(self.view)
        assert detail.bid is not None
        played = [ready(self.view, detail.bid, detail.bidders, hands) for hands in self.worlds]
        return DOUBLE if sum(self.gains(played)) > 0 else PASS

    def trumps(self) -> Action:
        """The trumps in which a troel pays best."""
        detail, terms = whist_detail(self.view), terms_of(self.view)
        called = called_card(detail, self.worlds[0])

        def total(suit: Suit) -> int:
            named = in_trumps(terms, detail.bidders, suit, called)
            return sum(self.gains([Ready(named, hands, self.seat) for hands in self.worlds]))

        return TRUMP[max(SUITS, key=lambda suit: (total(suit), suit))]

    def choice(self) -> Action:
        """What to say in the auction, whether to double, or what to make trumps."""
        return {"bidding": self.said, "double": self.doubled, "trump": self.trumps}[self.view.phase]()


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

    def points(self) -> tuple[int, ...]:
        """What each seat gains, played out by the rules of thumb."""
        return self.terms.points(tricks(self.terms.aims, self.hands, opening(self.leader)))


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


PLAYOUTS: Final = 120
"""About how many times a deal is played out for one card."""
FEWEST_WORLDS: Final = 10
MOST_WORLDS: Final = 40
THUMB: Final = fixed(0.05)
"""How much the card that the rules of thumb name is preferred, in parts of a point."""


def choose(view: View) -> Action:
    """The action of ``view.seat``, whose turn it is."""
    return advise(view).action


def advise(view: View) -> Advice:
    """The same, with the figures."""
    if not view.legal & (view.legal - 1):
        return Advice(view.legal.bit_length() - 1)
    if view.phase == "play":
        return _card(view)
    if view.phase in WORLDS:
        worlds = WhistKnowledge(view).worlds(WORLDS[view.phase])
        return Advice(WhistForecast(view, worlds).choice(), len(worlds))
    return Advice(easy.choose(view))


def _card(view: View) -> Advice:
    """The card that does best in the deals played out, that of the rules of thumb if it does as well."""
    knowledge, usual = WhistKnowledge(view), easy.card(view)
    cards = unequal(view.legal, knowledge.unseen, view.best, usual)
    if len(cards) == 1:
        return Advice(usual)
    studied = _studied(knowledge, cards)
    thumb = THUMB * len(studied.worlds)
    best = max(cards, key=lambda card: (sum(studied.outcomes[card]) + thumb * (card == usual), -card))
    return Advice(best, len(studied.worlds), tuple((card, studied.mean(card)) for card in cards))


def study(view: View) -> Study:
    """What comes of each legal card, by the playouts alone (``bot.robots.study.Studying``)."""
    return _studied(WhistKnowledge(view), members(view.legal))


def _studied(knowledge: WhistKnowledge, cards: Sequence[Card]) -> Study:
    """What comes of each of these cards."""
    seat, terms, at = knowledge.seat, terms_of(knowledge.view), position(knowledge.view)
    worlds = knowledge.worlds(min(MOST_WORLDS, max(FEWEST_WORLDS, PLAYOUTS // len(cards))))
    outcomes = {
        card: tuple(terms.points(tricks(terms.aims, hands, at, card))[seat] * ONE for hands in worlds)
        for card in cards
    }
    return Study(tuple(map(tuple, worlds)), outcomes)


def unequal(legal: CardSet, unseen: CardSet, best: Card, usual: Card) -> list[Card]:
    """One of each group of legal cards that are as good as each other: ``usual`` where it is among them, else
    the lowest. ``best`` is the card that wins the trick."""
    return [usual if usual in group else group[0] for group in neighbours(legal, unseen, best)]
