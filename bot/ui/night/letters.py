"""What one person is told of a night by direct message."""

from __future__ import annotations

from bot.nights.evenings import Evenings
from bot.nights.model import Told
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People


class Letters:
    """Draws them, each in its reader's language. Everything raises StoreError."""

    def __init__(self, evenings: Evenings, people: People) -> None:
        self._evenings = evenings
        self._people = people

    async def reminder(self, told: Told, user_id: int) -> Drawing:
        """Asks somebody who has not answered, with the buttons to do so."""
        raise NotImplementedError

    async def plan(self, told: Told) -> Drawing:
        """Tells the series' creator that the plan waits to be posted, with a link to the night."""
        raise NotImplementedError

    async def trouble(self, told: Told, number: int) -> Drawing:
        """Tells the series' creator what could not be done and why (``StepKind`` of that place in its order,
        and its hindrance), and that it goes on by itself once that is mended."""
        raise NotImplementedError
