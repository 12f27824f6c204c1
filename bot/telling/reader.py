"""Who is told something, and what they see then: what nearly everything that is told or shown needs, and so
what travels together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from bot.engine.game import View
from bot.people.preferences import DEFAULTS, Preferences, Ranks
from bot.pictures.style import CardStyle
from bot.tables.model import Seat, TableFacts
from bot.telling.hand_order import Holding
from bot.words.catalogue import Words


@dataclass(frozen=True, slots=True)
class Reader:
    """Who is told, in which words and how they prefer it: the person ``user_id``, None for everybody in a
    channel, who share the server's words and have no preferences but the defaults."""

    words: Words
    preferences: Preferences = DEFAULTS
    user_id: int | None = None

    @property
    def holding(self) -> Holding:
        """How they like to hold their cards."""
        chosen = self.preferences
        return Holding(trumps_left=chosen.trumps_left, ascending=chosen.ranks == Ranks.ASCENDING)

    def card_style(self, preset: str) -> CardStyle:
        """The cards of a game by that preset's name, as the reader knows or prefers them."""
        return self.preferences.card_style(self.words.language, preset)


@dataclass(frozen=True, slots=True)
class Perspective:
    """A game as its reader may see it: the view, which holds the cards of ``view.seat`` and nobody else's,
    and who sits where. An example of the rules is no more than that; what is played at a table is a
    ``TablePerspective``."""

    reader: Reader
    view: View = field(repr=False)
    seats: tuple[Seat, ...]

    @property
    def words(self) -> Words:
        """The reader's."""
        return self.reader.words


@dataclass(frozen=True, slots=True)
class TablePerspective(Perspective):
    """The same at a table; its seats are those of the facts, so it is made by ``at``."""

    facts: TableFacts

    @classmethod
    def at(cls, facts: TableFacts, reader: Reader, view: View) -> Self:
        """A table as its reader may see it."""
        return cls(reader, view, facts.seats, facts)
