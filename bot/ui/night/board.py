"""All tables of a round at a glance, and the call into a table's thread."""

from __future__ import annotations

from bot.nights.evenings import Evenings
from bot.nights.model import Told
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People


class Boards:
    """Draws them, in the server's language. Everything raises StoreError."""

    def __init__(self, evenings: Evenings, people: People) -> None:
        self._evenings = evenings
        self._people = people

    async def board(self, told: Told, number: int) -> Drawing:
        """The tables of a round: who sits where, how far they are, who is waited for, links to their threads;
        the results of a round that is over."""
        raise NotImplementedError

    async def call(self, told: Told, place: int) -> Drawing:
        """Calls those who sit at a table (``Place.of(place)``) into its thread."""
        raise NotImplementedError
