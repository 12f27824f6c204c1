"""What one card cost, by a study of what its seat saw as it was played: pure."""

from __future__ import annotations

from typing import Final

from bot.engine.cards import Card
from bot.engine.game import View
from bot.replays.reel import GameReplay
from bot.reviews.model import CENTS, Costly
from bot.reviews.plays import Play
from bot.robots.reasons.explaining import gains, mean_and_error
from bot.robots.study import Study, Studying

SURE: Final = 2.5
"""So many standard errors apart two cards have to be, and more where they were compared in few ways: a study
deals the unseen cards out in some ways only, and of many cards compared one looks best by chance."""
LEAST: Final = 25
"""Hundredths of a point: less is not worth telling anybody."""


def judged(reel: GameReplay, play: Play, studying: Studying) -> Costly | None:
    """A card, if it surely gave points away. Nothing but the view of its own seat is studied."""
    still = reel.at(play.moment)
    assert still.choice is not None and still.last is not None
    if still.choice.legal.bit_count() < 2:
        return None
    study, card = studying(still.choice), still.last.action
    cents = cost(study, card)
    return Costly(play.moment, play.seat, study.best, cents) if cents else None


def cost(study: Study, card: Card) -> int:
    """How many hundredths of a point a card surely gives away on average; 0 where it is too little to tell,
    or may as well be chance."""
    found = gains(study, study.best, card)
    mean, error = mean_and_error(found)
    is_sure = mean > standard_errors(len(found)) * error
    cents = round(mean * CENTS)
    return cents if is_sure and cents >= LEAST else 0


def standard_errors(worlds: int) -> float:
    """``SURE`` for a difference that was seen in so many worlds: Student's t in the place of the normal
    distribution, by the first terms of its expansion (Abramowitz and Stegun 26.7.5)."""
    free, z = max(1, worlds - 1), SURE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / free + second / free**2


def study_of(reel: GameReplay, costly: Costly, studying: Studying) -> tuple[View, Card, Study]:
    """What a costly card was judged by, made again: what its seat saw, the card, and the study."""
    still = reel.at(costly.moment)
    assert still.choice is not None and still.last is not None
    return still.choice, still.last.action, studying(still.choice)
