"""The messages that ask who comes, and who is here."""

from __future__ import annotations

from bot.nights.evenings import Evenings
from bot.nights.model import Told
from bot.ui.discord.panel import Drawing
from bot.ui.discord.people import People


class SignUps:
    """Draws them, in the server's language. Everything raises StoreError."""

    def __init__(self, evenings: Evenings, people: People) -> None:
        self._evenings = evenings
        self._people = people

    async def sign_up(self, told: Told) -> Drawing:
        """Who comes: with buttons while people are asked, without once the check-in has begun."""
        raise NotImplementedError

    async def check_in(self, told: Told) -> Drawing:
        """Who is here; calls those who have said that they come. Without buttons once it is played."""
        raise NotImplementedError

    async def off(self, told: Told) -> Drawing:
        """The night does not take place, and why; when the next one is."""
        raise NotImplementedError
