"""What the rules refuse. Codes are translated where people are spoken to, never here."""

from __future__ import annotations

from typing import Final

ERROR_KINDS: Final = (
    "syntax",
    "unknown-rules",
    "bad-option",
    "bad-deck",
    "not-your-turn",
    "illegal-action",
    "game-over",
)

REASONS: Final = (
    # illegal-action: a card
    "not-in-hand",
    "follow-suit",
    "no-heart-lead",
    "penalty-card",
    "king-discard",
    "must-trump",
    "must-overtrump",
    "must-beat-trump",
    "may-not-undertrump",
    # illegal-action: anything else
    "offer-too-low",
    "offer-too-high",
    "bid-too-low",
    "bid-too-high",
    "contract-used-up",
    "negatives-named",
    "trumps-named",
    "no-sale",
    "no-second-sale",
    "buyer-may-not-sell",
    "choose-first",
    "nothing-to-choose",
    "not-a-choice",
    # illegal-action: a bid of Colour Whist
    "does-not-outrank",
    "not-lowest-level",
    "first-turn-only",
    "only-eldest-waits",
    "waited",
    "suit-proposed",
    "suit-accepted",
    "proposed-too-often",
    "nobody-to-accept",
    "someone-could-accept",
    "not-proposed",
    "only-after-auction",
    "auction-over",
    "doubled-already",
    "discarded-already",
    # bad-option; detail is name=value
    "unknown-option",
    "value",
    "players",
    "players-option",
    "first-batch",
    "dealer",
    # bad-deck
    "wrong-number",
    "unknown-card",
    "repeated-card",
)
"""Every finer reason there is, so that words for all of them can be asked for."""


class RuleViolation(Exception):
    """An input the rules refuse; nothing has changed.

    ``code`` is one of ``ERROR_KINDS`` (notation.md, "Trace"); ``reason`` is one of ``REASONS``, a finer
    word for the sentence shown to a player (for example ``follow-suit``), empty where there is nothing
    finer to say. ``detail`` names what was wrong: an option as ``name=value``, an unknown preset's name. It
    never names a card.
    """

    def __init__(self, code: str, reason: str = "", detail: str = "") -> None:
        assert code in ERROR_KINDS, code
        assert not reason or reason in REASONS, reason
        super().__init__(f"{code} {reason} {detail}".strip())
        self.code = code
        self.reason = reason
        self.detail = detail
