"""The toy's robot: doubles with the highest card, leads its highest, beats a card as cheaply as it can."""

from __future__ import annotations

from bot.engine.cards import DOUBLE, PASS, Action, members
from bot.engine.game import View
from tests.toy.engine import STAKE


def choose(view: View) -> Action:
    """What the seat to move says or plays."""
    if view.phase == STAKE:
        return DOUBLE if max(members(view.hand)) == max(members(view.rules.pack)) else PASS
    cards = members(view.legal)
    if not view.trick.cards:
        return max(cards)
    beating = [card for card in cards if card > max(view.trick.cards)]
    return min(beating or cards)
