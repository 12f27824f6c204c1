"""What reasons are found by in deals of Colour Whist (``bot.robots.reasons.ground``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.cards import FULL_PACK, CardSet, members
from bot.engine.game import View
from bot.engine.whist.bids import NEGATIVE
from bot.engine.whist.view import whist_detail
from bot.robots.reasons.ground import Aim, PlayMoment
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.whist.seen import played, terms_of
from bot.robots.worlds import Hands


class WhistGrounding:
    """See ``bot.robots.reasons.ground.Grounding``."""

    def ground(self, view: View) -> PlayMoment:
        """Two sides that want tricks; or players who avoid them, and others who make them take some."""
        terms = terms_of(view)
        aims, sides = [Aim.TAKE] * 4, [int(seat in terms.bidders) for seat in range(4)]
        quarry: tuple[int, ...] = ()
        if terms.bid.kind in NEGATIVE:
            most = terms.target
            aims = [Aim.EITHER] * 4
            quarry = tuple(seat for seat in terms.bidders if view.tricks_taken[seat] == most)
            for seat in quarry:
                aims[seat] = Aim.AVOID
            sides = [4 + seat if seat in terms.bidders else 0 for seat in range(4)]
        return PlayMoment(
            beats=terms.aims.beats,
            leads=(),
            follows=(),
            trump=view.trump,
            aims=tuple(aims),
            sides=tuple(sides),
            quarry=quarry,
            trick=-1 if quarry else 1,
            settles=True,
        )

    def worlds(self, view: View, count: int) -> list[Hands]:
        """By what the view tells of the hands."""
        return WhistKnowledge(view).worlds(count)

    def seen_by(self, view: View, seat: int, hands: Sequence[CardSet]) -> View:
        """With a card laid aside of those that are in no hand, where the seat has laid one aside."""
        detail = whist_detail(view)
        left = FULL_PACK & ~played(view) & ~sum(hands) & ~detail.laid_aside
        own = members(left)[0] if seat != view.seat and detail.discarded[seat] else None
        if seat == view.seat:
            own = detail.own_discard
        return replace(view, seat=seat, hand=hands[seat], legal=0, detail=replace(detail, own_discard=own))
