"""What somebody sees of a game, for the tests of what they are told."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.game import View
from bot.people.preferences import DEFAULTS, Preferences
from bot.tables.model import Seat, TableFacts
from bot.telling.reader import Perspective, Reader, TablePerspective
from bot.words.catalogue import Words


def sight(
    words: Words, view: View, seats: Sequence[Seat], preferences: Preferences = DEFAULTS
) -> Perspective:
    """A game between these players, without a table."""
    return Perspective(Reader(words, preferences), view, tuple(seats))


def at_table(
    words: Words, facts: TableFacts, view: View, preferences: Preferences = DEFAULTS
) -> TablePerspective:
    """A game at a table."""
    return TablePerspective.at(facts, Reader(words, preferences), view)
