"""Which games there are. A new preset is a constant in its family, a new family one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.engine.errors import RuleViolation
from bot.engine.game import Game
from bot.engine.king.game import KingGame
from bot.engine.king.presets import FAMILY as KING
from bot.engine.king.presets import PRESETS as KING_PRESETS
from bot.engine.options import Preset, Rules, settle
from bot.engine.whist.game import WhistGame
from bot.engine.whist.presets import FAMILY as WHIST
from bot.engine.whist.presets import PRESETS as WHIST_PRESETS

FAMILIES: Final[Mapping[str, Callable[[Rules, int], Game]]] = {KING: KingGame, WHIST: WhistGame}
_PRESETS: Final = {preset.name: preset for preset in (*KING_PRESETS, *WHIST_PRESETS)}


def presets() -> tuple[Preset, ...]:
    """All presets, in the order in which people are offered them."""
    return tuple(_PRESETS.values())


def preset_named(name: str) -> Preset:
    """The preset of that name. Raises RuleViolation ``unknown-rules``, the name being its detail."""
    if name not in _PRESETS:
        raise RuleViolation("unknown-rules", detail=name)
    return _PRESETS[name]


def make_rules(preset_name: str, players: int, overrides: Mapping[str, str]) -> Rules:
    """The rules of a table: a preset, the number of players, and the options that differ (rules.md, P).

    Raises RuleViolation ``unknown-rules``, or ``bad-option`` as ``settle`` says.
    """
    return settle(preset_named(preset_name), players, overrides)


def new_game(rules: Rules, dealer: int) -> Game:
    """A game that awaits its first deck. Raises RuleViolation ``bad-option`` for a dealer outside the
    table."""
    return FAMILIES[rules.preset.family](rules, dealer)
