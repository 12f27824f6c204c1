"""What happened in a deal, in one sentence: «Ann caught the king of hearts», «Bruno took 7 of 13 tricks»."""

from __future__ import annotations

from bot.telling.games.registry import teller_of
from bot.telling.reader import Perspective


def headline(sight: Perspective, number: int) -> str:
    """The headline of a finished deal, by its place in ``view.results`` (below 0 from the last one). Names in
    it are as they are drawn, not Markdown."""
    result = sight.view.results[number]
    if result.points is None:
        return sight.words("headline.thrown-in")
    return teller_of(sight.view.rules).headline(sight, result)
