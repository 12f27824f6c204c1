"""Why a card was played: by what its player saw, or by what another seat did."""

from __future__ import annotations

from typing import Final

from bot.engine.cards import Card
from bot.engine.game import View
from bot.robots.reasons.explaining import explained
from bot.robots.reasons.guessing import guessed
from bot.robots.reasons.model import CardExplanation
from bot.robots.reasons.teaching import remark
from bot.robots.reasons.turn import Turn
from bot.robots.registry import GROUNDINGS, STUDIES, robot_of

THUMB: Final = "easy"
"""The kind of robot that plays by rules of thumb alone."""


def can_explain(family: str) -> bool:
    """Whether there is anybody to ask."""
    return family in STUDIES.each and family in GROUNDINGS.each


def why(view: View, card: Card) -> CardExplanation:
    """Why ``view.turn`` played a card, told from ``view.seat``, which saw this just before: the player's own
    view, or another seat's. What is said follows from the view, and from the card, which all have seen. Takes
    some tenths of a second: not for the event loop. Raises LookupError for a family of which ``can_explain``
    is false."""
    family = view.rules.preset.family
    grounding, studying = GROUNDINGS.of(family), STUDIES.of(family)
    if view.seat == view.turn:
        return explained(Turn(view, grounding.ground(view)), studying(view), card)
    return guessed(grounding, studying, view, card)


def taught(view: View, card: Card) -> CardExplanation | None:
    """What a teacher says of the card that ``view.seat`` played, whose turn it was in its own view; mostly
    nothing. As ``why`` otherwise."""
    if view.legal & (view.legal - 1) == 0:
        return None
    family = view.rules.preset.family
    turn, study = Turn(view, GROUNDINGS.of(family).ground(view)), STUDIES.of(family)(view)
    return remark(turn, study, card, robot_of(view.rules, THUMB)(view))
