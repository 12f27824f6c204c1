"""Samples of every kind of picture, for people to look at and for the golden-picture tests: moments of games,
told by what tells them at a table, so that they show the words and values that players see."""

from __future__ import annotations

from functools import cache

from bot.pictures.values import Picture
from tools.samples.everywhere import everywhere
from tools.samples.hands import hands
from tools.samples.honours import honours
from tools.samples.podiums import podiums
from tools.samples.rankings import rankings
from tools.samples.replays import replays
from tools.samples.sheets import sheets
from tools.samples.standings import standings
from tools.samples.stats import stats
from tools.samples.tables import tables, tricks
from tools.samples.whist import whist


@cache
def samples() -> tuple[tuple[str, Picture], ...]:
    """A name (fit for a file) and a value for each picture worth looking at. Kept: it takes hundreds of
    games to come by the moments."""
    kinds = (
        hands,
        tables,
        whist,
        sheets,
        tricks,
        podiums,
        honours,
        rankings,
        standings,
        replays,
        stats,
        everywhere,
    )
    return tuple(sample for kind in kinds for sample in kind())
