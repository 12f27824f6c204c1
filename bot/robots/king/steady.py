"""``steady``: counts cards, and compares what it may do by playing the deal out.

It knows which cards are gone and who cannot hold what (``knowledge``), deals the unseen cards out in several
ways that agree with this, and plays each to its end by rules of thumb (``playout``) after every card it might
play. The card with the best mean is played; what it chooses between deal and play is in ``forecast``.
"""

from __future__ import annotations

from itertools import groupby
from typing import Final

from bot.engine.actions import Action
from bot.engine.cards import RANK_OF, SUIT_MASK_OF, Card, CardSet, members
from bot.engine.game import View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import contract_of, step_of
from bot.robots.advice import Advice
from bot.robots.fixed_point import ONE
from bot.robots.king.easy import worth
from bot.robots.king.forecast import WORLDS, chosen
from bot.robots.king.knowledge import KingKnowledge
from bot.robots.king.playout import KingPosition, Playout
from bot.robots.king.reading import KingReading
from bot.robots.neighbours import neighbours
from bot.robots.study import Study

PLAYOUTS: Final = 60
"""About how many times a deal is played out for one card."""
FEWEST_WORLDS: Final = 6
THUMB: Final = 1
"""How much the rules of thumb of ``easy`` count beside what the playouts find."""


def choose(view: View) -> Action:
    """The action of ``view.seat``, whose turn it is."""
    return advise(view).action


def advise(view: View) -> Advice:
    """The same, with the figures."""
    if view.legal & (view.legal - 1) == 0:
        return Advice(view.legal.bit_length() - 1)
    step = step_of(view)
    if isinstance(step, Contract):
        return _card(view, step)
    return Advice(chosen(view, step), WORLDS)


def _card(view: View, contract: Contract) -> Advice:
    knowledge = KingKnowledge(view, contract)
    playout = Playout(contract, view.players, view.rules.hand_size)
    at = position(view)
    cards = unequal(sensible(view, playout, knowledge.unseen), knowledge.unseen, at.best, playout)
    if len(cards) == 1:
        return Advice(cards[0])
    worlds = knowledge.worlds(max(FEWEST_WORLDS, PLAYOUTS // len(cards)))
    reading = KingReading(view, contract)
    played = dict.fromkeys(cards, 0)
    for hands in worlds:
        for card in cards:
            played[card] += playout.points(hands, at, card)[knowledge.seat]
    thumb = THUMB * len(worlds)
    totals = {card: points * ONE + thumb * worth(reading, card) for card, points in played.items()}
    # Of cards equally good the one that is weaker is played where tricks are wanted, else the stronger one.
    sign = 1 if playout.avoiding != contract.reversed_ranks else -1
    best = max(cards, key=lambda card: (totals[card], sign * RANK_OF[card], -card))
    means = tuple((card, points / len(worlds)) for card, points in played.items())
    return Advice(best, len(worlds), means)


def study(view: View) -> Study:
    """What comes of each legal card, by the playouts alone (``bot.robots.study.Studying``)."""
    contract = contract_of(view)
    assert contract is not None
    knowledge, at = KingKnowledge(view, contract), position(view)
    playout = Playout(contract, view.players, view.rules.hand_size)
    worlds = knowledge.worlds(max(FEWEST_WORLDS, PLAYOUTS // view.legal.bit_count()))
    outcomes = {
        card: tuple(playout.points(hands, at, card)[knowledge.seat] * ONE for hands in worlds)
        for card in members(view.legal)
    }
    return Study(tuple(map(tuple, worlds)), outcomes)


def position(view: View) -> KingPosition:
    """Where the play of a deal stands."""
    leader, cards, winner = view.trick
    number = len(view.tricks) + 1
    if winner is None:
        return KingPosition(view.turn, (), -1, -1, number)
    return KingPosition(view.turn, cards, cards[(winner - leader) % view.players], winner, number)


def sensible(view: View, playout: Playout, unseen: CardSet) -> CardSet:
    """The legal cards less those that a game of avoiding forbids by common sense: taking a penalty as the
    last to play where it could be ducked, and leading what nobody can beat, at a price."""
    legal, trick = view.legal, view.trick
    if not playout.avoiding:
        return legal
    beats = playout.contract.beats
    number = len(view.tricks) + 1
    if not trick.cards:
        costs = playout.by_number[number] < 0
        others_void = bool(playout.scoring & unseen)
        lost = sum(
            1 << card
            for card in members(legal)
            if not beats[card] & unseen and (costs or (others_void and not SUIT_MASK_OF[card] & unseen))
        )
        return legal & ~lost or legal
    if len(trick.cards) == view.players - 1:
        at = position(view)
        heap = sum(1 << card for card in trick.cards)
        taking = sum(
            1 << card
            for card in members(legal & beats[at.best])
            if playout.worth(number, heap | 1 << card) < 0
        )
        return legal & ~taking or legal
    return legal


def unequal(legal: CardSet, unseen: CardSet, best: Card, playout: Playout) -> list[Card]:
    """The highest of each group of legal cards that are as good as each other: neighbours that score alike.
    ``best`` is the card that wins the trick."""
    return [
        list(alike)[-1]
        for group in neighbours(legal, unseen, best)
        for _, alike in groupby(group, key=lambda card: playout.worth(0, 1 << card))
    ]
