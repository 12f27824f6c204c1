"""What statistics may count of Colour Whist: contracts bid, made and lost, and in which part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.engine.game import DealResult, Measured
from bot.engine.whist.bids import TOGETHER
from bot.engine.whist.view import WhistResult

OUTCOMES: Final = ("made", "lost")
PARTS: Final = ("proposer", "acceptor", "soloist", "defender")
MEASURES: Final = (
    "bid",
    *OUTCOMES,
    *(f"{part}-{outcome}" for part in PARTS for outcome in OUTCOMES),
)
"""``bid``, and whether it was ``made`` or ``lost``, for those who play a contract; the same by the part a
player had in it. Who has troel counts as its proposer, the partner as its acceptor. A defender has ``made``
where every contract played against them was lost. Each is keyed by the contract, its value the points."""


def measured(result: DealResult) -> tuple[Measured, ...]:
    """What a deal has to be counted; nothing where it was thrown in."""
    return tuple(_measured(result)) if result.points is not None else ()


def _measured(result: DealResult) -> Iterator[Measured]:
    detail = result.detail
    assert isinstance(detail, WhistResult) and detail.bid is not None and result.points is not None
    together = detail.bid.kind in TOGETHER
    contract = detail.bid.name
    for place, (seat, made) in enumerate(zip(detail.bidders, detail.made, strict=True)):
        part = ("proposer", "acceptor")[place] if together else "soloist"
        outcome = "made" if made else "lost"
        for measure in ("bid", outcome, f"{part}-{outcome}"):
            yield Measured(seat, measure, contract, result.points[seat])
    beaten = not any(detail.made)
    for seat, points in enumerate(result.points):
        if seat not in detail.bidders:
            yield Measured(seat, f"defender-{'made' if beaten else 'lost'}", contract, points)
