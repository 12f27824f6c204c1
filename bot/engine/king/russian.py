"""Russian King, mirrored and with trump orders (rules.md, R)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.actions import SELL, TRUMP, TRUMP_LAST_CARD, TRUMP_MISERE, TRUMP_NONE
from bot.engine.cards import SUITS
from bot.engine.king.choosing import Naming, Offers, Step, TurnUp
from bot.engine.king.contracts import (
    HEART_CARDS,
    JACKS,
    KING_OF_HEARTS,
    MISERE,
    NO_TRUMP_CONTRACT,
    ORDER,
    QUEENS,
    TAKE,
    TRUMP_CONTRACT,
    Contract,
    Scores,
    ScoreTable,
)
from bot.engine.king.course import Course, DealPlan
from bot.engine.king.obligations import DiscardKing, lead_rules
from bot.engine.king.options import FIRST_BATCH, stops
from bot.engine.king.scoring import PerCard, PerNthTrick, PerTrick
from bot.engine.options import Rules, sizes
from bot.engine.tricks import beats

TRICK_POINTS: Final[Mapping[int, int]] = {3: 4, 4: 5}
"""What a trick costs in ``tricks``, by the number of players: 40 a deal (R2)."""
ORDER_SCORES: Final[Scores] = (PerTrick(8),)
WITH_KING: Final = frozenset({"king-of-hearts", "eralash"})
"""The deals in which ``king-discard`` holds (R3)."""


def score_table(rules: Rules, sign: int) -> ScoreTable:
    """What the deals of one half score, in their order: the penalties with sign -1, the play-off with 1 (R2,
    R4)."""
    tricks = rules.hand_size
    table: dict[str, Scores] = {
        "tricks": (PerTrick(sign * TRICK_POINTS[rules.players]),),
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
        for name, scores in score_table(rules, sign).items()
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
