"""Which family of games has lessons. One may do without: nobody is offered one then."""

from __future__ import annotations

from typing import Final

from bot.engine.by_family import ByFamily
from bot.engine.king.presets import FAMILY as KING
from bot.engine.options import Rules
from bot.engine.registry import make_rules, presets
from bot.engine.whist.presets import FAMILY as WHIST
from bot.lessons import king, whist
from bot.lessons.lesson import Lessons

PLAYERS: Final = 4

LESSONS: Final = ByFamily[Lessons]("lessons")
LESSONS.register(KING, king)
LESSONS.register(WHIST, whist)


def taught() -> tuple[str, ...]:
    """The presets of which there is a lesson, in the order in which people are offered them."""
    return tuple(one.name for one in presets() if one.family in LESSONS.each and PLAYERS in one.players)


def rules_taught(preset: str) -> Rules:
    """The rules that a preset's lesson is about: as they are before a table changes anything."""
    return make_rules(preset, PLAYERS, {})
