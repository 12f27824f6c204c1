"""What reasons are found by in deals of the King family (``bot.robots.reasons.ground``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.cards import CardSet
from bot.engine.game import View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import contract_of
from bot.robots.king.knowledge import KingKnowledge
from bot.robots.king.playout import Playout
from bot.robots.reasons.ground import Aim, PlayMoment
from bot.robots.worlds import Hands


class KingGrounding:
    """See ``bot.robots.reasons.ground.Grounding``."""

    def ground(self, view: View) -> PlayMoment:
        """Everybody plays for themselves, and wants the same."""
        contract = _contract(view)
        playout = Playout(contract, view.players, view.rules.hand_size)
        aim = Aim.AVOID if playout.avoiding else Aim.TAKE
        scored = [*playout.by_number, *(points for _, points in playout.by_card)]
        return PlayMoment(
            beats=contract.beats,
            leads=contract.leads,
            follows=contract.follows,
            trump=contract.trump,
            aims=(aim,) * view.players,
            sides=tuple(range(view.players)),
            trick=playout.by_number[len(view.tricks) + 1],
            by_card=tuple(playout.by_card),
            unit=float(min(abs(points) for points in scored if points)),
        )

    def worlds(self, view: View, count: int) -> list[Hands]:
        """By what the view tells of the hands."""
        return KingKnowledge(view, _contract(view)).worlds(count)

    def seen_by(self, view: View, seat: int, hands: Sequence[CardSet]) -> View:
        """Nothing but the hand is any seat's alone."""
        return replace(view, seat=seat, hand=hands[seat], legal=0)


def _contract(view: View) -> Contract:
    contract = contract_of(view)
    assert contract is not None
    return contract
