"""Which rule book explains which family of games."""

from __future__ import annotations

from typing import Final

from bot.engine.by_family import ByFamily
from bot.engine.king.presets import FAMILY as KING
from bot.engine.options import Rules
from bot.engine.whist.presets import FAMILY as WHIST
from bot.rules.book import RuleBook
from bot.rules.king import pages as king
from bot.rules.whist import pages as whist

BOOKS: Final = ByFamily[RuleBook]("rule book")
BOOKS.register(KING, king)
BOOKS.register(WHIST, whist)


def book_of(rules: Rules) -> RuleBook:
    """The rule book of a table's rules."""
    return BOOKS.of(rules.preset.family)
