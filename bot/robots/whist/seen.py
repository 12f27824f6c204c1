"""What a view shows of the play, in the terms of ``rules_of_thumb`` and ``playout``."""

from __future__ import annotations

from bot.engine.cards import FULL_PACK, CardSet, set_of
from bot.engine.game import View
from bot.engine.whist.presets import whist_preset
from bot.engine.whist.view import whist_detail
from bot.robots.whist.playout import WhistPosition
from bot.robots.whist.terms import ContractTerms


def played(view: View) -> CardSet:
    """The cards played in this deal."""
    cards = set_of(view.trick.cards)
    for trick in view.tricks:
        cards |= set_of(trick.cards)
    return cards


def unseen(view: View) -> CardSet:
    """The cards that the seat has not seen: in the other hands, or laid aside from them."""
    own = whist_detail(view).own_discard
    return FULL_PACK & ~played(view) & ~view.hand & ~(0 if own is None else 1 << own)


def terms_of(view: View) -> ContractTerms:
    """The contract that is played."""
    detail = whist_detail(view)
    assert detail.bid is not None
    return ContractTerms(
        tariff=whist_preset(view.rules).tariff,
        bid=detail.bid,
        bidders=detail.bidders,
        trump=view.trump,
        target=detail.bid.target if detail.target is None else detail.target,
        doubled=detail.doubled_by is not None,
        after_thrown_in=detail.after_thrown_in,
    )


def position(view: View) -> WhistPosition:
    """Where the play stands."""
    leader, cards, winner = view.trick
    begun = winner is not None
    at = leader if begun else view.turn
    return WhistPosition(view.turn, at, cards, winner if winner is not None else at, view.tricks_taken)
