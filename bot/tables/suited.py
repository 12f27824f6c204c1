"""What a game's rules make possible in an evening of several tables."""

from __future__ import annotations

from bot.engine.options import Rules
from bot.engine.registry import new_game


def can_be_duplicate(rules: Rules) -> bool:
    """Whether several tables can play the same cards: each deck is shuffled, and none follows from play."""
    return rules["shuffle"] == "full"


def can_be_cut_short(rules: Rules) -> bool:
    """Whether a game may end after any of its deals: each adds up to 0, whatever is played in it."""
    sums = new_game(rules, 0).sums
    return bool(sums) and not any(total for deal in sums for total in deal.values())
