"""What ``easy`` says before the play: the contract, trump or direction that its hand is worth most in, and
what it gives or takes for the right to choose. Points and tricks are in parts of one (``fixed_point.ONE``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.engine.actions import ACCEPT, BID, OFFER, PASS, REFUSE, Action
from bot.engine.cards import members
from bot.engine.game import View
from bot.engine.king.choosing import (
    Answer,
    Direction,
    Naming,
    Offers,
    Phase,
    Step,
    TrickAuction,
    TurnUp,
    contracts_after,
    sale,
    standing,
)
from bot.engine.king.contracts import Contract
from bot.robots.fixed_point import ONE, fixed
from bot.robots.king.hands import HeldCards

MARGIN: Final = fixed(0.5)
"""How many tricks a choice must be worth more than its price."""
USUAL_PRICE: Final = fixed(1.0)
"""How many tricks the right to choose is thought to fetch."""


def chosen(view: View, phase: Step) -> Action:
    """The choice of ``view.seat``, whose turn it is. Of choices equally good the first one is made."""
    legal = members(view.legal)
    if isinstance(phase, Naming):
        return max(legal, key=lambda action: (worth(view, phase.names[action]), -action))
    if isinstance(phase, Answer):
        best = standing(view.said)
        assert best is not None
        return ACCEPT if best.tricks * ONE > gain_of_naming(view, phase.then) else REFUSE
    assert isinstance(phase, Offers | TrickAuction)
    return _least(OFFER if isinstance(phase, Offers) else BID, legal, gain_of_naming(view, phase.then))


def worth(view: View, step: Step) -> int:
    """About how many points a step is worth to the seat that takes it, more than to the others."""
    hand = HeldCards(view.rules, view.hand)
    if isinstance(step, Contract):
        sold = sale(view.said)
        paid = sold.tricks * step.trick_points * ONE if sold and sold.seller == view.seat else 0
        return hand.value(step) + paid
    if isinstance(step, TurnUp):
        return sum(map(hand.value, step.by_suit.values())) // len(step.by_suit)
    if isinstance(step, Direction):
        directions = [worth(view, contract) for contract in step.names.values()]
        # Whoever buys the trump from the dealer makes them rich in tricks, so the deal will be played up.
        return max(directions) if view.seat == view.dealer else directions[0]
    return USUAL_PRICE * trick_points(step)


def gain_of_naming(view: View, naming: Phase) -> int:
    """How many tricks more a hand takes when it names the trump than with any that can be named."""
    worths = [worth(view, step) for step in naming.following()]
    return (max(worths) * len(worths) - sum(worths)) // (len(worths) * trick_points(naming))


def trick_points(step: Step) -> int:
    """What a trick taken is worth in the contracts that a step leads to."""
    return max(contract.trick_points for contract in contracts_after(step))


def _least(called: Sequence[Action], legal: Sequence[Action], gain: int) -> Action:
    """The least bid or offer there can be, if naming the trump is worth more than that."""
    least = min((action for action in legal if action != PASS), default=PASS)
    return least if least != PASS and gain >= called.index(least) * ONE + MARGIN else PASS
