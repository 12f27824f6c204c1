"""A game of the King family: its course of deals, its choices, its scores (rules.md, K, DK, D, W, R)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.cards import CONTRACT, SUIT_OF, TRUMP, Action, Suit, is_play
from bot.engine.game import Event, Said
from bot.engine.king.contracts import TAKE, TRUMP_CONTRACT, Contract
from bot.engine.king.course import Choosing, DealPlan, Phase, Step, TurnUp, course_of, sale
from bot.engine.options import Rules
from bot.engine.play import NO_EVENTS, Game, dealt, takers


class KingGame(Game):
    """Any game of the King family. ``contract`` is None until it is settled, ``choice`` while nothing is
    chosen."""

    __slots__ = ("choice", "contract", "course")

    def __init__(self, rules: Rules, dealer: int) -> None:
        self.course = course_of(rules)
        self.contract: Contract | None = None
        self.choice: Phase | None = None
        super().__init__(rules, dealer)

    @property
    def phase(self) -> str:
        return self.choice.name if self.choice and self.turn >= 0 else super().phase

    @property
    def contract_name(self) -> str:
        return self.contract.name if self.contract else self._plan.contract

    @property
    def trump(self) -> Suit | None:
        if self.contract:
            return self.contract.trump
        return next((TRUMP.index(one.action) for one in self.said if one.action in TRUMP), None)

    @property
    def plan(self) -> tuple[str, ...]:
        return self.course.plan

    @property
    def sum_of_deals(self) -> int | None:
        deals = [{abs(one.total(self.rules)) for one in deal.contracts} for deal in self.course.deals]
        return sum(map(max, deals)) if all(len(totals) == 1 for totals in deals) else None

    @property
    def sums(self) -> tuple[Mapping[str, int], ...]:
        return tuple(
            [{one.name: one.total(self.rules) for one in deal.contracts} for deal in self.course.deals]
        )

    @property
    def sum(self) -> int | None:
        if self.course.named:
            return sum(one.total(self.rules) for one in self.course.named)
        deals = [set(each.values()) for each in self.sums]
        return sum(map(max, deals)) if all(len(totals) == 1 for totals in deals) else None

    @property
    def _plan(self) -> DealPlan:
        return self.course.deals[self.deal_number]

    def _batches(self, number: int) -> tuple[int, ...]:
        return self.course.deals[number].batches

    def _open(self) -> None:
        self.contract = None
        plan = self._plan
        if plan.first:
            self.hands = self._dealt((plan.first,))
        self._enter(plan.opening)

    def _dealt(self, batches: tuple[int, ...]) -> list[int]:
        """The hands once these batches are out."""
        return dealt(self.deck, takers(self.rules.players, batches, self.dealer))

    def counted_as(self, contract: str) -> str:
        """All deals with trumps, positive ones and orders are one (statistics.md, S3)."""
        return contract if contract.removeprefix(TAKE) in CONTRACT else TRUMP_CONTRACT

    def _enter(self, step: Step) -> None:
        """Take the next step of a deal: a choice, or the play of a contract."""
        if isinstance(step, Phase):
            self.choice = step
            deal = self._choosing()
            self.turn = step.seat(deal)
            self.actions = step.legal(deal)
            return
        if isinstance(step, TurnUp):
            last = self.deck[-1]
            self.shown = ((self.dealer, last),)
            step = step.by_suit[SUIT_OF[last]]
        self._play(step)

    def _play(self, contract: Contract) -> None:
        """Begin the play of a contract; what of the pack was held back is dealt."""
        plan = self._plan
        if plan.first:
            self.hands = self._dealt(plan.batches)
        self.choice = None
        self.contract = contract
        self.beats = contract.beats
        self.lead_rules = contract.leads
        self.follow_rules = contract.follows
        self.stops = contract.stops
        self._lead()

    def _choosing(self) -> Choosing:
        rules = self.rules
        holder = (self.dealer + self._plan.holder) % rules.players
        return Choosing(rules.players, rules.hand_size, self.dealer, holder, self.said, self.results)

    def _say(self, action: Action) -> tuple[Event, ...]:
        assert self.choice is not None
        self.said.append(Said(self.turn, action))
        self._enter(self.choice.after(self._choosing(), action))
        return NO_EVENTS

    def _why_not(self, action: Action) -> str:
        if self.choice is not None:
            return self.choice.why_not(self._choosing(), action)
        return "not-in-hand" if is_play(action) else "nothing-to-choose"

    def _trick_points(self) -> list[int]:
        if self.contract is None:
            return [0] * self.rules.players
        return self.contract.points(self.tricks, self.rules.players)

    def _worth(self) -> tuple[int, ...]:
        return self.contract.worth(self.tricks) if self.contract else ()

    def _decided(self) -> bool:
        return self.contract is not None and self.contract.decided(len(self.tricks), sum(self.hands))

    def _final_points(self) -> tuple[int, ...]:
        points = self._trick_points()
        sold = sale(self.said)
        if sold is not None and self.contract is not None:
            moved = sold.tricks * self.contract.trick_points
            points[sold.buyer] -= moved
            points[sold.seller] += moved
        return tuple(points)
