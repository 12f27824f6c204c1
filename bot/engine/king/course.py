"""The course of a game: which deals there are, and how each opens (rules.md, K1 to K6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from bot.engine.cards import SUITS, Suit, named
from bot.engine.game import View
from bot.engine.king.choosing import TRUMP_CHOICES, Step
from bot.engine.king.contracts import (
    KINGEN_FOUR_FOR_THE_KING,
    KINGEN_POINTS,
    TRUMP_CONTRACT,
    Contract,
    Scores,
    kingen_scores,
    penalty_cards,
)
from bot.engine.king.obligations import lead_rules, penalty_rules, trump_rules
from bot.engine.options import Preset, Rules, sizes
from bot.engine.tricks import beats


@dataclass(frozen=True, slots=True)
class DealPlan:
    """One deal: its contract's name (empty while open), its first step once the cards are out, its
    batches."""

    contract: str
    opening: Step
    batches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """All deals of a game in order, and the contracts for each trump suit."""

    deals: tuple[DealPlan, ...]
    trumps: Mapping[Suit, Contract]

    @property
    def plan(self) -> tuple[str, ...]:
        """The name of each deal's contract, empty where it is chosen."""
        return tuple(deal.contract for deal in self.deals)


@dataclass(frozen=True, slots=True)
class KingPreset(Preset):
    """A preset of the King family, with what lays out its course of deals."""

    course: Callable[[Rules], Course] = field(compare=False, repr=False)


@lru_cache(maxsize=256)
def course_of(rules: Rules) -> Course:
    """The course of deals under these rules, of a preset of the King family."""
    assert isinstance(rules.preset, KingPreset)
    return rules.preset.course(rules)


def contract_of(view: View) -> Contract | None:
    """The contract of the deal a seat sees, None while it is open: public, as everything about it is."""
    course = course_of(view.rules)
    if view.trump is not None:
        return course.trumps[view.trump]
    opening = course.deals[view.deal].opening
    return opening if isinstance(opening, Contract) else None


def negative_contract(rules: Rules, name: str, scores: Scores) -> Contract:
    """A contract without trumps, played under the rules' obligations."""
    stop = rules["early-stop"]
    return Contract(
        name,
        scores,
        trump=None,
        beats=beats(None),
        leads=lead_rules(rules, name),
        follows=penalty_rules(rules, name, penalty_cards(scores)),
        stops=stop == "decided" or stop == name,
    )


def trump_contract(rules: Rules, trump: Suit, scores: Scores) -> Contract:
    """A contract with trumps, played under the rules' duties. Its last trick scores too: no early stop."""
    return Contract(TRUMP_CONTRACT, scores, trump, beats(trump), follows=trump_rules(rules, trump))


def kingen_course(rules: Rules) -> Course:
    """The negative deals in their order, then one trump deal for each dealer (K1, K4 to K6)."""
    points = KINGEN_POINTS[rules.players]
    if rules.values.get("king-of-hearts-points") == "4":
        points = KINGEN_FOUR_FOR_THE_KING
    scores = dict(kingen_scores(points, named(rules["sole-card"])))
    trump_scores = scores.pop(TRUMP_CONTRACT)
    trumps = {suit: trump_contract(rules, suit, trump_scores) for suit in SUITS}

    names = list(scores)
    if rules["order"] == "queens-first":
        names[2:4] = names[3], names[2]
    batches = sizes(rules["batches"])
    negatives = [DealPlan(name, negative_contract(rules, name, scores[name]), batches) for name in names]
    opening = TRUMP_CHOICES[rules["trump-choice"]]
    positive = DealPlan(TRUMP_CONTRACT, opening, sizes(rules["positive-batches"]))
    return Course((*negatives, *[positive] * rules.players), trumps)
