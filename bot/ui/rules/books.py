"""Which rule book tells which family of games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.king.presets import FAMILY as KING
from bot.engine.options import Rules
from bot.engine.whist.presets import FAMILY as WHIST
from bot.ui.rules.book import RuleBook
from bot.ui.rules.king import pages as king
from bot.ui.rules.whist import pages as whist

_BOOKS: Final[Mapping[str, RuleBook]] = {KING: king, WHIST: whist}


def book_of(rules: Rules) -> RuleBook:
    """The rule book of a table's rules."""
    return _BOOKS[rules.preset.family]
