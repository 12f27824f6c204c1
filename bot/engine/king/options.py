"""The options of the King family (rules.md, K2 to K12 and P)."""

from __future__ import annotations

from typing import Final

from bot.engine.options import BATCHES, POSITIVE_BATCHES, SHUFFLE, Option, card_option, yes_no

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
