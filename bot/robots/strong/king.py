"""``strong`` in games of the King family."""

from __future__ import annotations

from typing import Final

import numpy as np

from bot.engine.actions import Action
from bot.engine.cards import RANK_OF, Card
from bot.engine.game import View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import contract_of, step_of
from bot.robots.core.deal import Deal, Table, of_contract
from bot.robots.core.worlds import Hidden
from bot.robots.king import steady
from bot.robots.king.easy import worth
from bot.robots.king.knowledge import Knowledge
from bot.robots.king.reading import Reading
from bot.robots.strong.king_choices import chosen
from bot.robots.strong.looking import Look, look, study_of
from bot.robots.study import Study

THUMB: Final = 0.0
"""How much the rules of thumb of ``easy`` count beside what the playouts find."""


def choose(view: View) -> Action:
    """The action of ``view.seat``, whose turn it is. Raises Unsupported."""
    if not view.legal & (view.legal - 1):
        return view.legal.bit_length() - 1
    step = step_of(view)
    if not isinstance(step, Contract):
        return chosen(view, step)
    deal = of_contract(step, view.players, view.rules.hand_size)
    looked = _look(view, step, deal)
    reading = Reading(view, step)
    means = looked.points.mean(axis=1)
    if THUMB and not looked.exact:
        means = means + [THUMB * worth(reading, group[0]) for group in looked.groups]
    # Of cards equally good the one that is weaker is played where tricks are wanted, else the stronger one.
    sign = 1 if deal.avoiding != deal.falling else -1
    best = float(means.max())
    cards = [
        card for mean, group in zip(means, looked.groups, strict=True) if mean > best - 1e-9 for card in group
    ]
    return max(cards, key=lambda card: (sign * RANK_OF[card], -card))


def study(view: View) -> Study:
    """What comes of each legal card (``bot.robots.study.Studying``). Raises Unsupported."""
    contract = contract_of(view)
    assert contract is not None
    return study_of(
        _look(view, contract, of_contract(contract, view.players, view.rules.hand_size)), view.players
    )


def _look(view: View, contract: Contract, deal: Deal) -> Look:
    knowledge = Knowledge(view, contract)
    hidden = Hidden(
        knowledge.unseen & ~sum(knowledge.known),
        np.array(knowledge.known, np.int64),
        np.array(knowledge.room, np.int64),
        np.array(knowledge.excluded, np.int64),
    )
    seed = view.hand | knowledge.played << 52 | knowledge.seat << 104 | view.deal << 107
    return look(deal, table_of(view), view.legal, hidden, seed)


def table_of(view: View) -> Table:
    """Where the play stands."""
    at = steady.position(view)
    heap = sum(1 << card for card in at.cards)
    led: Card = at.cards[0] if at.cards else -1
    return Table(at.turn, led, at.best, at.winner, heap, len(at.cards), at.number, 0)
