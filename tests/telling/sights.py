"""What somebody sees of a game, for the tests of what they are told."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.game import View
from bot.people.preferences import DEFAULTS, Preferences
from bot.tables.model import Seat, TableFacts
from bot.telling.reader import Reader, Sight, TableSight
from bot.words.catalogue import Words


def sight(words: Words, view: View, seats: Sequence[Seat], preferences: Preferences = DEFAULTS) -> Sight:
    """A game between these players, without a table."""
    return Sight(Reader(words, preferences), view, tuple(seats))


def at_table(words: Words, facts: TableFacts, view: View, preferences: Preferences = DEFAULTS) -> TableSight:
    """A game at a table."""
    return TableSight.at(facts, Reader(words, preferences), view)
