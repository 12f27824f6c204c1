"""``easy`` in Colour Whist: counts its hand, as people count, and plays by rules of thumb (``playout``);
docs/robots/easy.md has both in words.

Tricks are counted for a suit as trumps, in a pair or alone; the danger of a hand is about how many tricks it
would take that wants none. What a hand says follows from its counts and the auction alone, so ``steady`` can
ask it for the others. Counts are in parts of a trick (``study.ONE``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from bot.engine.cards import (
    ACE,
    DISCARD,
    DOUBLE,
    JACK,
    KING,
    PAROLE,
    PASS,
    PROPOSE,
    QUEEN,
    SUIT_BITS,
    SUIT_MASKS,
    SUIT_OF,
    SUITS,
    TRUMP,
    WAIT,
    Action,
    ActionSet,
    Card,
    CardSet,
    Suit,
    members,
)
from bot.engine.game import View
from bot.engine.whist.auction import Auction
from bot.engine.whist.contracts import NEGATIVE, TARGETS, Bid, Tariff, WhistContract
from bot.engine.whist.contracts import TOGETHER as PAIRS
from bot.engine.whist.game import ACES, WhistDetail, whist_detail
from bot.engine.whist.presets import whist_preset
from bot.robots.study import ONE, all_fixed, fixed
from bot.robots.whist.playout import position, terms_of

LONG_ENOUGH: Final = 3
"""With how many trumps short suits are counted."""


class CountingScale(NamedTuple):
    """How tricks are counted. ``trumps``: ace, king, queen and jack of trumps; ``length``: each trump beyond
    ``free`` of them; ``sides``: ace, king and queen of another suit, king and queen not being bare;
    ``bare_king``; ``short``: no card, one or two in another suit, with at least three trumps."""

    trumps: tuple[int, ...]
    length: int
    free: int
    sides: tuple[int, ...]
    bare_king: int
    short: tuple[int, ...]


PAIR_SCALE: Final = CountingScale(
    trumps=all_fixed(1.2, 0.8, 0.25, 0.1),
    length=fixed(0.4),
    free=0,
    sides=all_fixed(1.0, 0.75, 0.25),
    bare_king=fixed(0.25),
    short=all_fixed(1.25, 0.75, 0.2),
)
"""The tricks of two partners are the sum of both counts, less a third of a trick."""
LONE_SCALE: Final = CountingScale(
    trumps=all_fixed(1.2, 1.0, 0.7, 0.3),
    length=fixed(0.75),
    free=4,
    sides=all_fixed(1.1, 0.9, 0.3),
    bare_king=0,
    short=all_fixed(1.5, 1.0, 0.3),
)
SCALES: Final = (PAIR_SCALE, LONE_SCALE)

HOPELESS_LENGTH: Final = 4
HOPELESS_COUNT: Final = fixed(3.5)

ROUNDS: Final = all_fixed(1.0, 0.7, 0.4, 0.2, 0.1)
"""How much the lowest, second, third … card of a suit counts in the danger of a hand."""
DESPERATE: Final = fixed(9.0)
"""A danger with which nothing is bid."""


Counts = tuple[int, ...]
"""What a hand counts, by the places below."""
TOGETHER: Final = (0, 1, 2, 3)
"""For each suit: where its tricks with a partner are, the suit being trumps."""
ALONE: Final = (4, 5, 6, 7)
"""The same for tricks alone."""
SOLID: Final = 8
"""The tricks that nobody can keep from the hand without trumps, if it leads."""
SAFE, SAFE_ASIDE, SAFE_LATER = 9, 10, 11
"""The danger, below 0: of the hand; without one card (small misère); once one ace or king has taken its
trick (piccolo)."""


@lru_cache(maxsize=65536)
def counted(hand: CardSet) -> Counts:
    """What a hand counts."""
    suits = [counted_suit(hand >> 13 * suit & SUIT_BITS) for suit in SUITS]
    danger = sum([suit.danger for suit in suits])
    taken = max([suit.relief_high for suit in suits])
    return (
        *_tricks(suits, 0),
        *_tricks(suits, 1),
        sum([suit.solid for suit in suits]),
        -danger,
        max([suit.relief for suit in suits]) - danger,
        taken - danger if taken >= 0 else -DESPERATE,
    )


def hopeless(hand: CardSet, suit: Suit) -> bool:
    """Whether a hand must not propose a suit: fewer than four cards of it, or fewer than three and a half
    tricks counted with it as trumps."""
    held = (hand & SUIT_MASKS[suit]).bit_count()
    return held < HOPELESS_LENGTH or counted(hand)[TOGETHER[suit]] < HOPELESS_COUNT


def aside(hand: CardSet) -> Card:
    """The card without which the hand is in the least danger."""
    return min(members(hand), key=lambda card: (-counted(hand ^ 1 << card)[SAFE], -card))


def sure(hand: CardSet, trump: Suit | None) -> int:
    """The tricks counted against a contract: aces, guarded kings, and trumps that are guarded likewise."""
    quarters = 0
    for suit in SUITS:
        held = hand >> 13 * suit & SUIT_BITS
        cards = held.bit_count()
        quarters += 4 * (held >> ACE & 1)
        quarters += (held >> KING & 1) * (3 if cards > 1 else 1)
        if suit == trump:
            quarters += (held >> QUEEN & 1) * 3 * (cards > 2) + 2 * max(0, cards - 3)
    return quarters * ONE // 4


class SuitCounts(NamedTuple):
    """What the cards held of one suit count, for ``counted`` to add up: tricks by each scale as ``trumps``
    and at the ``side``, and what few cards (``short``) add; ``relief`` by how much the danger falls without
    one card, ``relief_high`` without an ace or king, below 0 where there is none."""

    long: bool
    trumps: tuple[int, ...]
    side: tuple[int, ...]
    short: tuple[int, ...]
    solid: int
    danger: int
    relief: int
    relief_high: int


@lru_cache(maxsize=8192)
def counted_suit(held: int) -> SuitCounts:
    """What ranks held of one suit count."""
    cards = held.bit_count()
    top = held >> (~held & SUIT_BITS).bit_length()
    danger = _danger(held)
    reliefs = {rank: danger - _danger(held ^ 1 << rank) for rank in range(13) if held >> rank & 1}
    return SuitCounts(
        long=cards >= LONG_ENOUGH,
        trumps=tuple(_trumps(held, scale) for scale in SCALES),
        side=tuple(_side(held, scale) for scale in SCALES),
        short=tuple(scale.short[cards] if cards < len(scale.short) else 0 for scale in SCALES),
        solid=ONE * (cards if top.bit_count() >= 13 - cards else top.bit_count()),
        danger=danger,
        relief=max(reliefs.values(), default=0),
        relief_high=max((reliefs[rank] for rank in reliefs if rank >= KING), default=-ONE),
    )


def _tricks(suits: Sequence[SuitCounts], scale: int) -> list[int]:
    """The tricks counted by the suit made trumps."""
    sides = sum([suit.side[scale] for suit in suits])
    short = sum([suit.short[scale] for suit in suits])
    return [
        suit.trumps[scale] + sides - suit.side[scale] + (short - suit.short[scale] if suit.long else 0)
        for suit in suits
    ]


def _trumps(held: int, scale: CountingScale) -> int:
    honours = zip((ACE, KING, QUEEN, JACK), scale.trumps, strict=True)
    found = sum(worth for rank, worth in honours if held >> rank & 1)
    return found + scale.length * max(0, held.bit_count() - scale.free)


def _side(held: int, scale: CountingScale) -> int:
    ace, king, queen = scale.sides
    guarded = held.bit_count() > 1
    found = ace * (held >> ACE & 1) + queen * (held >> QUEEN & 1) * guarded
    return found + (king if guarded else scale.bare_king) * (held >> KING & 1)


def _danger(held: int) -> int:
    out = 13 - held.bit_count()
    ranks = [rank for rank in range(13) if held >> rank & 1][: len(ROUNDS)]
    return (
        sum(ROUNDS[below] * (rank - below) ** 2 for below, rank in enumerate(ranks)) // out**2 if out else 0
    )


PROPOSE_FROM: Final = fixed(4.5)
"""The count that proposes, where eight tricks would outrank what stands."""
AGAIN_FROM: Final = fixed(5.0)
"""The count that proposes the same suit again."""
PROPOSER_HAS: Final = fixed(6.0)
"""What the count of a proposer is taken for."""
ACCEPTOR_HAS: Final = fixed(5.0)
"""What the count of an acceptor is taken for."""
HOPED: Final = fixed(1.0)
"""How many tricks a hand that plays alone may count less than it bids."""
PAROLE_WITHIN: Final = fixed(1.0)
"""How many tricks may be missing where the decision is left to the partner."""
WAIT_FROM: Final = fixed(3.5)
"""The count that eldest hand waits with for a proposal in that suit."""
SAFETY: Final = {
    WhistContract.SMALL_MISERE: (SAFE_ASIDE, fixed(-0.5)),
    WhistContract.PICCOLO: (SAFE_LATER, fixed(-0.5)),
    WhistContract.GRAND_MISERE: (SAFE, fixed(-0.55)),
    WhistContract.OPEN_MISERE: (SAFE, fixed(-0.15)),
}
"""How much danger contracts of avoiding tricks are still bid with, below 0, and which of a hand's dangers."""
FIRST: Final = (
    WhistContract.GRAND_SLAM,
    WhistContract.SMALL_SLAM,
    WhistContract.OPEN_MISERE,
    WhistContract.ABONDANCE,
    WhistContract.GRAND_MISERE,
    WhistContract.PICCOLO,
    WhistContract.SMALL_MISERE,
    WhistContract.SOLO,
    WhistContract.PAIR,
)
"""Of the contracts that a hand is good for, the one named first is bid."""


