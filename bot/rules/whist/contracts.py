"""What may be bid under a table's rules, and what it is worth: read off the engine's tables."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bot.engine.options import Rules
from bot.engine.whist.contracts import ALL_TRICKS, NEGATIVE, Bid, Price, WhistContract
from bot.engine.whist.presets import allowed, whist_preset


@lru_cache(maxsize=64)
def ladder(rules: Rules) -> tuple[tuple[Bid, ...], ...]:
    """The contracts that may be bid, from the lowest to the highest, no suits named; those beside each
    other are equal but for their suits (C17)."""
    options = allowed(rules)
    rows = [
        tuple(
            Bid(kind, level)
            for kind, level in row
            if kind in options.kinds and (kind is not WhistContract.SOLO or level >= options.solo_minimum)
        )
        for row in options.ranking.rows
    ]
    return tuple(row for row in rows if row)


def kinds(rules: Rules) -> tuple[WhistContract, ...]:
    """The kinds of contracts there are, in the order of the lowest bid of each."""
    return tuple(dict.fromkeys(bid.kind for row in ladder(rules) for bid in row))


def bids_of(rules: Rules, kind: WhistContract) -> tuple[Bid, ...]:
    """The bids of a kind, lowest first."""
    return tuple(bid for row in ladder(rules) for bid in row if bid.kind is kind)


def price_of(rules: Rules, bid: Bid) -> Price:
    """What a bid is worth before anything is multiplied."""
    return whist_preset(rules).tariff.prices[bid.name]


class TrickGain(NamedTuple):
    """What is won with ``first`` to ``last`` tricks."""

    first: int
    last: int
    amount: int


def gains(price: Price, bid: Bid) -> list[TrickGain]:
    """What a made contract wins, by the tricks taken."""
    if bid.kind in NEGATIVE:
        return [TrickGain(bid.target, bid.target, price.won[0])]
    found: list[TrickGain] = []
    for tricks in range(bid.target, ALL_TRICKS + 1):
        amount = price.stake(tricks, bid.target)
        if found and found[-1].amount == amount:
            found[-1] = found[-1]._replace(last=tricks)
        else:
            found.append(TrickGain(tricks, tricks, amount))
    return found
