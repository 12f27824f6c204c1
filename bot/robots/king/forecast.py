"""What ``steady`` says before the play. Every choice is judged in the same way: deal the unseen cards out
several times, play the contracts out that may come of it, and compare the mean points.

Points are counted against the mean of the table, since contracts differ in what they are worth in all: those
of all worlds together, times the number of players, so that they are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.engine.actions import ACCEPT, AUCTION, BID, OFFER, PASS, REFUSE, SELL, Action
from bot.engine.cards import SUIT_OF, members
from bot.engine.game import View
from bot.engine.king.choosing import (
    Answer,
    Direction,
    Naming,
    Offers,
    Phase,
    Sale,
    Step,
    TrickAuction,
    TurnUp,
    sale,
    standing,
)
from bot.engine.king.contracts import Contract
from bot.engine.king.course import course_of
from bot.robots.fixed_point import ONE
from bot.robots.king.hands import HeldCards
from bot.robots.king.knowledge import KingKnowledge
from bot.robots.king.playout import KingPosition, Playout
from bot.robots.worlds import Hands

WORLDS: Final = 8
"""In how many ways the unseen cards are dealt out for a choice."""
MARGIN: Final = 0.25
"""How many tricks better than passing a bid or an offer must be."""
USUAL_PRICE: Final = 1
"""How many tricks the right to choose is thought to fetch."""

Points = list[int]
"""For each seat, points above the mean of the table, times the number of players."""


def chosen(view: View, phase: Step) -> Action:
    """The choice of ``view.seat``, whose turn it is. Of choices equally good the first one is made."""
    forecast = KingForecast(view)
    legal = members(view.legal)
    me, holder = forecast.me, forecast.holder
    if isinstance(phase, Naming):
        sold = sale(view.said)
        worths = {
            action: forecast.named(phase.names[action], sold)[me]
            for action in legal
            if action not in (SELL, AUCTION)
        }
        if SELL in legal:
            # The best offer can be refused: asking for offers costs nothing.
            return SELL
        if AUCTION in legal:
            auction = phase.names[AUCTION]
            assert isinstance(auction, TrickAuction)
            worths[AUCTION] = forecast.bought(auction.then, None, USUAL_PRICE)[me]
        return max(worths, key=lambda action: (worths[action], -action))
    if isinstance(phase, Answer):
        best = standing(view.said)
        assert best is not None
        sold = forecast.bought(phase.then, best.seat, best.tricks)[me]
        return ACCEPT if sold > forecast.best(phase.then, None)[me] else REFUSE
    assert isinstance(phase, Offers | TrickAuction)
    called = OFFER if isinstance(phase, Offers) else BID
    least = min((action for action in legal if action != PASS), default=PASS)
    if least == PASS:
        return PASS
    tricks = called.index(least)
    gain = forecast.best(phase.then, Sale(me, holder, tricks))[me] - forecast.passed(phase.then)[me]
    return least if gain > MARGIN * forecast.in_all(forecast.trick_points(phase.then)) else PASS


class KingForecast:
    """What may come of a deal in which something is being chosen, as ``view.seat`` sees it, in so many ways
    in which the cards may lie."""

    def __init__(self, view: View, worlds: int = WORLDS) -> None:
        assert view.seat is not None
        self.view = view
        self.me = view.seat
        self.holder = (view.dealer + course_of(view.rules).deals[view.deal].holder) % view.players
        self.worlds = KingKnowledge(view, None).worlds(worlds)
        self.known: dict[tuple[int, int], Points] = {}

    def named(self, step: Step, sold: Sale | None) -> Points:
        """What comes of a step in all worlds; later choices are made as their players would."""
        if isinstance(step, Direction):
            return max(
                (self.named(contract, sold) for contract in step.names.values()),
                key=lambda points: points[self.view.dealer],
            )
        if isinstance(step, Naming):
            return self.best(step, sold)
        return _total(
            self._points(self._settled(step, hands, sold), at, sold) for at, hands in enumerate(self.worlds)
        )

    def best(self, naming: Phase, sold: Sale | None) -> Points:
        """What comes of it if this seat names what is best for it."""
        return max(
            (
                self.named(step, sold)
                for step in naming.following()
                if not isinstance(step, Phase) or isinstance(step, Direction)
            ),
            key=lambda points: points[self.me],
        )

    def bought(self, naming: Phase, buyer: int | None, tricks: int) -> Points:
        """What comes of it if another names: this buyer, or whoever of the others gains most by it."""
        found: list[Points] = []
        for at, hands in enumerate(self.worlds):
            others = [seat for seat in range(len(hands)) if seat != self.holder] if buyer is None else [buyer]
            seat, step = max(
                ((seat, step) for seat in others for step in ends(naming)),
                key=lambda pair: self._thumb(pair[1], hands, pair[0]),
            )
            sold = Sale(seat, self.holder, tricks)
            found.append(self._points(self._settled(step, hands, sold), at, sold))
        return _total(found)

    def passed(self, naming: Phase) -> Points:
        """What comes of it if this seat bids no more: the standing bid's player names, or the holder."""
        best = standing(self.view.said)
        if best is not None:
            return self.bought(naming, best.seat, best.tricks)
        found: list[Points] = []
        for at, hands in enumerate(self.worlds):
            step = max(ends(naming), key=lambda step: self._thumb(step, hands, self.holder))
            found.append(self._points(self._settled(step, hands, None), at, None))
        return _total(found)

    def trick_points(self, naming: Phase) -> int:
        """What a trick sold is worth."""
        return max(_first(step).trick_points for step in ends(naming))

    def in_all(self, points: int) -> int:
        """What a seat that has so many points more than the mean in every world has in all of them."""
        return points * len(self.worlds) * self.view.players

    def _thumb(self, step: Step, hands: Hands, seat: int) -> int:
        """What a hand is worth by the rules of thumb, in a step that its player may take."""
        return HeldCards(self.view.rules, hands[seat]).value(_first(step))

    def _settled(self, step: Step, hands: Hands, sold: Sale | None) -> Contract:
        """The contract that a step leads to in one world."""
        if isinstance(step, TurnUp):
            dealers = members(hands[self.view.dealer])
            return step.by_suit[SUIT_OF[dealers[len(dealers) // 2]]]
        if isinstance(step, Direction):
            dealer = self.view.dealer
            holding = HeldCards(self.view.rules, hands[dealer])

            def worth(contract: Contract) -> int:
                paid = sold.tricks * contract.trick_points * ONE if sold and sold.seller == dealer else 0
                return holding.value(contract) + paid

            return max((_first(then) for then in step.names.values()), key=worth)
        assert isinstance(step, Contract)
        return step

    def _points(self, contract: Contract, world: int, sold: Sale | None) -> Points:
        """What each seat makes of a contract in one world, above the mean."""
        key, players = (id(contract), world), self.view.players
        if key not in self.known:
            gained = self._played_out(contract, world)
            total = sum(gained)
            self.known[key] = [points * players - total for points in gained]
        points = list(self.known[key])
        if sold is not None:
            paid = sold.tricks * contract.trick_points * players
            points[sold.buyer] -= paid
            points[sold.seller] += paid
        return points

    def _played_out(self, contract: Contract, world: int) -> Sequence[int]:
        """What each seat makes of a contract in one world."""
        view = self.view
        playout = Playout(contract, view.players, view.rules.hand_size)
        eldest = (view.dealer + 1) % view.players
        return playout.points(self.worlds[world], KingPosition(eldest, (), -1, -1, 1))


def _total(worlds: Iterable[Points]) -> Points:
    """What comes of several worlds together."""
    return [sum(points) for points in zip(*worlds, strict=True)]


def ends(naming: Phase) -> Sequence[Step]:
    """What can be named, but for handing the choice to others."""
    return [step for step in naming.following() if not isinstance(step, Offers | TrickAuction | Answer)]


def _first(step: Step) -> Contract:
    """The first contract that a step leads to."""
    if isinstance(step, Contract):
        return step
    return _first(next(iter(step.by_suit.values() if isinstance(step, TurnUp) else step.following())))
