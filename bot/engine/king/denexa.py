"""Denexa King (rules.md, D)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.actions import AUCTION, DOWN, TRUMP, TRUMP_NONE, UP
from bot.engine.cards import SUITS, Suit
from bot.engine.king.choosing import Direction, Naming, Step, TrickAuction
from bot.engine.king.contracts import (
    DOWN_SUFFIX,
    HEART_CARDS,
    KING_OF_HEARTS,
    KINGS_AND_JACKS,
    NO_TRUMP_CONTRACT,
    POSITIVE,
    QUEENS,
    TRUMP_CONTRACT,
    Contract,
    ScoreTable,
)
from bot.engine.king.course import Course, DealPlan
from bot.engine.king.scoring import PerCard, PerNthTrick, PerTrick
from bot.engine.options import Rules, sizes
from bot.engine.tricks import beats

SCORES: Final[ScoreTable] = {
    "tricks": (PerTrick(-20),),
    "hearts": (PerCard(HEART_CARDS, -20),),
    "queens": (PerCard(QUEENS, -50),),
    "kings-jacks": (PerCard(KINGS_AND_JACKS, -30),),
    "king-of-hearts": (PerCard(KING_OF_HEARTS, -160),),
    "last-two": (PerNthTrick({12: -90, 13: -90}),),
}
"""The negative deals in their order (D1)."""
UP_SCORES: Final = (PerTrick(25),)
DOWN_SCORES: Final = (PerTrick(-75),)
DOWN_START: Final = 325
"""What each seat begins with in a deal played down (D4)."""


def denexa_course(rules: Rules) -> Course:
    """The negative deals, then one positive deal for each dealer (D1, D2)."""
    batches = sizes(rules["batches"])
    negative = [
        DealPlan(name, Contract(name, scores, None, beats(None)), batches) for name, scores in SCORES.items()
    ]
    positive = DealPlan(POSITIVE, _opening(), sizes(rules["positive-batches"]))
    return Course((*negative, *[positive] * rules.players))


def _opening() -> Naming:
    """The dealer names the trump or hands the choice to an auction; then they say the direction (D2 to
    D4)."""
    suits: tuple[Suit | None, ...] = (*SUITS, None)
    directions: Mapping[int, Step] = {
        TRUMP_NONE if suit is None else TRUMP[suit]: _direction(suit) for suit in suits
    }
    return Naming("trump-or-auction", {**directions, AUCTION: TrickAuction(Naming("trump", directions))})


def _direction(trump: Suit | None) -> Direction:
    name = NO_TRUMP_CONTRACT if trump is None else TRUMP_CONTRACT
    table = beats(trump)
    return Direction(
        "direction",
        {
            UP: Contract(name, UP_SCORES, trump, table),
            DOWN: Contract(name + DOWN_SUFFIX, DOWN_SCORES, trump, table, start=DOWN_START),
        },
    )
