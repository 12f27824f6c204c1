"""``steady`` in Colour Whist: counts cards, and compares what it may do by playing the deal out.

It knows which cards are gone, who is out of what and what was said (``knowledge``), deals the unseen cards
out in several ways that agree with this, and plays each to its end by the rules of thumb (``playout``) after
every card it might play. What it says before the play is in ``forecast``.
"""

from __future__ import annotations

from typing import Final

from bot.engine.actions import DOUBLE, PASS, TRUMP, Action
from bot.engine.cards import SUITS, Card, CardSet, Suit, members
from bot.engine.game import View
from bot.engine.whist.view import whist_detail
from bot.robots.advice import Advice
from bot.robots.fixed_point import ONE, fixed
from bot.robots.neighbours import neighbours
from bot.robots.study import Study
from bot.robots.whist import easy
from bot.robots.whist.forecast import WORLDS as SAID_WORLDS
from bot.robots.whist.forecast import WhistForecast, called_card, in_trumps, outcome
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.whist.playout import opening, tricks
from bot.robots.whist.seen import position, terms_of

PLAYOUTS: Final = 120
"""About how many times a deal is played out for one card."""
FEWEST_WORLDS: Final = 10
MOST_WORLDS: Final = 40
WORLDS: Final = 30
"""In how many ways the unseen cards are dealt out for a choice before the play."""
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
    if view.phase == "bidding":
        return Advice(WhistForecast(view, WhistKnowledge(view).worlds(SAID_WORLDS)).said(), SAID_WORLDS)
    if view.phase == "double":
        return Advice(_doubled(view), WORLDS)
    if view.phase == "trump":
        return Advice(_trumps(view), WORLDS)
    return Advice(easy.choose(view))


def _card(view: View) -> Advice:
    """The card that does best in the deals played out, that of the rules of thumb if it does as well."""
    assert view.seat is not None
    knowledge, terms, at = WhistKnowledge(view), terms_of(view), position(view)
    usual = easy.card(view)
    cards = unequal(view.legal, knowledge.unseen, at.best, usual)
    if len(cards) == 1:
        return Advice(usual)
    worlds = knowledge.worlds(min(MOST_WORLDS, max(FEWEST_WORLDS, PLAYOUTS // len(cards))))
    played = dict.fromkeys(cards, 0)
    for hands in worlds:
        for card in cards:
            played[card] += terms.points(tricks(terms.aims, hands, at, card))[view.seat]
    thumb = THUMB * len(worlds)
    best = max(cards, key=lambda card: (played[card] * ONE + thumb * (card == usual), -card))
    return Advice(best, len(worlds), tuple((card, points / len(worlds)) for card, points in played.items()))


def study(view: View) -> Study:
    """What comes of each legal card, by the playouts alone (``bot.robots.study.Studying``)."""
    assert view.seat is not None
    seat, terms, at = view.seat, terms_of(view), position(view)
    worlds = WhistKnowledge(view).worlds(
        min(MOST_WORLDS, max(FEWEST_WORLDS, PLAYOUTS // view.legal.bit_count()))
    )
    outcomes = {
        card: tuple(terms.points(tricks(terms.aims, hands, at, card))[seat] * ONE for hands in worlds)
        for card in members(view.legal)
    }
    return Study(tuple(map(tuple, worlds)), outcomes)


def _doubled(view: View) -> Action:
    """Doubles what will more likely fail, counted in points."""
    assert view.seat is not None
    detail = whist_detail(view)
    assert detail.bid is not None
    worlds = WhistKnowledge(view).worlds(WORLDS)
    gains = [outcome(view, detail.bid, detail.bidders, hands)[view.seat] for hands in worlds]
    return DOUBLE if sum(gains) > 0 else PASS


def _trumps(view: View) -> Action:
    """The trumps in which a troel pays best."""
    assert view.seat is not None
    detail, seat = whist_detail(view), view.seat
    worlds = WhistKnowledge(view).worlds(WORLDS)
    called = called_card(detail, worlds[0])
    named = [in_trumps(terms_of(view), detail.bidders, suit, called) for suit in SUITS]

    def total(suit: Suit) -> int:
        terms = named[suit]
        return sum(terms.points(tricks(terms.aims, hands, opening(seat)))[seat] for hands in worlds)

    return TRUMP[max(SUITS, key=lambda suit: (total(suit), suit))]


def unequal(legal: CardSet, unseen: CardSet, best: Card, usual: Card) -> list[Card]:
    """One of each group of legal cards that are as good as each other: ``usual`` where it is among them, else
    the lowest. ``best`` is the card that wins the trick."""
    return [usual if usual in group else group[0] for group in neighbours(legal, unseen, best)]
