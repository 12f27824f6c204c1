"""The options of the King family (rules.md, K2 to K12, D6, R2 to R7 and P)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.engine.options import (
    BATCHES,
    POSITIVE_BATCHES,
    SHUFFLE,
    Clash,
    Option,
    Rules,
    card_option,
    sizes,
    yes_no,
)

USUAL_SOLE_CARDS: Final = ("KH", "KS", "KD", "KC", "QS", "QH", "QD", "QC", "JH", "AH")

KING_OF_HEARTS_POINTS: Final = Option("king-of-hearts-points", ("5", "4"), "K2", players=(4,))
SOLE_CARD: Final = card_option("sole-card", USUAL_SOLE_CARDS, "K3")
ORDER: Final = Option("order", ("kings-first", "queens-first"), "K4")
HEART_LEAD: Final = Option("heart-lead", ("free", "only-hearts"), "K7")
FORCED_PENALTY: Final = Option("forced-penalty", ("none", "discard", "always"), "K8")
HEARTS_LED_FREE: Final = yes_no("hearts-led-free", "K9", {"forced-penalty": ("always",)})
EARLY_STOP: Final = Option("early-stop", ("never", "king-of-hearts", "decided"), "K10")
BEAT_TRUMP_LEAD: Final = yes_no("beat-trump-lead", "K11")
MUST_TRUMP: Final = yes_no("must-trump", "K11")
MUST_OVERTRUMP: Final = yes_no("must-overtrump", "K11", {"must-trump": ("yes",)})
UNDERTRUMP: Final = Option("undertrump", ("any", "must", "forbidden"), "K11", needs={"must-trump": ("yes",)})
TRUMP_CHOICE: Final = Option("trump-choice", ("last-card", "dealer", "offers"), "K12")

KINGEN_OPTIONS: Final = (
    ORDER,
    KING_OF_HEARTS_POINTS,
    SOLE_CARD,
    HEART_LEAD,
    FORCED_PENALTY,
    HEARTS_LED_FREE,
    EARLY_STOP,
    TRUMP_CHOICE,
    BEAT_TRUMP_LEAD,
    MUST_TRUMP,
    MUST_OVERTRUMP,
    UNDERTRUMP,
    SHUFFLE,
    BATCHES,
    POSITIVE_BATCHES,
)

DOUBLE_KING_OPTIONS: Final = tuple(
    option for option in KINGEN_OPTIONS if option not in (ORDER, TRUMP_CHOICE, POSITIVE_BATCHES)
)

DEAL: Final = Option(
    "deal", ("tricks", "hearts", "kings-jacks", "queens", "king-of-hearts", "seventh-last", "trump"), "K1"
)
"""Which one is played of the deals of Kingen."""

ONE_DEAL_OPTIONS: Final = (
    DEAL,
    *(option for option in KINGEN_OPTIONS if option not in (ORDER, POSITIVE_BATCHES)),
)

FIRST_DEALER: Final = Option("first-dealer", ("king-of-hearts", "random"), "D6")

DENEXA_OPTIONS: Final = (FIRST_DEALER, SHUFFLE, BATCHES, POSITIVE_BATCHES)

ERALASH: Final = Option("eralash", ("yes", "no"), "R2")
KING_DISCARD: Final = yes_no("king-discard", "R3")
PLAY_OFF: Final = Option("play-off", ("mirrored", "orders"), "R4")


def _orders_unless_given(values: Mapping[str, str]) -> str:
    return "2" if values["eralash"] == "yes" else "1"


ORDERS_PER_PLAYER: Final = Option(
    "orders-per-player",
    ("1", "2", "3", "4"),
    "R5",
    unless_given=_orders_unless_given,
    needs={"play-off": ("orders",)},
)
SALE: Final = Option("sale", ("yes", "no"), "R6", needs={"play-off": ("orders",)})

RUSSIAN_OPTIONS: Final = (
    ERALASH,
    PLAY_OFF,
    ORDERS_PER_PLAYER,
    SALE,
    HEART_LEAD,
    KING_DISCARD,
    EARLY_STOP,
    SHUFFLE,
    BATCHES,
)
RUSSIAN_ORDERS_OPTIONS: Final = (
    *RUSSIAN_OPTIONS,
    replace(POSITIVE_BATCHES, needs={"play-off": ("orders",)}),
)

FIRST_BATCH: Final = 3
"""How many cards each holds when trumps are ordered (R6)."""


def orders_begin_with_three(values: Mapping[str, str]) -> Clash | None:
    """Where trumps are ordered, the cards of those deals go out three at first (G3, R6)."""
    if values["play-off"] == "orders":
        name = next((name for name in ("positive-batches", "batches") if name in values), "")
        if name and sizes(values[name])[0] != FIRST_BATCH:
            return Clash(name, "first-batch")
    return None


def stops(rules: Rules, contract: str) -> bool:
    """Whether a deal of this contract, or its mirror image, ends before its last trick (K10)."""
    return rules["early-stop"] in ("decided", contract)
