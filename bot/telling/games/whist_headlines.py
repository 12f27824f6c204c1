"""What came of a deal of Colour Whist, in one sentence for each outcome there was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.engine.game import DealResult
from bot.engine.whist.contracts import ALL_TRICKS, NEGATIVE, TOGETHER, WhistContract
from bot.engine.whist.game import WhistResult, whist_result
from bot.telling.reader import Perspective

SLAMS: Final = (WhistContract.SMALL_SLAM, WhistContract.GRAND_SLAM)
NAMED: Final = (*sorted(NEGATIVE), *SLAMS)
"""The contracts that are told by their names, the others by tricks."""


def headline(sight: Perspective, result: DealResult) -> str:
    """The headline of a deal that was scored."""
    detail = whist_result(result)
    assert detail.bid is not None
    if detail.bid.kind in NAMED:
        return " · ".join(_by_name(sight, detail, detail.bid.kind))
    return _by_tricks(sight, result, detail)


def _by_name(sight: Perspective, detail: WhistResult, kind: WhistContract) -> Iterator[str]:
    """«Chloé lost the open misère»: who made the contract, then who lost it."""
    for made, outcome in ((True, "made"), (False, "lost")):
        names = [
            sight.seats[seat].name
            for seat, made_it in zip(detail.bidders, detail.made, strict=True)
            if made_it is made
        ]
        if names:
            yield sight.words.count(
                f"headline.{outcome}.{kind.value}", len(names), names=sight.words.both(names)
            )


def _by_tricks(sight: Perspective, result: DealResult, detail: WhistResult) -> str:
    """«Ann and Bram made 10 of 8 tricks», «Chloé fell 1 trick short»."""
    words = sight.words
    assert detail.bid is not None
    names = words.both(sight.seats[seat].name for seat in detail.bidders)
    pair = detail.bid.kind in TOGETHER
    taken, target = sum(result.tricks[seat] for seat in detail.bidders), detail.target
    if taken == ALL_TRICKS:
        return words("headline.whole.pair" if pair else "headline.whole.solo", names=names)
    if detail.made[0]:
        key = "headline.made.pair" if pair else "headline.made.solo"
        return words(key, names=names, taken=words.number(taken), target=words.number(target))
    key = "headline.short.pair" if pair else "headline.short.solo"
    return words.count(key, target - taken, names=names)