class BiddingMoment:
    """A moment of an auction at which somebody is asked. What may be said then is found out once, however
    many hands are tried; ``after`` leads to the same moments again."""

    def __init__(self, auction: Auction) -> None:
        assert auction.turn is not None
        self.auction = auction
        self.seat: int = auction.turn
        self.then: dict[Action, BiddingMoment | Auction] = {}

    @cached_property
    def legal(self) -> ActionSet:
        """What may be said."""
        return self.auction.legal()

    @cached_property
    def asks(self) -> list[tuple[Action, WhistContract, int, int]]:
        """The contracts that may be bid, in the order in which they are thought of, each with what has to be
        counted for it, and how much."""
        bids = sorted(
            self.auction.bids(self.seat).items(), key=lambda one: (FIRST.index(one[1].kind), one[0])
        )
        return [(action, bid.kind, *self.asked(bid)) for action, bid in bids]

    def asked(self, bid: Bid) -> tuple[int, int]:
        """Which of a hand's counts decides on a bid, and what it must be at least."""
        if bid.kind in SAFETY:
            return SAFETY[bid.kind]
        if bid.suit is None:
            return SOLID, bid.target * ONE
        if bid.kind is not WhistContract.PAIR:
            return ALONE[bid.suit], bid.target * ONE - HOPED
        pair = self.auction.pair_of(self.seat)
        proposed = pair is not None and pair.proposer == self.seat
        return TOGETHER[bid.suit], bid.level * ONE - (ACCEPTOR_HAS if proposed else PROPOSER_HAS)

    @cached_property
    def proposals(self) -> list[tuple[Suit, int]]:
        """The suits that may be proposed, each with the count that it takes."""
        ranking, standing = self.auction.allowed.ranking, self.auction.standing
        proposed = self.auction.speakers[self.seat].proposed
        found: list[tuple[Suit, int]] = []
        for suit in SUITS:
            if self.legal >> PROPOSE[suit] & 1:
                bid = ranking.lowest(WhistContract.PAIR, suit, range(8, 14), standing)
                assert bid is not None
                least = AGAIN_FROM if suit in proposed else PROPOSE_FROM
                found.append((suit, least + (bid.level - 8) * ONE))
        return found

    def after(self, action: Action) -> BiddingMoment | Auction:
        """The moment after this was said, or the auction where that ends it."""
        if action not in self.then:
            auction = self.auction.after(action)
            self.then[action] = auction if auction.turn is None else BiddingMoment(auction)
        return self.then[action]

    # What a hand says

    def said(self, hand: CardSet) -> Action:
        """What a hand says: the first contract that it is good for, in its best suit; else a proposal; else
        it leaves the decision to its partner, waits or passes."""
        if self.legal == 1 << PASS:
            return PASS
        counts = counted(hand)
        found, chosen, most = PASS, None, 0
        for action, kind, column, least in self.asks:
            if chosen is not None and kind is not chosen:
                break
            margin = counts[column] - least
            if margin >= 0 and (chosen is None or margin > most):
                found, chosen, most = action, kind, margin
        return found if chosen is not None else self._aside(hand, counts)

    def margins(self, counts: Counts) -> dict[Action, int]:
        """For each contract that may be bid, by how much a hand is better than it asks."""
        return {action: counts[column] - least for action, _, column, least in self.asks}

    def _aside(self, hand: CardSet, counts: Counts) -> Action:
        """What is said by a hand that is not good enough for any contract on its own."""
        spare = [
            (counts[TOGETHER[suit]] - least, suit)
            for suit, least in self.proposals
            if counts[TOGETHER[suit]] >= least and not hopeless(hand, suit)
        ]
        if spare:
            return PROPOSE[max(spare)[1]]
        if self.legal >> PAROLE & 1:
            needed = self.auction.needed(self.seat)
            if needed is not None:
                column, least = self.asked(needed)
                if counts[column] >= least - PAROLE_WITHIN:
                    return PAROLE
        best = max(counts[column] for column in TOGETHER)
        return WAIT if self.legal >> WAIT & 1 and best >= WAIT_FROM else PASS


