"""What the deals of a league's game add up to, at a table of each size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.engine.options import Rules, TableSize, settle
from bot.engine.registry import new_game, preset_named


class Sums(NamedTuple):
    """``deals`` holds for each deal what its points add up to by contract, and is empty where that is not
    known; ``game`` is what those of the whole game add up to, None where that is not fixed."""

    deals: tuple[Mapping[str, int], ...]
    game: int | None


def sums_of(rules: Rules) -> Sums:
    """What a game under these rules adds up to."""
    game = new_game(rules, 0)
    return Sums(game.sums, game.sum)


def sums_by_players(preset_name: str, options: Mapping[str, str]) -> dict[int, Sums]:
    """The same for each number of players whom a preset is for, those options being changed that a table of
    this size has. Raises RuleViolation as ``make_rules``."""
    preset = preset_named(preset_name)
    found: dict[int, Sums] = {}
    for players in preset.players:
        size = TableSize(players, preset.packs[players])
        kept = {
            name: value
            for name, value in options.items()
            if (option := preset.option(name)) is None or option.takes(value, size)
        }
        found[players] = sums_of(settle(preset, players, kept))
    return found
