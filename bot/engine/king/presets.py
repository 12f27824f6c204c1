"""The presets of the King family, and how each lays out its deals (rules.md, K, DK, W, D, R and P)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.engine.cards import (
    AUCTION,
    CONTRACT,
    DOWN,
    HEARTS,
    SELL,
    SUITS,
    TRUMP,
    TRUMP_LAST_CARD,
    TRUMP_MISERE,
    TRUMP_NONE,
    UP,
    Suit,
    named,
)
from bot.engine.game import beats
from bot.engine.king.contracts import (
    DOWN_SUFFIX,
    HEART_CARDS,
    JACKS,
    KING_OF_HEARTS,
    KINGS_AND_JACKS,
    MISERE,
    NO_TRUMP_CONTRACT,
    ORDER,
    POSITIVE,
    QUEENS,
    TAKE,
    TRUMP_CONTRACT,
    Contract,
    DiscardKing,
    PerCard,
    PerNthTrick,
    PerTrick,
    Scores,
    ScoreTable,
    lead_rules,
    penalty_cards,
    penalty_rules,
    trump_rules,
)
from bot.engine.king.course import (
    MOST_OF_ONE_NEGATIVE,
    MOST_TRUMPS,
    Course,
    DealPlan,
    Direction,
    KingPreset,
    NameContract,
    Naming,
    Offers,
    Step,
    TrickAuction,
    TurnUp,
)
from bot.engine.king.options import (
    DENEXA_OPTIONS,
    DOUBLE_KING_OPTIONS,
    FIRST_BATCH,
    KINGEN_OPTIONS,
    ONE_DEAL_OPTIONS,
    RUSSIAN_OPTIONS,
    RUSSIAN_ORDERS_OPTIONS,
    orders_begin_with_three,
    stops,
)
from bot.engine.options import Rules, sizes
from bot.engine.play import pack_without

DEALS_EACH: Final = 5
"""How many deals of a double king each player deals (DK1)."""


@dataclass(frozen=True, slots=True)
class KingenPoints:
    """What differs with the number of players; the last trick is numbered by the hand."""

    queen: int
    sole_card: int
    nth_tricks: Mapping[int, int]


KINGEN_POINTS: Final[Mapping[int, KingenPoints]] = {
    3: KingenPoints(queen=-1, sole_card=-4, nth_tricks={10: -3, 17: -2}),
    4: KingenPoints(queen=-2, sole_card=-5, nth_tricks={7: -2, 13: -3}),
    5: KingenPoints(queen=-2, sole_card=-5, nth_tricks={7: -3, 10: -3}),
}
FOUR_FOR_THE_KING: Final = KingenPoints(queen=-2, sole_card=-4, nth_tricks={7: -3, 13: -3})
"""Four players, ``king-of-hearts-points=4`` (K2)."""
TRUMP_SCORES: Final[Scores] = (PerTrick(1),)


def kingen_scores(rules: Rules) -> ScoreTable:
    """What the negative deals score, in their order (K1 to K6)."""
    points = KINGEN_POINTS[rules.players]
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
        for name, scores in kingen_scores(rules).items()
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
    positive = DealPlan(TRUMP_CONTRACT, _trump_opening(rules), sizes(rules["positive-batches"]))
    return Course((*negative, *[positive] * rules.players))


def one_deal_course(rules: Rules) -> Course:
    """One of the deals of Kingen alone (K1)."""
    batches, name = sizes(rules["batches"]), rules["deal"]
    opening = _trump_opening(rules) if name == TRUMP_CONTRACT else negatives(rules)[name]
    return Course((DealPlan(name, opening, batches),))


def _trump_opening(rules: Rules) -> Step:
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


DENEXA_SCORES: Final[ScoreTable] = {
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
        DealPlan(name, Contract(name, scores, None, beats(None)), batches)
        for name, scores in DENEXA_SCORES.items()
    ]
    positive = DealPlan(POSITIVE, _denexa_opening(), sizes(rules["positive-batches"]))
    return Course((*negative, *[positive] * rules.players))


def _denexa_opening() -> Naming:
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


RUSSIAN_TRICK_POINTS: Final[Mapping[int, int]] = {3: 4, 4: 5}
"""What a trick costs in ``tricks``, by the number of players: 40 a deal (R2)."""
ORDER_SCORES: Final[Scores] = (PerTrick(8),)
WITH_KING: Final = frozenset({"king-of-hearts", "eralash"})
"""The deals in which ``king-discard`` holds (R3)."""


def russian_scores(rules: Rules, sign: int) -> ScoreTable:
    """What the deals of one half score, in their order: the penalties with sign -1, the play-off with 1 (R2,
    R4)."""
    tricks = rules.hand_size
    table: dict[str, Scores] = {
        "tricks": (PerTrick(sign * RUSSIAN_TRICK_POINTS[rules.players]),),
        "hearts": (PerCard(HEART_CARDS, sign * 5),),
        "jacks": (PerCard(JACKS, sign * 10),),
        "queens": (PerCard(QUEENS, sign * 10),),
        "king-of-hearts": (PerCard(KING_OF_HEARTS, sign * 40),),
        "last-two": (PerNthTrick({tricks - 1: sign * 20, tricks: sign * 20}),),
    }
    if rules["eralash"] == "yes":
        table["eralash"] = tuple(score for scores in table.values() for score in scores)
    return table


def russian_course(rules: Rules) -> Course:
    """The penalty deals, then the same ones with plus signs, or the trump orders (R2, R4, R5)."""
    penalties = _half(rules, -1, "")
    if rules["play-off"] == "mirrored":
        return Course((*penalties, *_half(rules, 1, TAKE)))
    orders = int(rules["orders-per-player"]) * rules.players
    return Course((*penalties, *[_order(rules)] * orders))


def _half(rules: Rules, sign: int, prefix: str) -> list[DealPlan]:
    batches = sizes(rules["batches"])
    contracts = {
        name: Contract(
            prefix + name,
            scores,
            trump=None,
            beats=beats(None),
            leads=lead_rules(rules, name),
            follows=(DiscardKing(KING_OF_HEARTS),)
            if rules["king-discard"] == "yes" and name in WITH_KING
            else (),
            stops=stops(rules, name),
        )
        for name, scores in russian_scores(rules, sign).items()
    }
    return [DealPlan(contract.name, contract, batches) for contract in contracts.values()]


def _order(rules: Rules) -> DealPlan:
    """A trump order: eldest hand declares on three cards, or sells the right to (R6 to R8)."""
    by_suit = {suit: Contract(TRUMP_CONTRACT, ORDER_SCORES, suit, beats(suit)) for suit in SUITS}
    sells = rules["sale"] == "yes"
    names: dict[int, Step] = {TRUMP[suit]: contract for suit, contract in by_suit.items()}
    names[TRUMP_NONE] = Contract(NO_TRUMP_CONTRACT, ORDER_SCORES, None, beats(None))
    names[TRUMP_MISERE] = Contract(
        MISERE, ORDER_SCORES, None, beats(None, reversed_ranks=True), reversed_ranks=True
    )
    names[TRUMP_LAST_CARD] = TurnUp(by_suit)
    naming = Naming("declare", names, sells)
    return DealPlan(
        ORDER,
        Naming("declare", {**names, SELL: Offers(naming)}, sells) if sells else naming,
        sizes(rules.values.get("positive-batches", rules["batches"])),
        holder=1,
        first=FIRST_BATCH,
    )


FAMILY: Final = "king"
BELGIUM: Final = "BE"

FOUR_PLAYERS: Final = {4: pack_without()}
KINGEN_PACKS: Final = {3: pack_without("2S"), **FOUR_PLAYERS, 5: pack_without("7S 7C")}

_LOW: Final = " ".join(rank + suit for rank in "23456" for suit in "CDHS")
RUSSIAN_PACKS: Final = {3: pack_without(f"{_LOW} 7S 7C"), 4: pack_without(_LOW)}

_CLUB: Final = {
    "shuffle": "cut",
    "heart-lead": "only-hearts",
    "forced-penalty": "always",
    "beat-trump-lead": "yes",
    "must-trump": "yes",
    "must-overtrump": "yes",
}
"""What the IWWA's Kingen and double king have in common."""
_WHISTHUB: Final = _CLUB | {
    "hearts-led-free": "yes",
    "early-stop": "king-of-hearts",
    "beat-trump-lead": "no",
}
_RUSSIAN: Final = {"heart-lead": "only-hearts", "early-stop": "decided", "eralash": "yes"}
_DEALER: Final = {"trump-choice": "dealer"}

