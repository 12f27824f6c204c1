"""``steady``: counts cards, and compares what it may do by playing the deal out.

It knows which cards are gone and who cannot hold what (``knowledge``), deals the unseen cards out in several
ways that agree with this, and plays each to its end by rules of thumb (``playout``) after every card it might
play. The card with the best mean is played. What it chooses between deal and play is judged in the same way,
by the contracts that may come of it: points are then counted against the mean of the table, since contracts
differ in what they are worth in all, and times the number of players, so that they are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from bot.engine.cards import (
    ACCEPT,
    BID,
    OFFER,
    PASS,
    RANK_OF,
    REFUSE,
    SELL,
    SUIT_MASK_OF,
    SUIT_OF,
    Action,
    Card,
    CardSet,
    members,
    set_of,
)
from bot.engine.game import View
from bot.engine.king.contracts import Contract
from bot.engine.king.course import (
    Answer,
    Direction,
    Naming,
    Offers,
    Phase,
    Sale,
    Step,
    TrickAuction,
    TurnUp,
    contract_of,
    course_of,
    sale,
    standing,
    step_of,
)
from bot.robots.king.easy import HeldCards, KingReading, worth
from bot.robots.king.knowledge import KingKnowledge
from bot.robots.king.playout import KingPosition, Playout
from bot.robots.study import ONE, Advice, Study
from bot.robots.worlds import Hands, neighbours

WORLDS: Final = 8
"""In how many ways the unseen cards are dealt out for a choice."""
MARGIN: Final = 0.25
"""How many tricks better than passing a bid or an offer must be."""
USUAL_PRICE: Final = 1
"""How many tricks the right to choose is thought to fetch."""

Points = list[int]
"""For each seat, points above the mean of the table, times the number of players."""


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

    def choice(self, phase: Step) -> Action:
        """The choice of ``view.seat``, whose turn it is. Of choices equally good the first one is made."""
        me, legal = self.me, members(self.view.legal)
        if isinstance(phase, Naming):
            if SELL in legal:
                # The best offer can be refused: asking for offers costs nothing.
                return SELL
            sold = sale(self.view.said)
            worths = {action: self.worth(phase.names[action], sold) for action in legal}
            return max(worths, key=lambda action: (worths[action], -action))
        if isinstance(phase, Answer):
            best = standing(self.view.said)
            assert best is not None
            sold_for = self.bought(phase.then, best.seat, best.tricks)[me]
            return ACCEPT if sold_for > self.best(phase.then, None)[me] else REFUSE
        assert isinstance(phase, Offers | TrickAuction)
        return self.call(phase, [action for action in legal if action != PASS])

    def worth(self, step: Step, sold: Sale | None) -> int:
        """What comes of a step for this seat in all worlds."""
        if isinstance(step, TrickAuction):
            return self.auctioned(step.then)
        return self.named(step, sold)[self.me]

    def auctioned(self, naming: Phase) -> int:
        """What comes of it for this seat if the others bid for the right: the one who gains most has it."""
        return self.bought(naming, None, USUAL_PRICE)[self.me]

    def call(self, phase: Offers | TrickAuction, calls: Sequence[Action]) -> Action:
        """The least bid or offer of those there are, where naming is worth it; else a pass."""
        if not calls:
            return PASS
        least = min(calls)
        tricks = (OFFER if isinstance(phase, Offers) else BID).index(least)
        sold = Sale(self.me, self.holder, tricks)
        gain = self.best(phase.then, sold)[self.me] - self.passed(phase.then)[self.me]
        return least if gain > MARGIN * self.in_all(self.trick_points(phase.then)) else PASS

    def named(self, step: Step, sold: Sale | None) -> Points:
        """What comes of a step in all worlds; later choices are made as their players would."""
        if isinstance(step, Direction):
            return max(
                (self.named(contract, sold) for contract in step.names.values()),
                key=lambda points: points[self.view.dealer],
            )
        if isinstance(step, Naming):
            return self.best(step, sold)
        return _total(self.points(step, world, sold) for world in range(len(self.worlds)))

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
        others = [seat for seat in range(self.view.players) if seat != self.holder]
        found: list[Points] = []
        for world in range(len(self.worlds)):
            seat, step = max(
                ((seat, step) for seat in (others if buyer is None else [buyer]) for step in ends(naming)),
                key=lambda one: self.estimate(one[1], one[0], world),
            )
            found.append(self.points(step, world, Sale(seat, self.holder, tricks)))
        return _total(found)

    def passed(self, naming: Phase) -> Points:
        """What comes of it if this seat bids no more: the standing bid's player names, or the holder."""
        best = standing(self.view.said)
        if best is not None:
            return self.bought(naming, best.seat, best.tricks)
        return _total(self.points(self.kept(naming, world), world, None) for world in range(len(self.worlds)))

    def kept(self, naming: Phase, world: int) -> Step:
        """What who holds the right would name."""
        return max(ends(naming), key=lambda step: self.estimate(step, self.holder, world))

    def trick_points(self, naming: Phase) -> int:
        """What a trick sold is worth."""
        return max(_first(step).trick_points for step in ends(naming))

    def in_all(self, points: int) -> int:
        """What a seat that has so many points more than the mean in every world has in all of them."""
        return points * len(self.worlds) * self.view.players

    def estimate(self, step: Step, seat: int, world: int) -> int:
        """What a seat's hand is worth by the rules of thumb, in a step that its player may take."""
        return HeldCards(self.view.rules, self.worlds[world][seat]).value(_first(step))

    def points(self, step: Step, world: int, sold: Sale | None) -> Points:
        """What each seat makes in one world of what a step leads to, above the mean."""
        contract = self._settled(step, self.worlds[world], sold)
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

    def _settled(self, step: Step, hands: Hands, sold: Sale | None) -> Contract:
        """The contract that a step leads to in one world."""
        dealer = self.view.dealer
        if isinstance(step, TurnUp):
            dealers = members(hands[dealer])
            return step.by_suit[SUIT_OF[dealers[len(dealers) // 2]]]
        if isinstance(step, Direction):
            holding = HeldCards(self.view.rules, hands[dealer])

            def worth(contract: Contract) -> int:
                paid = sold.tricks * contract.trick_points * ONE if sold and sold.seller == dealer else 0
                return holding.value(contract) + paid

            return max((_first(then) for then in step.names.values()), key=worth)
        assert isinstance(step, Contract)
        return step

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


PLAYOUTS: Final = 60
"""About how many times a deal is played out for one card."""
FEWEST_WORLDS: Final = 6
THUMB: Final = 1
"""How much the rules of thumb of ``easy`` count beside what the playouts find."""


def choose(view: View) -> Action:
    """The action of ``view.seat``, whose turn it is."""
    return advise(view).action


def advise(view: View) -> Advice:
    """The same, with the figures."""
    if view.legal & (view.legal - 1) == 0:
        return Advice(view.legal.bit_length() - 1)
    step = step_of(view)
    if isinstance(step, Contract):
        return _card(view, step)
    return Advice(KingForecast(view).choice(step), WORLDS)


def _card(view: View, contract: Contract) -> Advice:
    knowledge = KingKnowledge(view, contract)
    playout = Playout(contract, view.players, view.rules.hand_size)
    cards = unequal(sensible(view, playout, knowledge.unseen), knowledge.unseen, view.best, playout)
    if len(cards) == 1:
        return Advice(cards[0])
    studied, reading = _studied(knowledge, playout, cards), KingReading(view, contract)
    worlds = len(studied.worlds)
    totals = {
        card: sum(found) + THUMB * worlds * worth(reading, card) for card, found in studied.outcomes.items()
    }
    # Of cards equally good the one that is weaker is played where tricks are wanted, else the stronger one.
    sign = 1 if playout.avoiding != contract.reversed_ranks else -1
    best = max(cards, key=lambda card: (totals[card], sign * RANK_OF[card], -card))
    return Advice(best, worlds, tuple((card, studied.mean(card)) for card in cards))


def study(view: View) -> Study:
    """What comes of each legal card, by the playouts alone (``bot.robots.study.Studying``)."""
    contract = contract_of(view)
    assert contract is not None
    playout = Playout(contract, view.players, view.rules.hand_size)
    return _studied(KingKnowledge(view, contract), playout, members(view.legal))


def _studied(knowledge: KingKnowledge, playout: Playout, cards: Sequence[Card]) -> Study:
    """What comes of each of these cards."""
    worlds, at = knowledge.worlds(max(FEWEST_WORLDS, PLAYOUTS // len(cards))), position(knowledge.view)
    outcomes = {
        card: tuple(playout.points(hands, at, card)[knowledge.seat] * ONE for hands in worlds)
        for card in cards
    }
    return Study(tuple(map(tuple, worlds)), outcomes)


def position(view: View) -> KingPosition:
    """Where the play of a deal stands."""
    winner = -1 if view.trick.winner is None else view.trick.winner
    return KingPosition(view.turn, view.trick.cards, view.best, winner, len(view.tricks) + 1)


def sensible(view: View, playout: Playout, unseen: CardSet) -> CardSet:
    """The legal cards less those that a game of avoiding forbids by common sense: taking a penalty as the
    last to play where it could be ducked, and leading what nobody can beat, at a price."""
    legal, trick = view.legal, view.trick
    if not playout.avoiding:
        return legal
    beats = playout.contract.beats
    number = len(view.tricks) + 1
    if not trick.cards:
        costs = playout.by_number[number] < 0
        others_void = bool(playout.scoring & unseen)
        lost = sum(
            1 << card
            for card in members(legal)
            if not beats[card] & unseen and (costs or (others_void and not SUIT_MASK_OF[card] & unseen))
        )
        return legal & ~lost or legal
    if len(trick.cards) == view.players - 1:
        heap = set_of(trick.cards)
        taking = sum(
            1 << card
            for card in members(legal & beats[view.best])
            if playout.worth(number, heap | 1 << card) < 0
        )
        return legal & ~taking or legal
    return legal


def unequal(legal: CardSet, unseen: CardSet, best: Card, playout: Playout) -> list[Card]:
    """The highest of each group of legal cards that are as good as each other: neighbours that score alike.
    ``best`` is the card that wins the trick."""
    return [
        list(alike)[-1]
        for group in neighbours(legal, unseen, best)
        for _, alike in groupby(group, key=lambda card: playout.worth(0, 1 << card))
    ]
