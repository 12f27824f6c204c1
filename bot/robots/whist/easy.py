"""``easy`` in Colour Whist: counts its hand (``hands``, ``bidding``) and plays by rules of thumb
(``rules_of_thumb``); docs/robots.md has both in words."""

from __future__ import annotations

from typing import Final

from bot.engine.actions import DISCARD, DOUBLE, PASS, TRUMP, Action
from bot.engine.cards import SUIT_OF, SUITS, Card, CardSet, Suit, members
from bot.engine.game import View
from bot.engine.whist.bids import NEGATIVE, TARGETS, WhistContract
from bot.engine.whist.bids import TOGETHER as PAIRS
from bot.engine.whist.presets import whist_preset
from bot.engine.whist.scoring import Tariff
from bot.engine.whist.troel import ACES
from bot.engine.whist.view import WhistDetail, whist_detail
from bot.robots.fixed_point import ONE, fixed
from bot.robots.whist.bidding import BiddingMoment
from bot.robots.whist.hands import TOGETHER, aside, counted, sure
from bot.robots.whist.seen import position, terms_of, unseen

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
        view.seat, view.hand, view.legal, unseen(view), at.leader, at.cards, at.winner, at.taken
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
