"""``strong`` in games of the King family."""

from __future__ import annotations

import numpy as np

from bot.engine.actions import Action
from bot.engine.cards import RANK_OF, Card
from bot.engine.game import View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import contract_of, step_of
from bot.robots.core.deal import CompiledDeal, PlayState, of_contract
from bot.robots.core.endings import ALIKE
from bot.robots.core.worlds import Hidden
from bot.robots.king import steady
from bot.robots.king.knowledge import KingKnowledge
from bot.robots.strong.king_choices import chosen
from bot.robots.strong.looking import GroupQuestion, asked, compared, study_of
from bot.robots.study import Study


def choose(view: View) -> Action:
    """The action of ``view.seat``, whose turn it is. Raises Unsupported."""
    if not view.legal & (view.legal - 1):
        return view.legal.bit_length() - 1
    step = step_of(view)
    if not isinstance(step, Contract):
        return chosen(view, step)
    deal = of_contract(step, view.players, view.rules.hand_size)
    # Of cards equally good the one that is weaker is played where tricks are wanted, else the stronger one.
    sign = 1 if deal.avoiding != deal.falling else -1
    found, _ = compared(_asked(view, step, deal))
    most = max(mean for _, mean in found)
    best = [card for group, mean in found if mean > most - ALIKE for card in group]
    return max(best, key=lambda card: (sign * RANK_OF[card], -card))


def study(view: View) -> Study:
    """What comes of each legal card (``bot.robots.study.Studying``). Raises Unsupported."""
    contract = contract_of(view)
    assert contract is not None
    deal = of_contract(contract, view.players, view.rules.hand_size)
    return study_of(_asked(view, contract, deal))


def _asked(view: View, contract: Contract, deal: CompiledDeal) -> GroupQuestion:
    knowledge = KingKnowledge(view, contract)
    hidden = Hidden(
        knowledge.unseen & ~sum(knowledge.known),
        np.array(knowledge.known, np.int64),
        np.array(knowledge.room, np.int64),
        np.array(knowledge.excluded, np.int64),
    )
    seed = view.hand | knowledge.played << 52 | knowledge.seat << 104 | view.deal << 107
    return asked(deal, table_of(view), view.legal, hidden, seed)


def table_of(view: View) -> PlayState:
    """Where the play stands."""
    at = steady.position(view)
    heap = sum(1 << card for card in at.cards)
    led: Card = at.cards[0] if at.cards else -1
    return PlayState(at.turn, led, at.best, at.winner, heap, len(at.cards), at.number, 0)
