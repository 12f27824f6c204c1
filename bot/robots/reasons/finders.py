"""All that can be found of two cards."""

from __future__ import annotations

from typing import Final

from bot.robots.reasons import avoiding, taking
from bot.robots.reasons.facts import Finder

FINDERS: Final[tuple[Finder, ...]] = (
    avoiding.thrown,
    taking.quarry,
    taking.partner,
    avoiding.stays_under,
    avoiding.free,
    avoiding.bound,
    avoiding.goes_over,
    avoiding.would_take,
    avoiding.left_with,
    taking.trumps_drawn,
    taking.cheapest,
    taking.unbeatable,
    taking.beats_so_far,
    avoiding.highest_under,
    avoiding.risky,
    taking.lost,
    avoiding.void,
    taking.ruff,
    taking.keeps_master,
    avoiding.keeps_exit,
    avoiding.singleton,
)
"""In the order in which they are told where several explain as much."""