DOUBLE_WITH_PARTNER: Final = fixed(0.65)
DOUBLE_ALONE: Final = fixed(0.5)
"""What part of the tricks that beat a contract a hand must count in itself to double it, of two defenders
and of three."""


def choose(view: View) -> Action:
    """The action of ``view.seat``, whose turn it is."""
    if not view.legal & (view.legal - 1):
        return view.legal.bit_length() - 1
    detail = whist_detail(view)
    if view.phase == "play":
        return card(view)
    if view.phase == "bidding":
        return BiddingMoment(detail.auction).said(view.hand)
    if view.phase == "double":
        return DOUBLE if beats(detail, view.hand, view.trump) else PASS
    if view.phase == "discard":
        return DISCARD[laid_aside(view.seat in detail.bidders, view.hand)]
    called = detail.troel.called if detail.troel else None
    if called is None:
        called = (ACES & view.hand).bit_length() - 1
    return TRUMP[trumps(view.hand, called, whist_preset(view.rules).tariff)]


def card(view: View) -> Card:
    """The card to play."""
    assert view.seat is not None
    at = position(view)
    return terms_of(view).aims.card(
        view.seat, view.hand, view.legal, view.unseen, at.leader, at.cards, at.winner, at.taken
    )


def laid_aside(bidding: bool, hand: CardSet) -> Card:
    """The card laid aside in small misère: the bidders' most dangerous one, the others' highest, of the
    shortest suit."""
    if bidding:
        return aside(hand)
    suit_of = {card: sum(other // 13 == card // 13 for other in members(hand)) for card in members(hand)}
    return max(members(hand), key=lambda card: (card % 13, -suit_of[card]))


def trumps(hand: CardSet, called: Card, tariff: Tariff) -> Suit:
    """What a troel's partner makes trumps: the suit that counts most, the called card's for as much more as
    its contract asks fewer tricks (C22)."""
    counts, fewer = counted(hand), TARGETS[WhistContract.TROEL] - tariff.low_troel
    return max(
        SUITS, key=lambda suit: (counts[TOGETHER[suit]] + fewer * ONE * (suit == SUIT_OF[called]), suit)
    )


def beats(detail: WhistDetail, hand: CardSet, trump: Suit | None) -> bool:
    """Whether a hand counts enough tricks to double a contract."""
    bid = detail.bid
    assert bid is not None
    if bid.kind in NEGATIVE or bid.kind is WhistContract.TROEL:
        return False
    assert detail.target is not None
    needed = 14 - detail.target
    share = DOUBLE_WITH_PARTNER if bid.kind in PAIRS else DOUBLE_ALONE
    return sure(hand, trump) >= share * needed
