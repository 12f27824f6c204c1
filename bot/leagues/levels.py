"""The levels of a season of a league (L6)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.engine.errors import RuleViolation
from bot.engine.options import Rules
from bot.engine.registry import make_rules, preset_named
from bot.leagues.model import League
from bot.leagues.season.scoring import levels_of


def season_levels(league: League) -> dict[int, Fraction]:
    """What a season of its game has, by players; empty where there are none to offer."""
    return levels_of(_each(league)) or {}


def _each(league: League) -> Iterator[Rules]:
    """The game with each number of players that it can be played with."""
    for players in preset_named(league.preset).players:
        try:
            yield make_rules(league.preset, players, league.options)
        except RuleViolation:  # an option that a table of this size does not have
            continue
