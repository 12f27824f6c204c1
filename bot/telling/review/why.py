"""Why another card was better than the one that was played."""

from __future__ import annotations

from bot.engine.cards import Card
from bot.robots.study import Study
from bot.telling.reader import Sight


def why(sight: Sight, card: Card, study: Study) -> str:
    """A reason in one sentence, by what ``sight.view.seat`` saw as it played ``card``; empty where none
    holds."""
    del sight, card, study
    return ""
