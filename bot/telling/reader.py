"""Who is told something, what they see then, and how they hold their cards: what nearly everything that is
told or shown needs, and so what travels together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Self

from bot.engine.cards import SUIT_OF, Card, Suit
from bot.engine.game import View
from bot.people.settings import DEFAULTS, Preferences, Ranks
from bot.pictures.style import CardStyle
from bot.tables.model import Seat, TableFacts
from bot.words.catalogue import Words

# Black and red alternate, so that neighbours differ at a glance.
SUITS_IN_HAND: Final[tuple[Suit, ...]] = (3, 2, 0, 1)


@dataclass(frozen=True, slots=True)
class Holding:
    """How somebody likes to hold their cards: trumps left of the other suits or wherever they are; in each
    suit the card that wins left, or with ``ascending`` right."""

    trumps_left: bool = True
    ascending: bool = False


def in_hand(
    cards: Iterable[Card],
    trump: Suit | None,
    holding: Holding = Holding(),
    *,
    reversed_ranks: bool = False,
) -> tuple[Card, ...]:
    """Cards in order, colours alternating; with ``reversed_ranks`` low cards win."""
    suits: list[Suit] = list(SUITS_IN_HAND)
    if trump is not None and holding.trumps_left:
        start = suits.index(trump)
        suits = suits[start:] + suits[:start]
    up = 1 if holding.ascending != reversed_ranks else -1
    return tuple(sorted(cards, key=lambda card: (suits.index(SUIT_OF[card]), up * card)))


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
class ViewModel:
    """A game as its reader may see it: the view, which holds the cards of ``view.seat`` and nobody else's,
    and who sits where. An example of the rules is no more than that; what is played at a table is a
    ``TableViewModel``."""

    reader: Reader
    view: View = field(repr=False)
    seats: tuple[Seat, ...]

    @property
    def words(self) -> Words:
        """The reader's."""
        return self.reader.words


@dataclass(frozen=True, slots=True)
class TableViewModel(ViewModel):
    """The same at a table; its seats are those of the facts, so it is made by ``at``."""

    facts: TableFacts

    @classmethod
    def at(cls, facts: TableFacts, reader: Reader, view: View) -> Self:
        """A table as its reader may see it."""
        return cls(reader, view, facts.seats, facts)
