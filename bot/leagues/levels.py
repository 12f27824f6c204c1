"""What makes tables of different sizes comparable (L6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from bot.engine.options import Rules
from bot.engine.registry import new_game

EVEN: Final = 4
"""The players of a table whose points count as they are."""


def level(players: int, burdens: Mapping[int, int]) -> Fraction:
    """What points at a table of so many players are multiplied by. ``burdens`` are what the deals of a game
    add up to without their signs, by players."""
    return Fraction(burdens[EVEN], EVEN) / Fraction(burdens[players], players)


def levels_of(each: Iterable[Rules]) -> dict[int, Fraction] | None:
    """The levels of a league's game, given its rules by number of players; None where levels are not to be
    offered, as what a game adds up to is not the same in all of them, or as it has no table of four."""
    found = {rules.players: new_game(rules, 0).burden for rules in each}
    burdens = {players: burden for players, burden in found.items() if burden}
    if len(burdens) < len(found) or EVEN not in burdens:
        return None
    return {players: level(players, burdens) for players in burdens if players != EVEN}
