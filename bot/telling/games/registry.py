"""Which teller belongs to which family of games."""

from __future__ import annotations

from typing import Final

from bot.engine.by_family import ByFamily
from bot.engine.king.presets import FAMILY as KING
from bot.engine.options import Rules
from bot.engine.whist.presets import FAMILY as WHIST
from bot.telling.games.king import KingTeller
from bot.telling.games.teller import Teller
from bot.telling.games.whist import WhistTeller

TELLERS: Final = ByFamily[Teller]("teller")
TELLERS.register(KING, KingTeller())
TELLERS.register(WHIST, WhistTeller())


def teller_of(rules: Rules) -> Teller:
    """How games by these rules are shown."""
    return TELLERS.of(rules.preset.family)