KINGEN: Final = KingPreset(
    name="kingen",
    family=FAMILY,
    packs=KINGEN_PACKS,
    values={"shuffle": "cut"},
    options=KINGEN_OPTIONS,
    home=BELGIUM,
    course=kingen_course,
)

KINGEN_IWWA: Final = KingPreset(
    name="kingen-iwwa",
    family=FAMILY,
    packs=KINGEN_PACKS,
    values=_CLUB | _DEALER,
    options=KINGEN_OPTIONS,
    home=BELGIUM,
    course=kingen_course,
)

DUBBELKINGEN: Final = KingPreset(
    name="dubbelkingen",
    family=FAMILY,
    packs=FOUR_PLAYERS,
    values=_CLUB,
    options=DOUBLE_KING_OPTIONS,
    home=BELGIUM,
    course=double_king_course,
)

WHISTHUB_KING: Final = KingPreset(
    name="whisthub-king",
    family=FAMILY,
    packs=FOUR_PLAYERS,
    values=_WHISTHUB | _DEALER,
    options=KINGEN_OPTIONS,
    home=BELGIUM,
    course=kingen_course,
)

WHISTHUB_DOUBLE_KING: Final = KingPreset(
    name="whisthub-double-king",
    family=FAMILY,
    packs=FOUR_PLAYERS,
    values=_WHISTHUB,
    options=DOUBLE_KING_OPTIONS,
    home=BELGIUM,
    course=double_king_course,
)

