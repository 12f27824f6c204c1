"""Which games there are. A new preset is a constant in its family, a new family one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bot.engine.by_family import ByFamily
from bot.engine.errors import RuleViolation
from bot.engine.king.game import KingGame
from bot.engine.king.presets import FAMILY as KING
from bot.engine.king.presets import PRESETS as KING_PRESETS
from bot.engine.king.presets import UNLISTED as KING_UNLISTED
from bot.engine.options import Preset, Rules, settle
from bot.engine.play import Game
from bot.engine.whist.game import WhistGame
from bot.engine.whist.presets import FAMILY as WHIST
from bot.engine.whist.presets import PRESETS as WHIST_PRESETS
from bot.engine.whist.presets import UNLISTED as WHIST_UNLISTED


class Family(NamedTuple):
    """A family of games: its presets, in the order in which people are offered them, what makes a game by
    rules of one of them, with its first dealer, and the presets that the program alone plays by."""

    presets: tuple[Preset, ...]
    game: Callable[[Rules, int], Game]
    unlisted: tuple[Preset, ...] = ()


def _names_presets_of_its_own(name: str, family: Family) -> None:
    """A preset is asked for by its name alone, and tells its family by the family's name."""
    every = (*family.presets, *family.unlisted)
    for preset in every:
        if preset.family != name:
            raise ValueError(f"the preset {preset.name!r} says that its family is {preset.family!r}")
    names = [preset.name for preset in every]
    taken = {preset.name for preset in every_preset()} | {one for one in names if names.count(one) > 1}
    if doubled := taken & set(names):
        raise ValueError(f"there are presets of these names already: {', '.join(sorted(doubled))}")


FAMILIES: Final = ByFamily[Family]("game", _names_presets_of_its_own)


def presets() -> tuple[Preset, ...]:
    """All presets, in the order in which people are offered them."""
    return tuple(preset for family in FAMILIES.each.values() for preset in family.presets)


def every_preset() -> tuple[Preset, ...]:
    """The same, and those that nobody is offered."""
    unlisted = (preset for family in FAMILIES.each.values() for preset in family.unlisted)
    return (*presets(), *unlisted)


FAMILIES.register(KING, Family(KING_PRESETS, KingGame, KING_UNLISTED))
FAMILIES.register(WHIST, Family(WHIST_PRESETS, WhistGame, WHIST_UNLISTED))


def preset_named(name: str) -> Preset:
    """The preset of that name. Raises RuleViolation ``unknown-rules``, the name being its detail."""
    for preset in every_preset():
        if preset.name == name:
            return preset
    raise RuleViolation("unknown-rules", detail=name)


def make_rules(preset_name: str, players: int, overrides: Mapping[str, str]) -> Rules:
    """The rules of a table: a preset, the number of players, and the options that differ (rules.md, P).

    Raises RuleViolation ``unknown-rules``, or ``bad-option`` as ``settle`` says.
    """
    return settle(preset_named(preset_name), players, overrides)


def new_game(rules: Rules, dealer: int) -> Game:
    """A game that awaits its first deck. Raises RuleViolation ``bad-option`` for a dealer outside the
    table."""
    if not 0 <= dealer < rules.players:
        raise RuleViolation("bad-option", "dealer", f"dealer={dealer}")
    return FAMILIES.of(rules.preset.family).game(rules, dealer)
