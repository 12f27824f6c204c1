"""What came of a night."""

from __future__ import annotations

from bot.nights.evenings import Evenings
from bot.nights.model import Told
from bot.pictures.painter import Painter
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People


class Outcomes:
    """Draws them. Everything raises StoreError."""

    def __init__(self, evenings: Evenings, people: People, painter: Painter) -> None:
        self._evenings = evenings
        self._people = people
        self._painter = painter

    async def result(self, told: Told) -> Drawing:
        """The night's table and the league's standings with what moved, the night's best deal and most costly
        trick, each with a link, and when the next night is; in the server's language."""
        raise NotImplementedError

    async def for_absent(self, told: Told, user_id: int) -> Drawing:
        """The same, shorter, for somebody who was absent and has asked for it, in their language."""
        raise NotImplementedError
