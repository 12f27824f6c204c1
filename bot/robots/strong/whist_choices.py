"""What ``strong`` says before the play of a deal of Colour Whist: the same questions as ``steady`` asks
(``bot.robots.whist.forecast``), in many more ways in which the cards may lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from bot.engine.actions import DOUBLE, PASS, TRUMP, Action
from bot.engine.cards import SUITS, Suit
from bot.engine.game import View
from bot.engine.whist.bids import WhistContract
from bot.engine.whist.options import DOUBLES
from bot.engine.whist.view import whist_detail
from bot.robots.core.deal import of_terms
from bot.robots.core.entry import openings
from bot.robots.fixed_point import ONE, fixed
from bot.robots.strong.whist_reading import ways
from bot.robots.whist import easy
from bot.robots.whist.forecast import End, Ready, WhistForecast, called_card, in_trumps, ready
from bot.robots.whist.knowledge import WhistKnowledge
from bot.robots.whist.seen import terms_of
from bot.robots.worlds import Hands

DOUBLED: Final = {
    WhistContract.PAIR: (0.8, 0.35),
    WhistContract.SOLO: (0.9, 0.7),
    WhistContract.TROEL: (0.15, 0.05),
}
"""How often a contract that is lost is doubled, and one that is made, where they may be: about what four
``steady`` do (``tests/bench/bench_robots``). Other contracts, of which there are few, count as doubled."""
ALWAYS: Final = (1.0, 1.0)
WORLDS: Final = 120
"""In how many ways the unseen cards are dealt out."""


def chosen(view: View) -> Action:
    """What ``view.seat`` says, whose turn it is."""
    if view.phase == "bidding":
        return DeepWhistForecast(view, _worlds(view)).said()
    if view.phase == "double":
        return _doubled(view)
    if view.phase == "trump":
        return _trumps(view)
    return easy.choose(view)


class DeepWhistForecast(WhistForecast):
    """See the module. It also weighs that what is lost is doubled more often than what is made."""

    promising_danger = fixed(-0.25)

    def _play_out(self, ends: Sequence[End | None]) -> None:
        wanted: dict[End, list[int]] = {}
        for world, end in enumerate(ends):
            if end is not None and (end, world) not in self.known:
                wanted.setdefault(end, []).append(world)
        for end, places in wanted.items():
            bid, side = end
            found = gains([ready(self.view, bid, side, self.worlds[world]) for world in places], self.seat)
            lost, made = (self._times(bid.kind, doubled) for doubled in DOUBLED.get(bid.kind, ALWAYS))
            for world, gain in zip(places, found, strict=True):
                self.known[end, world] = gain * (made if (gain > 0) == (self.seat in side) else lost)

    def _times(self, kind: WhistContract, doubled: float) -> int:
        """How many times what nobody doubles is paid, where somebody does so often (C25): parts of one."""
        if self.view.rules[DOUBLES.name] == "no":
            return ONE
        before = 1 + (kind is WhistContract.TROEL) + whist_detail(self.view).after_thrown_in
        return fixed(1 + doubled / before)


def gains(contracts: Sequence[Ready], seat: int) -> list[int]:
    """What a seat gains in each, played out by the rules of thumb; all are of one bid."""
    alike: dict[tuple[tuple[int, ...], Suit | None, int, int], list[int]] = {}
    for at, (terms, _, leader) in enumerate(contracts):
        alike.setdefault((terms.bidders, terms.trump, terms.target, leader), []).append(at)
    found = np.zeros(len(contracts), np.int64)
    for places in alike.values():
        terms, _, leader = contracts[places[0]]
        hands = np.array([contracts[at].hands for at in places], np.int64)
        found[places] = openings(of_terms(terms), hands, leader)[:, seat]
    return found.tolist()


def _doubled(view: View) -> Action:
    """Doubles what will more likely fail, counted in points."""
    assert view.seat is not None
    detail = whist_detail(view)
    assert detail.bid is not None
    played = [ready(view, detail.bid, detail.bidders, hands) for hands in _worlds(view)]
    return DOUBLE if sum(gains(played, view.seat)) > 0 else PASS


def _trumps(view: View) -> Action:
    """The trumps in which a troel pays best."""
    assert view.seat is not None
    detail, seat, worlds = whist_detail(view), view.seat, _worlds(view)
    called, terms = called_card(detail, worlds[0]), terms_of(view)

    def total(action: Action) -> int:
        named = in_trumps(terms, detail.bidders, SUITS[TRUMP.index(action)], called)
        return sum(gains([Ready(named, hands, seat) for hands in worlds], seat))

    return max((TRUMP[suit] for suit in SUITS), key=lambda action: (total(action), action))


def _worlds(view: View) -> list[Hands]:
    return ways(WhistKnowledge(view), WORLDS).tolist()
