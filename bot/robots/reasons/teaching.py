"""Which cards are worth a word to whoever played them: what was clearly given away, and a card well found.
Most cards are worth none."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.engine.cards import Card
from bot.robots.reasons.explaining import explained, gains, mean_and_error, reasons
from bot.robots.reasons.model import CardExplanation, CardVerdict
from bot.robots.reasons.turn import Turn
from bot.robots.study import Study

GIVEN_AWAY: Final = 0.5
"""So much of the least that anything scores has to be given away, on average."""
SURE: Final = 2.0
"""By how many standard errors."""
WELL_FOUND: Final = 1.0
"""So much of it a card has to bring more than the one that rules of thumb name."""
QUITE_SURE: Final = 3.0


def remark(turn: Turn, study: Study, card: Card, usual: Card) -> CardExplanation | None:
    """What to say of a card that the seat whose turn it was played, ``usual`` being what the rules of thumb
    name; None where it is better to say nothing."""
    told = explained(turn, study, card)
    unit = turn.ground.unit
    if told.verdict is CardVerdict.WORSE and told.other is not None:
        lost = _clear_gain(study, told.other, card, SURE)
        return told if lost >= GIVEN_AWAY * unit else None
    if told.verdict is not CardVerdict.BEST or usual == card or study.cost(card) > 0:
        return None
    found = _clear_gain(study, card, usual, QUITE_SURE)
    if found < WELL_FOUND * unit or turn.alike(card, usual):
        return None
    return replace(told, other=usual, points=found, facts=reasons(turn, study, card, usual))


def _clear_gain(study: Study, better: Card, other: Card, errors: float) -> float:
    """What one card brings more than another on average; 0 where it is not so many standard errors."""
    mean, error = mean_and_error(gains(study, better, other))
    return mean if mean >= errors * error else 0.0
