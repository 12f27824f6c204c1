"""Which facts explain why one card does better than another: those that hold where the outcomes differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from typing import Final

from bot.engine.cards import SUIT_MASK_OF, Card
from bot.robots.fixed_point import ONE, mean_and_squares
from bot.robots.reasons.facts import CardPair, FoundFact
from bot.robots.reasons.finders import FINDERS
from bot.robots.reasons.ground import Aim
from bot.robots.reasons.model import CardExplanation, CardVerdict, Fact, ReasonKind
from bot.robots.reasons.turn import Turn
from bot.robots.study import ALIKE, Study

FELT: Final = 0.05
"""A difference that is not worth a word, as a part of the least that anything scores."""
MOST: Final = 0.6
"""A fact has to hold in so great a part of the worlds in which the better card does better."""
SHIFT: Final = 0.15
"""Two counts of deals differ if they do by so great a part of all deals, and by two at least."""


def explained(turn: Turn, study: Study, card: Card) -> CardExplanation:
    """Why the seat whose turn it is was right, or not, to play a card; ``study`` is of its own view."""
    if not turn.view.legal & (turn.view.legal - 1):
        follows = turn.follows_suit(card) and not turn.leads
        alone = follows and turn.hand & SUIT_MASK_OF[turn.cards[0]] == 1 << card
        return CardExplanation(CardVerdict.FOLLOWS if alone else CardVerdict.ONLY, card)
    other = rival(turn, study, card)
    if other is None:
        return CardExplanation(CardVerdict.EQUAL, card, worlds=len(study.worlds))
    points = study.mean(card) - study.mean(other)
    worlds = len(study.worlds)
    if not is_clear(turn, study, card, other):
        return CardExplanation(CardVerdict.EQUAL, card, other, points, worlds)
    if points > 0:
        return CardExplanation(
            CardVerdict.BEST, card, other, points, worlds, reasons(turn, study, card, other)
        )
    return CardExplanation(CardVerdict.WORSE, card, other, points, worlds, reasons(turn, study, other, card))


def rival(turn: Turn, study: Study, card: Card) -> Card | None:
    """The best of the other cards, of those that are not as good as it and do not come to the same in every
    world."""
    mine = study.outcomes[card]
    others = [one for one, found in study.outcomes.items() if found != mine and not turn.alike(one, card)]
    return max(others, key=lambda one: (round(study.mean(one), ALIKE), -one), default=None)


def gains(study: Study, better: Card, other: Card) -> list[int]:
    """What the one brings more than the other in each world, in parts of a point."""
    pairs = zip(study.outcomes[better], study.outcomes[other], strict=True)
    return [mine - theirs for mine, theirs in pairs]


def mean_and_error(values: Sequence[int]) -> tuple[float, float]:
    """The mean of gains and its standard error, in points."""
    count, (mean, squares) = len(values), mean_and_squares(values)
    return mean / ONE, sqrt(squares / max(1, count - 1) / count) / ONE


def is_clear(turn: Turn, study: Study, card: Card, other: Card) -> bool:
    """Whether two cards differ by more than chance easily makes."""
    mean, error = mean_and_error(gains(study, card, other))
    return abs(mean) >= FELT * turn.ground.unit and abs(mean) > error


def reasons(turn: Turn, study: Study, better: Card, other: Card) -> tuple[Fact, ...]:
    """One or two facts: the one that explains most of the difference, and what it comes to in counted deals
    where that says more than the points."""
    told: list[Fact] = []
    found = best_reason(turn, study, better, other)
    if found is not None:
        told.append(found.fact)
    counted = outcome_fact(turn, study, better, other)
    if counted is not None:
        told.append(counted)
    return tuple(told)


def best_reason(turn: Turn, study: Study, better: Card, other: Card) -> FoundFact | None:
    """The fact that explains most: its worlds hold most of what the better card gains; and where that is
    alike, the one named first in ``FINDERS``."""
    differences = gains(study, better, other)
    pair = CardPair(turn, better, other, study.worlds)
    found = [one for one in _all(pair) if explains(one.where, differences)]
    return max(found, key=lambda one: round(_share(one.where, differences), 1), default=None)


def _all(pair: CardPair) -> Iterator[FoundFact]:
    for finder in FINDERS:
        found = finder(pair)
        if found is not None:
            yield found


def explains(where: Sequence[bool], differences: Sequence[int]) -> bool:
    """Whether a fact that holds there is a reason: it holds in most of the worlds in which the better card
    does better, and there it gains more on average than where it does not hold."""
    better = [held for held, gain in zip(where, differences, strict=True) if gain > 0]
    if not better or sum(better) < MOST * len(better):
        return False
    inside = [gain for held, gain in zip(where, differences, strict=True) if held]
    outside = [gain for held, gain in zip(where, differences, strict=True) if not held]
    mean = sum(inside) / len(inside)
    return mean > 0 and (not outside or mean > sum(outside) / len(outside))


def _share(where: Sequence[bool], differences: Sequence[int]) -> float:
    """Which part of what the better card gains lies in these worlds."""
    won = [(held, gain) for held, gain in zip(where, differences, strict=True) if gain > 0]
    return sum(gain for held, gain in won if held) / sum(gain for _, gain in won)


def outcome_fact(turn: Turn, study: Study, better: Card, other: Card) -> Fact | None:
    """In how many deals it comes off: a card is taken, nothing is lost, points are won. None where the two
    cards hardly differ in it."""
    ground, worlds = turn.ground, len(study.worlds)
    kind, card = ReasonKind.AHEAD, None
    if not ground.settles:
        if turn.aim is not Aim.AVOID:
            return None
        kind = ReasonKind.CLEAN
        costly = ground.costly
        if not ground.trick and costly and not costly & (costly - 1):
            kind, card = ReasonKind.CATCHES, costly.bit_length() - 1
    mine, theirs = (_count(kind, study.outcomes[one]) for one in (better, other))
    sign = -1 if kind is ReasonKind.CATCHES else 1
    if sign * (mine - theirs) < max(2, SHIFT * worlds):
        return None
    return replace(Fact(kind, worlds, worlds, card), count=mine, of=worlds, instead=theirs)


def _count(kind: ReasonKind, outcomes: Sequence[int]) -> int:
    if kind is ReasonKind.AHEAD:
        return sum(points > 0 for points in outcomes)
    lost = sum(points < 0 for points in outcomes)
    return lost if kind is ReasonKind.CATCHES else len(outcomes) - lost
