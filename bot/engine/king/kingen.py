"""Kingen, Whisthub king, and double king of both kinds (rules.md, K, DK, W)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.engine.actions import CONTRACT, TRUMP
from bot.engine.cards import HEARTS, SUITS, Suit, named
from bot.engine.king.choosing import (
    MOST_OF_ONE_NEGATIVE,
    MOST_TRUMPS,
    NameContract,
    Naming,
    Offers,
    Step,
    TurnUp,
)
from bot.engine.king.contracts import (
    HEART_CARDS,
    KINGS_AND_JACKS,
    QUEENS,
    TRUMP_CONTRACT,
    Contract,
    Scores,
    ScoreTable,
    penalty_cards,
)
from bot.engine.king.course import Course, DealPlan
from bot.engine.king.obligations import lead_rules, penalty_rules, trump_rules
from bot.engine.king.options import stops
from bot.engine.king.scoring import PerCard, PerNthTrick, PerTrick
from bot.engine.options import Rules, sizes
from bot.engine.tricks import beats

DEALS_EACH: Final = 5
"""How many deals of a double king each player deals (DK1)."""


@dataclass(frozen=True, slots=True)
class KingenPoints:
    """What differs with the number of players; the last trick is numbered by the hand."""

    queen: int
    sole_card: int
    nth_tricks: Mapping[int, int]


POINTS: Final[Mapping[int, KingenPoints]] = {
    3: KingenPoints(queen=-1, sole_card=-4, nth_tricks={10: -3, 17: -2}),
    4: KingenPoints(queen=-2, sole_card=-5, nth_tricks={7: -2, 13: -3}),
    5: KingenPoints(queen=-2, sole_card=-5, nth_tricks={7: -3, 10: -3}),
}
FOUR_FOR_THE_KING: Final = KingenPoints(queen=-2, sole_card=-4, nth_tricks={7: -3, 13: -3})
"""Four players, ``king-of-hearts-points=4`` (K2)."""
TRUMP_SCORES: Final[Scores] = (PerTrick(1),)


def score_table(rules: Rules) -> ScoreTable:
    """What the negative deals score, in their order (K1 to K6)."""
    points = POINTS[rules.players]
    if rules.values.get("king-of-hearts-points") == "4":
        points = FOUR_FOR_THE_KING
    return {
        "tricks": (PerTrick(-1),),
        "hearts": (PerCard(HEART_CARDS, -1),),
        "kings-jacks": (PerCard(KINGS_AND_JACKS, -1),),
        "queens": (PerCard(QUEENS, points.queen),),
        "king-of-hearts": (PerCard(named(rules["sole-card"]), points.sole_card),),
        "seventh-last": (PerNthTrick(points.nth_tricks),),
    }


def negatives(rules: Rules) -> dict[str, Contract]:
    """The negative contracts in their order, played under the obligations of K7 to K9."""
    return {
        name: Contract(
            name,
            scores,
            trump=None,
            beats=beats(None),
            leads=lead_rules(rules, name),
            follows=penalty_rules(rules, name, penalty_cards(scores)),
            stops=stops(rules, name),
        )
        for name, scores in score_table(rules).items()
    }


def trumps(rules: Rules) -> dict[Suit, Contract]:
    """The contracts with trumps, under the duties of K11. Their last trick scores too: no early stop."""
    return {
        suit: Contract(TRUMP_CONTRACT, TRUMP_SCORES, suit, beats(suit), follows=trump_rules(rules, suit))
        for suit in SUITS
    }


def kingen_course(rules: Rules) -> Course:
    """The negative deals in their order, then one trump deal for each dealer (K1, K4 to K6)."""
    contracts = list(negatives(rules).values())
    if rules["order"] == "queens-first":
        contracts[2:4] = contracts[3], contracts[2]
    batches = sizes(rules["batches"])
    negative = [DealPlan(contract.name, contract, batches) for contract in contracts]
    positive = DealPlan(TRUMP_CONTRACT, _opening(rules), sizes(rules["positive-batches"]))
    return Course((*negative, *[positive] * rules.players))


def one_deal_course(rules: Rules) -> Course:
    """One of the deals of Kingen alone (K1)."""
    batches, name = sizes(rules["batches"]), rules["deal"]
    opening = _opening(rules) if name == TRUMP_CONTRACT else negatives(rules)[name]
    return Course((DealPlan(name, opening, batches),))


def _opening(rules: Rules) -> Step:
    """How a trump deal opens (K12)."""
    by_suit = trumps(rules)
    naming = Naming("trump", {TRUMP[suit]: contract for suit, contract in by_suit.items()})
    openings: Mapping[str, Step] = {
        "last-card": TurnUp(by_suit),
        "dealer": naming,
        "offers": Offers(naming),
    }
    return openings[rules["trump-choice"]]


def double_king_course(rules: Rules) -> Course:
    """Five deals for each dealer, who names what is played: in the end each negative contract as often as it
    may be, and as many trumps as each of them may (DK1)."""
    negative, trump = negatives(rules), trumps(rules)
    names: dict[int, Step] = {CONTRACT[name]: contract for name, contract in negative.items()}
    names |= {TRUMP[suit]: contract for suit, contract in trump.items()}
    deal = DealPlan("", NameContract("contract", names), sizes(rules["batches"]))
    named = (*negative.values(),) * MOST_OF_ONE_NEGATIVE + (trump[HEARTS],) * (MOST_TRUMPS * rules.players)
    return Course((deal,) * (DEALS_EACH * rules.players), named)
