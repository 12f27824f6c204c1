"""The course of a game: which deals there are, and how each opens (rules.md, K, DK, D, R)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from bot.engine.cards import SUIT_OF
from bot.engine.game import DealResult, Said, View
from bot.engine.king.choosing import (
    Choosing,
    Ledger,
    NameContract,
    Phase,
    Step,
    TurnUp,
    contracts_after,
)
from bot.engine.king.contracts import Contract
from bot.engine.options import Preset, Rules


@dataclass(frozen=True, slots=True)
class DealPlan:
    """One deal: its name until the contract is settled (empty where anything may be chosen), its first step
    once the cards are out, its batches.

    ``holder`` is who has the right to choose, counted clockwise from the
    dealer; ``first`` is how many cards each is dealt before the choice, 0 where all are (R6).
    """

    contract: str
    opening: Step
    batches: tuple[int, ...]
    holder: int = 0
    first: int = 0

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """All the contracts that may be played in this deal."""
        return tuple(contracts_after(self.opening))


@dataclass(frozen=True, slots=True)
class Course:
    """All deals of a game in order. Where the dealers name the contracts, ``named`` are those that have been
    named in the end, in whichever order (DK1)."""

    deals: tuple[DealPlan, ...]
    named: tuple[Contract, ...] = ()

    @property
    def plan(self) -> tuple[str, ...]:
        """The name of each deal until its contract is settled."""
        return tuple(deal.contract for deal in self.deals)


@dataclass(frozen=True, slots=True)
class KingPreset(Preset):
    """A preset of the King family, with what lays out its course of deals."""

    course: Callable[[Rules], Course] = field(kw_only=True, compare=False, repr=False)


@lru_cache(maxsize=256)
def course_of(rules: Rules) -> Course:
    """The course of deals under these rules, of a preset of the King family."""
    assert isinstance(rules.preset, KingPreset)
    return rules.preset.course(rules)


def step_of(view: View) -> Step:
    """Where the deal that a seat sees has got to: what is being chosen, or the contract; public, as all that
    is said."""
    plan = course_of(view.rules).deals[view.deal]
    holder = (view.dealer + plan.holder) % view.players
    said: list[Said] = []
    deal = Choosing(view.players, view.rules.hand_size, view.dealer, holder, said, view.results)
    step = plan.opening
    for one in view.said:
        assert isinstance(step, Phase)
        said.append(one)
        step = step.after(deal, one.action)
    if isinstance(step, TurnUp) and view.shown:
        ((_, last),) = view.shown
        return step.by_suit[SUIT_OF[last]]
    return step


def contract_of(view: View) -> Contract | None:
    """The contract of the deal a seat sees, None while it is open."""
    step = step_of(view)
    return step if isinstance(step, Contract) else None


def contract_played(rules: Rules, result: DealResult) -> Contract:
    """The contract of a deal of this course that has ended and was scored."""
    played = (result.contract, result.trump)
    contracts = course_of(rules).deals[result.deal].contracts
    return next(one for one in contracts if (one.name, one.trump) == played)


def ledger_of(view: View) -> Ledger | None:
    """What has been named in the deals that are over, where the dealers name the contracts; else None."""
    opening = course_of(view.rules).deals[view.deal].opening
    return opening.ledger(view.results, view.players) if isinstance(opening, NameContract) else None