DENEXA_KING: Final = KingPreset(
    name="denexa-king",
    family=FAMILY,
    packs=FOUR_PLAYERS,
    values={"first-dealer": "king-of-hearts"},
    options=DENEXA_OPTIONS,
    course=denexa_course,
)

RUSSIAN_KING: Final = KingPreset(
    name="russian-king",
    family=FAMILY,
    packs=RUSSIAN_PACKS,
    values=_RUSSIAN | {"play-off": "mirrored"},
    options=RUSSIAN_OPTIONS,
    clash=orders_begin_with_three,
    course=russian_course,
)

RUSSIAN_KING_ORDERS: Final = KingPreset(
    name="russian-king-orders",
    family=FAMILY,
    packs=RUSSIAN_PACKS,
    values=_RUSSIAN | {"play-off": "orders", "sale": "yes"},
    options=RUSSIAN_ORDERS_OPTIONS,
    clash=orders_begin_with_three,
    course=russian_course,
)

KINGEN_DEAL: Final = KingPreset(
    name="kingen-deal",
    family=FAMILY,
    packs=FOUR_PLAYERS,
    values={"early-stop": "decided"},
    options=ONE_DEAL_OPTIONS,
    home=BELGIUM,
    course=one_deal_course,
)
"""A single deal of Kingen, which no table is offered: that of the day (``bot.daily``)."""

PRESETS: Final = (
    KINGEN,
    KINGEN_IWWA,
    DUBBELKINGEN,
    WHISTHUB_KING,
    WHISTHUB_DOUBLE_KING,
    DENEXA_KING,
    RUSSIAN_KING,
    RUSSIAN_KING_ORDERS,
)

UNLISTED: Final = (KINGEN_DEAL,)
